//! Finds a line that leaves few checkers, fast: depth first, what looks best first, and from the top again with some
//! noise when it does not come out; in turns with that, level by level with a limited number of fields (beam search).
//!
//! Most boards come out at once, but where an early removal was wrong a search from the top down may spend for ever
//! below it. So a dive gets few nodes, and the next one judges a little differently (Gomes, Selman and Kautz, 1998, on
//! heavy tails). What was searched in full stays dead for all of them. What dives do not find, a wide beam often does.

use std::ops::ControlFlow;

use halfboard_rules::board::{Square, squares};
use halfboard_rules::games::sight_reduction::{Enemy, Removal};
use halfboard_rules::random::{SplitMix64, mix};

use super::super::solver::Field;
use super::bounds::{BothGroups, Goal, Groups};

/// Effort of a line search. The same effort always finds the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    /// How many fields may be looked at, but for the few of the last step.
    pub nodes: u64,
    /// The seed of the noise.
    pub seed: u64,
}

/// The result of a line search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineSearchResult {
    /// A line to the end, turn by turn the checkers removed.
    Line(Vec<u32>),
    /// There is none: everything was looked at.
    None,
    /// The nodes were spent before it was known.
    Unknown,
}

/// The nodes of the first dive, about twice what it takes to get to the bottom.
const DIVE: u64 = 500;
/// So many dives come before the first beam.
const DIVES: u32 = 4;
/// How many fields the first beam keeps on a level.
const WIDTH: usize = 20;
/// The noise of dives, against 32 for a group more or less: some other order, but not any.
const LOUD: u64 = 48;
/// The noise of beams, which keep more than the best anyway.
const QUIET: u64 = 8;

/// Looks for a line to an goal, and tells how many fields it looked at.
pub(super) fn search(goal: Goal, field: Field, effort: SearchEffort) -> (LineSearchResult, u64) {
    let groups = BothGroups::of(goal.rules, field);
    if field.count() <= goal.most_left || goal.surely(field, groups) {
        return (LineSearchResult::Line(finish(goal, field, Vec::new())), 0);
    }
    if goal.never(field) {
        return (LineSearchResult::None, 0);
    }
    let mut search = LineSearch {
        goal,
        noise: SplitMix64::new(effort.seed),
        loudness: 0,
        dead: vec![NOWHERE; 1 << SLOT_BITS],
        met: Vec::new(),
        nodes: 0,
        limit: 0,
        line: Vec::new(),
    };
    let (mut room, mut width) = (DIVE, WIDTH);
    for round in 0.. {
        if search.nodes >= effort.nodes {
            break;
        }
        let line = if round < DIVES || round % 2 == 0 {
            search.limit = effort.nodes.min(search.nodes + room);
            search.line.clear();
            let found = search.dive(field, groups);
            // Later rounds get more, for boards whose first turns are not to blame.
            room += if round < DIVES { 0 } else { room / 2 };
            search.loudness = LOUD;
            match found {
                Some(false) => return (LineSearchResult::None, search.nodes),
                found => found.map(|_| std::mem::take(&mut search.line)),
            }
        } else {
            search.limit = effort.nodes;
            search.loudness = QUIET;
            search.met.resize(1 << SLOT_BITS, NOWHERE);
            let found = search.beam(field, groups, width);
            search.met.clear();
            // Wider beams would take memory rather than time.
            width = (width + width / 2).min(1 << 16);
            search.loudness = LOUD;
            found
        };
        if let Some(line) = line {
            return (LineSearchResult::Line(finish(goal, field, line)), search.nodes);
        }
    }
    (LineSearchResult::Unknown, search.nodes)
}

struct LineSearch {
    goal: Goal,
    noise: SplitMix64,
    /// How far the noise goes; none at first.
    loudness: u64,
    /// Fields that were searched in full without success, by hash; a newer one takes the place of an older.
    dead: Vec<Field>,
    /// Fields that a beam has met, by hash; empty in a dive. What is forgotten is only looked at twice.
    met: Vec<Field>,
    nodes: u64,
    limit: u64,
    line: Vec<u32>,
}

const SLOT_BITS: u32 = 14;
/// What stands in a slot that is free; no field that is looked at is empty.
const NOWHERE: Field = Field { own: 0, enemy: 0 };

/// A field after a turn.
#[derive(Clone, Copy)]
struct Candidate {
    field: Field,
    removed: u32,
    groups: BothGroups,
    /// How bad it looks.
    score: u32,
}

/// What a look at a field says.
enum Assessment {
    /// It comes out from here.
    Done,
    /// It does not.
    Hopeless,
    /// How bad it looks, and its groups.
    Score(u32, BothGroups),
}

impl LineSearch {
    fn slot(field: Field) -> usize {
        (mix(u64::from(field.own) << 32 | u64::from(field.enemy)) >> (64 - SLOT_BITS)) as usize
    }

    fn is_dead(&self, field: Field) -> bool {
        self.dead[Self::slot(field)] == field
    }

