//! Files of the app: reading, hashing, and synchronizing a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::compress::{self, Quality};
use crate::TaskError;

/// File contents by path, with `/` as separator. Sorted, so that hashes and lists are reproducible.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, TaskError> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a UTF-8 file.
pub(crate) fn read_text(path: &Path) -> Result<String, TaskError> {
    String::from_utf8(read(path)?).map_err(|_| format!("{}: it is not UTF-8", path.display()))
}

/// Returns the names of the entries of a folder, sorted.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, TaskError> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Returns a hash of names and contents. FNV-1a is enough: the input is our own build.
pub(crate) fn hash(files: &Files) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for (name, content) in files {
        eat(name.as_bytes());
        eat(&content.len().to_le_bytes());
        eat(content);
    }
    format!("{hash:016x}")
}

/// Makes a folder hold exactly these files and their compressed copies. Unchanged files keep their modification time, so that
/// nothing that depends on them is rebuilt.
pub(crate) fn replace(folder: &Path, files: &Files, quality: Quality) -> Result<(), TaskError> {
    for (name, content) in files {
        let path = folder.join(name);
        let packed = compress::path(&path);
        let same = fs::read(&path).is_ok_and(|old| old == *content);
        let compress = compress::is_compressible(name) && quality != Quality::None;
        if same && quality != Quality::Best && packed.is_file() == compress {
            continue;
        }
        // The compressed copy first: an interrupted build leaves the old content, which the next build replaces.
        if compress {
            write(&packed, &compress::brotli(content, quality)?)?;
        } else if packed.is_file() {
            fs::remove_file(&packed).map_err(|error| format!("{}: {error}", packed.display()))?;
        }
        if !same {
            write(&path, content)?;
        }
    }
    sweep(folder, folder, files)
}

fn write(path: &Path, content: &[u8]) -> Result<(), TaskError> {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, content))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Removes everything below `folder` that is not in `files`, whose paths are relative to `root`.
fn sweep(root: &Path, folder: &Path, files: &Files) -> Result<(), TaskError> {
    for name in names(folder)? {
        let path: PathBuf = folder.join(name);
        let failed = |error| format!("{}: {error}", path.display());
        if path.is_dir() {
            sweep(root, &path, files)?;
            // Fails if the folder is not empty, in which case it must stay.
            let _ = fs::remove_dir(&path);
            continue;
        }
        let inside = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let plain = inside.strip_suffix(compress::SUFFIX).filter(|plain| compress::is_compressible(plain));
        if !files.contains_key(plain.unwrap_or(&inside)) {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_tell_contents_and_borders_apart() {
        let of = |files: &[(&str, &str)]| {
            hash(&files.iter().map(|(name, content)| ((*name).to_owned(), content.as_bytes().to_vec())).collect())
        };
        let hashes = [of(&[]), of(&[("a", "b")]), of(&[("ab", "")]), of(&[("a", "c")]), of(&[("a", "b"), ("c", "")])];
        for (index, hash) in hashes.iter().enumerate() {
            assert_eq!(hash.len(), 16);
            assert!(!hashes[..index].contains(hash), "{hash}");
        }
    }

    #[test]
    fn a_folder_is_brought_up_to_date() {
        let folder = std::env::temp_dir().join(format!("halfboard-files-{}", std::process::id()));
        let text = |text: &str| text.repeat(100).into_bytes();
        let first = Files::from([("assets/1/a.js".to_owned(), text("one")), ("b.png".to_owned(), text("two"))]);
        replace(&folder, &first, Quality::Quick).expect("written");
        assert_eq!(names(&folder.join("assets/1")).expect("a folder"), ["a.js", "a.js.br"]);
        assert_eq!(names(&folder).expect("a folder"), ["assets", "b.png"]);
        let second = Files::from([("assets/2/a.js".to_owned(), text("three"))]);
        replace(&folder, &second, Quality::Best).expect("written");
        assert_eq!(names(&folder).expect("a folder"), ["assets"]);
        assert_eq!(names(&folder.join("assets")).expect("a folder"), ["2"]);
        assert_eq!(read(&folder.join("assets/2/a.js")).expect("a file"), text("three"));
        replace(&folder, &second, Quality::None).expect("written");
        assert_eq!(names(&folder.join("assets/2")).expect("a folder"), ["a.js"]);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
