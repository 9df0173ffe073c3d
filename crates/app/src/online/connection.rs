//! The connection to a game, as a state machine without a socket: it receives events and returns actions. Times are
//! milliseconds of the page's own clock.
//!
//! A connection that is lost is tried again, later each time, and at once when the browser says that it is online or the
//! page is seen again. Unanswered commands are sent again then: their keys make that harmless. So are those
//! that the server could not keep, after a pause.

use halfboard_protocol::id::Token;
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{PROTOCOL_VERSION, Version, json};

/// What to do with the socket.
#[derive(Clone, Debug, PartialEq)]
pub enum SocketAction {
    /// Open a new one, and forget any other.
    Open,
    /// Send this text.
    Send(String),
    /// Close it.
    Close,
}

/// How the connection stands.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionState {
    /// A socket is being opened.
    Connecting,
    /// It is open, and the server has been greeted.
    Greeted,
    /// Everything that happens is heard.
    Live,
    /// It was lost, and is tried again at this time.
    Waiting {
        /// When.
        until: u64,
    },
    /// It is not tried again.
    Failed(ConnectionFailure),
}

/// Why a connection is not tried again.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionFailure {
    /// There is no such game.
    NotFound,
    /// The page is older or newer than the server: it must be loaded again.
    Outdated,
}

/// The first and the longest wait before another try.
const WAITS: (u64, u64) = (500, 10_000);
/// A server that does not answer within this time is not there.
const PATIENCE: u64 = 8_000;
/// The server says every 15 seconds that it is there. After so much silence the connection is dead, even if the browser
/// believes.
const DEAD: u64 = 40_000;
/// The first and the longest pause before a command that the server could not keep is said again.
const PAUSES: (u64, u64) = (1_000, 10_000);
/// After so much silence a page that is seen again asks anew: its connection may have died in its sleep.
const SILENCE: u64 = 20_000;

/// A command that has no answer.
#[derive(Clone, Debug)]
struct PendingCommand {
    keyed: KeyedCommand,
    /// How often the server could not keep it.
    in_vain: u32,
    /// When it is said again; `None` while the server is expected to answer it.
    again: Option<u64>,
}

/// A connection.
#[derive(Clone, Debug)]
pub struct Connection {
    state: ConnectionState,
    /// The secret of a seat; without it one watches.
    token: Option<Token>,
    /// How often it was tried in vain.
    tries: u32,
    /// When the server was last heard, or something was begun that it has to answer.
    since: u64,
    unanswered: Vec<PendingCommand>,
    /// The server does not know the secret, which was dropped; the page has not been notified yet.
    unseated: bool,
}

impl Connection {
    /// Creates a connection that has not been opened.
    pub fn new(token: Option<Token>) -> Connection {
        let state = ConnectionState::Waiting { until: 0 };
        Connection { state, token, tries: 0, since: 0, unanswered: Vec::new(), unseated: false }
    }

    /// Returns how it stands.
    pub fn state(&self) -> &ConnectionState {
        &self.state
    }

    /// Returns whether everything that happens is heard.
    pub fn is_live(&self) -> bool {
        self.state == ConnectionState::Live
    }

    /// Returns the secret of the seat.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Returns how often it was tried in vain since it was live last.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Returns the commands without an answer.
    pub fn unanswered(&self) -> impl Iterator<Item = &KeyedCommand> {
        self.unanswered.iter().map(|waiting| &waiting.keyed)
    }

    /// Returns whether the server could not keep a command, which is said again.
    pub fn is_held_up(&self) -> bool {
        self.unanswered.iter().any(|waiting| waiting.in_vain > 0)
    }

    /// Returns whether the server does not know the secret; said once.
    pub(super) fn take_unseated(&mut self) -> bool {
        std::mem::take(&mut self.unseated)
    }

    /// Connects anew, with this secret.
    pub fn sit_down(&mut self, token: Token, now: u64) -> Vec<SocketAction> {
        self.token = Some(token);
        self.open(now)
    }

