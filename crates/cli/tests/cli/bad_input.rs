//! Bad input of every kind: exit code 2, nothing on standard output, a line or two that say what would be valid.

use crate::common::{self, command, file, file_with, refused, run, run_with};

#[test]
fn wrong_rules_name_what_is_valid() {
    for command in ["moves", "show", "apply", "start", "result", "play"] {
        refused(&run(&[command, "chess"]), &["'chess'", "lines-of-action", "sllim"]);
        refused(&run(&[command, "j:sides=any"]), &["'sides'", "long-sides"]);
        refused(&run(&[command, "j:long-sides=all"]), &["'all'", "any"]);
    }
    refused(&run(&["perft", "", "1"]), &["''", "stacks-in-action"]);
    refused(&run(&["trace", "j:", "--seed", "1", "--games", "1"]), &["option=value"]);
    refused(&run(&["games", "go"]), &["'go'", "sight-reduction"]);
    refused(&run(&["moves", "j:first=black,first=black"]), &["first", "twice"]);
}

#[test]
fn wrong_positions_say_where() {
    for command in ["moves", "show", "apply", "result", "play"] {
        let run = run(&[command, "j", "--position", "8/8/8/7x w w12b12"]);
        refused(&run, &["position, character 8", "'x'", "w, b"]);
    }
    refused(&run(&["perft", "j", "2", "--position", ""]), &["position", "valid"]);
    refused(&run(&["moves", "j", "--position", "8/8/8/8 w w12b12", "--seed", "1"]), &["--position", "--seed"]);
}

#[test]
fn wrong_moves_name_their_neighbours() {
    refused(&run(&["apply", "lines-of-action", "a2c3"]), &["'a2c3'", "a2c2", "36 legal moves"]);
    refused(&run(&["apply", "lines-of-action", "a2c2", "b1-b3"]), &["move 2 of 2", "'b1-b3'", "b1b3"]);
    refused(&run(&["show", "sllim", "A1A2"]), &["'A1A2'", "legal moves"]);
    let over = ["apply", "lines-of-action", "--position", "8/8/8/8/8/8/1w6/b1b5 b - -", "a1a2"];
    refused(&run(&over), &["game is over", "1-0 united"]);
}

#[test]
fn wrong_usage_is_short() {
    let record = run(&["record"]);
    assert_eq!((record.code, record.out.as_str()), (Some(2), ""), "{record:?}");
    assert!(["Usage: halfboard record", "convert"].iter().all(|words| record.err.contains(words)), "{record:?}");
    refused(&run(&["moves"]), &["<RULES>", "usage: halfboard moves"]);
    refused(&run(&["shout"]), &["unknown command 'shout'", "games, show, draw", "help; usage: halfboard"]);
    refused(&run(&["record", "shout"]), &["unknown command 'shout'", "check, convert; usage: halfboard record"]);
    refused(&run(&["help", "shout"]), &["unknown command 'shout'", "of 'halfboard' are games, show, draw"]);
    refused(
        &run(&["help", "record", "shout"]),
        &["unknown command 'shout'", "of 'halfboard record' are check, convert"],
    );
    refused(&run(&["help", "man", "shout"]), &["unknown command 'shout'", "'halfboard man' has no commands"]);
    refused(&run(&["moves", "j", "--speed"]), &["--speed"]);
    refused(&run(&["perft", "j"]), &["<DEPTH>"]);
    refused(&run(&["trace", "j"]), &["--seed", "--games"]);
    refused(&run(&["record", "check"]), &["<FILE>"]);
    refused(&run(&["completions", "dos"]), &["'dos'", "bash", "fish"]);
    refused(&run(&["--color", "mauve", "games"]), &["'mauve'", "auto", "never"]);
    refused(&run(&["play", "--resume", "x", "j"]), &["--resume"]);
    refused(&run(&["play", "j", "--names", "Ann"]), &["--names", "White, Black"]);
}

