//! `record check` and `record convert`.

use crate::common::{self, file, file_with, good, refused, run, run_with};

const J: &str = "[Game \"j\"]\n[White \"Ann\"]\n[Result \"*\"]\n\n1. A5 D2 {a thought} 2. B8 *\n";
const LINES: &str = "[Game \"lines-of-action\"]\n[Result \"0-1\"]\n[Reason \"resigned\"]\n\n1. a2c2 b1-b3 0-1\n";

#[test]
fn check_prints_a_line_for_each_game() {
    let one = file_with("check-one.txt", J);
    let two = file_with("check-two.txt", format!("{LINES}\n{J}"));
    let out = good(&["record".as_ref(), "check".as_ref(), one.as_os_str(), two.as_os_str()]);
    let (one, two) = (one.display(), two.display());
    let expected = [
        format!("{one}: game 1: j, 3 plies, * -"),
        format!("{two}: game 1: lines-of-action, 2 plies, 0-1 resigned"),
        format!("{two}: game 2: j, 3 plies, * -"),
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    let run = run_with(&["record", "check", "-"], J.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (Some(0), "-: game 1: j, 3 plies, * -\n"));
}

#[test]
fn check_says_exactly_where_a_record_is_wrong() {
    let bad = format!("{J}\n[Game \"lines-of-action\"]\n\n1. a2c2\nb1b4 *\n");
    let good_file = file_with("where-good.txt", J);
    let bad_file = file_with("where-bad.txt", bad);
    let (good, bad) = (good_file.to_string_lossy(), bad_file.to_string_lossy());
    let strict = run(&["record", "check", "--strict", &*good, &*bad]);
    refused(&strict, &["where-bad.txt", "game 2", "line 10", "ply 2", "'b1b4'", "b1b3"]);
    let lenient = run(&["record", "check", &*good, &*bad]);
    assert_eq!(lenient.code, Some(1));
    assert_eq!(lenient.out, format!("{good}: game 1: j, 3 plies, * -\n{bad}: game 1: j, 3 plies, * -\n"));
    for part in ["where-bad.txt: game 2, line 10, ply 2", "'b1b4'", "1 not valid, 2 games are valid"] {
        assert!(lenient.err.contains(part), "{}", lenient.err);
    }
    let missing = file("where-missing.txt");
    let both = common::run(&["record".as_ref(), "check".as_ref(), missing.as_os_str(), bad_file.as_os_str()]);
    assert_eq!((both.code, both.out.lines().count()), (Some(2), 1));
    assert!(both.err.contains("where-missing.txt") && both.err.contains("where-bad.txt"), "{}", both.err);
}

#[test]
fn other_programs_games_are_read_and_written_exactly() {
    let wild = b" (;GaMe[9] SU[LOA]PB[Jorge G\xf3mez] ;B[B1- B3 ] ;W[Resigns])\n(;GM[9];B[b1-b4])\n(;B[c1-c3])";
    let wild = file_with("wild.sgf", wild);
    let wild = wild.to_string_lossy();
    let converted = run(&["record", "convert", &*wild, "--to", "sgf"]);
    assert_eq!(converted.code, Some(1), "{}", converted.err);
    assert!(converted.out.contains("PB[Jorge Gómez]") && converted.out.contains(";B[b1-b3]"), "{}", converted.out);
    assert!(converted.err.contains("game 2, line 2") && converted.err.contains("1 not valid, 2 games are valid"));
    let exact = file_with("wild-exact.sgf", &converted.out);
    good(&["record", "check", "--strict", &*exact.to_string_lossy()]);
    refused(&run(&["record", "convert", "--strict", &*wild]), &["wild.sgf", "UTF-8"]);
    let actions = run_with(&["record", "convert", "-", "--from", "openspiel"], b"162 b1-b3\n162\n");
    assert_eq!(actions.code, Some(1));
    assert!(actions.out.contains("stuck=loses,repetition=second") && actions.out.contains("1. b1b3 *"));
    refused(&run_with(&["record", "convert", "-", "--from", "chess"], b""), &["little-golem", "openspiel"]);
}

#[test]
fn convert_tidies_and_is_then_stable() {
    let source = file_with("convert-source.txt", format!("{LINES}\n{J}"));
    let once = good(&["record".as_ref(), "convert".as_ref(), source.as_os_str()]);
    assert!(once.contains("1. a2c2 b1b3 0-1") && once.contains("{a thought}") && once.contains("\"Ann\""), "{once}");
    let output = file("convert-output.txt");
    let args = ["record".as_ref(), "convert".as_ref(), source.as_os_str(), "--output".as_ref(), output.as_os_str()];
    assert_eq!(good(&args), "");
    assert_eq!(std::fs::read_to_string(&output).expect("it was written"), once);
    assert_eq!(good(&["record".as_ref(), "convert".as_ref(), output.as_os_str()]), once);
    let run = run_with(&["record", "convert", "-"], once.as_bytes());
    assert_eq!(run.out, once);
}

#[test]
fn convert_to_sgf_and_back_keeps_the_game() {
    let source = file_with("sgf-source.txt", LINES);
    let sgf = good(&["record".as_ref(), "convert".as_ref(), source.as_os_str(), "--to".as_ref(), "sgf".as_ref()]);
    assert!(sgf.trim_start().starts_with('(') && sgf.contains("GM[9]"), "{sgf}");
    let sgf_file = file_with("sgf-game.sgf", &sgf);
    let back = good(&["record".as_ref(), "convert".as_ref(), sgf_file.as_os_str()]);
    assert!(back.contains("1. a2c2 b1b3 0-1"), "{back}");
    let checked = good(&["record".as_ref(), "check".as_ref(), sgf_file.as_os_str()]);
    assert!(checked.contains("game 1: lines-of-action, 2 plies, 0-1"), "{checked}");
    let other = file_with("sgf-other.txt", J);
    let run = run(&["record".as_ref(), "convert".as_ref(), other.as_os_str(), "--to".as_ref(), "sgf".as_ref()]);
    refused(&run, &["sgf-other.txt"]);
}

#[cfg(unix)]
#[test]
fn output_through_a_link_replaces_the_file_behind_it() {
    let source = file_with("link-source.txt", J);
    let target = file_with("link-target.txt", "old");
    let link = file("link-link.txt");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    good(&["record".as_ref(), "convert".as_ref(), source.as_os_str(), "--output".as_ref(), link.as_os_str()]);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&target).expect("still there").starts_with("[Game \"j\"]"));
    let device = good(&["record", "convert", &source.to_string_lossy(), "--output", "/dev/null"]);
    assert_eq!(device, "");
    assert!(!std::fs::metadata("/dev/null").expect("still there").is_file(), "a device is written to, not replaced");
}
