//! Parsing and formatting the fields of position strings.

use std::fmt;

use crate::board::{Board, Square};
use crate::game::Color;

/// The error of parsing a position string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The index of the character at fault, from 0.
    pub at: usize,
    /// The problem.
    pub problem: String,
    /// The valid alternatives.
    pub valid: String,
    /// The problem as data.
    pub cause: Cause,
}

/// The problem of a position, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The text does not have the format of a position under these rules.
    Syntax,
    /// A colour, or its checkers of one kind, has more on the board than this.
    TooMany {
        /// The colour.
        color: Color,
        /// Marked or plain, if the kinds are counted separately.
        marked: Option<bool>,
        /// The maximum.
        most: u8,
    },
    /// A colour has more on the board and beside it together than this.
    TooManyTogether {
        /// The colour.
        color: Color,
        /// The maximum.
        most: u8,
    },
    /// A colour has none on the board.
    NoneOnBoard(Color),
    /// The board must be full in this phase.
    NotFull,
    /// The checkers on the board, in reserve and gone do not add up.
    DoesNotAddUp {
        /// The colour.
        color: Color,
        /// Their sum.
        total: u32,
        /// The number that the colour owns.
        owned: u8,
    },
    /// The numbers of actions do not fit the turn; the sides alternate.
    NotInTurns {
        /// The side that began.
        first: Color,
        /// The number of its actions.
        by_first: u32,
        /// The number of the other side's actions.
        by_other: u32,
    },
    /// These rules have no reserve.
    NoReserve,
    /// The side whose set left last contradicts the sets that have left.
    LastDisagrees,
    /// Both sides have already won.
    BothWon,
}

impl PositionError {
    pub(crate) fn new(at: usize, problem: impl Into<String>, valid: impl Into<String>) -> Self {
        PositionError { at, problem: problem.into(), valid: valid.into(), cause: Cause::Syntax }
    }

    /// Returns the same error with its cause.
    pub(crate) fn because(self, cause: Cause) -> Self {
        PositionError { cause, ..self }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position, character {}: {}; valid: {}", self.at + 1, self.problem, self.valid)
    }
}

impl std::error::Error for PositionError {}

/// A field of a position string and its index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
}

impl<'a> Field<'a> {
    /// Returns an error about the field as a whole.
    pub(crate) fn error(&self, problem: impl Into<String>, valid: impl Into<String>) -> PositionError {
        PositionError::new(self.at, problem, valid)
    }

    /// Returns the error that the field is none of the valid words.
    pub(crate) fn not_one_of(&self, name: &str, valid: &str) -> PositionError {
        self.error(format!("'{}' is no {name}", self.text), valid)
    }

    /// Parses the letter of a colour.
    pub(crate) fn color(&self, name: &str) -> Result<Color, PositionError> {
        let mut letters = self.text.chars();
        match (letters.next().and_then(Color::from_letter), letters.next()) {
            (Some(color), None) => Ok(color),
            _ => Err(self.not_one_of(name, "w or b")),
        }
    }

    /// Parses counts for both colours, as in `w12b0`.
    pub(crate) fn counts(&self, name: &str, most: u8) -> Result<[u8; 2], PositionError> {
        let number = |digits: &str| {
            let number: u8 = digits.parse().ok()?;
            (number <= most && number.to_string() == digits).then_some(number)
        };
        let read = || {
            let (white, black) = self.text.strip_prefix('w')?.split_once('b')?;
            Some([number(white)?, number(black)?])
        };
        read()
            .ok_or_else(|| self.not_one_of(name, &format!("w and b, each with a number up to {most}, as in w0b{most}")))
    }
}

/// Formats counts for both colours.
pub(crate) fn format_counts(counts: [u8; 2]) -> String {
    format!("w{}b{}", counts[0], counts[1])
}

/// Splits a position string into exactly `N` fields, whose names are given for the error.
pub(crate) fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[Field<'a>; N], PositionError> {
    let valid = || format!("{N} fields separated by one space: {}", names.join(" "));
    if let Some((at, bad)) = text.char_indices().find(|&(_, c)| !c.is_ascii_graphic() && c != ' ') {
        return Err(PositionError::new(at, format!("{bad:?} cannot be part of a position"), valid()));
    }
    let mut at = 0;
    let mut found = Vec::with_capacity(N);
    for word in text.split(' ') {
        if word.is_empty() {
            return Err(PositionError::new(at, "a field is empty", valid()));
        }
        found.push(Field { text: word, at });
        at += word.len() + 1;
    }
    let count = found.len();
    let end = text.len();
    // The first field too many, or the place where one is missing.
    let wrong = found.get(N).map_or(end, |field| field.at);
    found.try_into().map_err(|_| PositionError::new(wrong, format!("the number of fields is {count}"), valid()))
}

