//! Time during which the server could not accept turns is not charged, and no flag falls because of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use halfboard_protocol::Millis;
use halfboard_protocol::api::{NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::event::Event;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode};
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::time::{TimeReading, TimeSource};

use crate::store::database::{Database, run};
use crate::upgrades::log;

/// Clocks that can be moved, in milliseconds.
#[derive(Clone, Default)]
struct MovableTime {
    wall: Arc<AtomicI64>,
    monotonic: Arc<AtomicI64>,
}

impl MovableTime {
    /// What a stopped process sees when it goes on.
    fn stall(&self, ms: i64) {
        self.wall.fetch_add(ms, Ordering::Relaxed);
        self.monotonic.fetch_add(ms, Ordering::Relaxed);
    }

    fn source(&self) -> TimeSource {
        let (time, started) = (self.clone(), Instant::now());
        let system = TimeSource::default();
        TimeSource::new(move || TimeReading {
            wall: system.read().wall.saturating_add_signed(time.wall.load(Ordering::Relaxed)),
            monotonic: started.elapsed() + Duration::from_millis(time.monotonic.load(Ordering::Relaxed).unsigned_abs()),
        })
    }

    fn hub(&self, store: Store) -> Hub {
        Hub::start_with_time(store, Arc::new(Limits::default()), Arc::new(Metrics::new()), self.source())
    }
}

