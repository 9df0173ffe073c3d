//! Line-based input and output of a game.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use crate::error::{CliError, CliResult, sanitize};
use crate::layout::wrap;
use crate::style::{Emphasis, Style};

/// Standard input and output.
pub(super) struct Console {
    /// The style of the output.
    pub(super) style: Style,
    input: StdinLock<'static>,
    is_terminal: bool,
}

impl Console {
    /// Creates a console on standard input and output.
    pub(super) fn new(style: Style) -> Self {
        let stdin = io::stdin();
        let is_terminal = stdin.is_terminal();
        Console { style, input: stdin.lock(), is_terminal }
    }

    /// Returns whether a person types the input, rather than a file or pipe.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Prints lines.
    pub(super) fn print(&self, text: &str) -> CliResult {
        self.style.print(&format!("{text}\n"))
    }

    /// Prints an error.
    pub(super) fn print_error(&self, text: &str) -> CliResult {
        self.print(&wrap(&self.style.emphasize(Emphasis::Error, &sanitize(text)), 0))
    }

    /// Prompts for a line; returns `None` at the end of the input.
    pub(super) fn read_line(&mut self) -> Result<Option<String>, CliError> {
        self.style.print("> ")?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        if read.map_err(|error| CliError::new(format_args!("standard input: {error}")))? == 0 {
            self.style.print("\n")?;
            return Ok(None);
        }
        // Invalid UTF-8 becomes a word that no game knows, and is rejected as such.
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        // Echo lines from a file, so that the output is readable.
        if !self.is_terminal {
            self.style.print(&format!("{}\n", sanitize(&line)))?;
        }
        Ok(Some(line))
    }
}
