//! What a player has to do now, as data.

use crate::game::{Color, Seat};

/// The player to move, as far as players need to be distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The side of this colour.
    Side(Color),
    /// The side of this colour, with its plain or its marked checkers.
    Kind {
        /// The colour.
        color: Color,
        /// Whether it is the turn of the marked checkers.
        marked: bool,
    },
    /// A seat whose colour has not been chosen.
    Seat(Seat),
    /// One of four players.
    Partner {
        /// The seat.
        seat: Seat,
        /// The name of the seat.
        name: &'static str,
        /// The colour that it shares with its partner.
        color: Color,
    },
}

/// A task of a player, in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Place a checker from the reserve.
    Place,
    /// Place a checker from the reserve, or relocate one.
    PlaceOrRelocate,
    /// Relocate a checker.
    Relocate,
    /// Choose which of the completed sets leaves.
    ChooseSet,
    /// Exchange up to two checkers of each colour, or be done.
    Exchange,
    /// Pick a colour to play.
    PickColor,
    /// Say which colour begins.
    SayWhoBegins,
    /// Remove a checker.
    Remove,
    /// Remove a second checker, or be done.
    RemoveSecond,
    /// Enter a checker at the edge.
    Enter,
    /// Enter the last checker of the reserve at the edge. A player who then takes none back loses next turn.
    EnterLast,
    /// Take a checker back into the reserve, or be done.
    TakeBack,
    /// Take a checker back into the reserve, which is empty. A player who does not loses next turn.
    MustTakeBack,
    /// Move a checker.
    Move,
    /// Drop a checker of this colour.
    Drop(Color),
    /// Pass, since nothing can move.
    Pass,
    /// Pass and drop a checker of this colour, since nothing can move.
    PassAndDrop(Color),
    /// Name who moves next.
    NameNext,
    /// Enter checkers, since a stack of some height is lacking.
    MustEnterStack,
    /// Enter checkers, or move a stack.
    EnterOrMoveStack,
    /// Move a stack.
    MoveStack,
    /// Choose how many checkers to enter.
    CountToEnter,
    /// Choose how many checkers to lift, or where to go first.
    CountOrTarget,
    /// Choose how many checkers to lift.
    CountToLift,
    /// Choose how many checkers to keep of a stack that grew too high.
    CountToKeep,
    /// Choose where to go with what was lifted.
    ChooseTarget,
}

/// The player to move and their task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prompt {
    /// The player.
    pub actor: Actor,
    /// The task.
    pub task: Task,
}

impl Prompt {
    /// Creates a prompt for a side.
    pub(crate) const fn side(color: Color, task: Task) -> Self {
        Prompt { actor: Actor::Side(color), task }
    }
}
