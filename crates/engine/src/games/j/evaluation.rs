//! J: how far each side is from the chain that wins and from the one that loses, and its reserve.

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::j::{J, LongSides, MIDDLE, Move, Position, ROW_A, ROW_D, parts};

use super::fill::{self, BOTTOM, Boards, Filled, SHORT, TOP, enemies, fill};
use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term, difference};

/// Limit of the cost of a chain.
const MAX_COST: u32 = 16;

impl Evaluate for J {
    const TERMS: &'static [Term] = &[
        // To be on the move.
        Term::new("tempo"),
        // Checkers still missing to the winning chain, enemies counted twice.
        Term::new("winning").explains(ExplainsWhen::Reduced),
        // Checkers still missing to the losing chain.
        Term::new("losing").explains(ExplainsWhen::Gained),
        // Checkers in reserve, up to three.
        Term::new("reserve").explains(ExplainsWhen::Retained),
        // Whether two or fewer are missing to the winning chain.
        Term::new("near"),
        // Checkers in the middle, which can be taken back.
        Term::new("middle").explains(ExplainsWhen::Gained),
        // Whether the side to move misses one checker to its winning chain.
        Term::new("reach").explains(ExplainsWhen::Denied),
        // Whether the other side misses one checker to its winning chain.
        Term::new("threat").explains(ExplainsWhen::Inflicted),
        // Whether the side to move misses one checker to its losing chain.
        Term::new("trap").explains(ExplainsWhen::Inflicted),
        // Whether the other side misses one checker to its losing chain.
        Term::new("prey"),
        // Whether the side has one checker in reserve or none.
        Term::new("last"),
        // Checkers on the sides of the board that the winning chain joins.
        Term::new("edge"),
        // Whether the side to move misses no more than the other to its winning chain.
        Term::new("ahead"),
    ];

    const WEIGHTS: &'static [f32] = &[17.0, -46.0, 7.0, 66.0, 11.0, 23.4, 135.0, -17.0, -11.0, 1.0, -2.0, -25.0, 4.8];

    #[inline]
    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let color = position.to_move();
        let [winning, losing] = steps(fill::checkers(position), [SHORT, TOP], [TOP | BOTTOM, BOTTOM]);
        let flag = |holds: bool| f32::from(u8::from(holds));
        let reserve = |color: Color| 12 - position.checkers(color).count_ones();
        let [winning, other_winning] = [winning[color.index()], winning[color.other().index()]];
        let [losing, other_losing] = [losing[color.index()], losing[color.other().index()]];
        terms[0] = 1.0;
        terms[1] = winning as f32 - other_winning as f32;
        terms[2] = losing as f32 - other_losing as f32;
        terms[3] = difference(color, |color| reserve(color).min(3) as f32);
        terms[4] = flag(winning <= 2) - flag(other_winning <= 2);
        terms[5] = difference(color, |color| (position.checkers(color) & MIDDLE).count_ones() as f32);
        terms[6] = flag(winning <= 1);
        terms[7] = flag(other_winning <= 1);
        terms[8] = flag(losing <= 1);
        terms[9] = flag(other_losing <= 1);
        terms[10] = difference(color, |color| flag(reserve(color) <= 1));
        terms[11] = difference(color, |color| {
            let (columns, short) = parts(color);
            (position.checkers(color) & (short | columns & (ROW_A | ROW_D))).count_ones() as f32
        });
        terms[12] = flag(winning <= other_winning);
    }

    /// Squares that complete a winning chain of either side.
    #[inline]
    fn urgency(&self, position: &Position) -> impl Fn(Move) -> i32 {
        let completing = fill::joining_squares(fill::checkers(position), [SHORT, TOP | BOTTOM]);
        let either = fill::of(completing, Color::White) | fill::of(completing, Color::Black);
        move |mv| i32::from(either & mv.entered().bit32() != 0) * 20
    }

    /// If a move that takes a checker back wins, so does the one without.
    #[inline]
    fn may_win_by(&self, _position: &Position, mv: Move) -> bool {
        !mv.takes_back()
    }

    /// Only checkers that enter on an empty square are looked at; wins by pushing are found by trying moves.
    #[inline]
    fn can_win_at_once(&self, position: &Position) -> Option<bool> {
        let color = position.to_move();
        let all = fill::checkers(position);
        let placeable = if self.options().free_placement.is_on() { !0 } else { !MIDDLE };
        let empty = !(position.checkers(Color::White) | position.checkers(Color::Black));
        let winning = fill::of(fill::joining_squares(all, [SHORT, TOP | BOTTOM]), color) & placeable & empty;
        let ends = match self.options().long_sides {
            LongSides::Own => [TOP, BOTTOM],
            LongSides::Any => [fill::join(ROW_A, ROW_A), fill::join(ROW_D, ROW_D)],
        };
        (winning != 0 && winning & !fill::of(fill::joining_squares(all, ends), color) != 0).then_some(true)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        Some(J::null_move(self, position))
    }
}

