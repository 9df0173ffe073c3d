//! Shows running stages: redrawn in place on a terminal, as plain lines otherwise.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::stage::Running;

/// How often a terminal is redrawn.
const REDRAW: Duration = Duration::from_millis(200);

/// How often plain lines are printed.
const PLAIN: Duration = Duration::from_secs(15);

/// The longest line that does not wrap on a usual terminal.
const WIDTH: usize = 79;

/// The lines at the bottom of the output that belong to running stages.
pub(crate) struct Display {
    terminal: bool,
    drawn_lines: usize,
    last: Instant,
}

impl Display {
    /// Creates a display on stderr.
    pub(crate) fn new() -> Display {
        Display { terminal: std::io::stderr().is_terminal(), drawn_lines: 0, last: Instant::now() }
    }

    /// Announces a stage.
    pub(crate) fn started(&mut self, stage: &Running) {
        if !self.terminal {
            eprintln!("{}", stage.heading());
        }
    }

    /// Reports a stage that has succeeded.
    pub(crate) fn finished(&mut self, stage: &Running) {
        self.text(&stage.line(false));
    }

    /// Prints a line above the running stages.
    pub(crate) fn text(&mut self, line: &str) {
        self.clear();
        eprintln!("{line}");
    }

    /// Shows the running stages, if it is time to.
    pub(crate) fn tick(&mut self, stages: &[Running]) {
        if self.last.elapsed() < if self.terminal { REDRAW } else { PLAIN } {
            return;
        }
        self.last = Instant::now();
        self.clear();
        for stage in stages.iter().filter(|stage| !stage.is_done()) {
            if self.terminal {
                let line: String = stage.line(true).chars().take(WIDTH).collect();
                eprintln!("{line}");
                self.drawn_lines += 1;
            } else {
                eprintln!("{}", stage.line(false));
            }
        }
    }

    /// Removes the lines of the running stages.
    pub(crate) fn clear(&mut self) {
        if self.drawn_lines > 0 {
            // Up, then erase to the end of the screen.
            eprint!("\x1b[{}A\x1b[J", self.drawn_lines);
            self.drawn_lines = 0;
            // Nothing can be done if the terminal is gone.
            let _ = std::io::stderr().flush();
        }
    }
}
