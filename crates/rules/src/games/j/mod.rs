//! J: The Misère Connection Game, by Rich Hutnik (2011). Checkers enter at the edge and push; a side wins with a chain
//! from one of its long halves to its short side, and loses with one between its long halves.
//!
//! Rules: `docs/rules/j.md`, after the rule text of 2017. Disputed: the text names only one of Black's long halves for
//! its winning chain where its diagram shows both, and it is silent on whose chain counts when a push makes several and
//! on corners: decided on that page.

mod chain;
mod options;
mod present;
mod refusals;
mod text;

use std::ops::ControlFlow;

use crate::board::{Board, Push, Square, squares};
use crate::game::{Color, Ending, Game, GameInfo, Preset, Reason, Seat};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
use chain::COLUMN_1;
pub use chain::{ROW_A, ROW_D, parts};
pub use options::{FreePlacement, LongSides, Options};
pub use refusals::JRefusal;

/// A position: always the start of a turn. The reserves are what is not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    checkers: [u32; 2],
    turn: Color,
}

impl Position {
    /// Returns the checkers of a colour, as a bitboard.
    #[inline]
    pub fn checkers(&self, color: Color) -> u32 {
        self.checkers[color.index()]
    }

    /// Returns the colour to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.turn
    }
}

/// A turn: where the checker enters, what it pushes, and the checker taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    enter: Square,
    push: Push,
    take: Option<Square>,
}

impl Move {
    /// Returns the square on which the checker enters.
    #[inline]
    pub fn entered(self) -> Square {
        self.enter
    }

    /// Returns whether the move takes a checker back.
    #[inline]
    pub fn takes_back(self) -> bool {
        self.take.is_some()
    }
}

/// The checkers a side owns.
const OWNED: u32 = 12;
const EDGE: u32 = 0xff81_81ff;
/// B2–B7 and C2–C7, from where checkers can be taken back.
pub const MIDDLE: u32 = !EDGE;

/// The rules of J.
#[derive(Clone, Debug)]
pub struct J {
    options: Options,
}

impl J {
    /// Returns the position after a null move.
    pub fn null_move(&self, position: &Position) -> Position {
        Position { turn: position.turn.other(), ..*position }
    }

    fn reserve(position: &Position, color: Color) -> u32 {
        OWNED - position.checkers[color.index()].count_ones()
    }

    /// Returns the board after `turn` enters a checker; `None` when the row or column is full.
    #[inline]
    fn entered(checkers: [u32; 2], turn: Color, enter: Square, push: Push) -> Option<[u32; 2]> {
        let occupied = checkers[0] | checkers[1];
        let mut moved = [0u32; 2];
        let mut stayed = checkers;
        if occupied & enter.bit32() != 0 {
            let (row, column) = (enter.row(), enter.column());
            // The line as seen from the entering checker: towards higher squares from the left or the top.
            let (line, by, upwards) = match push {
                Push::Nothing => return None,
                Push::Column => (COLUMN_1 << column, 8, row == 0),
                Push::Row => (ROW_A << (8 * row), 1, column == 0),
            };
            let free = line & !occupied;
            if free == 0 {
                return None;
            }
            // All from the entered square to the first empty one move on by one.
            let pushed = if upwards {
                line & (free & free.wrapping_neg()).wrapping_sub(1)
            } else {
                let first_free = 31 - free.leading_zeros();
                line & !(u32::MAX >> (31 - first_free))
            };
            for color in Color::BOTH {
                let going = checkers[color.index()] & pushed;
                stayed[color.index()] &= !pushed;
                moved[color.index()] = if upwards { going << by } else { going >> by };
            }
        }
        let mut after = [stayed[0] | moved[0], stayed[1] | moved[1]];
        after[turn.index()] |= enter.bit32();
        Some(after)
    }

    /// Judges the board after `mover` has entered a checker.
    #[inline]
    fn judge(&self, checkers: [u32; 2], mover: Color) -> Option<Ending> {
        if chain::is_possible(checkers) { self.judge_chains(checkers, mover) } else { None }
    }

