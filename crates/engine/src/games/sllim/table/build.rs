//! Builds the table by going back from the ends: pass n finds the positions that are decided in n plies.
//!
//! A row holds all positions in which the same four wait. A turn takes the side to move from one four to a neighbouring
//! four; what that leads to is gathered first. Then, for all columns at once, a column is won if one of its neighbours
//! is lost for the other side, and lost if all are won. Two fours are neighbours if they share three squares, so it is
//! enough to know of each three how many fours with the property contain it: none, one, or more. That takes a few
//! operations on 32 bits for up to 25 columns.
//!
//! A pass writes nothing but its own number, which the same pass does not read: threads need no order among each other,
//! and their number does not change the table.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::gather::Gather;
use super::index::{CHECKERS, CHOOSE, PositionIndex, along, free_below, places};
use crate::limits::OutOfMemory;

/// Rows that a thread takes at a time: neighbours, because they read the same places.
const ROWS_AT_A_TIME: usize = 16;

/// The passes that the board of the game takes, the last of which finds nothing. Only estimates of time hang on it.
pub const PASSES: u32 = 43;

/// A table that is being built.
pub struct TableBuilder {
    pub(super) index: PositionIndex,
    /// The plies until the end, in every place: odd for a win, even for a loss, 0 for what is not decided yet.
    pub(super) values: Vec<AtomicU8>,
    /// The rows that may change in the next pass, because something changed that they look at.
    pub(super) due: Vec<bool>,
    /// The last pass that was finished.
    pub(super) passes: u8,
    /// How many places it decided.
    pub(super) decided: u64,
}

impl TableBuilder {
    /// Creates a table in which nothing is decided yet.
    pub fn new(index: PositionIndex) -> Result<Self, OutOfMemory> {
        let values = zeroes(index.bytes())?;
        let due = vec![true; index.height()];
        Ok(TableBuilder { index, values, due, passes: 0, decided: 0 })
    }

    /// Where the places are.
    pub fn index(&self) -> &PositionIndex {
        &self.index
    }

    /// Returns how many passes are finished.
    pub fn passes(&self) -> u32 {
        self.passes.into()
    }

    /// Returns how many places the last pass decided.
    pub fn decided(&self) -> u64 {
        self.decided
    }

    /// Returns whether nothing more can be decided: the last pass decided nothing, and so would all that follow.
    pub fn is_finished(&self) -> bool {
        self.passes > 0 && self.decided == 0
    }

    /// Returns the value of a place, as it is known by now: the plies until the end, odd for a win, even for a loss, or
    /// 0.
    pub fn value(&self, row: usize, column: usize) -> u8 {
        self.values[self.index.row_start(row) + along(column as u32) as usize].load(Ordering::Relaxed)
    }

    /// Runs the next pass on `threads` threads; calls `on_rows` now and then with the rows done and their total.
    pub fn pass(&mut self, threads: usize, on_rows: &(dyn Fn(usize, usize) + Sync)) {
        let number = self.passes.checked_add(1).expect("no board of 32 squares takes so many passes");
        let rows: Vec<usize> = (0..self.due.len()).filter(|&row| self.due[row]).collect();
        let due: Vec<AtomicBool> = self.due.iter().map(|_| AtomicBool::new(false)).collect();
        let (next, done, decided) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut pass = Pass::new(&self.index, &self.values, &due, number);
            loop {
                let first = next.fetch_add(ROWS_AT_A_TIME, Ordering::Relaxed).min(rows.len());
                let some = &rows[first..(first + ROWS_AT_A_TIME).min(rows.len())];
                if some.is_empty() {
                    break;
                }
                decided.fetch_add(pass.rows(some), Ordering::Relaxed);
                on_rows(done.fetch_add(some.len(), Ordering::Relaxed) + some.len(), rows.len());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // When the system gives no more threads, those that there are do the work.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        self.decided = decided.into_inner();
        self.due = due.into_iter().map(AtomicBool::into_inner).collect();
        self.passes = number;
    }
}

/// So many zeroes.
pub(super) fn zeroes(length: usize) -> Result<Vec<AtomicU8>, OutOfMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| OutOfMemory { mebibytes: length >> 20 })?;
    values.resize_with(length, AtomicU8::default);
    Ok(values)
}

/// What a thread needs for a pass.
struct Pass<'a> {
    index: &'a PositionIndex,
    values: &'a [AtomicU8],
    due: &'a [AtomicBool],
    number: u8,
    rows: Vec<BuildRow>,
    /// For the second and third of a three, the firsts with which one four at least has the property.
    once: Vec<u32>,
    /// The same for two fours at least.
    twice: Vec<u32>,
}

struct BuildRow {
    gather: Gather,
    /// For the second, third and fourth of a four, its firsts with which it has the property: for a pass that looks for
    /// wins that the other side is lost there, for one that looks for losses that the other side is not won.
    marks: Vec<u32>,
}

