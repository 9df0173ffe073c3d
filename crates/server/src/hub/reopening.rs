//! Freed seats: if a live game is aborted because a player did not make their first move, the others get their challenge back,
//! as a new game in which only that player's seat is free. The aborted game links to it like to a rematch, which pages of
//! every version follow.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use halfboard_protocol::Millis;
use halfboard_protocol::event::{Event, Player};
use halfboard_protocol::game::Game;
use halfboard_protocol::message::Refusal;

use super::actor::{ActorState, GameActor};
use super::appending::{AppendOutcome, GameChange};
use super::holdings::Holding;
use super::{Hub, create};
use crate::referee;
use crate::store::GameInsert;

/// Time for the node to which the others are connected to end the game, in milliseconds. Then any node does.
const DEFER_MS: Millis = 10_000;

/// What becomes of a challenge whose game is aborted.
enum Reopening {
    /// The game just ends.
    None,
    /// It is left to another node, to which the others are connected.
    Elsewhere,
    /// It is open again.
    Challenge(Box<GameInsert>),
}

impl GameActor {
    /// Ends a game in which a player's time is up, and opens its challenge again if it had not begun.
    pub(super) async fn end_overdue(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        end: Event,
        now: Millis,
    ) -> Result<(), Refusal> {
        let challenge = match self.reopen(hub, state, &end, now) {
            Reopening::Elsewhere => return Ok(()),
            Reopening::None => None,
            Reopening::Challenge(challenge) => Some(challenge),
        };
        let id = challenge.as_ref().map(|challenge| challenge.row.summary.id.clone());
        let events = std::iter::once(end).chain(id.clone().map(referee::rematched)).collect();
        let change = GameChange { successor: challenge, ..GameChange::new(events, hub.now()) };
        let appended = self.append(hub, state, change).await;
        if let Some(id) = id.filter(|_| !matches!(appended, Ok(AppendOutcome::Appended))) {
            hub.0.holdings.release(&id, Holding::Challenge);
        }
        appended.map(|_| ())
    }

    /// Returns what becomes of the challenge with the end of its game. The challenge counts as one of the client who gets it
    /// back; if that client has too many, it does not.
    fn reopen(&self, hub: &Hub, state: &ActorState, end: &Event, now: Millis) -> Reopening {
        let game = &state.game;
        let Some((freed, until)) = referee::freed_seat(game, end) else { return Reopening::None };
        let others = people_but(game, freed);
        if others.is_empty() || hub.operator().check_new_game().is_err() {
            return Reopening::None;
        }
        let mut clients = Vec::new();
        for seat in others {
            match self.client_of(seat) {
                Some(client) => clients.push(client),
                None => {
                    let waits = self.is_connected_elsewhere(hub, seat) && now < until.saturating_add(DEFER_MS);
                    return if waits { Reopening::Elsewhere } else { Reopening::None };
                }
            }
        }
        let Ok(insert) = create::reopened(game, &state.keys, freed, now) else { return Reopening::None };
        let summary = &insert.row.summary;
        if let Some(client) = clients.into_iter().flatten().next()
            && hub.0.holdings.hold(client, &summary.id, Holding::Challenge, summary.public).is_err()
        {
            return Reopening::None;
        }
        Reopening::Challenge(Box::new(insert))
    }

    /// Returns the address of a seat's player who is connected to this node; without an address in tests.
    fn client_of(&self, seat: u8) -> Option<Option<IpAddr>> {
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.iter().find(|subscriber| subscriber.seat == Some(seat)).map(|subscriber| subscriber.client)
    }
}

fn people_but(game: &Game, seat: u8) -> Vec<u8> {
    let is_other = |&other: &u8| other != seat && matches!(game.player(other), Some(Player::Person { .. }));
    (0..game.seats().len() as u8).filter(is_other).collect()
}
