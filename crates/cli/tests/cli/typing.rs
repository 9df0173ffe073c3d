//! `play` through a pipe: beginnings of words, lists, marks, and what is said about the game at its start.

use crate::common::{self, good, in_a_line, play, run_with};
use halfboard_rules::registry;
use halfboard_text::games;

/// What is printed when these lines are typed, which must end well.
fn typed(args: &[&str], lines: &[&str]) -> String {
    play(args, lines).out
}

fn has(out: &str, words: &[&str]) {
    let line = in_a_line(out);
    for word in words {
        assert!(out.contains(word) || line.contains(word), "{word:?} is not in\n{out}");
    }
}

#[test]
fn a_word_that_begins_several_steps_offers_them() {
    let choice = "'A8' can be: 1) A8v (enter at A8 and push the column) 2) A8h (enter at A8 and push the row)";
    for word in ["A8", "a8", "A8 ...", "A8..."] {
        let choice = choice.replace("A8' can", &format!("{}' can", &word[..2]));
        has(&typed(&["j"], &["A8", word, "2"]), &[&choice, "(after A8h)"]);
        has(&typed(&["j"], &["A8", word, "a8V"]), &[&choice, "(after A8v)"]);
    }
    has(&typed(&["lines-of-action"], &["a", "3"]), &["'a' can be: 1) a2 2) a3 3) a4", "[○]", "1) c2  2) c4  3) c6"]);
    // What was chosen before the word stays chosen.
    let sets = ["sllim", "--position", "3wwbw1/wbbwbwbw/1bwb1bbw/w1wwb1bb b w0b0 w0b0 -"];
    has(&typed(&sets, &["A6 D6 x", "2"]), &["'x' can be: xsC6, xhD5.", "(after A6D6xhD5)"]);
}

#[test]
fn a_word_that_begins_one_step_is_taken() {
    let sets = ["sllim", "--position", "3wwbw1/wbbwbwbw/1bwb1bbw/w1wwb1bb b w0b0 w0b0 -"];
    has(&typed(&sets, &["A6 D6 xs"]), &["(after A6D6xsC6)"]);
    has(&typed(&["sight-reduction:remove=one-or-two", "--seed", "0"], &["B6 do"]), &["(after B6)"]);
}

#[test]
fn the_beginning_of_a_move_is_the_steps_that_it_says() {
    has(
        &typed(&["lines-of-action:setup=parachute"], &["a2-c2", "b2"]),
        &["to drop a white checker", "(after a2c2@b2)"],
    );
    has(&typed(&["stacks-in-action"], &["2b7", "d5"]), &["White to choose where to go", "(after 2B7D5)"]);
    has(&typed(&["lines-of-action"], &["a2a"]), &["(after a2a8)"]);
    has(&typed(&["stacks-in-action"], &["2"]), &["'2' is not a legal move here"]);
}

#[test]
fn a_number_that_is_a_word_is_not_a_place_in_the_list() {
    // One or three can be lifted here: 2 is none of them, although three is the second in the list.
    let position = "8/(bbb)bb2w1(www)/(bb)bb1(www)1w1/b1b1(www)3 b w1b1";
    let out = typed(&["stacks-in-action:move-by=height", "--position", position], &["B1", "moves", "2", "3"]);
    has(
        &out,
        &[
            "Black to choose how many to lift",
            "'2' cannot be chosen now. You can choose: 1, 3, A1, A2, B4.",
            "where to go",
        ],
    );
}

#[test]
fn a_square_that_cannot_be_chosen_is_answered_with_the_reason_and_those_that_can() {
    let out = typed(&["lines-of-action"], &["b8"]);
    let squares = "a2, h2, a3, h3, a4, h4, a5, h5, a6, h6, a7, h7";
    has(&out, &[&format!("b8 holds a black checker: choose a white one. You can choose: {squares}.")]);
    assert!(!out.contains("nearest"), "{out}");
    // The reason is that of the step at which the turn is, whether it was typed in one line or in two.
    let distance =
        "2 checkers are on the line from a2 to b2, so the move is exactly 2 squares, not 1. You can choose: ";
    has(&typed(&["lines-of-action"], &["a2 b2"]), &[distance]);
    has(&typed(&["lines-of-action"], &["A2", "B2"]), &[distance]);
    let out = typed(&["j:free-placement=on"], &["A8", "B3", "b3"]);
    has(&out, &["B3 is occupied, and a checker can push only from the edge. You can choose: "]);
    has(&typed(&["j:free-placement=on"], &["A8", "b9"]), &["'b9' is not a legal move here"]);
    let out = typed(&["lines-of-action:setup=parachute"], &["a2c2", "a3"]);
    has(&out, &["a3 is occupied: choose an empty square. You can choose: a1, b1,", "and 40 more."]);
    // Where there are no squares to choose, that is what is said.
    let pick = ["sight-reduction:setup=fair", "--position", "bwwwwwww/bbwbbbbb/wbwwwwww/bbbwbbbb 2 pick --"];
    let reason = "No square is needed now: Seat 2 to pick a colour. You can choose: ";
    has(&typed(&pick, &["A1"]), &[reason]);
    // A set is chosen by a word of its own; its squares are not refused, but do not say which set is meant.
    let sets = ["sllim", "--position", "3wwbw1/wbbwbwbw/1bwb1bbw/w1wwb1bb b w0b0 w0b0 -"];
    let out = typed(&sets, &["A6 D6", "C6", "A1"]);
    has(
        &out,
        &["'C6' cannot be chosen now. You can choose: xsC6, xhD5.", "A1 is not in a set that can leave: choose "],
    );
}

