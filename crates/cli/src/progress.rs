//! The line that shows how far something is. Writes over it on standard error where that is a terminal, and does nothing
//! where it is not.

use std::io::{self, IsTerminal, Write};

use crate::lines::width;

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

#[cfg(test)]
mod tests {
    use super::over;

    #[test]
    fn a_line_covers_the_one_before_and_never_wraps() {
        assert_eq!(over("depth 1", 9), "\rdepth 1  ");
        assert_eq!(over("", 3), "\r   ");
        assert_eq!(over("depth 12, é", 3), "\rdep");
    }
}
