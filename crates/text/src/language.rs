//! Languages, and phrases in all of them. Each phrase is declared once with its languages side by side, so none can be
//! missing.
//!
//! The current language is stored per thread, which lets tests run in parallel.

use std::cell::Cell;

/// A supported language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Returns the language tag (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Returns the name of the language in that language.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Returns the language of a tag such as `de` or `de-AT`, if it is supported.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let first = tag.split(['-', '_']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(first))
    }
}

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Returns the current language.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// Sets the current language.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
}

/// A text in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
}

impl Text {
    /// Creates a text from its languages.
    pub const fn new(en: &'static str, de: &'static str) -> Text {
        Text { en, de }
    }

    /// Returns the text in the current language.
    pub fn get(self) -> &'static str {
        match language() {
            Language::English => self.en,
            Language::German => self.de,
        }
    }
}

/// Declares phrases as functions. A phrase without parameters is a [`Text`](crate::Text) and returns a `&'static str`, one with
/// parameters returns a `String`:
///
/// ```
/// halfboard_text::phrases! {
///     play: "Play" | "Spielen",
///     lifted(count, square): "{count} from {square}" | "{count} von {square}",
/// }
/// use halfboard_text::{Language, speak};
/// assert_eq!(lifted(2, "C7"), "2 from C7");
/// speak(Language::German);
/// assert_eq!(play(), "Spielen");
/// ```
#[macro_export]
macro_rules! phrases {
    () => {};
    ($(#[$doc:meta])* $name:ident: $en:literal | $de:literal, $($rest:tt)*) => {
        $(#[$doc])*
        #[doc = $en]
        pub fn $name() -> &'static str {
            $crate::Text::new($en, $de).get()
        }
        $crate::phrases! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($($parameter:ident),+): $en:literal | $de:literal, $($rest:tt)*) => {
        $(#[$doc])*
        #[doc = $en]
        pub fn $name($($parameter: impl std::fmt::Display),+) -> String {
            match $crate::language() {
                $crate::Language::English => format!($en),
                $crate::Language::German => format!($de),
            }
        }
        $crate::phrases! { $($rest)* }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_with_their_regions() {
        assert_eq!(Language::of_tag("de-AT"), Some(Language::German));
        assert_eq!(Language::of_tag("EN_us"), Some(Language::English));
        assert_eq!(Language::of_tag("fr"), None);
        assert_eq!(Language::of_tag(""), None);
    }
}
