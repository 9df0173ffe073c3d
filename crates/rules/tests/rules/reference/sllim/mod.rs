//! A slow reference for Sllim: the board is four rows of eight letters, and the sets are found by trying every one.
//!
//! Every question is answered by loops over all squares, so that the code can be read next to the rules.

use std::sync::LazyLock;

use super::{Options, Reference};

/// A square is `w`, `b`, or `.` when it is empty.
type Board = [[char; 8]; 4];

type Square = (usize, usize);

struct Position {
    board: Board,
    turn: char,
    /// The counts of White, then of Black.
    reserve: [usize; 2],
    sets: [usize; 2],
    last: String,
}

/// The start position; nothing in it is random, so the seed is not used.
pub(crate) fn start(options: &Options, _seed: u64) -> String {
    let pieces: usize = options.get("pieces", "12").parse().expect("pieces is a number");
    // The first and the last column that are filled, counted from 0; none are where there is no first.
    let (filled, reserve) = match options.get("setup", "standard") {
        "standard" => (Some((1, 6)), 0),
        "intermediate" => (Some((2, 5)), 4),
        "advanced" | "expert" | "either-side" => (None, pieces),
        other => panic!("there is no setup {other}"),
    };
    let mut board = [['.'; 8]; 4];
    if let Some((first, last)) = filled {
        for (row, column) in squares() {
            if first <= column && column <= last {
                board[row][column] = square_colour(row, column);
            }
        }
    }
    let turn = if options.get("first", "white") == "white" { 'w' } else { 'b' };
    print(&Position { board, turn, reserve: [reserve; 2], sets: [0; 2], last: "-".to_owned() })
}

/// The legal moves; a position that one side has won has none.
pub(crate) fn moves(options: &Options, position: &str) -> Vec<String> {
    let position = parse(position);
    if winner(options, &position).is_some() {
        return Vec::new();
    }
    let own = position.turn;
    let setup = options.get("setup", "standard");
    let has_reserve = position.reserve[index(own)] > 0;
    let has_to_place = has_reserve && setup != "either-side";
    let mut found = Vec::new();
    if has_reserve {
        for to in empty_squares(&position.board) {
            if setup == "expert" || square_colour(to.0, to.1) == own {
                let mut board = position.board;
                board[to.0][to.1] = own;
                // The other set-ups have no rule for sets that placing completes.
                let sets_leave = setup == "expert" || setup == "either-side";
                let sets = if sets_leave { completed_sets(&board, to) } else { Vec::new() };
                add_move(options, &board, to, &format!("@{}", square_name(to)), sets, &mut found);
            }
        }
    }
    if !has_to_place {
        let may_borrow = is_on(options, "borrow");
        for from in squares() {
            let colour = position.board[from.0][from.1];
            if colour == '.' || (colour != own && !may_borrow) {
                continue;
            }
            for to in empty_squares(&position.board) {
                let mut board = position.board;
                board[from.0][from.1] = '.';
                board[to.0][to.1] = colour;
                let sets = completed_sets(&board, to);
                // An enemy checker may be relocated only if that completes a set.
                if colour == own || !sets.is_empty() {
                    let name = format!("{}{}", square_name(from), square_name(to));
                    add_move(options, &board, to, &name, sets, &mut found);
                }
            }
        }
    }
    found.sort();
    found
}

/// The position after a legal move.
pub(crate) fn apply(options: &Options, position: &str, mv: &str) -> String {
    let mut position = parse(position);
    let (way, set) = match mv.split_once('x') {
        Some((way, set)) => (way, Some(set)),
        None => (mv, None),
    };
    let to = parse_square(&way[way.len() - 2..]);
    // The colour of the checker, not whose turn it is, says whose set leaves.
    let colour;
    if way.starts_with('@') {
        colour = position.turn;
        position.reserve[index(colour)] -= 1;
    } else {
        let from = parse_square(&way[..2]);
        colour = position.board[from.0][from.1];
        position.board[from.0][from.1] = '.';
    }
    position.board[to.0][to.1] = colour;
    if let Some(set) = set {
        for (row, column) in SETS.iter().find(|(name, _)| name == set).expect("the set exists").1 {
            position.board[row][column] = '.';
        }
        position.sets[index(colour)] += 1;
        if is_on(options, "momentum") {
            position.last =
                if position.last.starts_with(colour) { format!("{colour}{colour}") } else { colour.to_string() };
        }
    }
    position.turn = if position.turn == 'w' { 'b' } else { 'w' };
    print(&position)
}

/// Who has won and why; a side that has no legal move in a game not yet won loses.
pub(crate) fn result(options: &Options, position: &str) -> String {
    let parsed = parse(position);
    if let Some((colour, reason)) = winner(options, &parsed) {
        return format!("{} {reason}", if colour == 'w' { "1-0" } else { "0-1" });
    }
    if moves(options, position).is_empty() {
        return format!("{} no-move", if parsed.turn == 'w' { "0-1" } else { "1-0" });
    }
    "* -".to_owned()
}

/// Adds a move once for each set it may remove, or once without one. A cross ends the game before a set leaves.
fn add_move(options: &Options, board: &Board, to: Square, name: &str, sets: Vec<String>, found: &mut Vec<String>) {
    let cross = is_on(options, "knockout") && has_cross(board, board[to.0][to.1]);
    if cross || sets.is_empty() {
        found.push(name.to_owned());
    } else {
        for set in sets {
            found.push(format!("{name}x{set}"));
        }
    }
}