    fn open(&mut self, now: u64) -> Vec<SocketAction> {
        self.state = ConnectionState::Connecting;
        self.since = now;
        vec![SocketAction::Open]
    }

    /// Returns the socket is open.
    pub fn opened(&mut self, after: Version, now: u64) -> Vec<SocketAction> {
        if self.state != ConnectionState::Connecting {
            return Vec::new();
        }
        self.state = ConnectionState::Greeted;
        self.since = now;
        let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: self.token.clone(), after };
        vec![SocketAction::Send(json::encode(&hello))]
    }

    /// The socket was closed, or could not be opened. The chance, from 0 to 1, spreads those who come again.
    pub fn closed(&mut self, now: u64, chance: f64) {
        if matches!(self.state, ConnectionState::Failed(_)) {
            return;
        }
        let (first, longest) = WAITS;
        let wait = first.saturating_mul(1 << self.tries.min(10)).min(longest);
        // Between half of it and all of it.
        let wait = wait / 2 + (wait as f64 / 2.0 * chance.clamp(0.0, 1.0)) as u64;
        self.tries = self.tries.saturating_add(1);
        self.state = ConnectionState::Waiting { until: now + wait };
    }

    /// Returns the server said something. Gives what to do, and the command that this answers.
    pub fn heard(&mut self, message: &ServerMessage, now: u64) -> (Vec<SocketAction>, Option<Command>) {
        self.since = now;
        match message {
            ServerMessage::Welcome { protocol, .. } if *protocol != PROTOCOL_VERSION => {
                (self.give_up(ConnectionFailure::Outdated), None)
            }
            ServerMessage::Welcome { .. } => {
                self.state = ConnectionState::Live;
                self.tries = 0;
                (self.say_again(|_| true), None)
            }
            ServerMessage::Refused { key: Some(key), refusal } if refusal.code == RefusalCode::Unavailable => {
                if let Some(waiting) = self.unanswered.iter_mut().find(|waiting| waiting.keyed.key == *key) {
                    let (first, longest) = PAUSES;
                    let pause = first.saturating_mul(1 << waiting.in_vain.min(10)).min(longest);
                    waiting.in_vain = waiting.in_vain.saturating_add(1);
                    waiting.again = Some(now + pause);
                }
                (Vec::new(), None)
            }
            ServerMessage::Done { key, .. } | ServerMessage::Refused { key: Some(key), .. } => {
                let place = self.unanswered.iter().position(|waiting| waiting.keyed.key == *key);
                (Vec::new(), place.map(|place| self.unanswered.remove(place).keyed.command))
            }
            ServerMessage::Refused { key: None, refusal } => (self.refused(refusal), None),
            ServerMessage::News { .. } | ServerMessage::Present(_) | ServerMessage::Status(_) => (Vec::new(), None),
        }
    }

    /// Returns the greeting, or a question about the game, was refused.
    pub fn refused(&mut self, refusal: &Refusal) -> Vec<SocketAction> {
        match refusal.code {
            RefusalCode::NotFound => self.give_up(ConnectionFailure::NotFound),
            RefusalCode::Protocol => self.give_up(ConnectionFailure::Outdated),
            // A secret that opens nothing: the next try watches.
            RefusalCode::NoSeat if self.state == ConnectionState::Greeted => {
                self.token = None;
                self.unseated = true;
                vec![SocketAction::Close]
            }
            _ => Vec::new(),
        }
    }

    /// Does not try again.
    pub fn give_up(&mut self, why: ConnectionFailure) -> Vec<SocketAction> {
        self.state = ConnectionState::Failed(why);
        vec![SocketAction::Close]
    }

    /// Looks at the time, now and then.
    pub fn tick(&mut self, now: u64) -> Vec<SocketAction> {
        let silent = now.saturating_sub(self.since);
        let late = silent > PATIENCE;
        match self.state {
            ConnectionState::Waiting { until } if now >= until => self.open(now),
            ConnectionState::Connecting | ConnectionState::Greeted if late => vec![SocketAction::Close],
            ConnectionState::Live if silent > DEAD || late && self.is_owed_an_answer() => vec![SocketAction::Close],
            ConnectionState::Live => {
                let owed = self.is_owed_an_answer();
                let acts = self.say_again(|waiting| waiting.again.is_some_and(|again| now >= again));
                if !owed && !acts.is_empty() {
                    self.since = now;
                }
                acts
            }
            _ => Vec::new(),
        }
    }

    /// Returns the browser says that it is online, or the page is seen again.
    pub fn wake(&mut self, now: u64) -> Vec<SocketAction> {
        match self.state {
            ConnectionState::Waiting { .. } => {
                self.tries = 0;
                self.open(now)
            }
            ConnectionState::Live if now.saturating_sub(self.since) > SILENCE => self.open(now),
            _ => Vec::new(),
        }
    }

    /// Asks for something to be done, now or as soon as there is a connection.
    pub fn ask(&mut self, keyed: KeyedCommand, now: u64) -> Vec<SocketAction> {
        let acts = if self.is_live() { vec![said(&keyed)] } else { Vec::new() };
        if !self.is_owed_an_answer() {
            self.since = now;
        }
        self.unanswered.push(PendingCommand { keyed, in_vain: 0, again: None });
        acts
    }

    /// Returns whether there is a command that the server should have answered soon.
    fn is_owed_an_answer(&self) -> bool {
        self.unanswered.iter().any(|waiting| waiting.again.is_none())
    }

    fn say_again(&mut self, which: impl Fn(&PendingCommand) -> bool) -> Vec<SocketAction> {
        let these = self.unanswered.iter_mut().filter(|waiting| which(waiting));
        let say = |waiting: &mut PendingCommand| {
            waiting.again = None;
            said(&waiting.keyed)
        };
        these.map(say).collect()
    }
}

