//! A crowd of simulated players: creates their games over HTTP, connects them, and counts what happens.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use halfboard_protocol::api::{NewGame, SeatGrant, SeatSpec, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::id::{Token, id_from_random};
use halfboard_protocol::json;
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::registry;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::history::TrackedGame;
use crate::http;
use crate::player::Player;

/// Number of games created and players connecting at the same time.
const CONCURRENCY: usize = 48;

/// The behavior of simulated players.
#[derive(Clone, Debug)]
pub struct Behavior {
    /// Rules strings, used in turn.
    pub rules: Vec<String>,
    /// Time controls, used in turn.
    pub controls: Vec<TimeControl>,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// Whether to compensate for delays, so that the rate of turns is constant.
    pub steady: bool,
    /// Probability of a chat message or proposal after an event, in thousandths.
    pub chat: u64,
    /// Probability of letting the time run out in a turn, in thousandths.
    pub dawdle: u64,
    /// Whether the lobby lists their games.
    pub public: bool,
    /// The random seed.
    pub seed: u64,
}

impl Behavior {
    /// Players who only play turns, for measurements.
    pub fn quiet(pace: Duration) -> Behavior {
        Behavior {
            rules: all_games(),
            controls: vec![TimeControl::Fischer { initial: 600_000, increment: 5_000 }, TimeControl::None],
            pace,
            steady: true,
            chat: 0,
            dawdle: 0,
            public: true,
            seed: 1,
        }
    }

    /// Players who use every command, in games of two and four.
    pub fn lively(pace: Duration, seed: u64) -> Behavior {
        Behavior {
            rules: all_games().into_iter().chain(team_games()).collect(),
            controls: vec![
                TimeControl::None,
                TimeControl::Fischer { initial: 5_000, increment: 1_000 },
                TimeControl::Delay { initial: 4_000, delay: 1_500 },
                TimeControl::Days { days: 1 },
            ],
            pace,
            steady: false,
            chat: 60,
            dawdle: 10,
            public: true,
            seed,
        }
    }
}

/// Returns the default rules of every game.
pub(crate) fn all_games() -> Vec<String> {
    registry::games().iter().map(|game| game.info().id.to_owned()).collect()
}

/// Returns the presets with more than two seats, one for each game that has any.
pub(crate) fn team_games() -> impl Iterator<Item = String> {
    let seats = |rules: &str| registry::rules(rules).map_or(0, |rules| rules.seats().len());
    registry::games().iter().filter_map(move |game| {
        let mut presets = game.presets().into_iter().map(|preset| preset.rules);
        presets.find(|rules| seats(rules) > 2)
    })
}

/// The phase of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialPhase {
    /// Players connect and wait.
    Waiting,
    /// Players play.
    Playing,
    /// Players disconnect.
    Leaving,
}

/// Counters of all players together.
#[derive(Debug, Default)]
pub struct Counters {
    /// Acknowledged commands.
    pub acknowledged: AtomicU64,
    /// Turns among them.
    pub turns: AtomicU64,
    /// Accepted connections.
    pub welcomes: AtomicU64,
    /// Lost connections.
    pub lost: AtomicU64,
    /// Failed attempts to connect.
    pub unreachable: AtomicU64,
    /// Commands repeated after reconnecting.
    pub repeated: AtomicU64,
    /// Finished games.
    pub finished: AtomicU64,
    /// Whether latencies are recorded.
    pub measuring: AtomicBool,
    /// Refusals by code.
    pub refused: Mutex<BTreeMap<String, u64>>,
    /// Microseconds from sending a turn to its acknowledgement.
    pub acknowledgement: Mutex<Vec<u32>>,
    /// Microseconds from sending a turn until another player received it.
    pub crossing: Mutex<Vec<u32>>,
}

/// Locks a mutex, ignoring poison.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Counters {
    /// Counts a refusal.
    pub fn count_refusal(&self, code: &str) {
        *lock(&self.refused).entry(code.to_owned()).or_default() += 1;
    }

    /// Returns the number of refusals with a code.
    pub fn refusals(&self, code: &str) -> u64 {
        lock(&self.refused).get(code).copied().unwrap_or_default()
    }

    /// Starts recording latencies from scratch, or stops.
    pub fn measure(&self, on: bool) {
        if on {
            lock(&self.acknowledgement).clear();
            lock(&self.crossing).clear();
        }
        self.measuring.store(on, Ordering::Relaxed);
    }
}

