//! Texts that only the terminal shows, in every language. Everything about games, moves and results comes from
//! `halfboard_text`.

pub(crate) mod analysis;
pub(crate) mod archive;
pub(crate) mod board;
pub(crate) mod games;
pub(crate) mod introduction;
pub(crate) mod play;

use halfboard_rules::prompt::Prompt;
use halfboard_rules::session::Session;
use halfboard_text::Language;

/// Returns the language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. English
/// if none is, or if it names a language without texts, or `C` or `POSIX`.
pub(crate) fn environment_language() -> Language {
    let values = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
    let locale = values.iter().find(|value| !value.is_empty()).map_or("", String::as_str);
    // A locale is language[_territory][.codeset][@modifier].
    Language::of_tag(locale.split(['.', '@']).next().unwrap_or_default()).unwrap_or_default()
}

/// Parses the value of `--lang`.
pub(crate) fn parse_language(word: &str) -> Result<Language, String> {
    Language::of_tag(word).ok_or_else(|| format!("expected one of {}", Language::ALL.map(Language::tag).join(", ")))
}

/// Returns the result of a finished game in a sentence.
pub(crate) fn result(session: &dyn Session) -> Option<String> {
    session.ending().map(halfboard_text::result::ended)
}

/// Returns what the player to move has to do, without a full stop; empty when the game is over.
pub(crate) fn turn(session: &dyn Session) -> String {
    session.view(&[]).turn.map(|turn| prompt(&turn.prompt)).unwrap_or_default()
}

/// Returns a prompt without a full stop.
pub(crate) fn prompt(prompt: &Prompt) -> String {
    halfboard_text::prompt::prompt(prompt).trim_end_matches('.').to_owned()
}
