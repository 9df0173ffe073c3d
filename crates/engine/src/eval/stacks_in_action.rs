//! Stacks In Action: the heights a side holds, and what it could still enter.

use halfboard_rules::board::squares;
use halfboard_rules::game::Color;
use halfboard_rules::stacks_in_action::{Position, StacksInAction};

use crate::evaluate::{Evaluate, TERMS, Term, difference};
use crate::levels::LEVELS;
use crate::value::Score;

impl Evaluate for StacksInAction {
    const TERMS: &'static [Term] = &[
        Term { name: "tempo", meaning: "to be on the move" },
        Term { name: "set", meaning: "whether the side has a stack of each height" },
        Term { name: "singles", meaning: "stacks of one, at most three counted" },
        Term { name: "doubles", meaning: "stacks of two, at most three counted" },
        Term { name: "triples", meaning: "stacks of three, at most three counted" },
        Term { name: "spares", meaning: "heights of which there are two or more" },
        Term { name: "reserve", meaning: "checkers in reserve" },
        Term { name: "checkers", meaning: "checkers on the board and in reserve" },
        Term { name: "control", meaning: "stacks controlled" },
    ];

    const WEIGHTS: &'static [f32] = &[47.6, 279.0, 4.6, 29.3, 41.7, 25.6, -14.9, 3.5, 35.0];
    const NOISE: [Score; LEVELS] = [400, 300, 200, 150, 100, 60, 20, 0];

    fn terms(&self, position: &Position, terms: &mut [f32; TERMS]) {
        let color = position.to_move();
        let [one, two, three] = position.tall();
        let heights = [one & !two, two & !three, three];
        let held = |color, height: u32| (position.controlled(color) & height).count_ones();
        terms[0] = 1.0;
        terms[1] = difference(color, |color| f32::from(u8::from(position.has_set(color))));
        for (index, height) in heights.into_iter().enumerate() {
            terms[2 + index] = difference(color, |color| held(color, height).min(3) as f32);
        }
        terms[5] = difference(color, |color| heights.iter().filter(|&&height| held(color, height) > 1).count() as f32);
        terms[6] = difference(color, |color| f32::from(position.reserve(color)));
        terms[7] = difference(color, |color| (position.on_board(color) + u32::from(position.reserve(color))) as f32);
        terms[8] = difference(color, |color| position.controlled(color).count_ones() as f32);
    }
    /// Stacks of one, two and three, each with every sequence of own and enemy checkers: 2 + 4 + 8.
    const KINDS: usize = 14;
    const SYMMETRIES: usize = 4;

    #[inline]
    fn inputs(&self, position: &Position, see: &mut impl FnMut(usize, usize)) {
        let (tall, black) = (position.tall(), position.black());
        let swap = position.to_move() == Color::Black;
        for square in squares(tall[0]) {
            let height: usize = tall.iter().map(|level| (level >> square.index() & 1) as usize).sum();
            let blacks = (0..3).fold(0, |bits, level| bits | ((black[level] >> square.index() & 1) as usize) << level);
            let all = (1 << height) - 1;
            let (enemies, own) = if swap { (all ^ blacks, blacks) } else { (blacks, all ^ blacks) };
            let first = all - 1;
            see((first + enemies) * 32 + square.index(), (first + own) * 32 + square.index());
        }
    }
}
