//! Compares the events received by clients with the database. [`check`] is pure: it takes a log and a history and returns
//! violations.

use std::fmt;
use std::sync::Arc;

use halfboard_protocol::Millis;
use halfboard_protocol::event::{Event, LoggedEvent, Proposal, Termination};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Command, KeyedCommand};

use halfboard_server::store::Store;

use crate::history::{Acknowledged, History, TrackedGame, now};
use crate::report::Report;

/// Time after an outage in which a turn is never too late, in milliseconds.
const GRACE_MS: u64 = 3_000;

/// Tolerance for the difference of client and server times, in milliseconds: servers estimate the database's clock.
const CLOCK_TOLERANCE: Millis = 50;

/// Numbers of checked items, for the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Events in logs.
    pub events: u64,
    /// Events received by clients.
    pub received: u64,
    /// Acknowledged commands.
    pub acknowledged: u64,
    /// Turns for which a clock ran.
    pub timed: u64,
    /// Flags that fell.
    pub flags: u64,
    /// Games that are over.
    pub over: u64,
}

impl Counts {
    /// Adds others.
    pub fn add(&mut self, other: Counts) {
        self.games += other.games;
        self.events += other.events;
        self.received += other.received;
        self.acknowledged += other.acknowledged;
        self.timed += other.timed;
        self.flags += other.flags;
        self.over += other.over;
    }
}

/// A violation found by the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The game.
    pub game: GameId,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.what)
    }
}

/// Compares a game's log with the history of its players. Until `judged_from` there were outages, in which no turn is too late.
pub fn check(id: &GameId, log: &[LoggedEvent], history: &History, judged_from: Millis) -> (Counts, Vec<Finding>) {
    let mut violations: Vec<String> = history.violations.clone();
    let mut counts = Counts {
        games: 1,
        events: log.len() as u64,
        received: history.received.len() as u64,
        acknowledged: history.acknowledged.len() as u64,
        ..Counts::default()
    };
    follow(id, log, judged_from, &mut counts, &mut violations);
    for received in &history.received {
        match log.get(received.version as usize - 1) {
            Some(logged) if logged == received => {}
            Some(logged) => violations.push(format!("clients received {received:?}, the log has {logged:?}")),
            None => violations.push(format!("clients received {received:?}, the log ends at {}", log.len())),
        }
    }
    for acknowledged in &history.acknowledged {
        if let Some(what) = missing(log, acknowledged) {
            violations.push(what);
        }
    }
    repeated(log, &mut violations);
    (counts, violations.into_iter().map(|what| Finding { game: id.clone(), what }).collect())
}

/// Folds a log and checks its times: monotonic, no turn after the deadline, no flag before it.
fn follow(id: &GameId, log: &[LoggedEvent], judged_from: Millis, counts: &mut Counts, violations: &mut Vec<String>) {
    let Some((first, rest)) = log.split_first() else {
        violations.push("the log is empty".to_owned());
        return;
    };
    let mut game = match Game::from_log(id.clone(), std::slice::from_ref(first)) {
        Ok(game) => game,
        Err(error) => {
            violations.push(error.to_string());
            return;
        }
    };
    for event in rest {
        let LoggedEvent { version, at, .. } = *event;
        if at < game.changed() {
            violations.push(format!("event {version} is of {at}, the one before it of {}", game.changed()));
        }
        let clocks = game.clocks();
        if let (Some(running), Some(deadline)) = (clocks.running(), clocks.deadline()) {
            match event.event {
                Event::Played { lag, .. } => {
                    counts.timed += 1;
                    let lag = lag.min(clocks.lag_quota(running));
                    if at > (deadline + u64::from(lag) + GRACE_MS).max(judged_from) {
                        let late = at - deadline;
                        violations
                            .push(format!("turn {version} came {late} ms after the time was up, with {lag} ms of lag"));
                    }
                }
                Event::Ended(Termination::OutOfTime { seat }) if seat != running => {
                    violations
                        .push(format!("event {version}: the flag of seat {seat} fell, but the clock of {running} ran"));
                }
                Event::Ended(Termination::OutOfTime { .. }) if at < deadline => {
                    violations.push(format!("event {version}: a flag fell {} ms too early", deadline - at));
                }
                _ => {}
            }
        } else if let Event::Ended(Termination::OutOfTime { seat }) = event.event {
            violations.push(format!("event {version}: the flag of seat {seat} fell, but no clock ran"));
        }
        counts.flags += u64::from(matches!(event.event, Event::Ended(Termination::OutOfTime { .. })));
        if let Err(error) = game.apply(event) {
            violations.push(error.to_string());
            return;
        }
    }
    counts.over += u64::from(matches!(game.phase(), Phase::Over(_)));
}

