//! Lines of Action: how near a side is to being one group, and how freely it moves.
//!
//! The terms are those of Winands' MIA, as far as they are published; the weights are our own.

use halfboard_rules::board::Square;
use halfboard_rules::game::Game;
use halfboard_rules::games::lines_of_action::{
    Contacts, LinesOfAction, Move, Position, Stuck, contacts, mobility_of_both,
};

use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term};
use crate::explanation::MoveEffect;

impl Evaluate for LinesOfAction {
    const TERMS: &'static [Term] = &[
        // To be on the move.
        Term::new("tempo"),
        // Mean king steps to the centre of mass beyond the fewest possible.
        Term::new("spread").explains(ExplainsWhen::Reduced),
        // Moves for each checker, on the open board.
        Term::new("mobility").explains(ExplainsWhen::Gained),
        // Checkers on the board.
        Term::new("checkers"),
        // Pairs of neighbours for each checker.
        Term::new("neighbours").explains(ExplainsWhen::Gained),
        // Groups less holes.
        Term::new("groups").explains(ExplainsWhen::Reduced),
        // Two by two windows with three or four.
        Term::new("quads").explains(ExplainsWhen::Gained),
        // Share of checkers on the edge.
        Term::new("edge"),
    ];

    const WEIGHTS: &'static [f32] = &[23.3, -153.1, 39.1, 31.2, 5.1, -12.4, 4.0, 9.8];

    #[inline]
    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let color = position.to_move();
        let [own, other] = [color, color.other()].map(|color| position.checkers(color));
        let [own_moves, other_moves] = mobility_of_both(own, other);
        let (own, other) = (measure(own, own_moves), measure(other, other_moves));
        terms[0] = 1.0;
        for index in 0..own.len() {
            terms[index + 1] = own[index] - other[index];
        }
    }

    #[inline]
    fn urgency(&self, position: &Position) -> impl Fn(Move) -> i32 {
        let enemy = position.checkers(position.to_move().other());
        move |mv| mv.target().map_or(0, |to| i32::from(enemy & to.bit64() != 0) * 20)
    }

    fn move_effect(&self, position: &Position, mv: Move) -> Option<MoveEffect> {
        let enemy = position.checkers(position.to_move().other());
        mv.target().filter(|to| enemy & to.bit64() != 0).map(|_| MoveEffect::Captures)
    }

    fn for_each_noisy_move(&self, position: &Position, f: &mut impl FnMut(Move)) {
        self.for_each_capture(position, f);
    }

    #[inline]
    fn can_win_at_once(&self, position: &Position) -> Option<bool> {
        // A player who is left without a move may lose as well, which only trying all moves tells.
        self.can_unite(position).filter(|&unites| unites || self.options().stuck != Stuck::Loses)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        LinesOfAction::null_move(self, position)
    }
}

const EDGE: u64 = 0xff81_8181_8181_81ff;

#[inline]
fn measure(checkers: u64, moves: u64) -> [f32; 7] {
    let count = checkers.count_ones();
    if count == 0 {
        return [0.0; 7];
    }
    let share = 1.0 / count as f32;
    let contacts = contacts(checkers);
    let Contacts { pairs, threes, fours } = contacts;
    [
        spread(checkers, count) as f32 * share,
        moves as f32 * share,
        count as f32,
        pairs as f32 * share,
        contacts.euler_number(count) as f32,
        (threes + fours) as f32,
        (checkers & EDGE).count_ones() as f32 * share,
    ]
}

/// For each square, the squares within 0 to 6 king steps.
static WITHIN: [[u64; 7]; 64] = {
    let mut within = [[0; 7]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let mut steps = Square::new(from).king_steps(Square::new(to));
            while steps < 7 {
                within[from][steps] |= 1 << to;
                steps += 1;
            }
            to += 1;
        }
        from += 1;
    }
    within
};

/// The fewest king steps to a centre by number of checkers: one on it, eight beside it, the rest further out.
const FEWEST: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];

/// King steps of all checkers to their centre of mass, beyond the fewest possible.
#[inline]
fn spread(checkers: u64, count: u32) -> u32 {
    let weigh = |one: u64, two: u64, four: u64| {
        (checkers & one).count_ones() + 2 * (checkers & two).count_ones() + 4 * (checkers & four).count_ones()
    };
    let files = weigh(0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0);
    let ranks = weigh(0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000);
    let rounded = |sum: u32| ((2 * sum + count) / (2 * count)) as usize;
    let centre = rounded(ranks) * 8 + rounded(files);
    let steps: u32 = WITHIN[centre & 63].iter().map(|within| (checkers & !within).count_ones()).sum();
    steps - FEWEST[count.min(12) as usize].min(steps)
}
