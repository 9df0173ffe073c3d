//! The engine's queue: one client that floods it does not delay another, and learns how long it has to wait.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::{NewGame, SeatGrant, SeatSpec};
use halfboard_protocol::event::Start;
use halfboard_protocol::json;
use halfboard_protocol::message::RefusalCode;
use halfboard_rules::record;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins};

const FLOOD: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

async fn start(limits: Limits) -> App {
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    App::new(store, limits, Origins::default(), Arc::new(Metrics::new()))
}

/// A game in which an engine has the first move, from a position that is in no opening book.
fn engine_game(level: u8, of: u8) -> NewGame {
    let new: NewGame = json::decode(r#"{"rules":"lines-of-action","name":"Ann"}"#).expect("enough for a game");
    let mut session = record::Start::Seed(0).session(&new.rules).expect("a session");
    for _ in 0..8 {
        let moves = session.moves();
        session.play(moves.last().expect("a move")).expect("a legal move");
    }
    let start = Some(Start::Position(session.position()));
    NewGame { start, seats: vec![SeatSpec::Engine { level, of: Some(of) }, SeatSpec::Me], ..new }
}

async fn has_moved(hub: &Hub, seat: &SeatGrant) -> bool {
    let state = hub.state(&seat.game, Some(&seat.token), 0).await.expect("a state");
    state.events.iter().any(|logged| logged.event.turn().is_some())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_engine_games_does_not_delay_another_client() {
    let limits = Limits { engine_ms: 500, engine_queue_per_address: 40, ..Limits::default() };
    let app = start(limits).await;
    let mut flood = Vec::new();
    for _ in 0..40 {
        flood.push(app.hub.create_from(Some(FLOOD), engine_game(4, 4)).await.expect("a game"));
    }
    let waits = async || {
        let last = flood.last().expect("a game");
        app.hub.state(&last.game, Some(&last.token), 0).await.expect("a state").present.engine_wait
    };
    assert!(waits().await.is_some(), "the last one waits");
    let before = app.metrics.engine_moves.get();
    let other = app.hub.create_from(Some(OTHER), engine_game(1, 4)).await.expect("a game");
    while !has_moved(&app.hub, &other).await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let moves = app.metrics.engine_moves.get() - before;
    assert!(moves < 10, "{moves} moves of the flood came first");
    let waiting = app.metrics.engine_queue.get();
    assert!(waiting > 10, "{waiting} of the flood still wait");
}

#[tokio::test]
async fn a_full_queue_refuses_new_engine_games_and_says_when_to_try_again() {
    let app = start(Limits { engine_ms: 1000, engine_queue_per_address: 2, ..Limits::default() }).await;
    let refused = loop {
        match app.hub.create_from(Some(FLOOD), engine_game(4, 4)).await {
            Ok(_) => {}
            Err(refused) => break refused,
        }
    };
    assert_eq!(refused.code, RefusalCode::TooMany);
    assert!(refused.message.contains("try again in about") && refused.retry_after.is_some(), "{refused:?}");
    app.hub.create_from(Some(OTHER), engine_game(4, 4)).await.expect("another address has its own queue");
}
