//! Layers where a turn removes one checker or two. Sizes no longer say whose turn it is, so every pair of sets is two
//! positions. For each set of side 0 there is a row over all sets of side 1, and everything follows row by row:
//!
//! - With side 0 to move, a row follows from the rows of smaller sets, column by column, as in `single`.
//! - With side 1 to move, it follows from the row of the same set with side 0 to move. Seen from side 1 the set of side 0
//!   stands still, so that a checker sees a friend exactly where one is in the part of its lines that is not cut off.
//!
//! So of the many rows only those of three sizes are needed at a time.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use halfboard_rules::games::sight_reduction::Enemy;

use super::super::Field;
use super::ground::{Ground, Hidden};
use super::matrix::BitRow;
use super::side::look;
use super::subsets::{Subsets, choose};
use super::wide::{self, TurnDirection, Wide, WideTurn};
use crate::limits::OutOfMemory;

/// What is goal of every position.
#[derive(Clone, Copy)]
enum DoubleGoal {
    /// Whether the side to move loses.
    Loses,
    /// Whether so few checkers can be left.
    Leaves(u32),
}

/// The answers for positions near the root.
pub(super) struct Double {
    ground: Ground,
    goal: DoubleGoal,
    /// The rows of the sets of side 0, with each side to move, by size; those of most sizes are too many.
    kept: Vec<Option<[Rows; 2]>>,
}

/// Number of lines up to which the rows of a size are kept: of a full board those of the three largest sizes, and
/// of the smallest.
const KEPT: usize = 1 << 17;

/// Rows of all sets of one size, in order.
struct Rows {
    lines: Vec<BitRow>,
    /// Lines in a row.
    width: usize,
}

impl Rows {
    fn with_room(rows: usize, width: usize) -> Result<Rows, OutOfMemory> {
        let mut lines = Vec::new();
        let size = rows * width;
        let mebibytes = size.div_ceil((1 << 20) / size_of::<BitRow>());
        lines.try_reserve_exact(size).map_err(|_| OutOfMemory { mebibytes })?;
        Ok(Rows { lines, width })
    }

    /// Sets the number of rows, which must fit the capacity; their content is unspecified.
    fn reshape(&mut self, rows: usize) {
        debug_assert!(rows * self.width <= self.lines.capacity());
        self.lines.resize(rows * self.width, BitRow::NONE);
    }

    fn row(&self, row: usize) -> &[BitRow] {
        &self.lines[row * self.width..][..self.width]
    }

    fn copy(&self) -> Result<Rows, OutOfMemory> {
        let mut copy = Rows::with_room(self.lines.len() / self.width, self.width)?;
        copy.lines.extend_from_slice(&self.lines);
        Ok(copy)
    }
}

impl Double {
    /// Works out all rows up to the root. With a number, the question is whether so few checkers can be left; without,
    /// it is who wins.
    pub(super) fn below(ground: Ground, left: Option<u32>, threads: usize) -> Result<Self, OutOfMemory> {
        let goal = left.map_or(DoubleGoal::Loses, DoubleGoal::Leaves);
        let mut layers = Double { ground, goal, kept: Vec::new() };
        let ground = &layers.ground;
        let count = ground.sides[0].count;
        let width = wide::lines_of(ground.sides[1].count);
        let most = (0..=count).map(|size| choose(count, size)).max().unwrap_or(1);
        // Those of the size at hand and of the two before, the newest first, with side 1 to move.
        let mut rows = [Rows::with_room(most, width)?, Rows::with_room(most, width)?, Rows::with_room(most, width)?];
        let wide = Wide::new();
        let few: Vec<Vec<BitRow>> = (0..=left.unwrap_or(0)).map(|most| wide::few(width, most)).collect();
        for size in 0..=count {
            rows.rotate_right(1);
            let [now, before @ ..] = &mut rows;
            let sets = Subsets::get().of(size, count);
            now.reshape(sets.len());
            let keep = sets.len() * width <= KEPT;
            // With side 0 to move only what is kept is needed for longer than a row.
            let mut own = Rows::with_room(if keep { sets.len() } else { 0 }, width)?;
            own.reshape(if keep { sets.len() } else { 0 });
            // What there is to be found without any turn.
            let base = match goal {
                DoubleGoal::Leaves(left) => left.checked_sub(size as u32).map(|most| &*few[most as usize]),
                DoubleGoal::Loses => None,
            };
            let work = |first: usize, now: &mut [BitRow], own: &mut [BitRow]| {
                let mut scratch = Scratch::new(ground, width);
                for (nth, row) in now.chunks_exact_mut(width).enumerate() {
                    let set = sets[first + nth];
                    let mine = match keep {
                        true => &mut own[nth * width..][..width],
                        false => &mut scratch.row[..],
                    };
                    begin(mine, base);
                    add_removals(ground, &wide, set, before, mine);
                    finish(mine, goal);
                    begin(row, base);
                    let mine = if keep { &own[nth * width..][..width] } else { &scratch.row[..] };
                    add_answers(ground, &wide, set, mine, row, &mut scratch.seeing, TurnDirection::After);
                    finish(row, goal);
                }
            };
            for_rows(&mut now.lines, &mut own.lines, width, threads, &work);
            layers.kept.push(if keep { Some([own, now.copy()?]) } else { None });
        }
        Ok(layers)
    }

