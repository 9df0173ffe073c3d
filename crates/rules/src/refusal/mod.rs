//! Why a square cannot be chosen now, as data. Each game finds its own reasons, in its `refusals`.

use crate::board::{Board, Square};
use crate::game::{Color, Ending};
use crate::prompt::Prompt;

/// A square that cannot be chosen now, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The board, for the names of squares.
    pub board: Board,
    /// The square in question.
    pub square: Square,
    /// The reason.
    pub refusal: Refusal,
}

/// Declares [`Refusal`]: the reasons that several games share, and one variant per game with the game's own.
macro_rules! declare_refusal {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        /// The reason why a square cannot be chosen: the first that a player would want to know.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Refusal {
            /// The board has no such square.
            OffBoard,
            /// The game is over.
            Over(Ending),
            /// What there is to do now is not done by pointing at a square.
            NoSquare(Prompt),
            /// The square is empty, and a checker is needed.
            Empty {
                /// The colour of checker that is needed.
                wanted: Color,
            },
            /// A checker of the other colour stands there.
            WrongColor {
                /// The colour of checker that is needed.
                wanted: Color,
            },
            /// The square is occupied, and an empty one is needed.
            Occupied,
            /// The checker that moves stands there already.
            Itself,
            /// Lines of Action, Stacks In Action: the square is not on a line with the one to move from.
            NotOnLine {
                /// Where the move begins.
                from: Square,
            },
            /// Lines of Action, Stacks In Action: the distance is right, but enemies are in the way.
            Barred {
                /// Where the move begins.
                from: Square,
                /// The nearest enemy on each way that has the right distance.
                by: Vec<Square>,
            },
            /// No reason was found; tests see to it that this does not happen.
            Unexplained,
            $(
                /// A reason of this game's own.
                $Game(<$crate::games::$module::$Game as $crate::present::Present>::Refusal),
            )+
        }
    };
}
crate::games!(declare_refusal);

impl Refusal {
    /// Returns why the square does not hold a checker of the wanted colour, or `None` if it does.
    pub(crate) fn unless_own(checkers: [u32; 2], wanted: Color, square: Square) -> Option<Refusal> {
        let stands = |color: Color| checkers[color.index()] & square.bit32() != 0;
        if stands(wanted) {
            None
        } else if stands(wanted.other()) {
            Some(Refusal::WrongColor { wanted })
        } else {
            Some(Refusal::Empty { wanted })
        }
    }
}
