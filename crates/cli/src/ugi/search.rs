//! A search in its own thread, which prints its progress and its move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use halfboard_engine::limits::{CancelToken, Limits};
use halfboard_engine::player::Player;
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::value::{Proof, Value};

use crate::style::print;

/// A running search.
pub(super) struct BackgroundSearch {
    thread: JoinHandle<Box<dyn Player>>,
    stop: CancelToken,
    /// Dropped to let an infinite search print its move.
    hold: Option<Sender<()>>,
    /// Set before the move is printed, so that a client that has read it finds the search finished.
    ended: Arc<AtomicBool>,
}

impl BackgroundSearch {
    /// Starts a search. With `held` it prints its move only after it is stopped.
    pub(super) fn begin(mut player: Box<dyn Player>, limits: Limits, held: bool) -> Result<Self, String> {
        let stop = player.cancel_token();
        // A `stop` after the end of the last search is not meant for this one.
        stop.reset();
        let (hold, wait) = mpsc::channel();
        let ended = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ended);
        let work = move || {
            tell(&mut *player, &limits, held.then_some(&wait), &end);
            player
        };
        let thread =
            thread::Builder::new().spawn(work).map_err(|error| format!("no thread for the search: {error}"))?;
        Ok(BackgroundSearch { thread, stop, hold: Some(hold), ended })
    }

    /// Returns whether the move has not been printed yet.
    pub(super) fn goes_on(&self) -> bool {
        !self.ended.load(Ordering::Acquire) && !self.thread.is_finished()
    }

    /// Stops the search.
    pub(super) fn stop(&mut self) {
        self.stop.cancel();
        self.hold = None;
    }

    /// Waits for the end and returns the player, unless the search has panicked.
    pub(super) fn join(self) -> Option<Box<dyn Player>> {
        self.thread.join().ok()
    }
}

/// Searches and prints. If the output is closed, the end of the input ends the program.
fn tell(player: &mut dyn Player, limits: &Limits, wait: Option<&Receiver<()>>, ended: &AtomicBool) {
    let mut printed = None;
    let report = player.search(limits, &mut |report| {
        let _ = print(&info(report));
        printed = Some(report.clone());
    });
    if let Some(wait) = wait {
        // Nothing is ever sent: this waits until the sender is dropped.
        let _ = wait.recv();
    }
    let said = report.map(|report| {
        let last = if printed.as_ref() == Some(&report) { String::new() } else { info(&report) };
        let mv = report.lines.first().and_then(|line| line.moves.first());
        mv.map(|mv| format!("{last}bestmove {mv}\n"))
    });
    ended.store(true, Ordering::Release);
    // The game was not over at the start, so an error would be a bug.
    let _ = print(&match said {
        Ok(Some(text)) => text,
        Ok(None) => "info string error the search found no move\n".to_owned(),
        Err(error) => format!("info string error {error}\n"),
    });
}

/// Formats a report as `info` lines, one for each principal variation.
fn info(report: &SearchReport<String>) -> String {
    let SearchReport { depth, seldepth, nodes, seconds, hashfull, .. } = report;
    let milliseconds = (seconds * 1000.0) as u64;
    let speed = (*nodes as f64 / seconds.max(1e-6)) as u64;
    let about = format!("time {milliseconds} nodes {nodes} nps {speed} hashfull {hashfull}");
    let line = |(number, line): (usize, &PrincipalVariation<String>)| {
        let (score, pv) = (score(line.value), line.moves.join(" "));
        format!("info depth {depth} seldepth {seldepth} {about} multipv {} score {score} pv {pv}\n", number + 1)
    };
    report.lines.iter().enumerate().map(line).collect()
}

/// Formats a value. A checker that is left in a solitaire counts -100.
fn score(value: Value) -> String {
    match value {
        Value::Proven(Proof::Win(plies)) => format!("mate {plies}"),
        Value::Proven(Proof::Loss(plies)) => format!("mate -{plies}"),
        Value::Proven(Proof::Draw) => "cp 0".to_owned(),
        Value::Proven(Proof::Left(checkers)) | Value::EstimatedLeft(checkers) => {
            format!("cp {}", -100 * i32::from(checkers))
        }
        Value::Estimated(hundredths) => format!("cp {hundredths}"),
    }
}
