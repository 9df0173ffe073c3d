//! JSON encoding and decoding of the protocol's types.

use std::fmt;

use serde::Serialize;
pub use serde::de::DeserializeOwned;

/// An error from decoding JSON.
#[derive(Debug)]
pub struct DecodeError(serde_json::Error);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

/// Encodes a value as JSON on one line.
pub fn encode(value: &impl Serialize) -> String {
    // The types of this crate have string keys only, and writing to a string cannot fail otherwise.
    serde_json::to_string(value).expect("protocol types are representable in JSON")
}

/// Returns the length of a value as JSON, in bytes.
pub fn encoded_len(value: &impl Serialize) -> usize {
    struct ByteCounter(usize);
    impl std::io::Write for ByteCounter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = ByteCounter(0);
    serde_json::to_writer(&mut counter, value).expect("protocol types are representable in JSON");
    counter.0
}

/// Decodes a value from untrusted JSON.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, DecodeError> {
    serde_json::from_str(text).map_err(DecodeError)
}