fn said(keyed: &KeyedCommand) -> SocketAction {
    SocketAction::Send(json::encode(&ClientMessage::Do(keyed.clone())))
}

#[cfg(test)]
mod tests {
    use halfboard_protocol::message::Presence;

    use super::*;

    fn welcome(protocol: u32) -> ServerMessage {
        ServerMessage::Welcome { protocol, seat: Some(0), now: 0, events: Vec::new(), present: Presence::default() }
    }

    fn resign(key: u32) -> KeyedCommand {
        KeyedCommand { key, command: Command::Resign }
    }

    fn live() -> Connection {
        let mut connection = Connection::new(None);
        assert_eq!(connection.tick(0), [SocketAction::Open]);
        assert_eq!(connection.opened(0, 0).len(), 1);
        connection.heard(&welcome(PROTOCOL_VERSION), 10);
        assert!(connection.is_live());
        connection
    }

    #[test]
    fn what_nobody_answered_is_said_again_after_resuming() {
        let mut connection = live();
        assert_eq!(connection.ask(resign(7), 20), [said(&resign(7))]);
        connection.closed(30, 0.0);
        // Asked for in between: it waits for the connection.
        assert_eq!(connection.ask(resign(8), 40), []);
        assert_eq!(connection.tick(40), []);
        assert_eq!(connection.tick(30 + 250), [SocketAction::Open]);
        let SocketAction::Send(hello) = connection.opened(5, 300).remove(0) else { panic!("a greeting") };
        assert!(hello.contains("\"after\":5"), "{hello}");
        let (acts, _) = connection.heard(&welcome(PROTOCOL_VERSION), 310);
        assert_eq!(acts, [said(&resign(7)), said(&resign(8))]);
        let done = ServerMessage::Done { key: 7, version: 6 };
        assert_eq!(connection.heard(&done, 320).1, Some(Command::Resign));
        assert_eq!(connection.heard(&done, 330).1, None);
        assert!(connection.unanswered().eq([&resign(8)]));
    }

