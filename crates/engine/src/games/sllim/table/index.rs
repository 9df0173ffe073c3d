//! Where a position of four against four stands in the table: a row for the side that waits, up to symmetry, and in it
//! a column for the side to move. Knows nothing of values.
//!
//! Squares are numbered so that a symmetry changes the two lowest bits of a number and nothing else: the four images of
//! a square under the two mirrors are neighbours. So fours that differ little have images that differ little, and code
//! that goes over the rows in order reads nearly the same places again and again.

/// How many checkers each side has.
pub const CHECKERS: usize = 4;

/// The symmetries: none, rows mirrored, columns mirrored, both.
pub(super) const SYMMETRIES: usize = 4;

/// `CHOOSE[k][n]`: how many sets of `k` there are among `n`.
pub(super) const CHOOSE: [[u32; 33]; CHECKERS + 1] = {
    let mut table = [[0; 33]; CHECKERS + 1];
    let mut n = 0;
    while n < 33 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= CHECKERS && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// A board of rows and columns, both even. The game has four rows and eight columns; smaller boards are there to be
/// solved by plain means, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    rows: usize,
    columns: usize,
}

impl BoardSize {
    /// The board of the game.
    pub const GAME: BoardSize = BoardSize { rows: 4, columns: 8 };

    /// Returns a board of the game's size or smaller, if both numbers are even and four against four fit on it.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let even = rows.is_multiple_of(2) && columns.is_multiple_of(2);
        let fits = rows <= BoardSize::GAME.rows && columns <= BoardSize::GAME.columns && rows * columns > 2 * CHECKERS;
        (even && fits).then_some(BoardSize { rows, columns })
    }

    /// Returns how many rows it has.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Returns how many columns it has.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// Returns how many squares it has.
    pub const fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the number of the square in a row and a column.
    const fn number(self, row: usize, column: usize) -> usize {
        let (low, right) = (row >= self.rows / 2, column >= self.columns / 2);
        let folded_row = if low { self.rows - 1 - row } else { row };
        let folded_column = if right { self.columns - 1 - column } else { column };
        4 * (folded_row * (self.columns / 2) + folded_column) + low as usize + 2 * right as usize
    }
}

/// Everything that finding a place needs.
#[derive(Clone, Debug)]
pub struct PositionIndex {
    size: BoardSize,
    /// The number of each square, by its place on the board, row after row.
    numbers: [u8; 32],
    /// For each four squares, by rank: where the row of its class begins, and in the two lowest bits the symmetry that
    /// leads there.
    classes: Vec<u32>,
    /// The squares that stand for each class: of its images those with the lowest bits.
    rows: Vec<u32>,
    /// The second, third and fourth of the fours among the free squares, in the order of columns.
    threes: Vec<[u8; 3]>,
    /// The sets that leave, as numbers of squares.
    sets: Vec<u32>,
}

/// Places are kept in tiles of 64 rows by 64 columns: neighbouring rows, which are read together, share pages of
/// memory.
const TILE: usize = 64;

/// Returns how far a column is from the beginning of its row.
#[inline]
pub(super) const fn along(column: u32) -> u32 {
    (column / TILE as u32) * (TILE * TILE) as u32 + column % TILE as u32
}

/// Returns the image of a set of squares under a symmetry, which is its own inverse.
#[inline]
pub(super) const fn image(mut bits: u32, symmetry: usize) -> u32 {
    if symmetry & 1 != 0 {
        bits = (bits & 0x5555_5555) << 1 | bits >> 1 & 0x5555_5555;
    }
    if symmetry & 2 != 0 {
        bits = (bits & 0x3333_3333) << 2 | bits >> 2 & 0x3333_3333;
    }
    bits
}

/// Returns the places of the bits of a set, lowest first.
#[inline]
pub(super) fn places(mut bits: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < 32).then_some(place)
    })
}

/// Returns the rank of four squares among all fours, in the order of their bits as numbers.
#[inline]
fn rank(bits: u32) -> usize {
    places(bits).zip(1..=CHECKERS).map(|(place, k)| CHOOSE[k][place] as usize).sum()
}

/// Returns how many squares below a place are not taken.
#[inline]
pub(super) const fn free_below(place: usize, taken: u32) -> usize {
    place - (taken & ((1u32 << place) - 1)).count_ones() as usize
}

/// Returns the column of the side to move: its rank among the squares that the side that waits leaves free.
#[inline]
fn column(moving: u32, waiting: u32) -> usize {
    let free = |place| free_below(place, waiting);
    places(moving).zip(1..=CHECKERS).map(|(place, k)| CHOOSE[k][free(place)] as usize).sum()
}

impl PositionIndex {
    /// Returns the index of a board.
    pub fn new(size: BoardSize) -> Self {
        let squares = size.squares();
        let mut numbers = [0; 32];
        for (square, number) in numbers.iter_mut().enumerate().take(squares) {
            *number = size.number(square / size.columns, square % size.columns) as u8;
        }
        let free = squares - CHECKERS;
        let threes =
            (3..free).flat_map(|d| (2..d).flat_map(move |c| (1..c).map(move |b| [b, c, d].map(|at| at as u8))));
        let mut index = PositionIndex {
            size,
            numbers,
            classes: Vec::new(),
            rows: Vec::new(),
            threes: threes.collect(),
            sets: Vec::new(),
        };
        index.sort_into_classes();
        index.list_sets();
        index
    }

