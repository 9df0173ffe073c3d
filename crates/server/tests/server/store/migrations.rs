//! Databases filled by older versions are migrated and keep their games; those of newer versions are used if they allow it.

use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::GameStatus;
use halfboard_protocol::game::Game;
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::{ArchiveQuery, Store};

use super::conformance::same;
use super::database::{Database, run};
use super::sample::{Sample, id};

/// A database of the first schema version; never regenerated from current code.
const SQLITE: &str = include_str!("filled_1_sqlite.sql");
const POSTGRES: &str = include_str!("filled_1_postgres.sql");

/// The same of the second version, with finished games, one of them private.
const SQLITE_2: &str = include_str!("filled_2_sqlite.sql");
const POSTGRES_2: &str = include_str!("filled_2_postgres.sql");

async fn brought_forward(database: &Database) {
    // Two nodes that start at once do not get in each other's way.
    let (one, two) = tokio::join!(Store::open(&database.url), Store::open(&database.url));
    let (one, two) = (one.expect("it opens"), two.expect("it opens"));
    let kept = one.read(&id("old"), 0).await.expect("available").expect("the game is there");
    let mut game = Sample { game: Game::from_log(id("old"), &kept.events).expect("a game"), log: kept.events };
    assert_eq!((game.game.version(), game.game.plies(), kept.keys.len()), (6, 3, 2));
    assert_eq!(one.list(GameStatus::Playing, 10).await.expect("available"), [game.game.summary()]);
    assert_eq!(one.list(GameStatus::Open, 10).await.expect("available").len(), 1);
    assert_eq!(one.fallen_flags(u64::MAX, 10).await, Ok(vec![id("old")]));
    two.append(game.play(9000)).await.expect("it goes on");
    same(&one, &game).await;
}

#[test]
fn sqlite_database_with_games_is_migrated() {
    let database = Database::sqlite();
    rusqlite::Connection::open(database.path()).expect("a file").execute_batch(SQLITE).expect("filled");
    run(brought_forward(&database));
}

#[test]
fn postgres_database_with_games_is_migrated() {
    let Some(database) = Database::postgres() else { return };
    database.run_sql(POSTGRES);
    run(brought_forward(&database));
}

/// Games that finished before there was an archive are archived in the background.
async fn archived_later(database: &Database) {
    let store = database.open().await;
    let hub = Hub::start(store.clone(), Arc::new(Limits::default()), Arc::new(Metrics::new()));
    let query = ArchiveQuery { limit: 10, ..ArchiveQuery::default() };
    let mut games = Vec::new();
    while games.is_empty() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        games = store.archived(query.clone()).await.expect("available");
    }
    let ids: Vec<_> = games.iter().map(|game| game.game.id.clone()).collect();
    assert_eq!(ids, [id("done")], "the private game is not archived");
    assert_eq!(store.to_archive(10).await, Ok(vec![]));
    hub.close().await;
}

#[test]
fn finished_games_of_a_file_are_archived_later() {
    let database = Database::sqlite();
    rusqlite::Connection::open(database.path()).expect("a file").execute_batch(SQLITE_2).expect("filled");
    run(brought_forward(&database));
    run(archived_later(&database));
}

#[test]
fn finished_games_of_postgres_are_archived_later() {
    let Some(database) = Database::postgres() else { return };
    database.run_sql(POSTGRES_2);
    run(brought_forward(&database));
    run(archived_later(&database));
}

#[test]
fn a_database_of_the_next_version_can_be_used() {
    // Migrations 98 and 99 of a newer version, which programs with schema 3 can bear.
    let newer =
        "INSERT INTO upgrades (number, name, checksum, oldest) VALUES (98, 'more', 'x', 3), (99, 'most', 'y', 3)";
    run(async {
        let database = Database::sqlite();
        rusqlite::Connection::open(database.path()).expect("a file").execute_batch(SQLITE).expect("filled");
        database.open().await.close().await;
        rusqlite::Connection::open(database.path()).expect("a file").execute_batch(newer).expect("written");
        brought_forward(&database).await;
        // Release 0.1.0 looks at this table only.
        let connection = rusqlite::Connection::open(database.path()).expect("a file");
        let last = connection.query_row("SELECT max(number) FROM migrations", [], |row| row.get::<_, i64>(0));
        assert_eq!(last, Ok(3));

        if let Some(database) = Database::postgres() {
            database.run_sql(POSTGRES);
            database.open().await.close().await;
            database.run_sql(newer);
            brought_forward(&database).await;
        }
    });
}

#[test]
fn a_database_of_a_newer_or_another_program_is_refused() {
    let newer = "INSERT INTO migrations (number, name, checksum) VALUES (99, 'later', 'x')";
    let refused = async |database: &Database, says: &str| {
        let refused = Store::open(&database.url).await.err().expect("it is refused");
        assert!(refused.0.contains(says), "{refused}");
    };
    run(async {
        let database = Database::sqlite();
        database.open().await.close().await;
        rusqlite::Connection::open(database.path()).expect("a file").execute_batch(newer).expect("written");
        refused(&database, "schema 99 of a newer version").await;

        let database = Database::sqlite();
        let other = "CREATE TABLE recipes (name TEXT)";
        rusqlite::Connection::open(database.path()).expect("a file").execute_batch(other).expect("written");
        refused(&database, "a database of another program").await;
        std::fs::write(database.path(), "Dear diary, today I played Lines of Action, and it was fun. ".repeat(100))
            .expect("written");
        refused(&database, "not an SQLite database").await;
        let nowhere = format!("{}/no/such/folder/x.db", database.url);
        assert!(Store::open(&nowhere).await.err().is_some_and(|error| error.0.contains("there is no folder")));

        if let Some(database) = Database::postgres() {
            database.open().await.close().await;
            database.run_sql(newer);
            refused(&database, "schema 99 of a newer version").await;
            let missing = format!("{}missing", database.url);
            assert!(Store::open(&missing).await.err().is_some_and(|error| error.0.contains("no such database")));
        }
        for wrong in [
            "",
            "mysql://x",
            "sqlite:",
            "postgres://a:secret@[/x",
            "postgres://a:secret@127.0.0.1:1/x",
            "postgres://a:secret@127.0.0.1:1/x?sslmode=verify-full",
            "postgres://a:secret@127.0.0.1:1/x?sslmode=perhaps",
        ] {
            let refused = Store::open(wrong).await.err().expect("it is refused");
            assert!(!refused.0.contains("secret"), "{refused}");
        }
    });
}
