//! Tunes parameters of the search by matches (simultaneous perturbation stochastic approximation, Spall 1992).
//!
//! All parameters are pushed at once, each up or down at random; the engine with the push plays a pair of games against
//! the engine with the opposite push; the parameters then move a little towards the winner. The result is the mean of
//! the second half of the way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_rules::random::{SplitMix64, mix};

use super::duel::{opening, play};
use crate::games::EngineGame;
use crate::limits::{Limits, Now, OutOfMemory};
use crate::search::{Search, SearchParameters};

/// How parameters are tuned.
#[derive(Clone, Debug)]
pub struct SpsaConfig {
    /// Number of pairs of games.
    pub pairs: u64,
    /// Limits of the search per move.
    pub limits: Limits,
    /// Number of random moves at the start.
    pub opening: u64,
    /// The seed of the first pair.
    pub seed: u64,
}

/// Initial push as a part of the parameter's range; it shrinks to three fifths.
const PUSH: f32 = 0.12;
/// How far parameters move towards the winner of a game, as a part of the push; it shrinks to three tenths.
const STEP: f32 = 0.06;
/// Maximum length of a game in plies.
const MAX_PLIES: usize = 300;
const THREADS: usize = 2;
/// Size of the transposition table of each player in mebibytes.
const TABLE_MEBIBYTES: usize = 4;

/// The parameters on their way.
struct Course {
    values: Vec<f32>,
    sums: Vec<f32>,
    summed: f32,
    finished: u64,
}

/// Tunes the named parameters on two threads, starting from the game's own, and returns their values. Calls `on_pair`
/// after each pair with the number of pairs and the values.
///
/// # Errors
///
/// Fails if there is no parameter of a name, or memory runs out.
pub fn tune_parameters<G: EngineGame>(
    game: &G,
    names: &[&str],
    config: &SpsaConfig,
    now: Now,
    on_pair: impl Fn(u64, &[f32]) + Sync,
) -> Result<Vec<i32>, String> {
    let range = |name: &&str| {
        let known = SearchParameters::RANGES.iter().find(|(known, _)| known == name);
        known.map(|(_, range)| (*range.start() as f32, *range.end() as f32)).ok_or(format!("no such parameter: {name}"))
    };
    let ranges = names.iter().map(range).collect::<Result<Vec<_>, _>>()?;
    let mut own = G::PARAMETERS;
    let values: Vec<f32> = names.iter().filter_map(|name| own.get_mut(name).map(|value| *value as f32)).collect();
    let course = Mutex::new(Course { sums: vec![0.0; values.len()], values, summed: 0.0, finished: 0 });
    let next = AtomicU64::new(0);
    let work = || -> Result<(), OutOfMemory> {
        let mut players =
            [Search::new(game.clone(), TABLE_MEBIBYTES, now)?, Search::new(game.clone(), TABLE_MEBIBYTES, now)?];
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= config.pairs {
                return Ok(());
            }
            let done = pair as f32 / config.pairs as f32;
            let mut random = SplitMix64::new(mix(config.seed + pair));
            let center = course.lock().expect("no thread panics").values.clone();
            let pushes: Vec<f32> = ranges
                .iter()
                .map(|(low, high)| {
                    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                    // A push of less than one would be rounded away.
                    sign * ((high - low) * PUSH * (1.0 - 0.4 * done)).max(1.0)
                })
                .collect();
            for (player, side) in players.iter_mut().zip([1.0, -1.0]) {
                let mut parameters = G::PARAMETERS;
                for (at, name) in names.iter().enumerate() {
                    let (low, high) = ranges[at];
                    if let Some(value) = parameters.get_mut(name) {
                        *value = (center[at] + side * pushes[at]).clamp(low, high).round() as i32;
                    }
                }
                player.set_parameters(parameters);
            }
            let opening = opening(game, config.opening, config.seed + pair, &mut random);
            let [pushed, opposite] = &mut players;
            let points = play(&opening, [pushed, opposite], [&config.limits; 2], MAX_PLIES)
                - play(&opening, [opposite, pushed], [&config.limits; 2], MAX_PLIES);
            let mut course = course.lock().expect("no thread panics");
            let step = STEP * (1.0 - 0.7 * done) * points;
            for (at, (low, high)) in ranges.iter().enumerate() {
                course.values[at] = (course.values[at] + step * pushes[at]).clamp(*low, *high);
            }
            course.finished += 1;
            if 2 * course.finished > config.pairs {
                let Course { values, sums, summed, .. } = &mut *course;
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += *value);
                *summed += 1.0;
            }
            on_pair(course.finished, &course.values);
        }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..THREADS).map(|_| scope.spawn(work)).collect();
        work()?;
        helpers.into_iter().try_for_each(|helper| helper.join().expect("no thread panics"))
    })
    .map_err(|error: OutOfMemory| error.to_string())?;
    let course = course.into_inner().expect("no thread panics");
    Ok(course.sums.iter().map(|sum| (sum / course.summed.max(1.0)).round() as i32).collect())
}
