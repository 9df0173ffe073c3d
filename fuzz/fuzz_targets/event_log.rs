//! Law: a log is refused with a reason, or every part of it folds to the same game.
#![no_main]

use halfboard_fuzz::protocol_laws;

libfuzzer_sys::fuzz_target!(|text: &str| protocol_laws::event_log(text));
