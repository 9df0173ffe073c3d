//! Stacks In Action: the heights a side holds, how safe they are, and what it could still enter.
//!
//! Who lacks a height and has nothing to enter loses, so the last stack of a height is what an attack aims at.

use halfboard_rules::board::{Square, squares};
use halfboard_rules::game::Color;
use halfboard_rules::games::stacks_in_action::{Move, Position, StacksInAction};

use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term, difference};
use crate::explanation::MoveEffect;

impl Evaluate for StacksInAction {
    const TERMS: &'static [Term] = &[
        // To be on the move.
        Term::new("tempo"),
        // Whether the side has a stack of each height.
        Term::new("set").explains(ExplainsWhen::Gained),
        // Stacks of one, at most three counted.
        Term::new("singles").explains(ExplainsWhen::Gained),
        // Stacks of two, at most three counted.
        Term::new("doubles").explains(ExplainsWhen::Gained),
        // Stacks of three, at most three counted.
        Term::new("triples").explains(ExplainsWhen::Gained),
        // Heights of which there are two or more.
        Term::new("spares").explains(ExplainsWhen::Gained),
        // Checkers in reserve.
        Term::new("reserve").explains(ExplainsWhen::Gained),
        // Checkers on the board and in reserve.
        Term::new("checkers").explains(ExplainsWhen::Gained),
        // Stacks controlled.
        Term::new("control").explains(ExplainsWhen::Gained),
        // Whether a height is missing that the reserve is too small for.
        Term::new("doomed").explains(ExplainsWhen::Reduced),
        // Whether there is no reserve.
        Term::new("bare"),
        // Heights held by one stack, without a reserve to replace it.
        Term::new("brittle"),
        // Last stacks of a height that the side to move can land on.
        Term::new("hit").explains(ExplainsWhen::Denied),
        // Last stacks of a height that the other side can land on.
        Term::new("hurt").explains(ExplainsWhen::Inflicted),
        // Whether the side to move can land on a last stack that cannot be replaced.
        Term::new("kill").explains(ExplainsWhen::Denied),
        // Whether the other side threatens that, and the side to move does not.
        Term::new("danger"),
    ];

    const WEIGHTS: &'static [f32] =
        &[31.7, 231.1, 12.5, 15.0, 44.8, 21.1, 26.3, 16.8, 28.0, -109.3, 31.7, 21.6, 94.0, -34.2, 87.5, 11.4];

    #[inline]
    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let color = position.to_move();
        let sides = Color::BOTH.map(|color| measure(position, color));
        let own = sides[color.index()];
        let other = sides[color.other().index()];
        let flag = |holds: bool| f32::from(u8::from(holds));
        let each = |measure: fn(&SideStacks) -> f32| measure(&own) - measure(&other);
        terms[0] = 1.0;
        terms[1] = each(|side| f32::from(u8::from(side.missing == 0)));
        for index in 0..3 {
            terms[2 + index] = own.held[index].min(3) as f32 - other.held[index].min(3) as f32;
        }
        terms[5] = each(|side| side.held.iter().filter(|&&held| held > 1).count() as f32);
        terms[6] = each(|side| side.reserve as f32);
        terms[7] = difference(color, |color| position.on_board(color) as f32) + terms[6];
        terms[8] = each(|side| side.held.iter().sum::<u32>() as f32);
        terms[9] = each(|side| f32::from(u8::from(side.missing > side.reserve)));
        terms[10] = each(|side| f32::from(u8::from(side.reserve == 0)));
        terms[11] = each(|side| if side.reserve == 0 { side.last.count_ones() as f32 } else { 0.0 });
        let hit = hits(position, &own, &other);
        let hurt = hits(position, &other, &own);
        terms[12] = hit as f32;
        terms[13] = hurt as f32;
        let kill = hit > 0 && other.reserve == 0;
        terms[14] = flag(kill);
        terms[15] = flag(hurt > 0 && own.reserve == 0 && !kill);
    }

    fn move_effect(&self, position: &Position, mv: Move) -> Option<MoveEffect> {
        let Move::Slide { to, .. } = mv else { return None };
        let enemy = position.controlled(position.to_move().other());
        (enemy & to.bit32() != 0).then_some(MoveEffect::Covers)
    }
}

/// What a side has.
#[derive(Clone, Copy)]
struct SideStacks {
    stacks: u32,
    /// Stacks of each height.
    held: [u32; 3],
    /// The stacks that are the only ones of their height.
    last: u32,
    /// Checkers needed for the heights that are missing.
    missing: u32,
    reserve: u32,
}

#[inline]
fn measure(position: &Position, color: Color) -> SideStacks {
    let stacks = position.controlled(color);
    let [one, two, three] = position.tall();
    let mut side =
        SideStacks { stacks, held: [0; 3], last: 0, missing: 0, reserve: u32::from(position.reserve(color)) };
    for (index, height) in [one & !two, two & !three, three].into_iter().enumerate() {
        let held = (stacks & height).count_ones();
        side.held[index] = held;
        match held {
            0 => side.missing += index as u32 + 1,
            1 => side.last |= stacks & height,
            _ => {}
        }
    }
    side
}

/// Returns how many of the last stacks of a side the other can land on. Only distances are looked at, not the options.
#[inline]
fn hits(position: &Position, attacker: &SideStacks, target: &SideStacks) -> u32 {
    if attacker.reserve > 0 || attacker.missing > 0 {
        return 0;
    }
    let [all, two, three] = position.tall();
    let mut hits = 0;
    for square in squares(target.last) {
        let rays = &RAYS[square.index()];
        let hit = rays.iter().any(|line| {
            let on_line = (all & (line[0] | line[1] | square.bit32())).count_ones() as usize;
            line.iter().enumerate().any(|(way, &ray)| {
                // The way is free as far as the nearest stack of the target's side.
                let walls = ray & target.stacks;
                let free = match (walls, way) {
                    (0, _) => ray,
                    (_, 0) => ray & ((walls & walls.wrapping_neg()) - 1),
                    _ => ray & !(u32::MAX >> walls.leading_zeros()),
                };
                let from = attacker.stacks & free;
                let far = &RINGS[square.index()];
                from & (far[1] | (far[2] & two) | (far[3] & three) | far[on_line & 7]) != 0
            })
        });
        hits += u32::from(hit);
    }
    hits
}

/// For each square the rays of its four lines, first towards higher squares, then towards lower ones.
static RAYS: [[[u32; 2]; 4]; 32] = {
    let mut rays = [[[0; 2]; 4]; 32];
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            let (a, b) = (Square::new(from), Square::new(to));
            let (rows, columns) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
            let rising = (a.row() < b.row()) == (a.column() < b.column());
            let line = match (rows, columns) {
                (0, 0) => 4,
                (0, _) => 0,
                (_, 0) => 1,
                _ if rows != columns => 4,
                _ if rising => 2,
                _ => 3,
            };
            if line < 4 {
                rays[from][line][if to > from { 0 } else { 1 }] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    rays
};

/// For each square, the squares that are 0 to 7 king steps away.
static RINGS: [[u32; 8]; 32] = {
    let mut rings = [[0; 8]; 32];
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            rings[from][Square::new(from).king_steps(Square::new(to))] |= 1 << to;
            to += 1;
        }
        from += 1;
    }
    rings
};
