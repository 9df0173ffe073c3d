//! Text layout: wrapped sentences and lists in columns.

use terminal_size::{Width, terminal_size};

use crate::phrases::play as phrases;

/// The line width in characters if the output is not a terminal.
const DEFAULT_WIDTH: usize = 80;

/// Returns the maximum line width: `COLUMNS` if it is set, else the width of the terminal. Longer lines are hard to read, and
/// boards need 40 columns.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size().map(|(Width(columns), _)| usize::from(columns));
    columns.or_else(terminal).map_or(DEFAULT_WIDTH, |columns| columns.clamp(40, 120))
}

/// Wraps a line at spaces, and indents the following lines by `hang`. Keeps spaces inside a line, since they may align it.
pub(crate) fn wrap(line: &str, hang: usize) -> String {
    wrap_to(line, hang, width())
}

fn wrap_to(line: &str, hang: usize, width: usize) -> String {
    let mut done = String::new();
    let mut now = String::new();
    for (index, word) in line.split(' ').enumerate() {
        if index > 0 && display_width(&now) + 1 + display_width(word) > width && now.chars().any(|c| c != ' ') {
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

/// Returns the number of columns that a text takes; escape sequences for colours take none.
fn display_width(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().chars().count();
    first + parts.map(|part| part.split_once('m').map_or(0, |(_, text)| text.chars().count())).sum::<usize>()
}

/// Lays out items in indented columns, from left to right.
pub(crate) fn columns(items: &[String]) -> String {
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0);
    let per_line = (width().saturating_sub(4) / (longest + 2)).max(1);
    let lines = items.chunks(per_line).map(|line| {
        let line: String = line.iter().map(|item| format!("{item:<longest$}  ")).collect();
        format!("  {}", line.trim_end())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Joins the first items with commas, and says how many more there are.
pub(crate) fn join_truncated(items: &[String]) -> String {
    const MAX_ITEMS: usize = 12;
    let row = items.iter().take(MAX_ITEMS).map(String::as_str).collect::<Vec<_>>().join(", ");
    match items.len().checked_sub(MAX_ITEMS) {
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
