//! Storage outages: a locked file, a full disk, a restarted database. Commands must be refused clearly, nothing may be lost,
//! and everything must continue by itself afterwards.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use halfboard_protocol::json;
use halfboard_protocol::message::Refusal;
use rusqlite::Connection;

use crate::crowd::{Behavior, Crowd};
use crate::faults::{add_counters, compare_with_database};
use crate::fuzz::in_process::new_game;
use crate::http;
use crate::node::Node;
use crate::report::Report;
use crate::workdir::WorkDir;

/// Maximum time until all games continue.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The size of a trial.
#[derive(Clone, Copy, Debug)]
pub struct OutageSize {
    /// Games.
    pub games: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// The duration of the outage.
    pub lasts: Duration,
}

/// What clients observe during an outage.
struct Observations {
    refused: u64,
    acknowledged: u64,
    /// The response to a health check.
    health: String,
    /// The response to a request for a new game.
    new_game: String,
}

/// Another program locks the file.
pub async fn locked(program: &Path, size: OutageSize) -> Result<Report, String> {
    let folder = WorkDir::new("locked")?;
    let file = folder.path().join("games.sqlite");
    let (node, crowd) = begin(program, &folder, &folder.sqlite(), size).await?;
    let holder = Connection::open(&file).map_err(|error| error.to_string())?;
    let waiting = holder.busy_timeout(TIMEOUT);
    waiting.and_then(|()| holder.execute_batch("BEGIN EXCLUSIVE")).map_err(|error| error.to_string())?;
    let seen = observe(&node, &crowd, size.lasts).await;
    holder.execute_batch("ROLLBACK").map_err(|error| error.to_string())?;
    drop(holder);
    finish("SQLite locked by another program", node, &crowd, &folder.sqlite(), size, &seen).await
}

/// The disk is full. Returns `None` if no small disk can be mounted.
pub async fn full(program: &Path, size: OutageSize) -> Result<Option<Report>, String> {
    let folder = WorkDir::new("full")?;
    let Some(disk) = SmallDisk::new(folder.path().join("disk")) else { return Ok(None) };
    let database = format!("sqlite:{}", disk.0.join("games.sqlite").display());
    let (node, crowd) = begin(program, &folder, &database, size).await?;
    let filler = disk.0.join("filler");
    // Fills the disk until dd fails.
    let _ = Command::new("dd")
        .args(["if=/dev/zero", "bs=4096", "status=none"])
        .arg(format!("of={}", filler.display()))
        .output();
    let seen = observe(&node, &crowd, size.lasts).await;
    std::fs::remove_file(&filler).map_err(|error| error.to_string())?;
    let report = finish("Disk full", node, &crowd, &database, size, &seen).await?;
    Ok(Some(report))
}

/// The database is stopped or killed, and started again.
pub async fn restarted(
    heading: &str,
    program: &Path,
    size: OutageSize,
    database: &str,
    stop: impl FnOnce() -> Result<(), String>,
    start: impl FnOnce() -> Result<(), String>,
) -> Result<Report, String> {
    let folder = WorkDir::new("restarted")?;
    let (node, crowd) = begin(program, &folder, database, size).await?;
    stop()?;
    let seen = observe(&node, &crowd, size.lasts).await;
    start()?;
    finish(heading, node, &crowd, database, size, &seen).await
}

async fn begin(
    program: &Path,
    folder: &WorkDir,
    database: &str,
    size: OutageSize,
) -> Result<(Node, std::sync::Arc<Crowd>), String> {
    let node = Node::start(folder.node_config(program, database, "node")).await?;
    let mut behavior = Behavior::lively(size.pace, 7);
    behavior.dawdle = 0;
    let crowd = Crowd::gather(vec![node.address], behavior, size.games).await?;
    crowd.connect();
    if crowd.all_connected(TIMEOUT).await < crowd.size() {
        return Err("not all players could connect".to_owned());
    }
    crowd.play();
    if crowd.all_progress(TIMEOUT).await > 0 {
        return Err("not all games started".to_owned());
    }
    tokio::time::sleep(size.lasts / 4).await;
    Ok((node, crowd))
}

/// Observes an outage. Commands in flight when it starts may still be acknowledged.
async fn observe(node: &Node, crowd: &Crowd, lasts: Duration) -> Observations {
    let counters = &crowd.counters;
    let refused = counters.refusals("Unavailable");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let acknowledged = counters.acknowledged.load(Ordering::Relaxed);
    tokio::time::sleep(lasts).await;
    let health = http::request(node.address, "GET", "/healthz", None, None).await;
    let body = json::encode(&new_game("j"));
    let new_game = http::request(node.address, "POST", "/api/games", None, Some(&body)).await;
    Observations {
        refused: counters.refusals("Unavailable") - refused,
        acknowledged: counters.acknowledged.load(Ordering::Relaxed) - acknowledged,
        health: health.map_or_else(|error| error, |answer| answer.status.to_string()),
        new_game: new_game.map_or_else(
            |error| error,
            |answer| {
                let code = json::decode::<Refusal>(&answer.body).map(|refusal| format!("{:?}", refusal.code));
                format!("{} {}", answer.status, code.unwrap_or_default())
            },
        ),
    }
}

async fn finish(
    heading: &str,
    mut node: Node,
    crowd: &std::sync::Arc<Crowd>,
    database: &str,
    size: OutageSize,
    seen: &Observations,
) -> Result<Report, String> {
    let mut report = Report::new(heading);
    let well = node.wait_healthy(TIMEOUT).await;
    let stuck = crowd.all_progress(TIMEOUT).await;
    tokio::time::sleep(size.lasts / 4).await;
    report.figure("seconds of outage", size.lasts.as_secs());
    report.require("commands refused as unavailable", seen.refused, "some", seen.refused > 0);
    report.figure("commands acknowledged during the outage", seen.acknowledged);
    report.require("health check during the outage", &seen.health, "503", seen.health == "503");
    let clear = seen.new_game == "503 Unavailable";
    report.require("… creating a game", &seen.new_game, "503 Unavailable", clear);
    report.require("healthy afterwards, without a restart", well.is_ok(), "true", well.is_ok() && node.is_alive());
    report.require("stalled games", stuck, "0", stuck == 0);
    crowd.leave().await;
    add_counters(crowd, &mut report);
    let panics = node.panics();
    report.require("panics in the server's log", panics.len(), "0", panics.is_empty());
    compare_with_database(database, crowd, None).await?.add_to(&mut report);
    Ok(report)
}

/// A tmpfs of 64 MB, unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts it; `None` without the privilege.
    fn new(path: PathBuf) -> Option<SmallDisk> {
        std::fs::create_dir_all(&path).ok()?;
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64m", "tmpfs"]).arg(&path).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(path))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, since the server may still be running.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}
