//! Tunes the weights of the terms by matches: for games whose results say too little about single positions.
//!
//! Simultaneous perturbation (Spall 1992): all weights are pushed at once, each up or down by chance; the engine with
//! the push plays a pair of games against the engine with the opposite push; the weights then move a little towards the
//! winner. The games are of different lengths of thought, because weights that are good for a shallow search may be bad
//! for a deep one. What comes out is the mean of the second half of the way.

use halfboard_rules::random::SplitMix64;

use super::SelfPlayConfig;
use super::duel::{opening, play};
use crate::games::EngineGame;
use crate::limits::OutOfMemory;
use crate::limits::{Limits, Now};
use crate::network::Network;
use crate::search::Search;

/// How far a weight is pushed, as a part of itself, and at least.
const PUSH: f32 = 0.3;
const LEAST_PUSH: f32 = 3.0;
/// How far it moves towards the winner of a game, as a part of the push.
const STEP: f32 = 0.05;

/// Tunes the weights, beginning with those there are. The config's games are pairs, and its nodes a mean.
pub fn tune<G: EngineGame>(
    game: &G,
    config: &SelfPlayConfig,
    now: Now,
    mut on_pair: impl FnMut(u64, &[f32]),
) -> Result<Vec<f32>, OutOfMemory> {
    let mut weights = G::WEIGHTS.to_vec();
    let pushes: Vec<f32> = weights.iter().map(|weight| (weight.abs() * PUSH).max(LEAST_PUSH)).collect();
    let mut players = [Search::new(game.clone(), 1, now)?, Search::new(game.clone(), 1, now)?];
    let mut random = SplitMix64::new(config.seed);
    let mut sums = vec![0.0; weights.len()];
    let mut summed = 0.0f32;
    for pair in 0..config.games {
        let done = pair as f32 / config.games as f32;
        let signs: Vec<f32> = weights.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        for (player, side) in players.iter_mut().zip([1.0, -1.0]) {
            let pushed = |at: usize| weights[at] + side * (1.0 - 0.4 * done) * pushes[at] * signs[at];
            let pushed: Vec<f32> = (0..weights.len()).map(pushed).collect();
            player.set_network(Some(Network::from_term_weights::<G>(&pushed)));
        }
        let nodes = config.limits.nodes.unwrap_or(1000);
        let limits = Limits::nodes(nodes / 3 + random.below(nodes * 4 / 3 + 1));
        let opening = opening(game, config.opening, config.seed + pair, &mut random);
        let [pushed, opposite] = &mut players;
        let points = play(&opening, [pushed, opposite], [&limits; 2], config.plies)
            - play(&opening, [opposite, pushed], [&limits; 2], config.plies);
        let step = STEP * (1.0 - 0.7 * done) * points;
        for (weight, (push, sign)) in weights.iter_mut().zip(pushes.iter().zip(&signs)) {
            *weight += step * push * sign;
        }
        if 2 * pair >= config.games {
            summed += 1.0;
            sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight);
        }
        on_pair(pair + 1, &weights);
    }
    Ok(sums.iter().map(|sum: &f32| (sum / summed.max(1.0) * 10.0).round() / 10.0).collect())
}