    /// Returns the answer for a field, if its row was kept.
    pub(super) fn get(&self, field: Field) -> Option<bool> {
        (0..2).find_map(|mover| {
            let sets = self.ground.locate(field, mover)?;
            let rows = self.kept.get(sets[0].count_ones() as usize)?.as_ref()?;
            let bit = wide::bit(rows[mover].row(Subsets::get().rank(sets[0])), sets[1]);
            Some(bit != matches!(self.goal, DoubleGoal::Loses))
        })
    }
}

/// What a thread needs besides its rows.
struct Scratch {
    row: Vec<BitRow>,
    seeing: Vec<Option<Vec<BitRow>>>,
}

impl Scratch {
    fn new(ground: &Ground, width: usize) -> Self {
        let seeing = match ground.rules.enemy {
            Enemy::Off => 0,
            Enemy::Required => ground.sides[1].count,
        };
        Scratch { row: vec![BitRow::NONE; width], seeing: vec![None; seeing] }
    }
}

fn begin(row: &mut [BitRow], base: Option<&[BitRow]>) {
    match base {
        Some(base) => row.copy_from_slice(base),
        None => row.fill(BitRow::NONE),
    }
}

fn finish(row: &mut [BitRow], goal: DoubleGoal) {
    if matches!(goal, DoubleGoal::Loses) {
        row.iter_mut().for_each(|line| *line = BitRow(line.0.map(|word| !word)));
    }
}

