//! Where squares lie on the screen: a board can be turned by quarters, so that each player sees it from their side.

use crate::board::{Board, Square};
use crate::present::Edge;

/// A board as it lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The board.
    pub board: Board,
    /// How many quarters it is turned, clockwise, from 0 to 3.
    pub quarters: u8,
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Layout {
    /// Creates a board as it is printed.
    pub const fn new(board: Board) -> Layout {
        Layout { board, quarters: 0 }
    }

    /// Returns the layout rotated by more quarter turns.
    pub const fn turned(self, quarters: u8) -> Layout {
        Layout { board: self.board, quarters: (self.quarters + quarters) % 4 }
    }

    /// Returns how many squares the board is wide on the screen.
    pub const fn width(self) -> usize {
        if self.quarters.is_multiple_of(2) { 8 } else { self.board.rows() }
    }

    /// Returns how many squares the board is high on the screen.
    pub const fn height(self) -> usize {
        if self.quarters.is_multiple_of(2) { self.board.rows() } else { 8 }
    }

    /// Column and row of a square on the screen, from the top left.
    pub fn place(self, square: Square) -> (usize, usize) {
        let rows = self.board.rows();
        let row = match self.board {
            Board::Half => square.row(),
            Board::Full => rows - 1 - square.row(),
        };
        let column = square.column();
        match self.quarters {
            0 => (column, row),
            1 => (rows - 1 - row, column),
            2 => (7 - column, rows - 1 - row),
            _ => (row, 7 - column),
        }
    }

    /// Returns the square at a place on the screen, if there is one.
    pub fn at(self, column: usize, row: usize) -> Option<Square> {
        self.board.squares().find(|&square| self.place(square) == (column, row))
    }

    /// Returns the squares in lines from the top, each from left to right.
    pub fn lines(self) -> Vec<Vec<Square>> {
        let line = |row| (0..self.width()).filter_map(move |column| self.at(column, row)).collect();
        (0..self.height()).map(line).collect()
    }

    /// Returns the neighbour of a square on the screen; the square itself at the edge.
    pub fn neighbour(self, square: Square, direction: Direction) -> Square {
        let (column, row) = self.place(square);
        let moved = match direction {
            Direction::Up => (Some(column), row.checked_sub(1)),
            Direction::Down => (Some(column), Some(row + 1)),
            Direction::Left => (column.checked_sub(1), Some(row)),
            Direction::Right => (Some(column + 1), Some(row)),
        };
        match moved {
            (Some(column), Some(row)) => self.at(column, row).unwrap_or(square),
            _ => square,
        }
    }

    /// Returns the edge of the screen's board at which an edge of the board lies.
    pub fn edge(self, edge: Edge) -> Edge {
        const AROUND: [Edge; 4] = [Edge::Top, Edge::Right, Edge::Bottom, Edge::Left];
        let place = AROUND.iter().position(|&other| other == edge).unwrap_or_default();
        AROUND[(place + usize::from(self.quarters)) % 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_one_place_however_the_board_is_turned() {
        for board in [Board::Half, Board::Full] {
            for quarters in 0..4 {
                let layout = Layout { board, quarters };
                let squares: Vec<Square> = layout.lines().concat();
                assert_eq!(squares.len(), board.size());
                for square in squares {
                    let (column, row) = layout.place(square);
                    assert_eq!(layout.at(column, row), Some(square));
                    assert!(column < layout.width() && row < layout.height());
                }
            }
        }
    }

    #[test]
    fn a_quarter_turn_brings_the_top_to_the_right() {
        let layout = Layout::new(Board::Half).turned(1);
        let a1 = Board::Half.square("A1").expect("a square");
        let a8 = Board::Half.square("A8").expect("a square");
        assert_eq!((layout.place(a1), layout.place(a8)), ((3, 0), (3, 7)));
        assert_eq!(layout.edge(Edge::Top), Edge::Right);
        assert_eq!(layout.turned(2).edge(Edge::Top), Edge::Left);
        assert_eq!(layout.turned(3), Layout::new(Board::Half));
    }

    #[test]
    fn white_sits_at_the_bottom_of_the_full_board() {
        let layout = Layout::new(Board::Full);
        let a1 = Board::Full.square("a1").expect("a square");
        assert_eq!(layout.place(a1), (0, 7));
        assert_eq!(layout.neighbour(a1, Direction::Down), a1);
        assert_eq!(layout.neighbour(a1, Direction::Left), a1);
        assert_eq!(Board::Full.name(layout.neighbour(a1, Direction::Up)), "a2");
        assert_eq!(layout.turned(2).place(a1), (7, 0));
    }
}
