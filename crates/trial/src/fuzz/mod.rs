//! Messages full of mistakes. [`inside`] calls the program's own functions, which is fast; [`outside`] talks to a server
//! over sockets and HTTP. Nothing may panic, no game may come into a state that cannot be, and memory must not grow.

pub mod inside;
pub mod mutate;
pub mod outside;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use halfboard_protocol::api::GameStatus;
use halfboard_protocol::id::GameId;
use halfboard_server::store::Store;

use crate::http;
use crate::node::Node;
use crate::place::Folder;
use crate::report::Report;

/// How many messages a trial has.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Read as messages, requests, names and clocks.
    pub read: u64,
    /// Applied to games as events.
    pub folded: u64,
    /// Given to the hub as commands and requests.
    pub asked: u64,
    /// Sent over sockets.
    pub sent: u64,
    /// Sent as HTTP requests.
    pub requested: u64,
}

impl Size {
    /// So many in all, most of them of the fast kinds.
    pub fn of(total: u64) -> Size {
        let (folded, asked, sent, requested) = (total * 15 / 100, total * 8 / 100, total * 5 / 100, total / 50);
        // Not everything that is sent is taken in: half of it may be missing, and there are still enough.
        Size { read: total - folded - asked - (sent + requested) / 2, folded, asked, sent, requested }
    }
}

/// Memory may differ by so many KB without anything having grown.
const SLACK: u64 = 4 * 1024;

/// Makes all the mistakes and looks at what became of the program. So many messages must have been looked at, at least.
pub async fn run(program: &Path, size: Size, least: u64, seed: u64) -> Result<Report, String> {
    inside::count_panics();
    let before = inside::panics();
    let begun = Instant::now();
    let mut report = Report::new("Messages and requests with mistakes");
    let work = move || (inside::read(size.read, seed), inside::fold(size.folded, seed + 1));
    let (read, folded) =
        tokio::task::spawn_blocking(work).await.map_err(|error| format!("reading or folding: {error}"))?;
    report
        .figure("read as messages, requests, names and clocks", format!("{} ({} accepted)", read.count, read.accepted));
    report.figure("read as events, to be applied to games", folded.count);
    report.figure("… of which could be read", format!("{} ({} accepted)", folded.reached, folded.accepted));
    report.figure("seconds", begun.elapsed().as_secs());
    let begun = Instant::now();
    let (asked, games) = inside::ask(size.asked, seed + 2).await?;
    report.figure("read as commands and requests, to be put to a hub", asked.count);
    report.figure("… of which could be read", format!("{} ({} accepted)", asked.reached, asked.accepted));
    report.figure("games in its database, all folded by the rules", games);
    report.figure("seconds", begun.elapsed().as_secs());
    let panics = inside::panics() - before;
    report.asked("panics", panics, "0", panics == 0);
    let taken = over_sockets(program, size, seed + 3, &mut report).await?;
    let total = read.count + folded.count + asked.count + taken;
    report.asked("looked at in all", total, format!("at least {least}"), total >= least);
    Ok(report)
}

/// The part that goes to a server of its own, in pieces, between which its memory is looked at.
async fn over_sockets(program: &Path, size: Size, seed: u64, report: &mut Report) -> Result<u64, String> {
    let folder = Folder::new("fuzz")?;
    let mut node = Node::start(folder.recipe(program, &folder.sqlite(), "node")).await?;
    let mut games: Vec<GameId> = Vec::new();
    let begun = Instant::now();
    let (mut sent, mut answers, mut failed, mut connections) = (0, 0, 0, 0);
    let mut memory = Vec::new();
    for piece in 0..10 {
        // Games come to their end, so each piece has its own.
        let targets = Arc::new(outside::Targets::make(node.address).await?);
        games.extend(targets.games.iter().map(|(game, _)| game.clone()));
        let outcome =
            outside::send(Arc::clone(&targets), size.sent / 10, size.requested / 10, seed + (piece << 8)).await;
        let count = |figure: &std::sync::atomic::AtomicU64| figure.load(Ordering::Relaxed);
        sent += count(&outcome.sent);
        answers += count(&outcome.answers);
        failed += count(&outcome.failed);
        connections += count(&outcome.connections);
        memory.push(node.memory());
        if !node.is_alive() {
            break;
        }
    }
    report.figure("sent over sockets and as HTTP requests", sent);
    let metrics = http::request(node.address, "GET", "/metrics", None, None).await?.accepted()?;
    let (messages, requests) = (counted(&metrics, "messages_in_total"), counted(&metrics, "requests_total"));
    report.asked("… messages that the server took in, as it counts", messages, "some", messages > 0);
    report.asked("… requests that it answered, as it counts", requests, "some", requests > 0);
    report.figure("… over so many connections", connections);
    report.figure("… answers read", answers);
    report.figure("… connections that could not be made", failed);
    report.figure("… seconds", begun.elapsed().as_secs());
    let shown: Vec<String> = memory.iter().map(|kb| (kb / 1024).to_string()).collect();
    let shown = format!("{} MB", shown.join(", "));
    let grown = memory.len() < 10 || memory[9] > memory[4] * 5 / 4 + SLACK;
    report.asked(
        "… memory of the server after each tenth",
        shown,
        "the last at most a quarter and 4 MB above the fifth",
        !grown,
    );
    let (alive, well) = (node.is_alive(), http::is_well(node.address).await);
    report.asked("… alive and well", alive && well, "true", alive && well);
    let panics = node.panics();
    report.asked("… panics in its log", panics.len(), "0", panics.is_empty());
    for panic in panics.iter().take(3) {
        report.note(format!("- {panic}"));
    }
    node.kill();
    let store = Store::open(&folder.sqlite()).await.map_err(|error| error.to_string())?;
    for status in [GameStatus::Open, GameStatus::Playing, GameStatus::Finished, GameStatus::Aborted] {
        let listed = store.list(status, 100_000).await.map_err(|problem| problem.0)?;
        games.extend(listed.into_iter().map(|summary| summary.id));
    }
    let folded = inside::fold_all(&store, &games).await;
    let shown = folded.clone().map_or_else(|broken| broken, |count| count.to_string());
    report.asked("… games in its database, all folded by the rules", shown, "no error", folded.is_ok());
    store.close().await;
    Ok(messages + requests)
}

/// The sum of a metric over all its labels.
fn counted(metrics: &str, name: &str) -> u64 {
    let lines = metrics.lines().filter(|line| !line.starts_with('#'));
    let of = lines.filter(|line| line.split(['{', ' ']).next().is_some_and(|word| word.ends_with(name)));
    of.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}
