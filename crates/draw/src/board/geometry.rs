//! Where squares lie in the picture.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::layout::Layout;

/// The side of a square.
pub(super) const SIDE: f64 = 60.0;

/// The measurements of a picture of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    pub(super) layout: Layout,
    pub(super) coordinates: bool,
    /// The width of the frame round the squares.
    pub(super) frame: f64,
    /// The width of the strip inside the frame that shows the owner of an edge; 0 if edges have no owners.
    pub(super) strip: f64,
}

impl Geometry {
    pub(super) fn new(layout: Layout, coordinates: bool, has_edges: bool) -> Geometry {
        let strip = if has_edges { 9.0 } else { 0.0 };
        let names = if coordinates { 24.0 } else { 8.0 };
        Geometry { layout, coordinates, frame: strip + names, strip }
    }

    pub(super) fn width(&self) -> f64 {
        self.layout.width() as f64 * SIDE + 2.0 * self.frame
    }

    pub(super) fn height(&self) -> f64 {
        self.layout.height() as f64 * SIDE + 2.0 * self.frame
    }

    /// Returns the top left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (f64, f64) {
        let (column, row) = self.layout.place(square);
        (self.frame + column as f64 * SIDE, self.frame + row as f64 * SIDE)
    }

    /// Returns the centre of a square.
    pub(super) fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }

    /// Returns the coordinates along the bottom and the left of the picture: the part of the name that all squares of
    /// a column or row share.
    pub(super) fn names(&self) -> (Vec<String>, Vec<String>) {
        let board = self.layout.board;
        let letter = |square: Square, of_row: bool| {
            // Half boards write the row first, full boards the file.
            let first = (board == Board::Half) == of_row;
            board.name(square).chars().nth(usize::from(!first)).map(String::from).unwrap_or_default()
        };
        let upright = self.layout.quarters.is_multiple_of(2);
        let along = |column: usize| self.layout.at(column, 0).map(|square| letter(square, !upright));
        let down = |row: usize| self.layout.at(0, row).map(|square| letter(square, upright));
        ((0..self.layout.width()).filter_map(along).collect(), (0..self.layout.height()).filter_map(down).collect())
    }
}
