//! `analyse`, `hint` and `bench`: what they print on every game, when the game is over, and what they refuse.

use crate::common::{good, in_a_line, refused, run};
use halfboard_rules::registry;
use serde_json::Value;

const OVER: &str = "8/8/8/8/8/8/1w6/b1b5 b - -";
/// White wins by c1b2.
const WINNING: &str = "b6b/8/8/8/8/8/8/w1w5 w - -";

fn json(args: &[&str]) -> Value {
    let out = good(args);
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("one object")
}

#[test]
fn json_has_lines_of_legal_moves_for_every_preset() {
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        let rules = preset.rules.as_str();
        let answer = json(&["analyse", rules, "--nodes", "1500", "--lines", "3", "--hash", "1", "--json"]);
        let keys: Vec<&str> = answer.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys.len(), 6, "{keys:?}");
        for key in ["rules", "position", "depth", "nodes", "seconds", "lines"] {
            assert!(keys.contains(&key), "{key}");
        }
        assert_eq!(answer["rules"], rules);
        assert_eq!(answer["position"].as_str().map(|position| format!("{position}\n")), Some(good(&["start", rules])));
        assert!(answer["depth"].is_u64() && answer["nodes"].is_u64() && answer["seconds"].is_f64(), "{answer}");
        let lines = answer["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3, "{rules}");
        for line in lines {
            assert_eq!(line.as_object().map(serde_json::Map::len), Some(4), "{line}");
            assert!(line["value"].is_number() ^ line["proof"].is_string(), "{line}");
            assert!(line["value"].is_null() ^ line["proof"].is_null(), "{line}");
            assert_eq!(line["move"], line["pv"][0], "{line}");
            let mut session = registry::rules(rules).expect("a preset").start(0);
            for mv in line["pv"].as_array().expect("moves") {
                session.play(mv.as_str().expect("text")).expect("a line of legal moves");
            }
        }
        assert_ne!(lines[0]["move"], lines[1]["move"], "{rules}");
    }
}

#[test]
fn text_has_a_line_a_move_for_every_game() {
    for game in registry::games() {
        let rules = game.info().id;
        let out = good(&["analyse", rules, "--depth", "2", "--lines", "2"]);
        assert!(out.contains("Depth 2, ") && out.contains(" nodes in "), "{out}");
        assert!(out.matches("(estimated)").count() == 2, "{out}");
        let again = good(&["analyse", rules, "--depth", "2", "--lines", "2"]);
        let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&out), lines(&again), "one thread is deterministic");
        let hint = good(&["hint", rules, "--depth", "2", "--threads", "2"]);
        assert!(hint.contains("\n  1. ") && hint.contains("estimate"), "{hint}");
    }
}

#[test]
fn what_is_proven_is_told_as_such() {
    let args = ["analyse", "lines-of-action", "--position", WINNING, "--depth", "3"];
    let out = good(&args);
    assert!(out.contains("c1b2  win in 1 (proven)"), "{out}");
    let answer = json(&[&args[..], &["--json"]].concat());
    assert_eq!(answer["lines"][0]["proof"], "win in 1");
    assert!(answer["lines"][0]["value"].is_null());
    let hint = good(&["hint", "lines-of-action", "--position", WINNING, "--depth", "3"]);
    assert_eq!(hint, "White to move: c1b2\n  1. from c1\n  2. to b2\nWins immediately.\n");
}

#[test]
fn moves_are_played_first_and_positions_taken() {
    let answer = json(&["analyse", "j", "A5", "D2", "--depth", "1", "--json"]);
    assert_eq!(answer["position"], "4w3/8/8/1b6 w w11b11");
    let answer = json(&["analyse", "sight-reduction", "--seed", "7", "--depth", "1", "--json"]);
    let start = good(&["start", "sight-reduction", "--seed", "7"]);
    assert_eq!(answer["position"], start.trim_end());
}

#[test]
fn a_game_that_is_over_has_a_result_and_no_lines() {
    let args = ["analyse", "lines-of-action", "--position", OVER];
    let won = "White wins: its checkers form one group.\n";
    assert_eq!(good(&args), won);
    assert_eq!(good(&["hint", "lines-of-action", "--position", OVER]), won);
    let answer = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&answer["lines"], &answer["position"]), (&serde_json::json!([]), &serde_json::json!(OVER)));
    let repeated = ["a2c2", "b1b3", "c2a2", "b3b1", "a2c2", "b1b3", "c2a2", "b3b1"];
    let out = good(&[&["analyse", "lines-of-action"][..], &repeated].concat());
    assert!(out.starts_with("Draw: "), "{out}");
}

