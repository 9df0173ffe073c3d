//! Puzzles: the same order gives the same ones, they are proven again, and changed ones are refused.

use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::puzzle::{self, GeneratePuzzlesError, Puzzle, PuzzleGenerator, PuzzleRequest};

fn order(rules: &str, moves: u32) -> PuzzleRequest {
    PuzzleRequest { rules: rules.to_owned(), moves, seed: 1, nodes: 30_000, missed_by: 0 }
}

/// Returns the first puzzle of an order.
fn first(order: &PuzzleRequest) -> Puzzle {
    let mut generator =
        PuzzleGenerator::new(order.clone(), 0, system_now, CancelToken::default()).expect("valid rules");
    (0..300).find_map(|_| generator.next_game()).expect("so many games have a puzzle")
}

#[test]
fn puzzles_are_found_again_and_proven() {
    let mut file = format!("{}\n# a comment\n", puzzle::TITLE);
    let mut made = Vec::new();
    for rules in ["j", "lines-of-action", "sight-reduction"] {
        let order = order(rules, 2);
        let puzzle = first(&order);
        assert_eq!(puzzle, first(&order), "the same order");
        assert!(puzzle.moves == 2 && puzzle.plies == 3 && puzzle.keys.len() == 1, "{puzzle}");
        let checked = puzzle::verify(&puzzle, 300_000, system_now, &CancelToken::default());
        assert!(checked.as_ref().is_ok_and(|&lines| lines > 1), "{puzzle}: {checked:?}");
        file += &format!("{puzzle}\n");
        made.push(puzzle);
    }
    let read: Vec<Puzzle> =
        puzzle::parse(&file).expect("as it was written").into_iter().map(|(_, puzzle)| puzzle).collect();
    assert_eq!(read, made);
}

#[test]
fn changed_puzzles_are_refused() {
    let puzzle = first(&order("j", 2));
    let check = |puzzle: &Puzzle| puzzle::verify(puzzle, 300_000, system_now, &CancelToken::default());
    let other = if puzzle.winner == "1-0" { "0-1" } else { "1-0" };
    for (changed, words) in [
        (Puzzle { plies: 5, ..puzzle.clone() }, "within 3 plies already"),
        (Puzzle { plies: 1, ..puzzle.clone() }, "no win within 1 plies"),
        (Puzzle { plies: 99, ..puzzle.clone() }, "at most"),
        (Puzzle { winner: other.to_owned(), ..puzzle.clone() }, "the line does not end as"),
        (Puzzle { moves: 3, ..puzzle.clone() }, "the line does not end as"),
        (Puzzle { keys: vec!["A1".to_owned(), "A2".to_owned()], ..puzzle.clone() }, "the moves that win in time"),
        (Puzzle { line: puzzle.line[..2].to_vec(), ..puzzle.clone() }, "does not end with a win"),
        (Puzzle { line: Vec::new(), ..puzzle.clone() }, "does not end with a win"),
        (Puzzle { rules: "chess".to_owned(), ..puzzle.clone() }, "there is no game"),
        (Puzzle { position: "8".to_owned(), ..puzzle.clone() }, "position, character"),
    ] {
        let error = check(&changed).expect_err(words);
        assert!(error.contains(words), "{error}, not {words}");
    }
    let text = format!("{}\n{puzzle}\n", puzzle::TITLE);
    for at in 0..text.len() {
        if let Err(error) = puzzle::parse(&text[..at]) {
            assert!((1..=2).contains(&error.line), "{error}");
        }
    }
    let solitaire =
        PuzzleGenerator::new(order("sight-reduction:solitaire=on", 2), 0, system_now, CancelToken::default());
    assert_eq!(solitaire.err(), Some(GeneratePuzzlesError::Solitaire));
}
