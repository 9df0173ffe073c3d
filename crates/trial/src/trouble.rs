//! Trouble with the storage: a file that another program holds, a full disk, a database that is restarted. Players must be
//! told clearly, nothing may be lost, and everything must go on by itself once the trouble is over.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use halfboard_protocol::json;
use halfboard_protocol::message::Refusal;
use rusqlite::Connection;

use crate::crowd::{Crowd, Manner};
use crate::faults::{look, tell};
use crate::fuzz::inside::new_game;
use crate::http;
use crate::node::Node;
use crate::place::Folder;
use crate::report::Report;

/// How long it may take until every game goes on.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many people, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Games.
    pub games: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// How long the trouble lasts.
    pub lasts: Duration,
}

/// What players saw of a trouble.
struct Seen {
    refused: u64,
    acknowledged: u64,
    /// What monitoring was told.
    health: String,
    /// What somebody was told who wanted a new game.
    new_game: String,
}

/// Another program holds the file.
pub async fn locked(program: &Path, size: Size) -> Result<Report, String> {
    let folder = Folder::new("locked")?;
    let file = folder.path().join("games.sqlite");
    let (node, crowd) = begin(program, &folder, &folder.sqlite(), size).await?;
    let holder = Connection::open(&file).map_err(|error| error.to_string())?;
    let waiting = holder.busy_timeout(PATIENCE);
    waiting.and_then(|()| holder.execute_batch("BEGIN EXCLUSIVE")).map_err(|error| error.to_string())?;
    let seen = endure(&node, &crowd, size.lasts).await;
    holder.execute_batch("ROLLBACK").map_err(|error| error.to_string())?;
    drop(holder);
    finish("SQLite locked by another program", node, &crowd, &folder.sqlite(), size, &seen).await
}

/// The disk is full. `None` where no small disk can be had.
pub async fn full(program: &Path, size: Size) -> Result<Option<Report>, String> {
    let folder = Folder::new("full")?;
    let Some(disk) = SmallDisk::new(folder.path().join("disk")) else { return Ok(None) };
    let database = format!("sqlite:{}", disk.0.join("games.sqlite").display());
    let (node, crowd) = begin(program, &folder, &database, size).await?;
    let filler = disk.0.join("filler");
    // Copied from the list of zeros until nothing more fits, which is an error as it should be.
    let _ = Command::new("dd")
        .args(["if=/dev/zero", "bs=4096", "status=none"])
        .arg(format!("of={}", filler.display()))
        .output();
    let seen = endure(&node, &crowd, size.lasts).await;
    std::fs::remove_file(&filler).map_err(|error| error.to_string())?;
    let report = finish("Disk full", node, &crowd, &database, size, &seen).await?;
    Ok(Some(report))
}

/// The database ends, in order or not, and is started again.
pub async fn restarted(
    heading: &str,
    program: &Path,
    size: Size,
    database: &str,
    stop: impl FnOnce() -> Result<(), String>,
    start: impl FnOnce() -> Result<(), String>,
) -> Result<Report, String> {
    let folder = Folder::new("restarted")?;
    let (node, crowd) = begin(program, &folder, database, size).await?;
    stop()?;
    let seen = endure(&node, &crowd, size.lasts).await;
    start()?;
    finish(heading, node, &crowd, database, size, &seen).await
}

async fn begin(
    program: &Path,
    folder: &Folder,
    database: &str,
    size: Size,
) -> Result<(Node, std::sync::Arc<Crowd>), String> {
    let node = Node::start(folder.recipe(program, database, "node")).await?;
    let mut manner = Manner::lively(size.pace, 7);
    manner.dawdle = 0;
    let crowd = Crowd::gather(vec![node.address], manner, size.games).await?;
    crowd.enter();
    if crowd.all_connected(PATIENCE).await < crowd.size() {
        return Err("not everybody could connect".to_owned());
    }
    crowd.play();
    if crowd.all_go_on(PATIENCE).await > 0 {
        return Err("not every game began".to_owned());
    }
    tokio::time::sleep(size.lasts / 4).await;
    Ok((node, crowd))
}

/// Watches what players are told while there is trouble. What was on its way when it began may still be acknowledged.
async fn endure(node: &Node, crowd: &Crowd, lasts: Duration) -> Seen {
    let figures = &crowd.figures;
    let refused = figures.refusals("Unavailable");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let acknowledged = figures.acknowledged.load(Ordering::Relaxed);
    tokio::time::sleep(lasts).await;
    let health = http::request(node.address, "GET", "/healthz", None, None).await;
    let body = json::encode(&new_game("j"));
    let new_game = http::request(node.address, "POST", "/api/games", None, Some(&body)).await;
    Seen {
        refused: figures.refusals("Unavailable") - refused,
        acknowledged: figures.acknowledged.load(Ordering::Relaxed) - acknowledged,
        health: health.map_or_else(|problem| problem, |answer| answer.status.to_string()),
        new_game: new_game.map_or_else(
            |problem| problem,
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
    size: Size,
    seen: &Seen,
) -> Result<Report, String> {
    let mut report = Report::new(heading);
    let well = node.well(PATIENCE).await;
    let stuck = crowd.all_go_on(PATIENCE).await;
    tokio::time::sleep(size.lasts / 4).await;
    report.figure("seconds of trouble", size.lasts.as_secs());
    report.asked("commands refused as unavailable", seen.refused, "some", seen.refused > 0);
    report.figure("commands acknowledged during it", seen.acknowledged);
    report.asked("what monitoring was told during it", &seen.health, "503", seen.health == "503");
    let clear = seen.new_game == "503 Unavailable";
    report.asked("… whoever wanted a new game", &seen.new_game, "503 Unavailable", clear);
    report.asked("well afterwards, without a restart", well.is_ok(), "true", well.is_ok() && node.is_alive());
    report.asked("games that did not go on", stuck, "0", stuck == 0);
    crowd.leave().await;
    tell(crowd, &mut report);
    let panics = node.panics();
    report.asked("panics in the server's log", panics.len(), "0", panics.is_empty());
    look(database, crowd, None).await?.tell(&mut report);
    Ok(report)
}

/// A disk of 64 megabytes in memory, for as long as this lives.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts it, where one may.
    fn new(path: PathBuf) -> Option<SmallDisk> {
        std::fs::create_dir_all(&path).ok()?;
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64m", "tmpfs"]).arg(&path).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(path))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The server may not be gone yet: lazily.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}
