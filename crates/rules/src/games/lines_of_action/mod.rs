//! Lines of Action, by Claude Soucie (1969). A checker moves exactly as far as there are checkers on its line; who
//! first has all checkers in one group wins.
//!
//! Rules: `docs/rules/lines-of-action.md`, after the rule text in A. N. Efremov's edition of 2019, which names
//! Scrambled Eggs (Soucie), Parachute (David Voorhees), closed edges and play by four. Disputed: who begins (White
//! here, Black nearly everywhere else), what uniting both sides at once means, whether one passes without a move, which
//! repetition is a draw, and whose checkers Parachute drops: each an option or decided on that page.

mod geometry;
mod group;
mod hand;
mod mobility;
mod options;
mod present;
mod refusals;
pub mod sgf;
mod text;
mod uniting;

use std::ops::ControlFlow;

use crate::board::{Board, Square, squares};
use crate::game::{Color, Ending, Game, GameInfo, Preset, Reason, Seat};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
use geometry::Geometry;
use group::is_group;
pub use group::{Contacts, contacts};
pub use hand::Hand;
use mobility::count as open_mobility;
pub use mobility::count_both as mobility_of_both;
pub use options::{BothUnited, Drops, LinesOfActionSetup, Options, Order, Players, Repetition, Stuck, Wrap};
pub use refusals::{LineDistance, LinesOfActionRefusal};
use uniting::uniting_squares;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The checkers of White and Black, marked ones included.
    checkers: [u64; 2],
    marked: u64,
    turn: Hand,
    /// Whether the second of a pair is to move; always false outside the pair orders.
    second: bool,
    /// Checkers not yet dropped, by colour.
    stock: [u8; 2],
}

impl Position {
    /// Returns the checkers of a colour, as a bitboard.
    #[inline]
    pub fn checkers(&self, color: Color) -> u64 {
        self.checkers[color.index()]
    }

    /// Returns the colour to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.turn.color()
    }
}

/// A turn: a checker's move (none for a pass), the drop that belongs to it, and the player chosen to move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    way: Option<(Square, Square)>,
    drop: Option<Square>,
    names: Option<Hand>,
}

impl Move {
    /// Returns the target square, or `None` for a pass.
    #[inline]
    pub fn target(self) -> Option<Square> {
        self.way.map(|(_, to)| to)
    }
}

/// The rules of Lines of Action.
#[derive(Clone, Debug)]
pub struct LinesOfAction {
    options: Options,
    geometry: &'static Geometry,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;
/// b1–g1 and b8–g8.
const BLACK_START: u64 = 0x7e00_0000_0000_007e;
/// a2–a7 and h2–h7.
const WHITE_START: u64 = 0x0081_8181_8181_8100;
/// The same squares with colours alternating round the edge, White on a2.
const WHITE_EGGS: u64 = 0x2a80_0180_0180_0154;
const BLACK_EGGS: u64 = 0x5401_8001_8001_802a;
const STOCK: u8 = 6;

impl LinesOfAction {
    /// Returns the position after a null move, or `None` in variants where a turn is more than a move.
    pub fn null_move(&self, position: &Position) -> Option<Position> {
        (self.options.players == Players::Two && self.options.setup != LinesOfActionSetup::Parachute)
            .then(|| Position { turn: Hand::of(position.turn.color().other(), false), ..*position })
    }

    /// Returns whether a move of the player to move wins by uniting all own checkers. `None` in variants where a turn is
    /// more than a move, or where uniting both sides is a draw: there one has to try the moves.
    pub fn can_unite(&self, position: &Position) -> Option<bool> {
        if self.options.players != Players::Two
            || self.options.setup == LinesOfActionSetup::Parachute
            || self.options.both_united == BothUnited::Draw
        {
            return None;
        }
        let color = position.turn.color();
        let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
        let unites = |to: Square| {
            let sources = self.geometry.sources(to, own, enemy);
            squares(sources).any(|from| is_group(own & !from.bit64() | to.bit64()))
        };
        Some(squares(uniting_squares(own)).any(unites))
    }

    /// Calls `f` with each capture, in variants where a turn is only a move.
    pub fn for_each_capture(&self, position: &Position, f: &mut impl FnMut(Move)) {
        if self.drop_color(position).is_some() || self.nameable(position).is_some() {
            return;
        }
        let color = position.turn.color();
        let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
        for from in squares(self.movable(position)) {
            for to in squares(self.geometry.targets(from, own, enemy) & enemy) {
                f(Move { way: Some((from, to)), drop: None, names: None });
            }
        }
    }

    /// Returns the checkers that the hand to move may move.
    #[inline]
    fn movable(&self, position: &Position) -> u64 {
        let own = position.checkers[position.turn.color().index()];
        match self.options.players {
            Players::Two => own,
            _ if position.turn.is_marked() => own & position.marked,
            _ => own & !position.marked,
        }
    }

