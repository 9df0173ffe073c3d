//! Lines of the half board for the solvers: spreading along them past own checkers, and what belongs together.
//!
//! `QUEEN` says whether diagonals are lines. Own checkers never part their own colour, because those in between are
//! friends as well; so a set is spread through everything but enemies.

const NOT_COLUMN_1: u32 = 0xfefe_fefe;
const NOT_COLUMN_8: u32 = 0x7f7f_7f7f;

/// Returns how many lines go through a square.
pub(super) const fn lines(queen: bool) -> usize {
    if queen { 4 } else { 2 }
}

/// Returns the squares that a set reaches along a row through `pass`, which contains it.
#[inline]
pub(super) fn along_rows(set: u32, pass: u32) -> u32 {
    up(set, pass, 1, NOT_COLUMN_1) | down(set, pass, 1, NOT_COLUMN_8)
}

/// Returns the squares that a set reaches along a column through `pass`.
#[inline]
pub(super) fn along_columns(set: u32, pass: u32) -> u32 {
    up(set, pass, 8, !0) | down(set, pass, 8, !0)
}

/// Returns the squares that a set reaches along one of the lines, as numbered in
/// [`HALF_RAYS`](halfboard_rules::board::HALF_RAYS).
#[inline]
pub(super) fn along(line: usize, set: u32, pass: u32) -> u32 {
    match line {
        0 => along_rows(set, pass),
        1 => along_columns(set, pass),
        2 => up(set, pass, 9, NOT_COLUMN_1) | down(set, pass, 9, NOT_COLUMN_8),
        _ => up(set, pass, 7, NOT_COLUMN_8) | down(set, pass, 7, NOT_COLUMN_1),
    }
}

/// Returns the squares of a set that have others of `by` on both sides of a line, at any distance and with anything
/// between.
#[inline]
pub(super) fn between(line: usize, by: u32) -> u32 {
    let (higher, lower) = match line {
        0 => (up(by, !0, 1, NOT_COLUMN_1) << 1 & NOT_COLUMN_1, down(by, !0, 1, NOT_COLUMN_8) >> 1 & NOT_COLUMN_8),
        1 => (up(by, !0, 8, !0) << 8, down(by, !0, 8, !0) >> 8),
        2 => (up(by, !0, 9, NOT_COLUMN_1) << 9 & NOT_COLUMN_1, down(by, !0, 9, NOT_COLUMN_8) >> 9 & NOT_COLUMN_8),
        _ => (up(by, !0, 7, NOT_COLUMN_8) << 7 & NOT_COLUMN_8, down(by, !0, 7, NOT_COLUMN_1) >> 7 & NOT_COLUMN_1),
    };
    higher & lower
}

/// Returns the checkers of a set with another one of it on a line, with anything between.
#[inline]
pub(super) fn accompanied(line: usize, set: u32) -> u32 {
    let others = match line {
        0 => up(set, !0, 1, NOT_COLUMN_1) << 1 & NOT_COLUMN_1 | down(set, !0, 1, NOT_COLUMN_8) >> 1 & NOT_COLUMN_8,
        1 => up(set, !0, 8, !0) << 8 | down(set, !0, 8, !0) >> 8,
        2 => up(set, !0, 9, NOT_COLUMN_1) << 9 & NOT_COLUMN_1 | down(set, !0, 9, NOT_COLUMN_8) >> 9 & NOT_COLUMN_8,
        _ => up(set, !0, 7, NOT_COLUMN_8) << 7 & NOT_COLUMN_8 | down(set, !0, 7, NOT_COLUMN_1) >> 7 & NOT_COLUMN_1,
    };
    set & others
}

/// Kogge and Stone's fill towards higher squares in steps of `by`; `inside` are the squares that such a step can reach.
#[inline]
fn up(set: u32, pass: u32, by: u32, inside: u32) -> u32 {
    let mut filled = set;
    let mut clear = pass & inside;
    filled |= clear & (filled << by);
    clear &= clear << by;
    filled |= clear & (filled << (2 * by));
    if by == 1 {
        clear &= clear << 2;
        filled |= clear & (filled << 4);
    }
    filled
}

