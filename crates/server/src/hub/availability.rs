//! Availability: when this node could accept turns. Time during which it could not is not charged to the players.
//!
//! - A tick ten times a second notices that the process was stopped or starved, and that the system clock was stepped.
//! - A heartbeat is stored twice a second. While it fails or takes too long, the storage is unavailable; when a node starts,
//!   the last heartbeat of any node tells since when the service was down.
//!
//! An outage of this node is one of the whole service unless another node has sent a heartbeat meanwhile. Then it concerns
//! only the players who are connected here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halfboard_protocol::Millis;
use halfboard_protocol::clock::{MIN_REFUND_MS, Outage};
use halfboard_protocol::message::{Refusal, RefusalCode};
use tokio::sync::SetOnce;

use super::Hub;
use crate::store::{Heartbeat, Unavailable};
use crate::time::TimeReading;

/// Interval between heartbeats.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Interval between attempts while the storage fails.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// A shorter stall is not an outage, in milliseconds.
const MAX_STALL_MS: Millis = 800;
/// The longest time without a heartbeat of any node that is not an outage, in milliseconds. Together with the time that
/// players need to reconnect it must stay below a second.
const MAX_SILENCE_MS: Millis = 700;
/// Time after an outage in which no flag falls, in milliseconds: turns may still be in buffers.
pub(super) const DRAIN_MS: Millis = 3_000;
/// Time for a player to reconnect after an outage, in milliseconds. Pages wait up to 10 s between attempts.
pub(super) const RECONNECT_MS: Millis = 12_000;
/// A node without a heartbeat for this long is gone, and its players are judged by others, in milliseconds.
const PEER_LIFETIME_MS: Millis = 15_000;
/// Maximum number of remembered outages.
const MAX_OUTAGES: usize = 512;
/// Number of outages read with a heartbeat: those that other nodes may just have noticed.
const MAX_READ_OUTAGES: u32 = 16;
/// Interval between measurements of the clock skew.
pub(super) const SKEW_INTERVAL: Duration = Duration::from_secs(5);
/// Number of round trips per measurement; the fastest counts.
const SKEW_SAMPLES: usize = 5;
/// Longest round trip of a measurement that corrects the time, in milliseconds.
const MAX_ROUND_TRIP_MS: u64 = 200;
/// Skew above which a warning is logged, in milliseconds.
const SKEW_WARNING_MS: u64 = 100;
/// Skew above which a node does not serve games, in milliseconds.
const MAX_SKEW_MS: u64 = 500;
/// Time in which nodes start after each other, in milliseconds.
const START_MS: Millis = 2_000;
/// Maximum time that a request waits for the start of the node.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// An outage as this node sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeOutage {
    pub(super) outage: Outage,
    /// Whether no node could accept turns. Otherwise only players who are connected here are concerned.
    pub(super) everywhere: bool,
    /// Whether this node saw players come back after it. Otherwise that was before its start.
    pub(super) reconnecting: bool,
}

/// The availability of a node.
pub(super) struct Availability {
    state: Mutex<AvailabilityState>,
    /// Held while a heartbeat is stored.
    beating: tokio::sync::Mutex<()>,
    /// Set when the node has started. Wakes those who wait in their order, unlike a watch channel: a seed of the simulation
    /// must determine everything.
    started: SetOnce<()>,
}

struct AvailabilityState {
    /// The last tick: by the monotonic clock and in the time of games.
    tick: (Duration, Millis),
    /// When the heartbeat that is being stored was sent.
    sent: Option<Millis>,
    /// When the storage last confirmed a heartbeat.
    confirmed: Millis,
    failing: bool,
    /// Number of heartbeats, failed ones included.
    beats: u64,
    /// Sorted by their start.
    outages: Arc<Vec<NodeOutage>>,
    /// Outages that are not recorded yet.
    unrecorded: Vec<Outage>,
    /// When flags may fall again.
    judging_from: Millis,
    /// The last heartbeats of other nodes.
    peers: HashMap<String, Millis>,
    /// The difference of the database's clock and the monotonic clock, in milliseconds, if the database has one.
    offset: Option<i64>,
    /// Since when the system clock is too far from the database's.
    skewed_since: Option<Millis>,
}

impl Availability {
    /// Creates the state of a node that has not started.
    pub(super) fn new(reading: TimeReading, now: Millis) -> Availability {
        let state = AvailabilityState {
            tick: (reading.monotonic, now),
            sent: None,
            confirmed: now,
            failing: false,
            beats: 0,
            outages: Arc::default(),
            unrecorded: Vec::new(),
            judging_from: 0,
            peers: HashMap::new(),
            offset: None,
            skewed_since: None,
        };
        Availability { state: Mutex::new(state), beating: tokio::sync::Mutex::default(), started: SetOnce::new() }
    }

