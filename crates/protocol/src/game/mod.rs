//! The state of an online game, folded from its event log.

mod fold;
mod idle;
mod views;

use std::fmt;

use halfboard_rules::game::Ending;
use halfboard_rules::session::Session;

use crate::clock::Clocks;
use crate::event::{GameTerms, LoggedEvent, Player, Proposal, Termination};
use crate::id::GameId;
use crate::{Millis, Version};

/// An online game, folded from its log up to [`Game::version`].
#[derive(Clone, Debug)]
pub struct Game {
    id: GameId,
    version: Version,
    created: Millis,
    changed: Millis,
    terms: GameTerms,
    seats: Vec<Option<Player>>,
    session: Box<dyn Session>,
    /// The turns in order: the seat that played, and the version of the event.
    turns: Vec<(u8, Version)>,
    /// Number of takebacks.
    line: u32,
    /// Whether two turns were ever played: from then on clocks run, and the game cannot be aborted.
    under_way: bool,
    clocks: Clocks,
    /// When the turn to be played began: with the last seat taken, or the last turn.
    turn_since: Millis,
    pending: Option<PendingProposal>,
    over: Option<GameOver>,
    said: Vec<ChatMessage>,
    rematch: Option<GameId>,
    /// Whether the rematch is the challenge of this game, opened again.
    is_reopened: bool,
    /// The last event spectators may see.
    spectator_version: Version,
    /// The idempotency keys of each seat's recent commands.
    keys: Vec<Vec<u32>>,
}

/// A proposal that waits for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PendingProposal {
    /// What is proposed.
    pub what: Proposal,
    /// The proposing seat.
    pub seat: u8,
    /// Bit mask of the seats that agreed, including the proposing one.
    pub agreed: u8,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChatMessage {
    /// The sending seat.
    pub seat: u8,
    /// The text.
    pub text: String,
    /// When it was sent.
    pub at: Millis,
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat is free.
    Open,
    /// In progress.
    Playing,
    /// Over.
    Over(GameOver),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOver {
    /// By the rules.
    Ruled(Ending),
    /// A draw by agreement.
    Drawn,
    /// By resignation, on time or by an abort.
    Ended(Termination),
}

/// An event that does not apply to the game: the log is damaged, or was written by a newer version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidEvent {
    /// The event's version.
    pub version: Version,
    /// Why it does not apply.
    pub reason: String,
}

impl fmt::Display for InvalidEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid event {} in the game's log: {}", self.version, self.reason)
    }
}

impl std::error::Error for InvalidEvent {}

impl Game {
    /// Folds a complete log.
    ///
    /// # Errors
    ///
    /// Fails on the first event that does not apply, and for an empty log.
    pub fn from_log(id: GameId, log: &[LoggedEvent]) -> Result<Game, InvalidEvent> {
        let empty = || InvalidEvent { version: 1, reason: "the log is empty".to_owned() };
        let (first, rest) = log.split_first().ok_or_else(empty)?;
        let mut game = Game::from_created(id, first)?;
        for logged in rest {
            game.apply(logged)?;
        }
        Ok(game)
    }

    /// Returns the game's ID.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Returns the version of the last event.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns when the game was created.
    pub fn created(&self) -> Millis {
        self.created
    }

    /// Returns when the last event happened.
    pub fn changed(&self) -> Millis {
        self.changed
    }

    /// Returns the terms of the game.
    pub fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// Returns the player at each seat; `None` where a seat is free.
    pub fn seats(&self) -> &[Option<Player>] {
        &self.seats
    }

    /// Returns the player at a seat.
    pub fn player(&self, seat: u8) -> Option<&Player> {
        self.seats.get(usize::from(seat))?.as_ref()
    }

    /// Returns the game as the rules see it.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the number of turns, without those taken back.
    pub fn plies(&self) -> u32 {
        self.turns.len() as u32
    }

    /// Returns the turns in order: the seat that played, and the version of the event.
    pub fn turns(&self) -> &[(u8, Version)] {
        &self.turns
    }

    /// Returns the number of takebacks. Together with the ply it identifies a turn.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the proposal that waits for answers.
    pub fn pending(&self) -> Option<PendingProposal> {
        self.pending
    }

    /// Returns the chat messages.
    pub fn chat(&self) -> &[ChatMessage] {
        &self.said
    }

    /// Returns the rematch, once all agreed to it, or the challenge that took the place of this game; see
    /// [`Game::freed_seat`].
    pub fn rematch(&self) -> Option<&GameId> {
        self.rematch.as_ref()
    }

    /// Returns the seat whose player did not make the first move, if the others got their challenge back.
    pub fn freed_seat(&self) -> Option<u8> {
        match self.over {
            Some(GameOver::Ended(Termination::Aborted { seat })) if self.is_reopened => Some(seat),
            _ => None,
        }
    }

    /// Returns the last event spectators may see, which depends on the spectator delay.
    pub fn spectator_version(&self) -> Version {
        self.spectator_version
    }

    /// Returns whether a recent command of this seat had this key.
    pub fn has_key(&self, seat: u8, key: u32) -> bool {
        self.keys.get(usize::from(seat)).is_some_and(|keys| keys.contains(&key))
    }

    /// Returns the phase of the game.
    pub fn phase(&self) -> Phase {
        match self.over {
            Some(over) => Phase::Over(over),
            None if self.seats.iter().any(Option::is_none) => Phase::Open,
            None => Phase::Playing,
        }
    }

    /// Returns the seat to move while the game is in progress.
    pub fn turn(&self) -> Option<u8> {
        (self.phase() == Phase::Playing).then(|| self.session.turn().0)
    }
}
