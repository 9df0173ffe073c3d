//! Kills under load: servers die at random moments and are started again; players come back by themselves. Every now and
//! then, and at the end, what they were told is compared with the database.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_rules::random::SplitMix64;
use halfboard_server::store::Store;

use crate::check::{Verdict, compare};
use crate::crowd::{Crowd, Manner, lock};
use crate::node::Node;
use crate::place::Folder;
use crate::report::Report;

/// How a trial goes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games.
    pub games: usize,
    /// How often servers are killed.
    pub kills: usize,
    /// After so many kills everything is compared.
    pub compare_after: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// Where chance starts.
    pub seed: u64,
}

/// How long it may take until everybody is back and every game goes on.
const PATIENCE: Duration = Duration::from_secs(60);

/// A flag may fall so much later than it should, in milliseconds: servers look every five seconds for games that nobody
/// has open.
const GRACE: u64 = 8_000;

/// What is cut off besides the servers themselves: the connections of a database, when it has any.
pub type Cut<'a> = &'a (dyn Fn() -> Result<(), String> + Sync);

/// Kills a server on a file.
pub async fn sqlite(program: &Path, plan: Plan) -> Result<Report, String> {
    let folder = Folder::new("faults")?;
    let database = folder.sqlite();
    let node = Node::start(folder.recipe(program, &database, "node")).await?;
    run("kill -9, SQLite", vec![node], &database, plan, None).await
}

/// Kills one of two servers on a PostgreSQL, or both, and now and then the connections to the database.
pub async fn postgres(program: &Path, plan: Plan, database: &str, cut: Cut<'_>) -> Result<Report, String> {
    let folder = Folder::new("faults")?;
    let mut nodes = Vec::new();
    for name in ["first", "second"] {
        nodes.push(Node::start(folder.recipe(program, database, name)).await?);
    }
    run("kill -9, PostgreSQL and two nodes", nodes, database, plan, Some(cut)).await
}

async fn run(
    heading: &str,
    mut nodes: Vec<Node>,
    database: &str,
    plan: Plan,
    cut: Option<Cut<'_>>,
) -> Result<Report, String> {
    let addresses = nodes.iter().map(|node| node.address).collect();
    let crowd = Crowd::gather(addresses, Manner::lively(plan.pace, plan.seed), plan.games).await?;
    crowd.enter();
    crowd.all_connected(PATIENCE).await;
    crowd.play();
    let mut chance = SplitMix64::new(plan.seed);
    let mut findings = Vec::new();
    let (mut kills, mut cuts, mut compared) = (0, 0, 0);
    let begun = Instant::now();
    while kills < plan.kills {
        // Often soon enough to hit a server that is still starting or being stormed by those who come back.
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
            findings.extend(look(database, &crowd, None).await?.findings);
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
    let back = crowd.all_connected(PATIENCE).await;
    let stuck = crowd.all_go_on(PATIENCE).await;
    // Flags that fell while nobody was there must have been seen to by now.
    tokio::time::sleep(Duration::from_millis(GRACE)).await;
    crowd.leave().await;
    let mut verdict = look(database, &crowd, Some(GRACE)).await?;
    // What an earlier look found is mostly found again; it counts once.
    findings.retain(|finding| !verdict.findings.contains(finding));
    verdict.findings.extend(findings);
    let mut report = Report::new(heading);
    report.asked("kills", kills, plan.kills.to_string(), kills >= plan.kills);
    report.figure("seconds", killing.as_secs());
    if cut.is_some() {
        report.figure("times that all connections to the database were cut", cuts);
    }
    report.asked("players back after the last kill", back, crowd.size().to_string(), back == crowd.size());
    report.asked("games that did not go on after the last kill", stuck, "0", stuck == 0);
    tell(&crowd, &mut report);
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    report.asked("panics in the servers' logs", panics.len(), "0", panics.is_empty());
    for panic in panics.iter().take(3) {
        report.note(format!("- {panic}"));
    }
    verdict.tell(&mut report);
    Ok(report)
}

async fn pause(chance: &mut SplitMix64, least: u64, most: u64) {
    tokio::time::sleep(Duration::from_millis(least + chance.below(most - least))).await;
}

/// Compares what was told with the database, which other servers may be using.
pub(crate) async fn look(database: &str, crowd: &Crowd, grace: Option<u64>) -> Result<Verdict, String> {
    let store = Store::open(database).await.map_err(|error| error.to_string())?;
    let verdict = compare(&store, &crowd.tables(), grace).await;
    store.close().await;
    verdict
}

/// Writes down what happened to the players.
pub(crate) fn tell(crowd: &Arc<Crowd>, report: &mut Report) {
    let figures = &crowd.figures;
    let count = |figure: &std::sync::atomic::AtomicU64| figure.load(Ordering::Relaxed);
    report.figure("turns acknowledged", count(&figures.turns));
    report.figure("connections lost", count(&figures.lost));
    report.figure("times that somebody was let in", count(&figures.welcomes));
    report.figure("commands said again after coming back", count(&figures.repeated));
    report.figure("games followed by another", count(&figures.finished));
    let refused: Vec<String> = lock(&figures.refused).iter().map(|(code, count)| format!("{code} {count}")).collect();
    report.figure("refusals", if refused.is_empty() { "none".to_owned() } else { refused.join(", ") });
}
