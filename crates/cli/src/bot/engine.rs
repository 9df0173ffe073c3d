//! The bot's engine: any program that speaks the Universal Game Interface. Starts it, and starts it again when it died.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use halfboard_protocol::Millis;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::game::Game;
use halfboard_rules::game::{Seat, Team};

use crate::ugi_process::UgiProcess;

/// How long the program may take for anything but thinking, and to come to an end with it.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often it is looked whether thinking should end.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// Where there is no clock to go by, so many milliseconds are thought about a turn.
const DEFAULT_MOVETIME: u64 = 1000;

/// So many milliseconds of a clock are left for the way to the server, but never more than a tenth.
const NETWORK_RESERVE: u64 = 150;

/// The program.
pub(super) struct BotEngine {
    command: Vec<String>,
    movetime: Option<u64>,
    running: Option<UgiProcess>,
    /// The rules that it was told last.
    rules: Option<String>,
    known: HashMap<String, bool>,
}

/// What there is to think about.
pub(super) struct SearchRequest {
    rules: String,
    position: String,
    go: String,
    /// The longest that this can take.
    longest: Duration,
}

impl SearchRequest {
    /// The turn of a seat, at a time by the server's clock.
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

/// How long to think: by the clocks where there are some, else for a fixed time.
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
    // A protocol of two sides: with partners, their opponents' shortest clock is the one that counts.
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
    /// A program that is not started yet.
    pub(super) fn new(command: &str, movetime: Option<u64>) -> BotEngine {
        let command = command.split_whitespace().map(str::to_owned).collect();
        BotEngine { command, movetime, running: None, rules: None, known: HashMap::new() }
    }

    /// The milliseconds a turn that were asked for.
    pub(super) fn movetime(&self) -> Option<u64> {
        self.movetime
    }

    /// Whether the program can play a game by these rules.
    pub(super) fn knows(&mut self, rules: &str) -> Result<bool, String> {
        if let Some(&known) = self.known.get(rules) {
            return Ok(known);
        }
        let known = self.attempt(|engine| engine.tell_rules(rules))?;
        self.known.insert(rules.to_owned(), known);
        Ok(known)
    }

    /// Thinks until it has found a move, or is told to stop, when the move is worth nothing. A program that died, or hangs,
    /// is started once more.
    pub(super) fn think(&mut self, question: &SearchRequest, stop: &AtomicBool) -> Result<String, String> {
        self.attempt(|engine| {
            if engine.rules.as_ref() != Some(&question.rules) && !engine.tell_rules(&question.rules)? {
                return Err(format!("it does not know {}", question.rules));
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

    /// Ends the program; it is started again when it is needed.
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
        self.running.as_mut().ok_or_else(|| "it is not running".to_owned())
    }

    /// Tells the program the rules of a new game; `false` when it says that they are wrong.
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
                _ => return Err(format!("it did not say readyok within {} s", PATIENCE.as_secs())),
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
                return words.next().map(str::to_owned).ok_or_else(|| "it said bestmove without a move".to_owned());
            }
            if line.starts_with("info string error") {
                return Err(format!("it said: {line}"));
            }
            if stop.load(Ordering::Relaxed) && !stopped {
                running.say("stop")?;
                stopped = true;
            }
            if begun.elapsed() > longest {
                return Err(format!("it did not say bestmove within {} s", longest.as_secs()));
            }
        }
    }
}
