//! Many seeds, on every core.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Simulator, Tracing};
use crate::report::Report;

/// Seeds to simulate, and how long at most.
#[derive(Clone, Debug)]
pub struct SeedRange {
    /// The seeds.
    pub seeds: Range<u64>,
    /// The number of threads.
    pub threads: usize,
    /// Maximum duration.
    pub limit: Duration,
}

/// Failing seeds that are listed in the report.
const LISTED: usize = 20;

/// Simulates seeds and reports those that violate a law.
pub fn sweep(range: &SeedRange) -> Result<Report, String> {
    let begun = Instant::now();
    let next = AtomicU64::new(range.seeds.start);
    let (done, acknowledged, events) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failing: Mutex<Vec<(u64, String)>> = Mutex::default();
    let work = || -> Result<(), String> {
        let simulator = Simulator::new()?;
        while begun.elapsed() < range.limit {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= range.seeds.end {
                break;
            }
            let outcome = simulator.run(seed, Tracing::Off)?;
            done.fetch_add(1, Ordering::Relaxed);
            acknowledged.fetch_add(outcome.acknowledged, Ordering::Relaxed);
            events.fetch_add(outcome.events, Ordering::Relaxed);
            if let Some(violation) = outcome.violations.first() {
                eprintln!("trial: seed {seed}: {violation}");
                failing.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((seed, violation.clone()));
            }
        }
        Ok(())
    };
    let results: Vec<Result<(), String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..range.threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a simulation panicked".into())))
            .collect()
    });
    results.into_iter().collect::<Result<(), String>>()?;
    let mut failing = failing.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    failing.sort();
    let (count, seconds) = (done.into_inner(), begun.elapsed());
    let mut report = Report::new("Deterministic simulation");
    report.figure("seeds", format!("{count}, from {}", range.seeds.start));
    report.figure("seconds", seconds.as_secs());
    report.figure("seeds per second", (count as f64 / seconds.as_secs_f64()).round());
    report.figure("acknowledged commands", acknowledged.into_inner());
    report.figure("events in the logs", events.into_inner());
    report.require("seeds with violations", failing.len(), "0", failing.is_empty() && count > 0);
    for (seed, violation) in failing.iter().take(LISTED) {
        report.note(format!("- `cargo xtask simulate --seed {seed}`: {violation}"));
    }
    Ok(report)
}
