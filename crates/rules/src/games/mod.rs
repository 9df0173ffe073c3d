//! The games, one module each, and [`games!`](crate::games!), the list of them.

use std::fmt;
use std::str::FromStr;

use crate::game::{Game, rules_string};
use crate::options::OptionSet;
use crate::registry::{self, RulesError};

/// Passes the list of games to a macro: pairs of a module and a type, in the order in which players see them.
///
/// This is the only list of games. The registry, the engine, the texts, tests and benchmarks expand from it.
///
/// ```
/// macro_rules! names {
///     ($($module:ident::$Game:ident),+ $(,)?) => {
///         [$(<halfboard_rules::games::$module::$Game as halfboard_rules::game::Game>::INFO.name),+]
///     };
/// }
/// let names = halfboard_rules::games!(names);
/// assert_eq!(names[0], "Sight Reduction");
/// ```
#[macro_export]
macro_rules! games {
    ($($callback:ident)::+) => {
        $crate::__with_sixth_game! {
            ($($callback)::+)
            sight_reduction::SightReduction,
            lines_of_action::LinesOfAction,
            stacks_in_action::StacksInAction,
            j::J,
            sllim::Sllim,
        }
    };
}

/// Appends the worked example of `docs/adding-a-game.md` to the list of games.
#[cfg(feature = "sixth-game")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_sixth_game {
    (($($callback:ident)::+) $($games:tt)+) => {
        $($callback)::+! {
            $($games)+
            crowd::Crowd,
        }
    };
}

#[cfg(not(feature = "sixth-game"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_sixth_game {
    (($($callback:ident)::+) $($games:tt)+) => {
        $($callback)::+! { $($games)+ }
    };
}

macro_rules! declare_modules {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(pub mod $module;)+
    };
}
games!(declare_modules);

/// Rules strings are the text form of a game with its options; games are equal if their options are.
macro_rules! implement_common_traits {
    ($($module:ident::$Game:ident),+ $(,)?) => {$(
        impl Default for $module::$Game {
            fn default() -> Self {
                Self::new(OptionSet::DEFAULT).expect("the default options are valid")
            }
        }

        impl PartialEq for $module::$Game {
            fn eq(&self, other: &Self) -> bool {
                self.options() == other.options()
            }
        }

        impl Eq for $module::$Game {}

        impl FromStr for $module::$Game {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<Self, RulesError> {
                registry::parse_game(text)
            }
        }

        impl fmt::Display for $module::$Game {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&rules_string(self))
            }
        }

        crate::serde_text::serde_as_text!($module::$Game);
    )+};
}
games!(implement_common_traits);

/// Positions and moves stay small: searches and tables hold many of them.
macro_rules! assert_sizes {
    ($($module:ident::$Game:ident),+ $(,)?) => {$(
        const _: () = assert!(size_of::<$module::Position>() <= 40, "a position has at most 40 bytes");
        const _: () = assert!(size_of::<Option<$module::Move>>() <= 8, "a move has at most 8 bytes");
    )+};
}
games!(assert_sizes);
