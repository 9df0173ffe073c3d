//! The options of Three's a Crowd and its named variants.

use crate::game::Preset;
use crate::options::OptionSet;

choices! {
    /// Which lines count as rows.
    pub enum Lines {
        All = "all": "rows, columns and diagonals",
        Orthogonal = "orthogonal": "rows and columns only",
    }
}

options! {
    /// The options of Three's a Crowd.
    pub struct Options {
        lines: Lines = "lines": "which lines count as rows",
    }
}

pub(super) const PRESETS: &[Preset<Options>] =
    &[Preset::new("standard", Options::DEFAULT), Preset::new("orthogonal", Options { lines: Lines::Orthogonal })];
