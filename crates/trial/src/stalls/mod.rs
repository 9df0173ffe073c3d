//! Restarts and stalls under live clocks: servers are killed and started again, or stopped and continued, while players with
//! a few seconds on their clocks think for a known time. No flag may fall, and an outage may cost a player at most a second.

mod client;
mod verdict;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use halfboard_rules::random::{SplitMix64, mix};
use halfboard_server::store::Store;

pub use client::{ClockTrace, play_games};
pub use verdict::{Charges, add_charges};

use crate::node::Node;
use crate::report::Report;
use crate::workdir::WorkDir;

/// The parameters of a trial.
#[derive(Clone, Copy, Debug)]
pub struct StallPlan {
    /// Services, each with its own database.
    pub services: usize,
    /// Games at a time on each.
    pub games: usize,
    /// Restarts and stalls in all.
    pub outages: usize,
    /// The random seed.
    pub seed: u64,
}

/// Maximum time that an outage may cost, in milliseconds.
pub const MAX_CHARGED_MS: u64 = 1_000;

/// Disturbs servers on SQLite.
pub async fn sqlite(program: &Path, plan: StallPlan) -> Result<Report, String> {
    let heading = "Restarts and stalls under live clocks, SQLite";
    run(heading, program, plan, None).await
}

/// Disturbs one or both of two servers on PostgreSQL.
pub async fn postgres(program: &Path, plan: StallPlan, database: &str) -> Result<Report, String> {
    let heading = "Restarts and stalls of one or both of two servers under live clocks, PostgreSQL";
    run(heading, program, StallPlan { services: 1, ..plan }, Some(database)).await
}

async fn run(heading: &str, program: &Path, plan: StallPlan, database: Option<&str>) -> Result<Report, String> {
    let begun = Instant::now();
    let done = Arc::new(AtomicUsize::new(0));
    let mut tasks = Vec::new();
    for number in 0..plan.services {
        let (program, done) = (program.to_owned(), Arc::clone(&done));
        let database = database.map(str::to_owned);
        tasks.push(tokio::spawn(async move { disturb(&program, plan, number, database, &done).await }));
    }
    let mut charges = Charges::default();
    let (mut restarts, mut stalls, mut panics) = (0, 0, Vec::new());
    for task in tasks {
        let disturbed = task.await.map_err(|error| error.to_string())??;
        restarts += disturbed.restarts;
        stalls += disturbed.stalls;
        panics.extend(disturbed.panics);
        charges.merge(disturbed.charges);
    }
    let mut report = Report::new(heading);
    let outages = restarts + stalls;
    report.require("restarts (SIGKILL, down for 0.8 to 3.5 s) and stalls", outages, plan.outages.to_string(), {
        outages >= plan.outages
    });
    report.figure("… restarts", restarts);
    report.figure("… stalls (SIGSTOP for 1.2 to 4 s)", stalls);
    report.figure("seconds", begun.elapsed().as_secs());
    report.figure("games at a time", plan.services * plan.games);
    charges.add_to(&mut report);
    report.require("panics in the servers' logs", panics.len(), "0", panics.is_empty());
    Ok(report)
}

/// What happened to one service.
struct Disturbed {
    restarts: usize,
    stalls: usize,
    panics: Vec<String>,
    charges: Charges,
}

/// Disturbs one service until there were enough outages on all. A shared database has two servers.
async fn disturb(
    program: &Path,
    plan: StallPlan,
    number: usize,
    shared: Option<String>,
    done: &AtomicUsize,
) -> Result<Disturbed, String> {
    let folder = WorkDir::new("stalls")?;
    let names: &[&str] = if shared.is_some() { &["first", "second"] } else { &["node"] };
    let database = shared.unwrap_or_else(|| folder.sqlite());
    let mut nodes = Vec::new();
    for name in names {
        nodes.push(Node::start(folder.node_config(program, &database, name)).await?);
    }
    let addresses: Arc<[_]> = nodes.iter().map(|node| node.address).collect();
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = Vec::new();
    for game in 0..plan.games {
        let seed = mix(plan.seed ^ mix((number * 1000 + game) as u64));
        games.push(tokio::spawn(play_games(Arc::clone(&addresses), seed, Arc::clone(&stop))));
    }
    let mut chance = SplitMix64::new(mix(plan.seed + number as u64));
    let (mut restarts, mut stalls) = (0, 0);
    while done.fetch_add(1, Ordering::Relaxed) < plan.outages {
        // Often longer than the server waits before it judges flags again.
        pause(&mut chance, 1_000, 7_000).await;
        let both = chance.below(2) == 0;
        let one = chance.below(nodes.len() as u64) as usize;
        let mut hit: Vec<&mut Node> =
            nodes.iter_mut().enumerate().filter_map(|(index, node)| (both || index == one).then_some(node)).collect();
        if chance.below(2) == 0 {
            hit.iter_mut().for_each(|node| node.kill());
            pause(&mut chance, 800, 3_500).await;
            for node in hit {
                node.restart().await?;
            }
            restarts += 1;
        } else {
            hit.iter().try_for_each(|node| node.pause())?;
            pause(&mut chance, 1_200, 4_000).await;
            hit.iter().try_for_each(|node| node.resume())?;
            stalls += 1;
        }
        if (restarts + stalls) % 25 == 0 {
            eprintln!("trial: service {number}: {restarts} restarts, {stalls} stalls");
        }
    }
    // The last outage has its time, too.
    tokio::time::sleep(Duration::from_secs(5)).await;
    stop.store(true, Ordering::Relaxed);
    let mut traces: Vec<ClockTrace> = Vec::new();
    for game in games {
        traces.extend(game.await.map_err(|error| error.to_string())??);
    }
    let panics = nodes.iter().flat_map(Node::panics).collect();
    nodes.iter_mut().for_each(Node::kill);
    let store = Store::open(&database).await.map_err(|error| error.to_string())?;
    let mut charges = Charges::default();
    for trace in &traces {
        let stored = store.read(&trace.game, 0).await.map_err(|error| error.to_string())?;
        let stored = stored.ok_or_else(|| format!("game {} is lost", trace.game))?;
        add_charges(&mut charges, trace, &stored.events);
    }
    store.close().await;
    Ok(Disturbed { restarts, stalls, panics, charges })
}

async fn pause(chance: &mut SplitMix64, least: u64, most: u64) {
    tokio::time::sleep(Duration::from_millis(least + chance.below(most - least))).await;
}
