//! Reads lines of the book: **strong**, *stressed*, `code` and [links](to.md), which do not cross each other.

use super::tree::{Inline, Leaf};

/// Parses a line. `leaf` returns the page and title that a file name in a link stands for.
pub(super) fn read(line: &str, leaf: &dyn Fn(&str) -> Option<(Leaf, String)>) -> Result<Vec<Inline>, String> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (piece, after) = match first {
            '`' => {
                let (code, after) = between(rest, "`", "`")?;
                (Inline::Code(code.to_owned()), after)
            }
            '*' if rest.starts_with("**") => {
                let (inside, after) = between(rest, "**", "**")?;
                (Inline::Strong(read(inside, leaf)?), after)
            }
            '*' => {
                let (inside, after) = between(rest, "*", "*")?;
                (Inline::Stressed(read(inside, leaf)?), after)
            }
            '[' => {
                let (name, after) = between(rest, "[", "]")?;
                let (file, after) = between(after, "(", ")")?;
                let (to, title) = leaf(file).ok_or_else(|| format!("no page is called '{file}'"))?;
                // In a folder of files a page is called by its file's name; readers know it by its title.
                let words = if name == file { vec![Inline::Words(title)] } else { read(name, leaf)? };
                (Inline::Link { words, to }, after)
            }
            '<' | '&' | '\\' => return Err(format!("'{rest}' begins with markup that the book does not have")),
            '!' if rest.starts_with("![") => return Err(format!("the book has no pictures such as '{rest}'")),
            _ => {
                words.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        if !words.is_empty() {
            pieces.push(Inline::Words(std::mem::take(&mut words)));
        }
        pieces.push(piece);
        rest = after;
    }
    if !words.is_empty() {
        pieces.push(Inline::Words(words));
    }
    Ok(pieces)
}

/// Splits text at the next closing sign.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Result<(&'a str, &'a str), String> {
    let inside = text.strip_prefix(open).ok_or_else(|| format!("'{open}' is missing before '{text}'"))?;
    let (inside, after) = inside.split_once(close).ok_or_else(|| format!("'{close}' is missing after '{text}'"))?;
    if inside.is_empty() { Err(format!("nothing stands between the signs in '{text}'")) } else { Ok((inside, after)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(file: &str) -> Option<(Leaf, String)> {
        (file == "README.md").then(|| (Leaf::Shared, "All games".to_owned()))
    }

    #[test]
    fn dress_is_told_from_words() {
        let words = |text: &str| Inline::Words(text.to_owned());
        let read = read("A *set* of **`w` and b**: [README.md](README.md).", &leaf).expect("a line");
        let strong = vec![Inline::Code("w".to_owned()), words(" and b")];
        let link = Inline::Link { words: vec![words("All games")], to: Leaf::Shared };
        let expected =
            [words("A "), Inline::Stressed(vec![words("set")]), words(" of "), Inline::Strong(strong), words(": ")];
        assert_eq!(read[..5], expected);
        assert_eq!(read[5..], [link, words(".")]);
    }

    #[test]
    fn what_is_not_closed_or_leads_nowhere_is_told() {
        for line in ["a `b", "a *b", "**", "[a](b.md)", "[a]", "[a](README.md", r"a \* b", "![a](README.md)", "<b>"] {
            assert!(read(line, &leaf).is_err(), "{line}");
        }
    }
}
