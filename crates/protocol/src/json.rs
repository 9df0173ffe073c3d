//! Reading and writing: JSON, and nothing else in the workspace knows it.

use std::fmt;

use serde::Serialize;
pub use serde::de::DeserializeOwned;

/// Text that could not be read, and why.
#[derive(Debug)]
pub struct ReadError(serde_json::Error);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ReadError {}

/// Writes a value in one line.
pub fn write(value: &impl Serialize) -> String {
    // The types of this crate have string keys only, and writing to a string cannot fail otherwise.
    serde_json::to_string(value).expect("every type of the protocol can be written")
}

/// Reads a value from text that came from outside.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(ReadError)
}
