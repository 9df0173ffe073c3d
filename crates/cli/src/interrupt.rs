//! Ctrl-C as a word that stops long work, so that what was found out is not lost. A second one ends the program.

use halfboard_engine::limits::Stop;

/// From now on Ctrl-C stops this work. Where the system does not let us listen, Ctrl-C ends the program as usual.
pub(crate) fn on_ctrl_c(stop: &Stop) {
    let stop = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if stop.is_stopped() {
            // The shell's number for a program that was ended by Ctrl-C.
            std::process::exit(130);
        }
        stop.stop();
    });
}
