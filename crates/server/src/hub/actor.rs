//! A game actor: one game with its subscribers on this node. Commands are executed one after the other; each is decided,
//! appended to the storage, and then published.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use halfboard_protocol::api;
use halfboard_protocol::event::Player;
use halfboard_protocol::game::{Game, InvalidEvent};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode};
use halfboard_protocol::{Millis, Version, limits};
use tokio::sync::{Mutex, MutexGuard};

use super::appending::{AppendOutcome, GameChange};
use super::holdings::Holding;
use super::presence::RemotePresence;
use super::refunds::DelayedCommand;
use super::subscribers::Subscriber;
use super::{Hub, create, folding, no_such_game};
use crate::limits::RateWindow;
use crate::referee::{self, Decision, creation};
use crate::secrets;
use crate::store::SeatKey;

/// An active game with its subscribers.
pub(super) struct GameActor {
    pub(super) id: GameId,
    pub(super) state: Mutex<ActorState>,
    pub(super) subscribers: StdMutex<Vec<Subscriber>>,
    pub(super) remote_presence: StdMutex<RemotePresence>,
    /// Whether a presence notification is scheduled.
    pub(super) presence_scheduled: AtomicBool,
    /// Whether a task is retrying a reload.
    pub(super) recovering: AtomicBool,
    /// Commands that arrived while the storage was unavailable.
    pub(super) delayed: StdMutex<Vec<DelayedCommand>>,
    /// When players came back to this node after outages, by seat and end of the outage.
    pub(super) returns: StdMutex<BTreeMap<(u8, Millis), Millis>>,
    /// Time of the last request.
    last_used: AtomicU64,
    /// The address of the client whose request opened the game, or that changed it last.
    client: StdMutex<Option<IpAddr>>,
    /// Expected time until the engine starts to search, in milliseconds; 0 if it does not wait.
    pub(super) engine_wait: AtomicU32,
    pub(super) next_subscriber_id: AtomicU64,
}

/// The mutable state of an actor.
pub(super) struct ActorState {
    pub(super) game: Game,
    /// The hashed tokens of the seats.
    pub(super) keys: Vec<SeatKey>,
    /// The last version sent to seated subscribers.
    pub(super) notified: Version,
    /// The last version sent to spectators.
    pub(super) notified_spectators: Version,
    /// Whether the game may differ from the storage and must be reloaded before use.
    pub(super) needs_reload: bool,
    /// The flag time registered with the hub.
    flag: Option<Millis>,
    /// Rate limits of chat and proposals, by seat.
    chat_windows: Vec<RateWindow>,
    /// The turn (line and ply) an engine is searching.
    pub(super) thinking: Option<(u32, u32)>,
}

/// Maximum number of attempts to append when other nodes append first.
pub(super) const MAX_ATTEMPTS: usize = 16;

impl GameActor {
    /// Loads a stored game for a client.
    pub(super) async fn open(hub: &Hub, id: &GameId, client: Option<IpAddr>) -> Result<Arc<GameActor>, Refusal> {
        let stored = hub.0.store.read(id, 0).await.map_err(|error| hub.unavailable(&error))?;
        let stored = stored.ok_or_else(|| no_such_game(id))?;
        let (folded, _) = folding::fold(id.clone(), stored.events).await;
        let game = folded.map_err(|error| unreadable(hub, id, &error))?;
        let seats = game.seats().len();
        let window = RateWindow::new(limits::CHAT_PER_WINDOW, Duration::from_millis(limits::CHAT_WINDOW_MS));
        let state = ActorState {
            notified: game.version(),
            notified_spectators: game.spectator_version(),
            keys: stored.keys,
            needs_reload: false,
            flag: None,
            chat_windows: vec![window; seats],
            thinking: None,
            game,
        };
        let actor = Arc::new(GameActor {
            id: id.clone(),
            state: Mutex::new(state),
            subscribers: StdMutex::default(),
            remote_presence: StdMutex::default(),
            presence_scheduled: AtomicBool::new(false),
            recovering: AtomicBool::new(false),
            delayed: StdMutex::default(),
            returns: StdMutex::default(),
            last_used: AtomicU64::new(hub.now()),
            client: StdMutex::new(client),
            engine_wait: AtomicU32::new(0),
            next_subscriber_id: AtomicU64::new(0),
        });
        actor.run_maintenance(hub).await;
        Ok(actor)
    }

    /// Returns whether there are no subscribers and there was no request since `since`.
    pub(super) fn is_idle(&self, since: Millis) -> bool {
        let subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.is_empty() && self.last_used.load(Ordering::Relaxed) < since
    }

    /// Returns whether nothing is under way: the game is as in the storage, and all subscribers have been sent what they may
    /// see.
    #[cfg(feature = "simulation")]
    pub(super) fn is_settled(&self) -> bool {
        let is_busy = self.recovering.load(Ordering::Acquire) || self.presence_scheduled.load(Ordering::Acquire);
        let Ok(state) = self.state.try_lock() else { return false };
        !is_busy
            && !state.needs_reload
            && state.notified == state.game.version()
            && state.notified_spectators == state.game.spectator_version()
    }

