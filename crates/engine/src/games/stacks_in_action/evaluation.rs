//! Stacks In Action: the heights a side holds, how safe they are, and what it could still enter.
//!
//! Who lacks a height and has nothing to enter loses, so the last stack of a height is what an attack aims at.

use halfboard_rules::board::{HALF_RAYS, HALF_RINGS, Square, squares};
use halfboard_rules::game::{Color, Game};
use halfboard_rules::games::stacks_in_action::{Move, MoveBy, Position, StacksInAction};

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
        let each = |measure: fn(&SideStacks) -> u32| (measure(&own) as i32 - measure(&other) as i32) as f32;
        terms[0] = 1.0;
        terms[1] = each(|side| u32::from(side.missing == 0));
        terms[2] = each(|side| side.held[0].min(3));
        terms[3] = each(|side| side.held[1].min(3));
        terms[4] = each(|side| side.held[2].min(3));
        terms[5] = each(|side| side.held.iter().map(|&held| u32::from(held > 1)).sum());
        terms[6] = each(|side| side.reserve);
        terms[7] = difference(color, |color| position.on_board(color) as f32) + terms[6];
        terms[8] = each(|side| side.stacks.count_ones());
        terms[9] = each(|side| u32::from(side.missing > side.reserve));
        terms[10] = each(|side| u32::from(side.reserve == 0));
        terms[11] = each(|side| if side.reserve == 0 { side.last.count_ones() } else { 0 });
        let hit = hits(position, &own, &other);
        let hurt = hits(position, &other, &own);
        terms[12] = hit as f32;
        terms[13] = hurt as f32;
        let kill = hit > 0 && other.reserve == 0;
        terms[14] = flag(kill);
        terms[15] = flag(hurt > 0 && own.reserve == 0 && !kill);
    }

    /// Landing on an enemy without a reserve is the way to win, except that nearly every move wins against a side that
    /// has broken its own set.
    #[inline]
    fn may_win_by(&self, position: &Position, mv: Move) -> bool {
        let other = position.to_move().other();
        let lands = || matches!(mv, Move::Slide { to, .. } if position.controlled(other) & to.bit32() != 0);
        position.reserve(other) == 0 && (lands() || !position.has_set(other))
    }

    #[inline]
    fn can_win_at_once(&self, position: &Position) -> Option<bool> {
        let color = position.to_move();
        let [own, other] = [color, color.other()].map(|color| measure(position, color));
        match () {
            () if other.reserve > 0 => Some(false),
            // Nearly every move.
            () if other.missing > 0 => None,
            () if own.reserve > 0 || own.missing > 0 => Some(false),
            () => Some(can_break_set(self, position, &own, &other)),
        }
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        Some(StacksInAction::null_move(self, position))
    }

    #[inline]
    fn urgency(&self, position: &Position) -> impl Fn(Move) -> i32 {
        let other = measure(position, position.to_move().other());
        move |mv| match mv {
            Move::Slide { to, .. } if other.last & to.bit32() != 0 => LAST_STACK_URGENCY,
            Move::Slide { to, .. } if other.stacks & to.bit32() != 0 => STACK_URGENCY,
            _ => 0,
        }
    }

    fn move_effect(&self, position: &Position, mv: Move) -> Option<MoveEffect> {
        let Move::Slide { to, .. } = mv else { return None };
        let enemy = position.controlled(position.to_move().other());
        (enemy & to.bit32() != 0).then_some(MoveEffect::Covers)
    }
}

/// Urgency of landing on the enemy's last stack of a height, and on any other.
const LAST_STACK_URGENCY: i32 = 40;
const STACK_URGENCY: i32 = 20;

/// Returns whether the side to move can land on the last stack of a height of the other side, which has no reserve to
/// replace it and so loses, unless the moved checkers uncover a stack of that height.
#[inline]
fn can_break_set(game: &StacksInAction, position: &Position, own: &SideStacks, other: &SideStacks) -> bool {
    let color = position.to_move();
    let (by_height, by_line) = (game.options().move_by != MoveBy::Line, game.options().move_by != MoveBy::Height);
    let [all, two, three] = position.tall();
    let height = |square: Square| [all, two, three].iter().filter(|level| **level & square.bit32() != 0).count();
    // The checker on top of what stays when all above a level are moved, and how high that is.
    let uncovers = |from: Square, count: usize, lost: usize| {
        let rest = height(from) - count;
        let black = rest > 0 && position.black()[rest - 1] & from.bit32() != 0;
        rest == lost && (black == (color == Color::White))
    };
    for target in squares(other.last) {
        let lost = height(target);
        for line in &HALF_RAYS[target.index()] {
            let on_line = (all & (line[0] | line[1] | target.bit32())).count_ones() as usize;
            let free = upwards(line[0], other.stacks) | downwards(line[1], other.stacks);
            for from in squares(own.stacks & free) {
                let distance = from.king_steps(target);
                let tall = height(from);
                let wins = |count: usize| !uncovers(from, count, lost);
                if by_height && distance <= tall && wins(distance)
                    || by_line && distance == on_line && (1..=tall).any(wins)
                {
                    return true;
                }
            }
        }
    }
    false
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
        side.missing += if held == 0 { index as u32 + 1 } else { 0 };
        side.last |= if held == 1 { stacks & height } else { 0 };
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
        let far = &HALF_RINGS[square.index()];
        let next_to = attacker.stacks & far[1];
        let by_height = attacker.stacks & (far[2] & two | far[3] & three);
        let can_land = |line: &[u32; 2]| {
            let on_line = (all & (line[0] | line[1] | square.bit32())).count_ones() as usize;
            let from = by_height | attacker.stacks & far[on_line & 7];
            // The way is free as far as the nearest stack of the target's side.
            from & (upwards(line[0], target.stacks) | downwards(line[1], target.stacks)) != 0
        };
        hits += u32::from(next_to != 0 || HALF_RAYS[square.index()].iter().any(can_land));
    }
    hits
}

/// Returns the squares of a ray towards higher squares, up to the nearest wall.
#[inline]
fn upwards(ray: u32, walls: u32) -> u32 {
    let walls = ray & walls;
    ray & (walls ^ walls.wrapping_sub(1))
}

/// Returns the squares of a ray towards lower squares, down to the nearest wall.
#[inline]
fn downwards(ray: u32, walls: u32) -> u32 {
    ray & u32::MAX << (ray & walls | 1).ilog2()
}