/// The flags of every search, with the greatest number that they take.
const FLAGS: [(&str, &str); 6] = [
    ("--movetime", "1000000000"),
    ("--depth", "90"),
    ("--nodes", "18446744073709551615"),
    ("--threads", "256"),
    ("--hash", "4096"),
    ("--lines", "256"),
];

/// What the help of a command says about a flag; the default may differ.
fn described(command: &str, flag: &str) -> Option<String> {
    let help = good(&[command, "--help"]);
    let line = help.lines().find(|line| line.trim_start().starts_with(&format!("{flag} ")))?;
    let words: Vec<&str> = line.split_whitespace().take_while(|word| *word != "[default:").collect();
    Some(words.join(" "))
}

#[test]
fn flags_are_described_alike_or_it_is_said_why_not() {
    for (flag, _) in FLAGS {
        let words = described("analyse", flag);
        assert!(words.as_ref().is_some_and(|words| words.len() > flag.len() + 10), "{flag}: {words:?}");
        for command in ["hint", "bench", "arena"] {
            if (command, flag) != ("arena", "--lines") {
                assert_eq!(described(command, flag), words, "{command}");
            }
        }
    }
    for (command, why) in
        [("arena", "There is no --lines: "), ("ugi", "There are no flags: "), ("play", "no flags for that")]
    {
        let help = in_a_line(&good(&[command, "--help"]));
        assert!(help.contains(why), "{command}: {help}");
    }
}

#[test]
fn bad_flags_say_what_is_valid() {
    for words in [&["analyse", "j"][..], &["hint", "j"], &["bench"], &["arena", "j", "engine", "engine"]] {
        for (flag, most) in FLAGS.iter().filter(|(flag, _)| words[0] != "arena" || *flag != "--lines") {
            let one_more = most.parse().ok().and_then(|most: u64| most.checked_add(1));
            let one_more = one_more.map_or("18446744073709551616".to_owned(), |number| number.to_string());
            for bad in ["0", "-1", "x", "1.5", "", &one_more] {
                let run = run(&[words, &[flag, bad]].concat());
                refused(&run, &[flag, &format!("a whole number from 1 to {most}")]);
            }
        }
    }
    for command in ["analyse", "hint"] {
        refused(&run(&[command, "chess"]), &["'chess'", "lines-of-action"]);
        refused(&run(&[command, "j", "A9"]), &["'A9'", "legal moves"]);
        refused(&run(&[command, "j", "--position", "8/8/8/7x w w12b12"]), &["position, character 8"]);
    }
    refused(&run(&["bench", "j"]), &["'j'", "usage: halfboard bench"]);
    refused(&run(&["ugi", "j"]), &["'j'", "usage: halfboard ugi"]);
}

/// Nodes of `halfboard bench --depth 3 --hash 4`. A change of it comes with a new number of `halfboard bench` in
/// `docs/strength.md`.
const BENCH_NODES: u64 = 30_149;

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let total = || {
        let out = good(&["bench", "--depth", "3", "--hash", "4"]);
        for game in registry::games() {
            assert!(out.contains(game.info().id), "{out}");
        }
        let lines: Vec<&str> = out.lines().collect();
        let [.., total, speed] = &lines[..] else { panic!("{out}") };
        assert!(speed.starts_with("total nodes/s: "), "{out}");
        let nodes: u64 = total.strip_prefix("total nodes: ").and_then(|nodes| nodes.parse().ok()).expect("a number");
        let each = lines.iter().filter_map(|line| line.split_once(" nodes  "));
        let sum = each.filter_map(|(start, _)| start.split_whitespace().nth(1)).filter_map(|n| n.parse::<u64>().ok());
        assert_eq!(sum.sum::<u64>(), nodes, "{out}");
        nodes
    };
    // Changes of the search that should not change what is searched are told from others by this number.
    assert_eq!(total(), BENCH_NODES);
    assert_eq!(total(), total());
}