    /// Returns the address of the client that engine time is charged to.
    pub(super) fn client(&self) -> Option<IpAddr> {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges engine time to a client from now on.
    pub(super) fn set_client(&self, client: Option<IpAddr>) {
        if client.is_some() {
            *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
        }
    }

    /// Locks the state, reloading the game first if needed.
    pub(super) async fn state(self: &Arc<Self>, hub: &Hub) -> Result<MutexGuard<'_, ActorState>, Refusal> {
        self.last_used.store(hub.now(), Ordering::Relaxed);
        let mut state = self.state.lock().await;
        if state.needs_reload {
            self.catch_up(hub, &mut state).await?;
        }
        Ok(state)
    }

    /// Returns the seat of a token.
    pub(super) async fn authorize(self: &Arc<Self>, hub: &Hub, token: &Token) -> Result<u8, Refusal> {
        let mut state = self.state(hub).await?;
        self.seat_of(hub, &mut state, token).await
    }

    /// Returns the seat of a token, given the locked state.
    pub(super) async fn seat_of(
        self: &Arc<Self>,
        hub: &Hub,
        state: &mut ActorState,
        token: &Token,
    ) -> Result<u8, Refusal> {
        let mut seat = secrets::seat_of(&state.keys, token);
        if seat.is_none() && hub.has_peers() {
            // The seat may have just been taken on another node.
            self.catch_up(hub, state).await?;
            seat = secrets::seat_of(&state.keys, token);
        }
        seat.ok_or_else(|| Refusal::new(RefusalCode::NoSeat, "this token does not belong to a seat of the game"))
    }

    /// Gives time back that was lost, ends the game if its flag has fallen or nothing happens in it, and lets an engine move if
    /// it is its turn. Returns false if the game could not be read.
    pub(super) async fn run_maintenance(self: &Arc<Self>, hub: &Hub) -> bool {
        // Read first: the process may be stopped between here and the decision, and nobody has noticed that yet.
        let now = hub.now();
        if hub.settle().await.is_err() {
            return true;
        }
        let Ok(mut state) = self.state(hub).await else { return false };
        if hub.operator().is_read_only() {
            return true;
        }
        let Ok(judging) = self.refund(hub, &mut state, None, now).await else { return true };
        let idle = || referee::idle(&state.game, now).filter(|_| hub.ends_idle_games());
        if let Some(event) = referee::flag(&state.game, now).or_else(idle).filter(|_| judging)
            && self.end_overdue(hub, &mut state, event, now).await.is_err()
        {
            // The game needs a reload first.
            return true;
        }
        self.after_change(hub, &mut state);
        true
    }

    /// Catches up with another node that appended events, up to `version` if that is known.
    pub(super) async fn on_update(self: &Arc<Self>, hub: &Hub, version: Option<Version>) {
        let mut state = self.state.lock().await;
        if state.needs_reload || version.is_none_or(|version| version > state.game.version()) {
            // On failure a task retries.
            if self.catch_up(hub, &mut state).await.is_ok() {
                self.after_change(hub, &mut state);
            }
        }
    }

    /// Takes a seat. Repeating the request with the same token has no further effect.
    pub(super) async fn take_seat(
        self: &Arc<Self>,
        hub: &Hub,
        client: Option<IpAddr>,
        request: api::TakeSeat,
    ) -> Result<api::SeatGrant, Refusal> {
        let name = creation::player_name(&request.name)?;
        let token = request.token.unwrap_or_else(secrets::new_token);
        hub.settle().await?;
        let mut state = self.state(hub).await?;
        if hub.has_peers() {
            // The seat may have just been taken on another node.
            self.catch_up(hub, &mut state).await?;
        }
        for _ in 0..MAX_ATTEMPTS {
            let grant = |seat| api::SeatGrant { game: self.id.clone(), seat, token: token.clone() };
            if let Some(seat) = secrets::seat_of(&state.keys, &token) {
                return Ok(grant(seat));
            }
            let (seat, event) = referee::take_seat(&state.game, request.seat, &name)?;
            let key = SeatKey { seat, hash: secrets::hash(&token) };
            let holding = Holding::Seat(seat);
            if let Some(client) = client {
                hub.0.storage_quota.check(client)?;
                hub.0.holdings.hold(client, &self.id, holding, state.game.terms().public)?;
            }
            let change = GameChange { keys: vec![key], client, ..GameChange::new(vec![event], hub.now()) };
            let appended = self.append(hub, &mut state, change).await;
            if !matches!(appended, Ok(AppendOutcome::Appended)) {
                hub.0.holdings.release(&self.id, holding);
            }
            match appended? {
                AppendOutcome::Appended => {
                    self.after_change(hub, &mut state);
                    self.on_presence_changed(hub);
                    return Ok(grant(seat));
                }
                AppendOutcome::Conflict => {}
            }
        }
        Err(too_many_conflicts())
    }