/// The same towards lower squares.
#[inline]
fn down(set: u32, pass: u32, by: u32, inside: u32) -> u32 {
    let mut filled = set;
    let mut clear = pass & inside;
    filled |= clear & (filled >> by);
    clear &= clear >> by;
    filled |= clear & (filled >> (2 * by));
    if by == 1 {
        clear &= clear >> 2;
        filled |= clear & (filled >> 4);
    }
    filled
}

/// Returns the checkers of `set` that hang together with `from` over lines without blockers.
#[inline]
pub(super) fn region<const QUEEN: bool>(from: u32, set: u32, blockers: u32) -> u32 {
    let pass = !blockers;
    let mut region = from;
    loop {
        let mut next = along_rows(region, pass) & set;
        next = along_columns(next, pass) & set;
        if QUEEN {
            next |= (along(2, next, pass) | along(3, next, pass)) & set;
        }
        if next == region {
            return region;
        }
        region = next;
    }
}

/// The regions of one colour: sets of checkers that hang together over lines without enemies. Two checkers side by side
/// hang together, so there are at most sixteen.
#[derive(Clone, Copy)]
pub(super) struct Regions {
    masks: [u32; 16],
    count: usize,
}

impl Regions {
    /// Returns the regions of a set between blockers.
    #[inline]
    pub(super) fn of<const QUEEN: bool>(set: u32, blockers: u32) -> Self {
        let mut regions = Regions { masks: [0; 16], count: 0 };
        let mut left = set;
        while left != 0 {
            let region = region::<QUEEN>(left & left.wrapping_neg(), left, blockers);
            regions.masks[regions.count] = region;
            regions.count += 1;
            left &= !region;
        }
        regions
    }

    /// Returns how many there are.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count as u32
    }

    /// Returns the sets.
    #[inline]
    pub(super) fn masks(&self) -> &[u32] {
        &self.masks[..self.count]
    }

    /// Returns the region of a checker.
    #[inline]
    pub(super) fn around(&self, checker: u32) -> u32 {
        self.masks().iter().copied().find(|mask| mask & checker != 0).unwrap_or(checker)
    }
}

impl Regions {
    /// Returns whether two checkers are in one region; also where there are none.
    #[inline]
    pub(super) fn unite(&self, ends: u32) -> bool {
        ends == 0 || self.masks().iter().any(|mask| mask & ends == ends)
    }

    /// Joins the regions of two checkers; whether they were different ones.
    #[inline]
    pub(super) fn join(&mut self, ends: u32) -> bool {
        let mut first = None;
        for at in 0..self.count {
            if self.masks[at] & ends == 0 {
                continue;
            }
            if self.masks[at] & ends == ends {
                return false;
            }
            match first {
                None => first = Some(at),
                Some(first) => {
                    self.masks[first] |= self.masks[at];
                    self.count -= 1;
                    self.masks[at] = self.masks[self.count];
                    return true;
                }
            }
        }
        false
    }
}

impl Regions {
    /// A checker leaves its region, which stays in one piece.
    #[inline]
    pub(super) fn shrink(&mut self, checker: u32) {
        for mask in &mut self.masks[..self.count] {
            *mask &= !checker;
        }
    }

    /// Removes the region of a checker.
    #[inline]
    pub(super) fn take(&mut self, checker: u32) {
        if let Some(at) = self.masks().iter().position(|mask| mask & checker != 0) {
            self.count -= 1;
            self.masks[at] = self.masks[self.count];
        }
    }

    /// Adds a region.
    #[inline]
    pub(super) fn add(&mut self, region: u32) {
        self.masks[self.count] = region;
        self.count += 1;
    }
}
