//! Counting moves on the open board without listing them: each line is looked up whole.
//!
//! What a line allows depends on its checkers alone, three states a square. A line squeezed into a byte and read as a
//! number in base three is a place in a table. Two diagonals whose lengths add up to eight, such as a2–g8 and h1, lie
//! on different files, so they share a byte and a look-up; with eight ranks and eight files that makes 32 look-ups for
//! all moves of a side. It needs no popcount, so it is as fast on old processors and in the browser.

use std::sync::LazyLock;

const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Brings the bits of file a into the top byte, in reverse order, which does not matter to a count.
const FILE_TO_BYTE: u64 = 0x0102_0408_1020_4080;
/// The number of different contents of a line of eight squares.
const CONTENTS: u16 = 6561;

/// A pair of diagonals as one closed line of eight squares, one on each file.
#[derive(Clone, Copy)]
struct Diagonals {
    mask: u64,
    /// Where their table begins: that of lines which are divided before the file of this number, or not at all for 0.
    table: u16,
}

const DIAGONALS: [Diagonals; 16] = {
    let mut pairs = [Diagonals { mask: 0, table: 0 }; 16];
    let mut nth = 0;
    while nth < 16 {
        // Rising ones begin on the first rank at this file; falling ones end there.
        let (rising, start) = (nth < 8, nth % 8);
        let mut rank = 0;
        while rank < 8 {
            let file = if rising { start + rank } else { start + 8 - rank } % 8;
            pairs[nth].mask |= 1 << (rank * 8 + file);
            rank += 1;
        }
        let divided_at = if rising { start } else { (start + 1) % 8 };
        pairs[nth].table = divided_at as u16 * CONTENTS;
        nth += 1;
    }
    pairs
};

/// Reads a byte in base three, each set bit counting one.
const BASE_THREE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    table
};

/// How many moves the own checkers of a line have along it, by where the line is divided and what stands on it: 0 for
/// an empty square, 1 for an own checker, 2 for an enemy. Longer than needed, so that any 16-bit number is a place.
static MOVES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut moves = Box::new([0; 1 << 16]);
    for divided_at in 0..8 {
        for contents in 0..CONTENTS {
            let line: [u16; 8] = std::array::from_fn(|place| contents / 3u16.pow(place as u32) % 3);
            let (low, high) = line.split_at(divided_at);
            moves[divided_at * usize::from(CONTENTS) + usize::from(contents)] = moves_along(low) + moves_along(high);
        }
    }
    moves
});

fn moves_along(line: &[u16]) -> u8 {
    let count = line.iter().filter(|&&square| square != 0).count();
    let may_go = |from: usize, to: usize| {
        let between = &line[from.min(to) + 1..from.max(to)];
        line[to] != 1 && !between.contains(&2)
    };
    let mut moves = 0;
    for from in (0..line.len()).filter(|&from| line[from] == 1) {
        moves += u8::from(from >= count && may_go(from, from - count));
        moves += u8::from(from + count < line.len() && may_go(from, from + count));
    }
    moves
}

/// The same for both sides at once: own moves in the low byte, the enemy's in the high one.
static MOVES_OF_BOTH: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
    let mut both = Box::new([0; 1 << 16]);
    for contents in 0..CONTENTS {
        // The enemy sees ones for twos.
        let swapped: u16 =
            (0..8).map(|place| 3u16.pow(place)).map(|power| (3 - contents / power % 3) % 3 * power).sum();
        for table in (0..8).map(|divided_at| divided_at * CONTENTS) {
            let moves = [contents, swapped].map(|contents| MOVES[usize::from(table + contents)]);
            both[usize::from(table + contents)] = u16::from_le_bytes(moves);
        }
    }
    both
});

/// Returns the number of moves that `own` has against `enemy` on the open board, as bitboards.
#[inline]
pub(super) fn count(own: u64, enemy: u64) -> u64 {
    let table: &[u8; 1 << 16] = &MOVES;
    sum_of_lines(own, enemy, |place| u64::from(table[place]))
}

/// Returns the number of moves of either side on the open board.
#[inline]
pub fn count_both(own: u64, enemy: u64) -> [u64; 2] {
    let table: &[u16; 1 << 16] = &MOVES_OF_BOTH;
    // Bytes would overflow when summed, so the two are kept further apart.
    let sum = sum_of_lines(own, enemy, |place| (u64::from(table[place]) * 0x0001_0000_0001) & 0xff00_0000_00ff);
    [sum & 0xffff, sum >> 40]
}

/// Adds up over all lines what a table says of their contents.
#[inline]
fn sum_of_lines(own: u64, enemy: u64, look_up_place: impl Fn(usize) -> u64) -> u64 {
    let look_up = |own_line: u64, enemy_line: u64, start: u16| {
        let contents = BASE_THREE[usize::from(own_line as u8)] + 2 * BASE_THREE[usize::from(enemy_line as u8)];
        look_up_place(usize::from(start.wrapping_add(contents)))
    };
    let mut moves = 0;
    for place in 0..8 {
        let squeeze = |bits: u64| ((bits >> place) & FILE_A).wrapping_mul(FILE_TO_BYTE) >> 56;
        moves += look_up(own >> (8 * place), enemy >> (8 * place), 0);
        moves += look_up(squeeze(own), squeeze(enemy), 0);
    }
    for pair in &DIAGONALS {
        let squeeze = |bits: u64| (bits & pair.mask).wrapping_mul(FILE_A) >> 56;
        moves += look_up(squeeze(own), squeeze(enemy), pair.table);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn both_sides_together_are_both_sides_apart() {
        let mut random = SplitMix64::new(1);
        for _ in 0..10_000 {
            let own = random.next_u64() & random.next_u64();
            let enemy = random.next_u64() & random.next_u64() & !own;
            assert_eq!(count_both(own, enemy), [count(own, enemy), count(enemy, own)]);
        }
    }
}
