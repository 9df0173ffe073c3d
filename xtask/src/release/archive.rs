//! Archive formats: tar (POSIX ustar), gzip, and the ar format of Debian packages. All are deterministic.

use std::io::Write;

use flate2::{Compression, GzBuilder};

use super::tree::{Node, Tree};
use crate::TaskError;

/// Size of a tar block in bytes.
const BLOCK: usize = 512;

/// Writes a tree as tar. Every entry has the modification time `epoch`, in seconds since 1970.
///
/// # Errors
/// Fails if a path is too long for the format: 100 bytes, or 255 if it can be split at a `/`.
pub(super) fn tar(tree: &Tree, epoch: u64) -> Result<Vec<u8>, TaskError> {
    let mut archive = Vec::new();
    for (path, node) in tree.iter() {
        archive.extend(header(path, node, epoch)?);
        let content = node.content.as_deref().unwrap_or_default();
        archive.extend(content);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

fn header(path: &str, node: &Node, epoch: u64) -> Result<[u8; BLOCK], TaskError> {
    let path = if node.content.is_none() { format!("{path}/") } else { path.to_owned() };
    let (prefix, name) = split(&path).ok_or_else(|| format!("{path}: too long for a tar file"))?;
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, &format!("{:07o}\0{:07o}\0{:07o}\0", node.mode, node.owner, node.owner));
    put(124, &format!("{:011o}\0{epoch:011o}\0", node.content.as_ref().map_or(0, Vec::len)));
    // The checksum counts itself as spaces.
    put(148, "        ");
    put(156, if node.content.is_some() { "0" } else { "5" });
    put(257, "ustar\x0000");
    put(345, prefix);
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// Splits a path into the prefix and name fields of a header.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= 100 {
        return Some(("", path));
    }
    let mut ends = path.match_indices('/').map(|(end, _)| (&path[..end], &path[end + 1..]));
    ends.find(|(prefix, name)| prefix.len() <= 155 && (1..=100).contains(&name.len()))
}

/// Compresses with gzip, without a time or name in the header.
pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.expect("writing to memory cannot fail")
}

/// Writes files as an ar archive. Names have at most 16 bytes.
pub(super) fn ar(files: &[(&str, Vec<u8>)], epoch: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in files {
        let header = format!("{name:<16}{epoch:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", content.len());
        archive.extend(header.as_bytes());
        archive.extend(content);
        if content.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header block as text, from a tar file made with GNU tar:
    /// `tar --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@1000000000 -c a` (device fields left out).
    #[test]
    fn a_tar_header_equals_that_of_gnu_tar() {
        let node = Node { mode: 0o644, owner: 0, content: Some(b"hi\n".to_vec()) };
        let header = header("a", &node, 1_000_000_000).expect("a short name");
        let text = |from: usize, to: usize| String::from_utf8_lossy(&header[from..to]).into_owned();
        assert_eq!(text(0, 2), "a\0");
        assert_eq!(text(100, 148), "0000644\x000000000\x000000000\x0000000000003\x0007346545000\0");
        assert_eq!(text(156, 157), "0");
        assert_eq!(text(257, 265), "ustar\x0000");
        let sum: u32 =
            header.iter().enumerate().map(|(at, &b)| if (148..156).contains(&at) { 32 } else { b.into() }).sum();
        assert_eq!(text(148, 156), format!("{sum:06o}\0 "));
    }

    #[test]
    fn contents_are_padded_and_long_paths_split_or_refused() {
        let mut tree = Tree::default();
        let (folders, name) = (format!("{0}/{0}", "f".repeat(60)), "n".repeat(90));
        tree.file(format!("{folders}/{name}"), vec![1; 513]);
        let archive = tar(&tree, 0).expect("it fits");
        // Two folders, header, two blocks of content, and the end.
        assert_eq!(archive.len(), 512 * (2 + 1 + 2 + 2));
        let header = &archive[2 * 512..3 * 512];
        // The first `/` that leaves a short enough name.
        assert_eq!(
            (&header[..91], &header[345..345 + 122]),
            (&[name.as_bytes(), b"\0"].concat()[..], &[folders.as_bytes(), b"\0"].concat()[..])
        );
        let mut tree = Tree::default();
        tree.file("n".repeat(101), "");
        assert!(tar(&tree, 0).is_err_and(|problem| problem.contains("too long")));
    }

    #[test]
    fn gzip_has_no_time_and_decompresses() {
        let packed = gzip(b"hello hello hello");
        assert_eq!(&packed[..10], [31, 139, 8, 0, 0, 0, 0, 0, 2, 255]);
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed), &mut plain).expect("valid");
        assert_eq!(plain, b"hello hello hello");
    }

    #[test]
    fn ar_members_start_at_even_offsets() {
        let archive = ar(&[("debian-binary", b"2.0\n".to_vec()), ("odd", b"x".to_vec()), ("c", b"yz".to_vec())], 5);
        let text = String::from_utf8(archive).expect("text");
        let first = "debian-binary   5           0     0     100644  4         `\n2.0\n";
        let odd = "odd             5           0     0     100644  1         `\nx\n";
        let last = "c               5           0     0     100644  2         `\nyz";
        assert_eq!(text, format!("!<arch>\n{first}{odd}{last}"));
    }
}
