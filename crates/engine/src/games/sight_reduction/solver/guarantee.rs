//! Who wins for certain without any search: one side has turns that cannot be taken from it, and the other cannot have
//! as many. Holds where a checker needs no enemy to be removed (`enemy=off`), for any sight, and also where two may
//! be removed at once.
//!
//! **Turns in hand.** Enemies that leave only open lines, and so do friends. Let one side keep any set of checkers that
//! has at least one in each of its regions, and remove all others, those farthest from the kept ones first: each still
//! sees a friend that is nearer. So it has as many turns as it does not keep, regardless of the enemy.
//!
//! **The most turns.** While those checkers are kept, they part the enemy's. A checker that is removed leaves its
//! region in as many parts or more, so a side has at most as many turns as it has checkers beyond one in each region.
//! Two that are removed at once may take a region with them, but that is two checkers for one region and one turn.
//!
//! So who keeps a set that gives it more turns than that leaves the enemy has won. Which set is best is found by greed:
//! all are kept at first, and go as long as that costs nothing.

use halfboard_rules::board::HALF_RAYS;

use super::lines::{Regions, between, lines};

/// Returns the turns that a side can make for certain.
#[inline]
pub(super) fn turns(set: u32, regions: &Regions) -> i32 {
    set.count_ones() as i32 - regions.count() as i32
}

/// What is shown when one side has turns enough: how many the other can have at most.
pub(super) struct Secured {
    /// The turns that the other side can make at most.
    pub(super) enemy_turns: i32,
}

/// Returns whether a side can be shown to have at least `ahead` turns more than the other. Success needs no turn order:
/// who moves second needs 0 more, who moves first 1.
pub(super) fn secured<const QUEEN: bool>(
    side: u32,
    enemy: u32,
    own_regions: &Regions,
    enemy_regions: &Regions,
    ahead: i32,
) -> Option<Secured> {
    let least = turns(enemy, enemy_regions);
    let slack = turns(side, own_regions) - least - ahead;
    if slack < 0 {
        return None;
    }
    let (mut once, mut twice) = (0, 0);
    for line in 0..lines(QUEEN) {
        let blocks = side & between(line, enemy);
        twice |= once & blocks;
        once |= blocks;
    }
    // Those that never part any enemies go at once; a region of such only keeps one of them.
    let mut kept = once;
    for &region in own_regions.masks() {
        if region & kept == 0 {
            kept |= region & region.wrapping_neg();
        }
    }
    // What is kept beyond one in each region, and the parts of the enemy that were joined.
    let mut excess = kept.count_ones() as i32 - own_regions.count() as i32;
    let mut joined = 0;
    let mut parts = *enemy_regions;
    while excess + joined > slack {
        let mut gone = false;
        // Those that part enemies along one line go before those that do along several.
        for group in [kept & !twice, kept & twice] {
            let mut left = group;
            while left != 0 {
                let checker = left & left.wrapping_neg();
                left ^= checker;
                let opened = opened::<QUEEN>(checker, kept ^ checker, enemy);
                let apart = opened.iter().filter(|&&ends| ends != 0 && !parts.unite(ends)).count();
                if apart > 1 || own_regions.around(checker) & kept == checker {
                    continue;
                }
                if apart > 0 {
                    opened.iter().for_each(|&ends| joined += i32::from(parts.join(ends)));
                }
                kept ^= checker;
                excess -= 1;
                gone = true;
            }
        }
        if !gone {
            return None;
        }
    }
    Some(Secured { enemy_turns: least + joined })
}

/// Returns the pairs of enemies that see each other when a checker goes, as long as others are kept; 0 for lines
/// without.
#[inline]
fn opened<const QUEEN: bool>(checker: u32, kept: u32, enemy: u32) -> [u32; 4] {
    let square = checker.trailing_zeros() as usize & 31;
    let mut opened = [0; 4];
    for line in 0..lines(QUEEN) {
        let [higher, lower] = HALF_RAYS[square][line];
        let (higher, lower) = (higher & (kept | enemy), lower & (kept | enemy));
        if higher != 0 && lower != 0 {
            let ends = (higher & higher.wrapping_neg()) | (1 << (31 - lower.leading_zeros()));
            if ends & enemy == ends {
                opened[line] = ends;
            }
        }
    }
    opened
}
