//! Appending to a game's log, and reading what the storage has after a conflict or a failure.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_protocol::event::{Event, LoggedEvent};
use halfboard_protocol::message::Refusal;
use halfboard_protocol::{Millis, Version};

use super::actor::{ActorState, GameActor, unreadable};
use super::storage_quota::stored_bytes;
use super::{Hub, folding, in_range, no_such_game};
use crate::background;
use crate::referee;
use crate::store::{AppendError, AppendRequest, GameInsert, IndexEntry, SeatKey};

/// First and maximum delay between attempts to reload a game.
const RELOAD_BACKOFF: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));

/// Events to append to a game.
pub(super) struct GameChange {
    pub(super) events: Vec<Event>,
    pub(super) at: Millis,
    /// The keys of seats taken with them.
    pub(super) keys: Vec<SeatKey>,
    /// The rematch, or the challenge that takes the place of the game, created in the same transaction.
    pub(super) successor: Option<Box<GameInsert>>,
    /// The client that causes them; `None` if none does, as with fallen flags.
    pub(super) client: Option<IpAddr>,
}

impl GameChange {
    /// Creates a change that no client causes.
    pub(super) fn new(events: Vec<Event>, at: Millis) -> GameChange {
        GameChange { events, at, keys: Vec::new(), successor: None, client: None }
    }
}

/// The result of an append.
pub(super) enum AppendOutcome {
    /// The events are durable.
    Appended,
    /// Another node appended first; the game was reloaded.
    Conflict,
}

impl GameActor {
    /// Appends events without tokens or a rematch; a conflict is not an error.
    pub(super) async fn append_events(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        events: Vec<Event>,
        at: Millis,
    ) -> Result<(), Refusal> {
        // Boxed, since few commands need it.
        Box::pin(self.append(hub, state, GameChange::new(events, at))).await.map(|_| ())
    }

    /// Appends events: applies them to the game, stores them, and notifies the subscribers once they are durable. The state
    /// is locked throughout, so no one sees the game in between. On a conflict the game is reloaded. The client is charged for
    /// what is stored, and for the engine's next move.
    pub(super) async fn append(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        change: GameChange,
    ) -> Result<AppendOutcome, Refusal> {
        let GameChange { events, at, keys, successor, client } = change;
        let after = state.game.version();
        let at = at.max(state.game.changed());
        let number = |(event, version)| LoggedEvent { version, at, event };
        let events: Vec<LoggedEvent> = events.into_iter().zip(after + 1..).map(number).collect();
        state.needs_reload = true;
        for logged in &events {
            if let Err(error) = state.game.apply(logged) {
                self.catch_up(hub, state).await?;
                if let Some(suppressed) = hub.log_line(self.id.as_str()) {
                    let game = &self.id;
                    tracing::error!(%game, %error, suppressed, "referee decided an event that does not apply");
                }
                return Err(referee::rejected_by_fold());
            }
        }
        let request = AppendRequest {
            game: self.id.clone(),
            after,
            events: events.clone(),
            keys: keys.clone(),
            row: IndexEntry::new(&state.game),
            rematch: successor,
        };
        let rematch_events = request.rematch.as_ref().map_or(&[][..], |game| &game.events);
        let bytes = stored_bytes(&request.events) + stored_bytes(rematch_events);
        let started = Instant::now();
        let appended = hub.0.store.append(request).await;
        hub.0.metrics.append_seconds.observe(started.elapsed().as_secs_f64());
        match appended {
            Ok(()) => {
                let turns = events.iter().filter(|logged| logged.event.turn().is_some()).count();
                hub.0.metrics.moves.inc_by(turns as u64);
                if let Some(client) = client {
                    hub.0.storage_quota.charge(client, bytes);
                    self.set_client(Some(client));
                }
                state.needs_reload = false;
                state.keys.extend(keys);
                self.notify(hub, state, &events).await;
                Ok(AppendOutcome::Appended)
            }
            Err(AppendError::Conflict) => {
                hub.0.metrics.conflicts.inc();
                self.catch_up(hub, state).await?;
                Ok(AppendOutcome::Conflict)
            }
            // The events may or may not be stored.
            Err(AppendError::Unavailable(error)) => {
                self.require_reload(hub, state);
                Err(hub.unavailable(&error))
            }
        }
    }

    /// Marks the game as possibly different from the storage, and reloads it as soon as possible.
    pub(super) fn require_reload(self: &Arc<Self>, hub: &Hub, state: &mut ActorState) {
        state.needs_reload = true;
        self.spawn_recovery(hub);
    }

    /// Retries until the game is reloaded. Subscribers must learn of events that were stored after all: a clock may run.
    fn spawn_recovery(self: &Arc<Self>, hub: &Hub) {
        if self.recovering.swap(true, Ordering::AcqRel) {
            return;
        }
        let (actor, hub) = (Arc::clone(self), hub.clone());
        tokio::spawn(async move {
            let (mut delay, max_delay) = RELOAD_BACKOFF;
            while !*hub.closing().borrow() {
                tokio::time::sleep(delay).await;
                delay = (2 * delay).min(max_delay);
                background::guard(&hub.0.metrics, "reload", actor.run_maintenance(&hub)).await;
                let state = actor.state.lock().await;
                let is_deleted =
                    state.needs_reload && matches!(hub.0.store.read(&actor.id, Version::MAX).await, Ok(None));
                if !state.needs_reload || is_deleted {
                    // Locked, so that a failure from now on starts another task.
                    actor.recovering.store(false, Ordering::Release);
                    return;
                }
            }
        });
    }

    /// Reads missing events from the storage, or the complete log if the game needs a reload, and notifies subscribers.
    pub(super) async fn catch_up(self: &Arc<Self>, hub: &Hub, state: &mut ActorState) -> Result<(), Refusal> {
        let known = if state.needs_reload { 0 } else { state.game.version() };
        let stored = hub.0.store.read(&self.id, known).await.map_err(|error| {
            // Subscribers must not depend on the next notice or command, which may never come.
            self.require_reload(hub, state);
            hub.unavailable(&error)
        })?;
        let stored = stored.ok_or_else(|| no_such_game(&self.id))?;
        let mut events = stored.events;
        if state.needs_reload {
            let (folded, log) = folding::fold(self.id.clone(), events).await;
            state.game = folded.map_err(|error| unreadable(hub, &self.id, &error))?;
            events = log;
        } else {
            state.needs_reload = true;
            for logged in &events {
                state.game.apply(logged).map_err(|error| unreadable(hub, &self.id, &error))?;
            }
        }
        state.keys = stored.keys;
        state.needs_reload = false;
        let news = in_range(events, state.notified, Version::MAX);
        self.notify(hub, state, &news).await;
        Ok(())
    }
}
