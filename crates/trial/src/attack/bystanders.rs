//! The others: visitors who load pages, challengers who wait in the lobby, and players against the server's engine, each at
//! an address of their own.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use halfboard_protocol::api::{GameSnapshot, GameStatus, Lobby, NewGame, SeatGrant, SeatSpec};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, Start};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use tokio::task::JoinSet;

use super::attackers::MIDDLE_GAME;
use crate::crowd::lock;
use crate::http;
use crate::report::{Report, ms, quantile};

/// Number of visitors.
const VISITORS: u8 = 20;
/// Time between two requests of a visitor.
const VISIT_EVERY: Duration = Duration::from_millis(200);
/// Number of challengers.
const CHALLENGERS: u8 = 5;
/// Time between two looks of a challenger into the lobby.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Time until a challenger whose challenge was taken makes another.
const CHALLENGE_AGAIN: Duration = Duration::from_secs(30);
/// Time between two games against the engine.
const ENGINE_EVERY: Duration = Duration::from_millis(2500);

/// What the engine's move may take beyond twice the undisturbed time, in milliseconds: the attacker's process shares the
/// processors with the server.
const ENGINE_ALLOWANCE_MS: u64 = 100;

/// Time for the last answers: more than that of a request.
const LAST_ANSWERS: Duration = Duration::from_secs(11);

/// What the others noticed.
#[derive(Default)]
struct Notices {
    /// Microseconds of every answered request.
    answered: Vec<u32>,
    /// Unanswered requests, by reason.
    failed: BTreeMap<String, u64>,
    /// Looks into the lobby that found one's challenge.
    listed: u64,
    /// Looks that did not.
    unlisted: u64,
    /// Milliseconds from the creation of a game to the engine's first move.
    engine_ms: Vec<u64>,
    /// Games in which the engine did not move, by reason.
    engine_failed: BTreeMap<String, u64>,
}

/// People who use a server during an attack.
pub(super) struct Bystanders {
    notices: Arc<Mutex<Notices>>,
    over: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

/// What a task of a bystander needs.
#[derive(Clone)]
struct Place {
    to: SocketAddr,
    from: Ipv4Addr,
    notices: Arc<Mutex<Notices>>,
    over: Arc<AtomicBool>,
}

impl Bystanders {
    /// Starts them.
    pub(super) async fn start(to: SocketAddr) -> Result<Bystanders, String> {
        let (notices, over): (Arc<Mutex<Notices>>, Arc<AtomicBool>) = Default::default();
        let place = |network: u8, number: u8| Place {
            to,
            from: Ipv4Addr::new(127, 0, network, number),
            notices: Arc::clone(&notices),
            over: Arc::clone(&over),
        };
        let game = place(1, 1).create(vec![SeatSpec::Me, SeatSpec::Open], false).await?.game;
        let mut tasks = JoinSet::new();
        for number in 1..=VISITORS {
            tasks.spawn(place(1, number).visit(game.clone(), number));
        }
        for number in 1..=CHALLENGERS {
            tasks.spawn(place(2, number).challenge());
        }
        tasks.spawn(place(3, 1).play_engine());
        Ok(Bystanders { notices, over, tasks })
    }

    /// Starts measuring from scratch.
    pub(super) fn measure(&self) {
        *lock(&self.notices) = Notices::default();
    }

