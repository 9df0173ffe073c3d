//! Why a square cannot be chosen now, as plain data. `words` says it in English; a program that speaks another language
//! matches on it. Each game finds its own reasons, in its `why`.

mod words;

use crate::board::{Board, SetShape, Square};
use crate::game::{Color, Ending};
use crate::prompt::Prompt;

/// Why a square cannot be chosen now. Its `Display` is an English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The board, for the names of squares.
    pub board: Board,
    /// The square in question.
    pub square: Square,
    /// The reason.
    pub refusal: Refusal,
}

/// A way from one square to another in Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// How many checkers are on the whole line, which is how far a move goes.
    pub on_line: u8,
    /// How many steps the way has.
    pub steps: u8,
}

/// The reason why a square cannot be chosen: the first that a person would want to hear.
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

    /// Sight Reduction: the checker sees no friend.
    NoFriend {
        /// Its colour.
        color: Color,
        /// The enemy checkers that it sees instead; its other lines are empty.
        blockers: Vec<Square>,
        /// A friend that it sees diagonally where only rows and columns count.
        diagonal: Option<Square>,
    },
    /// Sight Reduction: the checker sees a friend, and no enemy where that is required as well.
    NoEnemy {
        /// The enemy's colour.
        color: Color,
        /// The friends that it sees; its other lines are empty.
        blockers: Vec<Square>,
    },
    /// Sight Reduction: this is the first checker that leaves in this turn.
    LeavesAlready,
    /// Sight Reduction: the second checker to leave shares no line of sight with the first.
    Apart {
        /// The first checker.
        first: Square,
        /// Whether diagonals are lines of sight.
        diagonals: bool,
    },
    /// Sight Reduction: something stands between the two checkers that would leave together.
    Between {
        /// The first checker.
        first: Square,
        /// What stands between, nearest to the second.
        by: Square,
    },
    /// Sight Reduction: a checker must be placed beside an enemy while that is possible.
    NotBeside {
        /// The enemy's colour.
        color: Color,
    },
    /// Sight Reduction: the checker here was exchanged in this turn.
    ExchangedAlready,

    /// Lines of Action: the checker belongs to the partner of the player to move.
    Partners,
    /// Lines of Action: it is the turn of the other kind of checkers.
    OtherKind {
        /// Whether it is the turn of the marked ones.
        marked: bool,
    },
    /// Lines of Action: the checker cannot move in any direction.
    NoWay {
        /// The enemy checkers that bar its way.
        enemies: Vec<Square>,
        /// The friends on squares where it would have to stop.
        friends: Vec<Square>,
        /// Whether some of its moves would lead off the board.
        off_board: bool,
        /// Whether some of its moves would lead round closed edges back to where it stands.
        round: bool,
    },
    /// Lines of Action: a friend stands where the checker would stop.
    Friend,
    /// Lines of Action, Stacks In Action: the square is not on a line with the one to move from.
    NotOnLine {
        /// Where the move begins.
        from: Square,
    },
    /// Lines of Action: the square is on a line, and not at the distance that the line's checkers demand.
    Distance {
        /// Where the move begins.
        from: Square,
        /// All ways there: more than one only with closed edges.
        ways: Vec<Way>,
    },
    /// Lines of Action, Stacks In Action: the distance is right, but enemies are in the way.
    Barred {
        /// Where the move begins.
        from: Square,
        /// The nearest enemy on each way that has the right distance.
        by: Vec<Square>,
    },

    /// Stacks In Action: without a stack of each height only entering is allowed.
    Lacks {
        /// Who must enter.
        color: Color,
        /// The heights that are missing.
        heights: Vec<u8>,
    },
    /// Stacks In Action: the square is empty, and there is nothing in reserve to enter.
    ReserveEmpty {
        /// Whose reserve is empty.
        color: Color,
    },
    /// Stacks In Action: the enemy's checker on top controls the stack.
    Controlled {
        /// Who controls it.
        by: Color,
    },
    /// Stacks In Action: the stack cannot move in any direction.
    NoStackWay {
        /// The enemy stacks that bar its way.
        enemies: Vec<Square>,
        /// The stacks at the right distance, closed because the reserve is not empty.
        stacks: Vec<Square>,
        /// Whether some of its moves would lead off the board.
        off_board: bool,
    },
    /// Stacks In Action: while the reserve holds checkers, one may not land on stacks.
    LandingClosed {
        /// Whose reserve it is.
        color: Color,
        /// How many it holds.
        reserve: u8,
    },
    /// Stacks In Action: the square is at none of the distances that are allowed.
    StackDistance {
        /// Where the move begins.
        from: Square,
        /// The fewest and the most that are lifted; `None` where the height does not decide.
        lifted: Option<(u8, u8)>,
        /// The stacks on the line; `None` where they do not decide.
        on_line: Option<u8>,
        /// How far the square is.
        asked: u8,
        /// Whether the counts are limits.
        up_to: bool,
        /// Whether an enemy's stack stands there, which is landed on only exactly.
        onto_enemy: bool,
    },

    /// J: checkers enter at the edge.
    NotEdge,
    /// J: the square is occupied, and only from the edge can a checker push.
    NoPush,
    /// J: what stands on the square cannot be pushed on.
    Full {
        /// Whether the column is full; false where one cannot push along it from here.
        column: bool,
        /// Whether the row is full; false where one cannot push along it from here.
        row: bool,
    },
    /// J: the checker has just been entered.
    JustEntered,
    /// J: only checkers in the middle of the board are taken back.
    NotMiddle,
    /// J: the checker is in line with the one that was entered.
    SameLine {
        /// Where the checker was entered.
        entered: Square,
        /// Whether the two share the row; otherwise they share the column.
        row: bool,
    },

    /// Sllim: the reserve must be placed before anything is relocated.
    PlaceFirst {
        /// Whose reserve it is.
        color: Color,
        /// How many it holds.
        reserve: u8,
    },
    /// Sllim: checkers are placed on squares of their own shade.
    WrongShade {
        /// Who places.
        color: Color,
    },
    /// Sllim: the enemy checker can complete no set of its colour, wherever it goes.
    CompletesNothing {
        /// The checker's colour.
        color: Color,
    },
    /// Sllim: the enemy checker would complete no set of its colour here.
    CompletesNoSet {
        /// The checker's colour.
        color: Color,
        /// Where it stands.
        from: Square,
    },
    /// Sllim: the square is in none of the sets that can leave.
    NotInSet {
        /// Those sets, by shape and first square.
        sets: Vec<(SetShape, Square)>,
    },

    /// No reason was found; tests see to it that this does not happen.
    Unexplained,
}

impl Refusal {
    /// The reason why an empty square or the checker on it is not a checker of the colour that is needed, if it is not.
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
