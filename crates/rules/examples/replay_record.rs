//! Replays the games of a record file and prints every position.
//!
//! `cargo run -p halfboard-rules --example replay_record -- games.txt`

use halfboard_rules::record::{self, RecordError};

/// A record to use if no file is given.
pub(crate) const SAMPLE: &str = "[Game \"j\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. A5 {a start} B8 2. D4 *\n";

/// Returns one line per move of every game in the text: the move and the position after it.
pub(crate) fn replay(text: &str) -> Result<Vec<String>, RecordError> {
    let mut lines = Vec::new();
    for record in record::parse(text)? {
        let moves = record.turns().iter().map(|turn| turn.mv.as_str());
        let mut session = record.session();
        while session.undo() {}
        for mv in moves {
            session.redo();
            lines.push(format!("{mv}: {}", session.position()));
        }
        lines.extend(session.ending().map(|ending| ending.to_string()));
    }
    Ok(lines)
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).map_or(Ok(SAMPLE.to_owned()), std::fs::read_to_string)?;
    for line in replay(&text)? {
        println!("{line}");
    }
    Ok(())
}
