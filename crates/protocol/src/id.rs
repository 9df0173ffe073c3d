//! Names of games and secrets of seats. They are made by whoever has a source of randomness; here they are only checked.

use std::fmt;

use serde::{Deserialize, Serialize};

/// So many letters and digits hold more than 128 bits.
pub const LETTERS: usize = 22;

/// The letters and digits that names and secrets are made of.
pub const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The name of a game: whoever knows it may see the game, so it cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

/// The secret of whoever holds a seat. It is never shown, not even where a value is printed for debugging.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

/// Text that is no name of a game, or no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadId;

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "neither a game's name nor a seat's secret: those are {LETTERS} letters and digits")
    }
}

impl std::error::Error for BadId {}

fn checked(text: String) -> Result<String, BadId> {
    let fits = text.len() == LETTERS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(text) } else { Err(BadId) }
}

/// Letters and digits for random bytes. Bytes from 248 on are passed over, since 62 does not divide them evenly: 48 bytes
/// practically always suffice, and `None` asks for others.
pub fn spell(random: &[u8]) -> Option<String> {
    let mut letters = random.iter().filter(|&&byte| byte < 248).map(|&byte| ALPHABET[usize::from(byte % 62)]);
    let text: String = letters.by_ref().take(LETTERS).map(char::from).collect();
    (text.len() == LETTERS).then_some(text)
}

impl GameId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Token {
    /// The secret itself.
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
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                checked(text).map($name)
            }
        }

        impl std::str::FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
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
    fn names_are_letters_and_digits_and_secrets_stay_secret() {
        let text = spell(&[7; 48]).expect("enough bytes");
        assert!(text.parse::<GameId>().is_ok());
        assert_eq!(spell(&[255; 48]), None);
        for bad in ["", "abc", "0123456789abcdefghij-1", "0123456789abcdefghijkl0"] {
            assert_eq!(bad.parse::<GameId>(), Err(BadId), "{bad}");
        }
        let token: Token = text.parse().expect("a secret");
        assert!(!format!("{token:?}").contains(&text));
    }
}
