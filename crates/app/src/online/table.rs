//! A game at several screens as one of them shows it: what the server has said, folded, and a turn of one's own before it
//! is confirmed. Composing turns and looking back are as in a game at one screen.

use halfboard_protocol::api::ServiceStatus;
use halfboard_protocol::event::{Event, LoggedEvent, Proposal};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Command, KeyedCommand, Presence, Refusal, ServerMessage};
use halfboard_protocol::{Millis, json};
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use super::connection::{Connection, ConnectionFailure, SocketAction};
use crate::composer::{Compose, Composer};

/// An event to notify the player of.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The game is there for the first time.
    Arrived,
    /// Another played a turn.
    Played {
        /// Who.
        seat: u8,
        /// The move.
        mv: String,
    },
    /// Turns were taken back.
    TakenBack,
    /// A player took a seat.
    Seated(u8),
    /// A player made a proposal.
    Asked(u8, Proposal),
    /// A player declined a proposal, or withdrew one.
    Declined(u8, Proposal),
    /// A player gave another one extra time: from, to.
    GaveTime(u8, u8),
    /// The server could not accept turns for so many milliseconds, which were given back.
    Refunded(u64),
    /// A chat message.
    Said(u8, String),
    /// The game is over.
    Ended,
    /// A rematch was agreed on: the new game.
    Rematched(GameId),
    /// A player lost the connection (false) or reconnected (true).
    Presence(u8, bool),
    /// What was asked for is refused.
    Refused(Command, Refusal),
    /// The server cannot keep what was asked for just now; it is asked again.
    HeldUp,
    /// The secret opens no seat: one watches.
    NoSeat,
    /// What the operator of the server tells all players.
    Status(ServiceStatus),
}

/// A turn that was played here and is not confirmed.
#[derive(Clone, Debug)]
struct Predicted {
    session: Box<dyn Session>,
    line: u32,
    ply: u32,
    /// When it was played, by this machine's clock.
    at: u64,
}

/// An online game on a page.
#[derive(Clone, Debug)]
pub struct Online {
    id: GameId,
    connection: Connection,
    game: Option<Game>,
    seat: Option<u8>,
    present: Presence,
    /// How far the server's clock is ahead of this machine's, in milliseconds.
    ahead: i64,
    composer: Composer,
    predicted: Option<Predicted>,
    /// The log was broken once, and asked for anew.
    repaired: bool,
}

impl Online {
    /// Creates a game of which nothing is known yet.
    pub fn new(id: GameId, token: Option<Token>) -> Online {
        Online {
            id,
            connection: Connection::new(token),
            game: None,
            seat: None,
            present: Presence::default(),
            ahead: 0,
            composer: Composer::new(),
            predicted: None,
            repaired: false,
        }
    }

    /// Returns the game's name.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Returns the connection.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the connection, to tell it something.
    pub fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Returns the game as received from the server; `None` until then.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Returns the seat of this player; `None` for spectators.
    pub fn seat(&self) -> Option<u8> {
        self.seat
    }

