//! Fuzzing with malformed messages. [`in_process`] calls functions directly, which is fast; [`network`] uses a server
//! over sockets and HTTP. Nothing may panic, no stored game may become invalid, and memory must not grow.

pub mod in_process;
pub mod mutator;
pub mod network;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use halfboard_protocol::api::GameStatus;
use halfboard_protocol::id::GameId;
use halfboard_server::store::Store;

use crate::http;
use crate::node::Node;
use crate::report::Report;
use crate::workdir::WorkDir;

/// Numbers of messages of a trial.
#[derive(Clone, Copy, Debug)]
pub struct FuzzSize {
    /// Decoded as messages, requests, IDs and time controls.
    pub read: u64,
    /// Applied to games as events.
    pub folded: u64,
    /// Passed to the hub as commands and requests.
    pub asked: u64,
    /// Sent over sockets.
    pub sent: u64,
    /// Sent as HTTP requests.
    pub requested: u64,
}

impl FuzzSize {
    /// Splits a total, mostly into the fast kinds.
    pub fn new(total: u64) -> FuzzSize {
        let (folded, asked, sent, requested) = (total * 15 / 100, total * 8 / 100, total * 5 / 100, total / 50);
        // Not everything sent is processed: even with half of it missing the total is reached.
        FuzzSize { read: total - folded - asked - (sent + requested) / 2, folded, asked, sent, requested }
    }
}

/// Tolerance for memory growth, in KB.
const MEMORY_SLACK_KB: u64 = 4 * 1024;

/// Runs all fuzz trials; at least `least` messages must have been processed.
pub async fn run(program: &Path, size: FuzzSize, least: u64, seed: u64) -> Result<Report, String> {
    in_process::count_panics();
    let before = in_process::panics();
    let begun = Instant::now();
    let mut report = Report::new("Malformed messages and requests");
    let work = move || (in_process::read(size.read, seed), in_process::fold(size.folded, seed + 1));
    let (read, folded) =
        tokio::task::spawn_blocking(work).await.map_err(|error| format!("reading or folding: {error}"))?;
    report.figure(
        "decoded as messages, requests, IDs and time controls",
        format!("{} ({} accepted)", read.count, read.accepted),
    );
    report.figure("decoded as events and applied to games", folded.count);
    report.figure("… of which valid", format!("{} ({} accepted)", folded.reached, folded.accepted));
    report.figure("seconds", begun.elapsed().as_secs());
    let begun = Instant::now();
    let (asked, games) = in_process::ask(size.asked, seed + 2).await?;
    report.figure("decoded as commands and requests to a hub", asked.count);
    report.figure("… of which valid", format!("{} ({} accepted)", asked.reached, asked.accepted));
    report.figure("games in its database, all valid", games);
    report.figure("seconds", begun.elapsed().as_secs());
    let panics = in_process::panics() - before;
    report.require("panics", panics, "0", panics == 0);
    let taken = over_sockets(program, size, seed + 3, &mut report).await?;
    let total = read.count + folded.count + asked.count + taken;
    report.require("processed in all", total, format!("at least {least}"), total >= least);
    Ok(report)
}

/// Fuzzes a server process in ten parts, recording its memory after each.
async fn over_sockets(program: &Path, size: FuzzSize, seed: u64, report: &mut Report) -> Result<u64, String> {
    let folder = WorkDir::new("fuzz")?;
    let mut node = Node::start(folder.node_config(program, &folder.sqlite(), "node")).await?;
    let mut games: Vec<GameId> = Vec::new();
    let begun = Instant::now();
    let (mut sent, mut answers, mut failed, mut connections) = (0, 0, 0, 0);
    let mut memory = Vec::new();
    for piece in 0..10 {
        // Games end, so each part has its own.
        let targets = Arc::new(network::Targets::create(node.address).await?);
        games.extend(targets.games.iter().map(|(game, _)| game.clone()));
        let outcome =
            network::send(Arc::clone(&targets), size.sent / 10, size.requested / 10, seed + (piece << 8)).await;
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
    let metrics = http::request(node.address, "GET", "/metrics", None, None).await?.ok()?;
    let (messages, requests) = (metric_sum(&metrics, "messages_in_total"), metric_sum(&metrics, "requests_total"));
    report.require("… messages received, by the server's metrics", messages, "some", messages > 0);
    report.require("… requests handled, by the server's metrics", requests, "some", requests > 0);
    report.figure("… connections", connections);
    report.figure("… responses read", answers);
    report.figure("… failed connections", failed);
    report.figure("… seconds", begun.elapsed().as_secs());
    let shown: Vec<String> = memory.iter().map(|kb| (kb / 1024).to_string()).collect();
    let shown = format!("{} MB", shown.join(", "));
    let grown = memory.len() < 10 || memory[9] > memory[4] * 5 / 4 + MEMORY_SLACK_KB;
    report.require(
        "… memory of the server after each tenth",
        shown,
        "the last at most a quarter and 4 MB above the fifth",
        !grown,
    );
    let (alive, well) = (node.is_alive(), http::is_healthy(node.address).await);
    report.require("… alive and healthy", alive && well, "true", alive && well);
    let panics = node.panics();
    report.require("… panics in its log", panics.len(), "0", panics.is_empty());
    for panic in panics.iter().take(3) {
        report.note(format!("- {panic}"));
    }
    node.kill();
    let store = Store::open(&folder.sqlite()).await.map_err(|error| error.to_string())?;
    for status in [GameStatus::Open, GameStatus::Playing, GameStatus::Finished, GameStatus::Aborted] {
        let listed = store.list(status, 100_000).await.map_err(|error| error.0)?;
        games.extend(listed.into_iter().map(|summary| summary.id));
    }
    let folded = in_process::fold_all(&store, &games).await;
    let shown = folded.clone().map_or_else(|error| error, |count| count.to_string());
    report.require("… games in its database, all valid", shown, "no error", folded.is_ok());
    store.close().await;
    Ok(messages + requests)
}

/// Returns the sum of a metric over all labels.
fn metric_sum(metrics: &str, name: &str) -> u64 {
    let lines = metrics.lines().filter(|line| !line.starts_with('#'));
    let of = lines.filter(|line| line.split(['{', ' ']).next().is_some_and(|word| word.ends_with(name)));
    of.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}
