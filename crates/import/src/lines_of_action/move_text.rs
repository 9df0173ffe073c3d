//! Plain lists of moves: Little Golem's text, and action strings of OpenSpiel.

use halfboard_rules::record::RecordError;

use super::tags::{date, tidy};
use super::transcript::{Transcript, WrittenTurn};
use super::words::{TurnWord, parse_result, parse_turn};
use super::{GAME, OPENSPIEL, or_without_repetition};
use crate::{GameFormat, ImportedGame};

/// Headings of Little Golem's text and our tags.
const HEADINGS: [(&str, &str); 9] = [
    ("black", "Black"),
    ("white", "White"),
    ("player 1", "Black"),
    ("player 2", "White"),
    ("tournament", "Event"),
    ("event", "Event"),
    ("date", "Date"),
    ("game", "Name"),
    ("started", "Date"),
];

/// Reads games as Little Golem shows them: headings such as `Black: Ann`, then numbered moves such as `1.b1-b3 2.a2-c2`
/// or `1. b1b3 a2c2`. An empty line or another heading after the moves begins the next game.
pub(crate) fn read_little_golem(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    let mut games: Vec<Transcript> = Vec::new();
    let mut in_moves = false;
    for (row, line) in text.lines().zip(1..) {
        let heading = heading(row);
        if games.is_empty() || in_moves && (heading.is_some() || row.trim().is_empty()) {
            if row.trim().is_empty() {
                in_moves = false;
                games.push(Transcript::default());
                continue;
            }
            games.push(Transcript { line, ..Transcript::default() });
            in_moves = false;
        }
        let Some(transcript) = games.last_mut().filter(|_| !row.trim().is_empty()) else { continue };
        transcript.line = if transcript.line == 0 { line } else { transcript.line };
        match heading {
            Some(("result", value)) => transcript.result = parse_result(value),
            Some((name, value)) => {
                if let Some((_, tag)) = HEADINGS.iter().find(|(theirs, _)| *theirs == name) {
                    let value = if *tag == "Date" { date(value) } else { tidy(value) };
                    transcript.tags.push(((*tag).to_owned(), value));
                }
            }
            None => {
                in_moves = true;
                let words = row.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
                add_turns(transcript, words.map(without_number), line);
            }
        }
    }
    games.retain(|game| game.line > 0 && !(game.turns.is_empty() && game.tags.is_empty()));
    let rules = ["standard", "scrambled-eggs"].map(|setup| format!("{GAME}:setup={setup},first=black"));
    finish(games, &or_without_repetition(rules.to_vec()), GameFormat::LittleGolem)
}

/// Reads games as lists of action strings, one on each line: `b1-b3 a2xc4`, in brackets and quotation marks or not. An
/// action may be given by its number instead.
pub(crate) fn read_openspiel(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    let mut games = Vec::new();
    for (row, line) in text.lines().zip(1..).filter(|(row, _)| !row.trim().is_empty() && !row.starts_with('#')) {
        let mut transcript = Transcript { line, ..Transcript::default() };
        let words = row.split(|c: char| c.is_whitespace() || "[](),'\"".contains(c));
        add_turns(&mut transcript, words.map(|word| action(word).unwrap_or_else(|| word.to_owned())), line);
        games.push(transcript);
    }
    finish(games, &[format!("{GAME}:{OPENSPIEL}")], GameFormat::OpenSpiel)
}

/// Returns whether a line is a list of moves and nothing else.
pub(crate) fn is_moves(line: &str) -> bool {
    let words = line.split(|c: char| c.is_whitespace() || "[](),'\"".contains(c)).filter(|word| !word.is_empty());
    let mut count = 0;
    let all = words.inspect(|_| count += 1).all(|word| matches!(parse_turn(word), Some(TurnWord::Move(_))));
    all && count > 0
}

/// Returns whether a line has numbered moves, such as `1.b1-b3`.
pub(crate) fn is_numbered_moves(line: &str) -> bool {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && rest.strip_prefix('.').is_some_and(|rest| rest.split_whitespace().next().is_some_and(is_move_word))
}

fn is_move_word(word: &str) -> bool {
    matches!(parse_turn(word.trim_end_matches([',', ';'])), Some(TurnWord::Move(_)))
}

fn add_turns(transcript: &mut Transcript, words: impl Iterator<Item = String>, line: usize) {
    for text in words.filter(|word| !word.is_empty()) {
        match parse_result(&text).filter(|_| !is_move_word(&text)) {
            Some(result) => transcript.result = Some(result),
            None => transcript.turns.push(WrittenTurn { line, color: None, text, comments: Vec::new() }),
        }
    }
}

fn finish(games: Vec<Transcript>, rules: &[String], format: GameFormat) -> Vec<Result<ImportedGame, RecordError>> {
    let read = games.into_iter().zip(1..).map(|(mut transcript, game)| {
        transcript.game = game;
        transcript.rules = rules.to_vec();
        let line = transcript.line;
        transcript.record().map(|record| ImportedGame { record, game, line, format, variations: Vec::new() })
    });
    read.collect()
}

/// Returns a word without the number of a move before it.
fn without_number(word: &str) -> String {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.').to_owned() } else { word.to_owned() }
}

/// Splits a heading, such as `Black: Ann`.
fn heading(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim().to_lowercase();
    let known = HEADINGS.iter().map(|(theirs, _)| *theirs).chain(["result", "winner"]);
    let known = known.into_iter().find(|theirs| *theirs == name)?;
    Some((if known == "winner" { "result" } else { known }, value.trim()))
}

/// Returns the move of an action number: origin row and file, target row and file, and whether it captures, in mixed
/// base 8, 8, 8, 8, 2.
fn action(word: &str) -> Option<String> {
    let number: u32 = word.parse().ok().filter(|number| *number < 8192)?;
    let digit = |place: u32| ((number / 2 / 8_u32.pow(place)) % 8) as u8;
    let square = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), char::from(b'1' + rank));
    Some(format!("{}-{}", square(digit(2), digit(3)), square(digit(0), digit(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_numbered_by_their_squares() {
        // b1 is row 0, file 1; b3 row 2, file 1: (((0 * 8 + 1) * 8 + 2) * 8 + 1) * 2.
        assert_eq!(action("162").as_deref(), Some("b1-b3"));
        assert_eq!(action("163").as_deref(), Some("b1-b3"), "a capture has the same squares");
        assert_eq!(action("8192"), None);
    }
}
