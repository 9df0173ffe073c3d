//! Many simulated people: makes their games over HTTP, lets them in, and counts what happens to them.

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
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::http;
use crate::player::Player;
use crate::told::Table;

/// So many games are made, and so many people come in, at the same time.
const AT_ONCE: usize = 48;

/// How the people of a trial behave.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The rules of the games, in turn.
    pub rules: Vec<&'static str>,
    /// The time controls of the games, in turn.
    pub controls: Vec<TimeControl>,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// Whether delays are made up for, so that the number of turns a second stays.
    pub steady: bool,
    /// In how many of a thousand cases somebody says or asks something after an event.
    pub talk: u64,
    /// In how many of a thousand turns somebody lets their time run out.
    pub dawdle: u64,
    /// Where chance starts.
    pub seed: u64,
}

impl Manner {
    /// People who play and say nothing else: for measuring.
    pub fn quiet(pace: Duration) -> Manner {
        Manner {
            // The first three cost least to list moves in; all are there.
            rules: vec![
                "j",
                "sllim",
                "lines-of-action",
                "j",
                "sllim",
                "lines-of-action",
                "sight-reduction",
                "stacks-in-action",
            ],
            controls: vec![TimeControl::Fischer { initial: 600_000, increment: 5_000 }, TimeControl::None],
            pace,
            steady: true,
            talk: 0,
            dawdle: 0,
            seed: 1,
        }
    }

    /// People who do everything that one can do in a game, four of them at some tables.
    pub fn lively(pace: Duration, seed: u64) -> Manner {
        Manner {
            rules: vec![
                "j",
                "sllim",
                "lines-of-action",
                "sight-reduction",
                "stacks-in-action",
                "lines-of-action:players=four",
            ],
            controls: vec![
                TimeControl::None,
                TimeControl::Fischer { initial: 5_000, increment: 1_000 },
                TimeControl::Delay { initial: 4_000, delay: 1_500 },
                TimeControl::Days { days: 1 },
            ],
            pace,
            steady: false,
            talk: 60,
            dawdle: 10,
            seed,
        }
    }
}

/// What the people of a trial are about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialPhase {
    /// They come in and wait.
    Waiting,
    /// They play.
    Playing,
    /// They leave.
    Leaving,
}

/// What happened to all of them together.
#[derive(Debug, Default)]
pub struct Figures {
    /// Commands that were acknowledged.
    pub acknowledged: AtomicU64,
    /// Turns among them.
    pub turns: AtomicU64,
    /// How often somebody was let in.
    pub welcomes: AtomicU64,
    /// How often a connection was lost.
    pub lost: AtomicU64,
    /// How often a connection could not be made.
    pub unreachable: AtomicU64,
    /// Commands that were said again after coming back.
    pub repeated: AtomicU64,
    /// Games that were over.
    pub finished: AtomicU64,
    /// Whether times are taken now.
    pub measuring: AtomicBool,
    /// Refusals, by their code.
    pub refused: Mutex<BTreeMap<String, u64>>,
    /// Microseconds from sending a turn to its acknowledgement.
    pub acknowledgement: Mutex<Vec<u32>>,
    /// Microseconds from sending a turn until another player was told of it.
    pub crossing: Mutex<Vec<u32>>,
}

/// Locks what no trial leaves half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Figures {
    /// Notes a refusal.
    pub fn note_refusal(&self, code: &str) {
        *lock(&self.refused).entry(code.to_owned()).or_default() += 1;
    }

    /// How many were refused with this code.
    pub fn refusals(&self, code: &str) -> u64 {
        lock(&self.refused).get(code).copied().unwrap_or_default()
    }

    /// Forgets the times taken so far, and takes them from now on or not.
    pub fn measure(&self, on: bool) {
        if on {
            lock(&self.acknowledgement).clear();
            lock(&self.crossing).clear();
        }
        self.measuring.store(on, Ordering::Relaxed);
    }
}

/// A sequence of games between the same people.
#[derive(Debug)]
pub struct Chain {
    /// Its number.
    pub number: usize,
    /// When the next turn is due.
    pub due: Mutex<Instant>,
    /// How many commands of its games were acknowledged.
    pub acknowledged: AtomicU64,
    /// For each of its people whether they are connected.
    pub connected: Vec<AtomicBool>,
}

/// Many simulated people.
pub struct Crowd {
    /// Where the servers are.
    pub nodes: Vec<SocketAddr>,
    /// How the people behave.
    pub manner: Manner,
    /// What happened to them.
    pub figures: Figures,
    /// Everything that was played, a chain a place.
    pub chains: Vec<Arc<Chain>>,
    tables: Mutex<Vec<Arc<Table>>>,
    /// The first game of each chain.
    first: Mutex<Vec<(Arc<Chain>, Arc<Table>)>>,
    phase: watch::Sender<TrialPhase>,
    /// Not all come in at the same moment.
    pub(crate) door: Semaphore,
    people: Mutex<JoinSet<()>>,
}

