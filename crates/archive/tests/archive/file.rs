//! Archives in files answer as archives in memory do, and survive interruptions.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use halfboard_archive::{
    AddOutcome, ArchiveError, FileArchive, FileProgress, GameFilter, GameSearch, MemoryArchive, position_key,
};
use halfboard_rules::record::Record;
use halfboard_rules::registry;

use crate::common::games_that_meet;

/// A file for one test, which does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.archive"));
    let _ = fs::remove_file(&path);
    path
}

/// Imports games, and writes them in batches of this many.
fn import(path: &Path, games: &[Record], batch: usize) -> FileArchive {
    let mut archive = FileArchive::open_or_create(path).unwrap_or_else(|error| panic!("{error}"));
    let mut importer = archive.importer().expect("an importer");
    for games in games.chunks(batch) {
        for game in games {
            importer.add(game).expect("a game is added");
        }
        importer.flush().expect("a batch is written");
    }
    archive
}

#[test]
fn files_and_memory_give_the_same_answers() {
    for (rules, batch) in [("lines-of-action", 37), ("sllim:setup=expert", 1000), ("j", 5)] {
        let games = games_that_meet(rules, 400, 8);
        let mut memory = MemoryArchive::new();
        for game in &games {
            memory.add(game);
        }
        let path = fresh(&format!("answers-{}", &rules[..1]));
        let archive = import(&path, &games, batch);
        let mut frequent = 0;
        for game in games.iter().step_by(9) {
            let mut session = game.session();
            loop {
                let expected = memory.explore(session.as_ref());
                frequent += u64::from(expected.tally.games > 100);
                assert_eq!(archive.explore(session.as_ref()).expect("an answer"), expected);
                let mut reached: Vec<(u64, usize, bool)> = Vec::new();
                for game in memory.reached(session.as_ref(), 1000) {
                    reached.push((game.game + 1, game.ply, game.transposed));
                }
                reached.sort_by_key(|reached| std::cmp::Reverse(reached.0));
                let found = archive.reached(session.as_ref(), 1000).expect("an answer");
                let found: Vec<_> = found.iter().map(|game| (game.game, game.ply, game.transposed)).collect();
                assert_eq!(found, reached);
                if !session.undo() {
                    break;
                }
            }
        }
        assert!(frequent > 10, "{rules}: stored counts were asked for");
        archive.compact().expect("the file is compacted");
        let stats = FileArchive::open(&path).expect("an archive").stats().expect("figures");
        assert_eq!((stats.games(), stats.rules.len()), (memory.len() as u64, 1));
    }
}

#[test]
fn games_come_back_as_they_were() {
    let mut games = games_that_meet("stacks-in-action", 3, 6);
    games[1].comment(1, "a comment");
    games[1].set_tag("Site", "here\u{1f}and\nthere");
    let archive = import(&fresh("back"), &games, 10);
    assert_eq!(archive.record(1).expect("a game").as_ref(), Some(&games[0]));
    games[1].set_tag("Site", "hereand\nthere");
    assert_eq!(archive.record(2).expect("a game").as_ref(), Some(&games[1]));
    assert_eq!(archive.record(99).expect("no game"), None);
}

#[test]
fn searches_combine_filter_position_and_pattern() {
    let games = games_that_meet("lines-of-action", 50, 6);
    let archive = import(&fresh("search"), &games, 10);
    let ids = |search: &GameSearch| {
        let mut ids = Vec::new();
        let mut each = |game: halfboard_archive::FoundGame| {
            ids.push((game.game, game.ply));
            ControlFlow::Continue(())
        };
        archive.search(search, &mut each).expect("an answer");
        ids
    };
    let all = ids(&GameSearch::default());
    assert!(all.len() > 20 && all.iter().all(|(_, ply)| ply.is_none()));
    let player = GameFilter { player: Some("player 3".to_owned()), ..GameFilter::default() };
    let by_player = ids(&GameSearch { filter: player.clone(), ..GameSearch::default() });
    assert!(!by_player.is_empty() && by_player.len() < all.len());
    let start = registry::rules("lines-of-action").expect("rules").start(0);
    let position = Some(position_key(start.as_ref()).key);
    let reached = ids(&GameSearch { position, ..GameSearch::default() });
    assert_eq!(reached.len(), all.len());
    assert!(reached.iter().all(|(_, ply)| *ply == Some(0)));
    let mut session = games[7].session();
    session.undo();
    let position = Some(position_key(session.as_ref()).key);
    assert!(ids(&GameSearch { position, ..GameSearch::default() }).iter().any(|(_, ply)| *ply == Some(5)));
    let pattern = |text: &str| Some(text.parse().expect("a pattern"));
    assert_eq!(ids(&GameSearch { pattern: pattern("a2=w"), ..GameSearch::default() }).len(), all.len());
    assert_eq!(ids(&GameSearch { pattern: pattern("d4=w,d5=w,e4=w,e5=w"), ..GameSearch::default() }), []);
}

#[test]
fn interrupted_imports_continue() {
    let games = games_that_meet("j", 10, 5);
    let path = fresh("resumed");
    let mut archive = FileArchive::open_or_create(&path).expect("an archive");
    let mut importer = archive.importer().expect("an importer");
    assert_eq!(importer.begin_file(b"hash", "games.txt").expect("a file"), FileProgress::From(0));
    for game in &games[..4] {
        importer.add(game).expect("a game");
    }
    importer.count_one();
    importer.flush().expect("a batch");
    // These are lost.
    importer.add(&games[4]).expect("a game");
    drop(archive);
    let mut archive = FileArchive::open(&path).expect("an archive");
    let before = archive.stats().expect("figures");
    assert_eq!(before.files, 0);
    let mut importer = archive.importer().expect("an importer");
    assert_eq!(importer.begin_file(b"hash", "games.txt").expect("a file"), FileProgress::From(5));
    let added = games[4..].iter().filter(|game| matches!(importer.add(game), Ok(AddOutcome::Added(_)))).count();
    importer.finish_file();
    assert_eq!(importer.begin_file(b"hash", "again.txt").expect("a file"), FileProgress::Finished);
    importer.flush().expect("a batch");
    assert_eq!(importer.begin_file(b"hash", "again.txt").expect("a file"), FileProgress::Finished);
    assert!(matches!(importer.add(&games[0]), Ok(AddOutcome::Duplicate(1))));
    let after = archive.stats().expect("figures");
    assert_eq!((after.files, after.games()), (1, before.games() + added as u64));
}

#[test]
fn foreign_missing_and_newer_files_are_refused() {
    let path = fresh("missing");
    assert!(matches!(FileArchive::open(&path), Err(ArchiveError::Missing)));
    fs::write(&path, "[Game \"j\"]\n\n*\n".repeat(100)).expect("a file");
    assert!(matches!(FileArchive::open(&path), Err(ArchiveError::Foreign)));
    assert!(matches!(FileArchive::open_or_create(&path), Err(ArchiveError::Foreign)));
    let path = fresh("foreign");
    let other = rusqlite::Connection::open(&path).expect("a database");
    other.execute_batch("CREATE TABLE games (id INTEGER)").expect("a table");
    assert!(matches!(FileArchive::open_or_create(&path), Err(ArchiveError::Foreign)));
    let path = fresh("newer");
    drop(FileArchive::open_or_create(&path).expect("an archive"));
    let newer = rusqlite::Connection::open(&path).expect("a database");
    newer.pragma_update(None, "user_version", 7).expect("a version");
    let error = FileArchive::open(&path).expect_err("a newer version").to_string();
    assert!(error.contains("format 7") && error.contains("up to 1"), "{error}");
}
