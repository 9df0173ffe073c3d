//! Writes the finished table. Half a byte for each place: the fifteen most common values, and a mark for the others,
//! which stand in a list of their own. Knows writers, but no files.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use super::build::TableBuilder;
use super::checkpoint::Checksum;
use super::file::{BLOCK, FileHeader, OTHER, row_sum};
use super::index::along;

/// A row, packed.
struct Packed {
    /// Two places to a byte, the first in the low half.
    halves: Vec<u8>,
    /// The values that are not in the book, in order.
    others: Vec<u8>,
    /// How many of them stand before each block.
    before: Vec<u32>,
}

impl TableBuilder {
    /// Writes the table, which must be finished.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_finished() {
            return Err(io::Error::other("the table is not finished"));
        }
        let height = self.index.height();
        let (book, count) = self.book();
        let (mut sums, mut before, mut others) = (Vec::new(), Vec::new(), Vec::with_capacity(count));
        for row in 0..height {
            let packed = self.packed(row, &book);
            sums.extend(row_sum(&packed.halves, &packed.others));
            let start = others.len() as u32;
            before.extend(packed.before.iter().flat_map(|count| (start + count).to_le_bytes()));
            others.extend(packed.others);
        }
        before.extend((others.len() as u32).to_le_bytes());
        before.resize(before.len().next_multiple_of(8), 0);
        let head = FileHeader { size: self.index.size(), book, others: others.len() };
        out.write_all(&head.write(&[&sums, &before]))?;
        out.write_all(&sums)?;
        out.write_all(&before)?;
        // Packed a second time rather than kept: memory is scarcer than time.
        for row in 0..height {
            out.write_all(&self.packed(row, &book).halves)?;
        }
        out.write_all(&others)
    }

    /// Returns the values that get half a byte, the most common ones, and how many places have another one.
    fn book(&self) -> ([u8; 16], usize) {
        let mut counts = [0u64; 256];
        for row in 0..self.index.height() {
            self.row(row).for_each(|value| counts[usize::from(value)] += 1);
        }
        let mut values: Vec<u8> = (0..=u8::MAX).collect();
        values.sort_by_key(|&value| std::cmp::Reverse(counts[usize::from(value)]));
        let mut book = [0; 16];
        let (common, others) = values.split_at(OTHER.into());
        book[..common.len()].copy_from_slice(common);
        (book, others.iter().map(|&value| counts[usize::from(value)] as usize).sum())
    }

    /// Returns the values of a row in the order of columns.
    fn row(&self, row: usize) -> impl Iterator<Item = u8> {
        let start = self.index.row_start(row);
        let width = self.index.width() as u32;
        (0..width).map(move |column| self.values[start + along(column) as usize].load(Ordering::Relaxed))
    }

    fn packed(&self, row: usize, book: &[u8; 16]) -> Packed {
        let mut codes = [OTHER; 256];
        for (code, &value) in (0..OTHER).zip(book) {
            codes[usize::from(value)] = code;
        }
        let padded = self.index.width().next_multiple_of(BLOCK);
        let mut packed = Packed { halves: vec![0; padded / 2], others: Vec::new(), before: Vec::new() };
        for (column, value) in self.row(row).enumerate() {
            if column % BLOCK == 0 {
                packed.before.push(packed.others.len() as u32);
            }
            let code = codes[usize::from(value)];
            packed.halves[column / 2] |= code << (column % 2 * 4);
            if code == OTHER {
                packed.others.push(value);
            }
        }
        packed
    }
}

/// Checks that sums are as wide as the table takes them to be.
const _: () = assert!(size_of::<Checksum>() == 8);
