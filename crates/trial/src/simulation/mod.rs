//! Deterministic simulation: several nodes with the real hub, referee and SQL statements on one simulated database, on one
//! thread and in simulated time. One seed decides everything: delays, failures, crashes, lost and reordered notices, and
//! what the clients do. At the end every history is compared with the log, as after a trial.
//!
//! Not simulated: sockets and HTTP (clients call the hub as a socket does), PostgreSQL, and the engine.

mod client;
mod network;
mod sweep;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::{NewGame, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Event;
use halfboard_protocol::game::Game;
use halfboard_protocol::id::{GameId, Token, id_from_random};
use halfboard_protocol::message::RefusalCode;
use halfboard_protocol::{Millis, Version};
use halfboard_rules::random::SplitMix64;
use halfboard_server::Limits;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::simulation::{SimulatedDatabase, StorageFaults, seed_randomness};
use halfboard_server::store::StoredGame;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::check::{check, overdue};
use crate::crowd::all_games;
use crate::history::{History, TrackedGame};
use client::{ClientProgress, RunningNode, RunningNodes, SimulatedClient};
use network::{NodeStorage, Surroundings};

pub use network::Tracing;
pub use sweep::{SeedRange, sweep};

/// The number of nodes.
const NODES: usize = 3;

/// Longest time with faults, in milliseconds.
const FAULTY_MS: u64 = 8_000;

/// Time without faults until every client must have seen everything: longer than the longest delay between two attempts
/// of the server to reload a game.
const SETTLING: Duration = Duration::from_secs(14);

/// Number of looks in a row at which nothing is under way, after which waiting longer would show nothing.
const SETTLED_CHECKS: u32 = 3;

/// Interval between looks whether something is under way: longer than a read or write lasts without faults.
const SETTLED_INTERVAL: Duration = Duration::from_millis(500);

/// Time after the last fault from which flags fall again, in milliseconds: three seconds after the last outage, which ends when
/// slow heartbeats that are on their way have arrived.
const JUDGING_MS: u64 = 8_000;

/// Time without an event after which the last one has arrived everywhere.
const QUIET: Duration = Duration::from_secs(1);

/// Maximum delay of a flag, in milliseconds.
const FLAG_GRACE_MS: u64 = 6_000;

/// The result of a simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulationOutcome {
    /// Violations of the laws.
    pub violations: Vec<String>,
    /// A hash of everything that happened; 0 if it was not recorded.
    pub hash: u64,
    /// What happened, line by line, if it was wanted.
    pub trace: Option<String>,
    /// Acknowledged commands.
    pub acknowledged: u64,
    /// Events in the logs.
    pub events: u64,
}

/// Simulates seeds one after the other, with one database.
pub struct Simulator {
    database: SimulatedDatabase,
    metrics: Arc<Metrics>,
    limits: Arc<Limits>,
}

/// A node of the simulation.
struct SimulatedNode {
    hub: Hub,
    connection: AbortHandle,
}

/// A simulation in progress.
struct Simulation<'a> {
    simulator: &'a Simulator,
    surroundings: Surroundings,
    nodes: Vec<Option<SimulatedNode>>,
    running: RunningNodes,
    active: watch::Sender<bool>,
    games: Vec<SimulatedGame>,
    /// When the last fault ended.
    healed: Millis,
}

/// A game of the simulation with its clients.
struct SimulatedGame {
    /// The players' history.
    players: Arc<TrackedGame>,
    /// The spectators' histories.
    spectators: Vec<Arc<TrackedGame>>,
    /// Which client holds which seat, according to the replies.
    grants: Vec<(String, u8)>,
    /// The name of each client, whether it has a seat, and how far it is.
    clients: Vec<(String, bool, watch::Receiver<ClientProgress>)>,
}

impl SimulatedGame {
    /// Returns whether all clients have seen everything, and nothing is going to happen without them before `until`.
    fn is_settled(&self, until: Millis) -> bool {
        let history = self.players.history();
        let Some(game) = &history.game else { return false };
        game.ends_at().is_none_or(|end| end > until)
            && self.clients.iter().all(|(_, seated, progress)| {
                let ClientProgress { seen, is_waiting } = *progress.borrow();
                !is_waiting && seen == if *seated { game.version() } else { game.spectator_version() }
            })
    }
}

