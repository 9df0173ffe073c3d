//! `trial simulate`: simulates a range of seeds, or one seed with its trace.

use std::path::PathBuf;
use std::time::Duration;

use halfboard_trial::report;
use halfboard_trial::simulation::{SeedRange, Simulator, Tracing, sweep};

const USAGE: &str = "usage: trial simulate [--seed N | --seeds FROM..TO] [--minutes N] [--threads N] [--report FILE]";

/// Runs the command; returns false if a seed violates a law.
pub(crate) fn run(arguments: &[String]) -> Result<bool, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut range = SeedRange { seeds: 0..1_000_000, threads, limit: Duration::from_secs(24 * 3600) };
    let mut report = None;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value; {USAGE}"))?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("invalid number '{text}'; {USAGE}"));
        match word.as_str() {
            "--seed" => return one(number(value)?),
            "--seeds" => {
                let (from, to) = value.split_once("..").ok_or_else(|| format!("invalid range '{value}'; {USAGE}"))?;
                range.seeds = number(from)?..number(to)?;
            }
            "--minutes" => range.limit = Duration::from_secs(60 * number(value)?),
            "--threads" => range.threads = number(value)?.max(1) as usize,
            "--report" => report = Some(PathBuf::from(value)),
            // The simulation runs inside this program.
            "--server" => {}
            _ => return Err(format!("unknown argument '{word}'; {USAGE}")),
        }
    }
    let result = sweep(&range)?;
    println!("{}", result.markdown());
    let passed = result.passed();
    if let Some(path) = report {
        report::save(&path, "Simulation", "cargo xtask simulate", &[result])?;
    }
    Ok(passed)
}

/// Simulates one seed, prints its trace, and checks that it is reproducible.
fn one(seed: u64) -> Result<bool, String> {
    let simulator = Simulator::new()?;
    let outcome = simulator.run(seed, Tracing::Lines)?;
    print!("{}", outcome.trace.unwrap_or_default());
    if simulator.run(seed, Tracing::Hash)?.hash != outcome.hash {
        return Err(format!("seed {seed} behaves differently when it is repeated"));
    }
    for violation in &outcome.violations {
        println!("VIOLATION: {violation}");
    }
    println!("seed {seed}: {} events, {} acknowledged commands", outcome.events, outcome.acknowledged);
    Ok(outcome.violations.is_empty())
}
