//! Marks that an author puts on a board.

use std::fmt;

use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::{Overlay, Step};

/// Arrows, rings, highlighted squares and labels, and what the game itself wants to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Arrows from square to square.
    pub arrows: Vec<(Square, Square)>,
    /// Squares with a ring.
    pub rings: Vec<Square>,
    /// Highlighted squares.
    pub squares: Vec<Square>,
    /// Short texts on squares.
    pub labels: Vec<(Square, String)>,
    /// Overlays of the game, such as lines of sight: see
    /// [`Session::overlays`](halfboard_rules::session::Session::overlays).
    pub overlays: Vec<Overlay>,
}

impl Annotations {
    /// Returns the marks of a turn: an arrow for a movement, rings round the other squares it touches.
    #[must_use]
    pub fn of_turn(steps: &[Step]) -> Annotations {
        let mut marks = Annotations::default();
        let from = steps.iter().find_map(|step| match step {
            Step::From(from) => Some(*from),
            _ => None,
        });
        for step in steps {
            match (step, from) {
                (Step::To(to), Some(from)) => marks.arrows.push((from, *to)),
                _ => marks.rings.extend(step.squares()),
            }
        }
        marks
    }

    /// Parses a list of arrows such as `a1b2,c3c5`.
    ///
    /// # Errors
    ///
    /// Fails with the first item that is not two squares of the board.
    pub fn parse_arrows(board: Board, text: &str) -> Result<Vec<(Square, Square)>, AnnotationError> {
        let arrow = |item: &str| {
            let ends = item.split_at_checked(2).and_then(|(from, to)| Some((square(board, from)?, square(board, to)?)));
            ends.ok_or_else(|| AnnotationError::new(board, "arrow", item))
        };
        items(text).map(arrow).collect()
    }

    /// Parses a list of squares such as `a1,b2`.
    ///
    /// # Errors
    ///
    /// Fails with the first item that is not a square of the board.
    pub fn parse_squares(board: Board, text: &str) -> Result<Vec<Square>, AnnotationError> {
        let one = |item| square(board, item).ok_or_else(|| AnnotationError::new(board, "square", item));
        items(text).map(one).collect()
    }

    /// Parses a list of labels such as `a1=x,b2=12`.
    ///
    /// # Errors
    ///
    /// Fails with the first item that is not a square of the board, `=` and at most [`Annotations::LONGEST_LABEL`]
    /// characters.
    pub fn parse_labels(board: Board, text: &str) -> Result<Vec<(Square, String)>, AnnotationError> {
        let label = |item: &str| {
            let (name, label) = item.split_once('=')?;
            let fits = !label.is_empty() && label.chars().count() <= Annotations::LONGEST_LABEL;
            Some((square(board, name).filter(|_| fits)?, label.to_owned()))
        };
        items(text).map(|item| label(item).ok_or_else(|| AnnotationError::new(board, "label", item))).collect()
    }

    /// The maximum length of a label, in characters.
    pub const LONGEST_LABEL: usize = 4;
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Returns the square with this name, in upper or lower case.
fn square(board: Board, name: &str) -> Option<Square> {
    match board {
        Board::Half => board.square(&name.to_ascii_uppercase()),
        Board::Full => board.square(&name.to_ascii_lowercase()),
    }
}

/// The error of parsing an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationError {
    board: Board,
    kind: &'static str,
    item: String,
}

impl AnnotationError {
    fn new(board: Board, kind: &'static str, item: &str) -> AnnotationError {
        AnnotationError { board, kind, item: item.to_owned() }
    }
}

impl fmt::Display for AnnotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnnotationError { board, kind, item } = self;
        let (first, second, range) = match board {
            Board::Half => ("B7", "C7", "A1 to D8"),
            Board::Full => ("b7", "c7", "a1 to h8"),
        };
        write!(f, "invalid {kind} '{item}': ")?;
        match *kind {
            "arrow" => write!(f, "expected two squares such as {first}{second}; squares are {range}"),
            "label" => {
                let most = Annotations::LONGEST_LABEL;
                write!(f, "expected a square and 1 to {most} characters such as {first}=x; squares are {range}")
            }
            _ => write!(f, "squares are {range}"),
        }
    }
}

impl std::error::Error for AnnotationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_parsed_in_any_case() {
        let named = |name| Board::Full.square(name).expect("a square");
        let arrows = Annotations::parse_arrows(Board::Full, "a1b2, C3c5,").expect("valid");
        assert_eq!(arrows, [(named("a1"), named("b2")), (named("c3"), named("c5"))]);
        let labels = Annotations::parse_labels(Board::Full, "h8=12").expect("valid");
        assert_eq!(labels, [(named("h8"), "12".to_owned())]);
        assert_eq!(Annotations::parse_squares(Board::Half, "d8"), Ok(vec![Square::new(31)]));
        assert_eq!(Annotations::parse_squares(Board::Half, ""), Ok(Vec::new()));
    }

    #[test]
    fn errors_say_what_is_valid() {
        let arrow = Annotations::parse_arrows(Board::Full, "a1b2,a1i9").expect_err("no such square").to_string();
        assert_eq!(arrow, "invalid arrow 'a1i9': expected two squares such as b7c7; squares are a1 to h8");
        let square = Annotations::parse_squares(Board::Half, "E1").expect_err("no such square").to_string();
        assert_eq!(square, "invalid square 'E1': squares are A1 to D8");
        for label in ["A1", "A1=", "A1=abcde", "é=x"] {
            assert!(Annotations::parse_labels(Board::Half, label).is_err(), "{label}");
        }
        assert!(Annotations::parse_arrows(Board::Full, "é1b2").is_err());
    }
}
