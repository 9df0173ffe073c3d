//! Collects, for a row, what its turns can lead to: once the side to move has come to a four, the side that waited is
//! to move, and the value of that stands in the row of the four, one place in each.
//!
//! The column there is the rank of those that waited among the squares that the four leaves free: a sum of one number
//! for each of them, which hangs only on how many of the four are below it. These counts are sums over the four, so
//! they are added up as the digits, to the base 5, of one small number, for all symmetries at once in the lanes of a
//! word.

use std::sync::atomic::{AtomicU8, Ordering};

use super::index::{CHECKERS, CHOOSE, PositionIndex, SYMMETRIES, along, image, places};

/// What a count of each digit adds to a lane.
const DIGITS: [u64; CHECKERS] = [1, 5, 25, 125];

/// Bits of a lane.
const LANE: usize = 16;

/// Lanes are below this.
const LANES: usize = 1024;

/// A row, prepared to be gathered.
pub(super) struct Gather {
    /// What each free square adds to the rank of a four, as its first, second, third and fourth.
    ranks: [[u32; 32]; CHECKERS],
    /// What each free square adds to the counts, a lane for each symmetry.
    counts: [u64; 32],
    /// How far along its row the place is, by symmetry and lane.
    columns: Vec<u32>,
}

impl Gather {
    pub(super) fn new() -> Self {
        Gather { ranks: [[0; 32]; CHECKERS], counts: [0; 32], columns: vec![0; SYMMETRIES * LANES] }
    }

    /// Prepares for the row in which these wait.
    pub(super) fn prepare(&mut self, index: &PositionIndex, waiting: u32) {
        let free = places(!waiting).take(index.size().squares() - CHECKERS).enumerate();
        for (at, place) in free.clone() {
            self.counts[at] = 0;
            for (k, ranks) in self.ranks.iter_mut().enumerate() {
                ranks[at] = CHOOSE[k + 1][place];
            }
        }
        for symmetry in 0..SYMMETRIES {
            let mut own = [0; CHECKERS];
            own.iter_mut().zip(places(image(waiting, symmetry))).for_each(|(own, place)| *own = place);
            for (at, place) in free.clone() {
                // A symmetry changes the two lowest bits of a number.
                let below = own.iter().zip(DIGITS).filter(|(own, _)| place ^ symmetry < **own);
                self.counts[at] |= below.map(|(_, digit)| digit).sum::<u64>() << (LANE * symmetry);
            }
            each_counts(&mut |counts| {
                let lane: usize = counts.iter().zip(DIGITS).map(|(count, digit)| count * digit as usize).sum();
                let at = |k: usize| own[k].checked_sub(counts[k]).map_or(0, |place| CHOOSE[k + 1][place]);
                self.columns[symmetry * LANES + lane] = along((0..CHECKERS).map(at).sum());
            });
        }
    }

    /// Calls `f` with the first of each four that goes on with this three, and the value of having come to that four,
    /// for the side that moves then.
    #[inline]
    pub(super) fn each(
        &self,
        index: &PositionIndex,
        values: &[AtomicU8],
        three: [u8; 3],
        f: &mut impl FnMut(usize, u8),
    ) {
        let [b, c, d] = three.map(usize::from);
        let rank = self.rank(three);
        let count = self.counts[b] + self.counts[c] + self.counts[d];
        for (first, (own, counts)) in self.ranks[0][..b].iter().zip(&self.counts[..b]).enumerate() {
            let (start, symmetry) = index.class((rank + own) as usize);
            let lane = (count + counts) >> (LANE * symmetry) & (LANES - 1) as u64;
            let column = self.columns[symmetry * LANES + lane as usize];
            f(first, values[start + column as usize].load(Ordering::Relaxed));
        }
    }

    /// Returns the row that has the four of this first and three as those that wait.
    #[inline]
    pub(super) fn row_of(&self, index: &PositionIndex, first: usize, three: [u8; 3]) -> usize {
        index.row_at(index.class((self.rank(three) + self.ranks[0][first]) as usize).0)
    }

    #[inline]
    fn rank(&self, [b, c, d]: [u8; 3]) -> u32 {
        self.ranks[1][usize::from(b)] + self.ranks[2][usize::from(c)] + self.ranks[3][usize::from(d)]
    }
}

/// Calls `f` with all ways in which a four can be below the four that waited: never less below a higher one.
fn each_counts(f: &mut impl FnMut([usize; CHECKERS])) {
    for d in 0..=CHECKERS {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    f([a, b, c, d]);
                }
            }
        }
    }
}
