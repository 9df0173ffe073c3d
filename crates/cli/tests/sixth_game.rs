//! The sixth game in the real binary: it is listed, played, analysed and matched without any code of its own here.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the binary with arguments and input, and returns its standard output.
fn run(args: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfboard"));
    command.args(args).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES").env("HALFBOARD_TABLES", "off");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("the input is read");
    let output = child.wait_with_output().expect("the binary ends");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn is_listed_with_its_options() {
    assert!(run(&["games"], "").contains("crowd"));
    let described = run(&["games", "crowd"], "");
    assert!(described.contains("orthogonal") && described.contains("Three on a diagonal are allowed."), "{described}");
}

#[test]
fn is_played_at_the_terminal() {
    // Two people; White tries to make three in a row and is told why not.
    let shown = run(&["play", "crowd"], "A1\nD1\nA2\nD2\nA3\nB5\nquit\n");
    assert!(shown.contains("A3 would make three in a row with A1 and A2."), "{shown}");
    let german = run(&["--lang", "de", "play", "crowd"], "A1\nD1\nA2\nD2\nA3\nquit\n");
    assert!(german.contains("A3 ergäbe mit A1 und A2 drei in einer Reihe."), "{german}");
}

#[test]
fn is_analysed_and_matched() {
    let analysis = run(&["analyse", "crowd", "--depth", "4", "--json"], "");
    assert!(analysis.contains(r#""rules":"crowd""#) && analysis.contains(r#""pv":["#), "{analysis}");
    let result = run(&["arena", "crowd", "level:4", "random", "--games", "4"], "");
    assert!(result.contains("games: 4") && result.contains("no-move 4"), "{result}");
}
