//! Lines of Action as other programs and servers write it.

pub(crate) mod move_text;
pub(crate) mod pgn;
mod san;
pub(crate) mod sgf;
mod tags;
mod transcript;
mod words;

/// The id of the game in rules strings.
const GAME: &str = "lines-of-action";

/// The options that OpenSpiel plays by.
const OPENSPIEL: &str = "first=black,stuck=loses,repetition=second";

/// The options that PlayStrategy plays by.
const PLAYSTRATEGY: &str = "first=black,both-united=draw,stuck=draw";

/// Returns rules strings, and after them the same without a draw by repetition: some games went on after one.
fn or_without_repetition(mut rules: Vec<String>) -> Vec<String> {
    let others = rules.clone().into_iter().map(|rules| {
        let separator = if rules.contains(':') { ',' } else { ':' };
        format!("{rules}{separator}repetition=none")
    });
    rules.extend(others);
    rules
}
