//! The compressed form of each file, which servers send to browsers that take it, and how large things are.

use std::fs;
use std::path::{Path, PathBuf};

use super::files::Files;
use crate::Failed;

/// What the name of a compressed file has at its end.
pub(crate) const ENDING: &str = ".br";

/// How hard to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quality {
    /// Hardly: while one works on it.
    Least,
    /// For every day: a moment's work.
    Quick,
    /// For releases: seconds, and a tenth smaller.
    Best,
}

/// Whether a file gets smaller: pictures are compressed already.
pub(crate) fn worthwhile(name: &str) -> bool {
    let endings = ["css", "html", "js", "svg", "txt", "wasm", "webmanifest"];
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Where a file's compressed form is.
pub(crate) fn path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

/// The compressed form.
pub(crate) fn brotli(content: &[u8], quality: Quality) -> Result<Vec<u8>, Failed> {
    let quality = match quality {
        Quality::Least => 0,
        Quality::Quick => 5,
        Quality::Best => 11,
    };
    let parameters = brotli::enc::BrotliEncoderParams { quality, size_hint: content.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut packed, &parameters).map_err(|error| format!("brotli: {error}"))?;
    Ok(packed)
}

/// Prints how large each file is, plain and compressed.
pub(crate) fn report(folder: &Path, files: &Files) -> Result<(), Failed> {
    let mut sum = [0, 0];
    println!("{:>10} {:>10}", "bytes", "brotli");
    for (name, content) in files {
        let packed = if worthwhile(name) {
            let path = path(&folder.join(name));
            fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?.len()
        } else {
            content.len() as u64
        };
        println!("{:>10} {packed:>10}  {name}", content.len());
        sum = [sum[0] + content.len() as u64, sum[1] + packed];
    }
    println!("{:>10} {:>10}  in {}", sum[0], sum[1], folder.display());
    Ok(())
}
