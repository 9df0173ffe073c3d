//! The library against the slow reference: random games in which both are asked the same questions.

use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

use crate::{common, reference};

/// Plays random games of every combination of options; `games` of each. Gives the number of combinations.
fn compare(id: &str, games: u64, plies: usize) -> u64 {
    let listed = registry::game(id).expect("a game of ours");
    let mut combinations = 0;
    for rules in common::all_rules(listed) {
        combinations += 1;
        for game in 0..games {
            compare_game(&rules, 1000 * combinations + game, plies);
        }
    }
    combinations
}

fn compare_game(rules: &str, seed: u64, plies: usize) {
    let mut random = SplitMix64::new(seed);
    let mut session = registry::rules(rules).expect("valid rules").start(seed);
    assert_eq!(session.position(), reference::start(rules, seed), "{rules}");
    for _ in 0..plies {
        let position = session.position();
        let moves = session.moves();
        assert_eq!(moves, reference::moves(rules, &position), "{rules} {position}");
        // A fresh session knows no history, as the reference does not.
        let fresh = registry::rules(rules).expect("valid rules").position(&position).expect("a printed position");
        let result = fresh.ending().map_or("* -".to_owned(), |ending| ending.to_string());
        assert_eq!(result, reference::result(rules, &position), "{rules} {position}");
        if session.ending().is_some() {
            return;
        }
        let mv = &moves[random.below(moves.len() as u64) as usize];
        session.play(mv).expect("a listed move is legal");
        assert_eq!(session.position(), reference::apply(rules, &position, mv), "{rules} {position} {mv}");
    }
}

#[test]
fn sight_reduction() {
    assert_eq!(compare("sight-reduction", 2, 80), 64);
}

#[test]
fn lines_of_action() {
    assert_eq!(compare("lines-of-action", 2, 120), 160);
}

#[test]
fn stacks_in_action() {
    assert_eq!(compare("stacks-in-action", 3, 80), 48);
}

#[test]
fn j() {
    assert_eq!(compare("j", 6, 80), 8);
}

#[test]
fn sllim() {
    assert_eq!(compare("sllim", 1, 60), 416);
}
