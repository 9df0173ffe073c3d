//! Those who listen in a room: how they join and leave, and what they are told. Nothing is told that is not kept.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::extract::ws::Utf8Bytes;
use halfboard_protocol::api::GameSnapshot;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Refusal, ServerMessage};
use halfboard_protocol::{PROTOCOL_VERSION, Version, json};
use tokio::sync::{MutexGuard, mpsc};

use super::room::{Room, Table};
use super::{Hub, now, seen};

/// Somebody who is connected here.
pub(super) struct Listener {
    pub(super) number: u64,
    pub(super) seat: Option<u8>,
    pub(super) sender: mpsc::Sender<Utf8Bytes>,
}

/// A place among the listeners of a game, given up when this is dropped.
pub struct Joined {
    /// The seat that the secret opens; none for those who watch.
    pub seat: Option<u8>,
    /// What comes after the welcome: messages, each written once for all. It ends when the listener was too slow.
    pub news: mpsc::Receiver<Utf8Bytes>,
    place: Place,
}

struct Place {
    room: Arc<Room>,
    hub: Hub,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut listeners = self.room.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.number != self.number);
        drop(listeners);
        self.room.presence_changed(&self.hub);
    }
}

impl Joined {
    /// The game's name.
    pub fn game(&self) -> &GameId {
        &self.place.room.id
    }
}

/// So many messages wait for a slow listener before it is given up: it can resume where it was.
const WAITING: usize = 256;

impl Room {
    /// Whether anybody watches here.
    pub(super) fn has_watchers(&self) -> bool {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().any(|listener| listener.seat.is_none())
    }

    /// Sends each listener what there is for its seat. Who is too slow is let go, and can resume.
    pub(super) fn send(&self, what: impl Fn(Option<u8>) -> Option<Utf8Bytes>) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| match what(listener.seat) {
            Some(words) => listener.sender.try_send(words).is_ok(),
            None => true,
        });
    }

    /// Tells all who listen what has been kept. Those who watch may be told later.
    pub(super) async fn tell(&self, hub: &Hub, table: &mut Table, events: &[LoggedEvent]) {
        if events.is_empty() {
            return;
        }
        let news = |events: &[LoggedEvent]| text(&ServerMessage::News { now: now(), events: events.to_vec() });
        let all = news(events);
        let watched = table.game.spectator_version();
        let at_once = watched == table.game.version() && table.told_watchers == table.told;
        table.told = table.game.version();
        if at_once {
            table.told_watchers = watched;
            self.send(|_| Some(all.clone()));
            return;
        }
        self.send(|seat| seat.map(|_| all.clone()));
        if !self.has_watchers() {
            table.told_watchers = watched;
        } else if watched > table.told_watchers
            // Turns that were withheld so far are no longer at hand. If they cannot be had now they come with the next.
            && let Ok(Some(kept)) = hub.0.store.read(&self.id, table.told_watchers).await
        {
            let late = news(&seen(kept.events, table.told_watchers, watched));
            table.told_watchers = watched;
            self.send(|seat| seat.is_none().then(|| late.clone()));
        }
    }

    /// The game for whoever has seen this version: another node may have told them what this one has not heard of yet.
    async fn table_after(&self, hub: &Hub, seen: Version) -> Result<MutexGuard<'_, Table>, Refusal> {
        let mut table = self.table(hub).await?;
        if seen > table.game.version() {
            self.read_on(hub, &mut table).await?;
        }
        Ok(table)
    }

    /// The turn of a game that somebody may see, from an event on.
    pub(super) async fn state(
        &self,
        hub: &Hub,
        token: Option<&Token>,
        after: Version,
    ) -> Result<GameSnapshot, Refusal> {
        let mut table = self.table_after(hub, after).await?;
        let (seat, events) = self.seen_by(hub, &mut table, token, after).await?;
        Ok(GameSnapshot { id: self.id.clone(), seat, now: now(), events, present: self.presence(&table.game) })
    }

    /// The seat that a secret opens, and the events that its holder, or whoever has none, may see.
    async fn seen_by(
        &self,
        hub: &Hub,
        table: &mut Table,
        token: Option<&Token>,
        after: Version,
    ) -> Result<(Option<u8>, Vec<LoggedEvent>), Refusal> {
        let seat = match token {
            Some(token) => Some(self.opened(hub, table, token).await?),
            None => None,
        };
        let upto = if seat.is_some() { table.game.version() } else { table.game.spectator_version() };
        // Whoever has seen more than there is has seen another log, and is told this one from its beginning.
        let after = if after > table.game.version() { 0 } else { after };
        let events = if after < upto {
            let kept = hub.0.store.read(&self.id, after).await.map_err(|problem| hub.unavailable(&problem))?;
            seen(kept.map(|kept| kept.events).unwrap_or_default(), after, upto)
        } else {
            Vec::new()
        };
        Ok((seat, events))
    }

    /// Joins, to play or to watch: the first thing to tell, and what comes after it.
    pub(super) async fn join(
        self: &Arc<Self>,
        hub: &Hub,
        token: Option<&Token>,
        after: Version,
    ) -> Result<(ServerMessage, Joined), Refusal> {
        // As long as the table is held nothing is told to anybody: the news follow the welcome without a gap.
        let mut table = self.table_after(hub, after).await?;
        let (seat, events) = self.seen_by(hub, &mut table, token, after).await?;
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let (sender, news) = mpsc::channel(WAITING);
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Listener { number, seat, sender });
        let present = self.presence(&table.game);
        let welcome = ServerMessage::Welcome { protocol: PROTOCOL_VERSION, seat, now: now(), events, present };
        drop(table);
        self.presence_changed(hub);
        let place = Place { room: Arc::clone(self), hub: hub.clone(), number };
        Ok((welcome, Joined { seat, news, place }))
    }
}

/// A message as it is sent.
pub(super) fn text(message: &ServerMessage) -> Utf8Bytes {
    json::encode(message).into()
}
