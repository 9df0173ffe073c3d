//! A slow reference for Stacks In Action: the board is four rows of eight lists of checkers, bottom first.
//!
//! Every question is answered by walking square by square, so that the code can be read next to the rules.

use std::collections::BTreeSet;

use super::{Options, Reference};

/// One stack a square, from bottom to top; an empty list is an empty square.
type Board = [[Vec<char>; 8]; 4];

/// The eight queen directions as steps in rows and columns.
const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

struct Position {
    board: Board,
    turn: char,
    white_reserve: usize,
    black_reserve: usize,
}

impl Position {
    /// The reserve of the side to move, which is the only one that a turn looks at or changes.
    fn own_reserve(&self) -> usize {
        if self.turn == 'w' { self.white_reserve } else { self.black_reserve }
    }

    fn set_own_reserve(&mut self, count: usize) {
        if self.turn == 'w' {
            self.white_reserve = count;
        } else {
            self.black_reserve = count;
        }
    }
}

/// The start position; nothing in it is random, so the seed is not used.
pub(crate) fn start(options: &Options, _seed: u64) -> String {
    let turn = if options.get("first", "white") == "white" { 'w' } else { 'b' };
    match options.get("setup", "standard") {
        "standard" => format!("8/(bbb)(bb)b2w(ww)(www)/(bbb)(bb)b2w(ww)(www)/8 {turn} w0b0"),
        "reserve" => format!("8/8/8/8 {turn} w12b12"),
        other => panic!("there is no setup {other}"),
    }
}

/// The legal moves. The set sorts them, and makes one of a move that two counts allow.
pub(crate) fn moves(options: &Options, position: &str) -> Vec<String> {
    let position = parse(position);
    let mut found = BTreeSet::new();
    enter_moves(&position, &mut found);
    if has_its_set(&position) {
        for row in 0..4 {
            for column in 0..8 {
                if position.board[row][column].last() == Some(&position.turn) {
                    for direction in DIRECTIONS {
                        for k in 1..=position.board[row][column].len() {
                            line_moves(options, &position, (row, column), direction, k, &mut found);
                        }
                    }
                }
            }
        }
    }
    found.into_iter().collect()
}

/// The position after a legal move.
pub(crate) fn apply(_options: &Options, position: &str, mv: &str) -> String {
    let mut position = parse(position);
    let turn = position.turn;
    let k: usize = mv[0..1].parse().expect("a move begins with how many checkers go");
    if &mv[1..2] == "@" {
        let (row, column) = parse_square(&mv[2..4]);
        position.board[row][column] = vec![turn; k];
        position.set_own_reserve(position.own_reserve() - k);
    } else {
        let (from_row, from_column) = parse_square(&mv[1..3]);
        let (to_row, to_column) = parse_square(&mv[3..5]);
        let stays = position.board[from_row][from_column].len() - k;
        let moved = position.board[from_row][from_column].split_off(stays);
        position.board[to_row][to_column].extend(moved);
        if let Some((_, height)) = mv.split_once('=') {
            let height: usize = height.parse().expect("the height that stays is a number");
            // The bottom goes first; only the mover's own checkers come back, the enemy's leave the game.
            while position.board[to_row][to_column].len() > height {
                let cut = position.board[to_row][to_column].remove(0);
                if cut == turn {
                    position.set_own_reserve(position.own_reserve() + 1);
                }
            }
        }
    }
    position.turn = if turn == 'w' { 'b' } else { 'w' };
    print(&position)
}

/// The side to move loses when it has no legal turn; nothing else ends the game.
pub(crate) fn result(options: &Options, position: &str) -> String {
    if !moves(options, position).is_empty() {
        return "* -".to_owned();
    }
    let winner = if parse(position).turn == 'w' { "0-1" } else { "1-0" };
    format!("{winner} no-move")
}

/// Any height that the reserve holds may be entered on any empty square.
fn enter_moves(position: &Position, found: &mut BTreeSet<String>) {
    for row in 0..4 {
        for column in 0..8 {
            for height in 1..=3 {
                if position.board[row][column].is_empty() && height <= position.own_reserve() {
                    found.insert(format!("{height}@{}", square_name(row, column)));
                }
            }
        }
    }
}

/// Whether the side to move controls a stack of each height, which it needs in order to move one.
fn has_its_set(position: &Position) -> bool {
    let controls_height =
        |height: usize| position.board.iter().flatten().any(|s| s.len() == height && s.last() == Some(&position.turn));
    controls_height(1) && controls_height(2) && controls_height(3)
}

