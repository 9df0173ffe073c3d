//! Formats records.

use super::{Record, Start};

const WIDTH: usize = 100;

/// Formats records one after the other, as [`super::parse`] reads them.
#[must_use]
pub fn format(records: &[Record]) -> String {
    records.iter().map(format_one).collect::<Vec<_>>().join("\n")
}

fn format_one(record: &Record) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escape_tag(value)));
    };
    tag("Game", &record.rules);
    match &record.start {
        Start::Seed(0) => {}
        Start::Seed(seed) => tag("Seed", &seed.to_string()),
        Start::Position(position) => tag("Position", position),
    }
    for (name, value) in &record.tags {
        tag(name, value);
    }
    let (result, reason) = record.finish.result_and_reason();
    tag("Result", &result);
    if !matches!(reason, "" | "-") {
        tag("Reason", reason);
    }
    text.push('\n');
    push_turns(&mut text, record, &result);
    text
}

fn push_turns(text: &mut String, record: &Record, result: &str) {
    let round = super::round(record.seats);
    let mut column = 0;
    let mut put = |word: &str| {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column = word.rsplit_once('\n').map_or(column + width, |(_, last)| last.chars().count().max(1));
    };
    let comment = |words: &String| format!("{{{}}}", escape_comment(words));
    for words in &record.preface {
        put(&comment(words));
    }
    for (ply, turn) in record.turns.iter().enumerate() {
        if ply % round == 0 {
            put(&format!("{}. {}", ply / round + 1, turn.mv));
        } else {
            put(&turn.mv);
        }
        for words in &turn.comments {
            put(&comment(words));
        }
    }
    put(result);
    text.push('\n');
}

/// Escapes the characters that would break a tag.
fn escape_tag(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}

/// Escapes the characters that would end a comment.
fn escape_comment(words: &str) -> String {
    words.replace('\\', "\\\\").replace('}', "\\}")
}
