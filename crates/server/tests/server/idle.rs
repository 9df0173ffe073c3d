//! Games in which nothing happens: a first move that does not come.

use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::{GameStatus, NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::event::Termination;
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::json;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins};

async fn game(app: &App, seat: &SeatGrant) -> Game {
    let state = app.hub.state(&seat.game, Some(&seat.token), 0).await.expect("a state");
    Game::from_log(seat.game.clone(), &state.events).expect("a log")
}

#[tokio::test]
async fn a_live_game_without_a_first_move_is_aborted() {
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let limits = Limits { first_move: Some(1), ..Limits::default() };
    let app = App::new(store.clone(), limits, Origins::default(), Arc::new(Metrics::new()));
    let text = r#"{"rules":"j","name":"Ann","public":true,"control":{"type":"delay","initial":60000,"delay":0}}"#;
    let ann = app.hub.create(json::decode::<NewGame>(text).expect("a game")).await.expect("a game");
    let take = TakeSeat { name: "Eve".to_owned(), seat: None, token: None };
    app.hub.take_seat(&ann.game, take).await.expect("a seat");
    let end = loop {
        match game(&app, &ann).await.phase() {
            Phase::Over(GameOver::Ended(end)) => break end,
            Phase::Over(other) => panic!("{other:?}"),
            _ => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    };
    assert_eq!(end, Termination::Aborted { seat: 0 });
    assert!(store.list(GameStatus::Playing, 9).await.expect("a list").is_empty());
}
