//! Games in which nothing happens: a first move that does not come, and what becomes of the challenge.

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

#[tokio::test]
async fn challenge_reopens_after_a_missing_first_move() {
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let limits = Limits { first_move: Some(1), challenges_per_address: 1, ..Limits::default() };
    let app = App::new(store.clone(), limits, Origins::default(), Arc::new(Metrics::new()));
    let seats = r#"["open","me"]"#;
    let control = r#"{"type":"fischer","initial":60000,"increment":0}"#;
    let text = format!(r#"{{"rules":"j","name":"Ann","public":true,"control":{control},"seats":{seats}}}"#);
    let ann = app.hub.create(json::decode::<NewGame>(&text).expect("a request")).await.expect("a game");
    let (_, mut subscription) = app.hub.join(&ann.game, Some(&ann.token), 0).await.expect("connected");
    let take = |name: &str| TakeSeat { name: name.to_owned(), seat: None, token: None };
    let eve = app.hub.take_seat(&ann.game, take("Eve")).await.expect("a seat");
    let next = loop {
        subscription.messages.recv().await.expect("connected");
        if let Some(next) = game(&app, &ann).await.rematch().cloned() {
            break next;
        }
    };
    assert_eq!(game(&app, &ann).await.phase(), Phase::Over(GameOver::Ended(Termination::Aborted { seat: 0 })));
    assert_eq!(game(&app, &ann).await.freed_seat(), Some(0));
    let open: Vec<_> = store.list(GameStatus::Open, 9).await.expect("a list").into_iter().map(|game| game.id).collect();
    assert_eq!(open, std::slice::from_ref(&next), "listed again");
    let again = game(&app, &SeatGrant { game: next.clone(), ..ann.clone() }).await;
    assert_eq!((again.terms().start.clone(), again.player(0)), (game(&app, &ann).await.terms().start.clone(), None));
    assert!(app.hub.state(&next, Some(&eve.token), 0).await.is_err(), "Eve has no seat there");
    let bob = app.hub.take_seat(&next, take("Bob")).await.expect("a seat");
    assert_eq!((bob.seat, game(&app, &bob).await.phase()), (0, Phase::Playing));
}
