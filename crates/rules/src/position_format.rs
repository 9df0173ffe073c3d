//! The format of a game's position strings as data, for position editors: which checkers a square can hold, which
//! fields follow the board, and their values. Only parsing decides whether a position is valid.

use crate::board::Board;
use crate::game::Color;
use crate::present::Checker;
use crate::text::{Field, format_board, parse_board};

/// The format of position strings under some rules: a board, and the fields after it, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFormat {
    /// Whether there are marked checkers besides the plain ones.
    pub marked: bool,
    /// The maximum number of checkers on a square.
    pub tallest: u8,
    /// The fields after the board.
    pub fields: &'static [PositionField],
}

impl PositionFormat {
    /// Creates the format of a board with at most one plain checker per square.
    #[must_use]
    pub const fn plain(fields: &'static [PositionField]) -> PositionFormat {
        PositionFormat { marked: false, tallest: 1, fields }
    }
}

/// A field of a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionField {
    /// The name.
    pub name: FieldName,
    /// The possible values.
    pub values: FieldValues,
}

/// The name of a field of a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldName {
    /// The side or seat to move.
    Turn,
    /// The phase of the game.
    Phase,
    /// The colours of the seats.
    Seats,
    /// Whether the first or the second of two partners moves.
    Pair,
    /// Checkers that have yet to come onto the board.
    Reserve,
    /// Checkers that have yet to be dropped.
    Stock,
    /// Sets of four that have left.
    Sets,
    /// The side whose set left last, once or twice in a row.
    Last,
}

/// The possible values of a field of a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of the words that go with the phase.
    ByPhase(&'static [(&'static str, &'static [&'static str])]),
    /// A number for each colour, up to this.
    Counts(u8),
    /// The checkers of each colour that are not on the board, of this total.
    Rest(u8),
}

/// Creates a field with one of these words.
pub(crate) const fn words(name: FieldName, words: &'static [&'static str]) -> PositionField {
    PositionField { name, values: FieldValues::Words(words) }
}

/// Creates a field with a number for each colour.
pub(crate) const fn counts(name: FieldName, most: u8) -> PositionField {
    PositionField { name, values: FieldValues::Counts(most) }
}

/// The turn in a game of two players.
pub(crate) const TURN: PositionField = words(FieldName::Turn, &["w", "b"]);

/// Returns the letter of a checker in position strings.
#[must_use]
pub const fn letter(checker: Checker) -> char {
    match (checker.color, checker.marked) {
        (Color::White, false) => 'w',
        (Color::White, true) => 'W',
        (Color::Black, false) => 'b',
        (Color::Black, true) => 'B',
    }
}

/// Parses a board field into piles by square, each from bottom to top, or returns `None` if it is not one. The number
/// and kind of checkers are not checked.
#[must_use]
pub fn parse_piles(board: Board, text: &str) -> Option<Vec<Vec<Checker>>> {
    const HIGH: usize = 12;
    let mut piles = vec![Vec::new(); board.size()];
    parse_board(Field { text, at: 0 }, board, "wbWB", HIGH, |square, letters, _| {
        let checkers = letters.chars().map(|letter| {
            let color = if letter.eq_ignore_ascii_case(&'w') { Color::White } else { Color::Black };
            Checker { color, marked: letter.is_ascii_uppercase() }
        });
        piles[square.index()] = checkers.collect();
        Ok(())
    })
    .ok()?;
    Some(piles)
}

/// Formats piles by square, each from bottom to top, as a board field.
#[must_use]
pub fn format_piles(board: Board, piles: &[Vec<Checker>]) -> String {
    format_board(board, |square| {
        piles.get(square.index()).into_iter().flatten().map(|checker| letter(*checker)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_start_has_the_form_of_its_rules() {
        for preset in registry::games().iter().flat_map(|game| game.presets()) {
            let rules = registry::rules(&preset.rules).expect("valid");
            let position = rules.start(0).position();
            let form = rules.position_format();
            let mut words = position.split(' ');
            let board = rules.info().board;
            let text = words.next().expect("a board");
            let piles = parse_piles(board, text).expect("a board");
            assert_eq!(format_piles(board, &piles), text);
            let words: Vec<&str> = words.collect();
            assert_eq!(words.len(), form.fields.len(), "{position}");
            let phase = form.fields.iter().position(|field| field.name == FieldName::Phase).map(|at| words[at]);
            for (word, field) in words.iter().zip(form.fields) {
                let fits = match field.values {
                    FieldValues::Words(all) => all.contains(word),
                    FieldValues::ByPhase(phases) => {
                        phases.iter().any(|(at, all)| Some(*at) == phase && all.contains(word))
                    }
                    FieldValues::Counts(most) | FieldValues::Rest(most) => {
                        Field { text: word, at: 0 }.counts("", most).is_ok()
                    }
                };
                assert!(fits, "{position}: {word}");
            }
        }
    }

    #[test]
    fn what_is_no_board_is_not_read() {
        for text in ["", "8/8/8", "8/8/8/9", "8/8/8/8/8", "8/8/8/7x", "(w/8/8/8", "8/8/8/44w"] {
            assert_eq!(parse_piles(Board::Half, text), None, "{text}");
        }
    }
}
