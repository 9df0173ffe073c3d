//! The finished table over bytes held elsewhere: in memory, or mapped from a file. Asking for a position reads
//! a byte, and where that is not enough half a block and another byte.
//!
//! Opening looks at the head only. The sum of a row is compared when the row is first asked for, so that a damaged file
//! is never believed, and a mapped one need not be read as a whole.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use halfboard_rules::game::Game;
use halfboard_rules::games::sllim::{Position, Sllim};

use super::checkpoint::Checksum;
use super::index::{BoardSize, CHECKERS, PositionIndex};
use crate::value::Proof;

const MAGIC: &[u8; 8] = b"HBtable\0";
const VERSION: u32 = 1;

/// The rules that the table was made by.
pub(super) const RULES: &str = "sllim";

/// Columns that share a count of the other values before them.
pub(super) const BLOCK: usize = 1024;

/// The half byte of all values that are not in the book.
pub(super) const OTHER: u8 = 15;

/// The length of the head: magic, version, size of the board, rules, book, number of other values, sum.
const HEAD: usize = 80;

/// TableBytes that a table is read from.
pub type TableBytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// Error returned for bytes that are not a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// They begin otherwise.
    NotATable,
    /// They are a table of another version, or by other rules.
    Other {
        /// What they are.
        found: String,
    },
    /// There are fewer of them, or more.
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The head, or the sums that follow it, were changed.
    Head,
    /// A row was changed.
    Row(usize),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NotATable => f.write_str("this is not a table that 'tables build' has made"),
            TableError::Other { found } => {
                write!(f, "this is a table of {found}; a table of version {VERSION} for {RULES} is needed")
            }
            TableError::Length { expected, found } => {
                write!(f, "the table is damaged: it has {found} bytes and should have {expected}")
            }
            TableError::Head => f.write_str("the table is damaged: its head does not agree with its sum"),
            TableError::Row(row) => write!(f, "the table is damaged: row {row} does not agree with its sum"),
        }
    }
}

impl std::error::Error for TableError {}

/// What stands at the beginning.
pub(super) struct FileHeader {
    pub(super) size: BoardSize,
    pub(super) book: [u8; 16],
    pub(super) others: usize,
}

impl FileHeader {
    /// Returns the head as bytes, with its sum, into which what follows it goes as well.
    pub(super) fn write(&self, following: &[&[u8]]) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..14].copy_from_slice(&[self.size.rows() as u8, self.size.columns() as u8]);
        bytes[16..16 + RULES.len()].copy_from_slice(RULES.as_bytes());
        bytes[48..64].copy_from_slice(&self.book);
        bytes[64..72].copy_from_slice(&(self.others as u64).to_le_bytes());
        let mut sum = Checksum::default();
        sum.add(&bytes[..72]);
        following.iter().for_each(|bytes| sum.add(bytes));
        bytes[72..].copy_from_slice(&sum.bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let head = bytes.get(..HEAD).filter(|head| head.starts_with(MAGIC)).ok_or(TableError::NotATable)?;
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        let rules = String::from_utf8_lossy(&head[16..48]);
        let rules = rules.trim_end_matches('\0');
        if version != VERSION || rules != RULES {
            return Err(TableError::Other { found: format!("version {version} for {}", rules.escape_debug()) });
        }
        let size = BoardSize::new(head[12].into(), head[13].into()).ok_or(TableError::Head)?;
        let mut book = [0; 16];
        book.copy_from_slice(&head[48..64]);
        let others = head[64..72].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Ok(FileHeader { size, book, others: usize::try_from(others).unwrap_or(usize::MAX) })
    }
}

/// Returns the sum of a row.
pub(super) fn row_sum(halves: &[u8], others: &[u8]) -> [u8; 8] {
    let mut sum = Checksum::default();
    sum.add(halves);
    sum.add(others);
    sum.bytes()
}

/// Where the parts of a table are: sums of rows, counts before blocks, halves of bytes, other values.
struct FileLayout {
    sums: usize,
    before: usize,
    halves: usize,
    others: usize,
    end: usize,
    /// Blocks of a row.
    blocks: usize,
}

impl FileLayout {
    fn new(index: &PositionIndex, others: usize) -> Self {
        let blocks = index.width().div_ceil(BLOCK);
        let before = HEAD + 8 * index.height();
        let halves = before + (4 * (index.height() * blocks + 1)).next_multiple_of(8);
        let start = halves + index.height() * blocks * BLOCK / 2;
        FileLayout { sums: HEAD, before, halves, others: start, end: start.saturating_add(others), blocks }
    }
}

/// A finished table.
pub struct SllimTable {
    bytes: TableBytes,
    index: PositionIndex,
    book: [u8; 16],
    parts: FileLayout,
    /// The rows that agree with their sums, as far as they were asked for.
    rows: Vec<AtomicBool>,
    /// Whether one did not.
    damaged: AtomicBool,
    on_damage: fn(&TableError),
}

