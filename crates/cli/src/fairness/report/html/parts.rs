//! Building blocks of the page: cards, rows and tables.

use std::fmt::Write;

use super::svg::{self, PlotLabel, escape};
use crate::fairness::report::Subject;

/// Returns a card.
pub(super) fn section(title: &str, words: &str, inside: &str) -> String {
    let (title, words) = (escape(title), escape(words));
    format!("<section class=\"card\">\n<h2>{title}</h2>\n<p class=\"faint\">{words}</p>\n{inside}</section>\n")
}

/// Returns a row with a name, a plot and a figure, which is markup.
pub(super) fn row(name: &str, plot: &str, figure: &str) -> String {
    format!(
        "<div class=\"row\"><div class=\"name\">{name}</div><div>{plot}</div>\
         <div class=\"figure\">{figure}</div></div>\n"
    )
}

/// Returns the name and the rules string as markup.
pub(super) fn full_name(subject: &Subject) -> String {
    let rules = breakable(&subject.rules);
    if subject.name == subject.rules {
        format!("<code>{rules}</code>")
    } else {
        format!("{}<small><code>{rules}</code></small>", escape(&subject.name))
    }
}

/// Returns the name as markup.
pub(super) fn name(subject: &Subject) -> String {
    if subject.name == subject.rules { full_name(subject) } else { escape(&subject.name) }
}

/// Returns a rules string with line breaks allowed between options.
pub(super) fn breakable(rules: &str) -> String {
    escape(rules).replace(':', ":<wbr>").replace(',', ",<wbr>")
}

/// Returns the scale below rows.
pub(super) fn scale(most: f64, unit: &str) -> String {
    format!("<div class=\"row scale\"><div></div><div>{}</div><div></div></div>\n", svg::scale(most, unit))
}

/// Returns a collapsed table.
pub(super) fn details(what: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text =
        format!("<details>\n<summary>{}</summary>\n<div class=\"scroll\"><table>\n<thead><tr>", escape(what));
    for cell in head {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escape(cell));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        text += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            let _ = if column == 0 {
                write!(text, "<th scope=\"row\">{cell}</th>")
            } else {
                write!(text, "<td>{cell}</td>")
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n</details>\n"
}

/// Returns the label of a plot; kind and index make its id unique.
pub(super) fn label(index: usize, kind: &str, title: &str, words: &str) -> PlotLabel {
    PlotLabel { id: format!("{kind}-{index}"), title: title.to_owned(), words: words.to_owned() }
}
