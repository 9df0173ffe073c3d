//! Finds a line that leaves few checkers, fast: depth first, what looks best first, and from the top again with some noise
//! when it does not come out. Part of the solitaire.
//!
//! Most boards come out at once, but where an early removal was wrong a search from the top down may spend for ever below
//! it. So a try gets few nodes, and the next one judges a little differently (Gomes, Selman and Kautz, 1998, on heavy
//! tails). What was searched in full stays dead for all tries.

use std::ops::ControlFlow;

use halfboard_rules::board::{Square, squares};
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::sight_reduction::{Enemy, Removal};

use super::super::Field;
use super::bounds::{Aim, Groups};

/// How much is tried before giving up, and which noise is used. The same effort always finds the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many fields may be looked at.
    pub nodes: u64,
    /// The seed of the noise.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A line to the end, turn by turn the checkers removed.
    Line(Vec<u32>),
    /// There is none: everything was looked at.
    Nothing,
    /// The nodes were spent before it was known.
    Open,
}

/// The nodes of the first try; later ones get more.
const FIRST_TRY: u64 = 2_000;

struct Search {
    aim: Aim,
    noise: SplitMix64,
    /// How far the noise goes; none at first.
    loudness: u64,
    /// Fields that were searched in full without success, by hash; a newer one takes the place of an older.
    dead: Vec<Field>,
    nodes: u64,
    limit: u64,
    line: Vec<u32>,
}

const DEAD_BITS: u32 = 14;

pub(super) fn search(aim: Aim, field: Field, effort: Effort) -> (Found, u64) {
    if field.count() <= aim.most_left {
        return (Found::Line(finish(aim, field, Vec::new())), 0);
    }
    if aim.never(field) {
        return (Found::Nothing, 0);
    }
    let none = Field { own: 0, enemy: 0 };
    let mut search = Search {
        aim,
        noise: SplitMix64::new(effort.seed),
        loudness: 0,
        dead: vec![none; 1 << DEAD_BITS],
        nodes: 0,
        limit: 0,
        line: Vec::new(),
    };
    let own = Groups::of(aim.removing, field.own, field.enemy);
    let enemy = Groups::of(aim.removing, field.enemy, field.own);
    if aim.surely(field, own, enemy) {
        return (Found::Line(finish(aim, field, Vec::new())), 0);
    }
    let mut room = FIRST_TRY;
    while search.nodes < effort.nodes {
        search.limit = (search.nodes + room).min(effort.nodes);
        search.line.clear();
        match search.below(field) {
            Some(true) => {
                let line = std::mem::take(&mut search.line);
                return (Found::Line(finish(aim, field, line)), search.nodes);
            }
            Some(false) => return (Found::Nothing, search.nodes),
            None => {}
        }
        search.loudness = 48;
        room += room / 16;
    }
    (Found::Open, search.nodes)
}

struct Child {
    score: u32,
    removed: u32,
    field: Field,
}

impl Search {
    fn slot(field: Field) -> usize {
        (mix(u64::from(field.own) << 32 | u64::from(field.enemy)) >> (64 - DEAD_BITS)) as usize
    }

    /// Whether a field comes out, with the line that shows it; `None` when the try is over.
    fn below(&mut self, field: Field) -> Option<bool> {
        let mut children: Vec<Child> = Vec::new();
        let mut found = None;
        let removing = self.aim.removing;
        let kept = self.aim.kept;
        let _ = removing.each_turn(field, &mut |removed| {
            if removed & kept != 0 {
                return ControlFlow::Continue(());
            }
            let next = field.without(removed);
            self.nodes += 1;
            if next.count() <= self.aim.most_left {
                found = Some(removed);
                return ControlFlow::Break(());
            }
            if self.dead[Self::slot(next)] == next {
                return ControlFlow::Continue(());
            }
            let own = Groups::of(removing, next.own, next.enemy);
            let enemy = Groups::of(removing, next.enemy, next.own);
            if self.aim.surely(next, own, enemy) {
                found = Some(removed);
                return ControlFlow::Break(());
            }
            let able = removing.removable(next);
            if able & !kept == 0 || self.aim.never(next) {
                return ControlFlow::Continue(());
            }
            let able_enemy = removing.removable(Field { own: next.enemy, enemy: next.own });
            let mut score = 32 * (own.count + enemy.count) + 64 - (able.count_ones() + able_enemy.count_ones());
            if self.loudness > 0 {
                score += self.noise.below(self.loudness) as u32;
            }
            children.push(Child { score, removed, field: next });
            ControlFlow::Continue(())
        });
        if let Some(removed) = found {
            self.line.push(removed);
            return Some(true);
        }
        if self.nodes >= self.limit {
            return None;
        }
        children.sort_by_key(|child| child.score);
        for child in children {
            if self.dead[Self::slot(child.field)] == child.field {
                continue;
            }
            self.line.push(child.removed);
            if self.below(child.field)? {
                return Some(true);
            }
            self.line.pop();
        }
        self.dead[Self::slot(field)] = field;
        Some(false)
    }
}

/// Plays a line on to the end from where its success is sure.
///
/// The groups are those of the moment when it was: groups that merge later give a side more turns than were counted on,
/// which is no harm where one is removed, but lets the sides get out of step where two can be.
fn finish(aim: Aim, start: Field, mut line: Vec<u32>) -> Vec<u32> {
    let removing = aim.removing;
    let mut field = line.iter().fold(start, |field, &removed| field.without(removed));
    let mut groups = match removing.enemy {
        Enemy::Off => [Groups::list(removing, field.own, field.enemy), Groups::list(removing, field.enemy, field.own)],
        Enemy::Required => [Vec::new(), Vec::new()],
    };
    loop {
        let leaf = groups[0].iter_mut().find_map(|group| {
            let removed = leaf(aim, *group, field.enemy)?;
            *group &= !removed;
            Some(removed)
        });
        let any = || squares(removing.removable(field) & !aim.kept).next().map(Square::bit32);
        let Some(removed) = leaf.or_else(any) else { return line };
        line.push(removed);
        field = field.without(removed);
        groups.swap(0, 1);
    }
}

/// A checker that its group can spare without falling apart, never a kept one; of the last two, where that may be, both.
fn leaf(aim: Aim, group: u32, enemy: u32) -> Option<u32> {
    match group.count_ones() {
        0 | 1 => None,
        2 if aim.removing.remove == Removal::OneOrTwo => Some(group),
        _ => {
            let spared = |&bit: &u32| Groups::of(aim.removing, group & !bit, enemy).count == 1;
            squares(group & !aim.kept).map(Square::bit32).find(spared)
        }
    }
}
