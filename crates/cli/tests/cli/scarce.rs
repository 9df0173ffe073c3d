//! Memory and threads that cannot be had: an error that says so, or fewer of them, and never a crash.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::{Run, command, good, in_a_line, refused};

/// The binary with so many KiB of memory and no more.
fn within(kibibytes: u32, args: &[&str]) -> Command {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_halfboard")]).args(args).env_remove("COLUMNS");
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

fn run_within(kibibytes: u32, args: &[&str], input: &str) -> Run {
    let mut child = within(kibibytes, args).spawn().expect("a shell");
    // A command that does not read its input may end before it is written.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

const ENOUGH: u32 = 500_000;

#[test]
fn a_table_that_is_too_large_is_an_error() {
    let words = ["cannot allocate 4096 MiB of memory for the search"];
    for args in [
        &["analyse", "j", "--depth", "1"][..],
        &["hint", "j", "--depth", "1"],
        &["bench", "--depth", "1"],
        &["arena", "j", "random", "engine", "--games", "2", "--depth", "1"],
    ] {
        refused(&run_within(ENOUGH, &[args, &["--hash", "4096"]].concat(), ""), &words);
        let run = run_within(ENOUGH, &[args, &["--hash", "8"]].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}: {run:?}");
    }
    refused(&run_within(ENOUGH, &["arena", "j", "random", "engine:hash=4096", "--games", "2"], ""), &words);
}

#[test]
fn ugi_keeps_its_table_when_another_cannot_be_had() {
    let mut child = within(ENOUGH, &["ugi"]).spawn().expect("a shell");
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let mut ask = |order: &str, last: &str| -> Vec<String> {
        writeln!(input, "{order}").expect("it listens");
        let mut heard = Vec::new();
        while !heard.last().is_some_and(|line: &String| line.starts_with(last)) {
            heard.push(lines.next().expect("an answer"));
        }
        heard
    };
    let nodes = |heard: &[String]| -> u64 {
        let words = heard[heard.len() - 2].split(' ').skip_while(|word| *word != "nodes");
        words.skip(1).find_map(|word| word.parse().ok()).expect("a number")
    };
    ask("setoption name Hash value 2\nisready", "readyok");
    let first = nodes(&ask("go depth 5", "bestmove"));
    let refusal = ask("setoption name Hash value 4096", "info string error");
    assert_eq!(refusal, ["info string error option Hash: cannot allocate 4096 MiB of memory for the search; try less"]);
    // What the first search left in the table saves the second one work.
    let second = nodes(&ask("go depth 5", "bestmove"));
    assert!(second < first, "{second} after {first}");
    ask("setoption name Hash value 3\nsetoption name Hash value 2\nisready", "readyok");
    assert_eq!(nodes(&ask("go depth 5", "bestmove")), first, "a new table is empty");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

/// Kibibytes in which the program itself fits, and not 16 MiB more. It is large, since it holds a server and two databases.
const BARELY: u32 = 56_000;

#[test]
fn play_goes_on_without_advice() {
    let run = run_within(BARELY, &["play", "j"], "hint\nA5\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    let said = in_a_line(&run.out);
    assert!(said.contains("cannot allocate 16 MiB of memory for the search") && said.contains("(after A5)"), "{said}");
    refused(&run_within(BARELY, &["play", "j", "--against", "1"], ""), &["16 MiB of memory for the search"]);
}

/// A stack of more than the address space makes every thread but the first one fail.
#[test]
fn without_threads_one_searches_alone() {
    let args = ["analyse", "lines-of-action", "--depth", "4", "--json"];
    let more = [&args[..], &["--threads", "4"]].concat();
    let output = command().args(more).env("RUST_MIN_STACK", (1_u64 << 47).to_string()).output().expect("it runs");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
    let answer = |text: &str| {
        let mut answer: serde_json::Value = serde_json::from_str(text).expect("an object");
        answer["seconds"].take();
        answer
    };
    assert_eq!(answer(&String::from_utf8_lossy(&output.stdout)), answer(&good(&args)));
}
