//! A plain mailbox generator for Lines of Action: an array of squares, loops, range checks; no bitboards, no tables, no
//! border. The yardstick that does not depend on the machine, written as one would write it first.

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    White,
    Black,
}

/// A board of eight ranks of eight files.
#[derive(Clone)]
pub(crate) struct Mailbox {
    cells: [[Cell; 8]; 8],
    turn: Cell,
}

type Place = (usize, usize);

const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Returns the square some steps away, if it is on the board.
fn step((rank, file): Place, (ranks, files): (i32, i32), steps: i32) -> Option<Place> {
    let (rank, file) = (rank as i32 + ranks * steps, file as i32 + files * steps);
    ((0..8).contains(&rank) && (0..8).contains(&file)).then_some((rank as usize, file as usize))
}

impl Mailbox {
    /// The standard start, White to move.
    pub(crate) fn start() -> Self {
        let mut cells = [[Cell::Empty; 8]; 8];
        for rank in &mut cells[1..7] {
            rank[0] = Cell::White;
            rank[7] = Cell::White;
        }
        for rank in [0, 7] {
            cells[rank][1..7].fill(Cell::Black);
        }
        Mailbox { cells, turn: Cell::White }
    }

    fn at(&self, (rank, file): Place) -> Cell {
        self.cells[rank][file]
    }

    fn enemy(&self) -> Cell {
        if self.turn == Cell::White { Cell::Black } else { Cell::White }
    }

    /// The squares that hold a colour.
    fn checkers(&self, color: Cell) -> Vec<Place> {
        let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
        squares.filter(|&square| self.at(square) == color).collect()
    }

    /// Checkers on the line through a square.
    fn count(&self, from: Place, line: (i32, i32)) -> i32 {
        let on_board = (-7..=7).filter_map(|steps| step(from, line, steps));
        on_board.filter(|&square| self.at(square) != Cell::Empty).count() as i32
    }

    fn moves(&self) -> Vec<(Place, Place)> {
        let mut moves = Vec::new();
        for from in self.checkers(self.turn) {
            for line in LINES {
                let count = self.count(from, line);
                for direction in [line, (-line.0, -line.1)] {
                    let Some(to) = step(from, direction, count) else { continue };
                    let mut between = (1..count).filter_map(|steps| step(from, direction, steps));
                    let blocked = between.any(|square| self.at(square) == self.enemy());
                    if self.at(to) != self.turn && !blocked {
                        moves.push((from, to));
                    }
                }
            }
        }
        moves
    }

    fn is_united(&self, color: Cell) -> bool {
        let checkers = self.checkers(color);
        let mut seen = [[false; 8]; 8];
        let mut reached = 0;
        let mut stack: Vec<Place> = checkers.first().copied().into_iter().collect();
        while let Some(square) = stack.pop() {
            if std::mem::replace(&mut seen[square.0][square.1], true) {
                continue;
            }
            reached += 1;
            for line in LINES {
                for steps in [1, -1] {
                    stack.extend(step(square, line, steps).filter(|&next| self.at(next) == color));
                }
            }
        }
        reached == checkers.len()
    }

    /// Perft, counting in bulk at the last ply as the bitboards do.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if self.is_united(Cell::White) || self.is_united(Cell::Black) {
            return 0;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len().max(1) as u64;
        }
        if moves.is_empty() {
            return Mailbox { turn: self.enemy(), ..self.clone() }.perft(depth - 1);
        }
        let mut total = 0;
        for (from, to) in moves {
            let mut next = self.clone();
            next.cells[to.0][to.1] = self.turn;
            next.cells[from.0][from.1] = Cell::Empty;
            next.turn = self.enemy();
            total += next.perft(depth - 1);
        }
        total
    }
}
