//! Compares what clients were told with what the database holds. [`check`] is pure: a log and a history in, findings out.

use std::fmt;
use std::sync::Arc;

use halfboard_protocol::Millis;
use halfboard_protocol::event::{Event, LoggedEvent, Proposal, Termination};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{Command, KeyedCommand};

use halfboard_server::store::Store;

use crate::report::Report;
use crate::told::{Acknowledged, History, Table, now};

/// Times of the client and of the server are rounded to milliseconds on their own.
const ROUNDING: Millis = 2;

/// What was looked at. A check of nothing proves nothing, so reports say how much it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Events in logs.
    pub events: u64,
    /// Events that clients were told.
    pub told: u64,
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
        self.told += other.told;
        self.acknowledged += other.acknowledged;
        self.timed += other.timed;
        self.flags += other.flags;
        self.over += other.over;
    }
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which game.
    pub game: GameId,
    /// What.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.what)
    }
}

/// Compares a game's log with the history of its players.
pub fn check(id: &GameId, log: &[LoggedEvent], history: &History) -> (Counts, Vec<Finding>) {
    let mut wrong: Vec<String> = history.wrong.clone();
    let mut counts = Counts {
        games: 1,
        events: log.len() as u64,
        told: history.told.len() as u64,
        acknowledged: history.acknowledged.len() as u64,
        ..Counts::default()
    };
    follow(id, log, &mut counts, &mut wrong);
    for told in &history.told {
        match log.get(told.version as usize - 1) {
            Some(kept) if kept == told => {}
            Some(kept) => wrong.push(format!("clients were told {told:?}, the log has {kept:?}")),
            None => wrong.push(format!("clients were told {told:?}, the log ends at {}", log.len())),
        }
    }
    for acknowledged in &history.acknowledged {
        if let Some(what) = missing(log, acknowledged) {
            wrong.push(what);
        }
    }
    repeated(log, &mut wrong);
    (counts, wrong.into_iter().map(|what| Finding { game: id.clone(), what }).collect())
}

/// Folds a log and looks at its times: they never go back, nobody plays after their time, no flag falls before it.
fn follow(id: &GameId, log: &[LoggedEvent], counts: &mut Counts, wrong: &mut Vec<String>) {
    let Some((first, rest)) = log.split_first() else {
        wrong.push("the log is empty".to_owned());
        return;
    };
    let mut game = match Game::from_log(id.clone(), std::slice::from_ref(first)) {
        Ok(game) => game,
        Err(broken) => {
            wrong.push(broken.to_string());
            return;
        }
    };
    for event in rest {
        let LoggedEvent { version, at, .. } = *event;
        if at < game.changed() {
            wrong.push(format!("event {version} is of {at}, the one before it of {}", game.changed()));
        }
        let clocks = game.clocks();
        if let (Some(running), Some(deadline)) = (clocks.running(), clocks.deadline()) {
            match event.event {
                Event::Played { lag, .. } => {
                    counts.timed += 1;
                    let lag = lag.min(clocks.lag_quota(running));
                    if at > deadline + u64::from(lag) {
                        let late = at - deadline;
                        wrong
                            .push(format!("turn {version} came {late} ms after the time was up, with {lag} ms of lag"));
                    }
                }
                Event::Ended(Termination::OutOfTime { seat }) if seat != running => {
                    wrong
                        .push(format!("event {version}: the flag of seat {seat} fell, but the clock of {running} ran"));
                }
                Event::Ended(Termination::OutOfTime { .. }) if at < deadline => {
                    wrong.push(format!("event {version}: a flag fell {} ms too early", deadline - at));
                }
                _ => {}
            }
        } else if let Event::Ended(Termination::OutOfTime { seat }) = event.event {
            wrong.push(format!("event {version}: the flag of seat {seat} fell, but no clock ran"));
        }
        counts.flags += u64::from(matches!(event.event, Event::Ended(Termination::OutOfTime { .. })));
        if let Err(broken) = game.apply(event) {
            wrong.push(broken.to_string());
            return;
        }
    }
    counts.over += u64::from(matches!(game.phase(), Phase::Over(_)));
}

/// Why an acknowledged command is not in the log, or not as it should be.
fn missing(log: &[LoggedEvent], acknowledged: &Acknowledged) -> Option<String> {
    let Acknowledged { seat, command, version, sent, heard } = acknowledged;
    let what = || format!("seat {seat}: {command:?}, acknowledged as part of version {version},");
    if log.len() < *version as usize {
        return Some(format!("{} is lost: the log ends at {}", what(), log.len()));
    }
    let until = &log[..*version as usize];
    let Some(found) = until.iter().rev().find(|logged| is_of(&logged.event, *seat, command)) else {
        return Some(format!("{} is not there", what()));
    };
    // A turn is told its own number; of other commands that were said again only that they are contained.
    if matches!(command.command, Command::Play { .. }) && found.version != *version {
        return Some(format!("{} is event {}", what(), found.version));
    }
    let fits = found.at + ROUNDING >= *sent && found.at <= heard + ROUNDING;
    // A request can be answered by what others asked before; its own time says nothing then.
    let timed = matches!(command.command, Command::Play { .. } | Command::Say { .. } | Command::GiveTime);
    (timed && !fits)
        .then(|| format!("{} is of {}, but was sent at {sent} and acknowledged at {heard}", what(), found.at))
}

