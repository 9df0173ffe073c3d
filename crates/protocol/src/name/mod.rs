//! Players' names: which characters a new name may have. Stored names are older than the rule and are shown as they are.
//!
//! The rule follows the *highly restrictive* level of Unicode Technical Standard 39: a word has letters of one script, or of
//! Latin and one of the East Asian scripts. It has a list of what is valid instead of one of what is not, so that everything
//! invisible, blank or made to look like another letter is refused, whichever version of Unicode adds it.

mod scripts;

use std::fmt;

use crate::limits::MAX_NAME_CHARS;
use scripts::{Kind, Script};

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The name has no letter and no digit.
    Empty,
    /// The name is longer than [`MAX_NAME_CHARS`].
    TooLong,
    /// The character is invisible, a symbol, or of a script that names cannot have.
    Character(char),
    /// The letter is of another script than those before it in the same word.
    MixedScripts(char),
    /// The combining mark has no letter, or there are too many in a row.
    Mark(char),
}

impl NameError {
    /// Returns the refused character in the form `U+200B`.
    pub fn code_point(self) -> Option<String> {
        match self {
            NameError::Empty | NameError::TooLong => None,
            NameError::Character(c) | NameError::MixedScripts(c) | NameError::Mark(c) => {
                Some(format!("U+{:04X}", u32::from(c)))
            }
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code_point().unwrap_or_default();
        match self {
            NameError::Empty => write!(f, "a name is text of 1 to {MAX_NAME_CHARS} characters with a letter or digit"),
            NameError::TooLong => write!(f, "a name is text of 1 to {MAX_NAME_CHARS} characters"),
            NameError::Character(_) => {
                write!(f, "invalid character {code} in a name: letters, digits, spaces and ASCII punctuation are valid")
            }
            NameError::MixedScripts(_) => {
                write!(f, "invalid letter {code} in a name: the letters of a word must be of one script")
            }
            NameError::Mark(_) => {
                write!(
                    f,
                    "invalid combining mark {code} in a name: marks follow a letter of their script, few in a row"
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Returns a new name with single spaces between its words.
///
/// ```
/// use halfboard_protocol::name::{NameError, parse};
/// assert_eq!(parse("  Anna-Lena  O'Neil ").as_deref(), Ok("Anna-Lena O'Neil"));
/// assert_eq!(parse("Ann\u{200b}"), Err(NameError::Character('\u{200b}')));
/// ```
///
/// # Errors
///
/// Fails if the name is empty, too long, or has a character that is not valid in its place.
pub fn parse(text: &str) -> Result<String, NameError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    name.split(' ').try_for_each(check_word)?;
    if !name.chars().any(char::is_alphanumeric) {
        return Err(NameError::Empty);
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(NameError::TooLong);
    }
    Ok(name)
}

fn check_word(word: &str) -> Result<(), NameError> {
    let mut scripts: Option<Script> = None;
    // The script of the letter that marks would belong to, and the number of marks that it has.
    let mut base: Option<(Script, usize)> = None;
    for c in word.chars() {
        match scripts::classify(c).ok_or(NameError::Character(c))? {
            Kind::Common => base = None,
            Kind::Letter(script) => {
                scripts = Some(combine(scripts, script).ok_or(NameError::MixedScripts(c))?);
                base = Some((script, 0));
            }
            Kind::Mark(own) => {
                let (script, marks) = base.as_mut().ok_or(NameError::Mark(c))?;
                *marks += 1;
                if !script.takes(own) || *marks > script.max_marks() {
                    return Err(NameError::Mark(c));
                }
            }
        }
    }
    Ok(())
}

/// Returns the script of a word that so far is in `word` and goes on with a letter of `next`; `None` if they do not mix.
fn combine(word: Option<Script>, next: Script) -> Option<Script> {
    match (word, next) {
        (None, script) => Some(script),
        (Some(word), next) if word == next => Some(word),
        // No East Asian letter is taken for a Latin one.
        (Some(Script::Latin), Script::EastAsian) | (Some(Script::EastAsian), Script::Latin) => Some(Script::EastAsian),
        _ => None,
    }
}
