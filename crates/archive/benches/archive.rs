//! How fast an archive is: import of records, answers of the explorer, bytes per position.
//!
//! `cargo xtask bench archive` runs this. A number after `--` says how many games are generated, 100,000 by default. Games are
//! random, with the same seeds in every run. The import includes parsing the records, and compacting the file.

use std::time::{Duration, Instant};

use halfboard_archive::FileArchive;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{self, Record, Start};
use halfboard_rules::registry;

/// Games by default.
const GAMES: u64 = 100_000;

/// Games generated at a time.
const CHUNK: u64 = 2_000;

/// The rules of the games.
const RULES: &str = "lines-of-action:first=black";

fn main() {
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(GAMES);
    let path = std::env::temp_dir().join(format!("halfboard-bench-{}.archive", std::process::id()));
    let done = run(games, &path);
    let _ = std::fs::remove_file(&path);
    if let Err(error) = done {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1);
    }
}

fn run(games: u64, path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut archive = FileArchive::open_or_create(path)?;
    let (mut spent, mut plies) = (Duration::ZERO, 0);
    let mut importer = archive.importer()?;
    for first in (0..games).step_by(CHUNK as usize) {
        let text = record::format(&(first..games.min(first + CHUNK)).map(generate).collect::<Vec<_>>());
        let begun = Instant::now();
        for record in record::parse(&text)? {
            plies += record.turns().len();
            importer.add(&record)?;
        }
        spent += begun.elapsed();
    }
    let begun = Instant::now();
    importer.flush()?;
    archive.compact()?;
    spent += begun.elapsed();
    let stats = archive.stats()?;
    println!("{} games, {plies} plies of {RULES}", stats.games());
    println!("  import: {:.0} plies/s", plies as f64 / spent.as_secs_f64());
    println!("  size: {:.1} bytes/position", stats.bytes as f64 / stats.positions as f64);
    drop(archive);
    let archive = FileArchive::open(path)?;
    let mut times = Vec::new();
    for game in (0..games).step_by((games / 100).max(1) as usize) {
        let mut session = generate(game).session();
        loop {
            let begun = Instant::now();
            archive.explore(session.as_ref())?;
            times.push((begun.elapsed(), session.ply()));
            if !session.undo() {
                break;
            }
        }
    }
    let start = times.iter().filter(|(_, ply)| *ply == 0).map(|(time, _)| *time).max().unwrap_or_default();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].0.as_secs_f64() * 1000.0;
    println!(
        "  explorer: median {:.2} ms, 99 % within {:.2} ms, worst {:.2} ms of {} positions; start position at most {:.2} ms",
        at(50),
        at(99),
        at(100),
        times.len(),
        start.as_secs_f64() * 1000.0
    );
    Ok(())
}

/// Returns a random game.
fn generate(seed: u64) -> Record {
    let mut random = SplitMix64::new(seed);
    let mut session = registry::rules(RULES).expect("valid rules").start(0);
    while session.ply() < 200 && session.play_random(&mut random) {}
    let mut record = Record::new(session.as_ref(), Start::Seed(0));
    record.set_tag("Black", &format!("Player {}", random.below(500)));
    record.set_tag("White", &format!("Player {}", random.below(500)));
    record.set_tag("Date", &format!("{}.{:02}.{:02}", 1996 + seed % 30, 1 + seed % 12, 1 + seed % 28));
    record
}