/// A game with so many seconds each in which the first player's clock runs.
async fn begun(hub: &Hub, seconds: u64) -> (SeatGrant, SeatGrant) {
    let control = format!(r#"{{"type":"fischer","initial":{},"increment":0}}"#, seconds * 1000);
    let new = format!(r#"{{"rules":"lines-of-action","name":"Ann","control":{control}}}"#);
    let ann = hub.create(json::decode::<NewGame>(&new).expect("a request")).await.expect("a game");
    let request = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
    let bob = hub.take_seat(&ann.game, request).await.expect("a seat");
    play(hub, &ann).await.expect("a turn");
    play(hub, &bob).await.expect("a turn");
    (ann, bob)
}

/// Plays the first legal move, which arrives now.
async fn play(hub: &Hub, seat: &SeatGrant) -> Result<u32, Refusal> {
    let (game, _) = log(hub.store(), seat).await;
    let command = Command::Play { line: game.line(), ply: game.plies(), mv: game.session().moves()[0].clone() };
    hub.command(&seat.game, &seat.token, KeyedCommand { key: 1 + game.plies(), command }, hub.now(), None).await
}

fn refunds(game: &(Game, Vec<halfboard_protocol::event::LoggedEvent>)) -> Vec<u64> {
    let refund = |event: &Event| if let Event::Refunded { ms, .. } = event { Some(*ms) } else { None };
    game.1.iter().filter_map(|logged| refund(&logged.event)).collect()
}

/// Asserts that a seat has been charged at most a second more than what the test itself took.
fn assert_not_charged(game: &Game, seat: u8, initial: Millis, spent: Duration) {
    let left = game.clocks().remaining(seat, game.changed()).expect("a clock");
    let charged = initial.saturating_sub(left);
    assert!(charged <= spent.as_millis() as u64 + 1000, "{charged} ms were charged in {spent:?}");
    assert_eq!(game.phase(), Phase::Playing);
}

#[test]
fn a_stopped_process_accepts_the_turn_that_waits_in_a_buffer() {
    run(async {
        let time = MovableTime::default();
        let hub = time.hub(Store::open("sqlite::memory:").await.expect("a storage"));
        let began = Instant::now();
        let (ann, bob) = begun(&hub, 10).await;
        time.stall(30_000);
        // Before any background task has noticed.
        play(&hub, &ann).await.expect("in time");
        let after = log(hub.store(), &ann).await;
        assert_not_charged(&after.0, 0, 10_000, began.elapsed());
        assert!(matches!(refunds(&after)[..], [30_000..=31_000]), "{:?}", refunds(&after));
        // Without a command: noticed by itself, and given back to a player who is connected.
        let (_, _subscription) = hub.join(&bob.game, Some(&bob.token), 0).await.expect("connected");
        time.stall(20_000);
        while refunds(&log(hub.store(), &ann).await).len() < 2 {
            assert!(began.elapsed() < Duration::from_secs(60), "given back");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        play(&hub, &bob).await.expect("in time");
        let after = log(hub.store(), &ann).await;
        assert_not_charged(&after.0, 1, 10_000, began.elapsed());
        hub.close().await;
    });
}

#[test]
fn reconnecting_twice_after_an_outage_refunds_once() {
    run(async {
        let time = MovableTime::default();
        let hub = time.hub(Store::open("sqlite::memory:").await.expect("a storage"));
        let (first, _) = begun(&hub, 60).await;
        let (_, subscription) = hub.join(&first.game, Some(&first.token), 0).await.expect("connected");
        time.stall(5_000);
        while refunds(&log(hub.store(), &first).await).is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        drop(subscription);
        // Of a game that begins after the outage as well.
        let (ann, _) = begun(&hub, 60).await;
        let (_, subscription) = hub.join(&ann.game, Some(&ann.token), 0).await.expect("connected");
        drop(subscription);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        for seat in [&first, &ann] {
            let (_, _subscription) = hub.join(&seat.game, Some(&seat.token), 0).await.expect("connected again");
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        assert_eq!(refunds(&log(hub.store(), &ann).await), [0; 0]);
        assert_eq!(refunds(&log(hub.store(), &first).await).len(), 1);
        hub.close().await;
    });
}

#[test]
fn a_stepped_system_clock_or_a_suspended_machine_is_not_charged() {
    run(async {
        let time = MovableTime::default();
        let hub = time.hub(Store::open("sqlite::memory:").await.expect("a storage"));
        let began = Instant::now();
        let (ann, bob) = begun(&hub, 10).await;
        let (_, _subscription) = hub.join(&ann.game, Some(&ann.token), 0).await.expect("connected");
        time.wall.fetch_add(3_600_000, Ordering::Relaxed);
        while refunds(&log(hub.store(), &ann).await).is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        play(&hub, &ann).await.expect("in time");
        time.wall.fetch_sub(7_200_000, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(300)).await;
        play(&hub, &bob).await.expect("in time");
        let (game, _) = log(hub.store(), &ann).await;
        assert_not_charged(&game, 0, 10_000, began.elapsed());
        assert_not_charged(&game, 1, 10_000, began.elapsed());
        hub.close().await;
    });
}

async fn restarted(database: Database) {
    let time = MovableTime::default();
    let hub = time.hub(database.open().await);
    let began = Instant::now();
    let (ann, bob) = begun(&hub, 5).await;
    hub.close().await;
    // PostgreSQL has its own clock: there the time really passes.
    let is_file = database.url.starts_with("sqlite");
    if is_file {
        time.stall(13_000);
    } else {
        tokio::time::sleep(Duration::from_secs(6)).await;
    }
    // Two nodes of which each notices the outage.
    let hub = time.hub(database.open().await);
    let other = if is_file { None } else { Some(time.hub(database.open().await)) };
    // Bob is back first; Ann's clock waits for her.
    let (_, _subscription) = hub.join(&bob.game, Some(&bob.token), 0).await.expect("connected");
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(refunds(&log(hub.store(), &ann).await).is_empty());
    let joined = other.as_ref().unwrap_or(&hub).join(&ann.game, Some(&ann.token), 0).await.expect("connected");
    while refunds(&log(hub.store(), &ann).await).is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    play(&hub, &ann).await.expect("in time");
    play(&hub, &bob).await.expect("in time");
    tokio::time::sleep(Duration::from_millis(700)).await;
    let after = log(hub.store(), &ann).await;
    assert_eq!(refunds(&after).len(), 1, "given back once: {:?}", refunds(&after));
    assert_not_charged(&after.0, 0, 5_000, began.elapsed().saturating_sub(Duration::from_millis(1500)));
    drop(joined);
    hub.close().await;
}

#[test]
fn a_restart_after_13_seconds_is_not_charged() {
    run(restarted(Database::sqlite()));
}

#[test]
fn a_restart_of_all_nodes_on_postgres_is_not_charged() {
    if let Some(database) = Database::postgres() {
        run(restarted(database));
    }
}

#[test]
fn a_storage_that_does_not_answer_is_not_charged() {
    run(async {
        let database = Database::sqlite();
        let hub = MovableTime::default().hub(database.open().await);
        let (ann, bob) = begun(&hub, 4).await;
        let (_, _subscription) = hub.join(&bob.game, Some(&bob.token), 0).await.expect("connected");
        let began = Instant::now();
        let other = rusqlite::Connection::open(database.path()).expect("the file");
        other.execute_batch("BEGIN EXCLUSIVE").expect("locked");
        let (game, _) = log(hub.store(), &ann).await;
        let command = Command::Play { line: 0, ply: 2, mv: game.session().moves()[0].clone() };
        let keyed = KeyedCommand { key: 9, command };
        let mut refused = 0;
        while began.elapsed() < Duration::from_secs(6) {
            let result = hub.command(&ann.game, &ann.token, keyed.clone(), hub.now(), None).await;
            assert_eq!(result.expect_err("locked").code, RefusalCode::Unavailable);
            refused += 1;
        }
        assert!(refused > 0);
        other.execute_batch("COMMIT").expect("unlocked");
        drop(other);
        let down = began.elapsed();
        // The page repeats the command later, with the same key.
        while hub.command(&ann.game, &ann.token, keyed.clone(), hub.now(), None).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "it goes on");
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        let spent = began.elapsed() - down;
        let (game, _) = log(hub.store(), &ann).await;
        assert_not_charged(&game, 0, 4_000, spent);
        play(&hub, &bob).await.expect("in time");
        hub.close().await;
    });
}

#[test]
fn a_node_with_a_wrong_clock_does_not_serve() {
    let Some(database) = Database::postgres() else { return };
    run(async {
        let (right, wrong) = (MovableTime::default(), MovableTime::default());
        wrong.wall.store(12_000, Ordering::Relaxed);
        let (hub, skewed) = (right.hub(database.open().await), wrong.hub(database.open().await));
        let (ann, bob) = begun(&hub, 60).await;
        let refused = play(&skewed, &ann).await.expect_err("refused");
        assert!(refused.code == RefusalCode::Unavailable && refused.message.contains("clock"), "{refused:?}");
        assert!(skewed.check().await.is_err() && hub.check().await.is_ok());
        // A smaller difference is corrected: turns at both nodes are charged alike.
        wrong.wall.store(-400, Ordering::Relaxed);
        while skewed.check().await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let began = Instant::now();
        for _ in 0..5 {
            play(&skewed, &ann).await.expect("a turn");
            play(&hub, &bob).await.expect("a turn");
        }
        let difference = skewed.now().abs_diff(hub.now());
        assert!(difference < 100, "the nodes differ by {difference} ms");
        let (game, _) = log(hub.store(), &ann).await;
        assert_not_charged(&game, 1, 60_000, began.elapsed());
        hub.close().await;
        skewed.close().await;
    });
}
