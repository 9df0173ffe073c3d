//! Every example in `docs/rules/` is true.

use halfboard_rules::registry::{self, Rules};
use halfboard_rules::session::Session;

struct Example {
    rules: Box<dyn Rules>,
    session: Box<dyn Session>,
    played: Option<Box<dyn Session>>,
}

impl Example {
    fn line(&mut self, word: &str, rest: &str) {
        let words = || rest.split(' ').map(str::to_owned);
        let moves = self.session.moves();
        match word {
            "position" => {
                let session = self.rules.position(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
                assert_eq!(session.position(), rest);
                self.session = session;
            }
            "moves" => assert_eq!(moves, words().collect::<Vec<_>>(), "{:?}", self.session),
            "has" => words().for_each(|mv| assert!(moves.contains(&mv), "{:?} lacks {mv}", self.session)),
            "hasnot" => words().for_each(|mv| assert!(!moves.contains(&mv), "{:?} has {mv}", self.session)),
            "play" => {
                let mut played = self.session.boxed();
                played.play(rest).unwrap_or_else(|error| panic!("{:?}: {error}", self.session));
                self.played = Some(played);
            }
            "next" => assert_eq!(self.played.take().expect("next follows play").position(), rest),
            "result" => {
                let result = self.session.ending().map_or("* -".to_owned(), |ending| ending.to_string());
                assert_eq!(result, rest, "{:?}", self.session);
            }
            _ => panic!("an example has no line '{word}'"),
        }
    }
}

/// Runs the examples of a page; gives their number.
fn check(page: &str) -> usize {
    let mut count = 0;
    for block in page.split("```example\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        let mut example: Option<Example> = None;
        for line in block.lines().filter(|line| !line.is_empty()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "rules" {
                let rules = registry::rules(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
                let session = rules.start(0);
                example = Some(Example { rules, session, played: None });
            } else {
                example.as_mut().expect("rules come first").line(word, rest);
            }
        }
        count += 1;
    }
    count
}

#[test]
fn the_pages_tell_the_truth() {
    let counts = [
        include_str!("../../../docs/rules/README.md"),
        include_str!("../../../docs/rules/sight-reduction.md"),
        include_str!("../../../docs/rules/lines-of-action.md"),
        include_str!("../../../docs/rules/stacks-in-action.md"),
        include_str!("../../../docs/rules/j.md"),
        include_str!("../../../docs/rules/sllim.md"),
    ]
    .map(check);
    assert!(counts[1..].iter().all(|&count| count >= 10), "every page has its examples: {counts:?}");
}
