//! Law: the body of a request is refused with a reason, or encoded and decoded without loss.
#![no_main]

use halfboard_fuzz::protocol_laws;

libfuzzer_sys::fuzz_target!(|text: &str| protocol_laws::http_body(text));
