//! Sllim: how many of the 49 sets a side is about to complete, and how many checkers it has left.

use halfboard_rules::board::squares;
use halfboard_rules::sllim::{Move, Position, Set, Sllim};

use crate::evaluate::{Evaluate, TERMS, Term, difference};
use crate::levels::LEVELS;
use crate::value::Score;

impl Evaluate for Sllim {
    const TERMS: &'static [Term] = &[
        Term { name: "tempo", meaning: "to be on the move" },
        Term { name: "left", meaning: "checkers on the board and in reserve, of which fewer is better" },
        Term { name: "threats", meaning: "sets with three own checkers and an empty square" },
        Term { name: "blocked", meaning: "sets with three own checkers and an enemy" },
        Term { name: "pairs", meaning: "sets with two own checkers and two empty squares" },
        Term {
            name: "threat",
            meaning: "whether there is a set with three and an empty square and a checker to fill it",
        },
    ];

    const WEIGHTS: &'static [f32] = &[2.9, -6.9, -1.8, 3.2, 4.9, 32.4];
    const NOISE: [Score; LEVELS] = [400, 300, 200, 150, 100, 60, 20, 0];

    fn terms(&self, position: &Position, terms: &mut [f32; TERMS]) {
        let color = position.to_move();
        let mut counts = [[0.0f32; 3]; 2];
        for set in Set::all() {
            let squares = set.squares();
            let white = (position.checkers(halfboard_rules::game::Color::White) & squares).count_ones();
            let black = (position.checkers(halfboard_rules::game::Color::Black) & squares).count_ones();
            for (side, (own, other)) in [(white, black), (black, white)].into_iter().enumerate() {
                match (own, other) {
                    (3, 0) => counts[side][0] += 1.0,
                    (3, 1) => counts[side][1] += 1.0,
                    (2, 0) => counts[side][2] += 1.0,
                    _ => {}
                }
            }
        }
        terms[0] = 1.0;
        terms[1] = difference(color, |color| position.left(color) as f32);
        for kind in 0..3 {
            terms[2 + kind] = difference(color, |color| counts[color.index()][kind]);
        }
        terms[5] =
            difference(color, |color| f32::from(u8::from(counts[color.index()][0] > 0.0 && position.left(color) > 3)));
    }

    fn urgency(&self, _position: &Position, mv: Move) -> i32 {
        i32::from(mv.leaves().is_some()) * 200
    }
    const KINDS: usize = 2;
    const SYMMETRIES: usize = 4;

    #[inline]
    fn inputs(&self, position: &Position, see: &mut impl FnMut(usize, usize)) {
        let color = position.to_move();
        for square in squares(position.checkers(color)) {
            see(square.index(), 32 + square.index());
        }
        for square in squares(position.checkers(color.other())) {
            see(32 + square.index(), square.index());
        }
    }
}