    fn sort_into_classes(&mut self) {
        let mut four = (1u32 << CHECKERS) - 1;
        for _ in 0..CHOOSE[CHECKERS][self.size.squares()] {
            let images = (0..SYMMETRIES).map(|symmetry| (image(four, symmetry), symmetry));
            let (first, symmetry) = images.min().unwrap_or((four, 0));
            // The lowest image comes before all others, so that these find its class.
            let row = if first == four { self.row_start(self.rows.len()) } else { self.class(rank(first)).0 };
            if first == four {
                self.rows.push(four);
            }
            self.classes.push(row as u32 | symmetry as u32);
            four = next_of_same_count(four);
        }
    }

    /// The sets: squares, four side by side in a row, columns of four.
    fn list_sets(&mut self) {
        let BoardSize { rows, columns } = self.size;
        let shapes: [[(usize, usize); CHECKERS]; 3] =
            [[(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 0), (0, 1), (0, 2), (0, 3)], [(0, 0), (1, 0), (2, 0), (3, 0)]];
        for shape in shapes {
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                if shape.iter().all(|(down, right)| row + down < rows && column + right < columns) {
                    let bit = |(down, right)| 1 << self.size.number(row + down, column + right);
                    self.sets.push(shape.into_iter().map(bit).sum());
                }
            }
        }
    }

    /// Returns the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns how many rows there are: fours up to symmetry.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns how many columns there are: fours among the squares that the side that waits leaves free.
    pub fn width(&self) -> usize {
        CHOOSE[CHECKERS][self.size.squares() - CHECKERS] as usize
    }

    /// Returns how many bytes hold all places, with some between them that none uses.
    pub fn bytes(&self) -> usize {
        self.row_start(self.height().next_multiple_of(TILE))
    }

    /// Where a row begins.
    #[inline]
    pub(super) fn row_start(&self, row: usize) -> usize {
        row / TILE * self.width().next_multiple_of(TILE) * TILE + row % TILE * TILE
    }

    /// Returns the row that begins there.
    #[inline]
    pub(super) fn row_at(&self, start: usize) -> usize {
        let band = self.width().next_multiple_of(TILE) * TILE;
        start / band * TILE + start % band / TILE
    }

    /// Where the row of four squares with this rank begins, and the symmetry that leads there.
    #[inline]
    pub(super) fn class(&self, rank: usize) -> (usize, usize) {
        let class = self.classes[rank];
        ((class & !3) as usize, (class & 3) as usize)
    }

    /// Returns the sets that leave, as numbers of squares.
    pub(super) fn sets(&self) -> &[u32] {
        &self.sets
    }

    /// Returns the second, third and fourth of the fours among the free squares, in the order of columns.
    pub(super) fn threes(&self) -> &[[u8; 3]] {
        &self.threes
    }

    /// Returns the squares of the side that waits in a row, as numbers.
    pub fn waiting(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// Returns the squares of the side to move in a column of a row, as numbers.
    pub fn moving(&self, row: usize, mut column: usize) -> u32 {
        let mut bits = 0;
        for k in (1..=CHECKERS).rev() {
            let below = (0..self.size.squares()).rev().find(|&n| CHOOSE[k][n] as usize <= column).unwrap_or(0);
            column -= CHOOSE[k][below] as usize;
            bits |= places(!self.rows[row]).nth(below).map_or(0, |place| 1 << place);
        }
        bits
    }

    /// Returns the column of four numbers of the side to move in a row.
    pub(super) fn place_in(&self, row: usize, moving: u32) -> usize {
        column(moving, self.rows[row])
    }

    /// Returns how many fours are of the class of a row.
    pub(super) fn images(&self, row: usize) -> usize {
        let four = self.rows[row];
        let fixed = (0..SYMMETRIES).filter(|&symmetry| image(four, symmetry) == four);
        SYMMETRIES / fixed.count()
    }

    /// Returns the row and the column of a position: four numbers of the side to move, and four of the side that waits.
    pub fn place(&self, moving: u32, waiting: u32) -> (usize, usize) {
        let (start, symmetry) = self.class(rank(waiting));
        let row = self.row_at(start);
        (row, column(image(moving, symmetry), self.rows[row]))
    }

    /// Returns the numbers of a set of squares of the board.
    pub fn numbered(&self, board: u32) -> u32 {
        places(board).map(|square| 1 << self.numbers[square]).sum()
    }

    /// Returns the squares of the board with these numbers.
    pub fn on_board(&self, numbered: u32) -> u32 {
        let has = |square: &usize| numbered >> self.numbers[*square] & 1 == 1;
        (0..self.size.squares()).filter(has).map(|square| 1 << square).sum()
    }
}

/// Returns the next larger number with as many bits.
const fn next_of_same_count(bits: u32) -> u32 {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits.wrapping_add(lowest);
    (((bits ^ carried) >> 2) / lowest) | carried
}
