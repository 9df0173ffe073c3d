//! Rows with a bit for every set of up to sixteen checkers, of any size. The set itself is the number of its column:
//! its low nine bits are the place in a line, the others the number of the line.

use super::matrix::{BitRow, WIDTH, WORDS};

/// Bits of a set that say where in a line it is.
const LOW: u32 = WIDTH.trailing_zeros();

/// Returns the number of lines of a row for the sets of `count` checkers.
pub(super) fn lines_of(count: usize) -> usize {
    1 << count.saturating_sub(LOW as usize)
}

/// Returns the number of a set's line, and its place in that.
#[inline]
fn split(set: u16) -> (usize, usize) {
    (usize::from(set >> LOW), usize::from(set) % WIDTH)
}

/// Returns the bit of a set in a row.
pub(super) fn bit(row: &[BitRow], set: u16) -> bool {
    let (line, place) = split(set);
    row[line].0[place / 64] >> (place % 64) & 1 == 1
}

/// Sets the bit of a set in a row.
pub(super) fn set_bit(row: &mut [BitRow], set: u16) {
    let (line, place) = split(set);
    row[line].0[place / 64] |= 1 << (place % 64);
}

#[inline]
fn zip(a: &BitRow, b: &BitRow, f: impl Fn(u64, u64) -> u64) -> BitRow {
    BitRow(std::array::from_fn(|word| f(a.0[word], b.0[word])))
}

/// The numbers of some lines: those that have certain bits, and any of others.
struct Lines {
    high: usize,
    free: usize,
}

impl Lines {
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize)) {
        let mut part = 0;
        loop {
            f(part | self.high);
            part = part.wrapping_sub(self.free) & self.free;
            if part == 0 {
                break;
            }
        }
    }
}

/// A turn of side 1, and on which columns it is legal: those that have all of `gone`, lack all of `lacking`, have
/// something of `having` unless that is empty, and are in each of `only`.
pub(super) struct WideTurn<'a> {
    pub(super) gone: u16,
    pub(super) lacking: u16,
    pub(super) having: u16,
    pub(super) only: [Option<&'a [BitRow]>; 2],
}

/// Which way a turn is followed.
#[derive(Clone, Copy)]
pub(super) enum TurnDirection {
    /// A column is given what there is after the turn.
    After,
    /// A column is given what there was before the turn.
    Before,
}

/// Tables for working on rows.
pub(super) struct Wide {
    /// For each set of the low nine checkers, the places without any of it.
    lacking: Vec<BitRow>,
    /// For each of these sets, the places with all of it.
    with: Vec<BitRow>,
}

impl Wide {
    pub(super) fn new() -> Self {
        let line = |counts: &dyn Fn(usize) -> bool| {
            let mut line = BitRow::NONE;
            for place in (0..WIDTH).filter(|&place| counts(place)) {
                line.0[place / 64] |= 1 << (place % 64);
            }
            line
        };
        let lacking = (0..WIDTH).map(|set| line(&|place| place & set == 0)).collect();
        let with = (0..WIDTH).map(|set| line(&|place| place & set == set)).collect();
        Wide { lacking, with }
    }

    /// Adds what is in another row to this one, on the columns that lack all of one of `lacking` (or on all, where
    /// there is none) and have something of each of `having`.
    #[inline]
    pub(super) fn add(&self, into: &mut [BitRow], from: &[BitRow], lacking: &[u16], having: &[u16]) {
        match (lacking, having) {
            ([], []) => into.iter_mut().zip(from).for_each(|(into, from)| *into = zip(into, from, |a, b| a | b)),
            (&[set], []) => {
                let (high, low) = split(set);
                let here = &self.lacking[low];
                Lines { high: 0, free: (into.len() - 1) & !high }.each(|number| {
                    let (into, from) = (&mut into[number], &from[number]);
                    *into = BitRow(std::array::from_fn(|word| into.0[word] | from.0[word] & here.0[word]));
                });
            }
            _ => {
                for (number, (into, from)) in into.iter_mut().zip(from).enumerate() {
                    let here = self.holds(number, lacking, having);
                    *into = BitRow(std::array::from_fn(|word| into.0[word] | from.0[word] & here.0[word]));
                }
            }
        }
    }

    /// Returns the columns of a line on which that holds.
    #[inline]
    fn holds(&self, number: usize, lacking: &[u16], having: &[u16]) -> BitRow {
        let mut here = if lacking.is_empty() { BitRow::ALL } else { BitRow::NONE };
        for (high, low) in lacking.iter().map(|&set| split(set)) {
            if number & high == 0 {
                here = zip(&here, &self.lacking[low], |a, b| a | b);
            }
        }
        for (high, low) in having.iter().map(|&set| split(set)) {
            if number & high == 0 {
                here = zip(&here, &self.lacking[low], |a, b| a & !b);
            }
        }
        here
    }