    /// Few groups are good, and then many checkers that can leave.
    #[inline]
    fn look(&mut self, before: BothGroups, removed: u32, field: Field) -> Assessment {
        self.nodes += 1;
        let Goal { rules, most_left, kept } = self.goal;
        if field.count() <= most_left {
            return Assessment::Done;
        }
        if self.is_dead(field) {
            return Assessment::Hopeless;
        }
        let able = rules.removable(field);
        if able & !kept == 0 {
            return Assessment::Hopeless;
        }
        let groups = before.after(rules, removed, field);
        if self.goal.surely(field, groups) {
            return Assessment::Done;
        }
        if self.goal.never(field) {
            return Assessment::Hopeless;
        }
        let able_later = rules.removable(Field { own: field.enemy, enemy: field.own });
        let noise = if self.loudness > 0 { self.noise.below(self.loudness) as u32 } else { 0 };
        let score = 32 * (groups.own.count + groups.enemy.count) + 32 - (able | able_later).count_ones() + noise;
        Assessment::Score(score, groups)
    }

    /// What follows a field, in no order; or the turn by which it comes out.
    fn nexts(&mut self, field: Field, groups: BothGroups, nexts: &mut Vec<Candidate>) -> Option<u32> {
        let Goal { rules, kept, .. } = self.goal;
        let mut done = None;
        let _ = rules.each_turn(field, &mut |removed| {
            if removed & kept != 0 {
                return ControlFlow::Continue(());
            }
            let next = field.without(removed);
            if !self.met.is_empty() && std::mem::replace(&mut self.met[Self::slot(next)], next) == next {
                return ControlFlow::Continue(());
            }
            match self.look(groups, removed, next) {
                Assessment::Done => {
                    done = Some(removed);
                    return ControlFlow::Break(());
                }
                Assessment::Hopeless => {}
                Assessment::Score(score, groups) => nexts.push(Candidate { field: next, removed, groups, score }),
            }
            ControlFlow::Continue(())
        });
        done
    }

    /// Returns whether a field comes out, with the line that shows it; `None` when the dive is over before that is
    /// known.
    fn dive(&mut self, field: Field, groups: BothGroups) -> Option<bool> {
        let mut nexts = Vec::new();
        if let Some(removed) = self.nexts(field, groups, &mut nexts) {
            self.line.push(removed);
            return Some(true);
        }
        if self.nodes >= self.limit {
            return None;
        }
        nexts.sort_by_key(|next| next.score);
        for next in nexts {
            if self.is_dead(next.field) {
                continue;
            }
            self.line.push(next.removed);
            if self.dive(next.field, next.groups)? {
                return Some(true);
            }
            self.line.pop();
        }
        self.dead[Self::slot(field)] = field;
        Some(false)
    }

    /// Returns a line that comes out, if it leads through the best `width` fields of every level.
    fn beam(&mut self, field: Field, groups: BothGroups, width: usize) -> Option<Vec<u32>> {
        let first = Candidate { field, removed: 0, groups, score: 0 };
        // Each field with the place of the one before it in the level above.
        let mut levels = vec![vec![(first, 0)]];
        loop {
            let mut level: Vec<(Candidate, usize)> = Vec::new();
            let mut nexts = Vec::new();
            for (place, (from, _)) in levels[levels.len() - 1].iter().enumerate() {
                if let Some(removed) = self.nexts(from.field, from.groups, &mut nexts) {
                    let mut line = vec![removed];
                    let mut place = place;
                    for level in levels[1..].iter().rev() {
                        let (next, before) = level[place];
                        line.push(next.removed);
                        place = before;
                    }
                    line.reverse();
                    return Some(line);
                }
                if self.nodes >= self.limit {
                    return None;
                }
                level.extend(nexts.drain(..).map(|next| (next, place)));
            }
            if level.is_empty() {
                return None;
            }
            level.sort_by_key(|(next, _)| next.score);
            level.truncate(width);
            levels.push(level);
        }
    }
}

/// Plays a line on to the end from where its success is sure.
///
/// The groups are those of the moment when it was: groups that merge later give a side more turns than were counted on,
/// which is no harm where one is removed, but lets the sides get out of step where two can be.
fn finish(goal: Goal, start: Field, mut line: Vec<u32>) -> Vec<u32> {
    let rules = goal.rules;
    let mut field = line.iter().fold(start, |field, &removed| field.without(removed));
    let mut groups = match rules.enemy {
        Enemy::Off => [Groups::list(rules, field.own, field.enemy), Groups::list(rules, field.enemy, field.own)],
        Enemy::Required => [Vec::new(), Vec::new()],
    };
    loop {
        let leaf = groups[0].iter_mut().find_map(|group| {
            let removed = leaf(goal, *group, field.enemy)?;
            *group &= !removed;
            Some(removed)
        });
        let any = || squares(rules.removable(field) & !goal.kept).next().map(Square::bit32);
        let Some(removed) = leaf.or_else(any) else { return line };
        line.push(removed);
        field = field.without(removed);
        groups.swap(0, 1);
    }
}

/// Returns a checker that its group can spare without falling apart, never a kept one; of the last two, where that may
/// be, both.
fn leaf(goal: Goal, group: u32, enemy: u32) -> Option<u32> {
    match group.count_ones() {
        0 | 1 => None,
        2 if goal.rules.remove == Removal::OneOrTwo => Some(group),
        _ => {
            let spared = |&bit: &u32| Groups::of(goal.rules, group & !bit, enemy).count == 1;
            squares(group & !goal.kept).map(Square::bit32).find(spared)
        }
    }
}
