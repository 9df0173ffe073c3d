//! The explorer's counts against a count by hand that knows nothing of keys.

use std::collections::{BTreeMap, BTreeSet};

use halfboard_archive::{AddOutcome, ExplorerAnswer, GameIndex, GameResult, GameSummary, MemoryArchive};
use halfboard_rules::game::Game;
use halfboard_rules::present::Present;
use halfboard_rules::record::Record;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

use crate::common::games_that_meet;

/// The games and moves by position, each game replayed in every image.
struct BruteForce {
    /// For each position string, the games that had it in some image, and the moves that followed in these images.
    positions: BTreeMap<String, BTreeMap<usize, BTreeSet<String>>>,
    results: Vec<GameResult>,
}

impl BruteForce {
    fn new<G: Present>(games: &[Record]) -> Self {
        let mut positions: BTreeMap<String, BTreeMap<usize, BTreeSet<String>>> = BTreeMap::new();
        for (number, record) in games.iter().enumerate() {
            let session = record.session();
            let game = session.as_any().downcast_ref::<Match<G>>().expect("a match of this game");
            let rules = game.game();
            let played = game.earlier_positions().iter().chain([game.position()]);
            // A game counts once, with the move that followed the first time.
            let mut first_time: BTreeMap<String, usize> = BTreeMap::new();
            for (ply, position) in played.enumerate() {
                for &symmetry in rules.symmetries() {
                    let text = rules.format_position(&rules.transform_position(position, symmetry));
                    if *first_time.entry(text.clone()).or_insert(ply) == ply {
                        let moves = positions.entry(text).or_default().entry(number).or_default();
                        if let Some(&mv) = game.moves().get(ply) {
                            moves.insert(rules.format_move(rules.transform_move(mv, symmetry)));
                        }
                    }
                }
            }
        }
        let results = games.iter().map(|game| GameSummary::new(game).result).collect();
        BruteForce { positions, results }
    }

    /// The answer in the form (games, white, black, draw), for the position and for each move.
    fn explore(&self, position: &str) -> ([u64; 4], BTreeMap<String, [u64; 4]>) {
        let mut total = [0; 4];
        let mut by_move: BTreeMap<String, [u64; 4]> = BTreeMap::new();
        for (&game, moves) in self.positions.get(position).into_iter().flatten() {
            let counted = match self.results[game] {
                GameResult::White => [1, 1, 0, 0],
                GameResult::Black => [1, 0, 1, 0],
                GameResult::Draw => [1, 0, 0, 1],
                GameResult::Open | GameResult::Solitaire => [1, 0, 0, 0],
            };
            let add = |counts: &mut [u64; 4]| counts.iter_mut().zip(counted).for_each(|(sum, one)| *sum += one);
            add(&mut total);
            if let Some(first) = moves.first() {
                add(by_move.entry(first.clone()).or_default());
            }
        }
        (total, by_move)
    }
}

/// An answer in the same form.
fn counts(answer: &ExplorerAnswer) -> ([u64; 4], BTreeMap<String, [u64; 4]>) {
    let of = |tally: &halfboard_archive::Tally| [tally.games, tally.white, tally.black, tally.draw];
    (of(&answer.tally), answer.moves.iter().map(|mv| (mv.mv.clone(), of(&mv.tally))).collect())
}

fn compare<G: Present>(rules: &str) {
    let mut games = games_that_meet(rules, 30, 6);
    let mut distinct = BTreeSet::new();
    games.retain(|game| distinct.insert(GameIndex::new(game).duplicate_key));
    let mut archive = MemoryArchive::new();
    for game in &games {
        assert!(matches!(archive.add(game), AddOutcome::Added(_)));
    }
    let brute_force = BruteForce::new::<G>(&games);
    let rules = registry::rules(rules).expect("valid rules");
    for position in brute_force.positions.keys().step_by(5) {
        let session = rules.position(position).expect("a printed position");
        assert_eq!(counts(&archive.explore(session.as_ref())), brute_force.explore(position), "{position}");
    }
}

#[test]
fn counts_equal_brute_force_in_every_variant() {
    macro_rules! compare_all {
        ($($module:ident::$Game:ident),+ $(,)?) => {$({
            type Type = halfboard_rules::games::$module::$Game;
            let entry = registry::game(Type::INFO.id).expect("a listed game");
            for preset in entry.presets() {
                compare::<Type>(&preset.rules);
            }
        })+};
    }
    halfboard_rules::games!(compare_all);
}

#[test]
fn symmetric_moves_count_as_the_first_of_them() {
    let mut archive = MemoryArchive::new();
    let games = ["b1b3", "b1h1", "g1g3", "b8b6", "g8g6", "g8a8"];
    for (number, first) in games.iter().enumerate() {
        let mut session = registry::rules("lines-of-action:first=black").expect("valid rules").start(0);
        session.play(first).expect("a legal move");
        let reply = session.moves()[number].clone();
        session.play(&reply).expect("a legal move");
        archive.add(&crate::common::record_of(session.as_ref(), number as u64));
    }
    let start = registry::rules("lines-of-action:first=black").expect("valid rules").start(0);
    let answer = archive.explore(start.as_ref());
    let moves: Vec<(&str, u64)> = answer.moves.iter().map(|mv| (mv.mv.as_str(), mv.tally.games)).collect();
    assert_eq!(moves, [("b1b3", 4), ("b1h1", 2)]);
    assert_eq!(answer.tally.games, 6);
}

#[test]
fn other_move_orders_are_transpositions() {
    let play = |moves: &[&str]| {
        let mut session = registry::rules("j").expect("valid rules").start(0);
        for mv in moves {
            session.play(mv).expect("a legal move");
        }
        session
    };
    let mut archive = MemoryArchive::new();
    for moves in [["A5", "A8", "B8"], ["B8", "A8", "A5"], ["D5", "D8", "C8"]] {
        archive.add(&crate::common::record_of(play(&moves).as_ref(), 1));
    }
    let reached = archive.reached(play(&["A5", "A8", "B8"]).as_ref(), 10);
    let transposed: Vec<(u64, bool)> = reached.iter().map(|game| (game.game, game.transposed)).collect();
    // The third is the mirror image of the first, so it came by the same moves and is a duplicate.
    assert_eq!(transposed, [(1, true), (0, false)]);
    assert_eq!(archive.len(), 2);
}

#[test]
fn repeated_positions_count_once() {
    let mut session = registry::rules("lines-of-action").expect("valid rules").start(0);
    for mv in ["a2c2", "b1b3", "c2a2", "b3b1", "a3c3"] {
        session.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut archive = MemoryArchive::new();
    archive.add(&crate::common::record_of(session.as_ref(), 1));
    let start = registry::rules("lines-of-action").expect("valid rules").start(0);
    let answer = archive.explore(start.as_ref());
    assert_eq!((answer.tally.games, answer.moves.len()), (1, 1));
    assert_eq!(answer.moves[0].mv, "a2c2");
}