    /// Returns whether the player at a seat is connected; false while this page is not.
    pub fn is_present(&self, seat: u8) -> bool {
        self.connection.is_live() && self.present.seats.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Returns how many watch, as far as it is known.
    pub fn watchers(&self) -> u32 {
        if self.connection.is_live() { self.present.watchers } else { 0 }
    }

    /// Returns the seconds until the engine is expected to start thinking, while it is its turn and it waits.
    pub fn engine_wait(&self) -> Option<u32> {
        let waits = self.connection.is_live() && self.game.as_ref().is_some_and(|game| game.engine_to_move().is_some());
        self.present.engine_wait.filter(|_| waits).map(|ms| ms.div_ceil(1000))
    }

    /// Returns the socket is open.
    pub fn opened(&mut self, now: u64) -> Vec<SocketAction> {
        let after = self.game.as_ref().map_or(0, Game::version);
        self.connection.opened(after, now)
    }

    /// Returns the server said something, which may be anything.
    pub fn heard(&mut self, text: &str, now: u64) -> (Vec<SocketAction>, Vec<News>) {
        // What a newer server says besides is passed over.
        let Ok(message) = json::decode::<ServerMessage>(text) else { return (Vec::new(), Vec::new()) };
        let held_up = self.connection.is_held_up();
        let (acts, answered) = self.connection.heard(&message, now);
        let mut news = Vec::new();
        if !held_up && self.connection.is_held_up() {
            news.push(News::HeldUp);
        }
        let broken = match message {
            ServerMessage::Welcome { seat, now: server, events, present, .. } => {
                self.seat = seat;
                self.ahead = server as i64 - now as i64;
                self.meet(present, &mut Vec::new());
                let broken = self.take(&events, &mut news).is_err();
                // The log as a whole can be followed: what breaks it later can be repaired again.
                self.repaired &= broken;
                // Told once the game is known, since for a challenge it means less. It is the server's word in two forms:
                // it refuses a secret that it does not know, and we come again without; or it lets us watch at once.
                let unseated = self.connection.take_unseated() || self.connection.token().is_some();
                if seat.is_none() && unseated && !broken {
                    news.push(News::NoSeat);
                }
                broken
            }
            ServerMessage::News { now: server, events } => {
                // The fastest message says best how the clocks differ.
                self.ahead = self.ahead.max(server as i64 - now as i64);
                self.take(&events, &mut news).is_err()
            }
            ServerMessage::Present(present) => {
                self.meet(present, &mut news);
                false
            }
            ServerMessage::Refused { refusal, .. } => {
                if let Some(command) = answered {
                    if matches!(command, Command::Play { .. }) {
                        self.predicted = None;
                    }
                    news.push(News::Refused(command, refusal));
                }
                false
            }
            ServerMessage::Status(status) => {
                news.push(News::Status(status));
                false
            }
            ServerMessage::Done { .. } => false,
        };
        if broken {
            return (self.start_over(), news);
        }
        (acts, news)
    }

    /// Forgets the log and asks for it anew; when that does not help, the page is too old to understand it.
    fn start_over(&mut self) -> Vec<SocketAction> {
        self.game = None;
        self.predicted = None;
        self.composer.clear();
        if std::mem::replace(&mut self.repaired, true) {
            return self.connection.give_up(ConnectionFailure::Outdated);
        }
        vec![SocketAction::Close]
    }

    fn meet(&mut self, present: Presence, news: &mut Vec<News>) {
        let before = std::mem::replace(&mut self.present, present);
        for (seat, (was, is)) in before.seats.iter().zip(&self.present.seats).enumerate() {
            if was != is && Some(seat as u8) != self.seat {
                news.push(News::Presence(seat as u8, *is));
            }
        }
    }

    /// Takes in events; those that are known are passed over.
    fn take(&mut self, events: &[LoggedEvent], news: &mut Vec<News>) -> Result<(), ()> {
        let known = self.game.as_ref().map_or(0, Game::version);
        let fresh: Vec<&LoggedEvent> = events.iter().filter(|logged| logged.version > known).collect();
        if let Some(game) = &mut self.game {
            let before = (game.line(), game.plies());
            for logged in fresh {
                let line = game.line();
                game.apply(logged).map_err(drop)?;
                tell(game, logged, line, self.predicted.as_ref(), news);
                let now = (game.line(), game.plies());
                let over = matches!(game.phase(), Phase::Over(_));
                if over || self.predicted.as_ref().is_some_and(|turn| now != (turn.line, turn.ply)) {
                    self.predicted = None;
                }
            }
            if before != (game.line(), game.plies()) {
                self.composer.clear();
            }
        } else if !events.is_empty() {
            self.game = Some(Game::from_log(self.id.clone(), events).map_err(drop)?);
            news.push(News::Arrived);
        }
        Ok(())
    }

    /// Returns the game by its rules, with the turn that is not confirmed.
    pub fn session(&self) -> Option<&dyn Session> {
        match &self.predicted {
            Some(predicted) => Some(&*predicted.session),
            None => self.game.as_ref().map(Game::session),
        }
    }

    /// Returns the game as it is looked at.
    pub fn shown(&self) -> Option<&dyn Session> {
        self.session().map(|session| self.composer.shown(session))
    }

    /// Returns what to draw. Where nothing can be chosen here, nothing is offered.
    pub fn view(&self) -> Option<View> {
        Some(self.composer.view(self.session()?, self.is_open()))
    }

    /// Returns whether a turn that was played here is not confirmed yet.
    pub fn is_unconfirmed(&self) -> bool {
        self.predicted.is_some()
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| matches!(game.phase(), Phase::Over(_)))
    }

