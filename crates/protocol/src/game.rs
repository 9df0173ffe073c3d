//! A game as its log tells it. Server, page, bot and tests fold the same events and so come to the same game.

mod fold;
mod views;

use std::fmt;

use halfboard_rules::game::Ending;
use halfboard_rules::session::Session;

use crate::clock::Clocks;
use crate::event::{End, Logged, Request, Terms, Who};
use crate::id::GameId;
use crate::{Millis, Version};

/// A game, folded from its log up to [`Game::version`].
#[derive(Clone, Debug)]
pub struct Game {
    id: GameId,
    version: Version,
    created: Millis,
    changed: Millis,
    terms: Terms,
    seats: Vec<Option<Who>>,
    session: Box<dyn Session>,
    /// The turns that count, in order: who played, and which event it was.
    turns: Vec<(u8, Version)>,
    /// How often turns were taken back.
    line: u32,
    /// Whether two turns were played once: from then on time counts, and the game cannot be called off.
    under_way: bool,
    clocks: Clocks,
    pending: Option<Pending>,
    over: Option<Over>,
    said: Vec<Line>,
    rematch: Option<GameId>,
    /// Up to which event those who watch may see.
    watched: Version,
    /// The keys of each seat's last commands that are not harmless to repeat.
    keys: Vec<Vec<u32>>,
}

/// A request that waits for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// What is asked for.
    pub what: Request,
    /// Who asks.
    pub seat: u8,
    /// Who has agreed, as bits; whoever asks among them.
    pub agreed: u8,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who said it.
    pub seat: u8,
    /// What.
    pub text: String,
    /// When.
    pub at: Millis,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Seats are free.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Over(Over),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// By the rules.
    Ruled(Ending),
    /// By agreement: a draw.
    Drawn,
    /// Otherwise.
    Ended(End),
}

/// An event that cannot have happened: the log is broken, or comes from a server that knows more than this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The event's number.
    pub version: Version,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} of the game's log: {}", self.version, self.why)
    }
}

impl std::error::Error for Broken {}

impl Game {
    /// The game that a whole log tells.
    pub fn read(id: GameId, log: &[Logged]) -> Result<Game, Broken> {
        let empty = || Broken { version: 1, why: "there is none".to_owned() };
        let (first, rest) = log.split_first().ok_or_else(empty)?;
        let mut game = Game::begin(id, first)?;
        for logged in rest {
            game.apply(logged)?;
        }
        Ok(game)
    }

    /// The game's name.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// The number of the last event.
    pub fn version(&self) -> Version {
        self.version
    }

    /// When it was made.
    pub fn created(&self) -> Millis {
        self.created
    }

    /// When something last happened.
    pub fn changed(&self) -> Millis {
        self.changed
    }

    /// What was agreed on before.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who sits where; `None` where a seat is free.
    pub fn seats(&self) -> &[Option<Who>] {
        &self.seats
    }

    /// Who sits at a seat.
    pub fn who(&self, seat: u8) -> Option<&Who> {
        self.seats.get(usize::from(seat))?.as_ref()
    }

    /// The game by its rules.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// How many turns count.
    pub fn plies(&self) -> u32 {
        self.turns.len() as u32
    }

    /// The turns that count, in order: who played, and which event it was.
    pub fn turns(&self) -> &[(u8, Version)] {
        &self.turns
    }

    /// How often turns were taken back. With the ply it names a turn for good.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The request that waits for answers.
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// What was said.
    pub fn said(&self) -> &[Line] {
        &self.said
    }

    /// The game that was made when all agreed to play again.
    pub fn rematch(&self) -> Option<&GameId> {
        self.rematch.as_ref()
    }

    /// Up to which event those who watch may see: the last turns may be withheld from them.
    pub fn watched(&self) -> Version {
        self.watched
    }

    /// Whether a command with this key has been carried out for this seat.
    pub fn knows_key(&self, seat: u8, key: u32) -> bool {
        self.keys.get(usize::from(seat)).is_some_and(|keys| keys.contains(&key))
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        match self.over {
            Some(over) => Standing::Over(over),
            None if self.seats.iter().any(Option::is_none) => Standing::Open,
            None => Standing::Playing,
        }
    }

    /// Whose turn it is, while the game is played.
    pub fn turn(&self) -> Option<u8> {
        (self.standing() == Standing::Playing).then(|| self.session.turn().0)
    }
}
