//! J: how far each side is from the chain that wins and from the one that loses, and its reserve.

use halfboard_rules::board::half_neighbours;
use halfboard_rules::game::Color;
use halfboard_rules::games::j::{J, MIDDLE, Position, ROW_A, ROW_D, parts};

use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term, difference};

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
        let missing = Color::BOTH.map(|color| {
            let own = position.checkers(color);
            let enemy = position.checkers(color.other());
            let (columns, short) = parts(color);
            let winning = steps(own, enemy, short, columns & (ROW_A | ROW_D));
            (winning, steps(own, enemy, columns & ROW_A, columns & ROW_D))
        });
        let flag = |holds: bool| f32::from(u8::from(holds));
        let reserve = |color: Color| 12 - position.checkers(color).count_ones();
        let (winning, losing) = missing[color.index()];
        let (other_winning, other_losing) = missing[color.other().index()];
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
}

/// Returns the cheapest way between two parts of the edge: own squares are free, empty ones cost one, enemies two.
fn steps(own: u32, enemy: u32, from: u32, to: u32) -> u32 {
    let empty = !(own | enemy);
    let fill = |mut area: u32| loop {
        let grown = area | (half_neighbours(area) & own);
        if grown == area {
            return area;
        }
        area = grown;
    };
    // What is reached at this cost, and what was reached one step cheaper: enemies take two steps.
    let mut reached = fill(from & own);
    let mut before = None;
    for cost in 0..16 {
        if reached & to != 0 {
            return cost;
        }
        let beside = |area| half_neighbours(area) | from;
        let next = reached | (empty & beside(reached)) | (enemy & before.map_or(0, beside));
        before = Some(reached);
        reached = fill(next);
    }
    16
}