    /// Plays a legal move: it is shown at once and sent to the server.
    pub fn play(&mut self, mv: &str, key: u32, now: u64) -> Vec<SocketAction> {
        let Some(game) = self.game.as_ref().filter(|_| self.is_open()) else { return Vec::new() };
        let (line, ply) = (game.line(), game.plies());
        let mut session = game.session().clone_box();
        if session.play(mv).is_err() {
            return Vec::new();
        }
        self.predicted = Some(Predicted { session, line, ply, at: now });
        self.composer.clear();
        self.ask(Command::Play { line, ply, mv: mv.to_owned() }, key, now)
    }

    /// Asks the server for something to be done.
    pub fn ask(&mut self, command: Command, key: u32, now: u64) -> Vec<SocketAction> {
        self.connection.ask(KeyedCommand { key, command }, now)
    }

    /// Returns the number of turns played, one that is not confirmed included.
    pub fn plies(&self) -> usize {
        self.session().map_or(0, Session::ply)
    }

    /// Returns the time by the server's clock.
    pub fn server_time(&self, now: u64) -> Millis {
        now.saturating_add_signed(self.ahead)
    }

    /// The milliseconds that a seat has left; `None` where there are no clocks. A clock stands as soon as its turn was
    /// played here: the server makes up for the way there.
    pub fn left(&self, seat: u8, now: u64) -> Option<u64> {
        let now = match &self.predicted {
            Some(predicted) if self.seat == Some(seat) => predicted.at.min(now),
            _ => now,
        };
        self.game.as_ref()?.clocks().remaining(seat, self.server_time(now))
    }
}

impl Compose for Online {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        self.session().map(|session| (session, &self.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        let session = match &self.predicted {
            Some(predicted) => &*predicted.session,
            None => self.game.as_ref()?.session(),
        };
        Some((session, &mut self.composer))
    }

    fn is_open(&self) -> bool {
        let turn = self.game.as_ref().and_then(Game::turn);
        turn.is_some() && turn == self.seat && self.predicted.is_none()
    }
}

/// What an event, which has just been taken in, is worth telling. Turns had been taken back so often before it.
fn tell(game: &Game, logged: &LoggedEvent, line: u32, predicted: Option<&Predicted>, news: &mut Vec<News>) {
    let event = logged.event.as_known();
    match event {
        Event::Created(_) => {}
        Event::Seated { seat, .. } => news.push(News::Seated(*seat)),
        Event::Played { line, ply, mv, .. } => {
            let own =
                predicted.is_some_and(|turn| (turn.line, turn.ply) == (*line, *ply) && last(&*turn.session) == *mv);
            if !own {
                let mover = game.session().turn_at(*ply as usize).map_or(0, |seat| seat.0);
                news.push(News::Played { seat: mover, mv: mv.clone() });
            }
        }
        Event::Asked { .. } | Event::Agreed { .. } if game.line() != line => news.push(News::TakenBack),
        Event::Asked { seat, what, .. } => news.push(News::Asked(*seat, *what)),
        Event::Declined { seat, what, .. } => news.push(News::Declined(*seat, *what)),
        Event::GaveTime { from, to, .. } => news.push(News::GaveTime(*from, *to)),
        Event::Said { seat, text, .. } => news.push(News::Said(*seat, text.clone())),
        Event::Rematched { game } => news.push(News::Rematched(game.clone())),
        Event::Refunded { ms, .. } => news.push(News::Refunded(*ms)),
        Event::Agreed { .. } | Event::Ended(_) | Event::Carried(_) => {}
    }
    // A game ends by a turn, by an answer, by a word of the server, or as soon as all are there.
    let ends = matches!(
        event,
        Event::Played { .. }
            | Event::Agreed { .. }
            | Event::Asked { .. }
            | Event::Ended(_)
            | Event::Seated { .. }
            | Event::Carried(_)
    );
    let rematch =
        matches!(event, Event::Asked { what: Proposal::Rematch, .. } | Event::Agreed { what: Proposal::Rematch, .. });
    if ends && !rematch && matches!(game.phase(), Phase::Over(_)) {
        news.push(News::Ended);
    }
}

fn last(session: &dyn Session) -> String {
    session.history().pop().unwrap_or_default()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
