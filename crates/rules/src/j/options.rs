//! The options of J and its named variants.

use crate::game::{Color, Preset};
use crate::options::{OptionSet, Switch};

choices! {
    /// Which chains between the long sides lose.
    pub enum LongSides {
        Own = "own": "a chain between one's own two long halves loses",
        Any = "any": "any chain of one's colour from row A to row D loses",
    }
}

options! {
    /// The options of J.
    pub struct Options {
        long_sides: LongSides = "long-sides": "which chains between the long sides lose",
        free_placement: Switch = "free-placement": "a checker may also enter on any empty square, pushing nothing",
        first: Color = "first": "who begins",
    }
}

const DEFAULT: Options = Options::DEFAULT;

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset { name: "J", summary: "The game as published; White begins.", options: DEFAULT },
    Preset {
        name: "Any long sides",
        summary: "Every chain of your colour across the board loses, wherever it touches the long sides.",
        options: Options { long_sides: LongSides::Any, ..DEFAULT },
    },
    Preset {
        name: "Free placement",
        summary: "Checkers may also be put on any empty square without pushing.",
        options: Options { free_placement: Switch::On, ..DEFAULT },
    },
    Preset {
        name: "Any long sides, free placement",
        summary: "Both variants together.",
        options: Options { long_sides: LongSides::Any, free_placement: Switch::On, ..DEFAULT },
    },
];
