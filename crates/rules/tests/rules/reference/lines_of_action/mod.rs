//! Lines of Action, slow and plain, written from the rules alone.
//!
//! The board is an array of letters, lines are walked one square at a time, and a position is read from its string and
//! printed back for every question. Only the position by itself counts here; repetition and runs of passes do not.

use super::{Options, Reference};

/// File and rank, each 0 to 7, so that `a1` is `(0, 0)`.
type Square = (usize, usize);

/// The letters of the checkers, found as `board[rank][file]`.
type Board = [[char; 8]; 8];

/// All eight ways in which a queen steps, as changes of file and rank.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The letter of a square without a checker.
const EMPTY: char = '.';

/// A position string taken apart.
struct Position {
    /// What stands where.
    board: Board,
    /// The letter of the checkers that may move now.
    turn: char,
    /// First (`1`) or second (`2`) of a pair to move, or `-` where no pairs are played.
    pair: char,
    /// What each colour has yet to be dropped, White first; `None` unless the set-up is Parachute.
    stock: Option<[u32; 2]>,
}

/// The start position; there is no chance in this game, so the seed changes nothing.
pub(crate) fn start(options: &Options, _seed: u64) -> String {
    let setup = options.get("setup", "standard");
    let players = options.get("players", "two");
    let black_begins = options.get("first", "white") == "black";
    let board = match (setup, players) {
        ("standard", "two") => "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1",
        ("standard", _) => "1BBBBBB1/w6W/w6W/w6W/w6W/w6W/w6W/1bbbbbb1",
        ("scrambled-eggs", _) => "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1",
        ("parachute", _) => "8/b6w/w6b/b6w/w6b/b6w/w6b/8",
        _ => panic!("the reference knows no setup {setup}"),
    };
    // Among four players North begins for Black, and North holds the marked checkers.
    let turn = match (black_begins, players) {
        (false, _) => 'w',
        (true, "four") => 'B',
        (true, _) => 'b',
    };
    let pairs = options.get("order", "clockwise").starts_with("pairs");
    let pair = if pairs { '1' } else { '-' };
    let stock = if setup == "parachute" { "w6b6" } else { "-" };
    format!("{board} {turn} {pair} {stock}")
}

/// The legal moves, sorted; none when the position is finished.
pub(crate) fn moves(options: &Options, position: &str) -> Vec<String> {
    let position = read(position);
    if judge(options, &position) != "* -" {
        return Vec::new();
    }

    // Each entry is the part of the move string that moves a checker, and the board after it.
    let mut walks: Vec<(String, Board)> = Vec::new();
    for from in all_squares() {
        if at(&position.board, from) != position.turn {
            continue;
        }
        for to in destinations(options, &position.board, from) {
            let mut board = position.board;
            board[from.1][from.0] = EMPTY;
            board[to.1][to.0] = position.turn;
            walks.push((format!("{}{}", name(from), name(to)), board));
        }
    }
    if walks.is_empty() {
        walks.push(("pass".to_owned(), position.board));
    }

    let mut turns = Vec::new();
    for (walk, board) in walks {
        if dropped_colour(options, &position).is_some() {
            // The squares are looked at after the walk, so that the square just left is open to the drop.
            for square in all_squares() {
                if at(&board, square) == EMPTY {
                    turns.push(format!("{walk}@{}", name(square)));
                }
            }
        } else if options.get("order", "clockwise") == "pairs-named" && position.pair == '2' {
            let enemy = other(colour(position.turn));
            turns.push(format!("{walk}>{enemy}"));
            turns.push(format!("{walk}>{}", enemy.to_ascii_uppercase()));
        } else {
            turns.push(walk);
        }
    }
    turns.sort();
    turns
}

