//! `trace` against the library, for every preset of every game, and against the other commands.

use crate::common::good;
use halfboard_rules::registry;
use serde_json::Value;

const KEYS: [&str; 7] = ["rules", "position", "moves", "move", "next", "result", "reason"];

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap_or_else(|| panic!("{key} is not text in {line}"))
}

fn games(args: &[&str]) -> Vec<Vec<Value>> {
    let out = good(args);
    let mut games = vec![Vec::new()];
    for line in out.lines() {
        // The keys come in their order, which a map would forget.
        let places: Vec<usize> = KEYS.iter().map(|key| line.find(&format!("\"{key}\":")).expect("every key")).collect();
        assert!(places.is_sorted() && line.starts_with("{\"rules\""), "{line}");
        let value: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(value.as_object().expect("an object").len(), KEYS.len());
        let is_last = value["move"].is_null();
        assert_eq!(value["next"].is_null(), is_last, "{line}");
        games.last_mut().expect("one at least").push(value);
        if is_last {
            games.push(Vec::new());
        }
    }
    assert_eq!(games.pop(), Some(Vec::new()), "every game has its last line");
    games
}

#[test]
fn every_preset_is_traced_as_the_library_plays_it() {
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let rules = registry::rules(&preset.rules).expect("a preset");
        // The seed's wrapping is part of what is tested.
        let seed = u64::MAX - 1;
        let games = games(&["trace", &preset.rules, "--seed", &seed.to_string(), "--games", "3", "--plies", "12"]);
        assert_eq!(games.len(), 3, "{}", preset.rules);
        for (index, game) in games.iter().enumerate() {
            let mut session = rules.start(seed.wrapping_add(index as u64));
            for line in game {
                assert_eq!(text(line, "rules"), preset.rules);
                assert_eq!(text(line, "position"), session.position());
                let moves: Vec<&str> =
                    line["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
                assert_eq!(moves, session.moves());
                let ending = session.ending().map_or("* -".to_owned(), |ending| ending.to_string());
                assert_eq!(format!("{} {}", text(line, "result"), text(line, "reason")), ending);
                if !line["move"].is_null() {
                    session.play(text(line, "move")).expect("a legal move");
                    assert_eq!(text(line, "next"), session.position());
                }
            }
            assert!(session.ending().is_some() || game.len() == 13, "{}: stops only at its end", preset.rules);
        }
    }
}

#[test]
fn traces_agree_with_the_other_commands() {
    for rules in ["sight-reduction:solitaire=on", "stacks-in-action"] {
        for game in games(&["trace", rules, "--seed", "4", "--games", "1", "--plies", "20"]) {
            for line in &game {
                let at = ["--position", text(line, "position")];
                let moves: Vec<&str> =
                    line["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
                assert_eq!(good(&["moves", rules, at[0], at[1]]).lines().collect::<Vec<_>>(), moves);
                let result = good(&["result", rules, at[0], at[1]]);
                assert_eq!(result.trim_end(), format!("{} {}", text(line, "result"), text(line, "reason")));
                if let Some(mv) = line["move"].as_str() {
                    assert_eq!(good(&["apply", rules, at[0], at[1], mv]).trim_end(), text(line, "next"));
                }
            }
        }
    }
}

#[test]
fn games_differ_and_come_again() {
    let args = ["trace", "lines-of-action", "--seed", "9", "--games", "4", "--plies", "6"];
    assert_eq!(good(&args), good(&args));
    let games = games(&args);
    assert!(games.iter().all(|game| game.len() == 7));
    assert_ne!(games[0], games[1], "each game has its own moves");
    // The second game of one seed is the first of the next.
    let next = ["trace", "lines-of-action", "--seed", "10", "--games", "1", "--plies", "6"];
    assert_eq!(self::games(&next)[0], games[1]);
    let none = ["trace", "j", "--seed", "9", "--games", "0"];
    assert_eq!(good(&none), "");
}

#[test]
fn whole_games_reach_their_end() {
    let solitaire = games(&["trace", "sight-reduction:solitaire=on", "--seed", "1", "--games", "5"]);
    for game in solitaire {
        let last = game.last().expect("a last line");
        assert!(text(last, "result").starts_with("stuck ") || text(last, "result") == "solved", "{last}");
    }
    let limited = games(&["trace", "j", "--seed", "1", "--games", "1", "--plies", "0"]);
    assert_eq!(limited[0].len(), 1);
    assert_eq!(text(&limited[0][0], "result"), "*");
}
