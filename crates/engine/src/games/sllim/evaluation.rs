//! Sllim: how many checkers a side has left, and what it is about to complete.
//!
//! Having the move is nearly everything: who moves completes a set, who does not can be answered on one square. So the
//! completions of the side to move and those of the other side are different terms. All counts are made for all sets of
//! a shape and for both sides at once: one bit for the first square of each set, White's in the low half of a word.
//!
//! The weights are from matches between slightly different ones. Those that predict results best play worse: many games
//! are long, and what stands on the board early on says little about their end.

use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sllim::{Move, Position, Sllim};

use super::sets_to_remove;
use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term, difference};
use crate::explanation::MoveEffect;

impl Evaluate for Sllim {
    const TERMS: &'static [Term] = &[
        // To be on the move.
        Term::new("tempo"),
        // Checkers on the board and in reserve, of which fewer is better.
        Term::new("left"),
        // Empty squares on which a set is completed.
        Term::new("threats").explains(ExplainsWhen::Gained),
        // Whether the side to move completes a set now.
        Term::new("set").explains(ExplainsWhen::Denied),
        // Whether the other side threatens on two squares and no set is completed now.
        Term::new("double"),
        // Whether the other side threatens on some square.
        Term::new("threat").explains(ExplainsWhen::Inflicted),
        // Whether the side to move completes its last set now.
        Term::new("win").explains(ExplainsWhen::Denied),
        // Whether the other side will complete its last set: two squares, and no win now.
        Term::new("loss").explains(ExplainsWhen::Inflicted),
        // Sets with two own checkers and two empty squares.
        Term::new("pairs").explains(ExplainsWhen::Gained),
        // Enemies that must stay where they are because they block three of a set.
        Term::new("bound").explains(ExplainsWhen::Gained),
        // Whether the side to move can make two threats at once, and nothing is urgent.
        Term::new("fork").explains(ExplainsWhen::Denied),
        // Checkers that are not bound, at most four.
        Term::new("free").explains(ExplainsWhen::Gained),
        // Whether only one more set has to go.
        Term::new("last"),
        // The pairs of a side that has only one more set to go.
        Term::new("last pairs").explains(ExplainsWhen::Gained),
        // Whether the other side threatens its last set, and there is no win now.
        Term::new("last threat").explains(ExplainsWhen::Inflicted),
        // Whether the side to move can fork for its last set, and nothing is urgent.
        Term::new("last fork").explains(ExplainsWhen::Denied),
    ];

    const WEIGHTS: &'static [f32] =
        &[7.7, -45.0, 17.5, 42.2, -1.6, -22.4, 397.8, -191.6, 10.3, 13.5, 24.0, 8.9, 28.6, 12.6, -85.3, 74.7];

    #[inline]
    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let color = position.to_move();
        let counts = measure(position);
        let [own, other] = [color, color.other()].map(|color| counts[color.index()]);
        let most = if self.options().shorter.is_on() { 8 } else { 7 };
        let last = |color: Color| position.left(color) <= most;
        let flag = |holds: bool| f32::from(u8::from(holds));
        let set = own.threats > 0;
        let win = set && last(color);
        let fork = !set && other.threats == 0 && own.forks > 0;
        terms[0] = 1.0;
        terms[1] = difference(color, |color| position.left(color) as f32);
        terms[2] = own.threats as f32 - other.threats as f32;
        terms[3] = flag(set);
        terms[4] = flag(other.threats > 1 && !set);
        terms[5] = flag(other.threats > 0);
        terms[6] = flag(win);
        terms[7] = flag(other.threats > 1 && last(color.other()) && !win);
        terms[8] = own.pairs as f32 - other.pairs as f32;
        terms[9] = own.bound as f32 - other.bound as f32;
        terms[10] = flag(fork);
        terms[11] = own.free.min(4) as f32 - other.free.min(4) as f32;
        terms[12] = difference(color, |color| flag(last(color)));
        terms[13] = difference(color, |color| counts[color.index()].pairs as f32 * flag(last(color)));
        terms[14] = flag(other.threats > 0 && last(color.other()) && !win);
        terms[15] = flag(fork && last(color));
    }

    #[inline]
    fn urgency(&self, _position: &Position) -> impl Fn(Move) -> i32 {
        |mv: Move| i32::from(mv.leaves().is_some()) * 200
    }

    #[inline]
    fn may_win_by(&self, position: &Position, mv: Move) -> bool {
        // By other rules there are other ways to win.
        sets_to_remove(self, position, position.to_move()).is_none_or(|sets| sets == 1 && mv.leaves().is_some())
    }

    #[inline]
    fn can_win_at_once(&self, position: &Position) -> Option<bool> {
        let color = position.to_move();
        sets_to_remove(self, position, color).map(|sets| sets == 1 && completes(position, color))
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        sets_to_remove(self, position, position.to_move()).map(|_| Sllim::null_move(self, position))
    }

    fn move_effect(&self, _position: &Position, mv: Move) -> Option<MoveEffect> {
        mv.leaves().map(|_| MoveEffect::Completes)
    }
}

