//! The options of J and its named variants.

use crate::game::{Color, Preset};
use crate::options::OptionSet;

choices! {
    /// Which chains between the long sides lose.
    pub enum LongSides {
        Own = "own": "a chain between one's own two long halves loses",
        Any = "any": "any chain of one's colour from row A to row D loses",
    }
}

switch! {
    /// Where a checker may enter.
    pub enum FreePlacement {
        off: "checkers enter at the edge",
        on: "checkers enter at the edge, or on any empty square without pushing"
    }
}

options! {
    /// The options of J.
    pub struct Options {
        long_sides: LongSides = "long-sides": "which chains between the long sides lose",
        free_placement: FreePlacement = "free-placement": "a checker may also enter on any empty square, pushing nothing",
        first: Color = "first": "who begins",
    }
}

const DEFAULT: Options = Options::DEFAULT;

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset::new("standard", DEFAULT),
    Preset::new("any-long-sides", Options { long_sides: LongSides::Any, ..DEFAULT }),
    Preset::new("free-placement", Options { free_placement: FreePlacement::On, ..DEFAULT }),
    Preset::new(
        "any-long-sides-free-placement",
        Options { long_sides: LongSides::Any, free_placement: FreePlacement::On, ..DEFAULT },
    ),
];