/// Calls `work` with the number of a row, that row and those after it, on several threads; the rows with side 0 to move
/// may be missing.
fn for_rows(
    now: &mut [BitRow],
    own: &mut [BitRow],
    width: usize,
    threads: usize,
    work: &(impl Fn(usize, &mut [BitRow], &mut [BitRow]) + Sync),
) {
    let rows = now.len() / width;
    if threads <= 1 || rows < 64 {
        work(0, now, own);
        return;
    }
    let part = rows.div_ceil(8 * threads);
    let mut own = own.chunks_mut(part * width);
    let parts =
        now.chunks_mut(part * width).enumerate().map(|(nth, now)| (nth * part, now, own.next().unwrap_or_default()));
    let queue = std::sync::Mutex::new(parts.collect::<Vec<_>>().into_iter());
    let run = || {
        loop {
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some((first, now, own)) = next else { break };
            work(first, now, own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // When the system gives no more threads, fewer work.
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

/// Adds to a row of side 0 what its turns lead to. `before` has the rows of sets with one checker less and with two
/// less, with side 1 to move.
fn add_removals(ground: &Ground, wide: &Wide, set: u16, before: &[Rows], row: &mut [BitRow]) {
    let subsets = Subsets::get();
    let side = &ground.sides[0];
    let facing = |checker: usize| ground.facing(0, set & !(1 << checker), checker);
    let needs_enemy = ground.needs_enemy();
    for checker in (0..side.count).filter(|checker| set >> checker & 1 == 1) {
        let rest = set ^ 1 << checker;
        let hidden = ground.hidden_by(0, rest, checker);
        let faced = if needs_enemy { facing(checker) } else { 0 };
        if hidden.is_empty() || needs_enemy && faced == 0 {
            continue;
        }
        let having = if needs_enemy { &[faced][..] } else { &[] };
        wide.add(row, before[0].row(subsets.rank(rest)), hidden.conditions(), having);
        // Two that see each other; towards higher squares only, so that each pair is found once.
        for direction in (0..ground.directions()).step_by(2) {
            let (Some(friend), between) = look(side.squares[checker], direction, side.places(rest)) else { continue };
            let friend = side.set(friend.bit32());
            let both = rest ^ friend;
            let mut lacking = Hidden::default();
            lacking.push(ground.sides[1].set(between));
            let from = before[1].row(subsets.rank(both));
            if needs_enemy {
                let faced_too = facing(friend.trailing_zeros() as usize);
                if faced_too != 0 {
                    wide.add(row, from, lacking.conditions(), &[faced, faced_too]);
                }
            } else {
                wide.add(row, from, lacking.conditions(), &[]);
            }
        }
    }
}

/// Adds to a row what the turns of side 1 lead to while side 0 has this set, or what they come from.
fn add_answers(
    ground: &Ground,
    wide: &Wide,
    set: u16,
    from: &[BitRow],
    row: &mut [BitRow],
    seeing: &mut [Option<Vec<BitRow>>],
    way: TurnDirection,
) {
    let side = &ground.sides[1];
    let blockers = ground.sides[0].places(set);
    // For each checker, on which columns it sees an enemy; `None` where it does on all.
    let mut blind = 0u16;
    for (checker, seeing) in seeing.iter_mut().enumerate() {
        let mut hidden = Hidden::default();
        for direction in 0..8 {
            if let (Some(_), between) = look(side.squares[checker], direction, blockers) {
                hidden.push(side.set(between));
            }
        }
        if hidden.is_empty() {
            blind |= 1 << checker;
        }
        *seeing = (!hidden.conditions().is_empty()).then(|| {
            let mut row = seeing.take().unwrap_or_default();
            row.clear();
            row.resize(from.len(), BitRow::ALL);
            wide.restrict(&mut row, hidden.conditions());
            row
        });
    }
    let only = |checker: usize| seeing.get(checker).and_then(|seeing| seeing.as_deref());
    for checker in (0..side.count).filter(|checker| blind >> checker & 1 == 0) {
        let mut open = 0;
        for direction in 0..ground.directions() {
            let (_, reach) = look(side.squares[checker], direction, blockers);
            open |= reach;
            if direction % 2 == 1 {
                continue;
            }
            // Two that see each other; towards higher squares only, so that each pair is found once.
            let mut between = 0u16;
            let mut friends = side.set(reach);
            while friends != 0 {
                let friend = friends & friends.wrapping_neg();
                friends ^= friend;
                if blind & friend == 0 {
                    let only = [only(checker), only(friend.trailing_zeros() as usize)];
                    let turn = WideTurn { gone: 1 << checker | friend, lacking: between, having: 0, only };
                    wide.shift(row, from, way, &turn);
                }
                between |= friend;
            }
        }
        let open = side.set(open);
        if open != 0 {
            let turn = WideTurn { gone: 1 << checker, lacking: 0, having: open, only: [only(checker), None] };
            wide.shift(row, from, way, &turn);
        }
    }
}

/// Returns the fewest checkers that a solitaire can leave: all positions that can be reached are found from the root
/// downwards.
pub(super) fn fewest(ground: &Ground, threads: usize) -> Result<u32, OutOfMemory> {
    let [count, other] = [0, 1].map(|side| ground.sides[side].count);
    let width = wide::lines_of(other);
    let most = (0..=count).map(|size| choose(count, size)).max().unwrap_or(1);
    // Those of the size at hand and of the two larger ones, the newest first, with side 0 to move.
    let mut rows = [Rows::with_room(most, width)?, Rows::with_room(most, width)?, Rows::with_room(most, width)?];
    let wide = Wide::new();
    let few: Vec<Vec<BitRow>> = (0..=other as u32).map(|most| wide::few(width, most)).collect();
    let full = ((1u32 << other) - 1) as u16;
    let left = AtomicU32::new((count + other) as u32);
    for size in (0..=count).rev() {
        rows.rotate_right(1);
        let [now, before @ ..] = &mut rows;
        let sets = Subsets::get().of(size, count);
        now.reshape(sets.len());
        let work = |first: usize, now: &mut [BitRow], _: &mut [BitRow]| {
            let mut scratch = Scratch::new(ground, width);
            for (nth, row) in now.chunks_exact_mut(width).enumerate() {
                let set = sets[first + nth];
                let theirs = &mut scratch.row;
                theirs.fill(BitRow::NONE);
                add_arrivals(ground, &wide, set, size, before, theirs);
                row.fill(BitRow::NONE);
                add_answers(ground, &wide, set, theirs, row, &mut scratch.seeing, TurnDirection::Before);
                if size == count {
                    wide::set_bit(row, full);
                }
                // Both with side 0 and with side 1 to move: how few of side 1 there are.
                let reached = |most: u32| {
                    let both = row.iter().zip(theirs.iter()).zip(&few[most as usize]);
                    both.into_iter()
                        .any(|((a, b), few)| (0..few.0.len()).any(|word| (a.0[word] | b.0[word]) & few.0[word] != 0))
                };
                while let Some(fewer) = left.load(Relaxed).checked_sub(1 + size as u32) {
                    let most = fewer.min(other as u32);
                    if !reached(most) {
                        break;
                    }
                    left.fetch_min(size as u32 + most, Relaxed);
                }
            }
        };
        for_rows(&mut now.lines, &mut [], width, threads, &work);
    }
    Ok(left.into_inner())
}

/// Adds to a row, with side 1 to move, what can be reached by turns of side 0 that end in this set. `before` has the
/// rows of sets with one checker more and with two more, with side 0 to move.
fn add_arrivals(ground: &Ground, wide: &Wide, set: u16, size: usize, before: &[Rows], row: &mut [BitRow]) {
    let subsets = Subsets::get();
    let side = &ground.sides[0];
    let needs_enemy = ground.needs_enemy();
    let places = side.places(set);
    for checker in (0..side.count).filter(|checker| set >> checker & 1 == 0) {
        let with = set | 1 << checker;
        let hidden = ground.hidden_by(0, set, checker);
        let faced = if needs_enemy { ground.facing(0, set, checker) } else { 0 };
        if !hidden.is_empty() && (!needs_enemy || faced != 0) {
            let having = if needs_enemy { &[faced][..] } else { &[] };
            wide.add(row, before[0].row(subsets.rank(with)), hidden.conditions(), having);
        }
        if size + 2 > side.count {
            continue;
        }
        for direction in (0..ground.directions()).step_by(2) {
            let (_, reach) = look(side.squares[checker], direction, places);
            for friend in (0..side.count).filter(|&friend| side.set(reach) >> friend & 1 == 1) {
                let both = with | 1 << friend;
                let (_, between) = look(side.squares[checker], direction, side.squares[friend].bit32());
                let mut lacking = Hidden::default();
                lacking.push(ground.sides[1].set(between));
                let from = before[1].row(subsets.rank(both));
                if needs_enemy {
                    // Each is seen while the other is still there.
                    let faced = ground.facing(0, set | 1 << friend, checker);
                    let faced_too = ground.facing(0, with, friend);
                    if faced != 0 && faced_too != 0 {
                        wide.add(row, from, lacking.conditions(), &[faced, faced_too]);
                    }
                } else {
                    wide.add(row, from, lacking.conditions(), &[]);
                }
            }
        }
    }
}