#[test]
fn long_lists_are_of_what_moves_begin_with() {
    let out = typed(&["sllim"], &["moves", "2"]);
    has(&out, &["A turn can begin with:", "'moves all' lists all 96 moves.", "[○]"]);
    let out = typed(&["sllim"], &["moves all", "96", "moves some"]);
    has(&out, &[" 96) ", "(after ", "Type moves, or moves all"]);
    let out = typed(&["lines-of-action"], &["moves"]);
    has(&out, &["36) "]);
    let out = typed(&["sight-reduction:setup=fair", "--seed", "1"], &["moves all", "undo"]);
    assert!(out.len() > 100_000, "all means all");
}

#[test]
fn hints_mark_what_a_turn_can_begin_with() {
    for (look, mark, key) in [("--color=never", "‹○›", "‹ › can be chosen"), ("--ascii", "<w>", "< > can be chosen")]
    {
        let args = ["sight-reduction", "--seed", "3", look];
        let plain = typed(&args, &["board", "hints", "hints off"]);
        assert!(!plain.contains(mark) && plain.contains("Type hints on, or hints off."), "{plain}");
        let out = typed(&args, &["hints on"]);
        let session = registry::rules("sight-reduction").expect("a game").start(3);
        assert_eq!(out.matches(mark).count(), session.moves().len(), "{out}");
        has(&out, &[key]);
        has(&typed(&args, &["help"]), &[&format!("{key}.")]);
    }
    // In another colour's turn, and in the next game, they stay; on an empty board they would say nothing.
    has(&typed(&["lines-of-action"], &["hints on", "a2c2"]), &["‹○›", "‹●›"]);
    let out = typed(&["j:free-placement=on"], &["hints on", "board"]);
    has(&out, &["half of the board or less"]);
    assert!(!out.contains('‹'), "{out}");
}

#[test]
fn all_squares_of_a_set_are_marked() {
    let sets = ["sllim", "--position", "3wwbw1/wbbwbwbw/1bwb1bbw/w1wwb1bb b w0b0 w0b0 -"];
    let out = typed(&sets, &["A6 D6"]);
    assert_eq!(out.matches("‹●›").count(), 5, "{out}");
    assert_eq!(out.matches("[●]").count(), 1, "{out}");
}

#[test]
fn greetings_credit_and_describe_the_variant() {
    for game in registry::games() {
        let (info, texts) = (game.info(), games::texts(game.info()));
        for (index, preset) in game.presets().into_iter().enumerate() {
            let out = in_a_line(&typed(&[&preset.rules], &["rules"]));
            let (by, text) = (format!("{}, by {}", info.name, texts.designers.en), texts.preset(preset.id));
            let title = match (index, text.designers) {
                (0, _) => by,
                (_, None) => format!("{by} – {}", text.name.en),
                (_, Some(designers)) => format!("{by} – {}, by {}", text.name.en, designers.en),
            };
            let summary = if index == 0 { texts.summary } else { text.summary };
            has(&out, &[&format!("{title} ({}) {}", preset.rules, summary.en)]);
            let (greeting, _) = out.split_once("> rules").expect("a prompt");
            assert_eq!(
                greeting.contains(texts.summary.en),
                index == 0,
                "the plain game's sentence is the plain game's: {out}"
            );
            for option in game.options() {
                has(&out, &[&format!("{}=", option.name)]);
            }
        }
    }
    let parachute = typed(&[], &["2", "Parachute"]);
    has(&parachute, &["3 Parachute, by David Voorhees", "Claude Soucie – Parachute, by David Voorhees"]);
    let own = typed(&["sight-reduction:solitaire=on,target=C4-B7", "--seed", "1"], &["rules"]);
    has(
        &own,
        &["Differences from the standard game: solitaire=on: ", "target=C4-B7: which two checkers must be left: C4-B7"],
    );
}

#[test]
fn nothing_that_is_said_is_wider_than_the_terminal() {
    let lines = ["4", "1", "help", "rules", "moves", "quit"];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let run = run_with(&["play"], input.as_bytes());
    for game in registry::games() {
        let out =
            run.out.clone() + &typed(&[game.info().id], &["rules", "moves", "xyzzy", "resign", "xyzzy", "new", "menu"]);
        for line in out.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    assert!(good(&["games"]).lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn after_the_end_the_menu_comes_back() {
    let path = common::file("menu-again.txt");
    let save = path.to_string_lossy().into_owned();
    let lines = ["A5", "menu", "resign", "menu", "5", "1", "A3A1", "quit"];
    let out = typed(&["j", "--names", "Ann,Ben", "--save", &save], &lines);
    has(&out, &["The game is not over", "White wins: Black resigned.", "Which game?", "Which Sllim?", "(after A3A1)"]);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    assert_eq!(text.matches("[White \"Ann\"]").count(), 2, "{text}");
    assert!(text.contains("[Game \"j\"]") && text.ends_with("1. A3A1 *\n"), "{text}");
    // Other names are needed at a table of four: then the seats' own names do.
    let out = typed(&["j", "--names", "Ann,Ben"], &["resign", "menu", "lines-of-action:players=four"]);
    has(&out, &["West (White) to move", "○ West"]);
    let out = typed(&["j"], &["resign", "menu", "quit"]);
    has(&out, &["Which game?"]);
}

#[test]
fn who_moves_next_is_named_by_seat() {
    let out = typed(&["lines-of-action:players=four,order=pairs-named"], &["a2c2", "h2f2", ">"]);
    has(&out, &["(North moves next)", "(South moves next)", "'>' can be:", "◉ North"]);
}