/// The moves of the top `k` checkers of one stack in one direction.
fn line_moves(
    options: &Options,
    position: &Position,
    from: (usize, usize),
    direction: (i32, i32),
    k: usize,
    found: &mut BTreeSet<String>,
) {
    let n = stacks_on_line(&position.board, from, direction);
    let counts = match options.get("move-by", "both") {
        "both" => vec![k, n],
        "height" => vec![k],
        "line" => vec![n],
        other => panic!("there is no move-by {other}"),
    };
    let up_to = options.get("distance", "exact") == "up-to";
    let largest = *counts.iter().max().expect("there is a count");
    let mut to = from;
    for distance in 1..=largest {
        match step(to, direction) {
            Some(square) => to = square,
            None => return,
        }
        let target = &position.board[to.0][to.1];
        let exactly = counts.contains(&distance);
        let top = target.last().copied();
        let enemy_controls = top.is_some() && top != Some(position.turn);
        // An enemy stack may be landed on only at exactly a count, also where lesser distances are allowed.
        let distance_allowed = exactly || (up_to && !enemy_controls);
        // A side with a reserve may not stack.
        let square_allowed = target.is_empty() || position.own_reserve() == 0;
        if distance_allowed && square_allowed {
            let name = format!("{k}{}{}", square_name(from.0, from.1), square_name(to.0, to.1));
            if target.len() + k <= 3 {
                found.insert(name);
            } else if options.get("reduce", "choice") == "three" {
                found.insert(format!("{name}=3"));
            } else {
                for height in 1..=3 {
                    found.insert(format!("{name}={height}"));
                }
            }
        }
        // Nothing passes over a stack that the enemy controls.
        if enemy_controls {
            return;
        }
    }
}

/// How many stacks stand on the whole line through a stack, both ways, itself included.
fn stacks_on_line(board: &Board, from: (usize, usize), direction: (i32, i32)) -> usize {
    let mut count = 1;
    for way in [direction, (-direction.0, -direction.1)] {
        let mut at = from;
        while let Some(next) = step(at, way) {
            at = next;
            if !board[at.0][at.1].is_empty() {
                count += 1;
            }
        }
    }
    count
}

/// The next square in a direction, unless the board ends there.
fn step(square: (usize, usize), direction: (i32, i32)) -> Option<(usize, usize)> {
    for row in 0..4 {
        for column in 0..8 {
            if row as i32 == square.0 as i32 + direction.0 && column as i32 == square.1 as i32 + direction.1 {
                return Some((row, column));
            }
        }
    }
    None
}

fn square_name(row: usize, column: usize) -> String {
    format!("{}{}", ["A", "B", "C", "D"][row], column + 1)
}

fn parse_square(name: &str) -> (usize, usize) {
    for row in 0..4 {
        for column in 0..8 {
            if square_name(row, column) == name {
                return (row, column);
            }
        }
    }
    panic!("there is no square {name}");
}

fn parse(text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = Board::default();
    for (row, line) in fields[0].split('/').enumerate() {
        let mut column = 0;
        let mut in_brackets = false;
        for letter in line.chars() {
            match letter {
                '(' => in_brackets = true,
                ')' => {
                    in_brackets = false;
                    column += 1;
                }
                'w' | 'b' => {
                    board[row][column].push(letter);
                    if !in_brackets {
                        column += 1;
                    }
                }
                digit => column += digit.to_digit(10).expect("only digits are left") as usize,
            }
        }
    }
    let (white, black) = fields[2][1..].split_once('b').expect("the reserve names both colours");
    Position {
        board,
        turn: fields[1].chars().next().expect("the turn is a letter"),
        white_reserve: white.parse().expect("a count is a number"),
        black_reserve: black.parse().expect("a count is a number"),
    }
}

fn print(position: &Position) -> String {
    let mut rows = Vec::new();
    for row in &position.board {
        let mut line = String::new();
        let mut empty = 0;
        for stack in row {
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                line += &empty.to_string();
                empty = 0;
            }
            let checkers: String = stack.iter().collect();
            line += &if stack.len() == 1 { checkers } else { format!("({checkers})") };
        }
        if empty > 0 {
            line += &empty.to_string();
        }
        rows.push(line);
    }
    let Position { turn, white_reserve, black_reserve, .. } = position;
    format!("{} {turn} w{white_reserve}b{black_reserve}", rows.join("/"))
}

const REFERENCE: Reference = Reference { start, moves, apply, result };

#[test]
fn agrees_with_the_library() {
    assert_eq!(REFERENCE.compare("stacks-in-action", 3, 80), 48);
}

#[test]
fn perft_numbers_are_those_of_other_programs() {
    assert_eq!(super::check_perft(include_str!("perft.txt")), 48);
}
