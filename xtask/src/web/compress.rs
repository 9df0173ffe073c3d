//! Brotli-compressed copies of the files, and a report of their sizes.

use std::fs;
use std::path::{Path, PathBuf};

use super::files::Files;
use crate::TaskError;

/// The suffix of compressed files.
pub(crate) const SUFFIX: &str = ".br";

/// How hard to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quality {
    /// No copies: for development builds, which are loaded from the same machine.
    None,
    /// Default.
    Quick,
    /// For releases: takes seconds, saves another tenth.
    Best,
}

/// Returns whether a file is worth compressing; images are compressed already.
pub(crate) fn is_compressible(name: &str) -> bool {
    let endings = ["css", "html", "js", "net", "svg", "txt", "wasm", "webmanifest"];
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Returns the path of the compressed copy of a file.
pub(crate) fn path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SUFFIX);
    name.into()
}

/// Compresses `content`.
pub(crate) fn brotli(content: &[u8], quality: Quality) -> Result<Vec<u8>, TaskError> {
    let quality = match quality {
        Quality::None => return Ok(content.to_vec()),
        Quality::Quick => 5,
        Quality::Best => 11,
    };
    let parameters = brotli::enc::BrotliEncoderParams { quality, size_hint: content.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut packed, &parameters).map_err(|error| format!("brotli: {error}"))?;
    Ok(packed)
}

/// Returns the size of the compressed copy of a file, or of its content if it has none.
pub(crate) fn size(folder: &Path, name: &str, content: &[u8]) -> usize {
    fs::metadata(path(&folder.join(name))).map_or(content.len(), |copy| copy.len() as usize)
}

/// Prints the size of each file, uncompressed and compressed.
pub(crate) fn report(folder: &Path, files: &Files) -> Result<(), TaskError> {
    let mut sum = [0, 0];
    println!("{:>10} {:>10}", "bytes", "brotli");
    for (name, content) in files {
        let packed = size(folder, name, content);
        println!("{:>10} {packed:>10}  {name}", content.len());
        sum = [sum[0] + content.len(), sum[1] + packed];
    }
    println!("{:>10} {:>10}  in {}", sum[0], sum[1], folder.display());
    Ok(())
}
