//! Runs the real binary: what the tests of every command share. Files go to a folder of the build.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// The binary, without colours, widths, language and tables from the environment.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfboard"));
    // No test keeps games among the user's own, and servers started at once must not share a file.
    command.env("HALFBOARD_DATABASE", "none");
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.env_remove("NO_COLOR").env_remove("COLUMNS").env("HALFBOARD_TABLES", "off");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with arguments and no input.
pub(crate) fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    run_with(args, b"")
}

/// Runs with arguments and input.
pub(crate) fn run_with<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Run {
    let mut child = command().args(args).stdin(Stdio::piped()).spawn().expect("the binary starts");
    // A command that does not read its input may end before it is written.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("the binary ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
    }
}

/// Standard output of a run that must succeed and say nothing on standard error.
pub(crate) fn good<S: AsRef<OsStr> + std::fmt::Debug>(args: &[S]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}: {run:?}");
    run.out
}

/// Checks that a run refuses: exit code 2, nothing on standard output, one or two lines that hold these words.
pub(crate) fn refused(run: &Run, words: &[&str]) {
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(run.out, "", "{run:?}");
    assert!((1..=2).contains(&run.err.lines().count()), "{run:?}");
    assert!(!run.err.contains("panicked"), "{run:?}");
    for word in words {
        assert!(run.err.contains(word), "{word:?} is not in {:?}", run.err);
    }
}

/// A text as if it had not been wrapped: in one line, with single spaces.
pub(crate) fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path for a file of this test, which does not exist yet.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A file of this test with this content.
pub(crate) fn file_with(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = file(name);
    std::fs::write(&path, content).expect("the build folder can be written to");
    path
}

/// `play` with these lines typed, which must end well.
pub(crate) fn play(args: &[&str], lines: &[&str]) -> Run {
    let args: Vec<&str> = [&["play"], args].concat();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let run = run_with(&args, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    run
}
