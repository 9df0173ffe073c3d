//! Law: a record is refused with a reason, or it is written and read again without loss.
#![no_main]

use halfboard_fuzz::laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::record_text(text));