    fn lock(&self) -> MutexGuard<'_, AvailabilityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AvailabilityState {
    fn add(&mut self, outage: Outage, everywhere: bool) {
        self.insert(NodeOutage { outage, everywhere, reconnecting: true });
    }

    fn insert(&mut self, added: NodeOutage) {
        let outage = added.outage;
        let mut outages = self.outages.to_vec();
        outages.push(added);
        outages.sort_by_key(|known| known.outage);
        // An outage that was local at first may turn out to be everywhere.
        outages.dedup_by(|next, known| {
            known.everywhere |= next.everywhere && next.outage == known.outage;
            next.outage == known.outage
        });
        let excess = outages.len().saturating_sub(MAX_OUTAGES);
        outages.drain(..excess);
        self.outages = Arc::new(outages);
        self.judging_from = self.judging_from.max(outage.until.saturating_add(DRAIN_MS));
    }
}

impl Hub {
    /// Starts the node: learns of outages and since when the service was down. Retries until the storage replies.
    pub(super) async fn start_up(&self) {
        while let Err(error) = self.try_start_up().await {
            tracing::warn!(%error, "waiting for the storage");
            tokio::time::sleep(RETRY_INTERVAL).await;
            if *self.closing().borrow() {
                return;
            }
        }
        // It is set only here.
        let _ = self.0.availability.started.set(());
    }

    async fn try_start_up(&self) -> Result<(), Unavailable> {
        self.measure_skew().await?;
        self.0.time.set(self.0.availability.lock().offset);
        let heartbeats = self.0.store.heartbeats().await?;
        let known = self.0.store.outages(MAX_OUTAGES as u32).await?;
        let now = self.now();
        let mut state = self.0.availability.lock();
        for outage in known {
            // Another node may have noticed just now that the service was down.
            let reconnecting = outage.until.saturating_add(START_MS) > now;
            state.insert(NodeOutage { outage, everywhere: true, reconnecting });
        }
        state.judging_from = 0;
        if let Some(last) = heartbeats.iter().map(|(_, at)| *at).max() {
            let outage = Outage { since: last, until: now };
            // Without other nodes a start is an outage, however short.
            let silence = if self.has_peers() { MAX_SILENCE_MS } else { MIN_REFUND_MS };
            if outage.duration() >= silence {
                tracing::warn!(milliseconds = outage.duration(), "the service was down; clocks get this time back");
                self.0.metrics.outage_seconds.inc_by(outage.duration() as f64 / 1000.0);
                state.add(outage, true);
                state.unrecorded.push(outage);
            }
            state.judging_from = now.saturating_add(DRAIN_MS);
        }
        state.tick = (self.0.time.read().monotonic, now);
        state.confirmed = now;
        Ok(())
    }

    /// Notices that the process was stopped or the system clock stepped. Called often.
    pub(super) fn tick(&self) {
        // One reading for both: the process may be stopped between two.
        let reading = self.0.time.read();
        let before = self.0.time.at(reading);
        let mut state = self.0.availability.lock();
        let gap = reading.monotonic.saturating_sub(state.tick.0).as_millis() as u64;
        let stall = (gap > MAX_STALL_MS).then_some(Outage { since: state.tick.1, until: before });
        let step = self.0.time.follow(state.offset);
        state.tick = (reading.monotonic, self.0.time.at(reading));
        let everywhere = !self.has_peers();
        let outages: Vec<Outage> = [stall, step].into_iter().flatten().collect();
        for outage in &outages {
            tracing::warn!(milliseconds = outage.duration(), "stalled; clocks get this time back");
            self.0.metrics.outage_seconds.inc_by(outage.duration() as f64 / 1000.0);
            state.add(*outage, everywhere);
            state.unrecorded.push(*outage);
        }
        drop(state);
        if !outages.is_empty() {
            self.refund_all();
        }
    }

    /// Stores a heartbeat, and notices that the storage was unavailable.
    pub(super) async fn beat(&self) {
        // The start needs the last heartbeat from before.
        if !self.0.availability.started.initialized() {
            return;
        }
        let guard = self.0.availability.beating.lock().await;
        self.beat_locked().await;
        drop(guard);
    }

