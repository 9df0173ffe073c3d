//! The law of reading backups, a function that panics when it is broken. The test of stored seeds and the fuzz target both call
//! it.

use halfboard_server::store::{ReadOptions, verify_stream};

/// A backup is refused with a reason, or read; without what is damaged at least as much is read.
pub fn backup(bytes: &[u8]) {
    let lenient = ReadOptions { skip_damaged: true, ..ReadOptions::default() };
    let lenient = verify_stream(bytes, &lenient);
    match verify_stream(bytes, &ReadOptions::default()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(content) => {
            let lenient = lenient.expect("what is whole can be read");
            assert!(lenient.damages.is_empty() && lenient.state == content.state);
        }
    }
}
