//! How the rows of a layer follow from those of another: worked out once from who stands where, and then run for every slab.

use super::ground::Ground;
use super::matrix::{Line, WIDTH, WORDS};

/// For each row, the rows that it is made of and the columns on which each counts. As numbers in a row, because it is read
/// as often as there are slabs.
///
/// A row is: how many entries have no condition, how many have one, how many have more; then the entries in that order. An
/// entry is the row it comes from; where a checker must see an enemy, the two halves of those that it faces; the number of
/// its conditions where they are more than one; its conditions. A condition is the number of a set in [`Between`].
#[derive(Default)]
pub(super) struct Program {
    code: Vec<u16>,
}

/// A checker that leaves a set: the row that this leads to or comes from, and when it may leave.
pub(super) struct Entry {
    pub(super) row: usize,
    /// The enemies of which one must be there, if that is asked for.
    pub(super) facing: u16,
    /// Where it may leave.
    pub(super) hidden: Hidden,
}

/// For each friend that a checker may see, the enemies that would hide it: the checker may leave where none of the enemies
/// of one of these is there.
#[derive(Clone, Copy, Default)]
pub(super) struct Hidden {
    sets: [u16; 8],
    count: usize,
}

impl Hidden {
    /// Adds those that would hide one more friend. A friend that nothing can hide makes all others needless.
    #[inline]
    pub(super) fn push(&mut self, set: u16) {
        if set == 0 {
            (self.sets[0], self.count) = (0, 1);
        } else if self.count == 0 || self.sets[0] != 0 {
            self.sets[self.count] = set;
            self.count += 1;
        }
    }

    /// Whether there is no friend at all.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The sets of which one must be gone; none where the checker may leave anyway.
    pub(super) fn conditions(&self) -> &[u16] {
        if self.sets[0] == 0 { &[] } else { &self.sets[..self.count] }
    }
}

/// The sets of enemies that can stand between two friends on a line, numbered.
pub(super) struct Between {
    sets: Vec<u16>,
    numbers: Vec<u16>,
}

impl Between {
    /// Of the friends of a side.
    pub(super) fn new(ground: &Ground, side: usize) -> Self {
        let mut between = Between { sets: Vec::new(), numbers: vec![u16::MAX; 1 << 16] };
        let count = ground.sides[side].count;
        for first in 0..count {
            for second in (0..count).filter(|&second| second != first) {
                for &set in ground.hidden_by(side, 1 << second, first).conditions() {
                    let number = &mut between.numbers[usize::from(set)];
                    if *number == u16::MAX {
                        *number = between.sets.len() as u16;
                        between.sets.push(set);
                    }
                }
            }
        }
        between
    }
}

impl Program {
    /// Adds the next row.
    pub(super) fn push(&mut self, ground: &Ground, between: &Between, entries: &[Entry]) {
        let kind = |entry: &Entry| entry.hidden.conditions().len().min(2);
        let start = self.code.len();
        self.code.extend([0; 3]);
        for wanted in 0..3 {
            for entry in entries.iter().filter(|entry| kind(entry) == wanted) {
                self.code[start + wanted] += 1;
                self.code.push(entry.row as u16);
                if ground.needs_enemy() {
                    self.code.extend(entry.facing.to_le_bytes().map(u16::from));
                }
                let conditions = entry.hidden.conditions();
                if conditions.len() > 1 {
                    self.code.push(conditions.len() as u16);
                }
                self.code.extend(conditions.iter().map(|&set| between.numbers[usize::from(set)]));
            }
        }
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.code.clear();
    }

    /// Works out a slab of a layer. `invert` gives the opposite of what was found.
    pub(super) fn run(&self, columns: &Columns, from: &[Line], into: &mut [Line], invert: bool) {
        match &columns.halves {
            None => self.run_as::<false>(columns, &[], from, into, invert),
            Some(halves) => self.run_as::<true>(columns, halves, from, into, invert),
        }
    }

    fn run_as<const FACING: bool>(
        &self,
        columns: &Columns,
        halves: &[Line],
        from: &[Line],
        into: &mut [Line],
        invert: bool,
    ) {
        let mut code = self.code.iter().map(|&word| usize::from(word));
        let mut next = || code.next().unwrap_or(0);
        let inverted = if invert { !0 } else { 0 };
        for line in into {
            let mut sum = [0; WORDS];
            let counts = [next(), next(), next()];
            for (kind, count) in counts.into_iter().enumerate() {
                for _ in 0..count {
                    let row = &from[next()].0;
                    let mut found: [u64; WORDS] = match FACING {
                        true => {
                            let (low, high) = (&halves[next()].0, &halves[256 + next()].0);
                            std::array::from_fn(|word| row[word] & !(low[word] & high[word]))
                        }
                        false => *row,
                    };
                    if kind == 1 {
                        let here = &columns.without[next()].0;
                        found = std::array::from_fn(|word| found[word] & here[word]);
                    } else if kind == 2 {
                        let conditions = next();
                        let mut any = [0; WORDS];
                        for _ in 0..conditions {
                            let here = &columns.without[next()].0;
                            any = std::array::from_fn(|word| any[word] | here[word]);
                        }
                        found = std::array::from_fn(|word| found[word] & any[word]);
                    }
                    sum = std::array::from_fn(|word| sum[word] | found[word]);
                }
            }
            line.0 = sum.map(|word| word ^ inverted);
        }
    }
}

/// The columns of a slab: on which of them certain checkers are missing.
pub(super) struct Columns {
    /// For each set of [`Between`], the columns without any of it.
    without: Vec<Line>,
    /// The columns without each set of the low eight checkers, then without each set of the high eight; only where a
    /// checker must see an enemy.
    halves: Option<Vec<Line>>,
}

impl Columns {
    /// The columns with this number in a layer whose columns are these sets.
    pub(super) fn new(ground: &Ground, between: &Between, sets: &[u16], slab: usize) -> Self {
        let mut each = [Line::ALL; 16];
        for (column, set) in sets[slab * WIDTH..].iter().take(WIDTH).enumerate() {
            let mut rest = *set;
            while rest != 0 {
                each[rest.trailing_zeros() as usize].0[column / 64] &= !(1 << (column % 64));
                rest &= rest - 1;
            }
        }
        let and = |a: Line, b: &Line| Line(std::array::from_fn(|word| a.0[word] & b.0[word]));
        let lacking = |set: u16| {
            let gone = (0..16).filter(|checker| set >> checker & 1 == 1);
            gone.fold(Line::ALL, |line, checker| and(line, &each[checker]))
        };
        let without = between.sets.iter().map(|&set| lacking(set)).collect();
        let halves = ground.needs_enemy().then(|| (0..256).chain((0..256).map(|set| set << 8)).map(lacking).collect());
        Columns { without, halves }
    }
}