    async fn beat_locked(&self) {
        // Maintenance is an outage, too: the next heartbeat tells since when, even after a restart.
        if self.0.operator.is_read_only() {
            let mut state = self.0.availability.lock();
            (state.failing, state.beats) = (true, state.beats + 1);
            return;
        }
        let sent = self.now();
        self.0.availability.lock().sent = Some(sent);
        let beaten = self.store_heartbeat(sent).await;
        self.tick();
        let now = self.now();
        let mut state = self.0.availability.lock();
        state.sent = None;
        state.beats += 1;
        let known = Arc::clone(&state.outages);
        match beaten {
            Ok(reply) => {
                let since = if state.failing { state.confirmed } else { sent };
                let outage = Outage { since, until: now };
                if outage.duration() > MAX_STALL_MS {
                    tracing::warn!(milliseconds = outage.duration(), "storage unavailable; clocks get this time back");
                    self.0.metrics.outage_seconds.inc_by(outage.duration() as f64 / 1000.0);
                    state.add(outage, !self.has_peers());
                    state.unrecorded.push(outage);
                }
                (state.failing, state.confirmed) = (false, now);
                state.unrecorded.retain(|outage| !reply.recorded.contains(outage));
                state.peers = reply.peers;
                let unknown = |outage: &Outage| !known.iter().any(|known| known.everywhere && known.outage == *outage);
                for outage in reply.outages.into_iter().filter(unknown) {
                    state.add(outage, true);
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut state.failing, true) {
                    tracing::warn!(%error, "no heartbeat: the storage is unavailable");
                }
            }
        }
        let changed = !Arc::ptr_eq(&known, &state.outages);
        drop(state);
        if changed {
            self.refund_all();
        }
    }

    async fn store_heartbeat(&self, at: Millis) -> Result<HeartbeatReply, Unavailable> {
        let recorded = self.0.availability.lock().unrecorded.clone();
        let mut outages = recorded.clone();
        let mut peers = HashMap::new();
        if self.has_peers() {
            peers = self.0.store.heartbeats().await?.into_iter().filter(|(node, _)| *node != self.0.node).collect();
            // The service was down from the last heartbeat of any other node.
            let served = peers.values().copied().max().unwrap_or_default();
            outages.iter_mut().for_each(|outage| outage.since = outage.since.max(served));
            outages.retain(|outage| outage.duration() >= MAX_SILENCE_MS);
        }
        let heartbeat = Heartbeat { node: self.0.node.clone(), at, outages: outages.clone() };
        self.0.store.heartbeat(heartbeat).await?;
        if self.has_peers() {
            outages.extend(self.0.store.outages(MAX_READ_OUTAGES).await?);
        }
        Ok(HeartbeatReply { peers, recorded, outages })
    }

    /// Lets all active games get their time back.
    fn refund_all(&self) {
        for actor in self.open_actors() {
            let hub = self.clone();
            tokio::spawn(async move { actor.run_maintenance(&hub).await });
        }
    }

    /// Makes sure that everything known about outages is up to date before something is decided by time.
    ///
    /// # Errors
    ///
    /// Refuses during maintenance, and while the storage is unavailable or the clock of this node is wrong.
    pub(super) async fn settle(&self) -> Result<(), Refusal> {
        self.0.operator.check_writable()?;
        let availability = &self.0.availability;
        if !availability.started.initialized()
            && tokio::time::timeout(START_TIMEOUT, availability.started.wait()).await.is_err()
        {
            return Err(self.unavailable(&Unavailable("the node has not started yet".to_owned())));
        }
        let gap = self.0.time.read().monotonic.saturating_sub(availability.lock().tick.0);
        if gap.as_millis() as u64 > MAX_STALL_MS {
            self.tick();
        }
        if self.is_storage_doubtful() {
            let beats = availability.lock().beats;
            let _guard = availability.beating.lock().await;
            // One heartbeat is the answer for all that wait.
            if beats == availability.lock().beats {
                Box::pin(self.beat_locked()).await;
            }
        }
        let state = availability.lock();
        if state.failing {
            drop(state);
            return Err(self.unavailable(&Unavailable("no heartbeat can be stored".to_owned())));
        }
        if state.skewed_since.is_some() { Err(skewed()) } else { Ok(()) }
    }

    /// Returns whether the storage fails, or a heartbeat takes too long.
    fn is_storage_doubtful(&self) -> bool {
        let (state, now) = (self.0.availability.lock(), self.now());
        state.failing || state.sent.is_some_and(|sent| now.saturating_sub(sent) > MAX_STALL_MS)
    }

    /// Returns whether flags may fall as of `at`: not during an outage nor shortly after.
    pub(super) fn may_judge(&self, at: Millis) -> bool {
        if !self.0.availability.started.initialized() || self.is_storage_doubtful() {
            return false;
        }
        let state = self.0.availability.lock();
        state.skewed_since.is_none() && at >= state.judging_from
    }

