//! Subscribers of a game: how they join and leave, and what they receive. Only durable events are published.

use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, PoisonError};

use halfboard_protocol::api::GameSnapshot;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Millis, PROTOCOL_VERSION, Version, json};
use tokio::sync::{MutexGuard, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::actor::{ActorState, GameActor};
use super::{Hub, in_range};
use crate::limits::{BufferCharge, BufferQuota};
use crate::store::SeatKey;

/// A connected client.
pub(super) struct Subscriber {
    pub(super) id: u64,
    pub(super) seat: Option<u8>,
    /// When it joined.
    pub(super) joined: Millis,
    pub(super) sender: mpsc::Sender<QueuedMessage>,
    quota: BufferQuota,
    /// The client's address.
    pub(super) client: Option<IpAddr>,
    /// The hashed token with which it joined.
    key: Option<SeatKey>,
    end: Arc<OnceLock<SubscriptionEnd>>,
}

impl Subscriber {
    /// Ends the subscription of a game that was changed, given its current keys if they are known.
    pub(super) fn disconnect(self, keys: Option<&[SeatKey]>) {
        let is_revoked = self.key.is_some_and(|key| keys.is_some_and(|keys| !keys.contains(&key)));
        let _ = self.end.set(if is_revoked { SubscriptionEnd::Revoked } else { SubscriptionEnd::Changed });
    }
}

/// Why a subscription ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// The client reads too slowly.
    TooSlow,
    /// The token of its seat was replaced.
    Revoked,
    /// The operator changed or deleted the game.
    Changed,
}

impl SubscriptionEnd {
    /// Returns the refusal for a client that must not reconnect as before.
    pub(crate) fn refusal(self) -> Option<Refusal> {
        (self == SubscriptionEnd::Revoked).then(|| Refusal::new(RefusalCode::NoSeat, TOKEN_REPLACED))
    }
}

/// What a client is told whose token was revoked.
pub(crate) const TOKEN_REPLACED: &str = "the operator has replaced the token of this seat";

/// A message that waits to be sent, with its share of the client's buffers.
pub struct QueuedMessage {
    /// The message.
    pub text: Utf8Bytes,
    _charge: BufferCharge,
}

/// A subscription to a game; dropping it unsubscribes.
pub struct Subscription {
    /// The seat of the token; `None` for spectators.
    pub seat: Option<u8>,
    /// The messages after the welcome, each encoded once for all subscribers. Closed at its [end](Subscription::end).
    pub messages: mpsc::Receiver<QueuedMessage>,
    end: Arc<OnceLock<SubscriptionEnd>>,
    guard: SubscriptionGuard,
}

struct SubscriptionGuard {
    actor: Arc<GameActor>,
    hub: Hub,
    id: u64,
}

impl Drop for SubscriptionGuard {
    fn drop(&mut self) {
        let mut subscribers = self.actor.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|subscriber| subscriber.id != self.id);
        drop(subscribers);
        self.actor.on_presence_changed(&self.hub);
    }
}

impl Subscription {
    /// Returns the game's ID.
    pub fn game(&self) -> &GameId {
        &self.guard.actor.id
    }

    /// Returns why there are no more messages.
    pub fn end(&self) -> SubscriptionEnd {
        self.end.get().copied().unwrap_or(SubscriptionEnd::TooSlow)
    }
}

/// Messages queued for a subscriber before it is dropped; it can resume later.
const QUEUE_CAPACITY: usize = 256;

impl GameActor {
    fn has_spectators(&self) -> bool {
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.iter().any(|subscriber| subscriber.seat.is_none())
    }

