//! How fast the search is: nodes a second on one thread, and how much sooner two threads reach the same depth, on fixed
//! positions of Lines of Action.
//!
//! `cargo xtask bench` runs this. Times of two threads differ from run to run, since it is chance who finds what first;
//! so every position is searched several times, in turns with one thread, and medians are compared. The second figure
//! means something only where two processors have nothing else to do.

use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::search::SearchSettings;
use halfboard_rules::registry;

const RULES: &str = "lines-of-action";

/// Middle games that are open: from four random plies and 14 to 23 more that the engine played against itself with 3000
/// nodes a turn.
const POSITIONS: [&str; 12] = [
    "1bb5/w2w3w/3wb2b/2w1w2w/2w1b2b/8/w1b4w/1bb1bbb1 w - -",
    "b1ww4/b1ww4/2bb4/4bw1w/2w4w/bb1w3w/8/4bb2 b - -",
    "5w2/w7/w2w1wb1/3www2/w3b3/w3b3/w7/1bbbbb2 w - -",
    "1b3w2/w4w1b/1b2w3/1w6/3ww3/1b1bb3/wb6/6b1 w - -",
    "1bww4/2w4w/2w2wbb/2w4b/1wb5/4bbbb/7w/4b3 w - -",
    "3bb1b1/7w/2wb3w/2bbb2w/2w1w3/6ww/8/2wb1b2 b - -",
    "8/8/1bw5/www1b1b1/w2bw1bw/w5bw/8/2bb4 w - -",
    "3b3w/2w4w/3ww1b1/w7/w7/4bw2/w3b3/1bb3b1 w - -",
    "4b3/1w6/ww2b2b/w1bw1w2/3b4/8/1b2bw2/1b2b2w w - -",
    "4bb2/3wbb1w/1bb4w/4w2w/w1b5/1b1ww3/2w2w2/2bb4 b - -",
    "1b2b3/2b1ww2/7w/4w3/3bw2w/3bbbbw/4w3/8 b - -",
    "3b1b1w/1bw4w/b1b4w/2w1ww2/1b3w2/1bb5/8/2wbbb2 w - -",
];

/// So deep that one thread takes about a second for a position.
const DEPTH: u32 = 14;
const RUNS: usize = 3;
const MEBIBYTES: usize = 64;

/// What the searches of one position came to: nodes of one thread, and the median seconds of one and of two.
struct Measured {
    nodes: u64,
    seconds: [f64; 2],
    best: f64,
}

/// Nodes and seconds of a search that begins with an empty table.
fn search(engine: &mut dyn Player, threads: usize) -> (u64, f64) {
    engine.clear();
    engine.set(SearchSettings { threads, ..SearchSettings::default() });
    let report = engine.search(&Limits::depth(DEPTH), &mut |_| {}).expect("a middle game is not over");
    (report.nodes, report.seconds)
}

fn measure(engine: &mut dyn Player, position: &str) -> Measured {
    let session = registry::rules(RULES).expect("a game of ours").position(position).expect("a valid position");
    engine.set_game(&*session).expect("the rules are the same");
    let mut nodes = 0;
    let mut seconds = [Vec::new(), Vec::new()];
    // In turns, so that both meet the same noise.
    for _ in 0..RUNS {
        let (once, time) = search(engine, 1);
        assert!(nodes == 0 || nodes == once, "one thread is deterministic");
        nodes = once;
        seconds[0].push(time);
        seconds[1].push(search(engine, 2).1);
    }
    // What else the machine does only ever adds to a time.
    let best = seconds[0].iter().copied().fold(f64::INFINITY, f64::min);
    Measured { nodes, seconds: seconds.map(median), best }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) { (values[middle - 1] + values[middle]) / 2.0 } else { values[middle] }
}

fn main() {
    let mut engine = player::for_rules(RULES, MEBIBYTES, system_now).expect("a game of ours, and memory");
    let count = POSITIONS.len();
    println!("{RULES}, {count} middle games to depth {DEPTH}, {MEBIBYTES} MiB:");
    let all: Vec<Measured> = POSITIONS.iter().map(|position| measure(&mut *engine, position)).collect();
    let speeds: Vec<f64> = all.iter().map(|one| one.nodes as f64 / one.best / 1e6).collect();
    let slowest = speeds.iter().copied().fold(f64::INFINITY, f64::min);
    let speed = all.iter().map(|one| one.nodes).sum::<u64>() as f64 / all.iter().map(|one| one.best).sum::<f64>() / 1e6;
    println!("  one thread             {speed:8.2} million nodes/s, {slowest:.2} where it is slowest");
    let ratios: Vec<f64> = all.iter().map(|one| one.seconds[1] / one.seconds[0]).collect();
    let [one, two] = [0, 1].map(|threads| all.iter().map(|one| one.seconds[threads]).sum::<f64>());
    let (low, high) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &r| (low.min(r), high.max(r)));
    println!("  two threads' time      {:8.2} of one thread's in total, {one:.2} s and {two:.2} s", two / one);
    println!("    by position          {:8.2} in the median, {low:.2} to {high:.2}", median(ratios));
}
