//! How fast solutions of the solitaire are found: `cargo run --release -p halfboard-engine --example solitaire -- 1000`
//! goes over the boards of seeds 1 to 1000, for each way of removing. Times are those of the processor where the system
//! tells them, else by the clock.

use std::time::Instant;

use halfboard_engine::solve::sight_reduction::solitaire::{Effort, Found, Solitaire};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;
use halfboard_rules::sight_reduction::{Enemy, Options, Removal, Sight, SightReduction};

fn main() {
    let mut numbers =
        std::env::args().skip(1).map(|word| word.parse().expect("numbers: how many seeds, how many nodes"));
    let seeds: u64 = numbers.next().unwrap_or(1000);
    let nodes: u64 = numbers.next().unwrap_or(200_000);
    let began = Instant::now();
    println!("| sight | enemy | remove | found | median ms | p90 | p99 | worst | none | open |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for remove in [Removal::One, Removal::OneOrTwo] {
        for sight in [Sight::Orthogonal, Sight::Queen] {
            for enemy in [Enemy::Off, Enemy::Required] {
                let game = SightReduction::new(Options { sight, enemy, remove, ..Options::DEFAULT }).expect("plain");
                let (mut times, mut none, mut open) = (Vec::new(), 0, Vec::new());
                for seed in 1..=seeds {
                    let solitaire = Solitaire::of(&game, &game.start(seed)).expect("a start is in play");
                    let before = spent(began);
                    // A board whose last turn must leave an enemy cannot be cleared; there, one left is the best.
                    let found = match (remove, enemy) {
                        (Removal::OneOrTwo, Enemy::Required) => solitaire.reach(1, Effort { nodes, seed: 0 }),
                        _ => solitaire.solution(Effort { nodes, seed: 0 }),
                    };
                    match found {
                        Found::Line(_) => times.push((spent(began) - before) as f64 / 1e6),
                        Found::Nothing => none += 1,
                        Found::Open => open.push(seed),
                    }
                }
                times.sort_by(f64::total_cmp);
                let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
                let [median, p90, p99, worst] = [50, 90, 99, 100].map(|part| at(part).copied().unwrap_or(f64::NAN));
                let found = times.len();
                println!(
                    "| {sight:?} | {enemy:?} | {remove:?} | {found} | {median:.3} | {p90:.3} | {p99:.3} | {worst:.3} | {none} | {} |",
                    open.len(),
                );
                println!("  open: {open:?}");
            }
        }
    }
}

/// The nanoseconds that this thread has had.
fn spent(began: Instant) -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = told.as_deref().and_then(|text| text.split_whitespace().next()?.parse().ok());
    first.unwrap_or_else(|| began.elapsed().as_nanos() as u64)
}
