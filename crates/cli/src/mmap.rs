//! A file as memory, without reading it as a whole.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file to be read.
#[expect(unsafe_code, reason = "a mapped file is memory that other programs could change; see below")]
pub(crate) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the bytes must not change while they are mapped. Tables are never changed in place: a new one is written
    // beside the old one and takes its name, and then this mapping keeps the old file.
    unsafe { Mmap::map(&file) }
}
