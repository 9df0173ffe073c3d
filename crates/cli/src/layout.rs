//! Laying out text for people: wrapped sentences and lists in columns. Knows how wide lines may be, knows no game.

use crate::phrases::play as phrases;

/// The width where nothing else is known: that of a terminal since there have been any.
const WIDTH: usize = 80;

/// How wide lines may be: what the shell says in `COLUMNS`, if that is a width that can be read.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.filter(|columns| (40..=120).contains(columns)).unwrap_or(WIDTH)
}

/// Wraps a line at spaces; the lines that it goes on in are indented by `hang`. Spaces inside a line stay as they are,
/// since they may align it with others.
pub(crate) fn wrap(line: &str, hang: usize) -> String {
    wrap_to(line, hang, width())
}

fn wrap_to(line: &str, hang: usize, width: usize) -> String {
    let mut done = String::new();
    let mut now = String::new();
    for (index, word) in line.split(' ').enumerate() {
        if index > 0 && seen(&now) + 1 + seen(word) > width && now.chars().any(|c| c != ' ') {
            done += now.trim_end();
            done.push('\n');
            now = " ".repeat(hang);
        } else if index > 0 {
            now.push(' ');
        }
        now += word;
    }
    done + now.trim_end()
}

/// How many columns a text takes: its escape sequences for colours take none.
fn seen(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().chars().count();
    first + parts.map(|part| part.split_once('m').map_or(0, |(_, text)| text.chars().count())).sum::<usize>()
}

/// Items in columns, indented, read from left to right.
pub(crate) fn columns(items: &[String]) -> String {
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0);
    let per_line = (width().saturating_sub(4) / (longest + 2)).max(1);
    let lines = items.chunks(per_line).map(|line| {
        let line: String = line.iter().map(|item| format!("{item:<longest$}  ")).collect();
        format!("  {}", line.trim_end())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The first items in a row, and how many more there are.
pub(crate) fn join_truncated(items: &[String]) -> String {
    const MOST: usize = 12;
    let row = items.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match items.len().checked_sub(MOST) {
        None | Some(0) => row,
        Some(more) => phrases::and_more(row, more),
    }
}

#[cfg(test)]
mod tests {
    use super::{join_truncated, wrap_to};

    #[test]
    fn lines_are_wrapped_at_spaces_and_hang() {
        assert_eq!(wrap_to("  one two three", 4, 10), "  one two\n    three");
        assert_eq!(wrap_to("a     b c", 6, 9), "a     b c", "spaces that align stay");
        assert_eq!(wrap_to("a     b c", 6, 8), "a     b\n      c");
        assert_eq!(wrap_to("unbreakable", 2, 4), "unbreakable");
        assert_eq!(
            wrap_to("\x1b[31mred\x1b[0m and more", 0, 7),
            "\x1b[31mred\x1b[0m and\nmore",
            "colours take no room"
        );
        assert_eq!(wrap_to("", 2, 4), "");
    }

    #[test]
    fn a_row_says_how_much_it_leaves_out() {
        let items: Vec<String> = (1..=14).map(|n| n.to_string()).collect();
        assert_eq!(join_truncated(&items[..3]), "1, 2, 3");
        assert_eq!(join_truncated(&items), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more");
    }
}
