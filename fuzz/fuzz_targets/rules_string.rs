//! Law: a rules string is refused with a reason, or it has one canonical form.
#![no_main]

use halfboard_fuzz::laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::rules_string(text));