    /// Sends each subscriber the message for its seat, if there is one. Drops subscribers whose queue is full, or has more
    /// bytes than their address may have waiting.
    pub(super) fn send(&self, message: impl Fn(Option<u8>) -> Option<Utf8Bytes>) {
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|subscriber| match message(subscriber.seat) {
            Some(text) => subscriber
                .quota
                .charge(text.len())
                .is_some_and(|charge| subscriber.sender.try_send(QueuedMessage { text, _charge: charge }).is_ok()),
            None => true,
        });
    }

    /// Sends durable events to the subscribers; to spectators after their delay.
    pub(super) async fn notify(self: &Arc<Self>, hub: &Hub, state: &mut ActorState, events: &[LoggedEvent]) {
        let news = |events: &[LoggedEvent]| encode(&ServerMessage::News { now: hub.now(), events: events.to_vec() });
        let visible = state.game.spectator_version();
        if !events.is_empty() {
            let all = news(events);
            let undelayed = visible == state.game.version() && state.notified_spectators == state.notified;
            state.notified = state.game.version();
            if undelayed {
                state.notified_spectators = visible;
                self.send(|_| Some(all.clone()));
                return;
            }
            self.send(|seat| seat.map(|_| all.clone()));
        }
        if !self.has_spectators() {
            state.notified_spectators = visible;
        } else if visible > state.notified_spectators {
            // Delayed events are no longer in memory.
            match hub.0.store.read(&self.id, state.notified_spectators).await {
                Ok(stored) => {
                    let events = stored.map(|stored| stored.events).unwrap_or_default();
                    let delayed = news(&in_range(events, state.notified_spectators, visible));
                    state.notified_spectators = visible;
                    self.send(|seat| seat.is_none().then(|| delayed.clone()));
                }
                Err(_) => self.require_reload(hub, state),
            }
        }
    }

    /// Sends the spectators everything they may see, so that one who has seen the events up to `after` receives nothing
    /// twice with the next ones.
    async fn show_delayed_events(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        after: Version,
    ) -> Result<(), Refusal> {
        if after > state.game.spectator_version() {
            // On another node these events are not delayed any more.
            self.catch_up(hub, state).await?;
        } else if state.notified_spectators < state.game.spectator_version() {
            self.notify(hub, state, &[]).await;
        }
        if state.notified_spectators < state.game.spectator_version() {
            return Err(Refusal::new(RefusalCode::Unavailable, "the storage is unavailable; try again in a moment"));
        }
        Ok(())
    }

    /// Locks the state at `version` or later: another node may have sent the client events that are new to this one.
    async fn state_at_least(
        self: &Arc<Self>,
        hub: &Hub,
        version: Version,
    ) -> Result<MutexGuard<'_, ActorState>, Refusal> {
        let mut state = self.state(hub).await?;
        if version > state.game.version() {
            self.catch_up(hub, &mut state).await?;
        }
        Ok(state)
    }

    /// Returns the game with its events after `after`, as far as the token's holder may see them.
    pub(super) async fn snapshot(
        self: &Arc<Self>,
        hub: &Hub,
        token: Option<&Token>,
        after: Version,
    ) -> Result<GameSnapshot, Refusal> {
        let mut state = self.state_at_least(hub, after).await?;
        let (seat, events) = self.visible_events(hub, &mut state, token, after).await?;
        Ok(GameSnapshot {
            id: self.id.clone(),
            seat,
            now: hub.now(),
            events,
            present: self.presence_for(hub, &state.game, seat),
        })
    }

    /// Returns the token's seat, and the events after `after` visible to its holder.
    async fn visible_events(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        token: Option<&Token>,
        after: Version,
    ) -> Result<(Option<u8>, Vec<LoggedEvent>), Refusal> {
        let seat = match token {
            Some(token) => Some(self.seat_of(hub, state, token).await?),
            None => None,
        };
        let up_to = if seat.is_some() { state.game.version() } else { state.game.spectator_version() };
        // A client that claims to have seen more has seen another log, and receives this one from the start. Spectators must
        // not find out by this how many events are hidden from them.
        let after = if after > up_to { 0 } else { after };
        let events = if after < up_to {
            let stored = hub.0.store.read(&self.id, after).await.map_err(|error| hub.unavailable(&error))?;
            in_range(stored.map(|stored| stored.events).unwrap_or_default(), after, up_to)
        } else {
            Vec::new()
        };
        Ok((seat, events))
    }

    /// Subscribes a player or spectator. Returns the welcome and the subscription to what follows.
    pub(super) async fn subscribe(
        self: &Arc<Self>,
        hub: &Hub,
        client: Option<IpAddr>,
        token: Option<&Token>,
        after: Version,
        quota: BufferQuota,
    ) -> Result<(ServerMessage, Subscription), Refusal> {
        // While the state is locked nothing is published, so there is no gap between the welcome and the messages.
        let mut state = self.state_at_least(hub, after).await?;
        if token.is_none() {
            self.show_delayed_events(hub, &mut state, after).await?;
        }
        let (seat, events) = self.visible_events(hub, &mut state, token, after).await?;
        if seat.is_some() && self.client().is_none() {
            self.set_client(client);
        }
        let id = self.next_subscriber_id.fetch_add(1, Ordering::Relaxed);
        let (sender, messages) = mpsc::channel(QUEUE_CAPACITY);
        let key = state.keys.iter().find(|key| Some(key.seat) == seat).cloned();
        let end = Arc::default();
        let subscriber = Subscriber { id, seat, joined: hub.now(), sender, quota, client, key, end: Arc::clone(&end) };
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner).push(subscriber);
        self.note_returns(hub);
        let present = self.presence_for(hub, &state.game, seat);
        let welcome = ServerMessage::Welcome { protocol: PROTOCOL_VERSION, seat, now: hub.now(), events, present };
        let has_clock = seat.is_some() && seat == state.game.clocks().running();
        drop(state);
        self.on_presence_changed(hub);
        if has_clock {
            // The clock may have waited for its player since an outage.
            let (actor, hub) = (Arc::clone(self), hub.clone());
            tokio::spawn(async move { actor.run_maintenance(&hub).await });
        }
        let guard = SubscriptionGuard { actor: Arc::clone(self), hub: hub.clone(), id };
        Ok((welcome, Subscription { seat, messages, end, guard }))
    }
}

/// Encodes a message for sending.
pub(super) fn encode(message: &ServerMessage) -> Utf8Bytes {
    json::encode(message).into()
}