    /// Returns the colour that the player to move drops, or `None` if there is nothing to drop.
    #[inline]
    fn drop_color(&self, position: &Position) -> Option<Color> {
        if self.options.setup != LinesOfActionSetup::Parachute {
            return None;
        }
        let mover = position.turn.color();
        let color = match self.options.drops {
            Drops::Own => mover,
            Drops::Opponent => mover.other(),
        };
        (position.stock[color.index()] > 0).then_some(color)
    }

    #[inline]
    fn is_united(&self, position: &Position, color: Color) -> bool {
        position.stock[color.index()] == 0 && is_group(position.checkers[color.index()])
    }

    /// Returns whether no checker of the player to move can move.
    fn is_stuck(&self, position: &Position) -> bool {
        let color = position.turn.color();
        let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
        squares(self.movable(position)).all(|from| self.geometry.targets(from, own, enemy) == 0)
    }

    /// Returns the end of the game if the player to move has no move and does not pass.
    #[inline]
    fn stuck_ending(&self, position: &Position) -> Option<Ending> {
        if self.options.stuck == Stuck::Pass || !self.is_stuck(position) {
            return None;
        }
        Some(match self.options.stuck {
            Stuck::Draw => Ending::draw(Reason::NoMove),
            _ => Ending::win(position.turn.color().other(), Reason::NoMove),
        })
    }

    /// Moves a checker of the player to move, capturing what stands on the target.
    #[inline]
    fn carry(&self, position: &mut Position, from: Square, to: Square) {
        let color = position.turn.color();
        let (from, to) = (from.bit64(), to.bit64());
        position.checkers[color.index()] ^= from | to;
        position.checkers[color.other().index()] &= !to;
        if self.options.players != Players::Two {
            let marks = position.marked & from != 0;
            position.marked &= !(from | to);
            position.marked |= if marks { to } else { 0 };
        }
    }

    /// Returns the players whom the player to move may choose to move next.
    fn nameable(&self, position: &Position) -> Option<[Hand; 2]> {
        (self.options.order == Order::PairsNamed && position.second)
            .then(|| [position.turn.further(1), position.turn.further(3)])
    }

    /// Returns the next hand to move, and whether it is the second of a pair.
    fn next_turn(&self, position: &Position, names: Option<Hand>) -> (Hand, bool) {
        let turn = position.turn;
        match self.options.players {
            Players::Two => (Hand::of(turn.color().other(), false), false),
            // Plain and marked checkers are due in turn, the colours alternating: only the beginner's colour goes on to
            // the other kind.
            Players::Alternating => {
                let marked = turn.is_marked() != (turn.color() != self.options.first);
                (Hand::of(turn.color().other(), marked), false)
            }
            Players::Four => match self.options.order {
                Order::Clockwise => (turn.further(1), false),
                Order::Counterclockwise => (turn.further(3), false),
                _ if !position.second => (turn.further(2), true),
                Order::PairsLeft => (turn.further(1), false),
                Order::PairsRight => (turn.further(3), false),
                Order::PairsNamed => (names.unwrap_or(turn.further(1)), false),
            },
        }
    }

    /// Calls `f` with a move and every drop and choice of the next player that can go with it.
    #[inline]
    fn for_each_completion(
        &self,
        position: &Position,
        way: Option<(Square, Square)>,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.drop_color(position).is_some() {
            let occupied = position.checkers[0] | position.checkers[1];
            let (left, taken) = way.map_or((0, 0), |(from, to)| (from.bit64(), to.bit64()));
            for drop in squares(!((occupied & !left) | taken)) {
                f(Move { way, drop: Some(drop), names: None })?;
            }
            return ControlFlow::Continue(());
        }
        match self.nameable(position) {
            None => f(Move { way, drop: None, names: None }),
            Some(hands) => {
                for hand in hands {
                    f(Move { way, drop: None, names: Some(hand) })?;
                }
                ControlFlow::Continue(())
            }
        }
    }
}

impl Game for LinesOfAction {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "lines-of-action", name: "Lines of Action", board: Board::Full };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;

