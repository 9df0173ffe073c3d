//! Law: a backup is refused with a reason, or read.
#![no_main]

use halfboard_fuzz::backup_laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| backup_laws::backup(bytes));
