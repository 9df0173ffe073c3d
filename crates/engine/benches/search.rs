//! How fast the search is: nodes a second on one thread, and how much sooner two threads reach the same depth, on fixed
//! positions of Lines of Action.
//!
//! `cargo xtask bench` runs this. How many nodes a depth takes is largely chance: for one thread it depends on the order
//! of equal moves, for two also on who finds what first. So every position is searched in four mirror images, several
//! times, with one and two threads in turns. The second figure means something only where two processors have nothing
//! else to do.

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
const DEPTH: u32 = 15;
const RUNS: usize = 2;
const MEBIBYTES: usize = 64;

/// What the searches of one position came to: mean nodes and seconds of one thread and of two, and the fewest seconds of
/// one.
struct Measured {
    nodes: [f64; 2],
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

/// Returns the four images of a position that mirroring ranks and files makes.
fn images(position: &str) -> [String; 4] {
    let (board, rest) = position.split_once(' ').expect("a board, and who is to move");
    let ranks_mirrored = |board: &str| board.split('/').rev().collect::<Vec<_>>().join("/");
    let turned: String = board.chars().rev().collect();
    [board.to_owned(), ranks_mirrored(board), ranks_mirrored(&turned), turned].map(|board| format!("{board} {rest}"))
}

fn measure(engine: &mut dyn Player, position: &str) -> Measured {
    let session = registry::rules(RULES).expect("a game of ours").position(position).expect("a valid position");
    engine.set_game(&*session).expect("the rules are the same");
    let mut nodes = [Vec::new(), Vec::new()];
    let mut seconds = [Vec::new(), Vec::new()];
    // In turns, so that both meet the same noise.
    for _ in 0..RUNS {
        for threads in [1, 2] {
            let (searched, time) = search(engine, threads);
            nodes[threads - 1].push(searched as f64);
            seconds[threads - 1].push(time);
        }
    }
    assert!(nodes[0].iter().all(|&once| once == nodes[0][0]), "one thread is deterministic");
    // What else the machine does only ever adds to a time.
    let best = seconds[0].iter().copied().fold(f64::INFINITY, f64::min);
    Measured { nodes: nodes.map(|all| mean(&all)), seconds: seconds.map(|all| mean(&all)), best }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) { (values[middle - 1] + values[middle]) / 2.0 } else { values[middle] }
}

fn main() {
    let mut engine = player::for_rules(RULES, MEBIBYTES, system_now).expect("a game of ours, and memory");
    let positions: Vec<String> = POSITIONS.iter().flat_map(|position| images(position)).collect();
    let count = positions.len();
    println!("{RULES}, {count} middle games to depth {DEPTH}, {MEBIBYTES} MiB:");
    let all: Vec<Measured> = positions.iter().map(|position| measure(&mut *engine, position)).collect();
    let speeds: Vec<f64> = all.iter().map(|one| one.nodes[0] / one.best / 1e6).collect();
    let slowest = speeds.iter().copied().fold(f64::INFINITY, f64::min);
    let [nodes, shared] = [0, 1].map(|threads| all.iter().map(|one| one.nodes[threads]).sum::<f64>());
    let speed = nodes / all.iter().map(|one| one.best).sum::<f64>() / 1e6;
    println!("  one thread             {speed:8.2} million nodes/s, {slowest:.2} where it is slowest");
    let ratios: Vec<f64> = all.iter().map(|one| one.seconds[1] / one.seconds[0]).collect();
    let [one, two] = [0, 1].map(|threads| all.iter().map(|one| one.seconds[threads]).sum::<f64>());
    let (low, high) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &r| (low.min(r), high.max(r)));
    println!("  two threads' time      {:8.2} of one thread's in total, {one:.2} s and {two:.2} s", two / one);
    println!("    nodes                {:8.2} of one thread's in total", shared / nodes);
    println!("    by position          {:8.2} in the median, {low:.2} to {high:.2}", median(ratios));
}
