//! The bot's engine: a UGI program, which is restarted if it dies.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use halfboard_protocol::Millis;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::game::Game;
use halfboard_rules::game::{Seat, Team};

use crate::ugi_process::UgiProcess;

/// Timeout of everything but searches, and for a search to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a search checks whether it should stop.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// Milliseconds per turn without a clock.
const DEFAULT_MOVETIME: u64 = 1000;

/// Milliseconds of a clock that are reserved for the network, but at most a tenth of the clock.
const NETWORK_RESERVE: u64 = 150;

/// The program.
pub(super) struct BotEngine {
    command: Vec<String>,
    movetime: Option<u64>,
    running: Option<UgiProcess>,
    /// The rules that were set last.
    rules: Option<String>,
    known: HashMap<String, bool>,
}

/// A position to search.
pub(super) struct SearchRequest {
    rules: String,
    position: String,
    go: String,
    /// Maximum duration of the search.
    longest: Duration,
}

impl SearchRequest {
    /// Creates the request for a turn of a seat, at a time of the server's clock.
    pub(super) fn new(game: &Game, seat: u8, now: Millis, movetime: Option<u64>) -> SearchRequest {
        let session = game.session();
        let mut position = format!("position fen {}", session.start());
        let history = session.history();
        if !history.is_empty() {
            position += &format!(" moves {}", history.join(" "));
        }
        let (go, longest) = go(game, seat, now, movetime);
        SearchRequest { rules: session.rules(), position, go, longest }
    }
}

/// Returns the `go` command and the maximum duration of the search.
fn go(game: &Game, seat: u8, now: Millis, movetime: Option<u64>) -> (String, Duration) {
    let more = match game.clocks().control() {
        TimeControl::Fischer { increment: more, .. } | TimeControl::Delay { delay: more, .. } => Some(more),
        TimeControl::None | TimeControl::Days { .. } => None,
    };
    let Some(more) = more else {
        let time = movetime.unwrap_or(DEFAULT_MOVETIME);
        return (format!("go movetime {time}"), Duration::from_millis(time));
    };
    let left = |seat: u8| {
        let left = game.clocks().remaining(seat, now).unwrap_or_default();
        left - NETWORK_RESERVE.min(left / 10)
    };
    // UGI has two sides: with partners, the shortest clock of the opponents counts.
    let of = |team: Team| {
        let seats = (0..game.seats().len() as u8).filter(|&other| Seat(other).team() == team);
        if Seat(seat).team() == team { left(seat) } else { seats.map(left).min().unwrap_or_default() }
    };
    let mut go = format!("go p1time {} p2time {} p1inc {more} p2inc {more}", of(Team::One), of(Team::Two));
    if let Some(time) = movetime {
        go += &format!(" movetime {time}");
    }
    (go, Duration::from_millis(left(seat) + more))
}

impl BotEngine {
    /// Creates an engine; the program is not started yet.
    pub(super) fn new(command: &str, movetime: Option<u64>) -> BotEngine {
        let command = command.split_whitespace().map(str::to_owned).collect();
        BotEngine { command, movetime, running: None, rules: None, known: HashMap::new() }
    }

    /// Returns the given milliseconds per turn.
    pub(super) fn movetime(&self) -> Option<u64> {
        self.movetime
    }

    /// Returns whether the program knows these rules.
    pub(super) fn knows(&mut self, rules: &str) -> Result<bool, String> {
        if let Some(&known) = self.known.get(rules) {
            return Ok(known);
        }
        let known = self.attempt(|engine| engine.tell_rules(rules))?;
        self.known.insert(rules.to_owned(), known);
        Ok(known)
    }

    /// Searches until a move is found or `stop` is set, in which case the move is meaningless. A program that died or hangs is
    /// restarted once.
    pub(super) fn think(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Result<String, String> {
        self.attempt(|engine| {
            if engine.rules.as_ref() != Some(&question.rules) && !engine.tell_rules(&question.rules)? {
                return Err(format!("the engine does not know {}", question.rules));
            }
            engine.ask(question, stop)
        })
    }

    fn attempt<T>(&mut self, mut work: impl FnMut(&mut BotEngine) -> Result<T, String>) -> Result<T, String> {
        work(self).or_else(|_| {
            self.end();
            work(self).inspect_err(|_| self.end())
        })
    }

    /// Ends the program; it is restarted when it is needed.
    pub(super) fn end(&mut self) {
        self.running = None;
        self.rules = None;
    }

    fn running(&mut self) -> Result<&mut UgiProcess, String> {
        if self.running.is_none() {
            let mut running = UgiProcess::start(&self.command)?;
            running.say("ugi")?;
            running.hear("ugiok", PATIENCE)?;
            self.running = Some(running);
        }
        self.running.as_mut().ok_or_else(|| "not running".to_owned())
    }

    /// Sets the rules of a new game. Returns false if the program rejects them.
    fn tell_rules(&mut self, rules: &str) -> Result<bool, String> {
        self.rules = None;
        let running = self.running()?;
        running.say(&format!("setoption name Rules value {rules}"))?;
        running.say("isready")?;
        let begun = Instant::now();
        let mut known = true;
        loop {
            match running.line(PATIENCE.saturating_sub(begun.elapsed()))? {
                Some(line) if line.starts_with("info string error") => known = false,
                Some(line) if line.split_whitespace().next() == Some("readyok") => break,
                Some(_) if begun.elapsed() < PATIENCE => {}
                _ => return Err(format!("no readyok within {} s", PATIENCE.as_secs())),
            }
        }
        if known {
            running.say("uginewgame")?;
            running.ready(PATIENCE)?;
            self.rules = Some(rules.to_owned());
        }
        Ok(known)
    }

    fn ask(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Result<String, String> {
        let running = self.running()?;
        running.say(&question.position)?;
        running.say(&question.go)?;
        let (begun, longest) = (Instant::now(), question.longest + PATIENCE);
        let mut stopped = false;
        loop {
            let line = running.line(POLL_INTERVAL)?.unwrap_or_default();
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                return words.next().map(str::to_owned).ok_or_else(|| "bestmove without a move".to_owned());
            }
            if line.starts_with("info string error") {
                return Err(format!("the engine reported: {line}"));
            }
            if stop.load(Ordering::Relaxed) && !stopped {
                running.say("stop")?;
                stopped = true;
            }
            if begun.elapsed() > longest {
                return Err(format!("no bestmove within {} s", longest.as_secs()));
            }
        }
    }
}
