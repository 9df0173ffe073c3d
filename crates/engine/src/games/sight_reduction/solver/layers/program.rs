//! How the rows of a layer follow from those of another: worked out once from who stands where, and then run for every
//! slab.

use std::iter::zip;

use super::ground::Ground;
use super::matrix::{Band, BitRow, Flipped, WIDTH, WORDS, flip};
use super::views::Views;

/// For each row, the rows that it is made of and the columns on which each counts. As numbers in a row, because it is
/// read as often as there are slabs, and the same for every row, so that nothing has to be decided.
///
/// A row has an entry for each checker that leaves: the row it leads to or comes from, and the numbers of what the
/// checker sees along its row and column and, where that matters, along its diagonals.
#[derive(Default)]
pub(super) struct Program {
    code: Vec<u16>,
    rows: usize,
}

impl Program {
    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.code.clear();
        self.rows = 0;
    }

    /// Begins the next row.
    pub(super) fn next_row(&mut self) {
        self.rows += 1;
    }

    /// Adds an entry to the row at hand: what it is made of, the checker that leaves, and the others of its side. Every
    /// row must get the same number of entries.
    #[inline]
    pub(super) fn push(&mut self, views: &Views, from: usize, checker: usize, others: u16) {
        self.code.push(from as u16);
        self.code.extend(views.of(checker, others));
    }

    /// Works out a slab of a layer. `invert` gives the opposite of what was found.
    pub(super) fn run(
        &self,
        ground: &Ground,
        columns: &Columns,
        from: &[BitRow],
        into: &mut Flipped<'_>,
        invert: bool,
    ) {
        match (ground.directions() == 8, ground.needs_enemy()) {
            (false, false) => self.each_band(into, invert, |&[row, orthogonal]: &[u16; 2]| {
                let (row, friend) = (&from[usize::from(row)].0, &columns.friend[usize::from(orthogonal)].0);
                std::array::from_fn(|word| row[word] & friend[word])
            }),
            (true, false) => self.each_band(into, invert, |&[row, orthogonal, diagonal]: &[u16; 3]| {
                let row = &from[usize::from(row)].0;
                let [a, b] = [orthogonal, diagonal].map(|view| &columns.friend[usize::from(view)].0);
                std::array::from_fn(|word| row[word] & (a[word] | b[word]))
            }),
            (false, true) => self.each_band(into, invert, |&[row, orthogonal, diagonal]: &[u16; 3]| {
                let (row, friend) = (&from[usize::from(row)].0, &columns.friend[usize::from(orthogonal)].0);
                let [c, d] = [orthogonal, diagonal].map(|view| &columns.enemy[usize::from(view)].0);
                std::array::from_fn(|word| row[word] & friend[word] & (c[word] | d[word]))
            }),
            (true, true) => self.each_band(into, invert, |&[row, orthogonal, diagonal]: &[u16; 3]| {
                let row = &from[usize::from(row)].0;
                let [a, b] = [orthogonal, diagonal].map(|view| &columns.friend[usize::from(view)].0);
                let [c, d] = [orthogonal, diagonal].map(|view| &columns.enemy[usize::from(view)].0);
                std::array::from_fn(|word| row[word] & (a[word] | b[word]) & (c[word] | d[word]))
            }),
        }
    }

    /// Gives all rows away, 64 at a time, each the sum of what its entries have.
    #[inline]
    fn each_band<const ENTRY: usize>(
        &self,
        into: &mut Flipped<'_>,
        invert: bool,
        found: impl Fn(&[u16; ENTRY]) -> [u64; WORDS],
    ) {
        let inverted = if invert { !0 } else { 0 };
        let (entries, _) = self.code.as_chunks::<ENTRY>();
        let in_row = entries.len() / self.rows.max(1);
        for first in (0..self.rows).step_by(64) {
            let mut band: Band = [[0; WORDS]; 64];
            let rows = &entries[first * in_row..];
            for (nth, line) in band.iter_mut().enumerate().take(self.rows - first) {
                let mut sum = [0; WORDS];
                for entry in &rows[nth * in_row..][..in_row] {
                    let found = found(entry);
                    sum = std::array::from_fn(|word| sum[word] | found[word]);
                }
                *line = sum.map(|word| word ^ inverted);
            }
            into.put(first / 64, &mut band);
        }
        into.clear_from(self.rows.div_ceil(64));
    }
}

/// The columns of a slab: what is seen on which of them.
pub(super) struct Columns {
    /// For each view, the columns on which a friend is seen.
    friend: Vec<BitRow>,
    /// For each view, the columns on which an enemy is seen; only where that matters.
    enemy: Vec<BitRow>,
}

impl Columns {
    /// Returns the columns with this number in a layer whose columns are these sets.
    pub(super) fn new(ground: &Ground, views: &Views, sets: &[u16], slab: usize) -> Self {
        let mut with: Band = [[0; WORDS]; 64];
        for (column, set) in sets[slab * WIDTH..].iter().take(WIDTH).enumerate() {
            with[column % 64][column / 64] = u64::from(*set);
        }
        flip(&mut with);
        // The columns that have something of a set.
        let having = |set: u16| {
            let there = zip(0..16, &with).filter(|(checker, _)| set >> checker & 1 == 1);
            there.fold(BitRow::NONE, |line, (_, with)| BitRow(std::array::from_fn(|word| line.0[word] | with[word])))
        };
        let friend = views.list.iter().map(|view| match (view.hidden.is_empty(), view.hidden.conditions()) {
            (true, _) => BitRow::NONE,
            (false, []) => BitRow::ALL,
            (false, sets) => sets.iter().fold(BitRow::NONE, |line, &set| {
                let hiding = having(set).0;
                BitRow(std::array::from_fn(|word| line.0[word] | !hiding[word]))
            }),
        });
        let friend = friend.collect();
        let enemy = match ground.needs_enemy() {
            true => views.list.iter().map(|view| having(view.facing)).collect(),
            false => Vec::new(),
        };
        Columns { friend, enemy }
    }
}
