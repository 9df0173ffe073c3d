//! `halfboard bench`: the search on fixed positions of all games. Its nodes are a checksum of behaviour: a change that
//! should only be faster leaves them as they are.

use clap::Args;
use halfboard_engine::limits::Limits;
use halfboard_rules::registry;

use crate::error::CliResult;
use crate::search_args::AnalysisArgs;
use crate::style::print;

/// Search fixed positions of all games: nodes as a checksum, and nodes per second
#[derive(Args, Debug)]
#[command(after_help = "\
Without a limit every game has a depth of its own, and all take some seconds. With one thread
and no --movetime, 'total nodes' is the same in every run on every machine.

Examples:
  halfboard bench --depth 2
  halfboard bench --nodes 2000 --hash 1")]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    thinking: AnalysisArgs,
}

/// A game with the depth to which its positions are searched, chosen so that no game takes much more than a second.
struct BenchSuite {
    rules: &'static str,
    depth: u32,
    positions: &'static [&'static str],
}

/// A start and positions of random games, early, in the middle and late.
const SUITES: [BenchSuite; 5] = [
    BenchSuite {
        rules: "sight-reduction",
        depth: 12,
        positions: &[
            "bbwwbbww/bwbbwwwb/wbbbwwbw/bwbwbwbw w play wb",
            "bbbbwwbw/wwbwwbwb/wwwbwbbb/bbwwbbww w play wb",
            "wbwwwwwb/bwbwwbbb/bbwbw1wb/w1bbwbwb w play wb",
            "bwbb1wbw/ww2wbwb/bwbbb1b1/wbwbbwww b play wb",
        ],
    },
    BenchSuite {
        rules: "lines-of-action",
        depth: 9,
        positions: &[
            "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -",
            "1bb1bbb1/w6w/w1w1wb1w/w6w/6w1/w3b3/w1b4w/1bb1bb2 w - -",
            "b1bbb1b1/w1w5/wbw2w2/w3ww2/4b3/wbb4w/w2w4/2bb1b2 w - -",
            "wb2b3/w2w1w1b/2w5/8/w4bb1/2wbb2w/1w1w1w2/1b3bb1 w - -",
        ],
    },
    BenchSuite {
        rules: "stacks-in-action",
        depth: 8,
        positions: &[
            "8/(bbb)(bb)b2w(ww)(www)/(bbb)(bb)b2w(ww)(www)/8 w w0b0",
            "5ww1/b(bb)b2ww(www)/(bbb)(bb)b2ww(www)/2(bb)5 b w0b0",
            "(bb)b2(www)3/(bbb)b2ww(ww)1/1b(bb)2w(ww)w/bb6 w w1b0",
            "1(bb)6/bb(bb)2ww(www)/(bbb)(bb)b2ww(www)/3ww3 b w0b0",
        ],
    },
    BenchSuite {
        rules: "j",
        depth: 9,
        positions: &[
            "8/8/8/8 w w12b12",
            "8/6bb/8/w6w w w10b10",
            "bb3w2/b7/7w/ww1w1b2 b w7b8",
            "5wbw/6wb/4b2b/1ww1wbbw w w5b6",
        ],
    },
    BenchSuite {
        rules: "sllim",
        depth: 5,
        positions: &[
            "1bwbwbw1/1wbwbwb1/1bwbwbw1/1wbwbwb1 w w0b0 w0b0 -",
            "1bbbwb2/1wbwbwb1/wbwbwwwb/1wbw1wb1 w w0b0 w0b0 -",
            "wb1b2wb/wwbwbwb1/wbwbwbw1/2b1bwbw w w0b0 w0b0 -",
            "2w1w1ww/w1b5/3bw3/3w1wbb w w0b0 w1b2 -",
        ],
    },
];

/// Runs it.
pub(crate) fn run(args: &BenchArgs) -> CliResult {
    let given = args.thinking.given();
    let (mut nodes, mut seconds) = (0, 0.0);
    let mut text = String::new();
    for BenchSuite { rules, depth, positions } in &SUITES {
        let limits = given.clone().unwrap_or_else(|| Limits::depth(*depth));
        let rules = registry::rules(rules)?;
        let (mut its_nodes, mut its_seconds) = (0, 0.0);
        for position in *positions {
            // A fresh engine each time: no position's count depends on those before it.
            let mut engine = args.thinking.engine(&*rules.position(position)?)?;
            let report = engine.go(&limits, &mut |_| {})?;
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
