//! The options of Stacks In Action and its named variants.

use crate::game::{Color, Preset};
use crate::options::OptionSet;

choices! {
    /// Where the checkers are at the start.
    pub enum StacksInActionSetup {
        Standard = "standard": "two stacks of each height a side, along the short edges",
        Reserve = "reserve": "the board is empty and all twelve are in reserve",
    }
}

choices! {
    /// How a stack that grew too high is cut.
    pub enum Reduce {
        Choice = "choice": "the mover keeps three, two or one",
        Three = "three": "three always stay",
    }
}

choices! {
    /// What decides how far a stack moves.
    pub enum MoveBy {
        Both = "both": "how many move, or how many stacks are on the line",
        Height = "height": "only how many move",
        Line = "line": "only how many stacks are on the line",
    }
}

choices! {
    /// Whether a count is exact or a limit.
    pub enum Distance {
        Exact = "exact": "exactly so far",
        UpTo = "up-to": "up to so far; onto an enemy's stack still exactly",
    }
}

options! {
    /// The options of Stacks In Action.
    pub struct Options {
        setup: StacksInActionSetup = "setup": "where the checkers are at the start",
        reduce: Reduce = "reduce": "how a stack higher than three is cut",
        move_by: MoveBy = "move-by": "what decides how far a stack moves",
        distance: Distance = "distance": "whether that is exact or a limit",
        first: Color = "first": "who begins",
    }
}

const DEFAULT: Options = Options::DEFAULT;

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset::new("standard", DEFAULT),
    Preset::new("advanced-placement", Options { setup: StacksInActionSetup::Reserve, ..DEFAULT }),
    Preset::new("simplified-cut-to-three", Options { reduce: Reduce::Three, ..DEFAULT }),
    Preset::new("simplified-by-height", Options { move_by: MoveBy::Height, ..DEFAULT }),
    Preset::new("simplified-by-line", Options { move_by: MoveBy::Line, ..DEFAULT }),
    Preset::new(
        "simplified-cut-to-three-by-height",
        Options { reduce: Reduce::Three, move_by: MoveBy::Height, ..DEFAULT },
    ),
    Preset::new("simplified-cut-to-three-by-line", Options { reduce: Reduce::Three, move_by: MoveBy::Line, ..DEFAULT }),
    Preset::new("up-to", Options { distance: Distance::UpTo, ..DEFAULT }),
];
