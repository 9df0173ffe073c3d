//! Attacks on a server from one address, while players, visitors and challengers at other addresses use it. Each attack runs
//! in a process of its own at low priority, so that what the others notice is the server and not the attacker's use of the
//! machine. Addresses are those of 127.0.0.0/8, which needs Linux.

mod attackers;
mod bystanders;
mod frames;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub use attackers::{ATTACKS, Attack, assail};

use crate::crowd::{Behavior, Crowd, lock};
use crate::faults::compare_with_database;
use crate::node::{self, Node};
use crate::report::{Report, ms, quantile};
use crate::workdir::WorkDir;
use bystanders::Bystanders;

/// Maximum time that the server's engine thinks about a move in these trials, in milliseconds. At its highest level it searches
/// a fixed number of nodes and needs less, so the requirement is derived from a measurement without an attack.
const MAX_THINKING_MS: u64 = 1000;

/// Engine moves that are measured before an attack.
const UNDISTURBED_MOVES: usize = 5;

/// Time for these moves.
const MAX_UNDISTURBED: Duration = Duration::from_secs(60);

/// Games of two players each that go on during an attack.
const GAMES: usize = 4;

/// Time that an attack lasts longer than it is measured, so that the server is shut down under attack.
const OVERTIME: Duration = Duration::from_secs(20);

/// Maximum time of a shutdown under attack. The grace period is 10 s.
const MAX_SHUTDOWN: Duration = Duration::from_secs(5);

/// Memory that an attack may cost, in KB.
const MAX_GROWTH_KB: u64 = 256 * 1024;

/// Attacks a new server for `seconds` and reports what others noticed.
pub async fn run(program: &Path, attack: &Attack, seconds: u64) -> Result<Report, String> {
    let folder = WorkDir::new("attack")?;
    node::allow_files(20_000)?;
    let mut config = folder.node_config(program, &folder.sqlite(), "node");
    let flags = ["--log-level", "warn", "--max-sockets", "1000", "--engine-think", &MAX_THINKING_MS.to_string()];
    config.more = flags.map(str::to_owned).to_vec();
    let mut node = Node::start(config).await?;
    let behavior = Behavior { public: false, ..Behavior::quiet(Duration::from_millis(500)) };
    let crowd = Crowd::gather(vec![node.address], behavior, GAMES).await?;
    crowd.connect();
    crowd.all_connected(Duration::from_secs(30)).await;
    crowd.play();
    let bystanders = Bystanders::start(node.address).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let undisturbed_ms = bystanders.undisturbed_engine(UNDISTURBED_MOVES, MAX_UNDISTURBED).await?;
    let (before, stored_before) = (node.memory(), stored_bytes(&folder));
    bystanders.measure();
    crowd.counters.measure(true);
    let attacker = Attacker::start(attack.name, node.address, Duration::from_secs(seconds) + OVERTIME)?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut peak = before;
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(500)).await;
        peak = peak.max(node.memory());
    }
    crowd.counters.measure(false);
    let mut report = Report::new(format!("{}: {}", attack.name, attack.what));
    report.figure("seconds", seconds);
    let stored = stored_bytes(&folder).saturating_sub(stored_before);
    bystanders.stop(undisturbed_ms, &mut report).await;
    crowd.leave().await;
    let shutdown = node.terminate(Duration::from_secs(30)).await;
    report.figure("what the attacker achieved", attacker.stop());
    add_players(&crowd, &mut report);
    let growth = peak.saturating_sub(before);
    let met = growth <= MAX_GROWTH_KB;
    report.require("memory of the server, growth", format!("{} MB", growth / 1024), "at most 256 MB", met);
    report.figure("stored, with all players", format!("{} KB", stored / 1024));
    let took = shutdown.map_or_else(|| "not within 30 s".to_owned(), |took| format!("{:.1} s", took.as_secs_f64()));
    let met = shutdown.is_some_and(|took| took <= MAX_SHUTDOWN);
    report.require("shutdown under attack", took, "at most 5 s", met);
    let panics = node.panics();
    report.require("panics in the server's log", panics.len(), "0", panics.is_empty());
    drop(node);
    compare_with_database(&folder.sqlite(), &crowd, None).await?.add_to(&mut report);
    Ok(report)
}

fn add_players(crowd: &Arc<Crowd>, report: &mut Report) {
    let counters = &crowd.counters;
    let mut times = std::mem::take(&mut *lock(&counters.acknowledgement));
    let (count, p99) = (times.len(), quantile(&mut times, 990));
    report.figure("turns of players", count);
    let limit = Duration::from_millis(100);
    report.require("… acknowledged, p99", ms(p99), "under 100.0 ms", p99 < limit && count > 0);
    let lost = counters.lost.load(Ordering::Relaxed) + counters.unreachable.load(Ordering::Relaxed);
    report.require("… lost or failed connections", lost, "0", lost == 0);
}

/// Returns the size of the pages of the database, in bytes.
fn stored_bytes(folder: &WorkDir) -> u64 {
    let size = || {
        let file = rusqlite::Connection::open(folder.path().join("games.sqlite")).ok()?;
        let number = |name: &str| file.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, u32>(0)).ok();
        Some(u64::from(number("page_count")?) * u64::from(number("page_size")?))
    };
    size().unwrap_or_default()
}

/// The process of an attacker.
struct Attacker(Child);

impl Attacker {
    fn start(name: &str, to: SocketAddr, lasts: Duration) -> Result<Attacker, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let child = Command::new("nice")
            .args(["-n", "10"])
            .arg(own)
            .args(["assail", name, &to.to_string(), &lasts.as_secs().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        child.map(Attacker).map_err(|error| format!("nice: {error}"))
    }

    /// Stops it by closing its input, and returns what it printed.
    fn stop(mut self) -> String {
        use std::io::Read as _;
        drop(self.0.stdin.take());
        let mut output = String::new();
        if let Some(mut stdout) = self.0.stdout.take() {
            let _ = stdout.read_to_string(&mut output);
        }
        output.trim().to_owned()
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