/// The position after a move that is known to be legal.
pub(crate) fn apply(options: &Options, position: &str, mv: &str) -> String {
    let mut position = read(position);
    let (rest, named) = mv.split_once('>').unwrap_or((mv, ""));
    let (walk, drop) = rest.split_once('@').unwrap_or((rest, ""));
    if walk != "pass" {
        let from = square(&walk[..2]);
        let to = square(&walk[2..]);
        position.board[from.1][from.0] = EMPTY;
        position.board[to.1][to.0] = position.turn;
    }
    if !drop.is_empty() {
        let to = square(drop);
        let dropped = dropped_colour(options, &position).expect("a drop needs a checker in stock");
        position.board[to.1][to.0] = dropped;
        if let Some(stock) = &mut position.stock {
            stock[usize::from(dropped == 'b')] -= 1;
        }
    }

    (position.turn, position.pair) = next_turn(options, position.turn, position.pair, named.chars().next());
    write(&position)
}

/// Result and reason of the position by itself.
pub(crate) fn result(options: &Options, position: &str) -> String {
    judge(options, &read(position)).to_owned()
}

/// Result and reason, read as if the player before had just moved.
fn judge(options: &Options, position: &Position) -> &'static str {
    let to_move = colour(position.turn);
    // The second of a pair follows the partner; everyone else follows an enemy.
    let mover = if position.pair == '2' { to_move } else { other(to_move) };
    match (united(position, mover), united(position, other(mover)), mover) {
        (true, true, _) if options.get("both-united", "mover") == "draw" => "1/2-1/2 both-united",
        (true, _, 'w') => "1-0 united",
        (true, _, _) => "0-1 united",
        (false, true, 'w') => "0-1 united-by-opponent",
        (false, true, _) => "1-0 united-by-opponent",
        (false, false, to_win) if is_stuck(options, position) => match (options.get("stuck", "pass"), to_win) {
            ("pass", _) => "* -",
            ("draw", _) => "1/2-1/2 no-move",
            // With two players the one who has just moved is the opponent of the one who cannot.
            (_, 'w') => "1-0 no-move",
            (_, _) => "0-1 no-move",
        },
        (false, false, _) => "* -",
    }
}

/// Whether none of the checkers whose turn it is has a square to go to.
fn is_stuck(options: &Options, position: &Position) -> bool {
    let mut checkers = all_squares();
    checkers.retain(|&square| at(&position.board, square) == position.turn);
    checkers.iter().all(|&from| destinations(options, &position.board, from).is_empty())
}

/// Whether all checkers of a colour, plain and marked, form one group. Groups never join across closed edges.
fn united(position: &Position, side: char) -> bool {
    if position.stock.is_some_and(|stock| stock[usize::from(side == 'b')] > 0) {
        return false;
    }
    let mut checkers = all_squares();
    checkers.retain(|&square| colour(at(&position.board, square)) == side);
    let mut group: Vec<Square> = checkers.iter().copied().take(1).collect();
    // Checkers that touch the group join it until a whole round adds none.
    loop {
        let before = group.len();
        for &checker in &checkers {
            if !group.contains(&checker) && group.iter().any(|&member| touch(member, checker)) {
                group.push(checker);
            }
        }
        if group.len() == before {
            return group.len() == checkers.len();
        }
    }
}

/// Whether two different squares are neighbours in one of the eight directions on the open board.
fn touch(one: Square, two: Square) -> bool {
    one.0.abs_diff(two.0) <= 1 && one.1.abs_diff(two.1) <= 1
}

