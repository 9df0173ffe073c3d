//! How fast the exact solvers are: milliseconds a board on one thread, and the memory of the process at its height.
//!
//! `cargo bench -p halfboard-engine --bench solve` runs this. Times are of the wall clock, so they mean something only
//! where a processor has nothing else to do. A number after `--` says how many boards of each kind are solved.

use halfboard_engine::limits::{Stop, system_now};
use halfboard_engine::solve::sight_reduction::two::Solver;
use halfboard_engine::solve::sight_reduction::{Field, Removing};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;
use halfboard_rules::sight_reduction::{Options, SightReduction};

/// The variants for two players, with how many boards are solved, from seed 1 on.
const TWO_PLAYERS: [(&str, u64); 8] = [
    ("remove=one", 1000),
    ("sight=queen", 100),
    ("enemy=required", 100),
    ("sight=queen,enemy=required", 100),
    ("remove=one-or-two", 100),
    ("sight=queen,remove=one-or-two", 100),
    ("enemy=required,remove=one-or-two", 30),
    ("sight=queen,enemy=required,remove=one-or-two", 30),
];

fn main() {
    let asked = std::env::args().filter_map(|word| word.parse::<u64>().ok()).next();
    println!("Sight Reduction, two players, who wins a full board, ms a board:");
    println!(
        "  {:46} {:>6} {:>8} {:>8} {:>8} {:>5} {:>6}",
        "variant", "boards", "median", "p90", "worst", "won", "MiB"
    );
    for (options, boards) in TWO_PLAYERS {
        two_players(options, asked.unwrap_or(boards));
    }
}

fn two_players(options: &str, boards: u64) {
    let read = Options::read(options).and_then(SightReduction::new);
    let game = read.expect("the options go together");
    let mut solver = Solver::new(Removing::of(&game), 1);
    let mut won = 0;
    let mut times: Vec<f64> = Vec::new();
    for seed in 1..=boards {
        let (field, _) = Field::of(&game.start(seed)).expect("a random board is full");
        let start = system_now();
        let wins = solver.verdict(field, &Stop::default()).expect("nobody stops it, and there is memory");
        times.push((system_now() - start) * 1000.0);
        won += u64::from(wins);
    }
    times.sort_by(f64::total_cmp);
    let part = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let memory = peak().map_or("?".to_owned(), |mebibytes| mebibytes.to_string());
    let (median, p90, worst) = (part(0.5), part(0.9), part(1.0));
    println!("  {options:46} {boards:6} {median:8.1} {p90:8.1} {worst:8.1} {won:5} {memory:>6}");
}

/// The most memory that the process has had, in mebibytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}
