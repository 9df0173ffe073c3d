//! Sight Reduction, by Rich Hutnik (2011, game 27 of Games on Half a Checkerboard). Players remove their own checkers
//! that see a friend; who cannot, loses. One person can play both colours as a solitaire.
//!
//! Rules: `docs/rules/sight-reduction.md`, after the rule text; the harder solitaire is Paul Beykirch's. Disputed: what
//! "rearranging up to four" means on a full board, whether the solitaire variants also go with two players (they do
//! here), and what two removed checkers must see: decided on that page.

mod options;
mod present;
mod refusals;
mod setup;
pub mod sight;
mod text;

use std::ops::ControlFlow;

use crate::board::{Board, Square, half_neighbours8, squares};
use crate::game::{Color, Ending, Game, GameInfo, Outcome, Preset, Reason, Seat, Team};
use crate::options::OptionError;
use crate::random::mix;
use crate::symmetry::Symmetry;
pub use options::{Enemy, Options, Removal, Sight, SightReductionSetup, Solitaire, Target};
pub use refusals::SightReductionRefusal;
use setup::{exchange, random_board};

/// Where the game stands, with whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The players fill the board in turns.
    Place {
        /// The colour to place.
        turn: Color,
    },
    /// Seat 1 exchanges checkers.
    Swap,
    /// Seat 2 picks a colour.
    Pick,
    /// Seat 1 says who begins.
    Choose {
        /// The colour that was left for seat 1.
        seat_one: Color,
    },
    /// The players remove checkers.
    Play {
        /// The colour to remove.
        turn: Color,
        /// The colour that seat 1 plays; White outside the fair set-up.
        seat_one: Color,
    },
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    checkers: [u32; 2],
    phase: Phase,
}

impl Position {
    /// Returns the checkers of a colour, as a bitboard.
    #[inline]
    pub fn checkers(&self, color: Color) -> u32 {
        self.checkers[color.index()]
    }

    /// Returns the phase of the game.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }
}

/// A turn, in any phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Remove one checker.
    Remove(Square),
    /// Remove two that see each other, in order.
    RemoveTwo(Square, Square),
    /// Place a checker.
    Place(Square),
    /// Leave the board as it is.
    SwapNone,
    /// Exchange a white checker with a black one.
    SwapOne(Square, Square),
    /// Exchange two white checkers with two black ones, each in order.
    SwapTwo([Square; 2], [Square; 2]),
    /// Seat 2 takes this colour.
    Pick(Color),
    /// This colour begins.
    Choose(Color),
}

/// The rules of Sight Reduction.
#[derive(Clone, Debug)]
pub struct SightReduction {
    options: Options,
}

impl SightReduction {
    /// Returns the checkers of a colour that could be removed alone if it were its turn.
    #[inline]
    pub fn removable(&self, position: &Position, turn: Color) -> u32 {
        let own = position.checkers[turn.index()];
        let enemy = position.checkers[turn.other().index()];
        let empty = !(own | enemy);
        let seen = match self.options.sight {
            Sight::Orthogonal => sight::orthogonal(own, own, empty),
            Sight::Queen => sight::queen(own, own, empty),
        };
        match self.options.enemy {
            Enemy::Off => seen,
            Enemy::Required => seen & sight::queen(enemy, own, empty),
        }
    }

