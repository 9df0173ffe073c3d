//! Fault trials: servers are killed at random times. Now and then, and at the end, the histories of the clients are compared
//! with the database.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_rules::random::SplitMix64;
use halfboard_server::store::Store;

use crate::check::{Comparison, compare};
use crate::crowd::{Behavior, Crowd, lock};
use crate::node::Node;
use crate::report::Report;
use crate::workdir::WorkDir;

/// The parameters of a trial.
#[derive(Clone, Copy, Debug)]
pub struct KillPlan {
    /// Games.
    pub games: usize,
    /// Number of kills.
    pub kills: usize,
    /// Number of kills between comparisons.
    pub compare_after: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// The random seed.
    pub seed: u64,
}

/// Maximum time until all players are back and all games continue.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum delay of a flag, in milliseconds: players have twelve seconds to reconnect after an outage, and servers check games
/// without an actor every five seconds.
const FLAG_GRACE_MS: u64 = 20_000;

/// Cuts the connections to the database.
pub type Cut<'a> = &'a (dyn Fn() -> Result<(), String> + Sync);

/// Kills a server on SQLite.
pub async fn sqlite(program: &Path, plan: KillPlan) -> Result<Report, String> {
    let folder = WorkDir::new("faults")?;
    let database = folder.sqlite();
    let node = Node::start(folder.node_config(program, &database, "node")).await?;
    run("kill -9, SQLite", vec![node], &database, plan, None).await
}

/// Kills one or both of two servers on PostgreSQL, and occasionally the connections to the database.
pub async fn postgres(program: &Path, plan: KillPlan, database: &str, cut: Cut<'_>) -> Result<Report, String> {
    let folder = WorkDir::new("faults")?;
    let mut nodes = Vec::new();
    for name in ["first", "second"] {
        nodes.push(Node::start(folder.node_config(program, database, name)).await?);
    }
    run("kill -9, PostgreSQL and two nodes", nodes, database, plan, Some(cut)).await
}

async fn run(
    heading: &str,
    mut nodes: Vec<Node>,
    database: &str,
    plan: KillPlan,
    cut: Option<Cut<'_>>,
) -> Result<Report, String> {
    let addresses = nodes.iter().map(|node| node.address).collect();
    let crowd = Crowd::gather(addresses, Behavior::lively(plan.pace, plan.seed), plan.games).await?;
    crowd.connect();
    crowd.all_connected(TIMEOUT).await;
    crowd.play();
    let mut chance = SplitMix64::new(plan.seed);
    let mut findings = Vec::new();
    let (mut kills, mut cuts, mut compared) = (0, 0, 0);
    let begun = Instant::now();
    while kills < plan.kills {
        // Often early enough to hit a server that is starting or busy with reconnects.
        pause(&mut chance, 20, 1200).await;
        if let Some(cut) = cut.filter(|_| chance.below(8) == 0) {
            cut()?;
            cuts += 1;
            continue;
        }
        let both = nodes.len() > 1 && chance.below(4) == 0;
        let first = chance.below(nodes.len() as u64) as usize;
        for (index, node) in nodes.iter_mut().enumerate() {
            if both || index == first {
                node.kill();
                kills += 1;
            }
        }
        if kills / plan.compare_after > compared {
            compared = kills / plan.compare_after;
            findings.extend(compare_with_database(database, &crowd, None).await?.findings);
            eprintln!("trial: {kills} kills, {} findings", findings.len());
        }
        pause(&mut chance, 0, 200).await;
        for (index, node) in nodes.iter_mut().enumerate() {
            if both || index == first {
                node.restart().await?;
            }
        }
    }
    let killing = begun.elapsed();
    let back = crowd.all_connected(TIMEOUT).await;
    let stuck = crowd.all_progress(TIMEOUT).await;
    // Flags that fell while no server was running must be handled by now.
    tokio::time::sleep(Duration::from_millis(FLAG_GRACE_MS)).await;
    crowd.leave().await;
    let mut comparison = compare_with_database(database, &crowd, Some(FLAG_GRACE_MS)).await?;
    // Earlier findings are mostly found again; they count once.
    findings.retain(|finding| !comparison.findings.contains(finding));
    comparison.findings.extend(findings);
    let mut report = Report::new(heading);
    report.require("kills", kills, plan.kills.to_string(), kills >= plan.kills);
    report.figure("seconds", killing.as_secs());
    if cut.is_some() {
        report.figure("cuts of all database connections", cuts);
    }
    report.require("players reconnected after the last kill", back, crowd.size().to_string(), back == crowd.size());
    report.require("stalled games after the last kill", stuck, "0", stuck == 0);
    add_counters(&crowd, &mut report);
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    report.require("panics in the servers' logs", panics.len(), "0", panics.is_empty());
    for panic in panics.iter().take(3) {
        report.note(format!("- {panic}"));
    }
    comparison.add_to(&mut report);
    Ok(report)
}

async fn pause(chance: &mut SplitMix64, least: u64, most: u64) {
    tokio::time::sleep(Duration::from_millis(least + chance.below(most - least))).await;
}

/// Compares the histories with the database, which servers may be using.
pub(crate) async fn compare_with_database(
    database: &str,
    crowd: &Crowd,
    grace: Option<u64>,
) -> Result<Comparison, String> {
    let store = Store::open(database).await.map_err(|error| error.to_string())?;
    let comparison = compare(&store, &crowd.games(), grace).await;
    store.close().await;
    comparison
}

/// Adds the counters of the players to a report.
pub(crate) fn add_counters(crowd: &Arc<Crowd>, report: &mut Report) {
    let counters = &crowd.counters;
    let count = |figure: &std::sync::atomic::AtomicU64| figure.load(Ordering::Relaxed);
    report.figure("turns acknowledged", count(&counters.turns));
    report.figure("connections lost", count(&counters.lost));
    report.figure("accepted connections", count(&counters.welcomes));
    report.figure("commands repeated after reconnecting", count(&counters.repeated));
    report.figure("games followed by another", count(&counters.finished));
    let refused: Vec<String> = lock(&counters.refused).iter().map(|(code, count)| format!("{code} {count}")).collect();
    report.figure("refusals", if refused.is_empty() { "none".to_owned() } else { refused.join(", ") });
}
