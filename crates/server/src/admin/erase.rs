//! Erasure: removes names and chat from a game's log. Versions, times, turns and results stay as they are.

use halfboard_protocol::event::{Event, LoggedEvent, Player};
use halfboard_protocol::game::{Game, InvalidEvent};
use halfboard_protocol::id::GameId;

use crate::store::LogRewrite;

/// The name of a player whose name was erased.
pub(crate) const ERASED_NAME: &str = "deleted player";

/// What to erase from a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Erasure {
    /// The players of this name, and what they said.
    Name(String),
    /// The players of this seat, and what they said.
    Seat(u8),
    /// All that was said.
    Chat,
}

/// Erases from a log; returns `None` if there is nothing to erase.
///
/// # Errors
///
/// Fails if the log cannot be folded.
pub(crate) fn erase(id: &GameId, mut log: Vec<LoggedEvent>, what: &Erasure) -> Result<LogRewrite, InvalidEvent> {
    let mut changed = Vec::new();
    // Seats whose current player is erased, as a bit mask: a seat may have had several players.
    let mut erased = 0_u32;
    for logged in &mut log {
        if logged.event.edit(|event| erase_from(event, what, &mut erased)) {
            changed.push(logged.clone());
        }
    }
    let game = Game::from_log(id.clone(), &log)?;
    Ok(LogRewrite { game, events: changed })
}

/// Erases from an event, given the erased seats before it; returns whether that changes it.
fn erase_from(event: &mut Event, what: &Erasure, erased: &mut u32) -> bool {
    match event {
        Event::Seated { seat, who: Player::Person { name } } => {
            let bit = 1 << u32::from(*seat).min(31);
            let matches = match what {
                Erasure::Name(other) => name == other,
                Erasure::Seat(other) => seat == other,
                Erasure::Chat => false,
            };
            *erased = if matches { *erased | bit } else { *erased & !bit };
            if !matches || name == ERASED_NAME {
                return false;
            }
            ERASED_NAME.clone_into(name);
            true
        }
        Event::Said { seat, text, .. } => {
            let is_erased = *what == Erasure::Chat || *erased & 1 << u32::from(*seat).min(31) != 0;
            if !is_erased || text.is_empty() {
                return false;
            }
            text.clear();
            true
        }
        _ => false,
    }
}
