//! PGN of PlayStrategy: the tags and moves of chess, for Lines of Action and Scrambled Eggs.
//!
//! The first player, whom PGN calls White, plays the black checkers: the result `1-0` is a win for Black.

use halfboard_rules::game::Color;
use halfboard_rules::record::{Declared, RecordError};

use super::tags::{date, tidy};
use super::transcript::{Transcript, WrittenTurn};
use super::{GAME, PLAYSTRATEGY, or_without_repetition};
use crate::{GameFormat, ImportedGame};

/// Tags of other names. The player who begins is White in PGN, and first, or P1.
const RENAMED: [(&str, &str); 8] = [
    ("White", "Black"),
    ("Black", "White"),
    ("P1", "Black"),
    ("P2", "White"),
    ("WhiteElo", "BlackRating"),
    ("BlackElo", "WhiteRating"),
    ("P1Elo", "BlackRating"),
    ("P2Elo", "WhiteRating"),
];

/// Reads one game, which begins on this line of its file.
pub(crate) fn read(text: &str, game: usize, line: usize) -> Result<ImportedGame, RecordError> {
    let mut reader = PgnReader { transcript: Transcript { game, line, ..Transcript::default() }, setup: None };
    let mut moves = String::new();
    let mut lines = Vec::new();
    for (row, number) in text.lines().zip(line..) {
        match tag(row).filter(|_| moves.trim().is_empty()) {
            Some((name, value)) => reader.tag(number, name, value)?,
            None => {
                moves.push_str(row);
                moves.push('\n');
                lines.push(number);
            }
        }
    }
    reader.moves(&moves, lines.first().copied().unwrap_or(line));
    let setup = reader.setup;
    let mut transcript = reader.transcript;
    let setups: &[&str] = match setup {
        Some(true) => &["scrambled-eggs"],
        Some(false) => &["standard"],
        None => &["standard", "scrambled-eggs"],
    };
    let rules = setups.iter().map(|setup| format!("{GAME}:setup={setup},{PLAYSTRATEGY}")).collect();
    transcript.rules = or_without_repetition(rules);
    let record = transcript.record()?;
    Ok(ImportedGame { record, game, line, format: GameFormat::PlayStrategy, variations: Vec::new() })
}

struct PgnReader {
    transcript: Transcript,
    /// Whether the set-up is that of Scrambled Eggs, if the tags say so.
    setup: Option<bool>,
}

impl PgnReader {
    fn tag(&mut self, line: usize, name: &str, value: &str) -> Result<(), RecordError> {
        match name {
            "Result" => self.transcript.result = self.transcript.result.or_else(|| result(value)),
            "Termination" | "FEN" | "SetUp" | "GameType" | "Variant" => {}
            _ => {
                let name = RENAMED.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours);
                let value = if name.ends_with("Date") { date(value) } else { tidy(value) };
                if !value.is_empty() && value != "?" {
                    self.transcript.tags.push((name.to_owned(), value));
                }
            }
        }
        match name {
            "Variant" => {
                let letters: String = value.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
                self.setup = match letters.as_str() {
                    "linesofaction" | "loa" => Some(false),
                    "scrambledeggs" => Some(true),
                    _ => {
                        let valid = "this is another game; valid are Lines Of Action and Scrambled Eggs";
                        return Err(self.transcript.error(line, value, valid));
                    }
                };
            }
            "FEN" => self.transcript.position = Some(position(value)),
            "Termination" if value.to_lowercase().contains("time") => self.add_reason(Declared::Time),
            "Termination" if value.to_lowercase().contains("abandon") => self.add_reason(Declared::Abandoned),
            _ => {}
        }
        Ok(())
    }

    /// Adds the reason to a result that names a winner.
    fn add_reason(&mut self, why: Declared) {
        if let Some((Some(_), reason)) = &mut self.transcript.result {
            *reason = why;
        }
    }

    /// Reads the moves; comments are kept, variations and move numbers are not.
    fn moves(&mut self, text: &str, first_line: usize) {
        let mut line = first_line;
        let mut depth = 0_usize;
        let mut word = String::new();
        let mut comment: Option<String> = None;
        for c in text.chars().chain(['\n']) {
            match (&mut comment, c) {
                (Some(words), '}') => {
                    let words = tidy(words);
                    comment = None;
                    let turns = &mut self.transcript.turns;
                    let place = turns.last_mut().map_or(&mut self.transcript.preface, |turn| &mut turn.comments);
                    // Clocks are not comments.
                    if depth == 0 && !words.is_empty() && !words.starts_with("[%") {
                        place.push(words);
                    }
                }
                (Some(words), c) => words.push(c),
                (None, c) if c.is_whitespace() || "{()".contains(c) => {
                    if depth == 0 {
                        self.word(&word, line);
                    }
                    word.clear();
                    match c {
                        '{' => comment = Some(String::new()),
                        '(' => depth += 1,
                        ')' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                }
                (None, c) => word.push(c),
            }
            line += usize::from(c == '\n');
        }
    }

    fn word(&mut self, word: &str, line: usize) {
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if after_number.starts_with('.') { after_number.trim_start_matches('.') } else { word };
        // `$1` is a glyph, such as a good move.
        if word.is_empty() || word == "*" || word.starts_with('$') {
        } else if let Some(stated) = result(word) {
            self.transcript.result = self.transcript.result.or(Some(stated));
        } else {
            let turn = WrittenTurn { line, color: None, text: word.to_owned(), comments: Vec::new() };
            self.transcript.turns.push(turn);
        }
    }
}

/// Returns the result for us of a result that names the first player first.
fn result(text: &str) -> Option<(Option<Color>, Declared)> {
    match text.trim() {
        "1-0" => Some((Some(Color::Black), Declared::Unstated)),
        "0-1" => Some((Some(Color::White), Declared::Unstated)),
        "1/2-1/2" | "½-½" => Some((None, Declared::Unstated)),
        _ => None,
    }
}

/// Returns our position string for a FEN, in which `L` are the checkers of the first player and `w` is that player.
fn position(fen: &str) -> String {
    let mut fields = fen.split_whitespace();
    let board = fields.next().unwrap_or("").replace('L', "b").replace('l', "w");
    let turn = if fields.next() == Some("b") { 'w' } else { 'b' };
    format!("{board} {turn} - -")
}

/// Splits a tag, such as `[White "Ann"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}
