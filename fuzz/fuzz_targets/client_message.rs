//! Law: a WebSocket message is refused with a reason, or encoded and decoded without loss.
#![no_main]

use halfboard_fuzz::protocol_laws;

libfuzzer_sys::fuzz_target!(|text: &str| protocol_laws::client_message(text));