/// Whether an event is what a command asked for.
fn is_of(event: &Event, by: u8, keyed: &KeyedCommand) -> bool {
    match (&keyed.command, event) {
        (Command::Play { line, ply, mv }, Event::Played { line: l, ply: p, mv: m, .. }) => (line, ply, mv) == (l, p, m),
        (Command::Ask { what, .. }, Event::Asked { seat, what: w, .. } | Event::Agreed { seat, what: w, .. }) => {
            (by, what) == (*seat, w)
        }
        (Command::Answer { what, yes: true, .. }, Event::Agreed { seat, what: w, .. }) => (by, what) == (*seat, w),
        (Command::Answer { what, yes: false, .. }, Event::Declined { seat, what: w, .. }) => (by, what) == (*seat, w),
        (Command::Resign, Event::Ended(Termination::Resigned { seat })) => by == *seat,
        (Command::Abort, Event::Ended(Termination::Aborted { seat })) => by == *seat,
        (Command::GiveTime, Event::GaveTime { from, key, .. }) => (by, keyed.key) == (*from, *key),
        (Command::Say { text }, Event::Said { seat, text: t, key }) => (by, text, keyed.key) == (*seat, t, *key),
        // Whoever agrees last to a rematch may find it settled in the same breath.
        (Command::Ask { what: Proposal::Rematch, .. }, Event::Rematched { .. }) => true,
        _ => false,
    }
}

/// A command said twice must not be done twice: the events that carry a key have each key once.
fn repeated(log: &[LoggedEvent], wrong: &mut Vec<String>) {
    let mut keys: Vec<(u8, u8, u32)> = Vec::new();
    for logged in log {
        let key = match logged.event {
            // Time is given to every opponent, with one key.
            Event::GaveTime { from, to, key, .. } => (from, to, key),
            Event::Said { seat, key, .. } => (seat, u8::MAX, key),
            _ => continue,
        };
        if keys.contains(&key) {
            wrong.push(format!(
                "event {}: the command with the key {} of seat {} was done twice",
                logged.version, key.2, key.0
            ));
        }
        keys.push(key);
    }
}

/// Games whose flag should have fallen long ago. After the last fault the server has had its time to see to them.
pub fn overdue(id: &GameId, log: &[LoggedEvent], now: Millis, grace: Millis) -> Option<Finding> {
    let game = Game::from_log(id.clone(), log).ok()?;
    let flag = game.clocks().flag_falls_at().filter(|_| game.phase() == Phase::Playing)?;
    let late = now.checked_sub(flag).filter(|late| *late > grace)?;
    Some(Finding { game: id.clone(), what: format!("the flag should have fallen {late} ms ago") })
}

/// What was found in all games of a trial.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What was looked at.
    pub counts: Counts,
    /// What must not be.
    pub findings: Vec<Finding>,
}

/// Compares the histories of these tables with a storage that servers may be using.
pub async fn compare(store: &Store, tables: &[Arc<Table>], grace: Option<Millis>) -> Result<Verdict, String> {
    let mut verdict = Verdict::default();
    for table in tables {
        // First what was told, then the log: it may only have become longer in between.
        let history = table.history().copy();
        let kept = store.read(&table.id, 0).await.map_err(|problem| problem.0)?;
        let log = kept.map(|kept| kept.events).unwrap_or_default();
        let (counts, findings) = check(&table.id, &log, &history);
        verdict.counts.add(counts);
        verdict.findings.extend(findings);
        verdict.findings.extend(grace.and_then(|grace| overdue(&table.id, &log, now(), grace)));
    }
    Ok(verdict)
}

impl Verdict {
    /// Writes down what was looked at and what was found.
    pub fn tell(&self, report: &mut Report) {
        let Counts { games, events, told, acknowledged, timed, flags, over } = self.counts;
        report.figure("games compared with the database", games);
        report.figure("… over at the end", over);
        report.figure("events in their logs, all folded by the rules", events);
        report.figure("events that clients were told", told);
        report.figure("turns whose clock was reckoned again", timed);
        report.figure("flags that fell", flags);
        report.figure("acknowledged commands", acknowledged);
        let met = self.findings.is_empty() && games > 0;
        report.asked("lost, changed, illegal or mistimed", self.findings.len(), "0", met);
        for finding in self.findings.iter().take(8) {
            report.note(format!("- {finding}"));
        }
    }
}
