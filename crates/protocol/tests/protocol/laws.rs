//! The laws of decoding and folding, each a function that panics when it is broken. The tests of stored seeds and the fuzz
//! targets both call them.

use halfboard_protocol::api::{NewGame, TakeSeat};
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::Game;
use halfboard_protocol::json::{self, DeserializeOwned};
use halfboard_protocol::message::{ClientMessage, KeyedCommand, ServerMessage};

/// A text is refused with a reason, or its value is encoded and decoded again without loss.
fn round_trip<T: DeserializeOwned + serde::Serialize + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    match json::decode::<T>(text) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
        Ok(value) => {
            let again = json::decode::<T>(&json::encode(&value)).expect("what was encoded is valid");
            assert_eq!(value, again);
            Some(value)
        }
    }
}

/// A WebSocket message of a client or a server.
pub fn client_message(text: &str) {
    round_trip::<ClientMessage>(text);
    round_trip::<ServerMessage>(text);
}

/// The body of an HTTP request.
pub fn http_body(text: &str) {
    round_trip::<NewGame>(text);
    round_trip::<TakeSeat>(text);
    round_trip::<KeyedCommand>(text);
}

/// A log, one event per line: it is refused with a reason, or every part of it folds to the same game.
pub fn event_log(text: &str) {
    let log: Option<Vec<LoggedEvent>> = text.lines().map(round_trip::<LoggedEvent>).collect();
    let Some(log) = log.filter(|log| log.len() <= 200) else { return };
    let id = || "0123456789ABCDEFabcdef".parse().expect("an ID");
    match Game::from_log(id(), &log) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(game) => {
            let (first, rest) = log.split_first().expect("a log that folds has a first event");
            let mut other = Game::from_log(id(), std::slice::from_ref(first)).expect("a prefix folds");
            for event in rest {
                other.apply(event).expect("a prefix folds");
                let _ = (other.clocks().flag_falls_at(), other.phase(), other.turn());
            }
            assert_eq!(json::encode(&game.summary()), json::encode(&other.summary()));
            assert_eq!(game.session().position(), other.session().position());
            assert!(game.spectator_version() <= game.version());
        }
    }
}
