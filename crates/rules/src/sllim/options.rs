//! The options of Sllim and its named variants.

use crate::game::{Color, Preset};
use crate::options::{OptionError, OptionSet, Switch};

choices! {
    /// How the checkers come onto the board.
    pub enum Setup {
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
    /// The number.
    pub const fn count(self) -> u8 {
        12 - self as u8
    }
}

options! {
    /// The options of Sllim.
    pub struct Options {
        setup: Setup = "setup": "how the checkers come onto the board",
        pieces: Pieces = "pieces": "checkers a side; fewer than 12 only with setup=either-side or setup=expert",
        shorter: Switch = "shorter": "a side wins already when four or fewer of its checkers are left",
        knockout: Switch = "knockout": "a side that makes a cross of five wins at once",
        borrow: Switch = "borrow": "a turn may relocate an enemy checker if that completes a set of the enemy's",
        momentum: Switch = "momentum": "a side of which two sets leave in a row wins at once",
        first: Color = "first": "who begins",
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), OptionError> {
        let variable = matches!(self.setup, Setup::EitherSide | Setup::Expert);
        OptionError::unless(variable, "pieces", self.pieces, "goes only with setup=either-side or setup=expert")
    }
}

const DEFAULT: Options = Options::DEFAULT;
const EITHER_SIDE: Options = Options { setup: Setup::EitherSide, ..DEFAULT };

pub(super) const PRESETS: &[Preset<Options>] = &[
    Preset { name: "Sllim", summary: "Twelve each on the middle columns; White begins.", options: DEFAULT },
    Preset {
        name: "Intermediate",
        summary: "Eight each are set up, each side places four more on its colour of squares.",
        options: Options { setup: Setup::Intermediate, ..DEFAULT },
    },
    Preset {
        name: "Advanced",
        summary: "The board starts empty; all twelve are placed on one's colour of squares first.",
        options: Options { setup: Setup::Advanced, ..DEFAULT },
    },
    Preset {
        name: "Expert",
        summary: "Place anywhere, sets leave even while placing, and two sets are enough to win.",
        options: Options { setup: Setup::Expert, ..DEFAULT },
    },
    Preset {
        name: "Either side",
        summary: "Place on your colour or relocate anywhere, as you like, from the first turn.",
        options: EITHER_SIDE,
    },
    Preset {
        name: "Either side, 10 pieces",
        summary: "Either side with ten checkers each.",
        options: Options { pieces: Pieces::Ten, ..EITHER_SIDE },
    },
    Preset {
        name: "Either side, 9 pieces",
        summary: "Either side with nine checkers each.",
        options: Options { pieces: Pieces::Nine, ..EITHER_SIDE },
    },
    Preset {
        name: "Shorter play",
        summary: "Getting down to four checkers wins.",
        options: Options { shorter: Switch::On, ..DEFAULT },
    },
    Preset {
        name: "Knockout",
        summary: "A cross of five of your checkers wins on the spot.",
        options: Options { knockout: Switch::On, ..DEFAULT },
    },
    Preset {
        name: "Borrowing",
        summary: "You may finish a set of your opponent's with one of their checkers, to clear the way.",
        options: Options { borrow: Switch::On, ..DEFAULT },
    },
    Preset {
        name: "Momentum",
        summary: "Two of your sets leaving in a row win.",
        options: Options { momentum: Switch::On, ..DEFAULT },
    },
];