impl Crowd {
    /// Makes so many games. Nobody is connected yet.
    pub async fn gather(nodes: Vec<SocketAddr>, manner: Manner, games: usize) -> Result<Arc<Crowd>, String> {
        let now = Instant::now();
        let seats = |number: usize| {
            let rules = manner.rules[number % manner.rules.len()];
            halfboard_rules::registry::rules(rules).map_or(2, |rules| rules.seats().len())
        };
        let chain = |number: usize| Chain {
            number,
            due: Mutex::new(now),
            acknowledged: AtomicU64::new(0),
            connected: (0..seats(number)).map(|_| AtomicBool::new(false)).collect(),
        };
        let crowd = Arc::new(Crowd {
            chains: (0..games).map(|number| Arc::new(chain(number))).collect(),
            nodes,
            manner,
            figures: Figures::default(),
            tables: Mutex::default(),
            first: Mutex::default(),
            phase: watch::channel(TrialPhase::Waiting).0,
            door: Semaphore::new(AT_ONCE),
            people: Mutex::default(),
        });
        let mut making = JoinSet::new();
        for chain in crowd.chains.clone() {
            if making.len() >= AT_ONCE {
                crowd.made(making.join_next().await)?;
            }
            let crowd = Arc::clone(&crowd);
            making.spawn(async move { crowd.seat(&chain).await.map(|table| (chain, table)) });
        }
        while !making.is_empty() {
            crowd.made(making.join_next().await)?;
        }
        Ok(crowd)
    }

    fn made(&self, joined: Made) -> Result<(), String> {
        match joined {
            Some(Ok(Ok(first))) => lock(&self.first).push(first),
            Some(Ok(Err(problem))) => return Err(format!("a game could not be made: {problem}")),
            Some(Err(error)) => return Err(error.to_string()),
            None => {}
        }
        Ok(())
    }

    /// A new game of a chain, with somebody at every seat.
    pub(crate) async fn seat(&self, chain: &Chain) -> Result<Arc<Table>, String> {
        let Manner { rules, controls, .. } = &self.manner;
        let tokens: Vec<Token> = chain.connected.iter().map(|_| token()).collect();
        let node = self.nodes[chain.number % self.nodes.len()];
        let mut seats = vec![SeatSpec::Open; tokens.len()];
        seats[0] = SeatSpec::Me;
        let new = NewGame {
            rules: rules[chain.number % rules.len()].to_owned(),
            start: None,
            // Another stride than that of the rules, so that every game is played with every clock.
            control: controls[(chain.number / rules.len() + chain.number) % controls.len()],
            seats,
            lot: false,
            public: true,
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
        Ok(self.keep(Table::new(first.game, tokens)))
    }

    /// Keeps a table for the check at the end.
    pub(crate) fn keep(&self, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        lock(&self.tables).push(Arc::clone(&table));
        table
    }

    /// Every game that was played.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        lock(&self.tables).clone()
    }

    /// Lets everybody in.
    pub fn enter(self: &Arc<Self>) {
        let mut people = lock(&self.people);
        for (chain, table) in lock(&self.first).drain(..) {
            for seat in 0..table.tokens.len() as u8 {
                people.spawn(Player::new(Arc::clone(self), Arc::clone(&chain), Arc::clone(&table), seat).live());
            }
        }
    }

    /// Lets everybody play. The first turns are spread over the time between two turns.
    pub fn play(&self) {
        let now = Instant::now();
        for chain in &self.chains {
            let share = SplitMix64::new(mix(chain.number as u64)).below(1000) as u32;
            *lock(&chain.due) = now + self.manner.pace * share / 1000;
        }
        self.phase.send_replace(TrialPhase::Playing);
    }

    /// Sends everybody home and waits until they are gone.
    pub async fn leave(&self) {
        self.phase.send_replace(TrialPhase::Leaving);
        let mut people = std::mem::take(&mut *lock(&self.people));
        join(&mut people).await;
    }

    pub(crate) fn phase(&self) -> watch::Receiver<TrialPhase> {
        self.phase.subscribe()
    }

    /// How many people there are.
    pub fn size(&self) -> usize {
        self.chains.iter().map(|chain| chain.connected.len()).sum()
    }

    /// How many are connected.
    pub fn connected(&self) -> usize {
        let of = |chain: &Arc<Chain>| chain.connected.iter().filter(|one| one.load(Ordering::Relaxed)).count();
        self.chains.iter().map(of).sum()
    }

    /// Waits until everybody is connected at the same time; gives how many were at most.
    pub async fn all_connected(&self, patience: Duration) -> usize {
        let most = AtomicU64::new(0);
        let all = || {
            let connected = self.connected();
            most.fetch_max(connected as u64, Ordering::Relaxed);
            connected == self.size()
        };
        self.until(patience, all).await;
        most.into_inner() as usize
    }

    /// Waits until in every chain something more was acknowledged; gives how many wait in vain.
    pub async fn all_go_on(&self, patience: Duration) -> usize {
        let count = |chain: &Arc<Chain>| chain.acknowledged.load(Ordering::Relaxed);
        let before: Vec<u64> = self.chains.iter().map(count).collect();
        let still = || self.chains.iter().zip(&before).filter(|(chain, before)| count(chain) == **before).count();
        self.until(patience, || still() == 0).await;
        still()
    }

    /// Waits until something holds; `false` when that takes longer than this.
    pub async fn until(&self, patience: Duration, holds: impl Fn() -> bool) -> bool {
        let end = Instant::now() + patience;
        while !holds() {
            if Instant::now() > end {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }
}

type Made = Option<Result<Result<(Arc<Chain>, Arc<Table>), String>, tokio::task::JoinError>>;

/// Waits for simulated clients. One that panicked would pass for one that found nothing, so its panic goes on here.
pub(crate) async fn join(clients: &mut JoinSet<()>) {
    while let Some(joined) = clients.join_next().await {
        if let Err(error) = joined
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
}

/// A secret.
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