/// The side that has won, and the first of its reasons in the order in which they are reported.
fn winner(options: &Options, position: &Position) -> Option<(char, &'static str)> {
    for colour in ['w', 'b'] {
        let on_board = position.board.iter().flatten().filter(|&&c| c == colour).count();
        let left = on_board + position.reserve[index(colour)];
        let shorter = is_on(options, "shorter") && left <= 4;
        let expert = options.get("setup", "standard") == "expert" && position.sets[index(colour)] >= 2;
        if is_on(options, "knockout") && has_cross(&position.board, colour) {
            return Some((colour, "cross"));
        }
        if left < 4 || shorter || expert {
            return Some((colour, "cleared"));
        }
        if position.last == format!("{colour}{colour}") {
            return Some((colour, "momentum"));
        }
    }
    None
}

/// Whether a checker and its four orthogonal neighbours are all of one colour; the middle cannot be on an edge.
fn has_cross(board: &Board, colour: char) -> bool {
    for row in 1..3 {
        for column in 1..7 {
            let cross = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            if cross.iter().all(|&(r, c)| board[r][c] == colour) {
                return true;
            }
        }
    }
    false
}

/// The names of the sets of one colour that contain a square. The square was empty before, so each is new.
fn completed_sets(board: &Board, to: Square) -> Vec<String> {
    let colour = board[to.0][to.1];
    let mut names = Vec::new();
    for (name, members) in &*SETS {
        if members.contains(&to) && members.iter().all(|&(row, column)| board[row][column] == colour) {
            names.push(name.clone());
        }
    }
    names
}

/// The sets, made once: every move is compared with all of them.
static SETS: LazyLock<Vec<(String, [Square; 4])>> = LazyLock::new(all_sets);

/// All 49 sets: the kind and the first square as moves write them, and the four squares.
fn all_sets() -> Vec<(String, [Square; 4])> {
    let mut sets = Vec::new();
    for (row, column) in squares() {
        let name = square_name((row, column));
        if row + 1 < 4 && column + 1 < 8 {
            let members = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
            sets.push((format!("s{name}"), members));
        }
        if column + 3 < 8 {
            let members = [(row, column), (row, column + 1), (row, column + 2), (row, column + 3)];
            sets.push((format!("h{name}"), members));
        }
        if row == 0 {
            sets.push((format!("v{name}"), [(0, column), (1, column), (2, column), (3, column)]));
        }
    }
    sets
}

/// The squares are chequered, and A1 is white.
fn square_colour(row: usize, column: usize) -> char {
    match (row + column) % 2 {
        0 => 'w',
        _ => 'b',
    }
}

fn squares() -> Vec<Square> {
    let mut all = Vec::new();
    for row in 0..4 {
        for column in 0..8 {
            all.push((row, column));
        }
    }
    all
}

fn empty_squares(board: &Board) -> Vec<Square> {
    squares().into_iter().filter(|&(row, column)| board[row][column] == '.').collect()
}

/// Whether one of the options that are `off` by default is `on`.
fn is_on(options: &Options, name: &str) -> bool {
    options.get(name, "off") == "on"
}

/// Where the counts of a colour stand.
fn index(colour: char) -> usize {
    match colour {
        'w' => 0,
        _ => 1,
    }
}

fn square_name((row, column): Square) -> String {
    format!("{}{}", ["A", "B", "C", "D"][row], column + 1)
}

fn parse_square(name: &str) -> Square {
    squares().into_iter().find(|&square| square_name(square) == name).expect("the square is on the board")
}

fn parse_counts(field: &str) -> [usize; 2] {
    let (white, black) = field[1..].split_once('b').expect("the field counts both colours");
    [white.parse().expect("a count is a number"), black.parse().expect("a count is a number")]
}

fn parse(text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = [['.'; 8]; 4];
    for (row, line) in fields[0].split('/').enumerate() {
        let mut column = 0;
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    board[row][column] = letter;
                    column += 1;
                }
            }
        }
    }
    Position {
        board,
        turn: fields[1].chars().next().expect("the turn is a letter"),
        reserve: parse_counts(fields[2]),
        sets: parse_counts(fields[3]),
        last: fields[4].to_owned(),
    }
}

fn print(position: &Position) -> String {
    let mut rows = Vec::new();
    for row in &position.board {
        let mut line = String::new();
        let mut empty = 0;
        for &square in row {
            if square == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                line += &empty.to_string();
                empty = 0;
            }
            line.push(square);
        }
        if empty > 0 {
            line += &empty.to_string();
        }
        rows.push(line);
    }
    let Position { turn, reserve, sets, last, .. } = position;
    format!("{} {turn} w{}b{} w{}b{} {last}", rows.join("/"), reserve[0], reserve[1], sets[0], sets[1])
}

const REFERENCE: Reference = Reference { start, moves, apply, result };

#[test]
fn agrees_with_the_library() {
    assert_eq!(REFERENCE.compare("sllim", 1, 60), 416);
}

#[test]
fn perft_numbers_are_those_of_other_programs() {
    assert_eq!(super::check_perft(include_str!("perft.txt")), 74);
}
