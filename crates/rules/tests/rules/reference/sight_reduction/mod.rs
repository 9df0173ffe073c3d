//! Reference for Sight Reduction: a board of characters, and sight found by walking square by square.

use super::{Options, Reference};

/// Rows A to D from the top, columns 1 to 8 from the left; each square holds `w`, `b` or `EMPTY`.
type Board = [[char; 8]; 4];

const EMPTY: char = '.';

const ORTHOGONAL: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

const QUEEN: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The four fields of a position string.
struct Position {
    board: Board,
    turn: char,
    phase: String,
    seats: String,
}

fn read(position: &str) -> Position {
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
    let turn = fields[1].chars().next().expect("the turn is one character");
    Position { board, turn, phase: fields[2].to_owned(), seats: fields[3].to_owned() }
}

fn write(position: &Position) -> String {
    let mut rows = Vec::new();
    for row in position.board {
        let mut text = String::new();
        let mut empty = 0;
        for square in row {
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
    format!("{} {} {} {}", rows.join("/"), position.turn, position.phase, position.seats)
}

/// All squares in order: A1, A2 and so on to D8.
fn squares() -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    for row in 0..4 {
        for column in 0..8 {
            list.push((row, column));
        }
    }
    list
}

/// The squares which hold the given letter, in order.
fn squares_with(board: &Board, letter: char) -> Vec<(usize, usize)> {
    squares().into_iter().filter(|&(row, column)| board[row][column] == letter).collect()
}

fn name((row, column): (usize, usize)) -> String {
    format!("{}{}", ["A", "B", "C", "D"][row], column + 1)
}

fn square_named(text: &str) -> (usize, usize) {
    squares().into_iter().find(|&square| name(square) == text).expect("a square is a row letter and a column number")
}

fn other(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

fn letter_of(colour: &str) -> char {
    match colour {
        "white" => 'w',
        "black" => 'b',
        unknown => panic!("{unknown} is no colour"),
    }
}

/// The neighbour of a square in a direction, or nothing beyond the edge.
fn step(square: (usize, usize), direction: (isize, isize)) -> Option<(usize, usize)> {
    let row = square.0.checked_add_signed(direction.0)?;
    let column = square.1.checked_add_signed(direction.1)?;
    if row < 4 && column < 8 { Some((row, column)) } else { None }
}

/// The checkers of a colour which a square sees: in each direction, only the first checker on the way can be seen.
fn seen(board: &Board, from: (usize, usize), directions: &[(isize, isize)], colour: char) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for &direction in directions {
        let mut next = step(from, direction);
        while let Some((row, column)) = next {
            if board[row][column] != EMPTY {
                if board[row][column] == colour {
                    found.push((row, column));
                }
                break;
            }
            next = step((row, column), direction);
        }
    }
    found
}

/// The shuffled board that a seed stands for.
fn random_board(seed: u64) -> Board {
    let mut filling = ['w'; 32];
    for square in &mut filling[16..] {
        *square = 'b';
    }
    let mut state = seed;
    for i in (1..32).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z ^= z >> 30;
        z = z.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^= z >> 27;
        z = z.wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        // The remainder is below 32, so nothing is lost in the narrower type.
        filling.swap(i, (z % (i as u64 + 1)) as usize);
    }
    let mut board = [[EMPTY; 8]; 4];
    for (row, column) in squares() {
        board[row][column] = filling[row * 8 + column];
    }
    board
}

/// The start position: an empty board for the deterministic set-up, otherwise the board of the seed.
pub(crate) fn start(options: &Options, seed: u64) -> String {
    let first = letter_of(options.get("first", "white"));
    let (board, turn, phase, seats) = match options.get("setup", "random") {
        "random" => (random_board(seed), first, "play", "wb"),
        "fair" => (random_board(seed), '1', "swap", "--"),
        "deterministic" => ([[EMPTY; 8]; 4], first, "place", "wb"),
        unknown => panic!("{unknown} is no set-up"),
    };
    write(&Position { board, turn, phase: phase.to_owned(), seats: seats.to_owned() })
}

/// The removals: single checkers that see a friend, and with `one-or-two` also pairs that see each other.
fn removals(options: &Options, board: &Board, turn: char) -> Vec<String> {
    let sight = if options.get("sight", "orthogonal") == "queen" { &QUEEN[..] } else { &ORTHOGONAL[..] };
    // A sight of the enemy counts along queen lines with any `sight`.
    let enemy_ok = |square: (usize, usize)| {
        options.get("enemy", "off") == "off" || !seen(board, square, &QUEEN, other(turn)).is_empty()
    };
    let mut list = Vec::new();
    for square in squares_with(board, turn) {
        let friends = seen(board, square, sight, turn);
        if friends.is_empty() || !enemy_ok(square) {
            continue;
        }
        list.push(name(square));
        if options.get("remove", "one") == "one-or-two" {
            for friend in friends {
                // Sight is mutual, so each pair turns up from both ends; it is listed from the earlier one.
                if square < friend && enemy_ok(friend) {
                    list.push(format!("{},{}", name(square), name(friend)));
                }
            }
        }
    }
    list
}