/// What the clients of a game know at a time.
struct ClientKnowledge {
    /// The last version that each has seen.
    seen: Vec<Version>,
    histories: Vec<History>,
}

impl Simulator {
    /// Creates a simulator.
    pub fn new() -> Result<Simulator, String> {
        let database = SimulatedDatabase::open().map_err(|error| error.to_string())?;
        Ok(Simulator { database, metrics: Arc::new(Metrics::new()), limits: Arc::new(Limits::default()) })
    }

    /// Simulates a seed.
    pub fn run(&self, seed: u64, tracing: Tracing) -> Result<SimulationOutcome, String> {
        self.database.clear().map_err(|error| error.to_string())?;
        let seed = mixed(seed);
        seed_randomness(Some(seed));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let outcome = runtime.block_on(self.simulate(seed, tracing));
        drop(runtime);
        seed_randomness(None);
        Ok(outcome)
    }

    async fn simulate(&self, seed: u64, tracing: Tracing) -> SimulationOutcome {
        let surroundings = Surroundings::new(seed, NODES, tracing);
        let mut simulation = Simulation {
            simulator: self,
            surroundings,
            nodes: (0..NODES).map(|_| None).collect(),
            running: RunningNodes::default(),
            active: watch::Sender::new(true),
            games: Vec::new(),
            healed: 0,
        };
        for node in 0..NODES {
            simulation.start(node);
        }
        let games = 1 + simulation.surroundings.below(2);
        for number in 0..games {
            simulation.open_game(number).await;
        }
        simulation.disturb().await;
        simulation.settle().await;
        let mut outcome = simulation.judge().await;
        let trace = simulation.surroundings.trace();
        (outcome.hash, outcome.trace) = (trace.hash, trace.lines);
        outcome
    }
}