    /// Returns the known outages, sorted by their start.
    pub(super) fn outages(&self) -> Arc<Vec<NodeOutage>> {
        Arc::clone(&self.0.availability.lock().outages)
    }

    /// Returns whether another node is alive, or was recently.
    pub(super) fn is_peer_alive(&self, node: &str) -> bool {
        let last = self.0.availability.lock().peers.get(node).copied();
        last.is_some_and(|last| self.now() < last.saturating_add(PEER_LIFETIME_MS))
    }

    /// Checks that turns can be accepted.
    ///
    /// # Errors
    ///
    /// Returns the reason for operators.
    pub async fn check(&self) -> Result<(), Unavailable> {
        self.0.store.check().await?;
        if self.0.availability.lock().skewed_since.is_some() { Err(Unavailable(skewed().message)) } else { Ok(()) }
    }

    /// Measures how far the system clock is from the database's, and corrects the time of games by it.
    pub(super) async fn measure_skew(&self) -> Result<(), Unavailable> {
        let mut best: Option<SkewSample> = None;
        for _ in 0..SKEW_SAMPLES {
            let before = self.0.time.read();
            let Some(database) = self.0.store.database_time().await? else { return Ok(()) };
            let sample = SkewSample::new(before, database, self.0.time.read());
            if best.is_none_or(|best| sample.round_trip < best.round_trip) {
                best = Some(sample);
            }
        }
        let Some(SkewSample { skew, offset, round_trip }) = best else { return Ok(()) };
        self.0.metrics.clock_skew.set(skew as f64 / 1000.0);
        let mut state = self.0.availability.lock();
        // A slow answer tells little: the node keeps what it knows.
        if round_trip <= MAX_ROUND_TRIP_MS || state.offset.is_none() {
            state.offset = Some(offset);
        }
        // What the round trip may hide is not held against the node.
        let certain = skew.unsigned_abs().saturating_sub(round_trip / 2);
        match (certain >= MAX_SKEW_MS, state.skewed_since) {
            (true, None) => {
                tracing::error!(milliseconds = skew, "the system clock differs from the database's: not serving games");
                state.skewed_since = Some(self.now());
            }
            (false, Some(since)) => {
                tracing::info!(milliseconds = skew, "the system clock is right again: serving games");
                state.skewed_since = None;
                let outage = Outage { since, until: self.now() };
                state.add(outage, !self.has_peers());
                state.unrecorded.push(outage);
                drop(state);
                self.refund_all();
            }
            (false, None) if certain >= SKEW_WARNING_MS => {
                tracing::warn!(milliseconds = skew, "the system clock differs from the database's; synchronize it");
            }
            _ => {}
        }
        Ok(())
    }
}

/// What a heartbeat brings back.
struct HeartbeatReply {
    /// The last heartbeats of other nodes.
    peers: HashMap<String, Millis>,
    /// The outages that need not be recorded any more.
    recorded: Vec<Outage>,
    /// Outages of the whole service.
    outages: Vec<Outage>,
}

fn skewed() -> Refusal {
    let message = "the clock of this server is wrong, so it does not accept turns now; try again in a moment";
    Refusal::new(RefusalCode::Unavailable, message)
}

/// A comparison of the clocks of this node with the database's, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SkewSample {
    /// How far the system clock is ahead.
    skew: i64,
    /// The difference of the database's clock and the monotonic clock.
    offset: i64,
    round_trip: u64,
}

impl SkewSample {
    /// Assumes that the database read its clock in the middle of the round trip.
    fn new(before: TimeReading, database: Millis, after: TimeReading) -> SkewSample {
        let middle = |before: u64, after: u64| i64::try_from(before.midpoint(after)).unwrap_or(i64::MAX);
        let database = i64::try_from(database).unwrap_or(i64::MAX);
        let (sent, received) = (before.monotonic.as_millis() as u64, after.monotonic.as_millis() as u64);
        SkewSample {
            skew: middle(before.wall, after.wall).saturating_sub(database),
            offset: database.saturating_sub(middle(sent, received)),
            round_trip: received.saturating_sub(sent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skew_is_measured_in_the_middle_of_the_round_trip() {
        let reading = |wall, ms| TimeReading { wall, monotonic: Duration::from_millis(ms) };
        let sample = SkewSample::new(reading(50_000, 1_000), 50_150, reading(50_100, 1_100));
        assert_eq!(sample, SkewSample { skew: -100, offset: 49_100, round_trip: 100 });
    }
}
