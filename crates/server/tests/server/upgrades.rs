//! Rolling upgrades: a node and one of a newer version share a database and its games.

use std::sync::Arc;

use halfboard_protocol::api::{NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::game::Game;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand};
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::{AppendRequest, IndexEntry, Store};

use crate::store::database::{Database, run};

/// Events of kinds that only the newer version knows; it is understood as given time where it is not known.
const UNKNOWN: &str = r#"{"type":"teleported","to":["x",-2]}"#;
const UNDERSTOOD: &str = r#"{"type":"gave-time","from":1,"to":0,"ms":60000,"key":7,"kind":"bestowed","by":"an admin"}"#;
/// An event of a known kind with a field that only the newer version knows.
const EXTENDED: &str = r#"{"type":"said","seat":1,"text":"Hallo","key":9,"language":{"name":"de"}}"#;

pub(crate) async fn log(store: &Store, seat: &SeatGrant) -> (Game, Vec<LoggedEvent>) {
    let events = store.read(&seat.game, 0).await.expect("available").expect("the game").events;
    (Game::from_log(seat.game.clone(), &events).expect("a log"), events)
}

/// Appends an event as the newer node does.
async fn append(newer: &Store, seat: &SeatGrant, event: &str) {
    let (mut game, _) = log(newer, seat).await;
    let event: Event = json::decode(event).expect("an event");
    let logged = LoggedEvent { version: game.version() + 1, at: game.changed(), event };
    let after = game.version();
    game.apply(&logged).expect("it applies");
    let row = IndexEntry::new(&game);
    let request =
        AppendRequest { game: seat.game.clone(), after, events: vec![logged], keys: Vec::new(), row, rematch: None };
    newer.append(request).await.expect("appended");
}

async fn play(hub: &Hub, seat: &SeatGrant) {
    let (game, _) = log(hub.store(), seat).await;
    let command = Command::Play { line: game.line(), ply: game.plies(), mv: game.session().moves()[0].clone() };
    let keyed = KeyedCommand { key: game.version(), command };
    hub.command(&seat.game, &seat.token, keyed, hub.now(), None).await.expect("a legal turn");
}

async fn nodes_of_two_versions_share_a_game(database: Database) {
    let store = database.open().await;
    let newer = if database.url.starts_with("sqlite") { store.clone() } else { database.open().await };
    let hub = Hub::start(store, Arc::new(Limits::default()), Arc::new(Metrics::new()));
    let new = r#"{"rules":"lines-of-action","name":"Ann","control":{"type":"fischer","initial":300000,"increment":0}}"#;
    let ann = hub.create(json::decode::<NewGame>(new).expect("a request")).await.expect("a game");
    let request = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
    let bob = hub.take_seat(&ann.game, request).await.expect("a seat");
    play(&hub, &ann).await;
    play(&hub, &bob).await;
    let deadline = log(&newer, &ann).await.0.clocks().deadline().expect("a clock runs");
    append(&newer, &ann, UNKNOWN).await;
    append(&newer, &ann, UNDERSTOOD).await;
    assert_eq!(log(&newer, &ann).await.0.clocks().deadline(), Some(deadline + 60_000));
    play(&hub, &ann).await;
    append(&newer, &ann, UNKNOWN).await;
    append(&newer, &ann, EXTENDED).await;
    play(&hub, &bob).await;
    // The node stores, folds and serves what it does not know.
    let state = hub.state(&ann.game, None, 0).await.expect("a state");
    let (game, events) = log(&newer, &ann).await;
    assert_eq!((state.events.len(), game.version(), game.plies()), (events.len(), 11, 4));
    let texts: Vec<String> = state.events.iter().map(|logged| json::encode(&logged.event)).collect();
    assert_eq!((&*texts[5], &*texts[6], &*texts[8], &*texts[9]), (UNKNOWN, UNDERSTOOD, UNKNOWN, EXTENDED));
    assert_eq!(game.chat()[0].text, "Hallo");
    hub.close().await;
}

#[test]
fn nodes_of_two_versions_share_a_game_in_a_file() {
    run(nodes_of_two_versions_share_a_game(Database::sqlite()));
}

#[test]
fn nodes_of_two_versions_share_a_game_in_postgres() {
    if let Some(database) = Database::postgres() {
        run(nodes_of_two_versions_share_a_game(database));
    }
}
