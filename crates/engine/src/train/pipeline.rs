//! The whole way to a new network of a game: play games, train, and play a match against the network in use.

use std::io;
use std::path::Path;

use super::SelfPlayConfig;
use super::dataset::{play_games, read_samples};
use super::duel::{Contender, DuelConfig, duel};
use super::network::{TrainingConfig, train};
use crate::games::EngineGame;
use crate::limits::{Limits, Now};
use crate::network::{Network, NetworkFile};
use crate::sprt::{Pentanomial, Sprt, SprtDecision};

/// What is played beyond the plan of a network.
#[derive(Clone, Copy, Debug)]
pub struct PipelineConfig {
    /// The seed of the first game.
    pub seed: u64,
    /// When to stop playing games, in seconds of the clock; `None` to play all games of the plan.
    pub until: Option<f64>,
    /// Maximum number of pairs of games of the match.
    pub pairs: u64,
    /// Nodes per move of the match.
    pub match_nodes: u64,
}

/// A successor of a network.
pub struct TrainedSuccessor {
    /// The network.
    pub network: Network,
    /// Number of positions that it was trained and validated on.
    pub positions: usize,
    /// The mean loss on the validation set before training and after each epoch.
    pub losses: Vec<f64>,
    /// Its scores against the network in use, or against the terms if there is none.
    pub scores: Pentanomial,
    /// Whether it passed the test and should replace the network in use.
    pub accepted: bool,
}

/// The test that a successor must pass.
pub const ACCEPTANCE: Sprt = Sprt { elo0: 0.0, elo1: 30.0, error: 0.05 };
/// Initial learning rate; a network that continues another needs no more.
const STEP: f32 = 0.003;

/// Plays the games of a network's plan into `data`, trains a successor and plays the match. `game` has the rules of the
/// plan. Calls `on_progress` with lines for people.
///
/// # Errors
///
/// Fails if `data` cannot be read or written, or memory runs out.
pub fn train_successor<G: EngineGame>(
    game: &G,
    file: &NetworkFile,
    data: &Path,
    config: &PipelineConfig,
    now: Now,
    on_progress: &(impl Fn(&str) + Sync),
) -> io::Result<TrainedSuccessor> {
    let plan = file.plan;
    let limits = Limits::nodes(plan.nodes);
    let play = SelfPlayConfig { games: plan.games, limits, opening: 8, plies: 300, seed: config.seed };
    let on_games = |games| on_progress(&format!("{games} of {} games", plan.games));
    play_games(game, data, &play, now, config.until, on_games)?;
    let samples = read_samples(game, data)?;
    on_progress(&format!("{} positions", samples.len()));
    let current = Network::from_bytes::<G>(file.bytes).ok();
    let results = plan.results as f32 / 100.0;
    let training = TrainingConfig { width: plan.width, epochs: plan.epochs, step: STEP, results };
    let trained = train::<G>(
        &samples,
        training,
        current.as_ref().filter(|network| network.width() <= plan.width),
        |epoch, loss| {
            on_progress(&format!("epoch {epoch}: loss {loss:.4}"));
        },
    );
    let duel_config = DuelConfig {
        pairs: config.pairs,
        limits: [config.match_nodes; 2].map(Limits::nodes),
        opening: 4,
        plies: 300,
        seed: config.seed,
        sprt: Some(ACCEPTANCE),
    };
    let on_round = |scores: &Pentanomial| on_progress(&describe(scores));
    let contenders = [Some(&trained.network), current.as_ref()].map(Contender::new::<G>);
    let scores = duel(game, contenders, &duel_config, now, on_round).map_err(io::Error::other)?;
    let accepted = ACCEPTANCE.decide(&scores) == SprtDecision::AcceptH1;
    let (network, losses) = (trained.network, trained.losses);
    Ok(TrainedSuccessor { network, positions: samples.len(), losses, scores, accepted })
}

/// Returns the scores of a match as text.
pub fn describe(scores: &Pentanomial) -> String {
    let (low, elo, high) = scores.elo();
    format!("{elo:+.0} Elo ({low:+.0} to {high:+.0}), {} pairs", scores.pairs())
}
