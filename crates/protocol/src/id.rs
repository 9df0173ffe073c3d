//! Game IDs and seat tokens. This crate validates them; callers with a source of randomness create them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Length of an ID or token in characters: more than 128 bits.
pub const ID_LENGTH: usize = 22;

/// The characters of IDs and tokens.
pub const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The ID of a game. Knowing it is enough to watch the game, so it cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

/// The secret token that authorizes its holder to play at a seat. `Debug` output hides it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

/// An error from parsing a [`GameId`] or [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseIdError;

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid ID or token: must be {ID_LENGTH} letters and digits")
    }
}

impl std::error::Error for ParseIdError {}

fn checked(text: String) -> Result<String, ParseIdError> {
    let fits = text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(text) } else { Err(ParseIdError) }
}

/// Returns the text of an ID or token made from random bytes; `None` if there are too few usable bytes, which is very
/// unlikely for 48. Bytes from 248 on are skipped, since a remainder of them would not be uniform.
pub fn id_from_random(random: &[u8]) -> Option<String> {
    let mut letters = random.iter().filter(|&&byte| byte < 248).map(|&byte| ALPHABET[usize::from(byte % 62)]);
    let text: String = letters.by_ref().take(ID_LENGTH).map(char::from).collect();
    (text.len() == ID_LENGTH).then_some(text)
}

impl GameId {
    /// Returns the ID as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Token {
    /// Returns the secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

macro_rules! from_text {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = ParseIdError;
            fn try_from(text: String) -> Result<Self, ParseIdError> {
                checked(text).map($name)
            }
        }

        impl std::str::FromStr for $name {
            type Err = ParseIdError;
            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                checked(text.to_owned()).map($name)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }
    };
}

from_text!(GameId);
from_text!(Token);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_alphanumeric_and_tokens_stay_secret() {
        let text = id_from_random(&[7; 48]).expect("enough bytes");
        assert!(text.parse::<GameId>().is_ok());
        assert_eq!(id_from_random(&[255; 48]), None);
        for bad in ["", "abc", "0123456789abcdefghij-1", "0123456789abcdefghijkl0"] {
            assert_eq!(bad.parse::<GameId>(), Err(ParseIdError), "{bad}");
        }
        let token: Token = text.parse().expect("a token");
        assert!(!format!("{token:?}").contains(&text));
    }
}