#[test]
fn wrong_numbers_say_the_range() {
    let any = "a whole number from 0 to 18446744073709551615";
    for bad in
        ["-1", "+5", "0x10", "1e3", "1.5", "", " 1", "two", "18446744073709551616", "99999999999999999999", "\u{663}"]
    {
        let quoted = format!("'{bad}'");
        let quoted = if bad.is_empty() { "--seed" } else { &quoted };
        for command in ["start", "moves", "show", "apply", "result", "play"] {
            refused(&run(&[command, "j", "--seed", bad]), &[quoted, any]);
        }
        refused(&run(&["start", "j", &format!("--seed={bad}")]), &["--seed"]);
        refused(&run(&["trace", "j", "--seed", bad, "--games", "1"]), &["--seed", any]);
        refused(&run(&["trace", "j", "--seed", "1", "--games", bad]), &["--games", any]);
        refused(&run(&["trace", "j", "--seed", "1", "--games", "1", "--plies", bad]), &["--plies", any]);
        refused(&run(&["perft", "j", bad]), &["<DEPTH>", "a whole number from 0 to 200"]);
        refused(&run(&["perft", "j", "2", "--threads", bad]), &["--threads", "a whole number from 1 to 1024"]);
    }
    refused(&run(&["perft", "j", "201"]), &["a whole number from 0 to 200"]);
    refused(&run(&["perft", "j", "2", "--threads", "0"]), &["a whole number from 1 to 1024"]);
    refused(&run(&["perft", "j", "2", "--threads", "1025"]), &["a whole number from 1 to 1024"]);
}

#[test]
fn a_flood_of_text_is_answered_in_one_short_line() {
    let long = "x".repeat(100_000);
    let run = run(&["apply", "j", &long]);
    refused(&run, &["xxx", "legal moves"]);
    assert!(run.err.len() < 3000, "{}", run.err.len());
    refused(&common::run(&["moves", "j\n\u{1b}[31m"]), &["j\\n\\u{1b}[31m"]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"j\xff");
    refused(&run(&[OsStr::new("moves"), bad]), &["UTF-8"]);
    refused(&run(&[OsStr::new("moves"), OsStr::new("j"), OsStr::new("--position"), bad]), &["UTF-8"]);
    refused(&run(&[OsStr::new("record"), OsStr::new("check"), bad]), &["cannot be read"]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let missing = file("missing.txt");
    let folder = env!("CARGO_TARGET_TMPDIR");
    for args in [["record", "check"], ["record", "convert"]] {
        let with = |path: &str| run(&[args[0], args[1], path]);
        refused(&with(&missing.to_string_lossy()), &["missing.txt", "cannot be read"]);
        refused(&with(folder), &[folder, "cannot be read"]);
        let strict = |path: &str| run(&[args[0], args[1], "--strict", path]);
        let latin = file_with(&format!("latin-{}.txt", args[1]), b"[Game \"j\"]\n[White \"Andr\xe9\"]\n\n*\n");
        refused(&strict(&latin.to_string_lossy()), &["line 2", "UTF-8"]);
        assert_eq!(with(&latin.to_string_lossy()).code, Some(0));
        let empty = file_with(&format!("empty-{}.txt", args[1]), "");
        refused(&strict(&empty.to_string_lossy()), &["empty-", "game 1", "[Game"]);
        let none = with(&empty.to_string_lossy());
        assert!(none.code == Some(1) && none.err.contains("there is no game"), "{}", none.err);
    }
    refused(&run(&["play", "--resume", &missing.to_string_lossy()]), &["missing.txt"]);
    refused(&run_with(&["record", "check", "--strict", "-"], b"\xff\xfe"), &["-: line 1", "UTF-8"]);
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let record = file_with("writable.txt", "[Game \"j\"]\n\n1. A5 *\n");
    let record = record.to_string_lossy();
    let nowhere = file("no-such-folder").join("out.txt");
    let nowhere = nowhere.to_string_lossy();
    refused(&run(&["record", "convert", &record, "--output", &nowhere]), &["out.txt", "cannot be written"]);
    refused(&run(&["play", "j", "--save", &nowhere]), &["out.txt", "cannot be written"]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    refused(&run(&["record", "convert", &record, "--output", folder]), &[folder, "cannot be written"]);
    refused(&run(&["play", "j", "--save", folder]), &[folder]);
    refused(&run(&["play", "j", "--save", "-"]), &["not a file", "game.txt"]);
    let other = file_with("not-a-record.txt", "shopping list\n");
    refused(&run(&["play", "j", "--save", &other.to_string_lossy()]), &["not-a-record.txt", "game 1"]);
    assert_eq!(std::fs::read_to_string(&other).expect("it is still there"), "shopping list\n");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in
        [&["trace", "j", "--seed", "1", "--games", "1000000"][..], &["moves", "sllim"], &["play", "j"], &["man"]]
    {
        let mut child = command().args(args).spawn().expect("the binary starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["moves", "j"][..], &["trace", "j", "--seed", "1", "--games", "1"], &["--help"], &["perft", "j", "2"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = command().args(args).stdout(std::process::Stdio::from(full)).output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"), "{args:?}");
    }
}