/// A series of games between the same players.
#[derive(Debug)]
pub struct GameSeries {
    /// Its number.
    pub number: usize,
    /// When the next turn is due.
    pub due: Mutex<Instant>,
    /// Acknowledged commands of its games.
    pub acknowledged: AtomicU64,
    /// Whether each of its players is connected.
    pub connected: Vec<AtomicBool>,
}

/// A crowd of simulated players.
pub struct Crowd {
    /// The addresses of the servers.
    pub nodes: Vec<SocketAddr>,
    /// The behavior of the players.
    pub behavior: Behavior,
    /// Their counters.
    pub counters: Counters,
    /// The series of games.
    pub series: Vec<Arc<GameSeries>>,
    games: Mutex<Vec<Arc<TrackedGame>>>,
    /// The first game of each series.
    first: Mutex<Vec<(Arc<GameSeries>, Arc<TrackedGame>)>>,
    phase: watch::Sender<TrialPhase>,
    /// Limits concurrent connection attempts.
    pub(crate) connecting: Semaphore,
    people: Mutex<JoinSet<()>>,
}

impl Crowd {
    /// Creates games. The players connect later.
    pub async fn gather(nodes: Vec<SocketAddr>, behavior: Behavior, games: usize) -> Result<Arc<Crowd>, String> {
        let now = Instant::now();
        let seats = |number: usize| {
            let rules = &behavior.rules[number % behavior.rules.len()];
            registry::rules(rules).map_or(2, |rules| rules.seats().len())
        };
        let series = |number: usize| GameSeries {
            number,
            due: Mutex::new(now),
            acknowledged: AtomicU64::new(0),
            connected: (0..seats(number)).map(|_| AtomicBool::new(false)).collect(),
        };
        let crowd = Arc::new(Crowd {
            series: (0..games).map(|number| Arc::new(series(number))).collect(),
            nodes,
            behavior,
            counters: Counters::default(),
            games: Mutex::default(),
            first: Mutex::default(),
            phase: watch::channel(TrialPhase::Waiting).0,
            connecting: Semaphore::new(CONCURRENCY),
            people: Mutex::default(),
        });
        let mut making = JoinSet::new();
        for series in crowd.series.clone() {
            if making.len() >= CONCURRENCY {
                crowd.on_created(making.join_next().await)?;
            }
            let crowd = Arc::clone(&crowd);
            making.spawn(async move { crowd.seat(&series).await.map(|table| (series, table)) });
        }
        while !making.is_empty() {
            crowd.on_created(making.join_next().await)?;
        }
        Ok(crowd)
    }

    fn on_created(&self, joined: SeatedGame) -> Result<(), String> {
        match joined {
            Some(Ok(Ok(first))) => lock(&self.first).push(first),
            Some(Ok(Err(error))) => return Err(format!("cannot create a game: {error}")),
            Some(Err(error)) => return Err(error.to_string()),
            None => {}
        }
        Ok(())
    }

    /// Creates the next game of a series and takes all its seats.
    pub(crate) async fn seat(&self, series: &GameSeries) -> Result<Arc<TrackedGame>, String> {
        let Behavior { rules, controls, .. } = &self.behavior;
        let tokens: Vec<Token> = series.connected.iter().map(|_| token()).collect();
        let node = self.nodes[series.number % self.nodes.len()];
        let mut seats = vec![SeatSpec::Open; tokens.len()];
        seats[0] = SeatSpec::Me;
        let new = NewGame {
            rules: rules[series.number % rules.len()].clone(),
            start: None,
            // Another stride than that of the rules, so that every game is played with every time control.
            control: controls[(series.number / rules.len() + series.number) % controls.len()],
            seats,
            lot: false,
            public: self.behavior.public,
            chat: true,
            delay: 0,
            name: "Seat 0".to_owned(),
            token: Some(tokens[0].clone()),
        };
        let answer = http::post(node, "/api/games", json::encode(&new)).await?;
        let first: SeatGrant = json::decode(&answer).map_err(|error| error.to_string())?;
        for (seat, token) in tokens.iter().enumerate().skip(1) {
            let take = TakeSeat { name: format!("Seat {seat}"), seat: Some(seat as u8), token: Some(token.clone()) };
            http::post(node, &format!("/api/games/{}/seats", first.game), json::encode(&take)).await?;
        }
        Ok(self.track(TrackedGame::new(first.game, tokens)))
    }

