//! The turns of a node, and in which order they are tried.

/// The most turns of a position with one checker a turn.
pub(super) const SINGLE: usize = 32;
/// With one or two a turn: two are next to each other on one of four lines.
pub(super) const DOUBLE: usize = 5 * SINGLE;

/// The turns of one node, at most `N`, as what they remove.
pub(super) struct Turns<const N: usize> {
    removed: [u32; N],
    ranks: [i32; N],
    count: usize,
}

impl<const N: usize> Turns<N> {
    #[inline]
    pub(super) fn new() -> Self {
        Turns { removed: [0; N], ranks: [0; N], count: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, removed: u32) {
        self.removed[self.count] = removed;
        self.count += 1;
    }

    /// Asks what is known of each turn. Whether some answer is the one that settles the matter; if not, the turns stay
    /// of which nothing is known. All are asked before any answer is looked at, so that the ways to memory are gone at
    /// once.
    #[inline]
    pub(super) fn ask(&mut self, known: impl Fn(u32) -> Option<bool>, settling: bool) -> bool {
        let mut answers = [None; N];
        for (answer, &removed) in answers.iter_mut().zip(&self.removed[..self.count]) {
            *answer = known(removed);
        }
        let answers = &answers[..self.count];
        if answers.contains(&Some(settling)) {
            return true;
        }
        let mut kept = 0;
        for (at, answer) in answers.iter().enumerate() {
            self.removed[kept] = self.removed[at];
            kept += usize::from(answer.is_none());
        }
        self.count = kept;
        false
    }

    /// Gives each turn its rank.
    #[inline]
    pub(super) fn rank(&mut self, rank: impl Fn(u32) -> i32) {
        for (place, &removed) in self.ranks.iter_mut().zip(&self.removed[..self.count]) {
            *place = rank(removed);
        }
    }

    /// Brings the turn of the highest rank, the earliest of equals, to a place, of which those before it are done with.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> Option<u32> {
        let mut best = place;
        for at in place + 1..self.count {
            if self.ranks[at] > self.ranks[best] {
                best = at;
            }
        }
        if best >= self.count {
            return None;
        }
        self.ranks.swap(place, best);
        self.removed.swap(place, best);
        Some(self.removed[place])
    }
}
