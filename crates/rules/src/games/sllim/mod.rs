//! Sllim, by Rich Hutnik (2011, game 15 of Games on Half a Checkerboard). Relocate checkers to make sets of four, which
//! leave; who is rid of all that can go wins.
//!
//! Rules: `docs/rules/sllim.md`, after version 1.3 of the rule text, whose diagrams are lost. Disputed: the set-ups,
//! what happens to sets made while placing, how the expert, shorter, knockout, borrowing and momentum rules meet, and
//! what a side with fewer than four checkers can still do: decided on that page.

mod options;
mod present;
mod refusals;
mod sets;
mod text;

use std::ops::ControlFlow;

use crate::board::{Board, Square, squares};
use crate::game::{Color, Ending, Game, GameInfo, Preset, Reason, Seat, count_by_listing};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
pub use options::{Borrow, Knockout, Momentum, Options, Pieces, Shorter, SllimSetup};
pub use refusals::SllimRefusal;
pub use sets::Set;

/// The sets that left last, as far as momentum asks: whose the last was, and whether the one before was theirs too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Last {
    color: Color,
    twice: bool,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    checkers: [u32; 2],
    reserve: [u8; 2],
    sets: [u8; 2],
    last: Option<Last>,
    turn: Color,
}

impl Position {
    /// Returns the checkers of a colour, as a bitboard.
    #[inline]
    pub fn checkers(&self, color: Color) -> u32 {
        self.checkers[color.index()]
    }

    /// Returns the checkers of a side in reserve.
    #[inline]
    pub fn reserve(&self, color: Color) -> u8 {
        self.reserve[color.index()]
    }

    /// Returns the checkers of a side on the board and in reserve.
    #[inline]
    pub fn left(&self, color: Color) -> u32 {
        self.checkers[color.index()].count_ones() + u32::from(self.reserve[color.index()])
    }

    /// Returns the colour to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.turn
    }
}

/// A turn: a checker from a square or from the reserve, where it goes, and the set that leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Option<Square>,
    to: Square,
    leaves: Option<Set>,
}

impl Move {
    /// Returns the set that leaves by this turn.
    #[inline]
    pub fn leaves(self) -> Option<Set> {
        self.leaves
    }
}

/// The squares that belong to White: A1, A3, B2 and so on.
const WHITE_SQUARES: u32 = 0xaa55_aa55;

/// The rules of Sllim.
#[derive(Clone, Debug)]
pub struct Sllim {
    options: Options,
}

const fn squares_of(color: Color) -> u32 {
    match color {
        Color::White => WHITE_SQUARES,
        Color::Black => !WHITE_SQUARES,
    }
}

impl Sllim {
    /// Returns the position after a null move.
    pub fn null_move(&self, position: &Position) -> Position {
        Position { turn: position.turn.other(), ..*position }
    }

    /// Returns whether the side to move must place: in the set-ups that begin with placing, while it has a reserve.
    fn must_place(&self, position: &Position) -> bool {
        !matches!(self.options.setup, SllimSetup::Standard | SllimSetup::EitherSide)
            && position.reserve[position.turn.index()] > 0
    }

    /// Returns where the side to move may place; nowhere without a reserve.
    fn placeable(&self, position: &Position) -> u32 {
        if position.reserve[position.turn.index()] == 0 {
            return 0;
        }
        let empty = !(position.checkers[0] | position.checkers[1]);
        if self.options.setup == SllimSetup::Expert { empty } else { empty & squares_of(position.turn) }
    }

    /// Returns whether sets that are completed by placing leave.
    fn placed_sets_leave(&self) -> bool {
        matches!(self.options.setup, SllimSetup::Expert | SllimSetup::EitherSide)
    }

    /// Returns why a side has won, if it has.
    #[inline]
    fn won(&self, position: &Position, color: Color) -> Option<Reason> {
        if self.options.knockout.is_on() && sets::has_cross(position.checkers[color.index()]) {
            return Some(Reason::Cross);
        }
        let enough = if self.options.shorter.is_on() { 4 } else { 3 };
        let expert = self.options.setup == SllimSetup::Expert && position.sets[color.index()] >= 2;
        if position.left(color) <= enough || expert {
            return Some(Reason::Cleared);
        }
        let momentum = self.options.momentum.is_on() && position.last == Some(Last { color, twice: true });
        momentum.then_some(Reason::Momentum)
    }

    /// Calls `f` with a checker's way and each set that can leave by it; `bits` are its colour's checkers afterwards.
    #[inline]
    fn for_each_leaving(
        &self,
        bits: u32,
        from: Option<Square>,
        to: Square,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let crossed = self.options.knockout.is_on() && sets::has_cross_through(bits, to);
        let mut any = false;
        if !crossed {
            for set in sets::completed(bits, to) {
                any = true;
                f(Move { from, to, leaves: Some(set) })?;
            }
        }
        if any { ControlFlow::Continue(()) } else { f(Move { from, to, leaves: None }) }
    }

