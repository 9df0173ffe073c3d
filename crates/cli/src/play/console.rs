//! The conversation: what is said on standard output and typed on standard input, a line at a time.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use crate::error::{CliError, CliResult, sanitize};
use crate::layout::wrap;
use crate::style::{Emphasis, Style};

/// Both ends of the conversation.
pub(super) struct Console {
    /// How things are drawn.
    pub(super) style: Style,
    input: StdinLock<'static>,
    is_terminal: bool,
}

impl Console {
    /// A conversation on standard input and output.
    pub(super) fn new(style: Style) -> Self {
        let stdin = io::stdin();
        let is_terminal = stdin.is_terminal();
        Console { style, input: stdin.lock(), is_terminal }
    }

    /// Whether somebody sits there who can be asked back; lines from a file were written beforehand.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Says a line, or several.
    pub(super) fn print(&self, text: &str) -> CliResult {
        self.style.print(&format!("{text}\n"))
    }

    /// Says that something cannot be.
    pub(super) fn print_error(&self, text: &str) -> CliResult {
        self.print(&wrap(&self.style.emphasize(Emphasis::Error, &sanitize(text)), 0))
    }

    /// Reads a line; `None` at the end of the input.
    pub(super) fn read_line(&mut self) -> Result<Option<String>, CliError> {
        self.style.print("> ")?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        if read.map_err(|error| CliError::new(format_args!("standard input: {error}")))? == 0 {
            self.style.print("\n")?;
            return Ok(None);
        }
        // What is not UTF-8 becomes a word that no game knows, and is answered as such.
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        // When the lines come from a file, showing them makes what is printed readable.
        if !self.is_terminal {
            self.style.print(&format!("{}\n", sanitize(&line)))?;
        }
        Ok(Some(line))
    }
}