    /// Executes a command of a seated player and returns the version that includes it.
    pub(super) async fn command(
        self: &Arc<Self>,
        hub: &Hub,
        client: Option<IpAddr>,
        seat: u8,
        keyed: &KeyedCommand,
        arrived: Millis,
        lag: u32,
    ) -> Result<Version, Refusal> {
        let result = self.try_command(hub, client, seat, keyed, arrived, lag).await;
        let is_delayed = result.as_ref().is_err_and(|refusal| refusal.code == RefusalCode::Unavailable);
        self.remember_delay(hub, seat, keyed, arrived, is_delayed);
        result
    }

    async fn try_command(
        self: &Arc<Self>,
        hub: &Hub,
        client: Option<IpAddr>,
        seat: u8,
        keyed: &KeyedCommand,
        arrived: Millis,
        lag: u32,
    ) -> Result<Version, Refusal> {
        hub.settle().await?;
        hub.operator().check_writable()?;
        let mut state = self.state(hub).await?;
        let mut is_current = !hub.has_peers();
        let mut charged = false;
        for _ in 0..MAX_ATTEMPTS {
            let delay = self.delay_of(seat, keyed, hub.now());
            let judging = self.refund(hub, &mut state, Some((seat, delay)), arrived).await?;
            let at = arrived.max(state.game.changed());
            if let Some(event) = referee::flag(&state.game, at).filter(|_| judging) {
                self.append_events(hub, &mut state, vec![event], at).await?;
                self.after_change(hub, &mut state);
                continue;
            }
            let (mut events, rematch, refusal) = match referee::decide(&state.game, seat, keyed, at, lag, judging) {
                Ok(Decision::AlreadyDone(version)) => return Ok(version),
                Ok(Decision::Events(events)) => (events, false, None),
                Ok(Decision::OutOfTime(event)) => (vec![event], false, Some(referee::too_late())),
                Ok(Decision::Rematch(event)) => (vec![event], true, None),
                Err(refusal) if is_current => return Err(refusal),
                // Events of another node may make the command possible.
                Err(_) => {
                    is_current = true;
                    self.catch_up(hub, &mut state).await?;
                    continue;
                }
            };
            let limited = referee::is_rate_limited(&keyed.command) && !charged;
            let window = state.chat_windows.get_mut(usize::from(seat)).filter(|_| limited);
            if window.is_some_and(|window| !window.allows(tokio::time::Instant::now().into_std())) {
                return Err(Refusal::new(RefusalCode::TooFast, "too many messages; wait a few seconds"));
            }
            charged = true;
            if rematch && state.game.seats().iter().any(|seat| matches!(seat, Some(Player::Engine { .. }))) {
                hub.0.engines.admit(client)?;
            }
            let rematch = rematch.then(|| create::rematch(&state.game, &state.keys, at)).transpose()?;
            events.extend(rematch.iter().map(|game| referee::rematched(game.row.summary.id.clone())));
            let change = GameChange { client, successor: rematch.map(Box::new), ..GameChange::new(events, at) };
            match self.append(hub, &mut state, change).await? {
                AppendOutcome::Appended => {
                    let version = state.game.version();
                    self.refund_slow_append(hub, &mut state, at).await;
                    self.after_change(hub, &mut state);
                    return refusal.map_or(Ok(version), Err);
                }
                AppendOutcome::Conflict => {}
            }
        }
        Err(too_many_conflicts())
    }

    /// Registers the flag time with the hub and lets an engine move if it is its turn.
    pub(super) fn after_change(self: &Arc<Self>, hub: &Hub, state: &mut ActorState) {
        let flag = state.game.ends_at();
        if flag != state.flag {
            hub.reschedule_flag(&self.id, state.flag, flag);
            state.flag = flag;
        }
        hub.0.holdings.on_change(&state.game);
        hub.0.engines.on_change(hub, self, state);
    }

    /// Locks the state without reloading.
    pub(super) async fn lock(&self) -> MutexGuard<'_, ActorState> {
        self.state.lock().await
    }
}

impl ActorState {
    /// Removes and returns the flag time registered with the hub.
    pub(super) fn take_flag(&mut self) -> Option<Millis> {
        self.flag.take()
    }
}

pub(super) fn too_many_conflicts() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "other nodes changed the game at the same time; try again")
}

/// Logs that a game cannot be read, and returns the refusal for the client.
pub(super) fn unreadable(hub: &Hub, game: &GameId, error: &InvalidEvent) -> Refusal {
    if let Some(suppressed) = hub.log_line(game.as_str()) {
        tracing::error!(%game, %error, suppressed, "cannot fold the game's log");
    }
    Refusal::new(RefusalCode::Unavailable, "the game cannot be read")
}
