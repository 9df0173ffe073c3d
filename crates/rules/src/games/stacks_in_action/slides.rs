//! The slides of Stacks In Action: how far stacks move, and the moves in order.

use std::ops::ControlFlow;

use super::{Distance, Move, MoveBy, Position, Reduce, StacksInAction, TALLEST};
use crate::board::{HALF_RAYS, HALF_RINGS, Square, squares};

/// The king steps between each two squares.
static DISTANCES: [[u8; 32]; 32] = {
    let mut distances = [[0; 32]; 32];
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            distances[from][to] = Square::new(from).king_steps(Square::new(to)) as u8;
            to += 1;
        }
        from += 1;
    }
    distances
};

/// The squares that are at most 0 to 8 king steps away from each square.
static WITHIN: [[u32; 9]; 32] = {
    let mut within = HALF_RINGS;
    let mut from = 0;
    while from < 32 {
        let mut distance = 1;
        while distance < 9 {
            within[from][distance] |= within[from][distance - 1];
            distance += 1;
        }
        from += 1;
    }
    within
};

/// Returns the squares of a ray up to the nearest wall, which is included.
#[inline]
const fn up_to_wall(ray: u32, walls: u32, upwards: bool) -> u32 {
    let walls = ray & walls;
    // Without a wall both masks hold the whole ray.
    ray & if upwards { walls ^ walls.wrapping_sub(1) } else { u32::MAX << (walls | 1).ilog2() }
}

impl StacksInAction {
    /// Returns whether `count` checkers may move this far on a line with this many stacks; onto an enemy's stack only
    /// exactly.
    pub(super) fn may_move(&self, count: u8, distance: u8, on_line: u8, onto_enemy: bool) -> bool {
        let by_height = self.options.move_by != MoveBy::Line;
        let by_line = self.options.move_by != MoveBy::Height;
        let exactly = by_height && distance == count || by_line && distance == on_line;
        let within = || by_height && distance <= count || by_line && distance <= on_line;
        exactly || self.options.distance == Distance::UpTo && !onto_enemy && within()
    }

    /// Calls `f` with each slide: by stack, direction, distance, number of checkers and height that stays.
    #[inline]
    pub(super) fn for_each_slide(
        &self,
        position: &Position,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mask = |holds: bool| if holds { u32::MAX } else { 0 };
        let by_height = mask(self.options.move_by != MoveBy::Line);
        let by_line = mask(self.options.move_by != MoveBy::Height);
        let own = position.controlled(position.turn);
        let stacks = position.tall[0];
        let enemy = stacks & !own;
        let open = !stacks | mask(position.reserve[position.turn.index()] == 0);
        // Where a count is a limit.
        let limited = !enemy & mask(self.options.distance == Distance::UpTo);
        for from in squares(own) {
            let height = position.height(from);
            let (rings, within) = (&HALF_RINGS[from.index()], &WITHIN[from.index()]);
            let reached_by_height = within[usize::from(height)] & by_height;
            for rays in &HALF_RAYS[from.index()] {
                let on_line = (stacks & (rays[0] | rays[1] | from.bit32())).count_ones() as usize;
                let reached_by_line = (rings[on_line] | within[on_line] & limited) & by_line;
                for (upwards, ray) in [(true, rays[0]), (false, rays[1])] {
                    let mut targets = up_to_wall(ray, enemy, upwards) & open & (reached_by_height | reached_by_line);
                    while targets != 0 {
                        let to = if upwards { targets.trailing_zeros() } else { targets.ilog2() };
                        let to = Square::new(to as usize);
                        targets ^= to.bit32();
                        let distance = DISTANCES[from.index()][to.index()];
                        let is_in = |set: u32| set & to.bit32() != 0;
                        let fewest = if is_in(reached_by_line) { 1 } else { distance };
                        let most = if is_in(reached_by_line | limited) { height } else { distance };
                        for count in fewest..most + 1 {
                            self.for_each_cut(position, count, from, to, f)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn for_each_cut(
        &self,
        position: &Position,
        count: u8,
        from: Square,
        to: Square,
        f: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.height(to) + count <= TALLEST {
            return f(Move::Slide { count, from, to, keep: None });
        }
        let lowest = if self.options.reduce == Reduce::Three { TALLEST } else { 1 };
        for keep in lowest..=TALLEST {
            f(Move::Slide { count, from, to, keep: Some(keep) })?;
        }
        ControlFlow::Continue(())
    }
}
