//! A build that is not finished, as bytes: written between two passes, and taken up again. Knows readers and writers,
//! but no files.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use halfboard_rules::random::mix;

use super::build::{TableBuilder, zeroes};
use super::index::{BoardSize, PositionIndex};
use crate::limits::OutOfMemory;

const MAGIC: &[u8; 8] = b"HBpart\x00\x01";

/// TableBytes that are written or read at a time.
const CHUNK: usize = 1 << 16;

/// Why a build cannot be taken up again.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// It cannot be read.
    Read(io::Error),
    /// It is not what a build of this version has written, or not all of it.
    Damaged,
    /// Memory allocation failed.
    Memory(OutOfMemory),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Read(error) => write!(f, "{error}"),
            ResumeError::Damaged => f.write_str("this is not the whole of a build that was begun by this version"),
            ResumeError::Memory(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ResumeError::Damaged,
            _ => ResumeError::Read(error),
        }
    }
}

/// A sum of bytes that shows whether they are the same: each eight are mixed in, and the rest as eight with zeroes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// Adds bytes; in all calls but the last a multiple of eight.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for eight in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            self.0 = mix(self.0 ^ u64::from_le_bytes(word)).wrapping_add(eight.len() as u64);
        }
    }

    pub(super) fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

impl TableBuilder {
    /// Writes what is known after the passes so far.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sum = Checksum::default();
        let mut write = |bytes: &[u8]| {
            sum.add(bytes);
            out.write_all(bytes)
        };
        let size = self.index.size();
        let mut head = [0; 16];
        head[..3].copy_from_slice(&[size.rows() as u8, size.columns() as u8, self.passes]);
        head[8..].copy_from_slice(&self.decided.to_le_bytes());
        write(MAGIC)?;
        write(&head)?;
        let mut due: Vec<u8> = self.due.iter().map(|&due| due.into()).collect();
        due.resize(due.len().next_multiple_of(8), 0);
        write(&due)?;
        let mut chunk = Vec::with_capacity(CHUNK);
        for values in self.values.chunks(CHUNK) {
            chunk.clear();
            chunk.extend(values.iter().map(|value| value.load(Ordering::Relaxed)));
            write(&chunk)?;
        }
        out.write_all(&sum.bytes())
    }

    /// Takes up a build again.
    pub fn resume(from: &mut dyn Read) -> Result<Self, ResumeError> {
        let mut sum = Checksum::default();
        let mut read = |bytes: &mut [u8]| -> io::Result<()> {
            from.read_exact(bytes)?;
            sum.add(bytes);
            Ok(())
        };
        let (mut magic, mut head) = ([0; 8], [0; 16]);
        read(&mut magic)?;
        read(&mut head)?;
        let [rows, columns, passes, ..] = head;
        let size = BoardSize::new(rows.into(), columns.into()).filter(|_| magic == *MAGIC);
        let index = PositionIndex::new(size.ok_or(ResumeError::Damaged)?);
        let mut due = vec![0; index.height().next_multiple_of(8)];
        read(&mut due)?;
        due.truncate(index.height());
        let values = zeroes(index.bytes()).map_err(ResumeError::Memory)?;
        let mut chunk = vec![0; CHUNK];
        for values in values.chunks(CHUNK) {
            let chunk = &mut chunk[..values.len()];
            read(chunk)?;
            values.iter().zip(chunk).for_each(|(value, byte): (&AtomicU8, _)| value.store(*byte, Ordering::Relaxed));
        }
        let whole = sum.bytes();
        let mut expected = [0; 8];
        from.read_exact(&mut expected)?;
        let [.., d0, d1, d2, d3, d4, d5, d6, d7] = head;
        let decided = u64::from_le_bytes([d0, d1, d2, d3, d4, d5, d6, d7]);
        match whole == expected && passes < u8::MAX {
            true => {
                Ok(TableBuilder { index, values, due: due.into_iter().map(|due| due != 0).collect(), passes, decided })
            }
            false => Err(ResumeError::Damaged),
        }
    }
}
