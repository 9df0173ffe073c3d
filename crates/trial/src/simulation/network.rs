//! The simulated surroundings of the nodes: storage faults, notices between nodes, and one generator for all choices.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halfboard_protocol::id::GameId;
use halfboard_protocol::{Millis, Version};
use halfboard_rules::random::SplitMix64;
use halfboard_server::simulation::{StorageFault, StorageFaults, StorageOutcome};
use halfboard_server::store::NodeNotice;
use halfboard_server::time::{TimeReading, TimeSource};
use tokio::sync::broadcast;
use tokio::time::Instant;

/// The wall clock at the start of a simulation.
const START: Millis = 1_800_000_000_000;

/// Everything that the parts of a simulation share. Clones share it.
#[derive(Clone)]
pub(super) struct Surroundings(Arc<Mutex<SharedState>>, Instant);

struct SharedState {
    random: SplitMix64,
    links: Vec<NoticeLink>,
    /// Probability that a read or write fails, in thousandths.
    failures: u64,
    /// Maximum duration of a read or write, in milliseconds.
    slowness: u64,
    /// Whether faults happen at all.
    faulty: bool,
    /// Number of notices on their way.
    in_flight: usize,
    trace: Trace,
}

/// The connection by which a node receives notices.
struct NoticeLink {
    sender: broadcast::Sender<NodeNotice>,
    /// Counts lost connections; notices sent over an earlier one are lost.
    generation: u32,
    listening: bool,
}

/// How much of what happens is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracing {
    /// Nothing, which is fastest.
    Off,
    /// A hash.
    Hash,
    /// A hash, and the text line by line.
    Lines,
}

/// What happened: a running hash, and the text if it is wanted.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    tracing: Tracing,
    pub(super) hash: u64,
    pub(super) lines: Option<String>,
}

impl Surroundings {
    /// Creates the surroundings of a number of nodes.
    pub(super) fn new(seed: u64, nodes: usize, tracing: Tracing) -> Surroundings {
        let mut random = SplitMix64::new(seed);
        // Some seeds have no failures, some many; some have fast storage, some slow.
        let failures = [0, 10, 50, 200][random.below(4) as usize];
        let slowness = [2, 20, 200, 2000][random.below(4) as usize];
        let link = |_| NoticeLink { sender: broadcast::channel(NOTICE_CAPACITY).0, generation: 0, listening: true };
        let links = (0..nodes).map(link).collect();
        let trace = Trace { tracing, hash: 0, lines: (tracing == Tracing::Lines).then(String::new) };
        let shared = SharedState { random, links, failures, slowness, faulty: true, in_flight: 0, trace };
        Surroundings(Arc::new(Mutex::new(shared)), Instant::now())
    }

    fn lock(&self) -> MutexGuard<'_, SharedState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a random number below `bound`.
    pub(super) fn below(&self, bound: u64) -> u64 {
        self.lock().random.below(bound)
    }

