//! PostgreSQL failover: the primary is killed under load, its synchronous standby is promoted, and two servers that know both
//! addresses go on by themselves. What was acknowledged must be on the standby.

use std::path::Path;
use std::time::{Duration, Instant};

use halfboard_pgtest::{Durability, Postgres};
use halfboard_rules::random::SplitMix64;

use crate::crowd::{Behavior, Crowd};
use crate::faults::{add_counters, compare_with_database};
use crate::node::Node;
use crate::report::Report;
use crate::workdir::WorkDir;

/// The name of the database.
const NAME: &str = "games";

/// Maximum time until all games continue.
const TIMEOUT: Duration = Duration::from_secs(90);

/// The size of a trial.
#[derive(Clone, Copy, Debug)]
pub struct FailoverSize {
    /// Games.
    pub games: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// Longest time before the primary is killed, and before the standby is promoted.
    pub longest: Duration,
    /// The random seed.
    pub seed: u64,
}

/// Kills a primary and promotes its standby.
pub async fn run(program: &Path, size: FailoverSize) -> Result<Report, String> {
    let primary = Postgres::start(Durability::Synced)?;
    primary.create_database(NAME)?;
    let standby = primary.start_synchronous_standby()?;
    let database = format!(
        "postgres://postgres@127.0.0.1:{},127.0.0.1:{}/{NAME}?target_session_attrs=read-write",
        primary.port(),
        standby.port()
    );
    let folder = WorkDir::new("failover")?;
    let mut nodes = Vec::new();
    for name in ["first", "second"] {
        nodes.push(Node::start(folder.node_config(program, &database, name)).await?);
    }
    let addresses = nodes.iter().map(|node| node.address).collect();
    let mut behavior = Behavior::lively(size.pace, size.seed);
    behavior.dawdle = 0;
    let crowd = Crowd::gather(addresses, behavior, size.games).await?;
    crowd.connect();
    crowd.all_connected(TIMEOUT).await;
    crowd.play();
    if crowd.all_progress(TIMEOUT).await > 0 {
        return Err("not all games started".to_owned());
    }
    let mut random = SplitMix64::new(size.seed);
    let mut pause = || Duration::from_millis(500 + random.below(size.longest.as_millis().max(1) as u64));
    tokio::time::sleep(pause()).await;
    primary.kill();
    let killed = Instant::now();
    tokio::time::sleep(pause()).await;
    standby.promote()?;
    let promoted = Instant::now();
    let mut healthy = true;
    for node in &nodes {
        healthy &= node.wait_healthy(TIMEOUT).await.is_ok();
    }
    let recovered = promoted.elapsed();
    let back = crowd.all_connected(TIMEOUT).await;
    let stuck = crowd.all_progress(TIMEOUT).await;
    crowd.leave().await;
    let mut report = Report::new(format!("Primary killed, standby promoted, seed {}", size.seed));
    report.figure("seconds from the kill to the promotion", promoted.duration_since(killed).as_secs());
    report.figure("milliseconds until both servers were healthy again", recovered.as_millis());
    report.require("healthy afterwards, without a restart", healthy, "true", healthy);
    report.require("players connected", back, crowd.size().to_string(), back == crowd.size());
    report.require("stalled games", stuck, "0", stuck == 0);
    add_counters(&crowd, &mut report);
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    report.require("panics in the servers' logs", panics.len(), "0", panics.is_empty());
    compare_with_database(&database, &crowd, None).await?.add_to(&mut report);
    Ok(report)
}
