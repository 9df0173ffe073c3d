//! Characters and colours of the output.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use halfboard_rules::game::Color;
use halfboard_rules::present::Checker;

use crate::error::{CliError, CliResult};

/// When to use colours. The variants are not documented, because their descriptions would double the length of every help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

/// How to print.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether to use colours.
    pub(crate) color: bool,
    /// Whether to use ASCII characters only.
    pub(crate) ascii: bool,
}

/// The role of a piece of text, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// Secondary text.
    Faint,
    /// The most important text.
    Strong,
    /// Text that can be typed.
    Choice,
    /// An error.
    Error,
}

impl Style {
    /// Returns the style for standard output.
    pub(crate) fn new(when: ColorChoice, ascii: bool) -> Self {
        let color = match when {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // See no-color.org: set and not empty means no colours.
            ColorChoice::Auto => {
                io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        // Consoles of Windows draw colours only if asked to, and old ones never. Elsewhere this does nothing.
        let possible = !color || anstyle_query::windows::enable_ansi_colors() != Some(false);
        Style { color: color && (possible || when == ColorChoice::Always), ascii }
    }

    /// Returns text in the colour of a role.
    pub(crate) fn emphasize(self, emphasis: Emphasis, text: &str) -> String {
        let code = match emphasis {
            Emphasis::Faint => "2",
            Emphasis::Strong => "1",
            Emphasis::Choice => "36",
            Emphasis::Error => "31",
        };
        self.sgr(code, text)
    }

    /// Returns text with SGR parameters, if colours are on.
    pub(crate) fn sgr(self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Returns the character of a checker.
    pub(crate) fn checker(self, checker: Checker) -> char {
        match (self.ascii, checker.color, checker.marked) {
            (true, Color::White, false) => 'w',
            (true, Color::White, true) => 'W',
            (true, Color::Black, false) => 'b',
            (true, Color::Black, true) => 'B',
            (false, Color::White, false) => '○',
            (false, Color::White, true) => '◎',
            (false, Color::Black, false) => '●',
            (false, Color::Black, true) => '◉',
        }
    }

    /// Returns the marks on both sides of a square that can be chosen.
    pub(crate) fn choice_marks(self) -> [char; 2] {
        if self.ascii { ['<', '>'] } else { ['‹', '›'] }
    }

    /// Returns a dash between parts of a line.
    pub(crate) fn dash(self) -> &'static str {
        if self.ascii { "-" } else { "–" }
    }

    /// Prints text for people.
    pub(crate) fn print(self, text: &str) -> CliResult {
        if self.ascii && !text.is_ascii() { print(&to_ascii(text)) } else { print(text) }
    }
}

/// Returns text with ASCII replacements for letters of names and of German, and for punctuation.
fn to_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => ascii.push(c),
            'è' | 'é' | 'ê' => ascii.push('e'),
            'ä' => ascii.push_str("ae"),
            'ö' => ascii.push_str("oe"),
            'ü' => ascii.push_str("ue"),
            'Ä' => ascii.push_str("Ae"),
            'Ö' => ascii.push_str("Oe"),
            'Ü' => ascii.push_str("Ue"),
            'ß' => ascii.push_str("ss"),
            '–' | '—' => ascii.push('-'),
            '“' | '”' | '„' => ascii.push('"'),
            '’' => ascii.push('\''),
            _ => ascii.push('?'),
        }
    }
    ascii
}

/// Prints text to standard output and flushes it.
pub(crate) fn print(text: &str) -> CliResult {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| CliError::output(&error))
}