/// The squares a checker can move to, each once even where several ways lead to it.
fn destinations(options: &Options, board: &Board, from: Square) -> Vec<Square> {
    let side = colour(at(board, from));
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        let mut checkers = line(options, from, direction);
        checkers.retain(|&square| at(board, square) != EMPTY);
        let distance = checkers.len();
        let mut here = Some(from);
        for walked in 1..=distance {
            here = here.and_then(|square| step(options, square, direction));
            // An enemy may be captured on the last square only; before that it is in the way.
            if walked < distance && here.is_some_and(|square| colour(at(board, square)) == other(side)) {
                here = None;
            }
        }
        if let Some(to) = here {
            // All the way round a ring is no move, and a friendly checker may not be landed on.
            if to != from && colour(at(board, to)) != side && !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found
}

/// The different squares of the whole line through a square, walked both ways.
fn line(options: &Options, from: Square, direction: (i32, i32)) -> Vec<Square> {
    let mut squares = vec![from];
    for (file, rank) in [direction, (-direction.0, -direction.1)] {
        let mut here = step(options, from, (file, rank));
        // Back at the start means that the line is a ring and has been seen whole.
        while let Some(square) = here.filter(|&square| square != from) {
            if !squares.contains(&square) {
                squares.push(square);
            }
            here = step(options, square, (file, rank));
        }
    }
    squares
}

/// The next square in a direction, or `None` beyond an edge that is not joined to the opposite one.
fn step(options: &Options, from: Square, direction: (i32, i32)) -> Option<Square> {
    let wrap = options.get("wrap", "none");
    let file = step_axis(from.0, direction.0, wrap == "files" || wrap == "both")?;
    let rank = step_axis(from.1, direction.1, wrap == "ranks" || wrap == "both")?;
    Some((file, rank))
}

/// One coordinate moved by one step, taken modulo 8 where its two edges are joined.
fn step_axis(from: usize, by: i32, joined: bool) -> Option<usize> {
    let to = i32::try_from(from).expect("a coordinate is small") + by;
    let to = if joined { to.rem_euclid(8) } else { to };
    usize::try_from(to).ok().filter(|&to| to < 8)
}

/// The colour of the checker that is dropped this turn, or `None` when there is nothing left to drop.
fn dropped_colour(options: &Options, position: &Position) -> Option<char> {
    let own = colour(position.turn);
    let drops_own = options.get("drops", "own") == "own";
    let dropped = if drops_own { own } else { other(own) };
    let left = position.stock?[usize::from(dropped == 'b')];
    (left > 0).then_some(dropped)
}

/// Who moves next, and as which of a pair. The named player counts only where one was named.
fn next_turn(options: &Options, turn: char, pair: char, named: Option<char>) -> (char, char) {
    // West is `w`, North `B`, East `W` and South `b`; the left neighbour is the next one clockwise.
    let clockwise = ['w', 'B', 'W', 'b'];
    let counterclockwise = ['w', 'b', 'W', 'B'];
    match (options.get("players", "two"), options.get("order", "clockwise")) {
        ("two", _) => (other(turn), '-'),
        ("alternating", _) if options.get("first", "white") == "black" => (after(['b', 'w', 'B', 'W'], turn), '-'),
        ("alternating", _) => (after(['w', 'b', 'W', 'B'], turn), '-'),
        (_, "clockwise") => (after(clockwise, turn), '-'),
        (_, "counterclockwise") => (after(counterclockwise, turn), '-'),
        (_, _) if pair == '1' => (partner(turn), '2'),
        (_, "pairs-left") => (after(clockwise, turn), '1'),
        (_, "pairs-right") => (after(counterclockwise, turn), '1'),
        (_, _) => (named.expect("the second of a pair names the next player"), '1'),
    }
}

/// The one who follows a player in a cycle of four.
fn after(cycle: [char; 4], turn: char) -> char {
    let place = cycle.iter().position(|&player| player == turn);
    cycle[(place.expect("all four players are in the cycle") + 1) % 4]
}

/// The other player of the same colour.
fn partner(turn: char) -> char {
    match turn {
        'w' => 'W',
        'W' => 'w',
        'b' => 'B',
        _ => 'b',
    }
}

/// The colour of a checker, plain or marked, as a small letter; an empty square stays what it is.
fn colour(checker: char) -> char {
    checker.to_ascii_lowercase()
}

/// The opposing colour.
fn other(side: char) -> char {
    match side {
        'w' => 'b',
        _ => 'w',
    }
}

fn at(board: &Board, square: Square) -> char {
    board[square.1][square.0]
}

fn all_squares() -> Vec<Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect()
}

fn name(square: Square) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][square.0], square.1 + 1)
}

fn square(text: &str) -> Square {
    let found = all_squares().into_iter().find(|&square| name(square) == text);
    found.expect("a square is a file and a rank")
}

