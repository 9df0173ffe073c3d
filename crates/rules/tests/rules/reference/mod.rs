//! Slow, obvious implementations of the games, written from the rules alone and sharing no code with the library, each
//! with a table of perft numbers that independent programs agree on.
//!
//! Everything here works on strings and plain arrays of squares; nothing is fast and nothing is clever. The comparison
//! plays random games and asks both sides the same questions.

use std::collections::BTreeMap;

use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

use crate::common;

mod j;
mod lines_of_action;
mod sight_reduction;
mod sllim;
mod stacks_in_action;

/// The options of a rules string, by name. Only those that were written out are in the map.
pub(crate) struct Options(BTreeMap<String, String>);

impl Options {
    /// The value that was given for an option, or its default.
    pub(crate) fn get<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.0.get(name).map_or(default, String::as_str)
    }

    fn of(rules: &str) -> Options {
        let options = rules.split_once(':').map_or("", |(_, options)| options);
        let pairs = options.split(',').filter(|word| !word.is_empty()).map(|word| {
            let (name, value) = word.split_once('=').expect("an option is name=value");
            (name.to_owned(), value.to_owned())
        });
        Options(pairs.collect())
    }
}

/// A reference implementation of a game.
struct Reference {
    /// The start position string of a seed.
    start: fn(&Options, u64) -> String,
    /// The legal moves of a position, sorted by byte value; none when the position is finished.
    moves: fn(&Options, &str) -> Vec<String>,
    /// The position string after a legal move.
    apply: fn(&Options, &str, &str) -> String,
    /// Result and reason of a position by itself, such as `1-0 united` or `* -`.
    result: fn(&Options, &str) -> String,
}

impl Reference {
    /// Plays random games of every combination of options, `games` of each. Returns the number of combinations.
    fn compare(&self, id: &str, games: u64, plies: usize) -> u64 {
        let mut combinations = 0;
        for rules in common::all_rules(registry::game(id).expect("a game of the registry")) {
            combinations += 1;
            for game in 0..games {
                self.compare_game(&rules, 1000 * combinations + game, plies);
            }
        }
        combinations
    }

    fn compare_game(&self, rules: &str, seed: u64, plies: usize) {
        let options = Options::of(rules);
        let mut random = SplitMix64::new(seed);
        let mut session = registry::rules(rules).expect("valid rules").start(seed);
        assert_eq!(session.position(), (self.start)(&options, seed), "{rules}");
        for _ in 0..plies {
            let position = session.position();
            let moves = session.moves();
            assert_eq!(moves, (self.moves)(&options, &position), "{rules} {position}");
            // A fresh session knows no history, as the reference does not.
            let fresh = session.as_rules().position(&position).expect("a printed position");
            let result = fresh.ending().map_or("* -".to_owned(), |ending| ending.to_string());
            assert_eq!(result, (self.result)(&options, &position), "{rules} {position}");
            if session.ending().is_some() {
                return;
            }
            let mv = &moves[random.below(moves.len() as u64) as usize];
            session.play(mv).expect("a listed move is legal");
            assert_eq!(session.position(), (self.apply)(&options, &position, mv), "{rules} {position} {mv}");
        }
    }
}

/// Checks a table of perft numbers. Returns how many it has.
fn check_perft(table: &str) -> usize {
    let mut rules = None;
    let mut session = None;
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').expect("every line is a word and its value");
        match word {
            "rules" => rules = Some(registry::rules(rest).unwrap_or_else(|error| panic!("{rest}: {error}"))),
            "position" => {
                let rules = rules.as_ref().expect("rules come before positions");
                session = Some(rules.position(rest).unwrap_or_else(|error| panic!("{rest}: {error}")));
            }
            "perft" => {
                let session = session.as_ref().expect("a position comes before its numbers");
                for (depth, number) in (0..).zip(rest.split(' ')) {
                    let number: u64 = number.parse().expect("a number");
                    assert_eq!(session.perft(depth), number, "{session:?} depth {depth}");
                    checked += 1;
                }
            }
            _ => panic!("unknown line {line}"),
        }
    }
    checked
}
