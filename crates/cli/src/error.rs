//! The error type of all commands: messages on standard error and an exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit code for invalid input and failed work.
const EXIT_ERROR: u8 = 2;

/// The exit code for input of which a part was not valid; the rest was used.
const EXIT_PARTIAL: u8 = 1;

/// Maximum length of a message in characters. Longer ones are cut in the middle: the beginning says what is wrong, the end
/// what is valid.
const MAX_LENGTH: usize = 1200;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum CliError {
    /// Messages, one line each; empty if the message has been printed already.
    Invalid(Vec<String>),
    /// Messages about parts of the input; the command has done its work with the rest.
    Partial(Vec<String>),
    /// The reader of standard output has closed it, as `head` does. Not reported.
    OutputClosed,
}

/// The result of a command.
pub(crate) type CliResult = Result<(), CliError>;

impl CliError {
    /// Creates an error with one message.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        CliError::Invalid(vec![message.to_string()])
    }

    /// Creates an error from a failed write to standard output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::new(format_args!("standard output: {error}")),
        }
    }

    /// Prints the messages to standard error and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (lines, code) = match self {
            CliError::Invalid(lines) => (lines, EXIT_ERROR),
            CliError::Partial(lines) => (lines, EXIT_PARTIAL),
            CliError::OutputClosed => return ExitCode::SUCCESS,
        };
        let mut stderr = io::stderr().lock();
        for line in lines {
            // If standard error is closed, too, the exit code has to do.
            let _ = writeln!(stderr, "error: {}", sanitize(&line));
        }
        ExitCode::from(code)
    }
}

impl<E: std::error::Error> From<E> for CliError {
    fn from(error: E) -> Self {
        CliError::new(error)
    }
}

/// Returns a message as one printable line: control characters are escaped, so that input cannot control the terminal.
pub(crate) fn sanitize(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for c in message.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    let length = line.chars().count();
    if length > MAX_LENGTH {
        let half = MAX_LENGTH / 2;
        let head: String = line.chars().take(half).collect();
        let tail: String = line.chars().skip(length - half).collect();
        line = format!("{head} … {tail}");
    }
    line
}
