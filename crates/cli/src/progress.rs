//! Progress on standard error. Nothing is shown if that is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Redraws per second at most.
const REDRAW_RATE: u8 = 5;

/// How often the estimate is redrawn while no progress is reported.
const TICK_INTERVAL: Duration = Duration::from_secs(1);

/// Returns a status line, which shows the message of the bar. It is removed when it is dropped.
pub(crate) fn status() -> ProgressBar {
    new(None, "{wide_msg}")
}

/// Returns a progress bar with the estimated time left. It is removed when it is dropped.
pub(crate) fn bar(label: &'static str, total: u64) -> ProgressBar {
    let bar = new(Some(total), "{prefix} [{bar:20}] {percent} %, {eta} left").with_prefix(label);
    bar.enable_steady_tick(TICK_INTERVAL);
    bar
}

/// Sets the position and the total of a bar.
pub(crate) fn set(bar: &ProgressBar, done: usize, total: usize) {
    bar.set_length(total as u64);
    bar.set_position(done as u64);
}

fn new(total: Option<u64>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template").progress_chars("#--");
    let target = ProgressDrawTarget::stderr_with_hz(REDRAW_RATE);
    ProgressBar::with_draw_target(total, target).with_style(style).with_finish(ProgressFinish::AndClear)
}
