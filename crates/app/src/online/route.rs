//! Pages of online games, as their addresses say. Nothing is asked of a server yet.

use std::fmt;

use halfboard_protocol::id::{GameId, Token};

use crate::route::{escape, unescape};

/// A page of online games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OnlineRoute {
    /// The public games, and one's own.
    Lobby,
    /// Setting up a challenge, of the game with this id.
    New {
        /// The game's id.
        game: String,
    },
    /// A game by its name.
    Game {
        /// The name.
        id: GameId,
    },
    /// Taking over a seat from another device. The secret is in the hash, which no server sees.
    Seat {
        /// The game.
        id: GameId,
        /// The secret of the seat.
        token: Token,
    },
}

impl fmt::Display for OnlineRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnlineRoute::Lobby => Ok(()),
            OnlineRoute::New { game } => write!(f, "/new/{}", escape(game)),
            OnlineRoute::Game { id } => write!(f, "/{id}"),
            OnlineRoute::Seat { id, token } => write!(f, "/{id}/seat/{}", token.reveal()),
        }
    }
}

impl OnlineRoute {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str]) -> Option<OnlineRoute> {
        match words {
            [] => Some(OnlineRoute::Lobby),
            ["new", game] => Some(OnlineRoute::New { game: unescape(game)? }),
            [id, "seat", token] => Some(OnlineRoute::Seat { id: id.parse().ok()?, token: token.parse().ok()? }),
            [id] => id.parse().ok().map(|id| OnlineRoute::Game { id }),
            _ => None,
        }
    }
}
