//! Random games that an independent program played: the number of legal moves, every position, every result.

use halfboard_rules::registry;
use halfboard_rules::session::Session;

#[test]
fn recorded_games_are_played_alike() {
    let mut rules = None;
    let mut session: Option<Box<dyn Session>> = None;
    let mut games = 0;
    let mut turns = 0;
    for line in include_str!("../data/games.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').expect("every line has several words");
        match word {
            "rules" => {
                let read = registry::rules(rest).expect("valid rules");
                assert_eq!(read.canonical(), rest);
                rules = Some(read);
            }
            "start" => session = Some(rules.as_ref().expect("rules first").position(rest).expect("valid position")),
            "end" => {
                let session = session.as_ref().expect("a start first");
                let (count, result) = rest.split_once(' ').expect("count and result");
                assert_eq!(session.moves().len().to_string(), count, "{session:?}");
                let ending = session.ending().map_or("* -".to_owned(), |ending| ending.to_string());
                assert_eq!(ending, result, "{session:?}");
                games += 1;
            }
            count => {
                let session = session.as_mut().expect("a start first");
                let (mv, next) = rest.split_once(' ').expect("move and position");
                assert_eq!(session.ending(), None, "{session:?}");
                assert_eq!(session.moves().len().to_string(), count, "{session:?}");
                session.play(mv).unwrap_or_else(|error| panic!("{session:?}: {error}"));
                assert_eq!(session.position(), next);
                turns += 1;
            }
        }
    }
    assert_eq!((games, turns), (63, 4394));
}
