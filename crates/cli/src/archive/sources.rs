//! The files of an import: single ones, folders, zip archives and gzip files.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

/// Maximum size of a file after decompression, in bytes: more than any collection of games has.
const MAX_SIZE: u64 = 1 << 30;

/// Extensions of files that are read from folders and zip archives. Files that are named are read whatever they are called.
const EXTENSIONS: [&str; 7] = ["sgf", "txt", "pgn", "record", "json", "jsonl", "ndjson"];

/// A file with games.
pub(super) struct SourceFile {
    /// The name for messages.
    pub(super) name: String,
    /// The content, decompressed; or why it cannot be read.
    pub(super) content: Result<Vec<u8>, String>,
}

/// Returns the files that paths stand for, in order. Folders are searched with all their folders, sorted by name.
pub(super) fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let fail = |error: io::Error| format!("{}: cannot be read: {error}", path.display());
        if fs::metadata(path).map_err(fail)?.is_dir() {
            search(path, &mut files).map_err(fail)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    for path in paths {
        // Links to folders may be circles.
        let kind = fs::symlink_metadata(&path)?;
        if kind.is_dir() {
            search(&path, files)?;
        } else if path.is_file() && has_games(&path.to_string_lossy()) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether the name is one of a file with games, perhaps compressed.
fn has_games(name: &str) -> bool {
    let name = name.to_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    name.ends_with(".zip") || EXTENSIONS.iter().any(|extension| plain.ends_with(&format!(".{extension}")))
}

/// Calls `f` with each file with games in a file: the file itself, decompressed, or those of a zip archive. Stops when `f`
/// returns false.
pub(super) fn for_each(path: &Path, f: &mut dyn FnMut(SourceFile) -> bool) {
    let name = path.display().to_string();
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            f(SourceFile { name, content: Err(format!("cannot be read: {error}")) });
            return;
        }
    };
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        for_each_in_zip(&name, &bytes, f);
    } else {
        f(SourceFile { name, content: decompressed(bytes) });
    }
}

fn for_each_in_zip(name: &str, bytes: &[u8], f: &mut dyn FnMut(SourceFile) -> bool) {
    let fail = |error: zip::result::ZipError| format!("is not a valid zip archive: {error}");
    let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => archive,
        Err(error) => {
            f(SourceFile { name: name.to_owned(), content: Err(fail(error)) });
            return;
        }
    };
    for index in 0..archive.len() {
        let file = match archive.by_index(index) {
            Ok(entry) if entry.is_dir() => continue,
            Ok(mut entry) => {
                let inner = entry.name().map_or_else(|_| format!("file {}", index + 1), Cow::into_owned);
                if !has_games(&inner) {
                    continue;
                }
                let content = read_limited(&mut entry).and_then(decompressed);
                SourceFile { name: format!("{name}/{inner}"), content }
            }
            Err(error) => SourceFile { name: format!("{name}, file {}", index + 1), content: Err(fail(error)) },
        };
        if !f(file) {
            return;
        }
    }
}

/// Returns the content of a gzip file, and other files as they are.
fn decompressed(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if bytes.starts_with(&[0x1f, 0x8b]) { read_limited(&mut MultiGzDecoder::new(bytes.as_slice())) } else { Ok(bytes) }
}

fn read_limited(from: &mut dyn Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| format!("cannot be decompressed: {error}"))?;
    match bytes.len() as u64 > MAX_SIZE {
        true => Err(format!("is larger than {} MiB when decompressed", MAX_SIZE >> 20)),
        false => Ok(bytes),
    }
}
