//! Flood fills of both colours at once: White's board in the low half of a number, Black's in the high half.

use halfboard_rules::game::Color;
use halfboard_rules::games::j::{Position, ROW_A, ROW_D, parts};

/// The boards of both colours.
pub(super) type Boards = u64;

/// Each side's short side.
pub(super) const SHORT: Boards = join(parts(Color::White).1, parts(Color::Black).1);
/// Each side's long halves in row A, and in row D.
pub(super) const TOP: Boards = COLUMNS & join(ROW_A, ROW_A);
pub(super) const BOTTOM: Boards = COLUMNS & join(ROW_D, ROW_D);
const COLUMNS: Boards = join(parts(Color::White).0, parts(Color::Black).0);

/// Joins the boards of the two colours.
pub(super) const fn join(white: u32, black: u32) -> Boards {
    white as u64 | (black as u64) << 32
}

/// Returns the board of a colour.
#[inline]
pub(super) const fn of(boards: Boards, color: Color) -> u32 {
    match color {
        Color::White => boards as u32,
        Color::Black => (boards >> 32) as u32,
    }
}

/// Returns each side's checkers.
#[inline]
pub(super) fn checkers(position: &Position) -> Boards {
    join(position.checkers(Color::White), position.checkers(Color::Black))
}

/// Returns each side's enemies, given its checkers.
#[inline]
pub(super) const fn enemies(checkers: Boards) -> Boards {
    checkers.rotate_left(32)
}

/// Areas and their orthogonal neighbours.
pub(super) struct Filled<const N: usize> {
    pub(super) areas: [Boards; N],
    pub(super) beside: [Boards; N],
}

/// Extends areas by the checkers that are connected to them. All areas grow together, which takes as many steps as the
/// slowest one alone.
#[inline]
pub(super) fn fill<const N: usize>(mut areas: [Boards; N], checkers: Boards) -> Filled<N> {
    let grow = |areas: [Boards; N], beside: [Boards; N]| std::array::from_fn(|at| areas[at] | beside[at] & checkers);
    loop {
        // Two steps before each test: most areas grow once or not at all, so the branch is well predicted.
        areas = grow(areas, areas.map(neighbours));
        let beside = areas.map(neighbours);
        let grown: [Boards; N] = grow(areas, beside);
        let changed = areas.iter().zip(grown).fold(0, |changed, (area, grown)| changed | (area ^ grown));
        if changed == 0 {
            return Filled { areas, beside };
        }
        areas = grown;
    }
}

/// Returns the squares, occupied or not, on which a checker of its side joins two parts of the edge.
#[inline]
pub(super) fn joining_squares(checkers: Boards, ends: [Boards; 2]) -> Boards {
    let Filled { beside, .. } = fill(ends.map(|end| end & checkers), checkers);
    (ends[0] | beside[0]) & (ends[1] | beside[1])
}

/// Returns the orthogonal neighbours on both boards.
#[inline]
const fn neighbours(boards: Boards) -> Boards {
    const NOT_A: u64 = join(!ROW_A, !ROW_A);
    const NOT_D: u64 = join(!ROW_D, !ROW_D);
    const NOT_1: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_8: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (boards & NOT_D) << 8 | (boards & NOT_A) >> 8 | (boards & NOT_8) << 1 | (boards & NOT_1) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::board::half_neighbours;
    use halfboard_rules::random::SplitMix64;

    fn fill_one(mut area: u32, checkers: u32) -> u32 {
        loop {
            let grown = area | half_neighbours(area) & checkers;
            if grown == area {
                return area;
            }
            area = grown;
        }
    }

    #[test]
    fn both_colours_are_filled_like_one() {
        let mut random = SplitMix64::new(1);
        for _ in 0..10_000 {
            let checkers = random.next_u64();
            let seeds = [SHORT & checkers, TOP & checkers, BOTTOM & checkers, random.next_u64() & random.next_u64()];
            let Filled { areas, beside } = fill(seeds, checkers);
            for color in Color::BOTH {
                for at in 0..seeds.len() {
                    let expected = fill_one(of(seeds[at], color), of(checkers, color));
                    assert_eq!(of(areas[at], color), expected, "{checkers:#x} from {:#x}", seeds[at]);
                    assert_eq!(of(beside[at], color), half_neighbours(expected));
                }
            }
        }
    }
}