/// Returns whether a side can complete a set by moving a checker: three of a set with the fourth square empty, and a
/// fourth checker.
pub(super) fn completes(position: &Position, color: Color) -> bool {
    let [own, enemy] = [color, color.other()].map(|color| position.checkers(color));
    let empty = !(own | enemy);
    own.count_ones() > 3
        && SHAPES.iter().any(|&([two, three, four], firsts)| {
            let [a, b, c, d] = [own, own >> two, own >> three, own >> four];
            let [w, x, y, z] = [empty, empty >> two, empty >> three, empty >> four];
            (w & b & c & d | a & x & c & d | a & b & y & d | a & b & c & z) & firsts as u32 != 0
        })
}

/// Features of a side in the sets.
#[derive(Clone, Copy)]
struct SetCounts {
    threats: u32,
    bound: u32,
    free: u32,
    pairs: u32,
    forks: u32,
}

/// The shapes: how far the second, third and fourth square of a set are from its first, and where the first can be.
const SHAPES: [([u32; 3], u64); 3] = [([1, 8, 9], 0x007f_7f7f), ([1, 2, 3], 0x1f1f_1f1f), ([8, 16, 24], 0x0000_00ff)];

/// Squares by what they mean for incomplete sets, each for White in the low half of a word and for Black in the high
/// half.
pub(super) struct SetSquares {
    /// Empty squares that complete a set.
    pub(super) threats: u64,
    /// Enemies on squares that would complete a set.
    pub(super) bound: u64,
    /// Empty squares that make three of a set.
    pub(super) once: u64,
    /// Empty squares that make three of two sets.
    pub(super) twice: u64,
    /// Sets with two own checkers and two empty squares.
    pairs: [u32; 2],
}

/// Finds the squares that matter for incomplete sets, all sets of a shape at once.
#[inline]
pub(super) fn set_squares(position: &Position) -> SetSquares {
    let [white, black] = Color::BOTH.map(|color| u64::from(position.checkers(color)));
    let own = white | black << 32;
    let enemy = black | white << 32;
    // Squares that would complete a set, occupied or not, and those that would make a threat, once and twice.
    let mut missing = 0;
    let (mut once, mut twice) = (0, 0);
    let mut pairs = [0; 2];
    for ([two, three, four], firsts) in SHAPES {
        let firsts = firsts | firsts << 32;
        let [a, b, c, d] = [own, own >> two, own >> three, own >> four];
        let open = firsts & !(enemy | enemy >> two | enemy >> three | enemy >> four);
        let front = firsts & a & b;
        let back = firsts & c & d;
        missing |=
            (back & (b & !a)) | (back & (a & !b)) << two | (front & (d & !c)) << three | (front & (c & !d)) << four;
        // Two own, two empty: the empty ones are those that would make a threat of the other.
        let mut pair = |of: u64, one: u32, other: u32| {
            for cells in [of << one, of << other] {
                twice |= once & cells;
                once |= cells;
            }
            for (side, pairs) in pairs.iter_mut().enumerate() {
                *pairs += ((of >> (32 * side)) as u32).count_ones();
            }
        };
        pair(open & a & b & !c & !d, three, four);
        pair(open & !a & !b & c & d, 0, two);
        pair(open & a & !b & c & !d, two, four);
        pair(open & a & !b & !c & d, two, three);
        pair(open & !a & b & c & !d, 0, four);
        pair(open & !a & b & !c & d, 0, three);
    }
    SetSquares { threats: missing & !(own | enemy), bound: missing & enemy, once, twice, pairs }
}

#[inline]
fn measure(position: &Position) -> [SetCounts; 2] {
    let SetSquares { threats, bound, twice, pairs, .. } = set_squares(position);
    let own = u64::from(position.checkers(Color::White)) | u64::from(position.checkers(Color::Black)) << 32;
    let count = |cells: u64, side: usize| ((cells >> (32 * side)) as u32).count_ones();
    [0, 1].map(|side| {
        // A fourth checker must be there to fill the gap.
        let spare = position.left(Color::BOTH[side]) > 3;
        SetCounts {
            threats: if spare { count(threats, side) } else { 0 },
            bound: count(bound, side),
            free: count(own & !bound.rotate_left(32), side),
            pairs: pairs[side],
            forks: count(twice & !threats, side),
        }
    })
}
