//! How a command fails: one line on standard error and exit code 2, or quietly when nobody reads any more.
//! Writes to standard error and nothing else.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit code for everything that was wrong with what we were given.
const BAD_INPUT: u8 = 2;

/// A message longer than this is shortened in the middle: its beginning says what is wrong, its end what is valid.
const LONGEST: usize = 1200;

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What is wrong, where, and what would have been valid; a line for each, and none when it has been said already.
    Bad(Vec<String>),
    /// The reader of our output has gone, as `head` does when it has enough.
    Closed,
}

/// What commands return.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// A failure with one line.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure::Bad(vec![message.to_string()])
    }

    /// A failure to write our own output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::new(format_args!("standard output: {error}")),
        }
    }

    /// Says what is wrong, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let Failure::Bad(lines) = self else { return ExitCode::SUCCESS };
        let mut stderr = io::stderr().lock();
        for line in lines {
            // When standard error is closed too, the exit code has to do.
            let _ = writeln!(stderr, "error: {}", clean(&line));
        }
        ExitCode::from(BAD_INPUT)
    }
}

/// Everything that shows an error of the rules crate to the caller goes through this.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::new(error)
    }
}

/// Makes one printable line of a message that may hold anything that was typed: no control characters reach the terminal.
pub(crate) fn clean(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for c in message.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    let length = line.chars().count();
    if length > LONGEST {
        let half = LONGEST / 2;
        let head: String = line.chars().take(half).collect();
        let tail: String = line.chars().skip(length - half).collect();
        line = format!("{head} … {tail}");
    }
    line
}
