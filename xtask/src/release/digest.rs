//! SHA-256 sums.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 sum of some bytes in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a file in the format of `sha256sum`, sorted by name.
pub(super) fn sums<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut lines: Vec<(&str, String)> = files.map(|(name, content)| (name, sha256(content))).collect();
    lines.sort();
    lines.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_sha256sum() {
        // printf abc | sha256sum
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let lines = sums([("b", &b""[..]), ("a", b"abc")].into_iter());
        assert_eq!(lines, format!("{abc}  a\n{none}  b\n"));
    }
}