    /// Records a game for the final comparison.
    pub(crate) fn track(&self, table: TrackedGame) -> Arc<TrackedGame> {
        let table = Arc::new(table);
        lock(&self.games).push(Arc::clone(&table));
        table
    }

    /// Returns all games played.
    pub fn games(&self) -> Vec<Arc<TrackedGame>> {
        lock(&self.games).clone()
    }

    /// Connects all players.
    pub fn connect(self: &Arc<Self>) {
        let mut people = lock(&self.people);
        for (series, table) in lock(&self.first).drain(..) {
            for seat in 0..table.tokens.len() as u8 {
                people.spawn(Player::new(Arc::clone(self), Arc::clone(&series), Arc::clone(&table), seat).live());
            }
        }
    }

    /// Starts playing. The first turns are spread over the time between two turns.
    pub fn play(&self) {
        let now = Instant::now();
        for series in &self.series {
            let share = SplitMix64::new(mix(series.number as u64)).below(1000) as u32;
            *lock(&series.due) = now + self.behavior.pace * share / 1000;
        }
        self.phase.send_replace(TrialPhase::Playing);
    }

    /// Disconnects all players and waits until they are gone.
    pub async fn leave(&self) {
        self.phase.send_replace(TrialPhase::Leaving);
        let mut people = std::mem::take(&mut *lock(&self.people));
        join(&mut people).await;
    }

    pub(crate) fn phase(&self) -> watch::Receiver<TrialPhase> {
        self.phase.subscribe()
    }

    /// Returns the number of players.
    pub fn size(&self) -> usize {
        self.series.iter().map(|series| series.connected.len()).sum()
    }

    /// Returns the number of connected players.
    pub fn connected(&self) -> usize {
        let of = |series: &Arc<GameSeries>| series.connected.iter().filter(|one| one.load(Ordering::Relaxed)).count();
        self.series.iter().map(of).sum()
    }

    /// Waits until all players are connected at once; returns the maximum number seen.
    pub async fn all_connected(&self, timeout: Duration) -> usize {
        let most = AtomicU64::new(0);
        let all = || {
            let connected = self.connected();
            most.fetch_max(connected as u64, Ordering::Relaxed);
            connected == self.size()
        };
        self.until(timeout, all).await;
        most.into_inner() as usize
    }

    /// Waits until a command of every series was acknowledged; returns the number of stalled series.
    pub async fn all_progress(&self, timeout: Duration) -> usize {
        let count = |series: &Arc<GameSeries>| series.acknowledged.load(Ordering::Relaxed);
        let before: Vec<u64> = self.series.iter().map(count).collect();
        let still = || self.series.iter().zip(&before).filter(|(series, before)| count(series) == **before).count();
        self.until(timeout, || still() == 0).await;
        still()
    }

    /// Waits until a condition holds; returns false on timeout.
    pub async fn until(&self, timeout: Duration, holds: impl Fn() -> bool) -> bool {
        let end = Instant::now() + timeout;
        while !holds() {
            if Instant::now() > end {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }
}

type SeatedGame = Option<Result<Result<(Arc<GameSeries>, Arc<TrackedGame>), String>, tokio::task::JoinError>>;

/// Waits for simulated clients. Resumes their panics, which would otherwise go unnoticed.
pub(crate) async fn join(clients: &mut JoinSet<()>) {
    while let Some(joined) = clients.join_next().await {
        if let Err(error) = joined
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
}

/// Generates a token.
pub fn token() -> Token {
    loop {
        let mut bytes = [0; 48];
        if getrandom::fill(&mut bytes).is_ok()
            && let Some(Ok(token)) = id_from_random(&bytes).map(Token::try_from)
        {
            return token;
        }
    }
}