/// Returns why an acknowledged command is not in the log as it should be.
fn missing(log: &[LoggedEvent], acknowledged: &Acknowledged) -> Option<String> {
    let Acknowledged { seat, command, version, sent, received } = acknowledged;
    let what = || format!("seat {seat}: {command:?}, acknowledged as part of version {version},");
    if log.len() < *version as usize {
        return Some(format!("{} is lost: the log ends at {}", what(), log.len()));
    }
    let until = &log[..*version as usize];
    let Some(found) = until.iter().rev().find(|logged| is_of(&logged.event, *seat, command)) else {
        return Some(format!("{} is not there", what()));
    };
    // The acknowledged version of a turn is its own; a repeated other command is merely included.
    if matches!(command.command, Command::Play { .. }) && found.version != *version {
        return Some(format!("{} is event {}", what(), found.version));
    }
    let fits = found.at + CLOCK_TOLERANCE >= *sent && found.at <= received + CLOCK_TOLERANCE;
    // A proposal may have been settled by an earlier one, so its time is not checked.
    let timed = matches!(command.command, Command::Play { .. } | Command::Say { .. } | Command::GiveTime);
    (timed && !fits)
        .then(|| format!("{} is of {}, but was sent at {sent} and acknowledged at {received}", what(), found.at))
}

/// Returns whether an event is the result of a command.
fn is_of(event: &Event, by: u8, keyed: &KeyedCommand) -> bool {
    match (&keyed.command, event) {
        (Command::Play { line, ply, mv }, Event::Played { line: l, ply: p, mv: m, .. }) => (line, ply, mv) == (l, p, m),
        (Command::Ask { what, .. }, Event::Asked { seat, what: w, .. } | Event::Agreed { seat, what: w, .. }) => {
            (by, what) == (*seat, w)
        }
        (Command::Answer { what, yes: true, .. }, Event::Agreed { seat, what: w, .. }) => (by, what) == (*seat, w),
        (Command::Answer { what, yes: false, .. }, Event::Declined { seat, what: w, .. }) => (by, what) == (*seat, w),
        (Command::Resign, Event::Ended(Termination::Resigned { seat })) => by == *seat,
        // The player who aborts second finds it done: the referee accepts it, since the wish is fulfilled.
        (Command::Abort, Event::Ended(Termination::Aborted { .. })) => true,
        (Command::GiveTime, Event::GaveTime { from, key, .. }) => (by, keyed.key) == (*from, *key),
        (Command::Say { text }, Event::Said { seat, text: t, key }) => (by, text, keyed.key) == (*seat, t, *key),
        // The player who agrees last to a rematch may find it settled already.
        (Command::Ask { what: Proposal::Rematch, .. }, Event::Rematched { .. }) => true,
        _ => false,
    }
}

/// Checks that repeated commands had no further effect: each key occurs once.
fn repeated(log: &[LoggedEvent], violations: &mut Vec<String>) {
    let mut keys: Vec<(u8, u8, u32)> = Vec::new();
    for logged in log {
        let key = match logged.event {
            // Time is given to every opponent, with one key.
            Event::GaveTime { from, to, key, .. } => (from, to, key),
            Event::Said { seat, key, .. } => (seat, u8::MAX, key),
            _ => continue,
        };
        if keys.contains(&key) {
            violations.push(format!(
                "event {}: the command with the key {} of seat {} was done twice",
                logged.version, key.2, key.0
            ));
        }
        keys.push(key);
    }
}

/// Returns a finding if a game's flag should have fallen more than `grace` milliseconds ago.
pub fn overdue(id: &GameId, log: &[LoggedEvent], now: Millis, grace: Millis) -> Option<Finding> {
    let game = Game::from_log(id.clone(), log).ok()?;
    let flag = game.clocks().flag_falls_at().filter(|_| game.phase() == Phase::Playing)?;
    let late = now.checked_sub(flag).filter(|late| *late > grace)?;
    Some(Finding { game: id.clone(), what: format!("the flag should have fallen {late} ms ago") })
}

/// The result of comparing all games of a trial.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Numbers of checked items.
    pub counts: Counts,
    /// The violations.
    pub findings: Vec<Finding>,
}

/// Compares histories with a storage that servers may be using.
pub async fn compare(store: &Store, games: &[Arc<TrackedGame>], grace: Option<Millis>) -> Result<Comparison, String> {
    let mut comparison = Comparison::default();
    for game in games {
        // The history first: the log may only grow in between.
        let history = game.history().copy();
        let stored = store.read(&game.id, 0).await.map_err(|error| error.0)?;
        let log = stored.map(|stored| stored.events).unwrap_or_default();
        let (counts, findings) = check(&game.id, &log, &history, 0);
        comparison.counts.add(counts);
        comparison.findings.extend(findings);
        comparison.findings.extend(grace.and_then(|grace| overdue(&game.id, &log, now(), grace)));
    }
    Ok(comparison)
}

impl Comparison {
    /// Adds the result to a report.
    pub fn add_to(&self, report: &mut Report) {
        let Counts { games, events, received, acknowledged, timed, flags, over } = self.counts;
        report.figure("games compared with the database", games);
        report.figure("… over at the end", over);
        report.figure("events in their logs, all valid", events);
        report.figure("events received by clients", received);
        report.figure("turns with verified clocks", timed);
        report.figure("games lost on time", flags);
        report.figure("acknowledged commands", acknowledged);
        let met = self.findings.is_empty() && games > 0;
        report.require("violations (lost, changed, illegal or mistimed events)", self.findings.len(), "0", met);
        for finding in self.findings.iter().take(8) {
            report.note(format!("- {finding}"));
        }
    }
}
