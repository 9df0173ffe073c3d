//! The conformance suite of both backends.

use halfboard_archive::{GameFilter, GameResult, GameSummary, classify_moves, position_key};
use halfboard_protocol::api::GameStatus;
use halfboard_protocol::event::{Event, Termination};
use halfboard_rules::registry;
use halfboard_server::store::{AppendError, ArchiveInsert, ArchiveQuery, Store};

use super::database::{Database, run};
use super::sample::{Sample, id, seated};

macro_rules! for_every_database {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                super::run(super::$test(super::Database::sqlite()));
            })*
        }

        mod postgres {
            $(#[test]
            fn $test() {
                if let Some(database) = super::Database::postgres() {
                    super::run(super::$test(database));
                }
            })*
        }
    };
}

for_every_database!(
    a_game_is_read_as_it_was_written,
    of_two_nodes_the_first_wins,
    a_rematch_begins_with_the_event_that_names_it_or_not_at_all,
    a_turn_is_played_once,
    lists_and_flags,
    lists_go_on_after_a_game,
    many_games_at_once,
    finished_public_games_are_archived_once,
);

/// Asserts that the stored game equals the sample.
pub(super) async fn same(store: &Store, sample: &Sample) {
    let kept = store.read(sample.game.id(), 0).await.expect("available").expect("the game is there");
    assert_eq!(kept.events, sample.log);
    assert_eq!(kept.keys, sample.whole().keys);
}

async fn a_game_is_read_as_it_was_written(database: Database) {
    let store = database.open().await;
    let mut sample = Sample::challenge("a", true, 1000);
    store.create(sample.whole()).await.expect("created");
    same(&store, &sample).await;
    let again = store.create(sample.whole()).await;
    assert!(again.is_err_and(|error| error.0.contains("already exists")));
    store.append(sample.join(2000)).await.expect("appended");
    store.append(sample.play(3000)).await.expect("appended");
    same(&store, &sample).await;
    let rest = store.read(sample.game.id(), 3).await.expect("available").expect("the game");
    assert_eq!((&rest.events[..], rest.keys.len()), (&sample.log[3..], 2));
    assert!(store.read(&id("b"), 0).await.expect("available").is_none());
    store.check().await.expect("one can write");
    store.close().await;
    assert!(store.check().await.is_err());
    assert!(store.read(sample.game.id(), 0).await.is_err());

    let store = database.open().await;
    same(&store, &sample).await;
    store.append(sample.play(4000)).await.expect("appended");
    same(&store, &sample).await;
}

async fn of_two_nodes_the_first_wins(database: Database) {
    let (one, two) = (database.open().await, database.open().await);
    let mut sample = Sample::challenge("a", true, 1000);
    one.create(sample.whole()).await.expect("created");
    let mut other = sample.clone();
    one.append(sample.join(2000)).await.expect("the first");
    assert_eq!(two.append(other.then(2001, seated(1))).await, Err(AppendError::Conflict));
    other.play(2002);
    assert_eq!(two.append(other.play(2003)).await, Err(AppendError::Conflict), "there is no event before it");
    same(&two, &sample).await;
    two.append(sample.play(3000)).await.expect("it follows");
    same(&one, &sample).await;
    let mut missing = Sample::challenge("b", true, 1000);
    assert_eq!(one.append(missing.join(2000)).await, Err(AppendError::Conflict), "there is no such game");
    // Both at once, over and over: exactly one of them each time.
    for round in 0..20 {
        let append = sample.clone().play(4000 + round);
        let (first, second) = tokio::join!(one.append(append.clone()), two.append(append));
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
        assert_eq!(first.and(second), Err(AppendError::Conflict));
        sample.play(4000 + round);
        same(&one, &sample).await;
    }
}

async fn a_rematch_begins_with_the_event_that_names_it_or_not_at_all(database: Database) {
    let store = database.open().await;
    let mut sample = Sample::challenge("a", true, 1000);
    store.create(sample.whole()).await.expect("created");
    store.append(sample.join(2000)).await.expect("appended");
    store.append(sample.then(3000, Event::Ended(Termination::Resigned { seat: 0 }))).await.expect("appended");
    let mut late = sample.clone();
    let mut rematch = Sample::challenge("b", true, 4000);
    rematch.join(4000);
    let mut append = sample.then(4000, Event::Rematched { game: id("b") });
    append.rematch = Some(Box::new(rematch.whole()));
    store.append(append).await.expect("appended");
    same(&store, &sample).await;
    same(&store, &rematch).await;

    let mut append = late.then(4001, Event::Rematched { game: id("c") });
    append.rematch = Some(Box::new(Sample::challenge("c", true, 4001).whole()));
    assert_eq!(store.append(append).await, Err(AppendError::Conflict));
    assert!(store.read(&id("c"), 0).await.expect("available").is_none(), "it did not begin");
    // If the new game's ID exists, nothing is appended to the old game.
    let mut append = sample.clone().then(5000, Event::Said { seat: 0, text: "again".to_owned(), key: 1 });
    append.rematch = Some(Box::new(rematch.whole()));
    assert_eq!(store.append(append).await, Err(AppendError::Conflict));
    same(&store, &sample).await;
}

