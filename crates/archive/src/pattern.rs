//! Patterns of pieces: what stands on some squares of the board.

use std::fmt;
use std::str::FromStr;

use halfboard_rules::board::{Board, Square};
use halfboard_rules::present::{Cell, Checker};
use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use halfboard_rules::symmetry::Symmetry;

/// What a pattern wants on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Empty,
    Occupied,
    /// These checkers from bottom to top, as letters: `w`, `b`, and `W`, `B` for marked ones.
    Pile(String),
}

/// A pattern of pieces, such as `d4=w,e5=b,c3=-`: squares with `w`, `b`, a stack such as `wwb` (from bottom to top),
/// `-` for empty or `*` for occupied. Squares that are not named may hold anything.
///
/// ```
/// use halfboard_archive::PiecePattern;
/// let session = halfboard_rules::registry::rules("lines-of-action")?.start(0);
/// let pattern: PiecePattern = "a2=w,d4=-,b8=*".parse()?;
/// assert!(pattern.matches(session.as_ref()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePattern {
    board: Board,
    squares: Vec<(Square, Wanted)>,
}

/// The error of parsing a [`PiecePattern`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    part: String,
    problem: &'static str,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid pattern at \"{}\": {}", self.part, self.problem)
    }
}

impl std::error::Error for PatternError {}

impl FromStr for PiecePattern {
    type Err = PatternError;

    /// Parses a pattern. Its squares are all of the full board (`a1`) or all of the half board (`A1`).
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut pattern: Option<PiecePattern> = None;
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let fail = |problem| PatternError { part: part.to_owned(), problem };
            let (name, piece) = part.split_once('=').ok_or_else(|| fail("expected SQUARE=PIECE such as d4=w"))?;
            let found = [Board::Half, Board::Full].into_iter().find_map(|board| Some((board, board.square(name)?)));
            let (board, square) = found.ok_or_else(|| fail("expected a square, a1-h8 or A1-D8"))?;
            let wanted = match piece {
                "-" => Wanted::Empty,
                "*" => Wanted::Occupied,
                _ if !piece.is_empty() && piece.chars().all(|c| "wbWB".contains(c)) => Wanted::Pile(piece.to_owned()),
                _ => return Err(fail("expected w, b, a stack such as wwb, - for empty or * for occupied")),
            };
            let pattern = pattern.get_or_insert_with(|| PiecePattern { board, squares: Vec::new() });
            if pattern.board != board {
                return Err(fail("squares of two boards in one pattern"));
            }
            if pattern.squares.iter().any(|(named, _)| *named == square) {
                return Err(fail("the square is named twice"));
            }
            pattern.squares.push((square, wanted));
        }
        pattern.ok_or(PatternError { part: text.to_owned(), problem: "expected SQUARE=PIECE such as d4=w" })
    }
}

impl PiecePattern {
    /// Returns whether the pattern, or an image of it under the symmetries of the rules, is on the board.
    #[must_use]
    pub fn matches(&self, session: &dyn Session) -> bool {
        if session.info().board != self.board {
            return false;
        }
        let cells = session.cells();
        session.symmetries().iter().any(|&symmetry| self.matches_image(&cells, symmetry))
    }

    /// Returns the number of moves after which the pattern is first on the board, or `None` if it never is.
    #[must_use]
    pub fn find(&self, record: &Record) -> Option<usize> {
        let mut session = record.start().session(record.rules()).ok()?;
        if session.info().board != self.board {
            return None;
        }
        if self.matches(session.as_ref()) {
            return Some(0);
        }
        record
            .turns()
            .iter()
            .position(|turn| session.play(&turn.mv).is_ok() && self.matches(session.as_ref()))
            .map(|n| n + 1)
    }

    fn matches_image(&self, cells: &[Cell], symmetry: Symmetry) -> bool {
        self.squares.iter().all(|(square, wanted)| {
            let pile = &cells[symmetry.square(self.board, *square).index()].pile;
            match wanted {
                Wanted::Empty => pile.is_empty(),
                Wanted::Occupied => !pile.is_empty(),
                Wanted::Pile(letters) => pile.iter().map(letter).eq(letters.chars()),
            }
        })
    }
}

/// Returns the letter of a checker in position strings.
fn letter(checker: &Checker) -> char {
    let letter = checker.color.letter();
    if checker.marked { letter.to_ascii_uppercase() } else { letter }
}
