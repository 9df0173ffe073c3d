//! Presence: who is connected to a game, on this node and on others. It is not stored. The node to which a player is connected
//! judges that player's clock, and opens a challenge again.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use halfboard_protocol::Millis;
use halfboard_protocol::event::Player;
use halfboard_protocol::game::Game;
use halfboard_protocol::message::{Presence, ServerMessage};

use super::Hub;
use super::actor::GameActor;
use super::subscribers::encode;

/// Presence on other nodes, by node: bit mask of seats, number of spectators, expiry time.
pub(super) type RemotePresence = BTreeMap<String, (u8, u32, Millis)>;

/// Delay that collects several changes into one notification: after a restart all clients reconnect at once.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// Lifetime of another node's presence, in milliseconds. Nodes publish three times as often.
const REMOTE_TTL_MS: Millis = 60_000;

impl GameActor {
    /// Returns the seats (as a bit mask) and the number of spectators connected to this node.
    fn local_presence(&self) -> (u8, u32) {
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.iter().fold((0, 0), |(seats, spectators), subscriber| match subscriber.seat {
            Some(seat) => (seats | 1 << seat, spectators),
            None => (seats, spectators + 1),
        })
    }

    /// Returns the other nodes to which a seat's player is connected.
    pub(super) fn remote_nodes_of(&self, seat: u8, now: Millis) -> Vec<String> {
        let remote = self.remote_presence.lock().unwrap_or_else(PoisonError::into_inner);
        let there = remote.iter().filter(|(_, (seats, _, expires))| seats & 1 << seat != 0 && *expires > now);
        there.map(|(node, _)| node.clone()).collect()
    }

    /// Returns who is connected to any node.
    fn presence(&self, hub: &Hub, game: &Game) -> Presence {
        let (mut seats, mut watchers) = self.local_presence();
        let now = hub.now();
        let remote = self.remote_presence.lock().unwrap_or_else(PoisonError::into_inner);
        for (remote_seats, spectators, _) in remote.values().filter(|(_, _, expires)| *expires > now) {
            seats |= remote_seats;
            watchers += spectators;
        }
        let is_present = |(seat, player): (usize, &Option<Player>)| match player {
            Some(Player::Engine { .. }) => true,
            Some(Player::Person { .. }) => seats & 1 << seat != 0,
            None => false,
        };
        let engine_wait = Some(self.engine_wait.load(Ordering::Relaxed)).filter(|&wait| wait > 0);
        Presence { seats: game.seats().iter().enumerate().map(is_present).collect(), watchers, engine_wait }
    }

    /// Schedules a notification of subscribers and other nodes after a change of presence.
    pub(super) fn on_presence_changed(self: &Arc<Self>, hub: &Hub) {
        if self.presence_scheduled.swap(true, Ordering::AcqRel) {
            return;
        }
        let (actor, hub) = (Arc::clone(self), hub.clone());
        tokio::spawn(async move {
            tokio::time::sleep(DEBOUNCE).await;
            actor.presence_scheduled.store(false, Ordering::Release);
            actor.notify_presence(&hub).await;
            actor.publish_presence(&hub).await;
        });
    }

    /// Returns the presence as a player or spectator may see it: of a game with a spectator delay, spectators do not learn
    /// that an engine is to move.
    pub(super) fn presence_for(&self, hub: &Hub, game: &Game, seat: Option<u8>) -> Presence {
        let mut presence = self.presence(hub, game);
        if seat.is_none() && game.terms().delay > 0 {
            presence.engine_wait = None;
        }
        presence
    }

    /// Sends the current presence to the subscribers.
    async fn notify_presence(&self, hub: &Hub) {
        let (player, spectator) = {
            let state = self.lock().await;
            (self.presence_for(hub, &state.game, Some(0)), self.presence_for(hub, &state.game, None))
        };
        let [player, spectator] = [player, spectator].map(|presence| encode(&ServerMessage::Present(presence)));
        self.send(|seat| Some(if seat.is_some() { player.clone() } else { spectator.clone() }));
    }

    /// Sets the expected time until the engine starts to search, in milliseconds, and tells the players if it changed.
    pub(super) fn set_engine_wait(self: &Arc<Self>, hub: &Hub, wait: Option<u32>) {
        let wait = wait.unwrap_or(0);
        if self.engine_wait.swap(wait, Ordering::Relaxed) != wait {
            self.on_presence_changed(hub);
        }
    }

    /// Publishes this node's presence to other nodes.
    pub(super) async fn publish_presence(&self, hub: &Hub) {
        let (seats, spectators) = self.local_presence();
        hub.0.store.publish(&self.id, &format!("{} {seats} {spectators}", hub.0.node)).await;
    }

    /// Removes expired presence of other nodes, and notifies the subscribers of a change.
    pub(super) async fn expire_remote_presence(&self, hub: &Hub) {
        let now = hub.now();
        let changed = {
            let mut remote = self.remote_presence.lock().unwrap_or_else(PoisonError::into_inner);
            let before = remote.len();
            remote.retain(|_, (_, _, expires)| *expires > now);
            remote.len() != before
        };
        if changed {
            self.notify_presence(hub).await;
        }
    }

    /// Records the presence published by another node. Ignores malformed messages.
    pub(super) async fn on_remote_presence(&self, hub: &Hub, message: &str) {
        let mut fields = message.split(' ');
        let (Some(node), Some(seats), Some(spectators)) = (fields.next(), fields.next(), fields.next()) else { return };
        let (Ok(seats), Ok(spectators)) = (seats.parse::<u8>(), spectators.parse::<u32>()) else { return };
        let now = hub.now();
        let changed = {
            let mut remote = self.remote_presence.lock().unwrap_or_else(PoisonError::into_inner);
            remote.retain(|_, (_, _, expires)| *expires > now);
            let before = remote.insert(node.to_owned(), (seats, spectators, now + REMOTE_TTL_MS));
            before.map(|(seats, spectators, _)| (seats, spectators)) != Some((seats, spectators))
        };
        if changed {
            self.notify_presence(hub).await;
        }
    }
}
