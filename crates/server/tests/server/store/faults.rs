//! Failing databases: clear errors, no partial writes, automatic recovery.

use std::time::Duration;

use halfboard_protocol::event::Event;
use halfboard_protocol::game::Game;
use halfboard_server::store::{AppendError, NodeNotice, NoticeStream, Store, Unavailable};

use super::conformance::same;
use super::database::{Database, run};
use super::sample::{Sample, id};

async fn begun(store: &Store, name: &str) -> Sample {
    let mut sample = Sample::challenge(name, true, 1000);
    store.create(sample.whole()).await.expect("created");
    store.append(sample.join(2000)).await.expect("appended");
    sample
}

#[test]
fn locked_database_is_awaited_then_reported() {
    let database = Database::sqlite();
    run(async {
        let store = database.open().await;
        let (mut a, mut b) = (begun(&store, "a").await, begun(&store, "b").await);
        let (before_a, before_b) = (a.clone(), b.clone());
        let other = rusqlite::Connection::open(database.path()).expect("the file");
        other.execute_batch("BEGIN IMMEDIATE").expect("locked");
        let (first, second, check) =
            tokio::join!(store.append(a.play(3000)), store.append(b.play(3000)), store.check());
        for refused in [first, second] {
            let Err(AppendError::Unavailable(Unavailable(why))) = refused else { panic!("{refused:?}") };
            assert!(why.contains("is locked by another program"), "{why}");
        }
        assert!(check.is_err());
        // Reading still works, and nothing was written.
        same(&store, &before_a).await;
        same(&store, &before_b).await;
        assert!(Store::open(&database.url).await.is_ok(), "nothing is to be written when it is opened");
        other.execute_batch("ROLLBACK").expect("released");
        (a, b) = (before_a, before_b);
        store.append(a.play(4000)).await.expect("recovered");
        store.append(b.play(4000)).await.expect("recovered");
        same(&store, &a).await;
        same(&store, &b).await;
    });
}

/// Returns the next notice other than an update.
async fn next_aside(words: &mut NoticeStream) -> NodeNotice {
    loop {
        let word = tokio::time::timeout(Duration::from_secs(30), words.next()).await.expect("a word").expect("open");
        if !matches!(word, NodeNotice::Updated(..)) {
            return word;
        }
    }
}

#[test]
fn notices_reach_other_nodes_and_lost_ones_are_detected() {
    run(async { assert!(Store::open("sqlite::memory:").await.expect("memory").notices().await.is_none()) });
    let Some(database) = Database::postgres() else { return };
    run(async {
        let (one, two) = (database.open().await, database.open().await);
        let (mut first, mut second) = (one.notices().await.expect("words"), two.notices().await.expect("words"));
        let mut sample = begun(&one, "a").await;
        one.append(sample.play(3000)).await.expect("appended");
        for version in [3, 4] {
            assert_eq!(second.next().await, Some(NodeNotice::Updated(id("a"), version)));
        }
        one.publish(&id("a"), "present 0 \u{1f600}").await;
        one.publish(&id("a"), &"x".repeat(9000)).await;
        two.publish(&id("a"), "present 1").await;
        assert_eq!(next_aside(&mut second).await, NodeNotice::Message(id("a"), "present 0 \u{1f600}".to_owned()));
        assert_eq!(next_aside(&mut first).await, NodeNotice::Message(id("a"), "present 1".to_owned()));

        // All connections are cut: writing and reading recover, and notices may be lost.
        database.run_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        assert_eq!(next_aside(&mut first).await, NodeNotice::Lagged);
        assert_eq!(next_aside(&mut second).await, NodeNotice::Lagged);
        same(&two, &sample).await;
        one.append(sample.play(4000)).await.expect("appended");
        same(&two, &sample).await;
        one.publish(&id("a"), "again").await;
        assert_eq!(next_aside(&mut second).await, NodeNotice::Message(id("a"), "again".to_owned()));
        one.close().await;
        two.close().await;
        while first.next().await.is_some() {}
        assert!(one.notices().await.is_none());
    });
}

/// Plays like the server: reads the game again when the storage was unavailable. Returns the acknowledged log and the number of
/// failures.
async fn play_through(store: Store, name: String, mut sample: Sample, events: usize) -> (Sample, u32) {
    let mut failures = 0;
    while sample.log.len() < events {
        let mut next = sample.clone();
        // The first move there is soon ends a game; then they talk about it.
        let append = match sample.game.turn() {
            Some(_) => next.play(3000),
            None => next.then(4000, Event::Said { seat: 0, text: "well".to_owned(), key: 1 }),
        };
        if store.append(append).await.is_ok() {
            sample = next;
            continue;
        }
        failures += 1;
        let kept = loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if let Ok(kept) = store.read(&id(&name), 0).await {
                break kept.expect("the game is there").events;
            }
        };
        assert!(kept == sample.log || kept == next.log, "what was acknowledged is there, and nothing else");
        sample = Sample { game: Game::from_log(id(&name), &kept).expect("a game"), log: kept };
    }
    (sample, failures)
}

#[test]
fn a_killed_postgres_loses_nothing_that_was_acknowledged() {
    use halfboard_pgtest::{Durability, Postgres};
    if halfboard_pgtest::is_skipped() {
        return;
    }
    let server = Postgres::start(Durability::Synced).expect("it starts");
    server.create_database("games").expect("a database");
    run(async {
        let (one, two) = (Store::open(&server.url("games")).await, Store::open(&server.url("games")).await);
        let nodes = [one.expect("it opens"), two.expect("it opens")];
        // All have begun before anything fails, however busy the machine is.
        let mut games = Vec::new();
        for number in 0..40 {
            let (node, name) = (nodes[number % 2].clone(), format!("g{number}x"));
            games.push((node.clone(), name.clone(), begun(&node, &name).await));
        }
        let games = games.into_iter().map(|(node, name, sample)| tokio::spawn(play_through(node, name, sample, 80)));
        let games: Vec<_> = games.collect();
        tokio::time::sleep(Duration::from_millis(300)).await;
        tokio::task::block_in_place(|| server.kill());
        let refused = nodes[0].check().await.expect_err("it is gone");
        assert!(refused.0.contains("PostgreSQL"), "{refused}");
        tokio::task::block_in_place(|| server.restart()).expect("it starts");
        let mut failed = 0;
        for game in games {
            let (sample, failures) = game.await.expect("nothing was lost");
            same(&nodes[0], &sample).await;
            same(&nodes[1], &sample).await;
            failed += failures;
        }
        assert!(failed > 0, "it was killed in the middle");
        nodes[0].check().await.expect("recovered");
    });
}
