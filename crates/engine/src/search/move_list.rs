//! The moves of a node, picked in order of rank.

/// A move with its rank and its index in generation order, packed into one number to compare by: the higher rank first,
/// of equals the earlier.
#[derive(Clone, Copy)]
pub(super) struct RankedMove<M> {
    order: i64,
    pub(super) mv: M,
}

impl<M> RankedMove<M> {
    #[inline]
    pub(super) fn new(mv: M, rank: i32, index: u16) -> Self {
        RankedMove { order: i64::from(rank) << 16 | i64::from(u16::MAX - index), mv }
    }

    #[inline]
    pub(super) fn rank(&self) -> i32 {
        (self.order >> 16) as i32
    }

    #[inline]
    pub(super) fn index(&self) -> u16 {
        u16::MAX - self.order as u16
    }
}

/// Moves the best of the remaining moves to `at`. Selection is cheaper than sorting for the first few.
#[inline]
pub(super) fn pick_best<M: Copy>(list: &mut [RankedMove<M>], at: usize) -> RankedMove<M> {
    const PICKS: usize = 8;
    if at < PICKS {
        let (mut best, mut highest) = (at, list[at].order);
        for (index, ranked) in list.iter().enumerate().skip(at + 1) {
            if ranked.order > highest {
                (best, highest) = (index, ranked.order);
            }
        }
        list.swap(at, best);
    } else if at == PICKS {
        list[PICKS..].sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.order));
    }
    list[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::random::SplitMix64;

    #[test]
    fn the_best_come_first_and_of_equals_the_earlier() {
        let mut random = SplitMix64::new(1);
        let ranks: Vec<i32> = (0..40).map(|_| random.below(9) as i32 - 4).chain([i32::MAX, i32::MIN]).collect();
        let mut list: Vec<_> = ranks.iter().zip(0..).map(|(&rank, number)| RankedMove::new((), rank, number)).collect();
        let taken: Vec<(i32, u16)> =
            (0..list.len()).map(|index| pick_best(&mut list, index)).map(|best| (best.rank(), best.index())).collect();
        let mut sorted: Vec<(i32, u16)> = ranks.into_iter().zip(0..).collect();
        sorted.sort_by_key(|&(rank, number)| (std::cmp::Reverse(rank), number));
        assert_eq!(taken, sorted);
    }
}
