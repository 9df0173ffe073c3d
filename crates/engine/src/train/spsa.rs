//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1992): tunes numbers of the engine by matches.
//!
//! All numbers are pushed at once, each up or down at random; the engine with the push plays a pair of games against the
//! engine with the opposite push; the numbers then move a little towards the winner. The result is the mean of the second
//! half of the way.

use std::ops::RangeInclusive;

use halfboard_rules::random::{SplitMix64, mix};

use super::duel::{opening, play};
use crate::games::EngineGame;
use crate::limits::{Limits, Now, OutOfMemory};
use crate::search::Search;

/// How numbers are tuned.
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

/// A number to be tuned.
pub(super) struct Tunable {
    pub(super) value: f32,
    pub(super) range: RangeInclusive<f32>,
    /// Initial push. It shrinks to three fifths, but not below 1, because many numbers are rounded.
    pub(super) push: f32,
}

/// How far numbers move towards the winner of a game, as a part of the push; it shrinks to three tenths.
const STEP: f32 = 0.06;
/// Maximum length of a game in plies.
const MAX_PLIES: usize = 300;
/// Number of pairs that are played at once, from the same numbers, so that the result does not depend on timing.
const THREADS: u64 = 2;
/// Size of the transposition table of each player in mebibytes.
const TABLE_MEBIBYTES: usize = 4;

/// Tunes numbers on two threads and returns them. `limits` chooses the limits of a pair of games, `apply` gives the
/// numbers to a player, and `on_pair` is called after each pair with the number of pairs and the numbers.
///
/// # Errors
///
/// Fails if memory runs out.
pub(super) fn maximize<G: EngineGame>(
    game: &G,
    tunables: &[Tunable],
    config: &SpsaConfig,
    now: Now,
    limits: impl Fn(&mut SplitMix64) -> Limits + Sync,
    apply: impl Fn(&mut Search<G>, &[f32]) + Sync,
    mut on_pair: impl FnMut(u64, &[f32]),
) -> Result<Vec<f32>, OutOfMemory> {
    let player = || Search::new(game.clone(), TABLE_MEBIBYTES, now);
    let mut players = (0..THREADS).map(|_| Ok([player()?, player()?])).collect::<Result<Vec<_>, _>>()?;
    let mut values: Vec<f32> = tunables.iter().map(|tunable| tunable.value).collect();
    let (mut sums, mut summed) = (vec![0.0; values.len()], 0.0f32);
    for first in (0..config.pairs).step_by(THREADS as usize) {
        let center = &values;
        // Returns the pushes and the points of the player who got them.
        let play_pair = |pair: u64, [pushed, opposite]: &mut [Search<G>; 2]| {
            let mut random = SplitMix64::new(mix(config.seed + pair));
            let pushes: Vec<f32> =
                tunables.iter().map(|tunable| tunable.push(config.progress(pair), &mut random)).collect();
            for (player, side) in [(&mut *pushed, 1.0), (&mut *opposite, -1.0)] {
                apply(player, &clamped(tunables, center.iter().zip(&pushes).map(|(value, push)| value + side * push)));
            }
            let limits = limits(&mut random);
            let opening = opening(game, config.opening, config.seed + pair, &mut random);
            let points = play(&opening, [pushed, opposite], [&limits; 2], MAX_PLIES)
                - play(&opening, [opposite, pushed], [&limits; 2], MAX_PLIES);
            (pushes, points)
        };
        let played: Vec<_> = std::thread::scope(|scope| {
            let pairs = (first..config.pairs).zip(&mut players);
            let threads: Vec<_> = pairs.map(|(pair, players)| scope.spawn(move || play_pair(pair, players))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        for (pair, (pushes, points)) in (first..).zip(played) {
            let step = STEP * (1.0 - 0.7 * config.progress(pair)) * points;
            values = clamped(tunables, values.iter().zip(&pushes).map(|(value, push)| value + step * push));
            if 2 * (pair + 1) > config.pairs {
                sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += *value);
                summed += 1.0;
            }
            on_pair(pair + 1, &values);
        }
    }
    Ok(sums.iter().map(|sum| sum / summed.max(1.0)).collect())
}

impl SpsaConfig {
    /// Returns how much of the way lies before a pair, from 0 to 1.
    fn progress(&self, pair: u64) -> f32 {
        pair as f32 / self.pairs as f32
    }
}

impl Tunable {
    fn push(&self, progress: f32, random: &mut SplitMix64) -> f32 {
        let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
        sign * (self.push * (1.0 - 0.4 * progress)).max(1.0)
    }
}

/// Returns values within the ranges of their numbers.
fn clamped(tunables: &[Tunable], values: impl Iterator<Item = f32>) -> Vec<f32> {
    values.zip(tunables).map(|(value, Tunable { range, .. })| value.clamp(*range.start(), *range.end())).collect()
}
