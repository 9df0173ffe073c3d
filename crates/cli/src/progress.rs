//! The line that shows how far something is. Writes over it on standard error where that is a terminal, and does nothing
//! where it is not.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::layout::width;

/// Shows a line in place of the last one.
pub(crate) fn show(line: &str) {
    write(&over(line, width() - 1));
}

/// Leaves the line empty, for what comes next.
pub(crate) fn wipe() {
    write(&(over("", width() - 1) + "\r"));
}

/// A terminal that cannot be written to shows nothing, which is no reason to end what goes on.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    if stderr.is_terminal() {
        let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
    }
}

/// The text that puts a line over another one: cut off where it would not fit, and spaces over what may be left.
fn over(line: &str, width: usize) -> String {
    let line: String = line.chars().take(width).collect();
    format!("\r{line:<width$}")
}

/// The least time between two lines of a bar.
const PAUSE: Duration = Duration::from_millis(200);

/// How many signs a bar is long.
const LENGTH: usize = 20;

/// A bar with the share that is done and the time that is left, as far as that can be guessed. Several threads may tell it.
/// It is wiped when it is dropped.
pub(crate) struct Bar {
    what: &'static str,
    state: Mutex<State>,
}

struct State {
    begun: Instant,
    shown: Option<Instant>,
    /// The share that was done when it was first told of one: what went on from there is what time was needed for.
    first: Option<f64>,
}

impl Bar {
    /// A bar for something that begins now.
    pub(crate) fn new(what: &'static str) -> Self {
        Bar { what, state: Mutex::new(State { begun: Instant::now(), shown: None, first: None }) }
    }

    /// Tells it how much is done.
    pub(crate) fn update(&self, done: u64, total: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let share = (done as f64 / total.max(1) as f64).min(1.0);
        let first = *state.first.get_or_insert(share);
        if state.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        state.shown = Some(Instant::now());
        show(&line(self.what, share, first, state.begun.elapsed().as_secs_f64()));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        wipe();
    }
}

/// The line of a bar that stood at a share first, and that so many seconds have brought to another.
fn line(what: &str, share: f64, first: f64, seconds: f64) -> String {
    let full = (share * LENGTH as f64) as usize;
    let bar = "#".repeat(full) + &"-".repeat(LENGTH - full);
    let left = match share - first {
        // A guess from next to nothing would only alarm.
        gained if gained > 0.0 && seconds >= 2.0 => format!(", {} left", time((1.0 - share) / gained * seconds)),
        _ => String::new(),
    };
    format!("{what} [{bar}] {:.0} %{left}", share * 100.0)
}

/// A time, as roughly as a guess deserves.
fn time(seconds: f64) -> String {
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{line, over};

    #[test]
    fn a_line_covers_the_one_before_and_never_wraps() {
        assert_eq!(over("depth 1", 9), "\rdepth 1  ");
        assert_eq!(over("", 3), "\r   ");
        assert_eq!(over("depth 12, é", 3), "\rdep");
    }

    #[test]
    fn a_bar_guesses_from_what_it_has_seen() {
        assert_eq!(line("build", 0.25, 0.0, 10.0), "build [#####---------------] 25 %, 30 s left");
        // Half was done before, in another run.
        assert_eq!(line("build", 0.75, 0.5, 200.0), "build [###############-----] 75 %, 3 min left");
        assert_eq!(line("build", 0.5, 0.5, 10.0), "build [##########----------] 50 %");
        assert_eq!(line("build", 1.0, 0.0, 8000.0), "build [####################] 100 %, 0 s left");
        assert_eq!(line("build", 0.2, 0.0, 4000.0), "build [####----------------] 20 %, 4.4 h left");
    }
}
