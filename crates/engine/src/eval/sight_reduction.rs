//! Sight Reduction: who can still remove more. A light guess: at full strength the exact solver has
//! the word.

use halfboard_rules::board::half_neighbours;
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::sight_reduction::{Move, Phase, Position, SightReduction};

use crate::advice::{Advice, Allowance};
use crate::evaluate::{Evaluate, TERMS, Term, Told, difference, weighed};
use crate::levels::{Handicap, LEVELS, ladder};
use crate::solve::answer::{Answer, Ask};
use crate::solve::sight_reduction::advise::advise;
use crate::solve::sight_reduction::answer::answer;
use crate::solve::watch::{Halt, Watch};
use crate::value::LEFT;
use crate::value::Score;

impl Evaluate for SightReduction {
    const TERMS: &'static [Term] = &[
        Term::new("tempo", "to be on the move"),
        Term::new("removable", "checkers that may be removed now").told(Told::Keeps),
        Term::new("checkers", "checkers on the board"),
        Term::new("beside", "checkers with a friend beside them").told(Told::Keeps),
        Term::new("alone", "checkers with no checker beside them").told(Told::Fewer),
    ];

    const WEIGHTS: &'static [f32] = &[-122.0, 98.3, 122.3, 4.5, -23.3];
    /// Games are so short that a search soon sees their end: who begins to see it when makes most of the difference.
    const LADDER: [Handicap; LEVELS] = with_beginners(ladder([
        (300, 1, 1, 25),
        (600, 1, 1, 150),
        (1200, 2, 2, 900),
        (2500, 2, 2, 800),
        (6000, 3, 3, 490),
        (16000, 4, 4, 300),
        (50000, 6, 6, 290),
    ]));

    fn terms(&self, position: &Position, terms: &mut [f32; TERMS]) {
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

    fn advise(&self, position: &Position, allowance: &Allowance<'_>) -> Advice<Move> {
        advise(self, position, allowance)
    }

    fn solve(&self, position: &Position, ask: &Ask, watch: &mut Watch<'_>) -> Result<Option<Answer<Move>>, Halt> {
        answer(self, position, ask, watch).map(Some)
    }

    /// A solitaire is worth what it seems to leave: the checkers that cannot go as things stand.
    fn estimate(&self, position: &Position) -> Score {
        if self.options().solitaire.is_on() {
            let stuck = |color| (position.checkers(color) & !self.removable(position, color)).count_ones();
            return LEFT - 100 * (stuck(Color::White) + stuck(Color::Black)) as Score;
        }
        weighed(self, position)
    }
}

/// The lowest levels take good for bad, the third only a little. Chance alone does not badly on a random board, and so
/// short a game leaves no room for eight levels above it: to lose to chance one must misunderstand something.
const fn with_beginners(mut ladder: [Handicap; LEVELS]) -> [Handicap; LEVELS] {
    let mut level = 0;
    while level < 3 {
        ladder[level].judgement = -100;
        level += 1;
    }
    ladder
}