impl Simulation<'_> {
    fn start(&mut self, node: usize) {
        self.surroundings.reset_link(node);
        let storage = NodeStorage { surroundings: self.surroundings.clone(), node };
        let storage: Arc<dyn StorageFaults> = Arc::new(storage);
        let (store, connection) = self.simulator.database.connect(storage, self.surroundings.notices(node));
        let simulator = self.simulator;
        let (limits, metrics) = (Arc::clone(&simulator.limits), Arc::clone(&simulator.metrics));
        let hub = Hub::start_with_time(store, limits, metrics, self.surroundings.time());
        self.running.set(node, Some(RunningNode { hub: hub.clone(), crashed: Arc::default() }));
        self.nodes[node] = Some(SimulatedNode { hub, connection });
    }

    /// Stops a node at once: what it had not stored is lost.
    async fn crash(&mut self, node: usize) {
        let Some(crashed) = self.nodes[node].take() else { return };
        self.surroundings.note(|| format!("node {node} crashes"));
        crashed.connection.abort();
        self.running.set(node, None);
        self.surroundings.set_listening(node, false);
        // Its tasks end, since their storage is gone and the hub closes.
        crashed.hub.close().await;
    }

    /// Creates a game with a free seat, two clients who want it, and a spectator.
    async fn open_game(&mut self, number: u64) {
        let rules = all_games();
        let random = |bound: usize| self.surroundings.below(bound as u64) as usize;
        let controls = [
            TimeControl::None,
            TimeControl::Fischer { initial: 3_000, increment: 500 },
            TimeControl::Delay { initial: 2_000, delay: 1_000 },
            TimeControl::Days { days: 1 },
        ];
        let request = NewGame {
            rules: rules[random(rules.len())].clone(),
            start: None,
            control: controls[random(controls.len())],
            seats: Vec::new(),
            lot: random(2) == 0,
            public: false,
            chat: true,
            delay: [0, 0, 2][random(3)],
            name: "creator".to_owned(),
            token: Some(self.token()),
        };
        let grant = loop {
            let hub = self.any_hub();
            match hub.create(request.clone()).await {
                Ok(grant) => break grant,
                // It is unknown whether the game was created; another one is.
                Err(_) => self.surroundings.pause(200).await,
            }
        };
        let id = grant.game.clone();
        let mut claims = Vec::new();
        for name in ["guest", "rival"] {
            let (token, nodes) = (self.token(), self.running.clone());
            let task = claim(self.surroundings.clone(), nodes, id.clone(), format!("{name}{number}"), token);
            claims.push(tokio::spawn(task));
        }
        let mut grants = vec![(format!("creator{number}"), grant.seat)];
        let mut clients = vec![(format!("creator{number}"), Some(grant.seat), Some(grant.token.clone()))];
        for claimed in claims {
            let Ok((name, token, seat)) = claimed.await else { continue };
            grants.extend(seat.map(|seat| (name.clone(), seat)));
            clients.push((name, seat, seat.and(Some(token))));
        }
        clients.push((format!("watcher{number}"), None, None));
        let players = Arc::new(TrackedGame::new(id.clone(), Vec::new()));
        let mut game = SimulatedGame { players, spectators: Vec::new(), grants, clients: Vec::new() };
        for (name, seat, token) in clients {
            let tracked = if seat.is_some() {
                Arc::clone(&game.players)
            } else {
                let own = Arc::new(TrackedGame::new(id.clone(), Vec::new()));
                game.spectators.push(Arc::clone(&own));
                own
            };
            let (progress, receiver) = watch::channel(ClientProgress::default());
            game.clients.push((name.clone(), seat.is_some(), receiver));
            let client = SimulatedClient {
                surroundings: self.surroundings.clone(),
                nodes: self.running.clone(),
                game: tracked,
                name,
                seat,
                token,
                seen: 0,
                pending: None,
                active: self.active.subscribe(),
                progress,
            };
            tokio::spawn(client.live());
        }
        self.games.push(game);
    }

    fn token(&self) -> Token {
        loop {
            let mut bytes = [0; 48];
            bytes.fill_with(|| self.surroundings.below(256) as u8);
            if let Some(token) = id_from_random(&bytes).and_then(|text| text.parse().ok()) {
                return token;
            }
        }
    }

    fn any_hub(&self) -> Hub {
        let running: Vec<&Hub> = self.nodes.iter().flatten().map(|node| &node.hub).collect();
        running[self.surroundings.below(running.len() as u64) as usize].clone()
    }

    /// Crashes, restarts and partitions nodes for a while.
    async fn disturb(&mut self) {
        let calm = self.surroundings.below(4) == 0;
        let end = self.surroundings.now() + 1000 + self.surroundings.below(FAULTY_MS);
        while self.surroundings.now() < end {
            self.surroundings.pause(1500).await;
            let node = self.surroundings.below(NODES as u64) as usize;
            match self.surroundings.below(if calm { 2 } else { 6 }) {
                2 => self.surroundings.set_listening(node, false),
                3 => self.surroundings.set_listening(node, self.nodes[node].is_some()),
                4 if self.nodes.iter().flatten().count() > 1 => self.crash(node).await,
                5 if self.nodes[node].is_none() => self.start(node),
                _ => {}
            }
        }
    }

    /// Ends all faults, lets the clients finish their commands, and waits until everything must have arrived.
    async fn settle(&mut self) {
        self.surroundings.heal();
        for node in 0..NODES {
            match self.nodes[node] {
                Some(_) => self.surroundings.set_listening(node, true),
                None => self.start(node),
            }
        }
        self.surroundings.note(|| "all faults end".to_owned());
        self.healed = self.surroundings.now();
        // Long enough for turns that are judged.
        tokio::time::sleep(Duration::from_millis(JUDGING_MS + 2_000)).await;
        self.active.send_replace(false);
        let end = tokio::time::Instant::now() + SETTLING;
        let mut settled = 0;
        while settled < SETTLED_CHECKS && tokio::time::Instant::now() < end {
            tokio::time::sleep(SETTLED_INTERVAL).await;
            settled = if self.is_settled() { settled + 1 } else { 0 };
        }
    }

    /// Returns whether nothing is under way any more, so that nothing but heartbeats would happen in the time for settling.
    fn is_settled(&self) -> bool {
        let until = self.surroundings.now() + 2 * SETTLING.as_millis() as Millis;
        self.surroundings.is_quiet()
            && self.nodes.iter().flatten().all(|node| node.hub.is_settled())
            && self.games.iter().all(|game| game.is_settled(until))
    }

    /// Returns a game as it is stored, and what its clients knew just before, at a time when nothing happens: a flag may fall at
    /// any moment.
    async fn quiet(&self, hub: &Hub, game: &SimulatedGame) -> Result<(StoredGame, ClientKnowledge), String> {
        let read = async || match hub.store().read(&game.players.id, 0).await {
            Ok(Some(stored)) => Ok(stored),
            other => Err(format!("game {} cannot be read: {:?}", game.players.id, other.err())),
        };
        loop {
            let before = read().await?;
            tokio::time::sleep(QUIET).await;
            let histories = std::iter::once(&game.players).chain(&game.spectators);
            let known = ClientKnowledge {
                seen: game.clients.iter().map(|(_, _, progress)| progress.borrow().seen).collect(),
                histories: histories.map(|game| game.history().copy()).collect(),
            };
            let stored = read().await?;
            if stored.events.len() == before.events.len() {
                return Ok((stored, known));
            }
        }
    }

    /// Compares everything with the storage.
    async fn judge(&self) -> SimulationOutcome {
        let mut outcome = SimulationOutcome::default();
        let hub = self.any_hub();
        for game in &self.games {
            let id = &game.players.id;
            let (stored, known) = match self.quiet(&hub, game).await {
                Ok(quiet) => quiet,
                Err(violation) => {
                    outcome.violations.push(violation);
                    continue;
                }
            };
            let log = stored.events;
            for history in known.histories {
                outcome.acknowledged += history.acknowledged.len() as u64;
                let (_, findings) = check(id, &log, &history, self.healed + JUDGING_MS);
                outcome.violations.extend(findings.iter().map(ToString::to_string));
            }
            outcome.events += log.len() as u64;
            outcome
                .violations
                .extend(overdue(id, &log, self.surroundings.now(), FLAG_GRACE_MS).map(|it| it.to_string()));
            let Ok(folded) = Game::from_log(id.clone(), &log) else { continue };
            for ((name, seated, _), seen) in game.clients.iter().zip(known.seen) {
                let expected = if *seated { folded.version() } else { folded.spectator_version() };
                if seen != expected {
                    outcome.violations.push(format!("{name} has seen {seen} of {expected} events of game {id}"));
                }
            }
            let seats: BTreeSet<u8> = game.grants.iter().map(|(_, seat)| *seat).collect();
            let keys: BTreeSet<u8> = stored.keys.iter().map(|key| key.seat).collect();
            if seats.len() != game.grants.len() || keys.len() != stored.keys.len() || seats != keys {
                outcome.violations.push(format!("seats of game {id}: granted {:?}, stored {keys:?}", game.grants));
            }
            for logged in &log {
                if let Event::Rematched { game } = &logged.event
                    && !matches!(hub.store().read(game, 0).await, Ok(Some(_)))
                {
                    outcome.violations.push(format!("the rematch {game} is not stored"));
                }
            }
        }
        outcome
    }
}

/// Claims a seat until it is granted, or all seats are taken. Returns the seat.
async fn claim(
    surroundings: Surroundings,
    nodes: RunningNodes,
    game: GameId,
    name: String,
    token: Token,
) -> (String, Token, Option<u8>) {
    loop {
        surroundings.pause(100).await;
        let Some(RunningNode { hub, .. }) = nodes.choose(&surroundings) else { continue };
        let request = TakeSeat { name: name.clone(), seat: None, token: Some(token.clone()) };
        let result = hub.take_seat(&game, request).await;
        surroundings.note(|| format!("{name} claims a seat: {:?}", result.as_ref().map(|grant| grant.seat)));
        match result {
            Ok(grant) => return (name, token, Some(grant.seat)),
            Err(refusal) if refusal.code == RefusalCode::Unavailable => {}
            Err(_) => return (name, token, None),
        }
    }
}

/// Mixes a seed, so that neighbouring seeds have nothing in common.
fn mixed(seed: u64) -> u64 {
    SplitMix64::new(seed).next_u64()
}
