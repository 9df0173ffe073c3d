//! Law: the frames of a WebSocket are counted, however their bytes arrive.
#![no_main]

use halfboard_fuzz::frame_laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| frame_laws::frames(bytes));
