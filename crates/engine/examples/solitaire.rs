//! How fast solutions of the solitaire are found and puzzles are made:
//! `cargo run --release -p halfboard-engine --example solitaire -- find 1000` goes over the boards of seeds 1 to 1000 for
//! each way of removing, `-- aimed 1000` the same with the last two given as some solution leaves them, and
//! `-- puzzles 20` makes the puzzles 1 to 20 of each kind. Each is done three times, and the shortest counts.

use std::time::Instant;

use halfboard_engine::solve::sight_reduction::Field;
use halfboard_engine::solve::sight_reduction::solitaire::{Effort, Found, Grade, Solitaire, Wish};
use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Game, rules_string};
use halfboard_rules::options::OptionSet;
use halfboard_rules::sight_reduction::{Enemy, Options, Removal, Sight, SightReduction, Solitaire as Alone, Target};

/// About 50 ms.
const EFFORT: Effort = Effort { nodes: 300_000, seed: 1 };

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let many = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(100);
    for remove in [Removal::One, Removal::OneOrTwo] {
        for sight in [Sight::Orthogonal, Sight::Queen] {
            for enemy in [Enemy::Off, Enemy::Required] {
                let options = Options { sight, enemy, remove, solitaire: Alone::On, ..Options::DEFAULT };
                match words.first().map(String::as_str) {
                    Some("puzzles") => puzzles(options, many),
                    Some("aimed") if remove == Removal::One => find(options, many, true),
                    Some("aimed") => {}
                    _ => find(options, many, false),
                }
            }
        }
    }
}

fn rules(options: Options) -> SightReduction {
    SightReduction::new(options).expect("options that go together")
}

/// Looks for what is best at all: a solution, or one left where the last turn must leave an enemy.
fn look(options: Options, solitaire: Solitaire) -> Found {
    match (options.remove, options.enemy) {
        (Removal::OneOrTwo, Enemy::Required) => solitaire.reach(1, EFFORT),
        _ => solitaire.solution(EFFORT),
    }
}

/// The options with the two that a solution leaves as the last.
fn aim(options: Options, seed: u64) -> Option<Options> {
    let game = rules(options);
    let start = game.start(seed);
    let (field, _) = Field::of(&start)?;
    let Found::Line(line) = Solitaire::of(&game, &start)?.solution(EFFORT) else { return None };
    let left = line.iter().fold(field, |field, &removed| field.without(removed));
    let [white, black] = Color::BOTH
        .map(|color| Square::new((start.checkers(color) & (left.own | left.enemy)).trailing_zeros() as usize));
    Some(Options { target: Target(Some((white, black))), ..options })
}

fn find(options: Options, seeds: u64, aimed: bool) {
    let (mut times, mut none, mut open) = (Vec::new(), 0, Vec::new());
    for seed in 1..=seeds {
        let Some(options) = (if aimed { aim(options, seed) } else { Some(options) }) else { continue };
        let game = rules(options);
        let solitaire = Solitaire::of(&game, &game.start(seed)).expect("a start is in play");
        let (time, found) = shortest(|| look(options, solitaire));
        match found {
            Found::Line(_) => times.push(time),
            Found::Nothing => none += 1,
            Found::Open => open.push(seed),
        }
    }
    println!(
        "{}: {} found, {}; {none} none, {} open {open:?}",
        rules_string(&rules(options)),
        times.len(),
        spread(&mut times),
        open.len()
    );
}

fn puzzles(options: Options, numbers: u64) {
    for aimed in [false, true] {
        for grade in Grade::ALL {
            let Ok(wish) = Wish::new(rules(options), aimed, grade) else { continue };
            let mut times: Vec<f64> = (1..=numbers).map(|number| shortest(|| wish.puzzle(number)).0).collect();
            let last = if aimed { ", last two given" } else { "" };
            println!("{}{last}, {}: {}", rules_string(&rules(options)), grade.word(), spread(&mut times));
        }
    }
}

/// The shortest of three times, in milliseconds.
fn shortest<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let began = Instant::now();
        let made = work();
        (began.elapsed().as_secs_f64() * 1e3, made)
    };
    let [first, second, third] = [once(), once(), once()];
    (first.0.min(second.0).min(third.0), third.1)
}

fn spread(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    let [median, p90, p99, worst] = [50, 90, 99, 100].map(|part| at(part).copied().unwrap_or(f64::NAN));
    format!("median {median:.3} ms, p90 {p90:.3}, p99 {p99:.3}, worst {worst:.3}")
}
