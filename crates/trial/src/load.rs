//! The load trials: how many turns a second, how soon they are acknowledged, how much memory a connection takes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_server::store::Store;

use crate::check::compare;
use crate::crowd::{Crowd, Manner, lock};
use crate::node::{self, Node};
use crate::report::{Report, ms, quantile};
use crate::{place, told};

/// How large a trial is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Games, with two players each.
    pub games: usize,
    /// Turns a second, in all.
    pub rate: u32,
    /// For how long.
    pub seconds: u64,
}

/// The turns come a little faster than is asked, since games end and new ones begin meanwhile.
const SPARE: f64 = 1.04;

impl Size {
    fn pace(self) -> Duration {
        Duration::from_secs_f64(self.games as f64 / f64::from(self.rate) / SPARE)
    }
}

/// One server on a file: all players on it.
pub async fn sqlite(program: &Path, size: Size) -> Result<Report, String> {
    let folder = place::Folder::new("load")?;
    let database = folder.sqlite();
    node::allow_files(2 * size.games as u64 + 1000)?;
    let node = Node::start(folder.recipe(program, &database, "node")).await?;
    let crowd = Crowd::gather(vec![node.address], Manner::quiet(size.pace()), size.games).await?;
    let mut report = Report::new("One node, SQLite");
    report.figure("games", size.games);
    let before = node.memory();
    crowd.enter();
    let all = crowd.all_connected(Duration::from_secs(120)).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = node.memory();
    report.asked("players connected", all, crowd.size().to_string(), all == crowd.size());
    let each = after.saturating_sub(before) as f64 / crowd.size() as f64;
    report.figure("memory of the server without players", format!("{} MB", before / 1024));
    report.asked("memory a connection", format!("{each:.1} KB"), "at most 50 KB", each <= 50.0);
    measure(&crowd, &[&node], size, &mut report).await;
    acknowledgement(&crowd, Duration::from_millis(100), &mut report);
    finish(crowd, vec![node], &database, report).await
}

/// Two servers on one PostgreSQL: the players of each game are on different ones.
pub async fn postgres(program: &Path, size: Size, database: &str) -> Result<Report, String> {
    let folder = place::Folder::new("load")?;
    node::allow_files(2 * size.games as u64 + 1000)?;
    let first = Node::start(folder.recipe(program, database, "first")).await?;
    let second = Node::start(folder.recipe(program, database, "second")).await?;
    let nodes = vec![first.address, second.address];
    let crowd = Crowd::gather(nodes, Manner::quiet(size.pace()), size.games).await?;
    let mut report = Report::new("Two nodes, PostgreSQL");
    report.figure("games, whose players are on different nodes", size.games);
    crowd.enter();
    let all = crowd.all_connected(Duration::from_secs(60)).await;
    report.asked("players connected", all, crowd.size().to_string(), all == crowd.size());
    measure(&crowd, &[&first, &second], size, &mut report).await;
    let mut crossing = std::mem::take(&mut *lock(&crowd.figures.crossing));
    let limit = Duration::from_millis(150);
    let p99 = quantile(&mut crossing, 990);
    report.figure("from sending on one node until told on the other, p50", ms(quantile(&mut crossing, 500)));
    report.figure("… p90", ms(quantile(&mut crossing, 900)));
    report.asked("… p99", ms(p99), format!("at most {}", ms(limit)), p99 <= limit && !crossing.is_empty());
    report.figure("… longest", ms(quantile(&mut crossing, 1000)));
    acknowledgement(&crowd, limit, &mut report);
    finish(crowd, vec![first, second], database, report).await
}

/// Lets everybody play, and measures once it has become steady.
async fn measure(crowd: &Arc<Crowd>, nodes: &[&Node], size: Size, report: &mut Report) {
    let figures = &crowd.figures;
    crowd.play();
    tokio::time::sleep(crowd.manner.pace.max(Duration::from_secs(2))).await;
    let used = || nodes.iter().map(|node| node.used()).sum::<Duration>();
    let (server, client) = (used(), node::used(std::process::id()));
    let turns = figures.turns.load(Ordering::Relaxed);
    figures.measure(true);
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(size.seconds)).await;
    let took = begun.elapsed().as_secs_f64();
    figures.measure(false);
    let rate = (figures.turns.load(Ordering::Relaxed) - turns) as f64 / took;
    let share = |used: Duration, before: Duration| format!("{:.0} %", (used - before).as_secs_f64() / took * 100.0);
    report.figure("seconds", format!("{took:.0}"));
    let asked = format!("at least {}", size.rate);
    report.asked("durable turns a second", format!("{rate:.0}"), asked, rate >= f64::from(size.rate));
    report.figure("processor time of the server, of one core", share(used(), server));
    report.figure("processor time of the players, of one core", share(node::used(std::process::id()), client));
    let memory: u64 = nodes.iter().map(|node| node.memory()).sum();
    report.figure("memory of the server at the end", format!("{} MB", memory / 1024));
}

fn acknowledgement(crowd: &Crowd, limit: Duration, report: &mut Report) {
    let mut times = std::mem::take(&mut *lock(&crowd.figures.acknowledgement));
    let p99 = quantile(&mut times, 990);
    report.figure("from sending to acknowledgement, p50", ms(quantile(&mut times, 500)));
    report.figure("… p90", ms(quantile(&mut times, 900)));
    report.asked("… p99", ms(p99), format!("at most {}", ms(limit)), p99 <= limit && !times.is_empty());
    report.figure("… longest", ms(quantile(&mut times, 1000)));
}

/// Sends everybody home and compares what they were told with the database.
async fn finish(crowd: Arc<Crowd>, nodes: Vec<Node>, database: &str, mut report: Report) -> Result<Report, String> {
    crowd.leave().await;
    let figures = &crowd.figures;
    let lost = figures.lost.load(Ordering::Relaxed) + figures.unreachable.load(Ordering::Relaxed);
    report.asked("connections lost or not made", lost, "0", lost == 0);
    let refused: u64 = lock(&figures.refused).values().sum();
    report.asked("refusals", refused, "0", refused == 0);
    let panics: Vec<String> = nodes.iter().flat_map(Node::panics).collect();
    report.asked("panics in the server's log", panics.len(), "0", panics.is_empty());
    drop(nodes);
    let begun = told::now();
    let store = Store::open(database).await.map_err(|error| error.to_string())?;
    let verdict = compare(&store, &crowd.tables(), None).await?;
    store.close().await;
    verdict.tell(&mut report);
    report.figure("seconds for comparing", (told::now() - begun) / 1000);
    for (code, count) in lock(&figures.refused).iter() {
        report.note(format!("Refused {count} times: {code}."));
    }
    Ok(report)
}
