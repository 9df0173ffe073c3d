//! Matrices of bits: one row a subset of the side to move, one column a subset of the other side.
//!
//! They are stored in slabs of 512 columns, a line of the cache for each row. Layers are worked out slab by slab, so
//! that what is read again and again stays near the processor, and rows and columns are exchanged in squares of 512.

use crate::limits::OutOfMemory;

/// Words in a line of the cache.
pub(super) const WORDS: usize = 8;
/// Columns in a slab.
pub(super) const WIDTH: usize = 64 * WORDS;

/// 512 columns of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct BitRow(pub(super) [u64; WORDS]);

impl BitRow {
    pub(super) const NONE: BitRow = BitRow([0; WORDS]);
    pub(super) const ALL: BitRow = BitRow([!0; WORDS]);
}

/// A matrix whose memory is used again for the next one.
pub(super) struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Slab after slab, in each row after row. What the last slab has beyond the columns is never looked at.
    lines: Vec<BitRow>,
}

impl Matrix {
    /// Creates an empty matrix with capacity for `lines` lines.
    pub(super) fn with_room(lines: usize) -> Result<Matrix, OutOfMemory> {
        let mut memory = Vec::new();
        let mebibytes = lines.div_ceil((1 << 20) / size_of::<BitRow>());
        memory.try_reserve_exact(lines).map_err(|_| OutOfMemory { mebibytes })?;
        Ok(Matrix { rows: 0, columns: 0, lines: memory })
    }

    /// Returns how many lines a matrix of this size has.
    pub(super) fn lines_of(rows: usize, columns: usize) -> usize {
        rows * columns.div_ceil(WIDTH)
    }

    /// Gives it another size, for which there must be room. What is in it then is not defined.
    pub(super) fn reshape(&mut self, rows: usize, columns: usize) {
        let lines = Matrix::lines_of(rows, columns);
        debug_assert!(lines <= self.lines.capacity());
        if lines > self.lines.len() {
            self.lines.resize(lines, BitRow::NONE);
        }
        (self.rows, self.columns) = (rows, columns);
    }

    /// Sets every bit to the same.
    pub(super) fn fill(&mut self, bit: bool) {
        self.lines_mut().fill(if bit { BitRow::ALL } else { BitRow::NONE });
    }

    fn lines(&self) -> &[BitRow] {
        &self.lines[..Matrix::lines_of(self.rows, self.columns)]
    }

    fn lines_mut(&mut self) -> &mut [BitRow] {
        let lines = Matrix::lines_of(self.rows, self.columns);
        &mut self.lines[..lines]
    }

    /// Returns a slab: a line for each row.
    pub(super) fn slab(&self, slab: usize) -> &[BitRow] {
        &self.lines[slab * self.rows..][..self.rows]
    }

    /// Returns a bit.
    pub(super) fn bit(&self, row: usize, column: usize) -> bool {
        self.slab(column / WIDTH)[row].0[column % WIDTH / 64] >> (column % 64) & 1 == 1
    }

    /// Sets a bit.
    pub(super) fn set(&mut self, row: usize, column: usize) {
        let line = &mut self.lines[column / WIDTH * self.rows + row];
        line.0[column % WIDTH / 64] |= 1 << (column % 64);
    }

    /// Returns whether no bit is set; what is beyond the columns must be clear.
    pub(super) fn is_empty(&self) -> bool {
        self.lines().iter().all(|line| *line == BitRow::NONE)
    }

    /// Returns a copy with memory of just its size.
    pub(super) fn copy(&self) -> Result<Matrix, OutOfMemory> {
        let mut copy = Matrix::with_room(self.lines().len())?;
        copy.lines.extend_from_slice(self.lines());
        (copy.rows, copy.columns) = (self.rows, self.columns);
        Ok(copy)
    }

    /// Makes the matrix from one that has its rows as columns. Calls `work` with the number of each slab of that, on
    /// several threads, and with where to put it.
    pub(super) fn flip_from(
        &mut self,
        rows: usize,
        columns: usize,
        threads: usize,
        work: &(impl Fn(usize, &mut Flipped<'_>) + Sync),
    ) {
        self.reshape(columns, rows);
        let mut slabs: Vec<Flipped<'_>> =
            (0..columns.div_ceil(WIDTH)).map(|_| Flipped(Vec::with_capacity(rows.div_ceil(WIDTH)))).collect();
        if columns > 0 {
            for lines in self.lines_mut().chunks_exact_mut(columns) {
                slabs.iter_mut().zip(lines.chunks_mut(WIDTH)).for_each(|(slab, lines)| slab.0.push(lines));
            }
        }
        let mut slabs = slabs.into_iter().enumerate();
        // What is small is done sooner than threads are started.
        if threads <= 1 || slabs.len() < 2 || rows < 500 {
            slabs.for_each(|(slab, mut lines)| work(slab, &mut lines));
            return;
        }
        let queue = std::sync::Mutex::new(&mut slabs);
        let run = || {
            loop {
                let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                let Some((slab, mut lines)) = next else { break };
                work(slab, &mut lines);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // When the system gives no more threads, fewer work.
                if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                    break;
                }
            }
            run();
        });
    }
}