    #[test]
    fn what_the_server_cannot_keep_is_said_again_after_a_pause() {
        let mut connection = live();
        connection.ask(resign(7), 20);
        let busy = ServerMessage::Refused { key: Some(7), refusal: Refusal::new(RefusalCode::Unavailable, "") };
        let mut now = 100;
        for pause in [1000, 2000, 4000, 8000, 10_000, 10_000] {
            assert_eq!(connection.heard(&busy, now), (Vec::new(), None));
            assert!(connection.is_held_up());
            // Meanwhile the server owes nothing.
            assert_eq!(connection.tick(now + pause - 1), []);
            now += pause;
            assert_eq!(connection.tick(now), [said(&resign(7))]);
            assert_eq!(connection.tick(now), []);
        }
        // What is said again has to be answered as at first, and is said with the next greeting, too.
        assert_eq!(connection.tick(now + PATIENCE + 1), [SocketAction::Close]);
        connection.heard(&busy, now);
        connection.closed(now, 0.0);
        connection.wake(now);
        connection.opened(5, now);
        assert_eq!(connection.heard(&welcome(PROTOCOL_VERSION), now).0, [said(&resign(7))]);
        assert_eq!(connection.heard(&ServerMessage::Done { key: 7, version: 6 }, now).1, Some(Command::Resign));
        assert!(!connection.is_held_up() && connection.unanswered().next().is_none());
    }

    #[test]
    fn tries_come_later_and_later_and_at_once_when_woken() {
        let mut connection = live();
        let mut now = 1000;
        for expected in [500, 1000, 2000, 4000, 8000, 10_000, 10_000] {
            connection.closed(now, 1.0);
            assert_eq!(*connection.state(), ConnectionState::Waiting { until: now + expected });
            now += expected;
            assert_eq!(connection.tick(now), [SocketAction::Open]);
        }
        connection.closed(now, 0.5);
        assert_eq!(connection.wake(now), [SocketAction::Open]);
        assert_eq!(connection.wake(now), []);
        // A server that does not answer is not there.
        assert_eq!(connection.tick(now + PATIENCE + 1), [SocketAction::Close]);
    }

    #[test]
    fn a_connection_that_has_died_in_its_sleep_is_opened_anew() {
        let mut connection = live();
        assert_eq!(connection.wake(100), []);
        assert_eq!(connection.wake(100 + SILENCE), [SocketAction::Open]);
        let mut connection = live();
        connection.ask(resign(1), 20);
        assert_eq!(connection.tick(1000), []);
        assert_eq!(connection.tick(21 + PATIENCE), [SocketAction::Close]);
    }

    #[test]
    fn a_connection_on_which_nothing_is_heard_is_dead() {
        let mut connection = live();
        let life = ServerMessage::News { now: 0, events: Vec::new() };
        for now in [15_000, 30_000, 45_000] {
            connection.heard(&life, now);
            assert_eq!(connection.tick(now + 15_000), []);
        }
        assert_eq!(connection.tick(45_000 + DEAD), []);
        assert_eq!(connection.tick(45_001 + DEAD), [SocketAction::Close]);
        connection.closed(45_001 + DEAD, 0.0);
        assert_eq!(connection.tick(46_000 + DEAD), [SocketAction::Open]);
    }

    #[test]
    fn what_cannot_be_mended_by_trying_is_given_up() {
        let refused = |code| ServerMessage::Refused { key: None, refusal: Refusal::new(code, "") };
        for (message, why) in [
            (refused(RefusalCode::NotFound), ConnectionFailure::NotFound),
            (refused(RefusalCode::Protocol), ConnectionFailure::Outdated),
            (welcome(PROTOCOL_VERSION + 1), ConnectionFailure::Outdated),
        ] {
            let mut connection = live();
            assert_eq!(connection.heard(&message, 20).0, [SocketAction::Close]);
            connection.closed(30, 0.5);
            assert_eq!(*connection.state(), ConnectionState::Failed(why));
            assert_eq!(connection.wake(40), []);
        }
        let mut connection = live();
        assert_eq!(connection.heard(&refused(RefusalCode::Unavailable), 20).0, []);
        connection.closed(30, 0.5);
        assert!(matches!(connection.state(), ConnectionState::Waiting { .. }));
    }
}