    /// Judges a board that may have chains. Not inlined, as few boards get here.
    fn judge_chains(&self, checkers: [u32; 2], mover: Color) -> Option<Ending> {
        let other = mover.other();
        let loses = |color: Color| chain::is_losing(checkers[color.index()], color, self.options.long_sides);
        let wins = |color: Color| chain::is_winning(checkers[color.index()], color);
        if loses(mover) {
            Some(Ending::win(other, Reason::LosingChain))
        } else if loses(other) {
            Some(Ending::win(mover, Reason::LosingChain))
        } else if wins(mover) {
            Some(Ending::win(mover, Reason::WinningChain))
        } else if wins(other) {
            Some(Ending::win(other, Reason::WinningChain))
        } else {
            None
        }
    }

    /// Calls `f` with each way of entering and the board after it.
    #[inline]
    fn for_each_entry(
        &self,
        position: &Position,
        f: &mut impl FnMut(Square, Push, [u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Position { checkers, turn } = *position;
        let occupied = checkers[0] | checkers[1];
        let free = if self.options.free_placement.is_on() { !0 } else { EDGE };
        for square in squares(!occupied & free) {
            let mut after = checkers;
            after[turn.index()] |= square.bit32();
            f(square, Push::Nothing, after)?;
        }
        for square in squares(occupied & EDGE) {
            let by_column = matches!(square.row(), 0 | 3).then_some(Push::Column);
            let by_row = matches!(square.column(), 0 | 7).then_some(Push::Row);
            for push in by_column.into_iter().chain(by_row) {
                if let Some(after) = Self::entered(checkers, turn, square, push) {
                    f(square, push, after)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the checkers that can be taken back after entering, which must not have ended the game.
    #[inline]
    fn takeable(after: [u32; 2], turn: Color, enter: Square) -> u32 {
        let same_line = COLUMN_1 << enter.column() | ROW_A << (8 * enter.row());
        after[turn.index()] & MIDDLE & !same_line
    }
}

impl Game for J {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "j", name: "J: The Misère Connection Game", board: Board::Half };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(J { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self, _seed: u64) -> Position {
        Position { checkers: [0, 0], turn: self.options.first }
    }

    fn turn(&self, position: &Position) -> Seat {
        Seat(position.turn.index() as u8)
    }

    #[inline]
    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.for_each_entry(position, &mut |enter, push, after| {
            f(Move { enter, push, take: None })?;
            let takeable = Self::takeable(after, position.turn, enter);
            if takeable != 0 && self.judge(after, position.turn).is_none() {
                for square in squares(takeable) {
                    f(Move { enter, push, take: Some(square) })?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let mut count = 0;
        let _ = self.for_each_entry(position, &mut |enter, _, after| {
            let takeable = Self::takeable(after, position.turn, enter);
            count += 1;
            if takeable != 0 && self.judge(after, position.turn).is_none() {
                count += u64::from(takeable.count_ones());
            }
            ControlFlow::Continue(())
        });
        count
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if let Some(after) = Self::entered(position.checkers, position.turn, mv.enter, mv.push) {
            position.checkers = after;
        }
        if let Some(square) = mv.take {
            position.checkers[position.turn.index()] &= !square.bit32();
        }
        position.turn = position.turn.other();
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let chains = self.judge(position.checkers, position.turn.other());
        if chains.is_none() && Self::reserve(position, position.turn) == 0 {
            // With 24 checkers at most some line always has room: only an empty reserve can keep a side from entering.
            return Some(Ending::win(position.turn.other(), Reason::NoMove));
        }
        chains
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.checkers.map(u64::from);
        mix((white << 32 | black) ^ mix(position.turn as u64))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        // The short sides belong to different colours.
        Symmetry::MIRRORED_ROWS
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position { checkers: position.checkers.map(|bits| symmetry.half_board(bits)), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| symmetry.square(Board::Half, square);
        Move { enter: image(mv.enter), push: mv.push, take: mv.take.map(image) }
    }
}
