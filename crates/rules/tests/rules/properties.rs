//! The laws as property tests: texts near the valid ones, random texts, random games. The fuzz targets run the same
//! laws for longer.

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record, Start};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use proptest::prelude::*;

use crate::{common, laws};

/// Some valid rules strings of each game.
fn rules() -> impl Strategy<Value = String> {
    let all: Vec<String> = registry::games().iter().flat_map(|game| common::all_rules(*game)).collect();
    proptest::sample::select(all)
}

/// A text with a few of its characters changed, left out or doubled.
fn damaged(text: &str, damage: &[(usize, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, kind, letter) in damage {
        let at = at % (letters.len() + 1);
        match kind % 3 {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => letters[at] = letter,
            _ if at < letters.len() => drop(letters.remove(at)),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// Letters that occur in our texts, so that damage is often nearly valid.
fn letter() -> impl Strategy<Value = char> {
    prop_oneof![
        8 => proptest::sample::select("wbWB12345678/ -()ABCDabcdefgh@=x>,:.*[]{}\"\\\n".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

fn damage(most: usize) -> impl Strategy<Value = Vec<(usize, u8, char)>> {
    proptest::collection::vec((any::<usize>(), any::<u8>(), letter()), 0..=most)
}

/// A random game after some plies.
fn game(rules: &str, seed: u64, plies: u8) -> Box<dyn Session> {
    laws::random_game(&*registry::rules(rules).expect("valid rules"), seed, plies)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_strings(rules in rules(), damage in damage(3), noise in ".{0,40}") {
        laws::rules_string(&damaged(&rules, &damage));
        laws::rules_string(&noise);
    }

    #[test]
    fn position_strings(rules in rules(), seed: u64, plies in 0u8..60, damage in damage(3), noise in ".{0,60}") {
        let position = game(&rules, seed, plies).position();
        laws::position_string(&rules, &position);
        laws::position_string(&rules, &damaged(&position, &damage));
        laws::position_string(&rules, &noise);
    }

    #[test]
    fn move_strings(rules in rules(), seed: u64, plies in 0u8..60, damage in damage(2), pick: usize) {
        let moves = game(&rules, seed, plies).moves();
        let near = if moves.is_empty() { String::new() } else { moves[pick % moves.len()].clone() };
        laws::move_string(&rules, seed, plies, &near);
        laws::move_string(&rules, seed, plies, &damaged(&near, &damage));
    }

    #[test]
    fn games(rules in rules(), seed: u64, choices in proptest::collection::vec(any::<u8>(), 0..150)) {
        laws::play(&rules, seed, &choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records(games in proptest::collection::vec((rules(), any::<u64>(), 0u8..40), 1..3), name in ".{0,20}",
               words in ".{0,30}", damage in damage(3), noise in ".{0,80}") {
        let mut records = Vec::new();
        for (rules, seed, plies) in games {
            let mut record = Record::new(&*game(&rules, seed, plies), Start::Seed(seed));
            record.set_tag("White", &name);
            record.comment(record.turns().len() / 2, &words);
            records.push(record);
        }
        let text = record::format(&records);
        prop_assert_eq!(record::parse(&text).expect("a written record is valid"), records);
        laws::record_text(&damaged(&text, &damage));
        laws::record_text(&noise);
    }

    #[test]
    fn sgf_games(seed: u64, plies in 0u8..60, damage in damage(3), noise in "[(;)\\[\\]A-Za-z0-9:\\\\ -]{0,60}",
           rules in proptest::sample::select(common::all_rules(registry::game("lines-of-action").expect("ours")))) {
        if !rules.contains("players=four") {
            let record = Record::new(&*game(&rules, seed, plies), Start::Seed(seed));
            let text = sgf::format(std::slice::from_ref(&record)).expect("two players");
            prop_assert_eq!(sgf::parse(&text).expect("a written game is valid"), vec![record]);
            laws::sgf_text(&damaged(&text, &damage));
        }
        laws::sgf_text(&noise);
    }
}
