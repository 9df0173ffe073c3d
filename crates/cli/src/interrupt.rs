//! Ctrl-C as a word that stops long work, so that what was found out is not lost. A second one ends the program.

use halfboard_engine::limits::CancelToken;

/// From now on Ctrl-C stops this work. Where the system does not let us listen, Ctrl-C ends the program as usual.
pub(crate) fn on_ctrl_c(stop: &CancelToken) {
    let stop = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if stop.is_cancelled() {
            // The shell's number for a program that was ended by Ctrl-C.
            std::process::exit(130);
        }
        stop.cancel();
    });
}
