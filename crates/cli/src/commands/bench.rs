//! `halfboard bench`: the search on fixed positions of all games. Its nodes are a checksum of behaviour: a change that
//! should only be faster leaves them as they are.

use clap::Args;
use halfboard_engine::games::{BenchSuite, bench_suite};
use halfboard_engine::limits::Limits;
use halfboard_rules::registry;

use crate::error::CliResult;
use crate::search_args::AnalysisArgs;
use crate::style::print;

/// Search fixed positions of all games: nodes as a checksum, and nodes per second
#[derive(Args, Debug)]
#[command(after_help = "\
By default every game has its own depth, and all together take some seconds. With one thread
and no --movetime, 'total nodes' is the same in every run on every machine.

Examples:
  halfboard bench --depth 2
  halfboard bench --nodes 2000 --hash 1")]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    thinking: AnalysisArgs,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> CliResult {
    let given = args.thinking.given();
    let (mut nodes, mut seconds) = (0, 0.0);
    let mut text = String::new();
    for game in registry::games() {
        let Some(BenchSuite { depth, positions }) = bench_suite(game.info().id) else { continue };
        let limits = given.clone().unwrap_or_else(|| Limits::depth(depth));
        let rules = registry::rules(game.info().id)?;
        let (mut its_nodes, mut its_seconds) = (0, 0.0);
        for position in positions {
            // A fresh engine each time: no position's count depends on those before it.
            let mut engine = args.thinking.engine(&*rules.position(position)?)?;
            let report = engine.search(&limits, &mut |_| {})?;
            its_nodes += report.nodes;
            its_seconds += report.seconds;
        }
        text += &row(&rules.canonical(), its_nodes, its_seconds);
        nodes += its_nodes;
        seconds += its_seconds;
    }
    print(&format!("{text}total nodes: {nodes}\ntotal nodes/s: {:.0}\n", speed(nodes, seconds)))
}

fn row(name: &str, nodes: u64, seconds: f64) -> String {
    format!("{name:<16}  {nodes:>11} nodes  {seconds:>7.2} s  {:>11.0} nodes/s\n", speed(nodes, seconds))
}

/// Nodes a second; of a search too short to be measured, as if it had taken a microsecond.
fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-6)
}
