//! Law: an SGF text is refused with a reason, or its games are written and read again.
#![no_main]

use halfboard_fuzz::laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::sgf_text(text));
