//! How fast the exact solvers are: milliseconds a board on one thread, and the memory of the process at its height.
//!
//! `cargo xtask bench solve` runs this. Times are of the wall clock, so they mean something only where a processor has
//! nothing else to do. A number after `--` says how many boards of each kind are solved, `two`, `alone`, `fewest` or
//! `puzzles` which part is run. Each part is a process of its own, so that its memory is its own.

use halfboard_engine::games::sight_reduction::solitaire::{
    BoardSpec, Grade, LineSearchResult, Solitaire, SolitaireLimits,
};
use halfboard_engine::games::sight_reduction::solver::two_player::Solver;
use halfboard_engine::games::sight_reduction::solver::{Field, RemovalRules, layers};
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Options, SightReduction};
use halfboard_rules::options::OptionSet;

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

/// The variants of the solitaire.
const ALONE: [&str; 8] = [
    "solitaire=on",
    "sight=queen,solitaire=on",
    "enemy=required,solitaire=on",
    "sight=queen,enemy=required,solitaire=on",
    "remove=one-or-two,solitaire=on",
    "sight=queen,remove=one-or-two,solitaire=on",
    "enemy=required,remove=one-or-two,solitaire=on",
    "sight=queen,enemy=required,remove=one-or-two,solitaire=on",
];

const PARTS: [&str; 4] = ["two", "alone", "fewest", "puzzles"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = words.iter().find_map(|word| word.parse::<u64>().ok());
    let Some(part) = PARTS.into_iter().find(|part| words.iter().any(|word| word == part)) else {
        let program = std::env::current_exe().expect("this program has a path");
        for part in PARTS {
            let status = std::process::Command::new(&program).arg(part).args(&words).status();
            assert!(status.is_ok_and(|status| status.success()), "{part} failed");
        }
        return;
    };
    let head = |what: &str, count: &str| {
        println!("Sight Reduction, {what}, ms on one thread:");
        println!(
            "  {:58} {:>6} {:>8} {:>8} {:>8} {count:>7} {:>6}",
            "variant", "boards", "median", "p90", "worst", "MiB"
        );
    };
    match part {
        "two" => {
            head("two players, who wins a full board", "won");
            for (options, boards) in TWO_PLAYERS {
                two_players(options, asked.unwrap_or(boards));
            }
        }
        "alone" => {
            head("solitaire, a solution where there is one", "found");
            ALONE.into_iter().for_each(|options| alone(options, asked.unwrap_or(1000)));
        }
        "fewest" => {
            head("solitaire, the fewest that can be left, whether or not it is solved", "solved");
            // Those that remove two come last, because the memory is the most that there was up to then.
            ALONE.into_iter().for_each(|options| fewest(options, asked.unwrap_or(20).min(100)));
        }
        _ => {
            head("solitaire, a new puzzle of each grade, with and without the last two given", "");
            ALONE.into_iter().for_each(|options| puzzles(options, asked.unwrap_or(20).min(50)));
        }
    }
}

fn game(options: &str) -> SightReduction {
    let read = Options::parse(options).and_then(SightReduction::new);
    read.expect("the options go together")
}

/// Returns the time that something takes in milliseconds, and what came of it.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = system_now();
    let made = work();
    ((system_now() - start) * 1000.0, made)
}

/// Prints a line of a table.
fn tell(options: &str, boards: u64, mut times: Vec<f64>, count: &str) {
    times.sort_by(f64::total_cmp);
    let part = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    let memory = peak().map_or("?".to_owned(), |mebibytes| mebibytes.to_string());
    let (median, p90, worst) = (part(0.5), part(0.9), part(1.0));
    println!("  {options:58} {boards:6} {median:8.2} {p90:8.2} {worst:8.1} {count:>7} {memory:>6}");
}

fn alone(options: &str, boards: u64) {
    let game = game(options);
    let mut times = Vec::new();
    for seed in 1..=boards {
        let solitaire = Solitaire::of(&game, &game.start(seed)).expect("a random board is full");
        // Where nothing can be the last to go, one left is the best.
        let never = options.contains("enemy=required,remove=one-or-two");
        let effort = SolitaireLimits::default().effort;
        let (time, found) = timed(|| if never { solitaire.reach(1, effort) } else { solitaire.solution(effort) });
        if matches!(found, LineSearchResult::Line(_)) {
            times.push(time);
        }
    }
    let found = times.len().to_string();
    tell(options, boards, times, &found);
}

fn fewest(options: &str, boards: u64) {
    let game = game(options);
    let mut solved = 0;
    let mut times = Vec::new();
    for seed in 1..=boards {
        let (field, _) = Field::of(&game.start(seed)).expect("a random board is full");
        let (time, fewest) =
            timed(|| layers::fewest(RemovalRules::of(&game), field, None, 1).expect("there is memory"));
        times.push(time);
        let best = if options.contains("one-or-two") { 0 } else { 2 };
        solved += u32::from(fewest.left == best);
    }
    tell(options, boards, times, &solved.to_string());
}

fn puzzles(options: &str, numbers: u64) {
    let mut times = Vec::new();
    for aimed in [false, true] {
        for grade in Grade::ALL {
            let Ok(wish) = BoardSpec::new(game(options), aimed, grade) else { continue };
            times.extend((1..=numbers).map(|number| timed(|| wish.puzzle(number)).0));
        }
    }
    tell(options, times.len() as u64, times, "");
}

fn two_players(options: &str, boards: u64) {
    let game = game(options);
    let mut solver = Solver::new(RemovalRules::of(&game), 1);
    let mut won = 0;
    let mut times = Vec::new();
    for seed in 1..=boards {
        let (field, _) = Field::of(&game.start(seed)).expect("a random board is full");
        let (time, wins) = timed(|| solver.verdict(field, &CancelToken::default()).expect("nobody stops it"));
        times.push(time);
        won += u64::from(wins);
    }
    tell(options, boards, times, &won.to_string());
}

/// Returns the most memory that the process has had, in mebibytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}
