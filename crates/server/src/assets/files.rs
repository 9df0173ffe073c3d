//! The files of the web app. Release builds embed them, compressed where that helps; other builds read them from `dist/`, so that
//! a new build of the app needs no new build of the server.

use axum::body::Bytes;
use sha2::{Digest, Sha256};

/// A file in the encoding in which it is sent. Clones share the content.
#[derive(Clone)]
pub(super) struct Asset {
    pub(super) content: Bytes,
    /// Whether the content is brotli-compressed.
    pub(super) compressed: bool,
    /// Hash of the content as sent: the two encodings of a file must not share an ETag.
    pub(super) etag: String,
}

impl Asset {
    fn new(content: impl Into<Bytes>, compressed: bool) -> Asset {
        let content = content.into();
        let hash = Sha256::digest(&content);
        let hash: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Asset { content, compressed, etag: format!("\"{hash}\"") }
    }
}

/// Returns the file at a path, compressed if `brotli` allows it and it helps. The path must not lead out of the folder.
pub(super) fn find(path: &str, brotli: bool) -> Option<Asset> {
    source::find(path, brotli)
}

#[cfg(embed_app)]
mod source {
    use std::collections::HashMap;
    use std::io::Read;
    use std::sync::{LazyLock, Mutex, PoisonError};

    use super::Asset;

    /// A file as it is embedded.
    struct StoredFile {
        path: &'static str,
        content: &'static [u8],
        compressed: bool,
    }

    /// All files, sorted by path.
    static FILES: &[StoredFile] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

    /// The files that were requested, by path and whether they are sent compressed. Grows to at most the whole app, about 10 MB,
    /// if clients without brotli request all of it.
    static REQUESTED: LazyLock<Mutex<HashMap<(&str, bool), Asset>>> = LazyLock::new(Mutex::default);

    pub(super) fn find(path: &str, brotli: bool) -> Option<Asset> {
        let file = &FILES[FILES.binary_search_by_key(&path, |file| file.path).ok()?];
        let compressed = brotli && file.compressed;
        // The lock is held while a file is hashed or decompressed, which takes milliseconds and happens once per file.
        let mut requested = REQUESTED.lock().unwrap_or_else(PoisonError::into_inner);
        let asset = requested.entry((file.path, compressed)).or_insert_with(|| {
            if file.compressed && !brotli {
                Asset::new(decompress(file.content), false)
            } else {
                Asset::new(file.content, file.compressed)
            }
        });
        Some(asset.clone())
    }

    fn decompress(content: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        let read = brotli_decompressor::Decompressor::new(content, 1 << 16).read_to_end(&mut plain);
        read.expect("the build compressed it");
        plain
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn every_file_is_found_and_decompresses() {
            for file in FILES {
                let sent = find(file.path, true).expect("listed");
                assert_eq!((&sent.content[..], sent.compressed), (file.content, file.compressed), "{}", file.path);
                let plain = find(file.path, false).expect("listed");
                assert!(!plain.compressed && !plain.content.is_empty(), "{}", file.path);
            }
            assert!(find("index.html", true).is_some() && find("nothing", true).is_none());
        }
    }
}

#[cfg(not(embed_app))]
mod source {
    use std::fs;
    use std::path::Path;

    use super::Asset;

    pub(super) fn find(path: &str, brotli: bool) -> Option<Asset> {
        let dist = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../dist"));
        let read = |path: &str, compressed| Some(Asset::new(fs::read(dist.join(path)).ok()?, compressed));
        let compressed = if brotli { read(&format!("{path}.br"), true) } else { None };
        compressed.or_else(|| read(path, false))
    }
}