/// The placements: next to an enemy where that can be done, but anywhere for a player's first checker.
fn placements(board: &Board, turn: char) -> Vec<String> {
    let empty = squares_with(board, EMPTY);
    let is_enemy = |(row, column): (usize, usize)| board[row][column] == other(turn);
    let mut beside_enemy = Vec::new();
    for &square in &empty {
        if QUEEN.iter().any(|&direction| step(square, direction).is_some_and(is_enemy)) {
            beside_enemy.push(square);
        }
    }
    let anywhere = squares_with(board, turn).is_empty() || beside_enemy.is_empty();
    let allowed = if anywhere { empty } else { beside_enemy };
    allowed.into_iter().map(name).collect()
}

/// The exchanges of no, one or two white checkers with as many black ones.
fn exchanges(board: &Board) -> Vec<String> {
    let white = squares_with(board, 'w');
    let black = squares_with(board, 'b');
    let mut list = vec!["none".to_owned()];
    for (i, &w1) in white.iter().enumerate() {
        for (j, &b1) in black.iter().enumerate() {
            list.push(format!("{}{}", name(w1), name(b1)));
            for &w2 in &white[i + 1..] {
                for &b2 in &black[j + 1..] {
                    list.push(format!("{}{},{}{}", name(w1), name(b1), name(w2), name(b2)));
                }
            }
        }
    }
    list
}

/// The legal moves, sorted. Who has none in the phase `play` is at the end of the game.
pub(crate) fn moves(options: &Options, position: &str) -> Vec<String> {
    let Position { board, turn, phase, .. } = read(position);
    let mut list = match phase.as_str() {
        "play" => removals(options, &board, turn),
        "place" => placements(&board, turn),
        "swap" => exchanges(&board),
        "pick" | "choose" => vec!["black".to_owned(), "white".to_owned()],
        unknown => panic!("{unknown} is no phase"),
    };
    list.sort();
    list
}

/// The position after a legal move.
pub(crate) fn apply(_options: &Options, position: &str, mv: &str) -> String {
    let mut after = read(position);
    match after.phase.as_str() {
        "play" => {
            for word in mv.split(',') {
                let (row, column) = square_named(word);
                after.board[row][column] = EMPTY;
            }
            after.turn = other(after.turn);
        }
        "place" => {
            let (row, column) = square_named(mv);
            after.board[row][column] = after.turn;
            // The number of placements is even, so the plain alternation gives the first removal to who placed first.
            after.turn = other(after.turn);
            if squares_with(&after.board, EMPTY).is_empty() {
                after.phase = "play".to_owned();
            }
        }
        "swap" => {
            for pair in mv.split(',').filter(|&word| word != "none") {
                let (white, black) = (square_named(&pair[..2]), square_named(&pair[2..]));
                after.board[white.0][white.1] = 'b';
                after.board[black.0][black.1] = 'w';
            }
            after.turn = '2';
            after.phase = "pick".to_owned();
        }
        "pick" => {
            let second = letter_of(mv);
            after.seats = format!("{}{}", other(second), second);
            after.turn = '1';
            after.phase = "choose".to_owned();
        }
        "choose" => {
            after.turn = letter_of(mv);
            after.phase = "play".to_owned();
        }
        unknown => panic!("{unknown} is no phase"),
    }
    write(&after)
}

/// Whether a solitaire in which no move is left has come out.
fn is_solved(options: &Options, board: &Board) -> bool {
    let white = squares_with(board, 'w');
    let black = squares_with(board, 'b');
    if options.get("remove", "one") == "one-or-two" {
        return white.is_empty() && black.is_empty();
    }
    if white.len() != 1 || black.len() != 1 {
        return false;
    }
    let target = options.get("target", "none");
    target == "none" || target == format!("{}-{}", name(white[0]), name(black[0]))
}

/// Result and reason: the game is over when the colour to move can remove nothing.
pub(crate) fn result(options: &Options, position: &str) -> String {
    let Position { board, turn, .. } = read(position);
    if !moves(options, position).is_empty() {
        return "* -".to_owned();
    }
    if options.get("solitaire", "off") == "on" {
        if is_solved(options, &board) {
            return "solved solved".to_owned();
        }
        let left = squares_with(&board, 'w').len() + squares_with(&board, 'b').len();
        return format!("stuck {left} no-move");
    }
    if turn == 'w' { "0-1 no-move".to_owned() } else { "1-0 no-move".to_owned() }
}

const REFERENCE: Reference = Reference { start, moves, apply, result };

#[test]
fn agrees_with_the_library() {
    assert_eq!(REFERENCE.compare("sight-reduction", 2, 80), 64);
}

#[test]
fn perft_numbers_are_those_of_other_programs() {
    assert_eq!(super::check_perft(include_str!("perft.txt")), 85);
}
