//! The position editor without its user interface: a draft that may be illegal, its validation by the rules, and fixes
//! for it. No game is named here.

mod draft;
mod fix;

use halfboard_rules::board::{Board, Square};
use halfboard_rules::position_format::FieldName;
use halfboard_rules::registry::Rules;
use halfboard_rules::session::Session;
use halfboard_rules::text::{Cause, PositionError};

pub use draft::{Draft, FieldContent};
pub use fix::{Change, PositionFix, fixes};

/// The error of an invalid position, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPosition {
    /// The error of the rules.
    pub error: PositionError,
    /// The square at fault, if one is.
    pub square: Option<Square>,
    /// The field at fault, if it is not the board.
    pub field: Option<FieldName>,
}

/// Returns the game that starts at a position. Fails if the position is invalid.
pub fn judge(rules: &dyn Rules, text: &str) -> Result<Box<dyn Session>, InvalidPosition> {
    rules.position(text).map_err(|error| {
        let before = text.get(..error.at).unwrap_or(text);
        let (square, field) = match before.matches(' ').count() {
            // Errors about the board as a whole point at its first character.
            0 if error.at == 0 && !is_of_a_square(error.cause) => (None, None),
            0 => (square_at(rules.info().board, text, error.at), None),
            nth => (None, rules.position_format().fields.get(nth - 1).map(|field| field.name)),
        };
        InvalidPosition { error, square, field }
    })
}

fn is_of_a_square(cause: Cause) -> bool {
    matches!(cause, Cause::TooMany { .. } | Cause::TooManyTogether { .. })
}

/// Returns the occupied square that a character of the board field begins, if any.
fn square_at(board: Board, text: &str, at: usize) -> Option<Square> {
    let (mut row, mut column, mut inside) = (0, 0, false);
    for (index, letter) in text.char_indices() {
        if index == at {
            let occupied = letter == '(' || letter.is_ascii_alphabetic();
            return board.rows_from_top().nth(row)?.get(column).copied().filter(|_| occupied);
        }
        match letter {
            '/' => (row, column) = (row + 1, 0),
            '(' => inside = true,
            ')' => (column, inside) = (column + 1, false),
            _ if inside => {}
            _ => column += letter.to_digit(10).map_or(1, |empty| empty as usize),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use halfboard_rules::game::Color;
    use halfboard_rules::registry;

    use super::*;

    #[test]
    fn the_square_or_the_field_at_fault_is_found() {
        let judged =
            |rules: &str, text: &str| judge(&*registry::rules(rules).expect("valid"), text).expect_err("wrong");
        let first = judged("stacks-in-action", "(www)2(bw)4/8/8/8 w w12b0");
        assert_eq!(first.square, Some(Square::new(0)));
        let stacks = judged("stacks-in-action", "b2(www)4/8/8/8 w w12b0");
        assert_eq!(stacks.square.map(|square| Board::Half.name(square)), Some("A4".to_owned()));
        assert_eq!(stacks.error.cause, Cause::TooManyTogether { color: Color::White, most: 12 });
        let lines = judged("lines-of-action", "8/8/8/8/8/w7/wwwwwwww/wwww4 w - -");
        assert_eq!(lines.square.map(|square| Board::Full.name(square)), Some("d1".to_owned()));
        let sllim = judged("sllim", "8/8/8/8 w w0b0 w0b0 -");
        assert_eq!((sllim.square, sllim.field), (None, Some(FieldName::Reserve)));
        let full = judged("sight-reduction:setup=fair", "w7/8/8/8 1 swap --");
        assert_eq!((full.square, full.field, full.error.cause), (None, None, Cause::NotFull));
        assert!(judge(&*registry::rules("j").expect("valid"), "8/8/8/8 w w12b12").is_ok());
    }
}