impl SllimTable {
    /// Creates a table from bytes. When a row is found to be damaged as it is asked for, `on_damage` is called, and
    /// nothing is answered any more.
    pub fn open(bytes: TableBytes, on_damage: fn(&TableError)) -> Result<Self, TableError> {
        let all = (*bytes).as_ref();
        let FileHeader { size, book, others } = FileHeader::read(all)?;
        let index = PositionIndex::new(size);
        let parts = FileLayout::new(&index, others);
        if all.len() != parts.end {
            return Err(TableError::Length { expected: parts.end, found: all.len() });
        }
        let following = [&all[parts.sums..parts.before], &all[parts.before..parts.halves]];
        if (FileHeader { size, book, others }).write(&following) != all[..HEAD] {
            return Err(TableError::Head);
        }
        let rows = (0..index.height()).map(|_| AtomicBool::new(false)).collect();
        Ok(SllimTable { bytes, index, book, parts, rows, damaged: AtomicBool::new(false), on_damage })
    }

    /// Where the places are.
    pub fn index(&self) -> &PositionIndex {
        &self.index
    }

    /// Returns its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// What a position is worth to the side to move, if the table has it and the game is not over.
    pub fn probe(&self, game: &Sllim, position: &Position) -> Option<Proof> {
        let [moving, waiting] = four_against_four(position)?;
        if self.index.size() != BoardSize::GAME || game.ending(position).is_some() {
            return None;
        }
        let (row, column) = self.index.place(self.index.numbered(moving), self.index.numbered(waiting));
        self.is_whole(row).then(|| proof(self.value(row, column)))
    }

    /// Returns whether a row can be believed: it agrees with its sum, which is looked at once, and so did all before
    /// it.
    fn is_whole(&self, row: usize) -> bool {
        if self.damaged.load(Ordering::Relaxed) {
            return false;
        }
        if self.rows[row].load(Ordering::Relaxed) {
            return true;
        }
        let agrees = self.agrees(row);
        if agrees {
            self.rows[row].store(true, Ordering::Relaxed);
        } else if !self.damaged.swap(true, Ordering::Relaxed) {
            (self.on_damage)(&TableError::Row(row));
        }
        agrees
    }

    fn agrees(&self, row: usize) -> bool {
        row_sum(self.halves(row), self.others(row)) == *self.sum(row)
    }

    /// Compares every row with its sum.
    pub fn verify(&self) -> Result<(), TableError> {
        (0..self.rows.len()).find(|&row| !self.agrees(row)).map_or(Ok(()), |row| Err(TableError::Row(row)))
    }

    /// Returns the value of a place: the plies until the end, odd for a win, even for a loss, 0 for a draw.
    pub(super) fn value(&self, row: usize, column: usize) -> u8 {
        let halves = self.halves(row);
        let half = |column: usize| halves[column / 2] >> (column % 2 * 4) & 15;
        let code = half(column);
        if code != OTHER {
            return self.book[usize::from(code)];
        }
        let block = column / BLOCK;
        let start = block * BLOCK;
        let whole: usize = halves[start / 2..column / 2].iter().copied().map(others_in).sum();
        let before = whole + usize::from(column % 2 == 1 && half(column - 1) == OTHER);
        let all = &self.as_bytes()[self.parts.others..];
        // What a sum has not been asked for may lead anywhere.
        all.get(self.before(row * self.parts.blocks + block) + before).copied().unwrap_or(0)
    }

    /// Returns the values of a row in the order of columns.
    pub(super) fn values(&self, row: usize) -> impl Iterator<Item = u8> {
        let (halves, mut others) = (self.halves(row), self.others(row).iter());
        (0..self.index.width()).map(move |column| match halves[column / 2] >> (column % 2 * 4) & 15 {
            OTHER => others.next().copied().unwrap_or(0),
            code => self.book[usize::from(code)],
        })
    }

    fn sum(&self, row: usize) -> &[u8] {
        &self.as_bytes()[self.parts.sums + 8 * row..][..8]
    }

    fn halves(&self, row: usize) -> &[u8] {
        let length = self.parts.blocks * BLOCK / 2;
        &self.as_bytes()[self.parts.halves + row * length..][..length]
    }

    /// Returns the values of a row that are not in the book.
    fn others(&self, row: usize) -> &[u8] {
        let [first, last] = [row, row + 1].map(|row| self.parts.others + self.before(row * self.parts.blocks));
        self.as_bytes().get(first..last).unwrap_or_default()
    }

    /// Returns how many other values stand before a block.
    fn before(&self, block: usize) -> usize {
        let at = self.parts.before + 4 * block;
        self.as_bytes()[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }
}

/// Returns how many of the two halves of a byte stand for other values.
const fn others_in(byte: u8) -> usize {
    (byte & 15 == OTHER) as usize + (byte >> 4 == OTHER) as usize
}

/// Returns a value of the table in words.
pub(super) const fn proof(value: u8) -> Proof {
    match value {
        0 => Proof::Draw,
        _ if value % 2 == 1 => Proof::Win(value as u32),
        _ => Proof::Loss(value as u32),
    }
}

/// Returns the checkers of the side to move and of the other, if each has four on the board and none in reserve.
#[inline]
pub fn four_against_four(position: &Position) -> Option<[u32; 2]> {
    let color = position.to_move();
    let sides = [color, color.other()];
    let four = sides
        .iter()
        .all(|&color| position.reserve(color) == 0 && position.checkers(color).count_ones() as usize == CHECKERS);
    four.then(|| sides.map(|color| position.checkers(color)))
}
