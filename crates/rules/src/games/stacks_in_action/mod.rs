//! Stacks In Action, by Rich Hutnik and Paul Beykirch (2011, game 25 of Games on Half a Checkerboard). Stacks of one to
//! three move as far as they are high or as their line is full; who lacks a stack of each height must enter new ones,
//! and who cannot do anything loses.
//!
//! Rules: `docs/rules/stacks-in-action.md`, after the rule text, whose diagrams are lost. Disputed: the set-up, whether
//! a count is exact or a limit, whether a stack counts once on its line, and what an entered stack may be: decided on
//! that page, or an option.

mod options;
mod pile;
mod present;
mod refusals;
mod slides;
mod text;

use std::ops::ControlFlow;

use crate::board::{Board, Square, squares};
use crate::game::{Color, Ending, Game, GameInfo, Preset, Reason, Seat};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
pub use options::{Distance, MoveBy, Options, Reduce, StacksInActionSetup};
use pile::Pile;
pub use refusals::StacksInActionRefusal;

/// A position: the stacks by level, and the reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares whose stack is at least one, two, three high.
    tall: [u32; 3],
    /// The squares whose stack has a black checker on the first, second, third level.
    black: [u32; 3],
    reserve: [u8; 2],
    turn: Color,
}

/// A turn.
#[derive(Clone, Copy, Debug, Eq, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "equality is as if derived, only faster")]
pub enum Move {
    /// Put checkers from the reserve on an empty square.
    Enter {
        /// How many.
        count: u8,
        /// The square.
        square: Square,
    },
    /// Move the top checkers of a stack.
    Slide {
        /// How many.
        count: u8,
        /// The square that they leave.
        from: Square,
        /// The target square.
        to: Square,
        /// The height that stays, if the new stack is higher than three.
        keep: Option<u8>,
    },
}

impl PartialEq for Move {
    /// Move ordering compares every move with a few others, most of which differ in their target: compare that first.
    #[inline]
    fn eq(&self, other: &Move) -> bool {
        match (self, other) {
            (
                Move::Slide { count, from, to, keep },
                Move::Slide { count: count2, from: from2, to: to2, keep: keep2 },
            ) => to == to2 && from == from2 && count == count2 && keep == keep2,
            (Move::Enter { count, square }, Move::Enter { count: count2, square: square2 }) => {
                square == square2 && count == count2
            }
            _ => false,
        }
    }
}

/// The checkers a side owns.
const OWNED: u8 = 12;
const TALLEST: u8 = 3;

/// The standard set-up, as data: White's stacks by square and height; Black's are its mirror image, column 1 for 8.
const WHITE_START: [(usize, u8); 6] = [(15, 3), (14, 2), (13, 1), (23, 3), (22, 2), (21, 1)];

/// The rules of Stacks In Action.
#[derive(Clone, Debug)]
pub struct StacksInAction {
    options: Options,
}

impl Position {
    /// Returns the squares whose stack is at least one, two, three high.
    #[inline]
    pub fn tall(&self) -> [u32; 3] {
        self.tall
    }

    /// Returns the squares whose stack has a black checker on the first, second, third level.
    #[inline]
    pub fn black(&self) -> [u32; 3] {
        self.black
    }

    /// Returns the number of a side's checkers on the board, in stacks of either side.
    #[inline]
    pub fn on_board(&self, color: Color) -> u32 {
        let black: u32 = self.black.iter().map(|level| level.count_ones()).sum();
        match color {
            Color::Black => black,
            Color::White => self.tall.iter().map(|level| level.count_ones()).sum::<u32>() - black,
        }
    }

    /// Returns the checkers of a side in reserve.
    #[inline]
    pub fn reserve(&self, color: Color) -> u8 {
        self.reserve[color.index()]
    }

