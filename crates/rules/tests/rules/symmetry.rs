//! Turning the board upside down changes nothing: as many games follow from the mirrored position.

use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

use crate::common;

/// The position with its rows in reverse order. Field and board keep their form, so this is all there is to do.
fn upside_down(position: &str) -> String {
    let (board, rest) = position.split_once(' ').expect("a position has several fields");
    let rows: Vec<&str> = board.split('/').rev().collect();
    format!("{} {rest}", rows.join("/"))
}

/// Rules to which turning the board upside down makes a difference: named squares, squares that belong to a colour, and
/// four players, whose order round the table it reverses.
fn has_orientation(rules: &str) -> bool {
    let sllim_by_colour = ["intermediate", "advanced", "either-side"].iter().any(|setup| rules.contains(setup));
    rules.contains("target") || rules.contains("players=four") || sllim_by_colour
}

#[test]
fn mirrored_positions_have_as_many_games() {
    let mut compared = 0;
    for game in registry::games() {
        for (seed, text) in common::all_rules(*game).iter().filter(|text| !has_orientation(text)).enumerate() {
            let rules = registry::rules(text).expect("valid rules");
            let mut session = rules.start(seed as u64);
            let mut random = SplitMix64::new(seed as u64);
            for _ in 0..random.below(30) {
                session.play_random(&mut random);
            }
            let mirrored = rules.position(&upside_down(&session.position())).expect("a mirrored position is valid");
            let fresh = rules.position(&session.position()).expect("a printed position is valid");
            let depth = if session.moves().len() > 300 { 1 } else { 2 };
            assert_eq!(mirrored.perft(depth), fresh.perft(depth), "{text} {}", session.position());
            assert_eq!(mirrored.ending(), fresh.ending(), "{text} {}", session.position());
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} combinations have this symmetry");
}
