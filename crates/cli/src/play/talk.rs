//! The conversation: what is said on standard output and typed on standard input, a line at a time.

use std::io::{self, BufRead, IsTerminal, StdinLock};

use crate::failure::{Done, Failure, clean};
use crate::look::{Ink, Look};

/// Lists are wrapped to this width.
const WIDTH: usize = 76;

/// Both ends of the conversation.
pub(super) struct Talk {
    /// How things are drawn.
    pub(super) look: Look,
    input: StdinLock<'static>,
    echo: bool,
}

impl Talk {
    /// A conversation on standard input and output.
    pub(super) fn new(look: Look) -> Self {
        let stdin = io::stdin();
        // When the lines come from a file, showing them makes what is printed readable.
        let echo = !stdin.is_terminal();
        Talk { look, input: stdin.lock(), echo }
    }

    /// Says a line, or several.
    pub(super) fn say(&self, text: &str) -> Done {
        self.look.say(&format!("{text}\n"))
    }

    /// Says that something cannot be.
    pub(super) fn complain(&self, text: &str) -> Done {
        self.say(&self.look.ink(Ink::Wrong, &clean(text)))
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
        if self.echo {
            self.look.say(&format!("{}\n", clean(&line)))?;
        }
        Ok(Some(line))
    }
}

/// Items in columns, indented, read from left to right.
pub(super) fn columns(items: &[String]) -> String {
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0);
    let per_line = (WIDTH / (longest + 2)).max(1);
    let lines = items.chunks(per_line).map(|line| {
        let line: String = line.iter().map(|item| format!("{item:<longest$}  ")).collect();
        format!("  {}", line.trim_end())
    });
    lines.collect::<Vec<_>>().join("\n")
}