/// Returns the costs of the cheapest ways between two parts of the edge, by pair of parts and colour: own squares are
/// free, empty ones cost one, enemies two.
#[inline]
fn steps(checkers: Boards, from: [Boards; 2], to: [Boards; 2]) -> [[u32; 2]; 2] {
    let enemies = enemies(checkers);
    let empty = !(checkers | enemies);
    let Filled { areas: mut reached, mut beside } = fill(from.map(|edge| edge & checkers), checkers);
    // A way may also begin on an edge square that is not one's own.
    beside = std::array::from_fn(|at| beside[at] | from[at]);
    // What is beside the squares that were reached one step cheaper: enemies take two steps.
    let mut beside_before = [0; 2];
    let mut costs = [[0; 2]; 2];
    for _ in 0..MAX_COST {
        let mut arrived = true;
        for at in 0..2 {
            for color in Color::BOTH {
                let missing = fill::of(reached[at] & to[at], color) == 0;
                costs[at][color.index()] += u32::from(missing);
                arrived &= !missing;
            }
        }
        if arrived {
            break;
        }
        let next = std::array::from_fn(|at| reached[at] | empty & beside[at] | enemies & beside_before[at]);
        beside_before = beside;
        Filled { areas: reached, beside } = fill(next, checkers);
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::board::half_neighbours;
    use halfboard_rules::random::SplitMix64;

    /// The same for one colour and one pair of parts, square by square: the shortest paths of Bellman and Ford.
    fn steps_of_one(own: u32, enemy: u32, from: u32, to: u32) -> u32 {
        let price = |square: usize| 2 * (enemy >> square & 1) + (!(own | enemy) >> square & 1);
        let mut costs: [u32; 32] =
            std::array::from_fn(|square| if from >> square & 1 == 1 { price(square) } else { MAX_COST });
        for _ in 0..32 {
            for square in 0..32 {
                let beside = half_neighbours(1 << square);
                let cheapest = (0..32).filter(|at| beside >> at & 1 == 1).map(|at| costs[at]).min().unwrap_or(MAX_COST);
                costs[square] = costs[square].min(cheapest + price(square));
            }
        }
        (0..32).filter(|at| to >> at & 1 == 1).map(|at| costs[at]).min().unwrap_or(MAX_COST).min(MAX_COST)
    }

    #[test]
    fn steps_are_shortest_paths() {
        let mut random = SplitMix64::new(1);
        let (from, to) = ([SHORT, TOP], [TOP | BOTTOM, BOTTOM]);
        for _ in 0..1000 {
            let (white, other) = (random.next_u64() as u32, random.next_u64() as u32);
            let checkers = fill::join(white & other, !white & random.next_u64() as u32);
            let costs = steps(checkers, from, to);
            for color in Color::BOTH {
                let (own, enemy) = (fill::of(checkers, color), fill::of(checkers, color.other()));
                for at in 0..2 {
                    let expected = steps_of_one(own, enemy, fill::of(from[at], color), fill::of(to[at], color));
                    assert_eq!(costs[at][color.index()], expected, "{checkers:#x}");
                }
            }
        }
    }
}
