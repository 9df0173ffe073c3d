//! Options of games. The macro `choices!` declares the values of an option, `options!` the options of a game; parsing,
//! formatting, descriptions and error messages follow from these declarations.

use std::fmt;

use crate::game::Color;

/// The values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these; the first is the default.
    Listed(&'static [&'static str]),
    /// The default, or text in a given format.
    Pattern {
        /// The default.
        default: &'static str,
        /// The format of other values, in English.
        pattern: &'static str,
        /// A valid value.
        example: &'static str,
    },
}

impl Values {
    /// Returns the name of the default.
    pub const fn default(&self) -> &'static str {
        match self {
            Values::Listed(values) => values[0],
            Values::Pattern { default, .. } => default,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Listed(values) => f.write_str(&values.join(", ")),
            Values::Pattern { default, pattern, .. } => write!(f, "{default}, or {pattern}"),
        }
    }
}

/// An option of a game as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name in rules strings.
    pub name: &'static str,
    /// Its values.
    pub values: Values,
}

/// A type whose values are an option's values.
pub trait OptionValue: Copy + PartialEq {
    /// The names of the values.
    const VALUES: Values;
    /// The default.
    const DEFAULT: Self;
    /// Returns the value with this name, if there is one.
    fn parse(word: &str) -> Option<Self>;
    /// Returns the name of the value.
    fn format(&self) -> String;
}

/// The options of a game, each with a value.
pub trait OptionSet: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The options, in the order of the canonical form.
    const INFO: &'static [OptionInfo];
    /// All defaults.
    const DEFAULT: Self;
    /// Returns the name of the value of option number `index`.
    fn get(&self, index: usize) -> String;
    /// Sets option number `index`. Returns false if it has no such value.
    fn set(&mut self, index: usize, word: &str) -> bool;

    /// Returns the options part of a rules string: the values other than defaults, in order, joined by commas.
    fn format(&self) -> String {
        let differing = Self::INFO.iter().enumerate().filter_map(|(index, info)| {
            let word = self.get(index);
            (word != info.values.default()).then(|| format!("{}={word}", info.name))
        });
        differing.collect::<Vec<_>>().join(",")
    }

    /// Parses the options part of a rules string.
    fn parse(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::DEFAULT;
        let mut seen = vec![false; Self::INFO.len()];
        for word in text.split(',') {
            let Some((name, value)) = word.split_once('=') else {
                return Err(OptionError::NotAPair { word: word.to_owned(), options: Self::INFO });
            };
            let Some(index) = Self::INFO.iter().position(|info| info.name == name) else {
                return Err(OptionError::UnknownOption { name: name.to_owned(), options: Self::INFO });
            };
            let info = &Self::INFO[index];
            if std::mem::replace(&mut seen[index], true) {
                return Err(OptionError::Twice { option: info });
            }
            if !options.set(index, value) {
                return Err(OptionError::UnknownValue { option: info, value: value.to_owned() });
            }
        }
        Ok(options)
    }
}

/// The error of parsing or combining options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// Not of the form `option=value`.
    NotAPair {
        /// The text.
        word: String,
        /// The options of the game.
        options: &'static [OptionInfo],
    },
    /// The game has no such option.
    UnknownOption {
        /// The unknown name.
        name: String,
        /// The options of the game.
        options: &'static [OptionInfo],
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        option: &'static OptionInfo,
        /// The unknown value.
        value: String,
    },
    /// The option was given twice.
    Twice {
        /// The option.
        option: &'static OptionInfo,
    },
    /// The value contradicts other options.
    Conflict {
        /// The option's name.
        option: &'static str,
        /// Its value.
        value: String,
        /// The rest of the sentence, as in "goes only with setup=random".
        rule: &'static str,
    },
}

impl OptionError {
    /// Fails unless `value` is the default or `allowed`.
    pub(crate) fn unless<V: OptionValue>(
        allowed: bool,
        option: &'static str,
        value: V,
        rule: &'static str,
    ) -> Result<(), OptionError> {
        if allowed || value == V::DEFAULT {
            Ok(())
        } else {
            Err(OptionError::Conflict { option, value: value.format(), rule })
        }
    }
}