/// Where the threes with this second and third stand.
#[inline]
fn pair(second: u8, third: u8) -> usize {
    usize::from(third & 31) << 5 | usize::from(second & 31)
}

impl<'a> Pass<'a> {
    fn new(index: &'a PositionIndex, values: &'a [AtomicU8], due: &'a [AtomicBool], number: u8) -> Self {
        let row = || BuildRow { gather: Gather::new(), marks: vec![0; index.threes().len()] };
        let rows = (0..ROWS_AT_A_TIME).map(|_| row()).collect();
        Pass { index, values, due, number, rows, once: vec![0; 1 << 10], twice: vec![0; 1 << 10] }
    }

    /// Decides what can be decided in some rows, and gives the number of places.
    fn rows(&mut self, rows: &[usize]) -> u64 {
        for (state, &row) in self.rows.iter_mut().zip(rows) {
            state.gather.prepare(self.index, self.index.waiting(row));
        }
        let number = self.number;
        match number {
            1 => self.mark_sets(rows),
            _ if number % 2 == 1 => self.mark(rows.len(), |value| value == number - 1),
            _ => self.mark(rows.len(), |value| value.is_multiple_of(2)),
        }
        (0..rows.len())
            .map(|at| {
                self.count_threes(at);
                self.decide(at, rows[at])
            })
            .sum()
    }

    /// Marks the fours that are sets: to complete one ends the game.
    fn mark_sets(&mut self, rows: &[usize]) {
        for (state, &row) in self.rows.iter_mut().zip(rows) {
            let waiting = self.index.waiting(row);
            state.marks.fill(0);
            for &set in self.index.sets().iter().filter(|&set| set & waiting == 0) {
                let mut four = [0; CHECKERS];
                four.iter_mut().zip(places(set)).for_each(|(at, place)| *at = free_below(place, waiting));
                let [a, b, c, d] = four;
                let three = CHOOSE[1][b - 1] + CHOOSE[2][c - 1] + CHOOSE[3][d - 1];
                state.marks[three as usize] |= 1 << a;
            }
        }
    }

    /// Marks the fours of which the value has a property. All rows at once, three by three, because they look for the
    /// values of the same four in neighbouring places. Sets need no care: all their neighbours were decided by the
    /// first pass.
    #[inline]
    fn mark(&mut self, rows: usize, property: impl Fn(u8) -> bool) {
        for (at, &three) in self.index.threes().iter().enumerate() {
            for row in &mut self.rows[..rows] {
                let mut marks = 0;
                row.gather.each(self.index, self.values, three, &mut |first, value| {
                    marks |= u32::from(property(value)) << first;
                });
                row.marks[at] = marks;
            }
        }
    }

    /// Counts for each three the marked fours that contain it.
    fn count_threes(&mut self, at: usize) {
        let Pass { once, twice, .. } = self;
        once.fill(0);
        twice.fill(0);
        for (&marks, &[b, c, d]) in self.rows[at].marks.iter().zip(self.index.threes()) {
            if marks == 0 {
                continue;
            }
            let mut add = |second: u8, third: u8, one: u32, more: u32| {
                let pair = pair(second, third);
                twice[pair] |= once[pair] & one | more;
                once[pair] |= one;
            };
            add(b, c, marks, 0);
            add(b, d, marks, 0);
            add(c, d, marks, 0);
            // The three without the first: one mark or more among the firsts.
            add(c, d, 1 << b, u32::from(marks & (marks - 1) != 0) << b);
        }
    }

    /// Decides the columns of a row that are still open.
    fn decide(&mut self, at: usize, row: usize) -> u64 {
        let BuildRow { gather, marks } = &self.rows[at];
        let start = self.index.row_start(row);
        let place = |column: usize| &self.values[start + along(column as u32) as usize];
        let (mut count, mut column) = (0, 0);
        for (&marks, &three) in marks.iter().zip(self.index.threes()) {
            let [b, c, d] = three;
            // The firsts of fours that have a marked neighbour, which they themselves are not.
            let other = |pair: usize| self.twice[pair] | self.once[pair] & !marks;
            let mut any = other(pair(b, c)) | other(pair(b, d)) | other(pair(c, d));
            if self.twice[pair(c, d)] >> b & 1 == 1 {
                any = u32::MAX;
            } else if self.once[pair(c, d)] >> b & 1 == 1 {
                any |= !marks;
            }
            let mut found = if self.number % 2 == 1 { any } else { !any } & ((1 << b) - 1);
            if found != 0 {
                let open = |first: usize| u32::from(place(column + first).load(Ordering::Relaxed) == 0) << first;
                found &= (0..usize::from(b)).fold(0, |all, first| all | open(first));
            }
            count += u64::from(found.count_ones());
            for first in places(found) {
                place(column + first).store(self.number, Ordering::Relaxed);
                self.due[gather.row_of(self.index, first, three)].store(true, Ordering::Relaxed);
            }
            column += usize::from(b);
        }
        count
    }
}