    fn new(options: Options) -> Result<Self, OptionError> {
        options.check()?;
        Ok(LinesOfAction { options, geometry: Geometry::of(options.wrap) })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn draw_occurrence(&self) -> Option<usize> {
        match self.options.repetition {
            Repetition::Third => Some(3),
            Repetition::Second => Some(2),
            Repetition::None => None,
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        match self.options.players {
            Players::Four => &["West", "North", "East", "South"],
            _ => &["White", "Black"],
        }
    }

    fn start(&self, _seed: u64) -> Position {
        let files = FILE_A | FILE_A << 7;
        let (checkers, stock) = match self.options.setup {
            LinesOfActionSetup::Standard => ([WHITE_START, BLACK_START], 0),
            LinesOfActionSetup::ScrambledEggs => ([WHITE_EGGS, BLACK_EGGS], 0),
            LinesOfActionSetup::Parachute => ([WHITE_EGGS & files, BLACK_EGGS & files], STOCK),
        };
        // North and East hold the marked checkers, also when two people play with them.
        let marked = match self.options.players {
            Players::Two => 0,
            _ => (checkers[0] & (FILE_A << 7)) | (checkers[1] & (RANK_1 << 56)),
        };
        let turn = match (self.options.first, self.options.players) {
            (Color::White, _) => Hand::White,
            (Color::Black, Players::Four) => Hand::MarkedBlack,
            (Color::Black, _) => Hand::Black,
        };
        Position { checkers, marked, turn, second: false, stock: [stock; 2] }
    }

    fn turn(&self, position: &Position) -> Seat {
        match self.options.players {
            Players::Four => Seat(position.turn as u8),
            _ => Seat(position.turn.color().index() as u8),
        }
    }

    #[inline]
    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let color = position.turn.color();
        let own = position.checkers[color.index()];
        let enemy = position.checkers[color.other().index()];
        let plain = self.drop_color(position).is_none() && self.nameable(position).is_none();
        let mut moved = false;
        for from in squares(self.movable(position)) {
            for to in squares(self.geometry.targets(from, own, enemy)) {
                moved = true;
                if plain {
                    f(Move { way: Some((from, to)), drop: None, names: None })?;
                } else {
                    self.for_each_completion(position, Some((from, to)), f)?;
                }
            }
        }
        if moved { ControlFlow::Continue(()) } else { self.for_each_completion(position, None, f) }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let color = position.turn.color();
        let own = position.checkers[color.index()];
        let enemy = position.checkers[color.other().index()];
        if self.options.wrap == Wrap::None
            && self.options.players == Players::Two
            && self.options.setup != LinesOfActionSetup::Parachute
        {
            return open_mobility(own, enemy).max(1);
        }
        let mut ways = 0;
        let mut captures = 0;
        for from in squares(self.movable(position)) {
            let targets = self.geometry.targets(from, own, enemy);
            ways += u64::from(targets.count_ones());
            captures += u64::from((targets & enemy).count_ones());
        }
        if self.drop_color(position).is_some() {
            // After a plain move as many squares are empty as before, after a capture one more.
            let empty = u64::from((!(own | enemy)).count_ones());
            return if ways == 0 { empty } else { ways * empty + captures };
        }
        ways.max(1) * if self.nameable(position).is_some() { 2 } else { 1 }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if let Some((from, to)) = mv.way {
            self.carry(position, from, to);
        }
        if let (Some(square), Some(dropped)) = (mv.drop, self.drop_color(position)) {
            position.checkers[dropped.index()] |= square.bit64();
            position.stock[dropped.index()] -= 1;
        }
        (position.turn, position.second) = self.next_turn(position, mv.names);
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let turn = position.turn.color();
        let mover = if position.second { turn } else { turn.other() };
        match (self.is_united(position, mover), self.is_united(position, mover.other())) {
            (false, false) => self.stuck_ending(position),
            (true, true) if self.options.both_united == BothUnited::Draw => Some(Ending::draw(Reason::BothUnited)),
            (true, _) => Some(Ending::win(mover, Reason::United)),
            (false, true) => Some(Ending::win(mover.other(), Reason::UnitedByOpponent)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let rest = u64::from(position.stock[0]) << 16
            | u64::from(position.stock[1]) << 8
            | (position.turn as u64) << 1
            | u64::from(position.second);
        let boards = [position.checkers[0], position.checkers[1], position.marked];
        boards.into_iter().fold(mix(rest), |key, board| mix(key ^ board))
    }

    fn passer(&self, position: &Position, mv: Move) -> u8 {
        u8::from(mv.way.is_none() && mv.drop.is_none()) << position.turn as u8
    }

    fn passers(&self) -> u8 {
        match self.options.players {
            Players::Two => 1 << Hand::White as u8 | 1 << Hand::Black as u8,
            _ => 0b1111,
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        match self.options.wrap {
            Wrap::None | Wrap::Both => Symmetry::SQUARE,
            Wrap::Files | Wrap::Ranks => Symmetry::RECTANGLE,
        }
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position {
            checkers: position.checkers.map(|bits| symmetry.full_board(bits)),
            marked: symmetry.full_board(position.marked),
            ..*position
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| symmetry.square(Board::Full, square);
        Move { way: mv.way.map(|(from, to)| (image(from), image(to))), drop: mv.drop.map(image), ..mv }
    }
}
