//! The commands that other programs call, on several games: games, show, moves, apply, result, start, perft.

use crate::common::{good, in_a_line};
use halfboard_app::phrases::players;
use halfboard_engine::levels::Level;
use halfboard_rules::registry;
use halfboard_text::games;

#[test]
fn games_lists_every_game_with_its_designers() {
    let out = in_a_line(&good(&["games"]));
    for game in registry::games() {
        let (info, texts) = (game.info(), games::texts(game.info()));
        for words in [info.id, info.name, texts.designers.en, texts.summary.en] {
            assert!(out.contains(words), "{words}");
        }
        assert!(out.contains(&format!("({} presets)", game.presets().len())));
    }
}

#[test]
fn games_describes_every_option_value_and_preset() {
    for game in registry::games() {
        let (info, texts) = (game.info(), games::texts(game.info()));
        let lines = good(&["games", info.id]);
        assert!(lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
        let out = in_a_line(&lines);
        assert!(out.contains(&format!("{}, by {}", info.name, texts.designers.en)));
        for preset in game.presets() {
            let text = texts.preset(preset.id);
            let credit = match text.designers {
                None => text.name.en.to_owned(),
                Some(designers) => format!("{}, by {}", text.name.en, designers.en),
            };
            for words in [&credit, text.summary.en, &preset.rules] {
                assert!(out.contains(words), "{words}");
            }
        }
        for option in game.options() {
            assert!(out.contains(option.name) && out.contains(texts.option(option.name).summary.en), "{}", option.name);
            assert!(out.contains(option.values.default()));
            let advice = texts.option(option.name).advice;
            assert!(advice.is_none_or(|advice| out.contains(advice.en)), "{}", option.name);
        }
        let (_, credits) = out.split_once("Credits").expect("credits");
        assert!(texts.designers.en.split(" and ").all(|name| credits.contains(name)), "{credits}");
        let defaults = out.matches("(default)").count();
        assert_eq!(defaults, game.options().len(), "one default an option");
    }
}

#[test]
fn games_lists_the_levels_of_a_variant() {
    for rules in ["sight-reduction", "sight-reduction:remove=one-or-two", "j:long-sides=any"] {
        let out = good(&["games", rules]);
        let (_, levels) = out.split_once("\nLevels of the engine").expect("a heading");
        assert!(in_a_line(levels).starts_with(&format!("in {rules}, ")), "{levels}");
        for level in Level::all(rules) {
            let (number, rating) = (level.number(), players::rating(rules, level.number()));
            assert!(levels.contains(&format!("\n  {number:>2}  {rating:>4}  ")), "{number} of {rules}: {levels}");
        }
        assert_eq!(levels.lines().filter(|line| line.ends_with("full strength")).count(), 1, "{levels}");
    }
}

#[test]
fn moves_are_listed_one_a_line_and_sorted() {
    for (rules, count) in [("lines-of-action", 36), ("lines-of-action:setup=scrambled-eggs", 32), ("sllim", 96)] {
        let out = good(&["moves", rules]);
        let moves: Vec<&str> = out.lines().collect();
        assert_eq!(moves.len(), count, "{rules}");
        assert!(moves.is_sorted());
        assert!(out.ends_with('\n'));
    }
    assert_eq!(good(&["moves", "j", "--position", "8/8/8/8 w w12b12"]).lines().count(), 20);
    assert_eq!(good(&["moves", "lines-of-action", "--position", "8/8/8/8/8/8/1w6/b1b5 b - -"]), "", "the game is over");
}

#[test]
fn apply_prints_the_position_after_the_moves() {
    assert_eq!(good(&["apply", "j"]), "8/8/8/8 w w12b12\n");
    assert_eq!(good(&["apply", "j", "A5", "D2"]), "4w3/8/8/1b6 w w11b11\n");
    assert_eq!(good(&["apply", "j", "--position", "4w3/8/8/8 b w11b12", "D2"]), "4w3/8/8/1b6 w w11b11\n");
    let start = good(&["start", "sight-reduction", "--seed", "7"]);
    assert_eq!(good(&["apply", "sight-reduction", "--seed", "7"]), start);
    let moves = good(&["moves", "sight-reduction", "--seed", "7"]);
    let first = moves.lines().next().expect("a start has moves");
    assert_ne!(good(&["apply", "sight-reduction", "--seed", "7", first]), start);
}

#[test]
fn start_takes_seeds_of_the_full_range() {
    assert_eq!(good(&["start", "lines-of-action"]), "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -\n");
    assert_eq!(good(&["start", "sight-reduction"]), good(&["start", "sight-reduction", "--seed", "0"]));
    let last = u64::MAX.to_string();
    assert_ne!(good(&["start", "sight-reduction", "--seed", &last]), good(&["start", "sight-reduction"]));
}

#[test]
fn result_says_outcome_and_reason() {
    assert_eq!(good(&["result", "j", "--position", "8/8/8/8 w w12b12"]), "* -\n");
    assert_eq!(good(&["result", "sight-reduction", "--seed", "3"]), "* -\n");
    let united = "8/8/8/8/8/8/1w6/b1b5 b - -";
    assert_eq!(good(&["result", "lines-of-action", "--position", united]), "1-0 united\n");
}

#[test]
fn show_draws_board_turn_and_reserves() {
    let out = good(&["show", "lines-of-action:first=black", "b1b3", "a3c1"]);
    let lost = registry::rules("lines-of-action").expect("a game").start(0).view(&[]).supplies[0].name;
    for words in ["a   b   c", "(○)", "● Black", &format!("1 {lost}"), "Black to move."] {
        assert!(out.contains(words), "{words} in\n{out}");
    }
    let out = good(&["show", "j", "A5"]);
    for words in ["1   2   3", "A ║", "━━━", "═══", "11 in reserve", "Black to enter a checker."] {
        assert!(out.contains(words), "{words} in\n{out}");
    }
    let out = good(&["show", "stacks-in-action"]);
    assert!(out.contains("│ ●●● │ ●●  │  ●  │"), "{out}");
    let out = good(&["show", "sllim"]);
    assert!(out.contains("│···│ ○ │·●·│"), "{out}");
    let out = good(&["show", "lines-of-action:players=four"]);
    for words in ["○ West", "◎ East", "◉ North", "● South"] {
        assert!(out.contains(words), "{words} in\n{out}");
    }
    let out = good(&["show", "lines-of-action:players=alternating"]);
    assert!(out.contains("○ ◎ White") && !out.contains("West"), "{out}");
    let out = good(&["show", "lines-of-action", "--position", "8/8/8/8/8/8/1w6/b1b5 b - -"]);
    assert!(out.contains("White wins"), "{out}");
}

#[test]
fn perft_gives_the_known_numbers() {
    assert_eq!(good(&["perft", "lines-of-action", "0"]), "1\n");
    assert_eq!(good(&["perft", "lines-of-action", "3"]), "44952\n");
    assert_eq!(good(&["perft", "lines-of-action:setup=scrambled-eggs", "3"]), "32000\n");
    assert_eq!(good(&["perft", "lines-of-action", "1", "--position", "8/8/8/8/8/8/1w6/b1b5 b - -"]), "0\n");
}

#[test]
fn perft_divides_and_shares_without_changing_the_answer() {
    for rules in ["lines-of-action", "j", "stacks-in-action", "sllim:setup=expert", "sight-reduction"] {
        let total = good(&["perft", rules, "3", "--seed", "2"]);
        let divided = good(&["perft", rules, "3", "--seed", "2", "--divide"]);
        let lines: Vec<(&str, u64)> = divided
            .lines()
            .filter_map(|line| line.split_once(": ").map(|(mv, count)| (mv, count.parse().expect("a number"))))
            .collect();
        let (last, moves) = lines.split_last().expect("a total");
        assert_eq!(*last, ("total", total.trim().parse().expect("a number")));
        assert_eq!(moves.iter().map(|(_, count)| count).sum::<u64>(), last.1);
        let listed: Vec<&str> = moves.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(listed.join("\n"), good(&["moves", rules, "--seed", "2"]).trim_end(), "{rules}");
        for threads in ["2", "7", "1024"] {
            assert_eq!(good(&["perft", rules, "3", "--seed", "2", "--threads", threads]), total, "{rules}");
            let shared = good(&["perft", rules, "3", "--seed", "2", "--divide", "--threads", threads]);
            assert_eq!(shared, divided, "{rules}");
        }
    }
    assert_eq!(good(&["perft", "j", "0", "--divide"]), "total: 1\n");
}

#[test]
fn columns_of_values_are_aligned() {
    for game in registry::games() {
        let out = good(&["games", game.info().id]);
        let (_, options) = out.split_once("\nOptions\n").expect("a heading");
        let values = options.lines().filter(|line| line.starts_with("      ") && !line.starts_with("       "));
        let places: Vec<usize> = values.map(|line| 6 + line[6..].find("  ").expect("a gap")).collect();
        let widest = places.iter().max().expect("a value") + 2;
        for line in options.lines().filter(|line| line.starts_with("      ")) {
            assert!(line.is_char_boundary(widest) && !line[widest..].starts_with(' '), "{line:?}");
            assert!(line[..widest].ends_with("  "), "{line:?}");
        }
    }
}