fn names(options: &[OptionInfo]) -> String {
    options.iter().map(|info| info.name).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::NotAPair { word, options } => {
                write!(f, "'{word}' is not of the form option=value; the options are {}", names(options))
            }
            OptionError::UnknownOption { name, options } => {
                write!(f, "there is no option '{name}'; the options are {}", names(options))
            }
            OptionError::UnknownValue { option, value } => {
                write!(f, "option {} has no value '{value}'; its values are {}", option.name, option.values)
            }
            OptionError::Twice { option } => {
                write!(f, "option {} is given twice; give it once, as one of {}", option.name, option.values)
            }
            OptionError::Conflict { option, value, rule } => write!(f, "{option}={value} {rule}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// The error of parsing a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    value: String,
    values: Values,
}

impl ParseValueError {
    pub(crate) fn new<V: OptionValue>(value: &str) -> Self {
        ParseValueError { value: value.to_owned(), values: V::VALUES }
    }
}

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid value \"{}\": expected {}", self.value, self.values)
    }
}

impl std::error::Error for ParseValueError {}

/// Implements the traits of std for an [`OptionValue`].
macro_rules! value_traits {
    ($name:ident) => {
        impl Default for $name {
            fn default() -> Self {
                <Self as $crate::options::OptionValue>::DEFAULT
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::options::ParseValueError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let value = $crate::options::OptionValue::parse(text);
                value.ok_or_else(|| $crate::options::ParseValueError::new::<Self>(text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::options::OptionValue::format(self))
            }
        }

        $crate::serde_text::serde_as_text!($name);
    };
}

/// Declares the values of an option: an enum whose first variant is the default.
macro_rules! choices {
    ($(#[$doc:meta])* pub enum $name:ident { $($variant:ident = $word:literal: $summary:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $summary] $variant,)* }

        impl $crate::options::OptionValue for $name {
            const VALUES: $crate::options::Values = $crate::options::Values::Listed(&[$($word),*]);
            const DEFAULT: Self = [$($name::$variant),*][0];

            fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }

            fn format(&self) -> String {
                match self { $($name::$variant => $word,)* }.to_owned()
            }
        }

        value_traits!($name);
    };
}

/// Declares a game's options, in the order of the canonical form.
macro_rules! options {
    ($(#[$doc:meta])* pub struct $name:ident { $($field:ident: $type:ty = $word:literal: $summary:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name { $(#[doc = $summary] pub $field: $type,)* }

        impl $crate::options::OptionSet for $name {
            const INFO: &'static [$crate::options::OptionInfo] = &[
                $($crate::options::OptionInfo {
                    name: $word,
                    values: <$type as $crate::options::OptionValue>::VALUES,
                },)*
            ];
            const DEFAULT: Self = $name { $($field: <$type as $crate::options::OptionValue>::DEFAULT,)* };

            fn get(&self, index: usize) -> String {
                let words = [$($crate::options::OptionValue::format(&self.$field),)*];
                words[index].clone()
            }

            fn set(&mut self, index: usize, word: &str) -> bool {
                let name = Self::INFO[index].name;
                $(if name == $word {
                    return $crate::options::OptionValue::parse(word).map(|value| self.$field = value).is_some();
                })*
                false
            }
        }

        impl Default for $name {
            fn default() -> Self {
                <Self as $crate::options::OptionSet>::DEFAULT
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::options::OptionError;

            /// Parses the options part of a rules string; the empty string is the default.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                if text.is_empty() { Ok(Self::default()) } else { $crate::options::OptionSet::parse(text) }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::options::OptionSet::format(self))
            }
        }

        $crate::serde_text::serde_as_text!($name);
    };
}

/// Declares an option that is off, its default, or on.
macro_rules! switch {
    ($(#[$doc:meta])* pub enum $name:ident { off: $off:literal, on: $on:literal }) => {
        choices! {
            $(#[$doc])*
            pub enum $name {
                Off = "off": $off,
                On = "on": $on,
            }
        }

        impl $name {
            /// Returns whether the option is on.
            #[inline]
            pub const fn is_on(self) -> bool {
                matches!(self, $name::On)
            }
        }
    };
}

// As an option, a colour is who begins.
impl OptionValue for Color {
    const VALUES: Values = Values::Listed(&["white", "black"]);
    const DEFAULT: Self = Color::White;

    fn parse(word: &str) -> Option<Self> {
        match word {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        }
    }

    fn format(&self) -> String {
        self.as_str().to_owned()
    }
}
