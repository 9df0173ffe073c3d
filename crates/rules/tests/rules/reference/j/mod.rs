//! Reference for J: The Misère Connection Game: a board of characters, pushed and searched square by square.

use super::{Options, Reference};

/// Rows A to D from the top, columns 1 to 8 from the left; each square holds `w`, `b` or `EMPTY`.
type Board = [[char; 8]; 4];

/// Row and column of a square, both counted from 0.
type Square = (usize, usize);

const EMPTY: char = '.';

/// How many checkers a side owns, on the board and in reserve together.
const OWNED: usize = 12;

/// Board and turn of a position string. The reserve is what the board leaves of each side's checkers.
fn read(position: &str) -> (Board, char) {
    let fields: Vec<&str> = position.split(' ').collect();
    let mut board = [[EMPTY; 8]; 4];
    for (row, text) in fields[0].split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty as usize;
            } else {
                board[row][column] = letter;
                column += 1;
            }
        }
    }
    (board, fields[1].chars().next().expect("the turn is one character"))
}

fn write(board: &Board, turn: char) -> String {
    let mut rows = Vec::new();
    for row in board {
        let mut text = String::new();
        let mut empty = 0;
        for &square in row {
            if square == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(square);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        rows.push(text);
    }
    format!("{} {} w{}b{}", rows.join("/"), turn, reserve(board, 'w'), reserve(board, 'b'))
}

fn squares() -> Vec<Square> {
    let mut list = Vec::new();
    for row in 0..4 {
        for column in 0..8 {
            list.push((row, column));
        }
    }
    list
}

fn name((row, column): Square) -> String {
    format!("{}{}", ["A", "B", "C", "D"][row], column + 1)
}

fn square_named(text: &str) -> Square {
    squares().into_iter().find(|&square| name(square) == text).expect("a square is a row letter and a column number")
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

fn reserve(board: &Board, colour: char) -> usize {
    let on_board = squares().into_iter().filter(|&(row, column)| board[row][column] == colour).count();
    OWNED - on_board
}

/// The neighbour of a square in a direction, or nothing beyond the edge.
fn step(square: Square, direction: (isize, isize)) -> Option<Square> {
    let row = square.0.checked_add_signed(direction.0)?;
    let column = square.1.checked_add_signed(direction.1)?;
    if row < 4 && column < 8 { Some((row, column)) } else { None }
}

/// Whether one chain of the colour holds a square of the one part of the board and a square of the other.
fn joins(board: &Board, colour: char, one: impl Fn(Square) -> bool, another: impl Fn(Square) -> bool) -> bool {
    let mut reached = [[false; 8]; 4];
    let mut waiting: Vec<Square> = squares().into_iter().filter(|&square| one(square)).collect();
    while let Some(square) = waiting.pop() {
        let (row, column) = square;
        if board[row][column] != colour || reached[row][column] {
            continue;
        }
        if another(square) {
            return true;
        }
        reached[row][column] = true;
        for direction in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            waiting.extend(step(square, direction));
        }
    }
    false
}

/// Whether a column belongs to the long halves of the colour: the right half for White, the left for Black.
fn in_long_half(colour: char, column: usize) -> bool {
    if colour == 'w' { column >= 4 } else { column < 4 }
}

fn has_losing_chain(options: &Options, board: &Board, colour: char) -> bool {
    let counts = |column: usize| options.get("long-sides", "own") == "any" || in_long_half(colour, column);
    joins(board, colour, |(row, column)| row == 0 && counts(column), |(row, column)| row == 3 && counts(column))
}

fn has_winning_chain(board: &Board, colour: char) -> bool {
    let short_side = if colour == 'w' { 0 } else { 7 };
    joins(
        board,
        colour,
        |(row, column)| (row == 0 || row == 3) && in_long_half(colour, column),
        |(_, column)| column == short_side,
    )
}

/// Winner and reason if the board decides the game after the mover has entered a checker.
fn judge(options: &Options, board: &Board, mover: char) -> Option<(char, &'static str)> {
    let opponent = other(mover);
    if has_losing_chain(options, board, mover) {
        Some((opponent, "losing-chain"))
    } else if has_losing_chain(options, board, opponent) {
        Some((mover, "losing-chain"))
    } else if has_winning_chain(board, mover) {
        Some((mover, "winning-chain"))
    } else if has_winning_chain(board, opponent) {
        Some((opponent, "winning-chain"))
    } else {
        None
    }
}

/// The board after a checker enters a square and pushes what stands there, or nothing if the line is full.
fn push(board: &Board, square: Square, direction: (isize, isize), colour: char) -> Option<Board> {
    let mut after = *board;
    let mut carried = colour;
    let mut next = Some(square);
    while let Some((row, column)) = next {
        let stood = after[row][column];
        after[row][column] = carried;
        if stood == EMPTY {
            return Some(after);
        }
        carried = stood;
        next = step((row, column), direction);
    }
    None
}

/// The ways to enter a checker at a square: how each is written, and the board it leads to.
fn entries(options: &Options, board: &Board, square: Square, colour: char) -> Vec<(String, Board)> {
    let (row, column) = square;
    let at_end_of_column = row == 0 || row == 3;
    let at_end_of_row = column == 0 || column == 7;
    let mut list = Vec::new();
    if board[row][column] == EMPTY {
        // Nothing is pushed, so it does not matter from where the checker comes.
        if at_end_of_column || at_end_of_row || options.get("free-placement", "off") == "on" {
            let mut after = *board;
            after[row][column] = colour;
            list.push((name(square), after));
        }
        return list;
    }
    if at_end_of_column {
        let direction = if row == 0 { (1, 0) } else { (-1, 0) };
        if let Some(after) = push(board, square, direction, colour) {
            list.push((name(square) + "v", after));
        }
    }
    if at_end_of_row {
        let direction = if column == 0 { (0, 1) } else { (0, -1) };
        if let Some(after) = push(board, square, direction, colour) {
            list.push((name(square) + "h", after));
        }
    }
    list
}

/// The own checkers which may be taken back after entering a square.
fn take_backs(board: &Board, entered: Square, colour: char) -> Vec<Square> {
    let mut list = Vec::new();
    for (row, column) in squares() {
        let in_middle = (1..=2).contains(&row) && (1..=6).contains(&column);
        if in_middle && row != entered.0 && column != entered.1 && board[row][column] == colour {
            list.push((row, column));
        }
    }
    list
}

/// The start position: an empty board for any seed.
pub(crate) fn start(options: &Options, _seed: u64) -> String {
    let turn = if options.get("first", "white") == "white" { 'w' } else { 'b' };
    write(&[[EMPTY; 8]; 4], turn)
}

/// The legal moves, sorted; none on a board that is decided already or with an empty reserve.
pub(crate) fn moves(options: &Options, position: &str) -> Vec<String> {
    let (board, turn) = read(position);
    let mut list = Vec::new();
    if judge(options, &board, other(turn)).is_some() || reserve(&board, turn) == 0 {
        return list;
    }
    for square in squares() {
        for (entry, after) in entries(options, &board, square, turn) {
            // Who ends the game by entering takes nothing back.
            if judge(options, &after, turn).is_none() {
                for taken in take_backs(&after, square, turn) {
                    list.push(format!("{entry}-{}", name(taken)));
                }
            }
            list.push(entry);
        }
    }
    list.sort();
    list
}

/// The position after a legal move.
pub(crate) fn apply(options: &Options, position: &str, mv: &str) -> String {
    let (board, turn) = read(position);
    let (entry, taken) = mv.split_once('-').map_or((mv, None), |(entry, taken)| (entry, Some(taken)));
    let ways = entries(options, &board, square_named(&entry[..2]), turn);
    let (_, mut after) = ways.into_iter().find(|(text, _)| text == entry).expect("the entry is legal");
    if let Some(text) = taken {
        let (row, column) = square_named(text);
        after[row][column] = EMPTY;
    }
    write(&after, other(turn))
}

/// Result and reason: chains are judged as if the player who is not to move had just entered a checker.
pub(crate) fn result(options: &Options, position: &str) -> String {
    let (board, turn) = read(position);
    let (winner, reason) = match judge(options, &board, other(turn)) {
        Some(decision) => decision,
        None if reserve(&board, turn) == 0 => (other(turn), "no-move"),
        None => return "* -".to_owned(),
    };
    format!("{} {reason}", if winner == 'w' { "1-0" } else { "0-1" })
}

const REFERENCE: Reference = Reference { start, moves, apply, result };

#[test]
fn agrees_with_the_library() {
    assert_eq!(REFERENCE.compare("j", 6, 80), 8);
}

#[test]
fn perft_numbers_are_those_of_other_programs() {
    assert_eq!(super::check_perft(include_str!("perft.txt")), 31);
}
