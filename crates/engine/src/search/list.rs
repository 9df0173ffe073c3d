//! The moves of a node in the order in which they are tried.

/// A move with its rank and its number in the order of generation, as one number to compare by: the higher rank first,
/// of equals the earlier.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    order: i64,
    pub(super) mv: M,
}

impl<M> Ranked<M> {
    #[inline]
    pub(super) fn new(mv: M, rank: i32, number: u16) -> Self {
        Ranked { order: i64::from(rank) << 16 | i64::from(u16::MAX - number), mv }
    }

    #[inline]
    pub(super) fn rank(&self) -> i32 {
        (self.order >> 16) as i32
    }

    #[inline]
    pub(super) fn number(&self) -> u16 {
        u16::MAX - self.order as u16
    }
}

/// Brings the best of the rest to a place. A few picks are cheaper than sorting; many are not.
#[inline]
pub(super) fn take_best<M: Copy>(list: &mut [Ranked<M>], index: usize) -> Ranked<M> {
    const PICKS: usize = 8;
    if index < PICKS {
        let (mut best, mut most) = (index, list[index].order);
        for (at, ranked) in list.iter().enumerate().skip(index + 1) {
            if ranked.order > most {
                (best, most) = (at, ranked.order);
            }
        }
        list.swap(index, best);
    } else if index == PICKS {
        list[PICKS..].sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.order));
    }
    list[index]
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::random::SplitMix64;

    #[test]
    fn the_best_come_first_and_of_equals_the_earlier() {
        let mut random = SplitMix64::new(1);
        let ranks: Vec<i32> = (0..40).map(|_| random.below(9) as i32 - 4).chain([i32::MAX, i32::MIN]).collect();
        let mut list: Vec<_> = ranks.iter().zip(0..).map(|(&rank, number)| Ranked::new((), rank, number)).collect();
        let taken: Vec<(i32, u16)> =
            (0..list.len()).map(|index| take_best(&mut list, index)).map(|best| (best.rank(), best.number())).collect();
        let mut sorted: Vec<(i32, u16)> = ranks.into_iter().zip(0..).collect();
        sorted.sort_by_key(|&(rank, number)| (std::cmp::Reverse(rank), number));
        assert_eq!(taken, sorted);
    }
}
