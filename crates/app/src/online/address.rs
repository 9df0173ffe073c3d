//! Pages of online games, as their addresses say. Nothing is asked of a server yet.

use std::fmt;

use halfboard_protocol::id::GameId;

use crate::route::{escape, unescape};

/// A page of online games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
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
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Lobby => Ok(()),
            Address::New { game } => write!(f, "/new/{}", escape(game)),
            Address::Game { id } => write!(f, "/{id}"),
        }
    }
}

impl Address {
    /// Reads what follows the name of the page.
    pub(crate) fn read(words: &[&str]) -> Option<Address> {
        match words {
            [] => Some(Address::Lobby),
            ["new", game] => Some(Address::New { game: unescape(game)? }),
            [id] => id.parse().ok().map(|id| Address::Game { id }),
            _ => None,
        }
    }
}
