//! Sample games with real logs.

use halfboard_protocol::Millis;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Seed, Start};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_server::store::{AppendRequest, GameInsert, IndexEntry, SeatKey};

/// A name of a game that begins with these letters.
pub(crate) fn id(name: &str) -> GameId {
    format!("{name:0<22}").parse().expect("letters and digits")
}

/// A game with its log, one step ahead of the storage.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) game: Game,
    pub(crate) log: Vec<LoggedEvent>,
}

impl Sample {
    /// A challenge with five minutes each whose creator has the first seat.
    pub(crate) fn challenge(name: &str, public: bool, at: Millis) -> Sample {
        let terms = GameTerms {
            rules: "lines-of-action".to_owned(),
            start: Start::Seed(Seed(7)),
            control: TimeControl::Fischer { initial: 300_000, increment: 0 },
            public,
            chat: true,
            delay: 0,
            first_move: None,
            after: None,
        };
        let log = vec![
            LoggedEvent { version: 1, at, event: Event::Created(terms) },
            LoggedEvent { version: 2, at, event: seated(0) },
        ];
        Sample { game: Game::from_log(id(name), &log).expect("a log"), log }
    }

    /// Returns the insert of the whole game.
    pub(crate) fn whole(&self) -> GameInsert {
        let seats = self.log.iter().filter_map(|logged| key(&self.game, &logged.event)).collect();
        GameInsert { events: self.log.clone(), keys: seats, row: IndexEntry::new(&self.game) }
    }

    /// Returns the append of an event.
    pub(crate) fn then(&mut self, at: Millis, event: Event) -> AppendRequest {
        let after = self.game.version();
        let logged = LoggedEvent { version: after + 1, at, event };
        self.game.apply(&logged).expect("it can happen");
        let keys = key(&self.game, &logged.event).into_iter().collect();
        self.log.push(logged.clone());
        AppendRequest {
            game: self.game.id().clone(),
            after,
            events: vec![logged],
            keys,
            row: IndexEntry::new(&self.game),
            rematch: None,
        }
    }

    /// A player takes the second seat: the game begins.
    pub(crate) fn join(&mut self, at: Millis) -> AppendRequest {
        self.then(at, seated(1))
    }

    /// A turn: the first move there is.
    pub(crate) fn play(&mut self, at: Millis) -> AppendRequest {
        let mv = self.game.session().moves().first().expect("a move").clone();
        let event = Event::Played { line: self.game.line(), ply: self.game.plies(), mv, lag: 0 };
        self.then(at, event)
    }
}

/// A player takes a seat.
pub(crate) fn seated(seat: u8) -> Event {
    Event::Seated { seat, who: Player::Person { name: format!("Ann {seat}") } }
}

/// The key that comes with an event. It differs from game to game and from seat to seat.
fn key(game: &Game, event: &Event) -> Option<SeatKey> {
    let Event::Seated { seat, .. } = event else { return None };
    let mut hash = [*seat; 32];
    hash[..22].copy_from_slice(game.id().as_str().as_bytes());
    Some(SeatKey { seat: *seat, hash })
}