/// Parses a board field. Calls `put` with each occupied square, the checkers there from bottom to top, and the index of
/// the character. Piles are in brackets if `tallest` is above 1.
pub(crate) fn parse_board(
    field: Field<'_>,
    board: Board,
    letters: &str,
    tallest: usize,
    mut put: impl FnMut(Square, &str, usize) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let piles = if tallest > 1 { ", piles in brackets" } else { "" };
    let valid = || {
        let letters = letters.chars().map(String::from).collect::<Vec<_>>().join(", ");
        format!("{} rows of 8 squares joined by /: {letters}, digits 1 to 8 for empty squares{piles}", board.rows())
    };
    let error = |at: usize, problem: String| Err(PositionError::new(field.at + at, problem, valid()));
    let rows: Vec<&str> = field.text.split('/').collect();
    if rows.len() != board.rows() {
        return error(0, format!("the board has {} rows", rows.len()));
    }
    let mut row_start = 0;
    for (row, squares) in rows.iter().zip(board.rows_from_top()) {
        let mut column = 0;
        let mut after_digit = false;
        let mut rest = *row;
        while let Some(first) = rest.chars().next() {
            let at = row_start + row.len() - rest.len();
            if let Some(empty @ 1..=8) = first.to_digit(10) {
                if after_digit {
                    return error(at, format!("the digit {first} follows a digit"));
                }
                after_digit = true;
                column += empty as usize;
                rest = &rest[1..];
            } else {
                after_digit = false;
                let (pile, length) = if first == '(' && tallest > 1 {
                    let Some(end) = rest.find(')') else { return error(at, "a bracket is not closed".into()) };
                    let pile = &rest[1..end];
                    if pile.len() < 2 || pile.len() > tallest {
                        return error(at, format!("brackets hold 2 to {tallest} checkers, not {}", pile.len()));
                    }
                    (pile, end + 1)
                } else {
                    (&rest[..first.len_utf8()], first.len_utf8())
                };
                if let Some(bad) = pile.chars().find(|&c| !letters.contains(c)) {
                    return error(at, format!("'{bad}' is no checker"));
                }
                match squares.get(column) {
                    Some(&square) => put(square, pile, field.at + at)?,
                    None => return error(at, "this row has more than 8 squares".into()),
                }
                column += 1;
                rest = &rest[length..];
            }
            if column > 8 {
                return error(at, "this row has more than 8 squares".into());
            }
        }
        if column < 8 {
            return error(row_start, format!("this row has {column} squares"));
        }
        row_start += row.len() + 1;
    }
    Ok(())
}

/// Formats a board field. `pile` returns the checkers of a square from bottom to top, or an empty string.
pub(crate) fn format_board(board: Board, pile: impl Fn(Square) -> String) -> String {
    let mut text = String::with_capacity(40);
    for (nth, row) in board.rows_from_top().enumerate() {
        if nth > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for square in row {
            let pile = pile(square);
            if pile.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            if pile.len() == 1 {
                text.push_str(&pile);
            } else {
                text.push('(');
                text.push_str(&pile);
                text.push(')');
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text
}

/// Returns whether the numbers of actions fit the turn: equal if the side that began is next, otherwise that side is
/// one ahead. If both have done everything, either may be next.
pub(crate) fn acted_in_turns(by_first: u32, by_other: u32, first_is_next: bool, all: u32) -> bool {
    let ahead = !first_is_next && by_other < all;
    by_first == by_other + u32::from(ahead)
}

/// Parses a half board with at most one checker per square and at most `most` of a colour.
pub(crate) fn parse_half(field: Field<'_>, most: u32) -> Result<[u32; 2], PositionError> {
    let mut bits = [0u32; 2];
    parse_board(field, Board::Half, "wb", 1, |square, letter, at| {
        let color = if letter == "w" { Color::White } else { Color::Black };
        bits[color.index()] |= square.bit32();
        if bits[color.index()].count_ones() > most {
            let problem = format!("{color} has more than {most} checkers");
            let cause = Cause::TooMany { color, marked: None, most: most as u8 };
            return Err(PositionError::new(at, problem, format!("at most {most} a side")).because(cause));
        }
        Ok(())
    })?;
    Ok(bits)
}

/// Formats a half board with at most one checker per square.
pub(crate) fn format_half(bits: [u32; 2]) -> String {
    format_board(Board::Half, |square| {
        let color = Color::BOTH.into_iter().find(|color| bits[color.index()] & square.bit32() != 0);
        color.map(|color| color.letter().to_string()).unwrap_or_default()
    })
}

/// Returns the candidates most similar to a mistyped word, best first, at most `most`. Those that begin with it come
/// first.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let begins = |candidate: &str| {
        let beginning = candidate.get(..word.len());
        !word.is_empty() && beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    };
    let rank = |candidate: &'a str| (!begins(candidate), edit_distance(word, candidate), candidate);
    let mut ranked: Vec<(bool, usize, &str)> = candidates.into_iter().map(rank).collect();
    ranked.sort_unstable();
    ranked.into_iter().take(most).map(|(_, _, candidate)| candidate).collect()
}

/// Returns the Levenshtein distance in halves: a letter in the other case counts one half.
fn edit_distance(a: &str, b: &str) -> usize {
    // A hostile word may be megabytes long; beyond this length nothing is near anyway.
    let a: Vec<char> = a.chars().take(40).collect();
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).map(|n| 2 * n).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = 2 * (i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = match x {
                _ if x == y => 0,
                _ if x.eq_ignore_ascii_case(y) => 1,
                _ => 2,
            };
            let best = (diagonal + change).min(row[j] + 2).min(row[j + 1] + 2);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_words_come_first() {
        assert_eq!(nearest("B1b3", ["b1b3", "g1g3", "b1d3"], 2), ["b1b3", "b1d3"]);
        assert_eq!(nearest("A8", ["A1", "A2", "A8h", "A8v", "B8"], 3), ["A8h", "A8v", "A1"]);
        assert_eq!(edit_distance("", "ab"), 4);
        assert_eq!(edit_distance("abc", "abc"), 0);
        assert_eq!(edit_distance("abc", "ac"), 2);
    }

    #[test]
    fn counts_are_read_in_their_one_form() {
        let read = |text| Field { text, at: 0 }.counts("reserve", 12).ok();
        assert_eq!(read("w12b0"), Some([12, 0]));
        for bad in ["w13b0", "w012b0", "b0w0", "w0", "w0b", "w+1b0", "w0b0 ", ""] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }
}