    /// Calls `f` with each pair of `removable` checkers that may be removed together.
    #[inline]
    fn for_each_pair(
        &self,
        position: &Position,
        removable: u32,
        f: &mut impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = position.checkers[0] | position.checkers[1];
        let directions = match self.options.sight {
            Sight::Orthogonal => 2,
            Sight::Queen => 4,
        };
        for square in squares(removable) {
            for direction in 0..directions {
                // The next checker on the line is seen; both must be removable, which covers seeing an enemy.
                match sight::next_on_line(square, direction, occupied) {
                    Some(other) if removable & other.bit32() != 0 => f(square, other)?,
                    _ => {}
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn placeable(&self, position: &Position, turn: Color) -> u32 {
        let empty = !(position.checkers[0] | position.checkers[1]);
        let beside = empty & half_neighbours8(position.checkers[turn.other().index()]);
        let first = position.checkers[turn.index()] == 0;
        if first || beside == 0 { empty } else { beside }
    }

    fn is_solved(&self, position: &Position) -> bool {
        let [white, black] = position.checkers;
        match (self.options.remove, self.options.target.0) {
            (Removal::OneOrTwo, _) => white | black == 0,
            (Removal::One, None) => white.count_ones() == 1 && black.count_ones() == 1,
            (Removal::One, Some((last_white, last_black))) => {
                white == last_white.bit32() && black == last_black.bit32()
            }
        }
    }
}

impl Game for SightReduction {
    type Options = Options;
    type Position = Position;
    type Move = Move;

    const INFO: GameInfo = GameInfo { id: "sight-reduction", name: "Sight Reduction", board: Board::Half };

    const PRESETS: &'static [Preset<Options>] = options::PRESETS;
    const REPETITION: bool = false;

    fn new(options: Options) -> Result<Self, OptionError> {
        options.check()?;
        Ok(SightReduction { options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seats(&self) -> &'static [&'static str] {
        if self.options.solitaire.is_on() {
            &["Player"]
        } else if self.options.setup == SightReductionSetup::Fair {
            &["Seat 1", "Seat 2"]
        } else {
            &["White", "Black"]
        }
    }

    fn start(&self, seed: u64) -> Position {
        let turn = self.options.first;
        let (checkers, phase) = match self.options.setup {
            SightReductionSetup::Random => (random_board(seed), Phase::Play { turn, seat_one: Color::White }),
            SightReductionSetup::Fair => (random_board(seed), Phase::Swap),
            SightReductionSetup::Deterministic => ([0, 0], Phase::Place { turn }),
        };
        Position { checkers, phase }
    }

    fn turn(&self, position: &Position) -> Seat {
        match position.phase {
            _ if self.options.solitaire.is_on() => Seat(0),
            Phase::Place { turn } => Seat(turn.index() as u8),
            Phase::Swap | Phase::Choose { .. } => Seat(0),
            Phase::Pick => Seat(1),
            Phase::Play { turn, seat_one } => Seat(u8::from(turn != seat_one)),
        }
    }

    fn color_of(&self, position: &Position, team: Team) -> Option<Color> {
        let seat_one = match position.phase {
            // The one person of the solitaire plays both colours.
            _ if self.options.solitaire.is_on() => return None,
            Phase::Place { .. } => Color::White,
            Phase::Swap | Phase::Pick => return None,
            Phase::Choose { seat_one } | Phase::Play { seat_one, .. } => seat_one,
        };
        Some(if team == Team::One { seat_one } else { seat_one.other() })
    }

    #[inline]
    fn for_each_move(&self, position: &Position, f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match position.phase {
            Phase::Play { turn, .. } => {
                let removable = self.removable(position, turn);
                for square in squares(removable) {
                    f(Move::Remove(square))?;
                }
                if self.options.remove == Removal::OneOrTwo {
                    self.for_each_pair(position, removable, &mut |a, b| f(Move::RemoveTwo(a, b)))?;
                }
                ControlFlow::Continue(())
            }
            Phase::Place { turn } => {
                for square in squares(self.placeable(position, turn)) {
                    f(Move::Place(square))?;
                }
                ControlFlow::Continue(())
            }
            Phase::Swap => setup::for_each_swap(position.checkers, f),
            Phase::Pick => {
                f(Move::Pick(Color::White))?;
                f(Move::Pick(Color::Black))
            }
            Phase::Choose { .. } => {
                f(Move::Choose(Color::White))?;
                f(Move::Choose(Color::Black))
            }
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        match position.phase {
            Phase::Play { turn, .. } => {
                let removable = self.removable(position, turn);
                let mut count = u64::from(removable.count_ones());
                if self.options.remove == Removal::OneOrTwo {
                    let _ = self.for_each_pair(position, removable, &mut |_, _| {
                        count += 1;
                        ControlFlow::Continue(())
                    });
                }
                count
            }
            Phase::Place { turn } => u64::from(self.placeable(position, turn).count_ones()),
            Phase::Swap => {
                let [white, black] = position.checkers.map(|bits| u64::from(bits.count_ones()));
                let pairs = |n: u64| n * n.saturating_sub(1) / 2;
                1 + white * black + pairs(white) * pairs(black)
            }
            Phase::Pick | Phase::Choose { .. } => 2,
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match (position.phase, mv) {
            (Phase::Play { turn, seat_one }, Move::Remove(square)) => {
                position.checkers[turn.index()] ^= square.bit32();
                position.phase = Phase::Play { turn: turn.other(), seat_one };
            }
            (Phase::Play { turn, seat_one }, Move::RemoveTwo(a, b)) => {
                position.checkers[turn.index()] ^= a.bit32() | b.bit32();
                position.phase = Phase::Play { turn: turn.other(), seat_one };
            }
            (Phase::Place { turn }, Move::Place(square)) => {
                position.checkers[turn.index()] |= square.bit32();
                let full = position.checkers[0] | position.checkers[1] == !0;
                // Sixteen each have been placed, so it is the turn of who placed first again.
                let turn = turn.other();
                position.phase =
                    if full { Phase::Play { turn, seat_one: Color::White } } else { Phase::Place { turn } };
            }
            (_, Move::SwapNone) => position.phase = Phase::Pick,
            (_, Move::SwapOne(white, black)) => {
                exchange(&mut position.checkers, white.bit32() | black.bit32());
                position.phase = Phase::Pick;
            }
            (_, Move::SwapTwo(white, black)) => {
                let [a, b] = white.map(Square::bit32);
                let [c, d] = black.map(Square::bit32);
                exchange(&mut position.checkers, a | b | c | d);
                position.phase = Phase::Pick;
            }
            (_, Move::Pick(color)) => position.phase = Phase::Choose { seat_one: color.other() },
            (Phase::Choose { seat_one }, Move::Choose(turn)) => position.phase = Phase::Play { turn, seat_one },
            (phase, mv) => unreachable!("{mv:?} is not a move of {phase:?}"),
        }
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let Phase::Play { turn, .. } = position.phase else { return None };
        if self.removable(position, turn) != 0 {
            return None;
        }
        if !self.options.solitaire.is_on() {
            return Some(Ending::win(turn.other(), Reason::NoMove));
        }
        if self.is_solved(position) {
            return Some(Ending { outcome: Outcome::Solved, reason: Reason::Solved });
        }
        let left = (position.checkers[0] | position.checkers[1]).count_ones() as u8;
        Some(Ending { outcome: Outcome::Stuck(left), reason: Reason::NoMove })
    }

    fn key(&self, position: &Position) -> u64 {
        let phase = match position.phase {
            Phase::Place { turn } => turn as u64,
            Phase::Swap => 2,
            Phase::Pick => 3,
            Phase::Choose { seat_one } => 4 + seat_one as u64,
            Phase::Play { turn, seat_one } => 6 + turn as u64 + 2 * seat_one as u64,
        };
        let [white, black] = position.checkers.map(u64::from);
        mix((white << 32 | black) ^ mix(phase))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        // No mirror keeps a square of a target where it is.
        if self.options.target.0.is_some() { Symmetry::NONE } else { Symmetry::RECTANGLE }
    }

    fn transform_position(&self, position: &Position, symmetry: Symmetry) -> Position {
        Position { checkers: position.checkers.map(|bits| symmetry.half_board(bits)), ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |square| symmetry.square(Board::Half, square);
        let ordered = |[a, b]: [Square; 2]| {
            let [a, b] = [image(a), image(b)];
            if a < b { [a, b] } else { [b, a] }
        };
        match mv {
            Move::Remove(square) => Move::Remove(image(square)),
            Move::RemoveTwo(a, b) => {
                let [a, b] = ordered([a, b]);
                Move::RemoveTwo(a, b)
            }
            Move::Place(square) => Move::Place(image(square)),
            Move::SwapOne(white, black) => Move::SwapOne(image(white), image(black)),
            Move::SwapTwo(white, black) => Move::SwapTwo(ordered(white), ordered(black)),
            Move::SwapNone | Move::Pick(_) | Move::Choose(_) => mv,
        }
    }
}