/// Takes a position string apart; the first row of the string is rank 8.
fn read(text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = [[EMPTY; 8]; 8];
    for (row, letters) in fields[0].split('/').enumerate() {
        let mut file = 0;
        for letter in letters.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
            } else {
                board[7 - row][file] = letter;
                file += 1;
            }
        }
    }
    // Without a stock the field has no digits, and nothing can be made of them.
    let stock = fields[3].chars().filter_map(|letter| letter.to_digit(10));
    Position {
        board,
        turn: fields[1].chars().next().expect("the turn is a letter"),
        pair: fields[2].chars().next().expect("the pair is a letter"),
        stock: <[u32; 2]>::try_from(stock.collect::<Vec<u32>>()).ok(),
    }
}

/// Prints a position in the one form it has.
fn write(position: &Position) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row: String = position.board[rank].iter().collect();
        // Longer gaps are replaced first, so that no two digits come to stand side by side.
        for gap in (1..=8).rev() {
            row = row.replace(&".".repeat(gap), &gap.to_string());
        }
        rows.push(row);
    }
    let stock = match position.stock {
        Some([white, black]) => format!("w{white}b{black}"),
        None => "-".to_owned(),
    };
    format!("{} {} {} {stock}", rows.join("/"), position.turn, position.pair)
}

const REFERENCE: Reference = Reference { start, moves, apply, result };

#[test]
fn agrees_with_the_library() {
    assert_eq!(REFERENCE.compare("lines-of-action", 1, 70), 864);
}

/// Random games rarely shut a player in, but checkers thrown into two corners often are.
#[test]
fn agrees_on_who_is_shut_in() {
    let mut random = halfboard_rules::random::SplitMix64::new(7);
    let mut shut_in = [0; 3];
    for round in 0..6000 {
        let mut position = Position { board: [[EMPTY; 8]; 8], turn: 'w', pair: '-', stock: None };
        for corner in [0, 5] {
            for _ in 0..12 {
                let (file, rank) = (corner + random.below(3) as usize, corner + random.below(3) as usize);
                position.board[rank][file] = ['b', 'b', EMPTY, 'b'][random.below(4) as usize];
            }
        }
        // The corners themselves hold the checkers that may be shut in.
        (position.board[0][0], position.board[7][7]) = ('w', 'w');
        let place = round % 3;
        let rules = ["lines-of-action", "lines-of-action:stuck=loses", "lines-of-action:stuck=draw"][place];
        let text = write(&position);
        let Ok(session) = halfboard_rules::registry::rules(rules).expect("valid rules").position(&text) else {
            continue;
        };
        let options = Options::of(rules);
        let ending = session.ending().map_or("* -".to_owned(), |ending| ending.to_string());
        assert_eq!(ending, result(&options, &text), "{rules} {text}");
        assert_eq!(session.moves(), moves(&options, &text), "{rules} {text}");
        shut_in[place] += u32::from(session.moves() == ["pass"] || ending.ends_with("no-move"));
    }
    assert!(shut_in.iter().all(|&count| count > 20), "{shut_in:?}");
}

#[test]
fn perft_numbers_are_those_of_other_programs() {
    assert_eq!(super::check_perft(include_str!("perft.txt")), 124);
}

/// The numbers that independent programs agree on.
#[test]
fn lines_of_action_from_the_start() {
    for (first, depths) in [("", 6), (":first=black", 5)] {
        let session =
            halfboard_rules::registry::rules(&format!("lines-of-action{first}")).expect("valid rules").start(0);
        let numbers: Vec<u64> = (1..=depths).map(|depth| session.perft(depth)).collect();
        assert_eq!(numbers, [36, 1244, 44_952, 1_563_208, 55_963_132, 1_938_494_632][..depths as usize]);
    }
    let eggs = halfboard_rules::registry::rules("lines-of-action:setup=scrambled-eggs").expect("valid rules").start(0);
    let numbers: Vec<u64> = (1..=4).map(|depth| eggs.perft(depth)).collect();
    assert_eq!(numbers, [32, 992, 32_000, 1_002_260]);
}
