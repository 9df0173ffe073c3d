//! What is tuned by matches ([`spsa`](super::spsa)): the weights of the terms, for games whose results say too little
//! about single positions, and the parameters of the search.

use halfboard_rules::random::SplitMix64;

use super::spsa::{SpsaConfig, Tunable, maximize};
use crate::games::EngineGame;
use crate::limits::{Limits, Now, OutOfMemory};
use crate::network::Network;
use crate::search::{Search, SearchParameters};

/// Initial push of a weight as a part of the weight.
const WEIGHT_PUSH: f32 = 0.3;
/// Least initial push of a weight.
const MIN_WEIGHT_PUSH: f32 = 3.0;
/// Nodes per move of games that decide about weights, in the mean, unless the config limits them.
const WEIGHT_NODES: u64 = 1000;
/// Initial push of a parameter as a part of its range.
const PARAMETER_PUSH: f32 = 0.12;

/// Tunes the weights of the terms, starting from the game's own, and returns them rounded to tenths. The node limit is a
/// mean: games are of different lengths of thought, because weights that are good for a shallow search may be bad for a
/// deep one. Calls `on_pair` after each pair with the number of pairs and the weights.
///
/// # Errors
///
/// Fails if memory runs out.
pub fn tune_weights<G: EngineGame>(
    game: &G,
    config: &SpsaConfig,
    now: Now,
    on_pair: impl FnMut(u64, &[f32]),
) -> Result<Vec<f32>, OutOfMemory> {
    let tunable = |&value: &f32| Tunable {
        value,
        range: f32::NEG_INFINITY..=f32::INFINITY,
        push: (value.abs() * WEIGHT_PUSH).max(MIN_WEIGHT_PUSH),
    };
    let tunables: Vec<Tunable> = G::WEIGHTS.iter().map(tunable).collect();
    let nodes = config.limits.nodes.unwrap_or(WEIGHT_NODES);
    let limits = |random: &mut SplitMix64| Limits::nodes(nodes / 3 + random.below(nodes * 4 / 3 + 1));
    let apply =
        |player: &mut Search<G>, weights: &[f32]| player.set_network(Some(Network::from_term_weights::<G>(weights)));
    let weights = maximize(game, &tunables, config, now, limits, apply, on_pair)?;
    Ok(weights.iter().map(|weight| (weight * 10.0).round() / 10.0).collect())
}

/// Tunes the named parameters of the search, starting from the game's own, and returns their values. Calls `on_pair`
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
    on_pair: impl FnMut(u64, &[f32]),
) -> Result<Vec<i32>, String> {
    let mut own = G::PARAMETERS;
    let mut tunable = |name: &&str| {
        let range = SearchParameters::RANGES.iter().find(|(known, _)| known == name).map(|(_, range)| range);
        let (value, range) = own.get_mut(name).zip(range).ok_or(format!("no such parameter: {name}"))?;
        let (low, high) = (*range.start() as f32, *range.end() as f32);
        Ok(Tunable { value: *value as f32, range: low..=high, push: (high - low) * PARAMETER_PUSH })
    };
    let tunables = names.iter().map(&mut tunable).collect::<Result<Vec<_>, String>>()?;
    let apply = |player: &mut Search<G>, values: &[f32]| {
        let mut parameters = G::PARAMETERS;
        for (name, value) in names.iter().zip(values) {
            if let Some(parameter) = parameters.get_mut(name) {
                *parameter = value.round() as i32;
            }
        }
        player.set_parameters(parameters);
    };
    let limits = |_: &mut SplitMix64| config.limits.clone();
    let tuned = maximize(game, &tunables, config, now, limits, apply, on_pair).map_err(|error| error.to_string())?;
    Ok(tuned.iter().map(|value| value.round() as i32).collect())
}
