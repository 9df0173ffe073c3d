//! Refunds: the running clock of a game gets back what it lost to outages, before anything is decided by time.

use std::sync::{Arc, PoisonError};

use halfboard_protocol::Millis;
use halfboard_protocol::clock::{Outage, TimeControl};
use halfboard_protocol::event::{Event, Player};
use halfboard_protocol::game::Game;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal};

use super::Hub;
use super::actor::{ActorState, GameActor};
use super::availability::{DRAIN_MS, NodeOutage, RECONNECT_MS};
use crate::referee;

/// Time for which the returns of players after an outage are remembered, in milliseconds: longer than any game lasts in which
/// they would matter.
const RETURNS_MS: Millis = 24 * 3600 * 1000;

/// Maximum number of commands whose arrival is remembered for a game.
const MAX_DELAYED: usize = 8;

/// A command that arrived while the storage was unavailable.
pub(super) struct DelayedCommand {
    seat: u8,
    keyed: KeyedCommand,
    /// When it first arrived.
    arrived: Millis,
    /// When it was last refused.
    refused: Millis,
}

/// What a clock lost to an outage.
enum LostTime {
    Nothing,
    /// Its player has not reconnected yet.
    Unknown,
    /// Append this event.
    Due(Event),
}

fn game_waits_for(game: &Game, seat: Option<u8>) -> bool {
    seat.is_some() && game.clocks().running() == seat
}

impl GameActor {
    /// Gives the running clock back what it lost to outages. Returns whether its flag may be judged as of `at`, which was read
    /// before the last [`Hub::settle`]. `acting` is the seat whose command is decided, and how long the command could not be
    /// stored.
    pub(super) async fn refund(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        acting: Option<(u8, Option<Outage>)>,
        at: Millis,
    ) -> Result<bool, Refusal> {
        let (acting, delay) = acting.unzip();
        self.note_returns(hub);
        let mut known = true;
        let running_since = state.game.clocks().running_since();
        let is_recent = |known: &&NodeOutage| {
            running_since.is_some_and(|since| known.outage.until.saturating_add(RECONNECT_MS) > since)
        };
        for outage in hub.outages().iter().filter(is_recent) {
            match self.lost_time(hub, &state.game, *outage, acting) {
                LostTime::Nothing => {}
                LostTime::Unknown => known = false,
                // After a conflict another node may have given it back: the game is read again, and nothing is due then.
                LostTime::Due(event) => {
                    self.append_events(hub, state, vec![event], hub.now()).await?;
                    if let LostTime::Due(event) = self.lost_time(hub, &state.game, *outage, acting) {
                        self.append_events(hub, state, vec![event], hub.now()).await?;
                    }
                }
            }
        }
        if let Some(delay) = delay.flatten()
            && game_waits_for(&state.game, acting)
            && let Some(event) = referee::refund(&state.game, delay, delay.until)
        {
            self.append_events(hub, state, vec![event], hub.now()).await?;
        }
        Ok(known && hub.may_judge(at) && self.is_judged_here(hub, &state.game))
    }

    /// Gives the running clock back what a turn needed from its arrival until it was stored: its player could not see the turn.
    /// With several nodes this may be no outage of the node to which that player is connected.
    pub(super) async fn refund_slow_append(self: &Arc<Self>, hub: &Hub, state: &mut ActorState, arrived: Millis) {
        let stored = hub.now();
        let outage = Outage { since: arrived, until: stored };
        if let Some(event) = referee::refund(&state.game, outage, stored) {
            // On failure the game is read again: the turn itself is stored.
            let _ = self.append_events(hub, state, vec![event], stored).await;
        }
    }

