//! Law: a position string is refused with a reason, or it is exactly what the position prints.
#![no_main]

use halfboard_fuzz::{laws, rules};

libfuzzer_sys::fuzz_target!(|input: (u16, &str)| laws::position_string(rules(input.0), input.1));