async fn a_turn_is_played_once(database: Database) {
    let store = database.open().await;
    let mut sample = Sample::challenge("a", true, 1000);
    store.create(sample.whole()).await.expect("created");
    store.append(sample.join(2000)).await.expect("appended");
    let turn = sample.play(3000);
    store.append(turn.clone()).await.expect("appended");
    // The same turn under another number, which only a faulty server would ask for: beside it in the same commit others
    // go on.
    let mut twice = turn;
    twice.after = 4;
    twice.events[0].version = 5;
    twice.row.version = 5;
    let other = Sample::challenge("b", true, 1000);
    let (refused, created) = tokio::join!(store.append(twice), store.create(other.whole()));
    assert_eq!(refused, Err(AppendError::Conflict));
    created.expect("created");
    same(&store, &sample).await;
    same(&store, &other).await;
    // A seat's secret is chosen once.
    let mut append = sample.clone().play(4000);
    append.keys = other.whole().keys;
    assert_eq!(store.append(append).await, Err(AppendError::Conflict));
    same(&store, &sample).await;
    store.append(sample.play(5000)).await.expect("appended");
}

async fn lists_and_flags(database: Database) {
    let store = database.open().await;
    let names = async |status, limit| -> Vec<String> {
        let list = store.list(status, limit).await.expect("available");
        list.iter().map(|summary| summary.id.as_str()[..1].to_owned()).collect()
    };
    let mut samples = Vec::new();
    for (name, public, at) in [("a", true, 1000), ("b", true, 3000), ("c", false, 2000), ("d", true, 2000)] {
        let sample = Sample::challenge(name, public, at);
        store.create(sample.whole()).await.expect("created");
        samples.push(sample);
    }
    assert_eq!(names(GameStatus::Open, 10).await, ["b", "d", "a"]);
    assert_eq!(names(GameStatus::Open, 2).await, ["b", "d"]);
    let [a, b, c, _] = &mut samples[..] else { panic!("four games") };
    // Clocks run from the third turn on.
    for sample in [&mut *a, c] {
        store.append(sample.join(10_000)).await.expect("appended");
        store.append(sample.play(10_000)).await.expect("appended");
        store.append(sample.play(11_000)).await.expect("appended");
    }
    assert_eq!(names(GameStatus::Open, 10).await, ["b", "d"]);
    assert_eq!(names(GameStatus::Playing, 10).await, ["a"]);
    assert_eq!(store.list(GameStatus::Playing, 10).await.expect("available"), [a.game.summary()]);
    let flag = a.game.clocks().flag_falls_at().expect("a clock runs");
    assert_eq!(store.fallen_flags(flag - 1, 10).await, Ok(vec![]));
    let due = store.fallen_flags(flag, 10).await.expect("available");
    assert_eq!((due.len(), due.contains(&id("a")), due.contains(&id("c"))), (2, true, true));
    assert_eq!(store.fallen_flags(u64::MAX, 1).await.expect("available").len(), 1);
    store.append(a.then(flag + 1, Event::Ended(Termination::OutOfTime { seat: 0 }))).await.expect("appended");
    assert_eq!(store.fallen_flags(u64::MAX, 10).await, Ok(vec![id("c")]));
    assert_eq!(names(GameStatus::Finished, 10).await, ["a"]);

    assert_eq!(store.delete_open(3000).await, Ok(1), "only d is that old and has not begun");
    assert_eq!(names(GameStatus::Open, 10).await, ["b"]);
    assert!(store.read(&id("d"), 0).await.expect("available").is_none());
    same(&store, b).await;
}

async fn lists_go_on_after_a_game(database: Database) {
    let store = database.open().await;
    // Three games changed at the same time: their IDs decide.
    for (name, public, at) in [
        ("a", true, 1000),
        ("d", true, 2000),
        ("B", true, 2000),
        ("c", true, 2000),
        ("e", false, 1500),
        ("f", true, 3000),
    ] {
        store.create(Sample::challenge(name, public, at).whole()).await.expect("created");
    }
    for limit in 1..=6 {
        let (mut found, mut after) = (String::new(), None);
        loop {
            let page = store.list_after(GameStatus::Open, after.as_ref(), limit).await.expect("available");
            assert!(page.len() <= limit as usize);
            let Some(last) = page.last() else { break };
            after = Some((last.changed, last.id.clone()));
            page.iter().for_each(|game| found.push_str(&game.id.as_str()[..1]));
        }
        assert_eq!(found, "fdcBa", "{limit} a page");
    }
    let playing = store.list_after(GameStatus::Playing, Some(&(9000, id("z"))), 5).await;
    assert_eq!(playing, Ok(vec![]));
}

async fn many_games_at_once(database: Database) {
    let store = database.open().await;
    let games = (0..200).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut sample = Sample::challenge(&format!("g{number}x"), number % 2 == 0, 1000);
            store.create(sample.whole()).await.expect("created");
            store.append(sample.join(2000)).await.expect("appended");
            for turn in 0..10 {
                store.append(sample.play(3000 + turn)).await.expect("appended");
            }
            sample
        })
    });
    for game in games.collect::<Vec<_>>() {
        same(&store, &game.await.expect("no panic")).await;
    }
    assert_eq!(store.list(GameStatus::Playing, 500).await.expect("available").len(), 100);
}