    /// Returns the colour to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.turn
    }

    /// Returns the squares of the stacks that a side controls.
    #[inline]
    pub fn controlled(&self, color: Color) -> u32 {
        let [one, two, three] = self.tall;
        let [first, second, third] = self.black;
        let black_on_top = (one & !two & first) | (two & !three & second) | (three & third);
        match color {
            Color::Black => black_on_top,
            Color::White => one & !black_on_top,
        }
    }

    /// Returns whether a side has a stack of each height.
    #[inline]
    pub fn has_set(&self, color: Color) -> bool {
        let own = self.controlled(color);
        let [one, two, three] = self.tall;
        own & one & !two != 0 && own & two & !three != 0 && own & three != 0
    }

    /// Returns the heights of which a side has no stack.
    pub(crate) fn missing_heights(&self, color: Color) -> Vec<u8> {
        let own = self.controlled(color);
        let [one, two, three] = self.tall;
        let stacks = (1..=3).zip([one & !two, two & !three, three]);
        stacks.filter(|(_, stacks)| own & stacks == 0).map(|(height, _)| height).collect()
    }

    #[inline]
    fn pile(&self, square: Square) -> Pile {
        let column = |levels: [u32; 3]| {
            let [one, two, three] = levels.map(|level| (level >> square.index() & 1) as u8);
            one | two << 1 | three << 2
        };
        Pile::from_levels(column(self.tall), column(self.black))
    }

    #[inline]
    fn put(&mut self, square: Square, pile: Pile) {
        let set = |levels: &mut [u32; 3], column: u8| {
            for (level, bits) in levels.iter_mut().enumerate() {
                *bits = *bits & !square.bit32() | u32::from(column >> level & 1) << square.index();
            }
        };
        let (tall, black) = pile.levels();
        set(&mut self.tall, tall);
        set(&mut self.black, black);
    }

    /// Takes the checkers above a height off a stack.
    #[inline]
    fn lower(&mut self, square: Square, height: u8) {
        for level in 0..3 {
            let lifted = u32::from(level as u8 >= height) << square.index();
            self.tall[level] &= !lifted;
            self.black[level] &= !lifted;
        }
    }

    #[inline]
    fn height(&self, square: Square) -> u8 {
        self.tall.iter().map(|level| (level >> square.index() & 1) as u8).sum()
    }
}

impl StacksInAction {
    /// Returns the position after a null move.
    pub fn null_move(&self, position: &Position) -> Position {
        Position { turn: position.turn.other(), ..*position }
    }
}

impl Game for StacksInAction {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "stacks-in-action", name: "Stacks In Action", board: Board::Half };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(StacksInAction { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self, _seed: u64) -> Position {
        let mut position = Position { tall: [0; 3], black: [0; 3], reserve: [OWNED; 2], turn: self.options.first };
        if self.options.setup == StacksInActionSetup::Standard {
            position.reserve = [0; 2];
            for (white, height) in WHITE_START {
                // Columns are the low three bits of a square, so this mirrors left and right.
                let black = white ^ 7;
                position.put(Square::new(white), Pile::of(Color::White, height));
                position.put(Square::new(black), Pile::of(Color::Black, height));
            }
        }
        position
    }

    fn turn(&self, position: &Position) -> Seat {
        Seat(position.turn.index() as u8)
    }

    #[inline]
    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        for count in 1..=position.reserve[position.turn.index()].min(TALLEST) {
            for square in squares(!position.tall[0]) {
                f(Move::Enter { count, square })?;
            }
        }
        if position.has_set(position.turn) { self.for_each_slide(position, f) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let turn = position.turn;
        position.turn = turn.other();
        match mv {
            Move::Enter { count, square } => {
                position.reserve[turn.index()] -= count;
                position.put(square, Pile::of(turn, count));
            }
            Move::Slide { count, from, to, keep } => {
                let (rest, lifted) = position.pile(from).split(count);
                let (cut, kept) = position.pile(to).under(lifted).split(keep.unwrap_or(2 * TALLEST));
                position.lower(from, rest.height());
                position.put(to, kept);
                position.reserve[turn.index()] += cut.count(turn);
            }
        }
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let turn = position.turn;
        // With 24 checkers at most there is always an empty square to enter on.
        let can_enter = position.reserve[turn.index()] > 0;
        // Without a reserve a single checker moves by its height to any neighbouring square.
        let moves_by_height = self.options.move_by != MoveBy::Line;
        let can_slide = || moves_by_height || self.for_each_slide(position, &mut |_| ControlFlow::Break(())).is_break();
        let can_move = || position.has_set(turn) && can_slide();
        (!can_enter && !can_move()).then(|| Ending::win(turn.other(), Reason::NoMove))
    }

    fn key(&self, position: &Position) -> u64 {
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let rest = (position.turn as u64) << 16 | u64::from(position.reserve[0]) << 8 | u64::from(position.reserve[1]);
        let [one, two, three] = position.tall;
        let [first, second, third] = position.black;
        let levels = [pair(one, first), pair(two, second), pair(three, third)];
        levels.into_iter().fold(mix(rest), |key, level| mix(key ^ level))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::RECTANGLE
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position {
            tall: position.tall.map(|bits| symmetry.half_board(bits)),
            black: position.black.map(|bits| symmetry.half_board(bits)),
            ..*position
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| symmetry.square(Board::Half, square);
        match mv {
            Move::Enter { count, square } => Move::Enter { count, square: image(square) },
            Move::Slide { count, from, to, keep } => Move::Slide { count, from: image(from), to: image(to), keep },
        }
    }
}
