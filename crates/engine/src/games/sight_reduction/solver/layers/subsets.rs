//! Subsets of up to sixteen checkers, ordered by size and then as numbers. The order of a few checkers begins that of
//! more, so that one table serves sides of every size.

use std::sync::OnceLock;

/// All subsets of sixteen in order.
pub(super) struct Subsets {
    /// The place of each subset among those of its size.
    ranks: Vec<u16>,
    /// The subsets of each size.
    of_size: [Vec<u16>; 17],
}

impl Subsets {
    /// Returns the one table.
    pub(super) fn get() -> &'static Subsets {
        static SUBSETS: OnceLock<Subsets> = OnceLock::new();
        SUBSETS.get_or_init(|| {
            let mut subsets = Subsets { ranks: Vec::with_capacity(1 << 16), of_size: Default::default() };
            for subset in 0..=u16::MAX {
                let list = &mut subsets.of_size[subset.count_ones() as usize];
                subsets.ranks.push(list.len() as u16);
                list.push(subset);
            }
            subsets
        })
    }

    /// Returns the place of a subset among those of its size.
    #[inline]
    pub(super) fn rank(&self, subset: u16) -> usize {
        usize::from(self.ranks[usize::from(subset)])
    }

    /// Returns the subsets of a size out of `count`, in order.
    pub(super) fn of(&self, size: usize, count: usize) -> &[u16] {
        &self.of_size[size][..choose(count, size)]
    }
}

/// Returns the binomial coefficient.
pub(super) fn choose(count: usize, size: usize) -> usize {
    if size > count { 0 } else { (0..size).fold(1, |ways, chosen| ways * (count - chosen) / (chosen + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_subsets_of_a_size() {
        let subsets = Subsets::get();
        for count in 0..=16 {
            for size in 0..=count {
                let listed = subsets.of(size, count);
                assert!(listed.iter().all(|&set| set.count_ones() as usize == size && u32::from(set) < 1 << count));
                assert!(listed.iter().enumerate().all(|(place, &set)| subsets.rank(set) == place));
                assert!(listed.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        assert_eq!(choose(16, 8), 12870);
    }
}
