//! `solve` with the real binary: what it prints, what it keeps, and that the verifier believes it.

use crate::common::{self, good, refused, run};
use serde_json::Value;

fn solved(arguments: &[&str]) -> Value {
    let mut words = vec!["solve"];
    words.extend(arguments);
    words.push("--json");
    let out = good(&words);
    let value: Value = serde_json::from_str(&out).expect("one JSON object");
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    let mut wanted = ["rules", "position", "verdict", "distance", "line", "keep", "nodes", "seconds"];
    wanted.sort_unstable();
    assert_eq!(keys, wanted.iter().collect::<Vec<_>>());
    value
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word")).collect()
}

/// The name of a file that is not there.
fn scratch(name: &str) -> String {
    common::file(name).to_string_lossy().into_owned()
}

/// Plays a line and gives the result, as `result` prints it.
fn result_after(value: &Value) -> String {
    let (rules, position) = (value["rules"].as_str().unwrap(), value["position"].as_str().unwrap());
    let mut apply = vec!["apply", rules, "--position", position];
    apply.extend(words(&value["line"]));
    let last = good(&apply);
    good(&["result", rules, "--position", last.trim()])
}

#[test]
fn a_full_board_is_decided_with_all_that_keeps_it_so() {
    let lost = solved(&["sight-reduction", "--seed", "1"]);
    assert_eq!((&lost["verdict"], &lost["distance"]), (&"0-1".into(), &Value::Null));
    assert!(result_after(&lost).starts_with("0-1 no-move"), "{lost}");
    // Who has lost keeps that by every move.
    let moves = good(&["moves", "sight-reduction", "--seed", "1"]);
    assert_eq!(words(&lost["keep"]).len(), moves.lines().count());

    let exact = solved(&["sight-reduction", "--seed", "1", "--distance"]);
    assert_eq!((&exact["verdict"], &exact["distance"]), (&"0-1".into(), &24.into()));
    assert_eq!(words(&exact["line"]).len(), 24);

    let won = solved(&["sight-reduction", "--seed", "3"]);
    assert_eq!(won["verdict"], "1-0");
    assert!(words(&won["keep"]).contains(&words(&won["line"])[0]), "{won}");
    let moves = good(&["moves", "sight-reduction", "--seed", "3"]);
    for mv in moves.lines() {
        let answer = solved(&["sight-reduction", "--seed", "3", "--verdict-only", mv]);
        assert_eq!(answer["verdict"] == "1-0", words(&won["keep"]).contains(&mv), "{mv}: {answer}");
    }
}

#[test]
fn solitaires_come_out_or_leave_what_is_proven() {
    let solved_one = solved(&["sight-reduction:solitaire=on", "--seed", "3"]);
    assert_eq!((&solved_one["verdict"], &solved_one["distance"]), (&"solved".into(), &30.into()));
    assert!(result_after(&solved_one).starts_with("solved"), "{solved_one}");
    let stuck = solved(&["sight-reduction:solitaire=on", "--seed", "7"]);
    assert_eq!(stuck["verdict"], "stuck 3");
    assert!(result_after(&stuck).starts_with("stuck 3"), "{stuck}");
    let out = good(&["solve", "sight-reduction:solitaire=on", "--seed", "3"]);
    let out = common::in_a_line(&out);
    assert!(out.contains("It can be solved, proven.") && out.contains("simple players fail"), "{out}");
}

#[test]
fn proofs_are_believed_by_the_verifier() {
    for (rules, position, name) in [
        ("sight-reduction", "8/2wwb3/2wbb3/3ww3 w play wb", "two.proof"),
        ("sight-reduction:solitaire=on", "8/2wwb3/2wbb3/3ww3 w play wb", "alone.proof"),
        ("j", "1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4", "j.proof"),
    ] {
        let file = scratch(name);
        let answer = solved(&[rules, "--position", position, "--proof", &file]);
        let believed = good(&["verify", &file]);
        let verdict = answer["verdict"].as_str().unwrap();
        assert!(believed.contains("proven") && believed.contains(verdict), "{verdict}: {believed}");
    }
}

#[test]
fn what_is_stopped_is_unknown_and_can_be_gone_on_with() {
    assert_eq!(solved(&["lines-of-action", "--nodes", "100"])["verdict"], "unknown");
    assert_eq!(solved(&["sight-reduction", "--seed", "1", "--nodes", "5"])["verdict"], "unknown");
    let file = scratch("fair.saved");
    let fair = ["sight-reduction:setup=fair", "--seed", "3"];
    let stopped = solved(&[&fair[..], &["--movetime", "300", "--save", &file]].concat());
    assert_ne!(stopped["verdict"], "seat-2");
    let kept = std::fs::read_to_string(&file).expect("it was kept");
    let known = |text: &str| text.lines().nth(1).expect("a line").bytes().filter(|&byte| byte != b'.').count();
    // Something was found out, or the machine is very slow; nothing of it is lost by going on.
    solved(&[&fair[..], &["--movetime", "300", "--save", &file]].concat());
    let later = std::fs::read_to_string(&file).expect("it was kept");
    assert!(known(&later) >= known(&kept), "{} {}", known(&kept), known(&later));
    assert_eq!(solved(&[&fair[..], &["--verdict-only", "--save", &file]].concat())["verdict"], "seat-1");
    std::fs::write(&file, &later[..later.len() / 2]).expect("a file");
    refused(&run(&[&["solve"], &fair[..], &["--save", &file]].concat()), &["damaged"]);
    assert_eq!(std::fs::read_to_string(&file).expect("it is still there").len(), later.len() / 2);
    let other = run(&["solve", "sight-reduction:setup=fair", "--seed", "4", "--save", &file]);
    refused(&other, &["not saved for this position"]);
}

/// A proof that cannot be had is said so, after the answer.
#[test]
fn no_proof_is_no_silence() {
    let file = scratch("none.proof");
    let over = ["solve", "sight-reduction", "--position", "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw w play wb"];
    let told = run(&[&over[..], &["--proof", &file]].concat());
    assert!(told.code == Some(2) && told.out.contains("0-1") && told.err.contains("the game is over"), "{told:?}");
    let told = run(&["solve", "j", "--nodes", "100", "--proof", &file]);
    assert!(told.code == Some(2) && told.err.contains("nothing is proven"), "{told:?}");
    refused(&run(&["solve", "j", "--proof", env!("CARGO_TARGET_TMPDIR")]), &["is a folder"]);
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn a_game_that_is_over_needs_no_solver() {
    let over = solved(&["sight-reduction", "--position", "wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw w play wb"]);
    assert_eq!((&over["verdict"], &over["distance"]), (&"0-1".into(), &0.into()));
    assert!(words(&over["line"]).is_empty() && words(&over["keep"]).is_empty());
}

#[test]
fn a_solitaire_has_a_number() {
    let file = scratch("solitaires.txt");
    let rules = "sight-reduction:solitaire=on";
    let out = good(&["generate", rules, "--kind", "solitaire", "--grade", "hard", "--number", "4", "--output", &file]);
    assert!(out.contains("1 puzzles"), "{out}");
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("\n4 | hard | sight-reduction:solitaire=on | seed 3013964819 | solved | "), "{text}");
    assert!(good(&["verify", &file]).contains("1 solitaires"));
    std::fs::write(&file, text.replace("seed 3", "seed 2")).expect("a file");
    refused(&run(&["verify", &file]), &["line 3: number 4 is the board of seed 3013964819"]);
    refused(&run(&["generate", "j", "--kind", "solitaire"]), &["sight-reduction with solitaire=on"]);
}
