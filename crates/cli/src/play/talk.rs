//! The conversation: what is said on standard output and typed on standard input, a line at a time.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use crate::failure::{Done, Failure, clean};
use crate::lines::wrap;
use crate::look::{Ink, Look};

/// Both ends of the conversation.
pub(super) struct Talk {
    /// How things are drawn.
    pub(super) look: Look,
    input: StdinLock<'static>,
    is_terminal: bool,
}

impl Talk {
    /// A conversation on standard input and output.
    pub(super) fn new(look: Look) -> Self {
        let stdin = io::stdin();
        let is_terminal = stdin.is_terminal();
        Talk { look, input: stdin.lock(), is_terminal }
    }

    /// Whether somebody sits there who can be asked back; lines from a file were written beforehand.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Says a line, or several.
    pub(super) fn say(&self, text: &str) -> Done {
        self.look.say(&format!("{text}\n"))
    }

    /// Says that something cannot be.
    pub(super) fn complain(&self, text: &str) -> Done {
        self.say(&wrap(&self.look.ink(Ink::Wrong, &clean(text)), 0))
    }

    /// Reads a line; `None` at the end of the input.
    pub(super) fn ask(&mut self) -> Result<Option<String>, Failure> {
        self.look.say("> ")?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::new(format_args!("standard input: {error}")))? == 0 {
            self.look.say("\n")?;
            return Ok(None);
        }
        // What is not UTF-8 becomes a word that no game knows, and is answered as such.
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        // When the lines come from a file, showing them makes what is printed readable.
        if !self.is_terminal {
            self.look.say(&format!("{}\n", clean(&line)))?;
        }
        Ok(Some(line))
    }
}
