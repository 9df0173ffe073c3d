//! The turns of a node, and in which order they are tried.

/// A turn and its rank.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn {
    /// What it removes.
    pub(super) removed: u32,
    /// The higher the sooner it is tried.
    pub(super) rank: i32,
}

/// The most turns of a position with one checker a turn.
pub(super) const SINGLE: usize = 32;
/// With one or two a turn: two are next to each other on one of four lines.
pub(super) const DOUBLE: usize = 5 * SINGLE;

/// The turns of one node, at most `N`.
pub(super) struct Turns<const N: usize> {
    list: [Turn; N],
    count: usize,
}

impl<const N: usize> Turns<N> {
    #[inline]
    pub(super) fn new() -> Self {
        Turns { list: [Turn::default(); N], count: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, turn: Turn) {
        self.list[self.count] = turn;
        self.count += 1;
    }

    /// Brings the turn of the highest rank, the earliest of equals, to a place, of which those before it are done with.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> Option<Turn> {
        let rest = &mut self.list[place..self.count];
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at].rank > rest[best].rank {
                best = at;
            }
        }
        rest.swap(0, best.min(rest.len().checked_sub(1)?));
        Some(rest[0])
    }
}