    /// Returns whether a checker on this square could complete a set, from wherever it came. Mostly it cannot,
    /// and then nothing needs to be asked for each place it might have come from.
    #[inline]
    fn may_complete(&self, bits: u32, to: Square) -> bool {
        let bits = bits | to.bit32();
        sets::completed(bits, to).next().is_some() || self.options.knockout.is_on() && sets::has_cross_through(bits, to)
    }

    /// Relocations of enemy checkers that complete a set of the enemy's.
    fn for_each_borrowing(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let enemy = position.checkers[position.turn.other().index()];
        let empty = !(position.checkers[0] | position.checkers[1]);
        for to in squares(empty).filter(|&to| self.may_complete(enemy, to)) {
            for from in squares(enemy) {
                let bits = (enemy ^ from.bit32()) | to.bit32();
                if sets::completed(bits, to).next().is_some() {
                    self.for_each_leaving(bits, Some(from), to, f)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Sllim {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "sllim", name: "Sllim", board: Board::Half };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;

    fn new(options: Options) -> Result<Self, OptionError> {
        options.check()?;
        Ok(Sllim { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self, _seed: u64) -> Position {
        let columns: u32 = match self.options.setup {
            SllimSetup::Standard => 0x7e7e_7e7e,
            SllimSetup::Intermediate => 0x3c3c_3c3c,
            _ => 0,
        };
        let checkers = Color::BOTH.map(|color| columns & squares_of(color));
        let reserve = checkers.map(|bits| self.options.pieces.count() - bits.count_ones() as u8);
        Position { checkers, reserve, sets: [0, 0], last: None, turn: self.options.first }
    }

    fn turn(&self, position: &Position) -> Seat {
        Seat(position.turn.index() as u8)
    }

    #[inline]
    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let own = position.checkers[position.turn.index()];
        let empty = !(position.checkers[0] | position.checkers[1]);
        for to in squares(self.placeable(position)) {
            if self.placed_sets_leave() {
                self.for_each_leaving(own | to.bit32(), None, to, f)?;
            } else {
                f(Move { from: None, to, leaves: None })?;
            }
        }
        if self.must_place(position) {
            return ControlFlow::Continue(());
        }
        for to in squares(empty) {
            let plain = !self.may_complete(own, to);
            for from in squares(own) {
                if plain {
                    f(Move { from: Some(from), to, leaves: None })?;
                } else {
                    self.for_each_leaving((own ^ from.bit32()) | to.bit32(), Some(from), to, f)?;
                }
            }
        }
        if self.options.borrow.is_on() { self.for_each_borrowing(position, f) } else { ControlFlow::Continue(()) }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let own = position.checkers[position.turn.index()];
        let empty = !(position.checkers[0] | position.checkers[1]);
        let simple = !self.must_place(position)
            && !self.options.borrow.is_on()
            && self.placeable(position) == 0
            && squares(empty).all(|to| !self.may_complete(own, to));
        match simple {
            true => u64::from(own.count_ones()) * u64::from(empty.count_ones()),
            false => count_by_listing(self, position),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let mover = position.turn;
        position.turn = mover.other();
        let color = match mv.from {
            None => {
                position.reserve[mover.index()] -= 1;
                mover
            }
            Some(from) => {
                let own = position.checkers[mover.index()] & from.bit32() != 0;
                let color = if own { mover } else { mover.other() };
                position.checkers[color.index()] ^= from.bit32();
                color
            }
        };
        position.checkers[color.index()] |= mv.to.bit32();
        if let Some(set) = mv.leaves {
            position.checkers[color.index()] &= !set.squares();
            position.sets[color.index()] += 1;
            if self.options.momentum.is_on() {
                let twice = position.last.is_some_and(|last| last.color == color);
                position.last = Some(Last { color, twice });
            }
        }
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        for color in Color::BOTH {
            if let Some(reason) = self.won(position, color) {
                return Some(Ending::win(color, reason));
            }
        }
        // Only hand-made positions can leave a side that must place without a square of its colour.
        if self.must_place(position) && self.placeable(position) == 0 {
            return Some(Ending::win(position.turn.other(), Reason::NoMove));
        }
        None
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.checkers.map(u64::from);
        let last = position.last.map_or(0, |last| 1 + last.color as u64 + 2 * u64::from(last.twice));
        let counts = [position.reserve[0], position.reserve[1], position.sets[0], position.sets[1]].map(u64::from);
        let rest = counts.into_iter().fold(last << 1 | position.turn as u64, |rest, count| rest << 8 | count);
        mix((white << 32 | black) ^ mix(rest))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        match self.options.setup {
            SllimSetup::Standard | SllimSetup::Expert => Symmetry::RECTANGLE,
            // A mirror exchanges the squares of White and Black, on which checkers are placed.
            SllimSetup::Intermediate | SllimSetup::Advanced | SllimSetup::EitherSide => Symmetry::TURNED,
        }
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position { checkers: position.checkers.map(|bits| symmetry.half_board(bits)), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| symmetry.square(Board::Half, square);
        Move {
            from: mv.from.map(image),
            to: image(mv.to),
            leaves: mv.leaves.and_then(|set| Set::with_squares(symmetry.half_board(set.squares()))),
        }
    }
}
