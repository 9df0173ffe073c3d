//! `verify` and `generate` with the real binary: proofs and puzzles, good ones and damaged ones.

use crate::common::{file, file_with, good, refused, run, run_with};

const PROOF: &str = "halfboard proof 1\nrules sight-reduction\nposition 8/8/2ww4/5bb1 w play wb\nclaim 0-1 within 2\n\
                     strategy 2\n1 D6 8/8/3w4/5bb1 b play wb\n1 D6 8/8/2w5/5bb1 b play wb\nend\n";

#[test]
fn proofs_are_checked() {
    let path = file_with("proof.txt", PROOF).to_string_lossy().into_owned();
    let out = good(&["verify", &path]);
    assert_eq!(out, format!("{path}: sight-reduction: proven: 0-1 within 2 plies (5 positions)\n"));
    for (old, new, words) in [
        ("0-1", "1-0", "line 6: it is not the winner's turn"),
        ("within 2", "within 1", "line 4: it leads to"),
        ("1 D6 8/8/2w5", "1 D9 8/8/2w5", "line 7: 'D9' is not a legal move"),
        ("halfboard proof 1", "halfboard proof 9", "line 1: expected 'halfboard proof 1', 'halfboard puzzles 1' or"),
        ("end\n", "", "line 8: the proof is cut off"),
        ("strategy 2", "strategy 18446744073709551615", "line 8: a line of a strategy is"),
    ] {
        let path = file_with("damaged-proof.txt", PROOF.replace(old, new)).to_string_lossy().into_owned();
        refused(&run(&["verify", &path]), &[&path, words]);
    }
    refused(&run(&["verify", &path, "--nodes", "2"]), &["no more positions may be looked at"]);
    refused(&run(&["verify", "nowhere.txt"]), &["nowhere.txt: cannot be read"]);
    let run = run_with(&["verify", "-"], PROOF.as_bytes());
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn a_solitaire_that_is_stuck_is_searched_as_far_as_allowed() {
    let rules = "sight-reduction:solitaire=on";
    let text = format!(
        "halfboard proof 1\nrules {rules}\nposition ww6/bb6/3w4/8 w play wb\nclaim stuck 3\nmoves 2\nA1\nB1\nend\n"
    );
    let path = file_with("stuck.txt", &text).to_string_lossy().into_owned();
    assert!(good(&["verify", &path]).contains("proven: stuck 3, and no fewer"));
    let few = good(&["verify", &path, "--nodes", "1"]);
    assert!(few.contains("stuck 3 by this line; that fewer are impossible was not checked"), "{few}");
    let wrong = file_with("not-stuck.txt", text.replace("stuck 3", "stuck 4")).to_string_lossy().into_owned();
    refused(&run(&["verify", &wrong]), &["line 8: the moves end with stuck 3"]);
}

#[test]
fn puzzles_are_made_kept_and_proven_again() {
    let path = file("puzzles.txt");
    let name = path.to_string_lossy().into_owned();
    let make = |count: &'static str, more: &[&str]| {
        run(&[&["generate", "j", "--moves", "2", "--count", count, "--output", &name, "--nodes", "30000"], more]
            .concat())
    };
    let first = make("1", &[]);
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""), "{first:?}");
    refused(&make("2", &[]), &["not empty; use --resume to continue"]);
    refused(&make("2", &["--resume", "--seed", "4"]), &["made by a different command"]);
    let one = std::fs::read_to_string(&path).expect("a file");
    // What was cut off in the middle of a line is made again.
    std::fs::write(&path, &one[..one.len() - 5]).expect("a file");
    assert_eq!(make("2", &["--resume"]).code, Some(0));
    let two = std::fs::read_to_string(&path).expect("a file");
    assert!(two.starts_with(&one) && two.lines().count() == 4, "{two}");
    assert!(good(&["verify", &name]).starts_with(&format!("{name}: 2 puzzles are right")));
    let all = good(&["generate", "j", "--moves", "2", "--count", "2", "--nodes", "30000"]);
    assert_eq!(all, two);
    let damaged =
        file_with("damaged-puzzles.txt", two.replace(" within 3", " within 5")).to_string_lossy().into_owned();
    refused(&run(&["verify", &damaged]), &["line 3", "won within 3 plies already"]);
    refused(&run(&["generate", "sight-reduction:solitaire=on"]), &["a solitaire has no wins"]);
    refused(
        &run(&["generate", "j", "--games", "1", "--moves", "9", "--nodes", "100"]),
        &["found only 0 of 10 puzzles"],
    );
    refused(&run(&["generate", "chess"]), &["there is no game 'chess'"]);
}