    /// Keeps in a row only the columns on which that holds.
    #[inline]
    pub(super) fn restrict(&self, row: &mut [BitRow], lacking: &[u16]) {
        for (number, line) in row.iter_mut().enumerate() {
            *line = zip(line, &self.holds(number, lacking, &[]), |a, b| a & b);
        }
    }

    /// Adds to a row what side 1 comes to by rules `gone`, or what it comes from.
    #[inline]
    pub(super) fn shift(&self, into: &mut [BitRow], from: &[BitRow], way: TurnDirection, turn: &WideTurn<'_>) {
        let (high, low) = split(turn.gone);
        let (lacking_high, lacking_low) = split(turn.lacking);
        let (having_high, having_low) = split(turn.having);
        let with = zip(&self.with[low], &self.lacking[lacking_low], |a, b| a & b);
        let without = match turn.having {
            0 => with,
            _ => zip(&with, &self.lacking[having_low], |a, b| a & !b),
        };
        // The lines whose sets have the high checkers of `gone` and lack what must be missing.
        let lines = Lines { high, free: (into.len() - 1) & !(high | lacking_high) };
        let parts = WideTurnParts { lines, having_high, places: [&without, &with], shift: low % 64 };
        macro_rules! by_words {
            ($($words:literal)*) => {
                match (low / 64, way) {
                    $(
                        ($words, TurnDirection::After) => parts.after::<$words>(into, from, turn.only),
                        ($words, TurnDirection::Before) => parts.before::<$words>(into, from, turn.only),
                    )*
                    _ => unreachable!("a line has eight words"),
                }
            };
        }
        // With the words known to the compiler it needs no loops.
        by_words!(0 1 2 3 4 5 6 7);
    }
}

/// A turn of side 1 with all that is the same for every line.
struct WideTurnParts<'a> {
    lines: Lines,
    /// In lines with one of these, something that must be there is there.
    having_high: usize,
    /// The places that count in the other lines, and in such lines.
    places: [&'a BitRow; 2],
    shift: usize,
}

impl WideTurnParts<'_> {
    #[inline]
    fn after<const MOVED: usize>(&self, into: &mut [BitRow], from: &[BitRow], only: [Option<&[BitRow]>; 2]) {
        match only {
            [None, None] => self.after_in::<MOVED, 0>(into, from, []),
            [Some(only), None] | [None, Some(only)] => self.after_in::<MOVED, 1>(into, from, [only]),
            [Some(one), Some(two)] => self.after_in::<MOVED, 2>(into, from, [one, two]),
        }
    }

    #[inline]
    fn before<const MOVED: usize>(&self, into: &mut [BitRow], from: &[BitRow], only: [Option<&[BitRow]>; 2]) {
        match only {
            [None, None] => self.before_in::<MOVED, 0>(into, from, []),
            [Some(only), None] | [None, Some(only)] => self.before_in::<MOVED, 1>(into, from, [only]),
            [Some(one), Some(two)] => self.before_in::<MOVED, 2>(into, from, [one, two]),
        }
    }

    /// Returns the places that count in a line.
    #[inline]
    fn here(&self, number: usize) -> &[u64; WORDS] {
        &self.places[usize::from(number & self.having_high != 0)].0
    }

    fn after_in<const MOVED: usize, const ONLY: usize>(
        &self,
        into: &mut [BitRow],
        from: &[BitRow],
        only: [&[BitRow]; ONLY],
    ) {
        self.lines.each(|number| {
            let (source, target) = (&from[number ^ self.lines.high].0, &mut into[number].0);
            let (here, only) = (self.here(number), only.map(|only| &only[number].0));
            // All are read before any is written, so that the compiler can make vectors of them.
            let found: [u64; WORDS] = std::array::from_fn(|word| {
                let moved = source[word & !MOVED] << self.shift & here[word];
                only.iter().fold(moved, |moved, only| moved & only[word])
            });
            (0..WORDS).filter(|word| word & MOVED == MOVED).for_each(|word| target[word] |= found[word]);
        });
    }

    fn before_in<const MOVED: usize, const ONLY: usize>(
        &self,
        into: &mut [BitRow],
        from: &[BitRow],
        only: [&[BitRow]; ONLY],
    ) {
        self.lines.each(|number| {
            let (source, target) = (&from[number].0, &mut into[number ^ self.lines.high].0);
            let (here, only) = (self.here(number), only.map(|only| &only[number].0));
            let found: [u64; WORDS] = std::array::from_fn(|word| {
                only.iter().fold(source[word] & here[word], |left, only| left & only[word]) >> self.shift
            });
            (0..WORDS).filter(|word| word & MOVED == MOVED).for_each(|word| target[word ^ MOVED] |= found[word]);
        });
    }
}

/// Returns a row in which the sets of at most `most` checkers are set.
pub(super) fn few(lines: usize, most: u32) -> Vec<BitRow> {
    let mut row = vec![BitRow::NONE; lines];
    for set in (0..lines * WIDTH).filter(|set| set.count_ones() <= most) {
        set_bit(&mut row, set as u16);
    }
    row
}
