//! J: how far each side is from the chain that wins and from the one that loses, and its reserve.

use std::ops::ControlFlow;

use halfboard_rules::board::{Square, half_neighbours, squares};
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::j::{J, MIDDLE, Position, ROW_A, ROW_D, parts};

use crate::evaluate::{Evaluate, TERMS, Term, Told, difference};
use crate::levels::{Handicap, LEVELS, ladder};
use crate::search::wins;

impl Evaluate for J {
    const TERMS: &'static [Term] = &[
        Term::new("tempo", "to be on the move"),
        Term::new("winning", "checkers still missing to the winning chain, enemies counted twice").told(Told::Fewer),
        Term::new("losing", "checkers still missing to the losing chain").told(Told::More),
        Term::new("reserve", "checkers in reserve, up to three").told(Told::Keeps),
        Term::new("near", "whether two or fewer are missing to the winning chain"),
        Term::new("middle", "checkers in the middle, which can be taken back").told(Told::More),
        Term::new("reach", "whether the side to move misses one checker to its winning chain").told(Told::Denies),
        Term::new("threat", "whether the other side misses one checker to its winning chain").told(Told::Makes),
        Term::new("trap", "whether the side to move misses one checker to its losing chain").told(Told::Makes),
        Term::new("prey", "whether the other side misses one checker to its losing chain"),
        Term::new("last", "whether the side has one checker in reserve or none"),
        Term::new("edge", "checkers on the sides of the board that the winning chain joins"),
        Term::new("ahead", "whether the side to move misses no more than the other to its winning chain"),
    ];

    const WEIGHTS: &'static [f32] = &[17.0, -46.0, 7.0, 66.0, 11.0, 23.4, 135.0, -17.0, -11.0, 1.0, -2.0, -25.0, 4.8];
    const LADDER: [Handicap; LEVELS] = ladder([
        (500, 2, 1, 45),
        (1000, 2, 2, 30),
        (2000, 3, 4, 20),
        (4000, 4, 6, 15),
        (8500, 6, 8, 12),
        (21000, 9, 12, 10),
        (60000, 12, 16, 6),
    ]);

    const KINDS: usize = 2;
    /// The columns belong to one colour each, so only rows can be mirrored; Black sees the columns mirrored instead.
    const SYMMETRIES: usize = 2;
    const NET: &'static [u8] = include_bytes!("../../nets/j.net");

    #[inline]
    fn inputs(&self, position: &Position, see: &mut impl FnMut(usize, usize)) {
        let color = position.to_move();
        let seen_by = |viewer: Color, square: Square| match viewer {
            Color::White => square.index(),
            Color::Black => square.index() ^ 7,
        };
        for square in squares(position.checkers(color)) {
            see(seen_by(color, square), 32 + seen_by(color.other(), square));
        }
        for square in squares(position.checkers(color.other())) {
            see(32 + seen_by(color, square), seen_by(color.other(), square));
        }
    }

    /// What is taken back after entering changes no chain and nobody's turn: who enters alone wins as well.
    fn wins_at_once(&self, position: &Position) -> bool {
        let team = self.turn(position).team();
        let flow = self.for_each_move(position, &mut |mv| match !mv.takes_back() && wins(self, position, team, mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        flow.is_break()
    }

    #[inline]
    fn terms(&self, position: &Position, terms: &mut [f32; TERMS]) {
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

/// The cheapest way between two parts of the edge: own squares are free, empty ones cost one, enemies two.
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