/// What is archived of a sample.
fn content(sample: &Sample) -> ArchiveInsert {
    let record = sample.game.record();
    let content = Some((GameSummary::new(&record), classify_moves(&record)));
    ArchiveInsert { game: sample.game.id().clone(), content }
}

async fn finished_public_games_are_archived_once(database: Database) {
    let (store, other) = (database.open().await, database.open().await);
    let mut samples = Vec::new();
    for (name, public, plies) in [("a", true, 2), ("b", false, 2), ("c", true, 3), ("d", true, 0)] {
        let mut sample = Sample::challenge(name, public, 1000);
        store.create(sample.whole()).await.expect("created");
        store.append(sample.join(2000)).await.expect("appended");
        for turn in 0..plies {
            store.append(sample.play(3000 + turn)).await.expect("appended");
        }
        if name != "d" {
            let end = sample.then(4000 + plies, Event::Ended(Termination::Resigned { seat: 1 }));
            store.append(end).await.expect("appended");
        }
        samples.push(sample);
    }
    let [a, b, c, _] = &samples[..] else { panic!("four games") };
    assert_eq!(store.to_archive(10).await, Ok(vec![id("a"), id("c")]), "b is private, d goes on");
    assert_eq!(store.to_archive(1).await, Ok(vec![id("a")]));
    // Two nodes at once, and a private game that only a faulty server would archive.
    let (one, two) = tokio::join!(store.archive(content(a)), other.archive(content(a)));
    one.and(two).expect("archived");
    store.archive(content(b)).await.expect("nothing is written");
    store.archive(content(c)).await.expect("archived");
    assert_eq!(store.to_archive(10).await, Ok(vec![]));
    assert_eq!(store.is_archived(&id("a")).await, Ok(true));
    assert_eq!(store.is_archived(&id("b")).await, Ok(false));

    let start = registry::rules("lines-of-action").expect("rules").start(0);
    let key = position_key(start.as_ref()).key;
    let counts = store.explore(key).await.expect("available");
    let date = GameSummary::new(&a.game.record()).date;
    let [(class, tally)] = &counts[..] else { panic!("one move: {counts:?}") };
    assert_eq!((tally.games, tally.white, tally.black, tally.draw, &tally.last), (2, 2, 0, 0, &date));
    assert!(!class.is_empty());
    let last = position_key(a.game.session()).key;
    let after_two: u64 = store.explore(last).await.expect("available").iter().map(|(_, tally)| tally.games).sum();
    assert_eq!(after_two, 2, "one game ended there, one went on");
    assert_eq!(store.explore(1).await, Ok(vec![]));

    let found = async |query: ArchiveQuery| -> Vec<(String, Option<u32>)> {
        let games = other.archived(query).await.expect("available");
        games.iter().map(|game| (game.game.id.as_str()[..1].to_owned(), game.ply)).collect()
    };
    let all = ArchiveQuery { limit: 10, ..ArchiveQuery::default() };
    let named = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), None)).collect::<Vec<_>>();
    assert_eq!(found(all.clone()).await, named(&["c", "a"]));
    assert_eq!(found(ArchiveQuery { limit: 1, ..all.clone() }).await, named(&["c"]));
    let page = other.archived(ArchiveQuery { limit: 1, ..all.clone() }).await.expect("available");
    assert_eq!(found(ArchiveQuery { before: Some(page[0].number), ..all.clone() }).await, named(&["a"]));
    let position = Some(position_key(c.game.session()).key);
    assert_eq!(found(ArchiveQuery { position, ..all.clone() }).await, [("c".to_owned(), Some(3))]);
    let some = |text: &str| Some(text.to_owned());
    for (filter, expected) in [
        (GameFilter { rules: some("lines-of-action"), ..GameFilter::default() }, &["c", "a"][..]),
        (GameFilter { rules: some("j"), ..GameFilter::default() }, &[]),
        (GameFilter { player: some("ANN 1"), ..GameFilter::default() }, &["c", "a"]),
        (GameFilter { player: some("Bob"), ..GameFilter::default() }, &[]),
        (GameFilter { result: Some(GameResult::White), ..GameFilter::default() }, &["c", "a"]),
        (GameFilter { result: Some(GameResult::Black), ..GameFilter::default() }, &[]),
        (GameFilter { since: some("1970"), until: some("1970-01"), ..GameFilter::default() }, &["c", "a"]),
        (GameFilter { since: some("1970-01-02"), ..GameFilter::default() }, &[]),
        (GameFilter { until: some("1969"), ..GameFilter::default() }, &[]),
        (GameFilter { min_plies: Some(3), ..GameFilter::default() }, &["c"]),
        (GameFilter { max_plies: Some(2), ..GameFilter::default() }, &["a"]),
    ] {
        assert_eq!(found(ArchiveQuery { filter: filter.clone(), ..all.clone() }).await, named(expected), "{filter:?}");
    }
}