    fn lost_time(&self, hub: &Hub, game: &Game, known: NodeOutage, acting: Option<u8>) -> LostTime {
        let Some(seat) = game.clocks().running() else { return LostTime::Nothing };
        let NodeOutage { outage, everywhere, reconnecting } = known;
        let latest = outage.until.saturating_add(if reconnecting { RECONNECT_MS } else { 0 });
        let now = hub.now();
        let is_live = !matches!(game.terms().control, TimeControl::Days { .. });
        let waits = is_live && matches!(game.player(seat), Some(Player::Person { .. }));
        let acts = acting == Some(seat);
        let resumed = match self.return_of(seat, outage).or_else(|| self.connected_since(seat)) {
            // Connected to this node throughout.
            Some(joined) if joined <= outage.until => outage.until,
            Some(joined) if everywhere => joined.min(latest),
            // A command that was in a buffer of this node.
            None if !everywhere && acts && now < outage.until.saturating_add(DRAIN_MS) => outage.until,
            _ if !everywhere => return LostTime::Nothing,
            _ if !waits => outage.until,
            _ if acts => now.min(latest),
            // That node knows since when.
            _ if self.is_connected_elsewhere(hub, seat) => return LostTime::Nothing,
            _ if now >= latest => latest,
            _ if game.clocks().lost_to(outage, now).is_some() => return LostTime::Unknown,
            _ => return LostTime::Nothing,
        };
        referee::refund(game, outage, resumed).map_or(LostTime::Nothing, LostTime::Due)
    }

    /// Remembers when the players who are connected came back after recent outages: who reconnects again later has lost
    /// nothing more.
    pub(super) fn note_returns(&self, hub: &Hub) {
        let (outages, now) = (hub.outages(), hub.now());
        let is_recent = |known: &&NodeOutage| known.outage.until.saturating_add(RECONNECT_MS) > now;
        let recent = outages.iter().filter(is_recent).filter(|known| known.everywhere);
        let recent: Vec<Millis> = recent.map(|known| known.outage.until).collect();
        if recent.is_empty() {
            return;
        }
        let mut returns = self.returns.lock().unwrap_or_else(PoisonError::into_inner);
        returns.retain(|(_, until), _| until.saturating_add(RETURNS_MS) > now);
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        for subscriber in subscribers.iter() {
            let Some(seat) = subscriber.seat else { continue };
            for until in &recent {
                returns.entry((seat, *until)).or_insert(subscriber.joined.max(*until));
            }
        }
    }

    /// Returns when a seat's player came back to this node after an outage, if that is known.
    fn return_of(&self, seat: u8, outage: Outage) -> Option<Millis> {
        self.returns.lock().unwrap_or_else(PoisonError::into_inner).get(&(seat, outage.until)).copied()
    }

    /// Returns since when a seat's player is connected to this node.
    fn connected_since(&self, seat: u8) -> Option<Millis> {
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.iter().filter(|subscriber| subscriber.seat == Some(seat)).map(|subscriber| subscriber.joined).min()
    }

    /// Returns whether this node judges the running clock: the node to which its player is connected does, as long as it is
    /// alive, because the turn may be in its buffers.
    fn is_judged_here(&self, hub: &Hub, game: &Game) -> bool {
        let Some(seat) = game.clocks().running() else { return true };
        !hub.has_peers() || self.connected_since(seat).is_some() || !self.is_connected_elsewhere(hub, seat)
    }

    /// Returns whether a seat's player is connected to another node that is alive.
    pub(super) fn is_connected_elsewhere(&self, hub: &Hub, seat: u8) -> bool {
        self.remote_nodes_of(seat, hub.now()).iter().any(|node| hub.is_peer_alive(node))
    }

    /// Returns the time between the first arrival of a command, which could not be stored, and its repetition.
    pub(super) fn delay_of(&self, seat: u8, keyed: &KeyedCommand, now: Millis) -> Option<Outage> {
        let delayed = self.delayed.lock().unwrap_or_else(PoisonError::into_inner);
        let first = delayed.iter().find(|delayed| delayed.seat == seat && delayed.keyed == *keyed)?;
        Some(Outage { since: first.arrived, until: now.min(first.refused.saturating_add(RECONNECT_MS)) })
    }

    /// Remembers when a command arrived that could not be stored, or forgets it.
    pub(super) fn remember_delay(&self, hub: &Hub, seat: u8, keyed: &KeyedCommand, arrived: Millis, is_delayed: bool) {
        let mut delayed = self.delayed.lock().unwrap_or_else(PoisonError::into_inner);
        let known = delayed.iter().position(|delayed| delayed.seat == seat && delayed.keyed == *keyed);
        let known = known.map(|index| delayed.remove(index));
        // Only turns end a thought.
        if is_delayed && matches!(keyed.command, Command::Play { .. }) {
            let excess = (delayed.len() + 1).saturating_sub(MAX_DELAYED);
            delayed.drain(..excess);
            let arrived = known.map_or(arrived, |known| known.arrived);
            delayed.push(DelayedCommand { seat, keyed: keyed.clone(), arrived, refused: hub.now() });
        }
    }
}
