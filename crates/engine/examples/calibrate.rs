//! Finds how far each level must misjudge positions of a game for the level above to win three games in four, or
//! another share.
//!
//! `cargo run --release -p halfboard-engine --example calibrate -- j 60` plays matches of 60 pairs on two threads, from
//! the highest level down, and prints the numbers for the game's folder in `games/`. The arena shows what became of it.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_engine::arena;
use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{PlayerError, for_rules};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sprt::Pentanomial;
use halfboard_rules::game::Team;
use halfboard_rules::registry::{self, Rules};

/// What is near enough to it.
const CLOSE: f64 = 0.05;
/// No level misjudges more than this, in hundredths of a logit: it would know nothing any more.
const MOST_NOISE: i32 = 3000;
const FIRST_NOISE: i32 = 20;
const STEPS: u32 = 9;
const OPENING: u64 = 2;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rules = words.first().map(|word| registry::rules(word));
    let pairs = words.get(1).map_or(Some(40), |word| word.parse().ok());
    // Where even the best cannot win most games, levels lie closer together.
    let target = words.get(2).map_or(Some(75), |word| word.parse().ok()).map(|percent: u32| f64::from(percent) / 100.0);
    let (Some(Ok(rules)), Some(pairs), Some(target)) = (rules, pairs, target) else {
        eprintln!(
            "calibrate RULES [PAIRS [PERCENT]]: a rules string as in 'halfboard games', how many pairs of games a match \
             has (40), and what the upper of two levels should score (75)"
        );
        return ExitCode::from(2);
    };
    match calibrate(&*rules, pairs, target) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn calibrate(rules: &dyn Rules, pairs: u64, target: f64) -> Result<(), PlayerError> {
    let canonical = rules.canonical();
    let engine = for_rules(&canonical, 0, system_now)?;
    let levels: Vec<StrengthLimit> = Level::all().map(|level| engine.strength_limit(level)).collect();
    let mut above = StrengthLimit { noise: 0, ..levels[levels.len() - 1] };
    let mut noises = vec![0];
    for level in (0..levels.len() - 1).rev() {
        let play = |noise: i32| {
            let score = score(rules, above, StrengthLimit { noise, ..levels[level] }, pairs)?;
            eprintln!("level {} with noise {noise}: the level above scores {:.0} %", level + 1, 100.0 * score);
            Ok::<f64, PlayerError>(score)
        };
        let mut nearest = (0, play(0)?);
        // Doubled until it is too much, then halved between.
        let (mut low, mut high, mut noise) = (0, MOST_NOISE, FIRST_NOISE);
        for _ in 0..STEPS {
            if (nearest.1 - target).abs() < CLOSE || nearest.0 == 0 && nearest.1 > target {
                break;
            }
            let score = play(noise)?;
            if (score - target).abs() < (nearest.1 - target).abs() {
                nearest = (noise, score);
            }
            if score < target {
                low = noise;
            } else {
                high = noise;
            }
            noise = if high == MOST_NOISE { (2 * noise).min(MOST_NOISE) } else { i32::midpoint(low, high) };
        }
        println!("level {}: noise {}, level {} scores {:.0} %", level + 1, nearest.0, level + 2, 100.0 * nearest.1);
        above = StrengthLimit { noise: nearest.0, ..levels[level] };
        noises.insert(0, nearest.0);
    }
    println!("    const NOISE: [Score; LEVEL_COUNT] = {noises:?};");
    Ok(())
}

/// Returns the score of one strength against another over pairs of games, on two threads.
fn score(rules: &dyn Rules, above: StrengthLimit, below: StrengthLimit, pairs: u64) -> Result<f64, PlayerError> {
    let (next, tally) = (AtomicU64::new(1), Mutex::new(Pentanomial::default()));
    let work = || -> Result<(), PlayerError> {
        let mut players =
            [for_rules(&rules.canonical(), 4, system_now)?, for_rules(&rules.canonical(), 4, system_now)?];
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = arena::opening(rules, seed, OPENING).filter(|_| seed <= pairs) else { return Ok(()) };
            for (player, strength) in players.iter_mut().zip([above, below]) {
                player.set(SearchSettings { strength, seed, ..SearchSettings::default() });
            }
            let none = Limits::default();
            let [first, second] = &mut players;
            let one = arena::play(opening.clone_box(), &mut **first, &mut **second, [&none, &none], 300);
            let two = arena::play(opening, &mut **second, &mut **first, [&none, &none], 300);
            let halves = one.halves(Team::One) + two.halves(Team::Two);
            tally.lock().expect("no thread failed while counting").count(halves);
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work()?;
        other.join().expect("the other thread played its games")
    })?;
    Ok(tally.into_inner().expect("no thread failed while counting").mean())
}
