//! The options of Sllim and its named variants.

use crate::game::{Color, Preset};
use crate::options::{OptionError, OptionSet};

choices! {
    /// How the checkers come onto the board.
    pub enum SllimSetup {
        Standard = "standard": "the six middle columns are full, each checker on a square of its colour",
        Intermediate = "intermediate": "the four middle columns are full; each side places four more on its colour",
        Advanced = "advanced": "the board is empty; each side places all on squares of its colour",
        Expert = "expert": "the board is empty; checkers go on any square, sets leave at once, two sets win",
        EitherSide = "either-side": "the board is empty; a turn places on one's colour or relocates anywhere",
    }
}

choices! {
    /// How many checkers a side has.
    pub enum Pieces {
        Twelve = "12": "twelve each",
        Eleven = "11": "eleven each",
        Ten = "10": "ten each",
        Nine = "9": "nine each",
        Eight = "8": "eight each",
    }
}

impl Pieces {
    /// Returns the number.
    pub const fn count(self) -> u8 {
        12 - self as u8
    }
}

switch! {
    /// When a side has won.
    pub enum Shorter {
        off: "a side wins when fewer than four of its checkers are left",
        on: "a side wins already when four are left"
    }
}

switch! {
    /// What a cross is worth.
    pub enum Knockout {
        off: "a cross means nothing",
        on: "a cross of five own checkers wins at once"
    }
}

switch! {
    /// Whose checkers may be relocated.
    pub enum Borrow {
        off: "only one's own checkers are relocated",
        on: "an enemy checker may be relocated if that completes a set of the enemy's"
    }
}

switch! {
    /// What two sets in a row are worth.
    pub enum Momentum {
        off: "sets in a row mean nothing",
        on: "two sets of one side with none of the other's between win at once"
    }
}

options! {
    /// The options of Sllim.
    pub struct Options {
        setup: SllimSetup = "setup": "how the checkers come onto the board",
        pieces: Pieces = "pieces": "checkers a side; fewer than 12 only with setup=either-side or setup=expert",
        shorter: Shorter = "shorter": "a side wins already when four or fewer of its checkers are left",
        knockout: Knockout = "knockout": "a side that makes a cross of five wins at once",
        borrow: Borrow = "borrow": "a turn may relocate an enemy checker if that completes a set of the enemy's",
        momentum: Momentum = "momentum": "a side of which two sets leave in a row wins at once",
        first: Color = "first": "who begins",
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let variable = matches!(self.setup, SllimSetup::EitherSide | SllimSetup::Expert);
        OptionError::unless(variable, "pieces", self.pieces, "goes only with setup=either-side or setup=expert")
    }
}

const DEFAULT: Options = Options::DEFAULT;
const EITHER_SIDE: Options = Options { setup: SllimSetup::EitherSide, ..DEFAULT };

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset::new("standard", DEFAULT),
    Preset::new("intermediate", Options { setup: SllimSetup::Intermediate, ..DEFAULT }),
    Preset::new("advanced", Options { setup: SllimSetup::Advanced, ..DEFAULT }),
    Preset::new("expert", Options { setup: SllimSetup::Expert, ..DEFAULT }),
    Preset::new("either-side", EITHER_SIDE),
    Preset::new("either-side-10-pieces", Options { pieces: Pieces::Ten, ..EITHER_SIDE }),
    Preset::new("either-side-9-pieces", Options { pieces: Pieces::Nine, ..EITHER_SIDE }),
    Preset::new("shorter-play", Options { shorter: Shorter::On, ..DEFAULT }),
    Preset::new("knockout", Options { knockout: Knockout::On, ..DEFAULT }),
    Preset::new("borrowing", Options { borrow: Borrow::On, ..DEFAULT }),
    Preset::new("momentum", Options { momentum: Momentum::On, ..DEFAULT }),
];
