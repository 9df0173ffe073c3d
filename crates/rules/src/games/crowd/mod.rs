//! Three's a Crowd: misère three-in-a-row on the half board. The sides take turns placing a checker on an empty square and may
//! not make three of their own in a row. A side that has no square left loses.
//!
//! The worked example of `docs/adding-a-game.md`; the cargo feature `sixth-game` adds it. Rules: `docs/rules/crowd.md`.

mod options;
mod present;
mod refusals;
mod text;

use std::ops::ControlFlow;

use crate::board::{Board, Square, squares};
use crate::game::{Color, Ending, Game, GameInfo, Preset, Reason, Seat};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
pub use options::{Lines, Options};
pub use refusals::CrowdRefusal;

/// A position of Three's a Crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    checkers: [u32; 2],
    turn: Color,
}

impl Position {
    /// Returns the checkers of a colour as a bitboard.
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

/// A turn: the square on which a checker is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(Square);

const _: () = assert!(size_of::<Position>() <= 40);
const _: () = assert!(size_of::<Option<Move>>() <= 8);

/// The rules of Three's a Crowd.
#[derive(Clone, Debug)]
pub struct Crowd {
    options: Options,
}

/// The number of checkers of each side: enough to fill the board.
const OWNED: u8 = 16;

/// Columns 1 to 6 and 3 to 8: where three in a row can begin, going right or left.
const ROOM_RIGHT: u32 = 0x3f3f_3f3f;
const ROOM_LEFT: u32 = 0xfcfc_fcfc;

impl Crowd {
    /// Returns the first square of a row of three among these checkers, and the distance to the next one.
    fn three(&self, checkers: u32) -> Option<(Square, usize)> {
        let directions: &[(usize, u32)] = match self.options.lines {
            Lines::All => &[(1, ROOM_RIGHT), (8, u32::MAX), (9, ROOM_RIGHT), (7, ROOM_LEFT)],
            Lines::Orthogonal => &[(1, ROOM_RIGHT), (8, u32::MAX)],
        };
        directions.iter().find_map(|&(step, room)| {
            let first = checkers & checkers >> step & checkers >> (2 * step) & room;
            squares(first).next().map(|square| (square, step))
        })
    }

    /// Returns the squares on which a colour may place a checker.
    pub fn allowed(&self, position: &Position, color: Color) -> u32 {
        let own = position.checkers(color);
        let empty = !(position.checkers[0] | position.checkers[1]);
        let allowed = squares(empty).filter(|square| self.three(own | square.bit32()).is_none());
        allowed.fold(0, |allowed, square| allowed | square.bit32())
    }
}

impl Game for Crowd {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "crowd", name: "Three's a Crowd", board: Board::Half };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(Crowd { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self, _seed: u64) -> Position {
        Position { checkers: [0, 0], turn: Color::White }
    }

    fn turn(&self, position: &Position) -> Seat {
        Seat(position.turn.index() as u8)
    }

    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        squares(self.allowed(position, position.turn)).try_for_each(|square| f(Move(square)))
    }

    fn play(&self, position: &mut Position, Move(square): Move) {
        position.checkers[position.turn.index()] |= square.bit32();
        position.turn = position.turn.other();
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let is_stuck = self.allowed(position, position.turn) == 0;
        is_stuck.then(|| Ending::win(position.turn.other(), Reason::NoMove))
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.checkers.map(u64::from);
        mix((white << 32 | black) ^ mix(position.turn as u64))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::RECTANGLE
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position { checkers: position.checkers.map(|bits| symmetry.half_board(bits)), ..*position }
    }

    fn transform_move(&self, Move(square): Move, symmetry: Symmetry) -> Move {
        Move(symmetry.square(Board::Half, square))
    }
}
