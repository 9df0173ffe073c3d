//! Evaluation of Sight Reduction: who can still remove more. At full strength the exact solver decides instead.

use halfboard_rules::board::half_neighbours;
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::{Phase, Position, SightReduction};

use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term, difference, weighted_terms};
use crate::value::{LEFT, Score};

impl Evaluate for SightReduction {
    const TERMS: &'static [Term] = &[
        // To be on the move.
        Term::new("tempo"),
        // Checkers that may be removed now.
        Term::new("removable").explains(ExplainsWhen::Retained),
        // Checkers on the board.
        Term::new("checkers"),
        // Checkers with a friend beside them.
        Term::new("beside").explains(ExplainsWhen::Retained),
        // Checkers with no checker beside them.
        Term::new("alone").explains(ExplainsWhen::Reduced),
    ];

    const WEIGHTS: &'static [f32] = &[-122.0, 98.3, 122.3, 4.5, -23.3];

    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let Phase::Play { turn, .. } = position.phase() else { return };
        let occupied = position.checkers(Color::White) | position.checkers(Color::Black);
        let count = |bits: u32| bits.count_ones() as f32;
        terms[0] = 1.0;
        terms[1] = difference(turn, |color| count(self.removable(position, color)));
        terms[2] = difference(turn, |color| count(position.checkers(color)));
        terms[3] = difference(turn, |color| {
            let own = position.checkers(color);
            count(own & half_neighbours(own))
        });
        terms[4] = difference(turn, |color| count(position.checkers(color) & !half_neighbours(occupied)));
    }

    /// Returns a solitaire scores the checkers that it seems to leave: those that cannot be removed now.
    fn evaluate(&self, position: &Position) -> Score {
        if self.options().solitaire.is_on() {
            let stuck = |color| (position.checkers(color) & !self.removable(position, color)).count_ones();
            return LEFT - 100 * (stuck(Color::White) + stuck(Color::Black)) as Score;
        }
        weighted_terms(self, position)
    }
}