    /// Waits for a random time of up to `ms` milliseconds.
    pub(super) async fn pause(&self, ms: u64) {
        let ms = self.below(ms + 1);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    /// Returns the simulated wall clock.
    pub(super) fn now(&self) -> Millis {
        START + self.1.elapsed().as_millis() as u64
    }

    /// Returns the time source of a node.
    pub(super) fn time(&self) -> TimeSource {
        let begun = self.1;
        TimeSource::new(move || {
            let monotonic = begun.elapsed();
            TimeReading { wall: START + monotonic.as_millis() as u64, monotonic }
        })
    }

    /// Records what happened.
    pub(super) fn note(&self, what: impl FnOnce() -> String) {
        if self.lock().trace.tracing == Tracing::Off {
            return;
        }
        let text = what();
        let now = self.now() - START;
        let trace = &mut self.lock().trace;
        for byte in now.to_le_bytes().into_iter().chain(text.bytes()) {
            // FNV-1a.
            trace.hash = (trace.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if let Some(lines) = &mut trace.lines {
            let _ = writeln!(lines, "{now:>6} {text}");
        }
    }

    /// Returns what happened.
    pub(super) fn trace(&self) -> Trace {
        self.lock().trace.clone()
    }

    /// Ends all faults.
    pub(super) fn heal(&self) {
        let mut shared = self.lock();
        shared.faulty = false;
        shared.slowness = shared.slowness.min(20);
    }

    /// Returns whether faults may still happen.
    pub(super) fn is_faulty(&self) -> bool {
        self.lock().faulty
    }

    /// Returns the channel of a node's notices.
    pub(super) fn notices(&self, node: usize) -> broadcast::Sender<NodeNotice> {
        self.lock().links[node].sender.clone()
    }

    /// Cuts or restores the connection for notices. Everything on its way is lost; a restored one starts with a hint.
    pub(super) fn set_listening(&self, node: usize, listening: bool) {
        let mut shared = self.lock();
        let link = &mut shared.links[node];
        if link.listening == listening {
            return;
        }
        link.listening = listening;
        link.generation += 1;
        if listening {
            let _ = link.sender.send(NodeNotice::Lagged);
        }
    }

    /// Returns whether all notices have been received or lost.
    pub(super) fn is_quiet(&self) -> bool {
        let shared = self.lock();
        shared.in_flight == 0 && shared.links.iter().all(|link| link.sender.is_empty())
    }

    /// Gives a restarted node a new channel.
    pub(super) fn reset_link(&self, node: usize) {
        let mut shared = self.lock();
        let link = &mut shared.links[node];
        link.sender = broadcast::channel(NOTICE_CAPACITY).0;
        link.generation += 1;
        link.listening = true;
    }

    /// Sends a notice to every node that listens except one, delayed, in any order, and sometimes twice.
    fn send(&self, notice: &NodeNotice, except: Option<usize>) {
        let mut deliveries = Vec::new();
        let mut shared = self.lock();
        for node in 0..shared.links.len() {
            let link = &shared.links[node];
            if !link.listening || Some(node) == except {
                continue;
            }
            let generation = link.generation;
            let copies = if shared.faulty && shared.random.below(10) == 0 { 2 } else { 1 };
            for _ in 0..copies {
                let longest = if shared.faulty { [1, 10, 100, 3000][shared.random.below(4) as usize] } else { 10 };
                let delay = shared.random.below(longest);
                deliveries.push((node, generation, delay));
            }
        }
        shared.in_flight += deliveries.len();
        drop(shared);
        for (node, generation, delay) in deliveries {
            let (surroundings, notice) = (self.clone(), notice.clone());
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(delay)).await;
                let mut shared = surroundings.lock();
                shared.in_flight -= 1;
                let link = &shared.links[node];
                if link.generation == generation {
                    let _ = link.sender.send(notice);
                }
            });
        }
    }
}

/// Capacity of a node's notice channel, small enough to overflow.
const NOTICE_CAPACITY: usize = 8;

/// The storage connection of a node.
pub(super) struct NodeStorage {
    pub(super) surroundings: Surroundings,
    pub(super) node: usize,
}

impl StorageFaults for NodeStorage {
    fn next(&self, is_write: bool) -> StorageFault {
        let mut shared = self.surroundings.lock();
        let shared = &mut *shared;
        let slowness = shared.slowness;
        let mut duration = || Duration::from_millis(shared.random.below(slowness));
        let (before, after) = (duration(), duration());
        let fails = shared.faulty && shared.random.below(1000) < shared.failures;
        let outcome = match (fails, is_write, shared.random.below(3)) {
            (false, ..) => StorageOutcome::Done,
            (true, false, _) | (true, true, 0) => StorageOutcome::FailedBefore,
            (true, true, 1) => StorageOutcome::FailedAfter,
            (true, true, _) => StorageOutcome::FailedLater,
        };
        StorageFault { before, after, outcome }
    }

    fn on_commit(&self, game: GameId, version: Version) {
        self.surroundings.send(&NodeNotice::Updated(game, version), None);
    }

    fn on_publish(&self, game: &GameId, message: &str) {
        self.surroundings.send(&NodeNotice::Message(game.clone(), message.to_owned()), Some(self.node));
    }
}
