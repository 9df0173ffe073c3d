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
    Preset::new("Stacks In Action", "Six stacks each on the board; White begins.", DEFAULT),
    Preset::new(
        "Advanced placement",
        "The board starts empty; all checkers have to be entered.",
        Options { setup: StacksInActionSetup::Reserve, ..DEFAULT },
    ),
    Preset::new(
        "Simplified: cut to three",
        "A stack that grew too high always keeps its top three.",
        Options { reduce: Reduce::Three, ..DEFAULT },
    ),
    Preset::new(
        "Simplified: by height",
        "Stacks move as far as they are high, whatever stands on the line.",
        Options { move_by: MoveBy::Height, ..DEFAULT },
    ),
    Preset::new(
        "Simplified: by line",
        "Stacks move as far as there are stacks on the line, whatever their height.",
        Options { move_by: MoveBy::Line, ..DEFAULT },
    ),
    Preset::new(
        "Simplified: cut to three, by height",
        "Both simplifications, moving by height.",
        Options { reduce: Reduce::Three, move_by: MoveBy::Height, ..DEFAULT },
    ),
    Preset::new(
        "Simplified: cut to three, by line",
        "Both simplifications, moving by line.",
        Options { reduce: Reduce::Three, move_by: MoveBy::Line, ..DEFAULT },
    ),
    Preset::new(
        "Up to",
        "The counts are limits: stacks may stop earlier, but take an enemy's stack only exactly.",
        Options { distance: Distance::UpTo, ..DEFAULT },
    ),
];
