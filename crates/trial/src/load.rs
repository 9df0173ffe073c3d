//! Load trials: turns per second, acknowledgement latency, memory per connection.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_server::store::Store;

use crate::check::compare;
use crate::crowd::{Behavior, Crowd, lock};
use crate::node::{self, Node};
use crate::report::{Report, ms, quantile};
use crate::{history, workdir};

/// The size of a load trial.
#[derive(Clone, Copy, Debug)]
pub struct LoadSize {
    /// Games, with two players each.
    pub games: usize,
    /// Turns per second, in all.
    pub rate: u32,
    /// Duration in seconds.
    pub seconds: u64,
}

/// Factor by which turns come faster than required, since games end and new ones start meanwhile.
const RATE_MARGIN: f64 = 1.04;

impl LoadSize {
    fn pace(self) -> Duration {
        Duration::from_secs_f64(self.games as f64 / f64::from(self.rate) / RATE_MARGIN)
    }
}

/// One server on SQLite with all players.
pub async fn sqlite(program: &Path, size: LoadSize) -> Result<Report, String> {
    let folder = workdir::WorkDir::new("load")?;
    let database = folder.sqlite();
    node::allow_files(2 * size.games as u64 + 1000)?;
    let node = Node::start(folder.node_config(program, &database, "node")).await?;
    let crowd = Crowd::gather(vec![node.address], Behavior::quiet(size.pace()), size.games).await?;
    let mut report = Report::new("One node, SQLite");
    report.figure("games", size.games);
    let before = node.memory();
    crowd.connect();
    let all = crowd.all_connected(Duration::from_secs(120)).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = node.memory();
    report.require("players connected", all, crowd.size().to_string(), all == crowd.size());
    let each = after.saturating_sub(before) as f64 / crowd.size() as f64;
    report.figure("memory of the server without players", format!("{} MB", before / 1024));
    report.require("memory per connection", format!("{each:.1} KB"), "at most 50 KB", each <= 50.0);
    measure(&crowd, &[&node], size, &mut report).await;
    acknowledgement(&crowd, Duration::from_millis(100), &mut report);
    finish(crowd, vec![node], &database, report).await
}

/// Two servers on PostgreSQL; the players of each game are on different servers.
pub async fn postgres(program: &Path, size: LoadSize, database: &str) -> Result<Report, String> {
    let folder = workdir::WorkDir::new("load")?;
    node::allow_files(2 * size.games as u64 + 1000)?;
    let first = Node::start(folder.node_config(program, database, "first")).await?;
    let second = Node::start(folder.node_config(program, database, "second")).await?;
    let nodes = vec![first.address, second.address];
    let crowd = Crowd::gather(nodes, Behavior::quiet(size.pace()), size.games).await?;
    let mut report = Report::new("Two nodes, PostgreSQL");
    report.figure("games, whose players are on different nodes", size.games);
    crowd.connect();
    let all = crowd.all_connected(Duration::from_secs(60)).await;
    report.require("players connected", all, crowd.size().to_string(), all == crowd.size());
    measure(&crowd, &[&first, &second], size, &mut report).await;
    let mut crossing = std::mem::take(&mut *lock(&crowd.counters.crossing));
    let limit = Duration::from_millis(150);
    let p99 = quantile(&mut crossing, 990);
    report.figure("latency from one node to the other, p50", ms(quantile(&mut crossing, 500)));
    report.figure("… p90", ms(quantile(&mut crossing, 900)));
    report.require("… p99", ms(p99), format!("at most {}", ms(limit)), p99 <= limit && !crossing.is_empty());
    report.figure("… maximum", ms(quantile(&mut crossing, 1000)));
    acknowledgement(&crowd, limit, &mut report);
    finish(crowd, vec![first, second], database, report).await
}

/// Starts playing, and measures once the rate is steady.
async fn measure(crowd: &Arc<Crowd>, nodes: &[&Node], size: LoadSize, report: &mut Report) {
    let counters = &crowd.counters;
    crowd.play();
    tokio::time::sleep(crowd.behavior.pace.max(Duration::from_secs(2))).await;
    let used = || nodes.iter().map(|node| node.cpu_time()).sum::<Duration>();
    let (server, client) = (used(), node::cpu_time(std::process::id()));
    let turns = counters.turns.load(Ordering::Relaxed);
    counters.measure(true);
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(size.seconds)).await;
    let took = begun.elapsed().as_secs_f64();
    counters.measure(false);
    let rate = (counters.turns.load(Ordering::Relaxed) - turns) as f64 / took;
    let share = |used: Duration, before: Duration| format!("{:.0} %", (used - before).as_secs_f64() / took * 100.0);
    report.figure("seconds", format!("{took:.0}"));
    let asked = format!("at least {}", size.rate);
    report.require("durable turns per second", format!("{rate:.0}"), asked, rate >= f64::from(size.rate));
    report.figure("CPU time of the server, of one core", share(used(), server));
    report.figure("CPU time of the clients, of one core", share(node::cpu_time(std::process::id()), client));
    let memory: u64 = nodes.iter().map(|node| node.memory()).sum();
    report.figure("memory of the server at the end", format!("{} MB", memory / 1024));
}

fn acknowledgement(crowd: &Crowd, limit: Duration, report: &mut Report) {
    let mut times = std::mem::take(&mut *lock(&crowd.counters.acknowledgement));
    let p99 = quantile(&mut times, 990);
    report.figure("acknowledgement latency, p50", ms(quantile(&mut times, 500)));
    report.figure("… p90", ms(quantile(&mut times, 900)));
    report.require("… p99", ms(p99), format!("at most {}", ms(limit)), p99 <= limit && !times.is_empty());
    report.figure("… maximum", ms(quantile(&mut times, 1000)));
}

/// Disconnects all players and compares their histories with the database.
async fn finish(crowd: Arc<Crowd>, nodes: Vec<Node>, database: &str, mut report: Report) -> Result<Report, String> {
    crowd.leave().await;
    let counters = &crowd.counters;
    let lost = counters.lost.load(Ordering::Relaxed) + counters.unreachable.load(Ordering::Relaxed);
    report.require("lost or failed connections", lost, "0", lost == 0);
    let refused: u64 = lock(&counters.refused).values().sum();
    report.require("refusals", refused, "0", refused == 0);
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    report.require("panics in the server's log", panics.len(), "0", panics.is_empty());
    drop(nodes);
    let begun = history::now();
    let store = Store::open(database).await.map_err(|error| error.to_string())?;
    let comparison = compare(&store, &crowd.games(), None).await?;
    store.close().await;
    comparison.add_to(&mut report);
    report.figure("seconds for the comparison", (history::now() - begun) / 1000);
    for (code, count) in lock(&counters.refused).iter() {
        report.note(format!("Refused {count} times: {code}."));
    }
    Ok(report)
}
