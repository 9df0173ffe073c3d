//! Ctrl-C cancels long work, so that partial results are not lost. A second Ctrl-C exits.

use halfboard_engine::limits::CancelToken;

/// Makes Ctrl-C cancel this work. If no handler can be installed, Ctrl-C exits as usual.
pub(crate) fn on_ctrl_c(stop: &CancelToken) {
    let stop = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if stop.is_cancelled() {
            // The exit code of shells for SIGINT.
            std::process::exit(130);
        }
        stop.cancel();
    });
}