    /// Returns the median time until the engine's move, in milliseconds, of so many games before an attack.
    ///
    /// # Errors
    ///
    /// Fails if a game gets no move, or the games take longer than `most`.
    pub(super) async fn undisturbed_engine(&self, moves: usize, most: Duration) -> Result<u64, String> {
        let end = Instant::now() + most;
        loop {
            {
                let notices = lock(&self.notices);
                if let Some(reason) = notices.engine_failed.keys().next() {
                    return Err(format!("before the attack: {reason}"));
                }
                if notices.engine_ms.len() >= moves {
                    return Ok(median(&notices.engine_ms));
                }
            }
            if Instant::now() > end {
                return Err(format!("before the attack: fewer than {moves} engine moves in {} s", most.as_secs()));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Stops them and reports what they noticed.
    pub(super) async fn stop(mut self, undisturbed_ms: u64, report: &mut Report) {
        self.over.store(true, Ordering::Relaxed);
        // Requests that are on their way count, too.
        let ending = async { while self.tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LAST_ANSWERS, ending).await;
        let mut notices = std::mem::take(&mut *lock(&self.notices));
        self.tasks.shutdown().await;
        let (answered, failed) = (notices.answered.len() as u64, notices.failed.values().sum::<u64>());
        let share = answered as f64 / (answered + failed).max(1) as f64 * 100.0;
        report.figure("requests of others", answered + failed);
        report.require("… answered", format!("{share:.2} %"), "at least 99.9 %", share >= 99.9);
        let p99 = quantile(&mut notices.answered, 990);
        report.require("… p99", ms(p99), "under 100.0 ms", p99 < Duration::from_millis(100));
        report.figure("… maximum", ms(quantile(&mut notices.answered, 1000)));
        let looks = notices.listed + notices.unlisted;
        let met = notices.unlisted == 0;
        report.require("challenges missing in the lobby", format!("{} of {looks}", notices.unlisted), "0", met);
        let most = notices.engine_ms.iter().max().copied().unwrap_or_default();
        let games = notices.engine_ms.len();
        let unanswered: u64 = notices.engine_failed.values().sum();
        report.figure("games of others against the engine", games as u64 + unanswered);
        report.figure("… median wait for its move before the attack", format!("{undisturbed_ms} ms"));
        let limit = max_engine_ms(undisturbed_ms);
        let met = most <= limit && games > 0 && unanswered == 0;
        let required = format!("at most {limit} ms: twice that and {ENGINE_ALLOWANCE_MS} ms");
        let figure = if unanswered > 0 { format!("{most} ms, {unanswered} without") } else { format!("{most} ms") };
        report.require("… longest wait for its move", figure, required, met);
        for (reason, count) in notices.failed.iter().chain(&notices.engine_failed) {
            report.note(format!("Others, {count} times: {reason}."));
        }
    }
}

/// Returns the longest time that the engine's move may take under attack.
fn max_engine_ms(undisturbed_ms: u64) -> u64 {
    2 * undisturbed_ms + ENGINE_ALLOWANCE_MS
}

fn median(times: &[u64]) -> u64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

impl Place {
    async fn get(&self, path: &str) -> Result<String, String> {
        let begun = Instant::now();
        let answer = http::request_from(self.from, self.to, "GET", path, None).await.and_then(http::HttpResponse::ok);
        let took = begun.elapsed();
        let mut notices = lock(&self.notices);
        match &answer {
            Ok(_) => notices.answered.push(took.as_micros() as u32),
            Err(error) => *notices.failed.entry(error.chars().take(80).collect()).or_default() += 1,
        }
        answer
    }

    async fn create(&self, seats: Vec<SeatSpec>, public: bool) -> Result<SeatGrant, String> {
        let new = NewGame {
            rules: "lines-of-action".to_owned(),
            start: Some(Start::Position(MIDDLE_GAME.to_owned())),
            // Without a clock, the engine takes all the time that the server allows.
            control: if public {
                TimeControl::Fischer { initial: 300_000, increment: 5_000 }
            } else {
                TimeControl::None
            },
            seats,
            lot: false,
            public,
            chat: true,
            delay: 0,
            name: "Alice".to_owned(),
            token: None,
        };
        let answer = http::request_from(self.from, self.to, "POST", "/api/games", Some(&json::encode(&new))).await?;
        json::decode(&answer.ok()?).map_err(|error| error.to_string())
    }

    async fn state(&self, game: &GameId) -> Result<Game, String> {
        let answer = self.get(&format!("/api/games/{game}")).await?;
        let snapshot: GameSnapshot = json::decode(&answer).map_err(|error| error.to_string())?;
        Game::from_log(game.clone(), &snapshot.events).map_err(|error| error.to_string())
    }

    /// Loads pages.
    async fn visit(self, game: GameId, number: u8) {
        let paths = ["/".to_owned(), "/api/lobby".to_owned(), "/healthz".to_owned(), format!("/api/games/{game}")];
        tokio::time::sleep(VISIT_EVERY * u32::from(number) / u32::from(VISITORS)).await;
        let mut every = tokio::time::interval(VISIT_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        for path in paths.iter().cycle() {
            every.tick().await;
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let _ = self.get(path).await;
        }
    }

    /// Waits in the lobby.
    async fn challenge(self) {
        while !self.over.load(Ordering::Relaxed) {
            let Ok(grant) = self.create(vec![SeatSpec::Me, SeatSpec::Open], true).await else {
                *lock(&self.notices).failed.entry("challenge refused".to_owned()).or_default() += 1;
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            };
            loop {
                tokio::time::sleep(LOOK_EVERY + LOOK_EVERY / 2).await;
                let Ok(text) = self.get("/api/lobby").await else { break };
                let listed = json::decode::<Lobby>(&text)
                    .is_ok_and(|lobby| lobby.open.iter().chain(&lobby.playing).any(|summary| summary.id == grant.game));
                // A challenge that was taken may leave the list.
                let open = match self.state(&grant.game).await {
                    Ok(game) => game.summary().status == GameStatus::Open,
                    Err(_) => break,
                };
                let mut notices = lock(&self.notices);
                if listed {
                    notices.listed += 1;
                } else if open {
                    notices.unlisted += 1;
                }
                drop(notices);
                if !open || self.over.load(Ordering::Relaxed) {
                    break;
                }
            }
            if !self.over.load(Ordering::Relaxed) {
                tokio::time::sleep(CHALLENGE_AGAIN).await;
            }
        }
    }

    /// Plays against the engine, which has the first move.
    async fn play_engine(self) {
        for number in 0_u8.. {
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let place = Place { from: Ipv4Addr::new(127, 0, 3, number % 100 + 1), ..self.clone() };
            let began = Instant::now();
            match place.wait_for_engine().await {
                Ok(waited) => lock(&self.notices).engine_ms.push(waited),
                Err(error) => *lock(&self.notices).engine_failed.entry(format!("engine: {error}")).or_default() += 1,
            }
            tokio::time::sleep(ENGINE_EVERY.saturating_sub(began.elapsed())).await;
        }
    }

    /// Returns the milliseconds until the engine has moved in a new game, by the times of the events.
    async fn wait_for_engine(&self) -> Result<u64, String> {
        let engine = SeatSpec::Engine { level: 12, of: Some(12) };
        let grant = self.create(vec![engine, SeatSpec::Me], false).await?;
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(150)).await;
            let answer = self.get(&format!("/api/games/{}", grant.game)).await?;
            let snapshot: GameSnapshot = json::decode(&answer).map_err(|error| error.to_string())?;
            let played = snapshot.events.iter().find(|logged| matches!(logged.event, Event::Played { .. }));
            if let (Some(first), Some(played)) = (snapshot.events.first(), played) {
                return Ok(played.at.saturating_sub(first.at));
            }
        }
        Err("no move within 20 s".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bystanders(engine_ms: &[u64]) -> Bystanders {
        let notices = Notices { engine_ms: engine_ms.to_vec(), ..Notices::default() };
        Bystanders { notices: Arc::new(Mutex::new(notices)), over: Arc::default(), tasks: JoinSet::new() }
    }

    async fn engine_line(undisturbed: &[u64], under_attack: &[u64]) -> String {
        let moves = undisturbed.len();
        let undisturbed_ms = bystanders(undisturbed).undisturbed_engine(moves, Duration::ZERO).await;
        let mut report = Report::new("test");
        bystanders(under_attack).stop(undisturbed_ms.expect("measured"), &mut report).await;
        let text = report.markdown();
        text.lines().find(|line| line.contains("longest wait")).expect("a line").to_owned()
    }

    #[tokio::test]
    async fn engine_moves_may_take_twice_the_undisturbed_time_and_the_allowance() {
        let line = engine_line(&[90, 500, 110, 100, 95], &[120, 300]).await;
        assert!(line.contains("| 300 ms | at most 300 ms: ") && line.contains(" met |"), "{line}");
        assert!(!line.contains("NOT"), "{line}");
        let line = engine_line(&[90, 500, 110, 100, 95], &[120, 301]).await;
        assert!(line.contains("NOT MET"), "{line}");
    }

    #[tokio::test]
    async fn too_few_undisturbed_moves_are_an_error() {
        let result = bystanders(&[90, 100]).undisturbed_engine(3, Duration::ZERO).await;
        assert!(result.is_err_and(|error| error.contains("fewer than 3 engine moves")));
    }
}