/// 64 rows of a slab: eight squares of 64 times 64 bits.
pub(super) type Band = [[u64; WORDS]; 64];

/// A slab whose rows become columns of a matrix: for each 512 of them, the lines that are made of their columns.
pub(super) struct Flipped<'a>(Vec<&'a mut [BitRow]>);

impl Flipped<'_> {
    /// Puts the next 64 rows of the slab where they belong.
    pub(super) fn put(&mut self, number: usize, band: &mut Band) {
        flip(band);
        let word = number % WORDS;
        for (nth, lines) in self.0[number / WORDS].chunks_mut(64).enumerate() {
            lines.iter_mut().zip(&*band).for_each(|(line, square)| line.0[word] = square[nth]);
        }
    }

    /// Clears the capacity beyond a multiple of 64 rows.
    pub(super) fn clear_from(&mut self, bands: usize) {
        for number in bands..self.0.len() * WORDS {
            self.0[number / WORDS].iter_mut().for_each(|line| line.0[number % WORDS] = 0);
        }
    }
}

/// Exchanges rows and columns of eight squares of 64 times 64 bits, halves first (after Hacker's Delight), two steps in
/// one go.
pub(super) fn flip(squares: &mut Band) {
    exchange::<32, 16>(squares, 0x0000_0000_ffff_ffff, 0x0000_ffff_0000_ffff);
    exchange::<8, 4>(squares, 0x00ff_00ff_00ff_00ff, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2, 1>(squares, 0x3333_3333_3333_3333, 0x5555_5555_5555_5555);
}

/// Exchanges the upper right and the lower left quarter of every block of twice `HALF`, then of twice `QUARTER`, which
/// is half of that. They are constants so that the compiler makes vectors of the words.
#[inline]
fn exchange<const HALF: usize, const QUARTER: usize>(squares: &mut Band, wide: u64, narrow: u64) {
    for block in squares.chunks_exact_mut(2 * HALF) {
        let (upper, lower) = block.split_at_mut(HALF);
        let (first, second) = upper.split_at_mut(QUARTER);
        let (third, fourth) = lower.split_at_mut(QUARTER);
        for (((a, b), c), d) in first.iter_mut().zip(second).zip(third).zip(fourth) {
            for word in 0..WORDS {
                let (a, b, c, d) = (&mut a[word], &mut b[word], &mut c[word], &mut d[word]);
                swap_quarters::<HALF>(a, c, wide);
                swap_quarters::<HALF>(b, d, wide);
                swap_quarters::<QUARTER>(a, b, narrow);
                swap_quarters::<QUARTER>(c, d, narrow);
            }
        }
    }
}

/// Exchanges the upper bits of one word with the lower bits of another, as far as the mask has them.
#[inline]
fn swap_quarters<const SHIFT: usize>(upper: &mut u64, lower: &mut u64, mask: u64) {
    let swapped = (*upper >> SHIFT ^ *lower) & mask;
    *upper ^= swapped << SHIFT;
    *lower ^= swapped;
}

#[cfg(test)]
mod tests {
    use halfboard_rules::random::SplitMix64;

    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut random = SplitMix64::new(3);
        for (rows, columns) in [(1, 1), (3, 130), (64, 64), (120, 560), (257, 65), (700, 1820)] {
            let room = Matrix::lines_of(rows, columns).max(Matrix::lines_of(columns, rows));
            let [mut matrix, mut flipped] = [(); 2].map(|()| Matrix::with_room(room).unwrap());
            matrix.reshape(rows, columns);
            matrix.lines_mut().fill_with(|| BitRow(std::array::from_fn(|_| random.next_u64())));
            for threads in [1, 2] {
                flipped.fill(true);
                flipped.flip_from(rows, columns, threads, &|slab, into| {
                    for (number, lines) in matrix.slab(slab).chunks(64).enumerate() {
                        let mut band = [[0; WORDS]; 64];
                        band.iter_mut().zip(lines).for_each(|(row, line)| *row = line.0);
                        into.put(number, &mut band);
                    }
                    into.clear_from(rows.div_ceil(64));
                });
                assert_eq!((flipped.rows, flipped.columns), (columns, rows));
                assert!((rows..rows.next_multiple_of(WIDTH)).all(|beyond| !flipped.bit(0, beyond)));
                for row in 0..rows {
                    for column in 0..columns {
                        assert_eq!(matrix.bit(row, column), flipped.bit(column, row));
                    }
                }
            }
        }
    }
}
