//! Law: a file is refused with a reason, or its games can be written and read again.
#![no_main]

use halfboard_fuzz::import_laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| import_laws::import_bytes(bytes));
