//! Games in an archive: duplicates, summaries, filters, and that nothing is lost.

use halfboard_archive::{
    AddOutcome, GameFilter, GameIndex, GameResult, GameSummary, MemoryArchive, StoredGame, format_json_line,
    normalize_date, parse_json_line,
};
use halfboard_rules::record::{self, Record};
use halfboard_rules::registry;

use crate::common::games_that_meet;

fn parse(text: &str) -> Record {
    record::parse(text).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

#[test]
fn stored_games_and_lines_of_json_give_the_same_record() {
    for entry in registry::games() {
        for preset in entry.presets() {
            for mut game in games_that_meet(&preset.rules, 3, 7) {
                game.comment(0, "before");
                game.comment(2, "after the second \u{2014} \"quoted\"");
                assert_eq!(StoredGame::new(&game).to_record().as_ref(), Ok(&game), "{}", preset.rules);
                let line = format_json_line(&game);
                assert!(!line.contains('\n'));
                let mut read = parse_json_line(&line).unwrap_or_else(|error| panic!("{error}"));
                // JSON objects are not ordered.
                for (name, value) in game.tags() {
                    assert_eq!(read.tag(name), Some(value.as_str()));
                }
                read = StoredGame { tags: game.tags().to_vec(), ..StoredGame::new(&read) }.to_record().expect("valid");
                assert_eq!(read, game);
            }
        }
    }
}

#[test]
fn declared_results_are_kept() {
    let text = "[Game \"j\"]\n[Result \"0-1\"]\n[Reason \"resigned\"]\n\n1. A5 0-1\n";
    let game = parse(text);
    assert_eq!(StoredGame::new(&game).to_record(), Ok(game.clone()));
    assert_eq!(GameSummary::new(&game).result, GameResult::Black);
}

#[test]
fn bad_lines_of_json_say_what_is_wrong() {
    for (line, part) in [
        ("{", "not a game in JSON"),
        ("[1]", "not a game in JSON"),
        (r#"{"rules":"chess","moves":[]}"#, "there is no game 'chess'"),
        (r#"{"rules":"j","moves":["A5","A5x"]}"#, "ply 2: move 'A5x' is not legal"),
        (r#"{"rules":"j","moves":[],"result":"2-0"}"#, "invalid result \"2-0\""),
        (r#"{"rules":"j","moves":[],"result":"1-0","reason":"magic"}"#, "invalid reason \"magic\""),
        (r#"{"rules":"j","moves":[],"seed":1,"start":"x"}"#, "not both"),
        (r#"{"rules":"j","moves":[],"player":"Ann"}"#, "unknown field"),
        (r#"{"rules":"j","moves":[],"tags":{"Game":"x"}}"#, "invalid tag \"Game\""),
        (r#"{"rules":"j","moves":"A5 A8","comments":[[3,"late"]]}"#, "after move 3 of 2"),
    ] {
        let error = parse_json_line(line).expect_err(line).to_string();
        assert!(error.contains(part), "{line}: {error}");
    }
}

#[test]
fn mirrored_games_are_duplicates_and_others_are_not() {
    let mut archive = MemoryArchive::new();
    let game = |text: &str| parse(&format!("[Game \"{text}\n"));
    assert_eq!(archive.add(&game("j\"]\n\n1. A5 A8 *")), AddOutcome::Added(0));
    assert_eq!(archive.add(&game("j\"]\n[White \"Ann\"]\n\n1. A5 A8 *")), AddOutcome::Duplicate(0));
    assert_eq!(archive.add(&game("j\"]\n\n1. D5 D8 *")), AddOutcome::Duplicate(0));
    // Each move for itself is a mirror image, the game is not.
    assert_eq!(archive.add(&game("j\"]\n\n1. A5 D8 *")), AddOutcome::Added(1));
    assert_eq!(archive.add(&game("j\"]\n\n1. A8 *")), AddOutcome::Added(2));
    assert_eq!(archive.add(&game("j:long-sides=any\"]\n\n1. A5 A8 *")), AddOutcome::Added(3));
    assert_eq!(archive.add(&game("j\"]\n[Position \"4w3/8/8/8 b w11b12\"]\n\n1. A8 *")), AddOutcome::Added(4));
    assert_eq!(archive.len(), 5);
    assert_eq!(archive.record(0).map(|game| game.turns().len()), Some(2));
    assert_eq!(archive.record(5), None);
}

#[test]
fn filters_combine() {
    let text = "[Game \"j\"]\n[White \"Ann Lee\"]\n[Event \"Club\"]\n[Date \"2004.07.20\"]\n\n1. A5 A8 *\n\n\
        [Game \"j:long-sides=any\"]\n[Black \"Bob\"]\n[Date \"2005\"]\n[Result \"1-0\"]\n\n1. A5 1-0\n";
    let mut archive = MemoryArchive::new();
    for game in record::parse(text).unwrap_or_else(|error| panic!("{error}")) {
        archive.add(&game);
    }
    let all = GameFilter::default();
    let some = |text: &str| Some(text.to_owned());
    for (filter, expected) in [
        (all.clone(), vec![0, 1]),
        (GameFilter { player: some("LEE"), ..all.clone() }, vec![0]),
        (GameFilter { player: some("b"), event: some("club"), ..all.clone() }, vec![]),
        (GameFilter { since: some("2004-07-21"), ..all.clone() }, vec![1]),
        (GameFilter { since: some("2004"), until: some("2004"), ..all.clone() }, vec![0]),
        (GameFilter { until: some("2004-07-19"), ..all.clone() }, vec![]),
        (GameFilter { result: Some(GameResult::White), ..all.clone() }, vec![1]),
        (GameFilter { rules: some("j"), ..all.clone() }, vec![0, 1]),
        (GameFilter { rules: some("j:long-sides=any"), ..all.clone() }, vec![1]),
        (GameFilter { min_plies: Some(2), ..all.clone() }, vec![0]),
        (GameFilter { max_plies: Some(1), ..all.clone() }, vec![1]),
    ] {
        assert_eq!(archive.search(&filter), expected, "{filter:?}");
    }
}

#[test]
fn dates_are_normalized() {
    for (text, expected) in [
        ("2004-7-2", Some("2004-07-02")),
        ("1999", Some("1999")),
        ("1999.??.??", Some("1999")),
        ("2001-13-01", Some("2001")),
        ("2001/02/03 12:00", Some("2001-02-03")),
        ("1996-05,06", Some("1996-05")),
        ("20 July 2004", None),
        ("", None),
    ] {
        assert_eq!(normalize_date(text).as_deref(), expected, "{text}");
    }
}

/// Files store these keys; see the schema version in `docs/archive.md`.
#[test]
fn keys_are_the_same_in_every_version() {
    let game = parse("[Game \"j\"]\n\n1. A5 A8 *\n");
    let index = GameIndex::new(&game);
    let keys: Vec<String> = index.positions.iter().map(|position| format!("{:016x}", position.key)).collect();
    assert_eq!(keys, ["5b5a81b9025b6e22", "8f93707c8fbe154c", "f1212c8eda9ae439"]);
    assert_eq!(format!("{:016x}", index.duplicate_key), "0f9aad1ae74dc835");
}
