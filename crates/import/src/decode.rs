//! From bytes to text: by a byte order mark, by the character set that an SGF file declares, or by trying.

/// Decodes the bytes of a file.
///
/// A byte order mark counts first, then the property `CA` of SGF, then UTF-8 if the bytes are valid UTF-8. Everything
/// else is taken for windows-1252, the superset of Latin-1 that old files are written in. Nothing is refused. Lines that
/// end with a carriage return alone end with a line feed in the result.
///
/// ```
/// assert_eq!(halfboard_import::decode(b"(;GC[G\xf3mez])"), "(;GC[Gómez])");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let text = decode_charset(bytes);
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n") } else { text }
}

#[cfg(feature = "charsets")]
fn decode_charset(bytes: &[u8]) -> String {
    use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

    let declared = || declared_charset(bytes).and_then(Encoding::for_label);
    let encoding = Encoding::for_bom(bytes).map(|(encoding, _)| encoding).or_else(declared).unwrap_or(UTF_8);
    let (text, used, failed) = encoding.decode(bytes);
    // Many programs declare UTF-8 and write something else.
    if failed && used == UTF_8 { WINDOWS_1252.decode(bytes).0.into_owned() } else { text.into_owned() }
}

#[cfg(not(feature = "charsets"))]
fn decode_charset(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Returns the character set that an SGF file declares: the value of the first property `CA`.
///
/// ```
/// assert_eq!(halfboard_import::declared_charset(b"(;FF[4]CA[Shift_JIS])"), Some("Shift_JIS".as_bytes()));
/// ```
#[must_use]
pub fn declared_charset(bytes: &[u8]) -> Option<&[u8]> {
    // Part of a longer name, CA would be another property: `FoCA[`.
    let at = (1..bytes.len().saturating_sub(3))
        .find(|&at| bytes[at..].starts_with(b"CA[") && !bytes[at - 1].is_ascii_alphabetic())?;
    let value = &bytes[at + 3..];
    Some(&value[..value.iter().position(|&byte| byte == b']')?])
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn text_is_decoded_by_mark_declaration_or_trial() {
        assert_eq!(decode("Gómez".as_bytes()), "Gómez");
        assert_eq!(decode(b"G\xf3mez"), "Gómez");
        assert_eq!(decode("\u{feff}Gómez".as_bytes()), "Gómez");
        assert_eq!(decode(b"a\rb\r"), "a\nb\n");
        assert_eq!(decode(b"(;CA[UTF-8]PB[G\xf3mez])"), "(;CA[UTF-8]PB[Gómez])");
    }

    #[cfg(feature = "charsets")]
    #[test]
    fn declared_character_sets_are_used() {
        assert_eq!(decode(b"(;CA[ISO-8859-2]PB[\xa3uk])"), "(;CA[ISO-8859-2]PB[Łuk])");
        assert_eq!(decode(b"(;CA[Shift_JIS]PB[\x83n])"), "(;CA[Shift_JIS]PB[ハ])");
        assert_eq!(decode(b"\xff\xfe(\0;\0)\0"), "(;)");
        assert_eq!(decode(b"(;CA[nonsense]PB[\x80])"), "(;CA[nonsense]PB[€])");
    }
}
