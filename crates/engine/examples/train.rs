//! Fits evaluations to games that the engine plays against itself, on two threads.
//!
//! `cargo run --release -p halfboard-engine --example train -- terms sllim 8000` fits the weights of the terms to 8000
//! games and prints them, to be copied into the game's `evaluation.rs`. With `net` instead of `terms` it trains a
//! network and writes it to the game's folder; with `tune` it finds weights by matches, GAMES of them being pairs. Two
//! more numbers: the nodes per move of those games, and the first seed. A result is kept only if it wins in the arena.

use std::path::PathBuf;
use std::process::ExitCode;

use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::train::network::{TrainingConfig, train};
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::tune;
use halfboard_engine::train::{Sample, SelfPlayConfig, samples};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;

const USAGE: &str = "\
train WHAT GAME [GAMES [NODES [SEED]]]
  WHAT is terms, net, or tune
  GAME is the id of a game, as in 'halfboard games'; net needs network features
  GAMES, NODES (a turn) and SEED are whole numbers; without them 8000, 400 and 1";

/// What to make, and from which games.
struct Task {
    what: What,
    games: u64,
    nodes: u64,
    seed: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    Terms,
    Network,
    Tune,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Some(default), |word| word.parse().ok());
    let what = match words.first().map(String::as_str) {
        Some("terms") => Some(What::Terms),
        Some("net") => Some(What::Network),
        Some("tune") => Some(What::Tune),
        _ => None,
    };
    let (Some(what), Some(games), Some(nodes), Some(seed)) = (what, number(2, 8000), number(3, 400), number(4, 1))
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let task = Task { what, games, nodes, seed };
    let known = words.get(1).is_some_and(|id| run_game(id, &task));
    if !known {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// Runs the task for the game with this id; returns false if there is no such game, or it has no network features.
fn run_game(id: &str, task: &Task) -> bool {
    macro_rules! dispatch {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            match id {
                $(id if id == halfboard_rules::games::$module::$Game::INFO.id => {
                    run::<halfboard_rules::games::$module::$Game>(task)
                })+
                _ => false,
            }
        };
    }
    halfboard_rules::games!(dispatch)
}

fn run<G: EngineGame>(task: &Task) -> bool {
    match task.what {
        What::Network if G::PIECE_KINDS == 0 => return false,
        What::Tune => tune_terms::<G>(task),
        What::Network => train_network::<G>(&play::<G>(task)),
        What::Terms => fit_terms::<G>(&play::<G>(task)),
    }
    true
}

/// Matches between slightly different weights, on one thread, because each pair begins where the last one led.
fn tune_terms<G: EngineGame>(task: &Task) {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let limits = Limits::nodes(task.nodes);
    let config = SelfPlayConfig { games: task.games, limits, opening: 4, plies: 200, seed: task.seed };
    let tuned = tune(&game, &config, system_now, |done, weights| {
        if done.is_multiple_of(100) {
            eprintln!("{done} of {} pairs: {weights:.1?}", task.games);
        }
    });
    print_weights::<G>(&tuned.expect("a small table can be had"));
}

/// Returns the games, one half on each thread.
fn play<G: EngineGame>(task: &Task) -> Vec<Sample> {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let games = task.games.div_ceil(2);
    let half = |nth: u64| {
        let limits = Limits::nodes(task.nodes);
        let config = SelfPlayConfig { games, limits, opening: 8, plies: 300, seed: task.seed + nth * games };
        let mut samples = samples(&game, &config, system_now, |done| {
            if done.is_multiple_of(1000) {
                eprintln!("half {nth}: {done} of {games} games");
            }
        })
        .expect("a small table can be had");
        samples.iter_mut().for_each(|sample| sample.game += nth * games);
        samples
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut samples = half(0);
        samples.extend(other.join().expect("the other thread played its games"));
        println!("{}: {} positions", G::INFO.id, samples.len());
        samples
    })
}

fn fit_terms<G: EngineGame>(samples: &[Sample]) {
    let fitted = fit::<G>(samples, 8);
    println!("loss {:.4}, before {:.4}", fitted.loss, fitted.loss_before);
    print_weights::<G>(&fitted.weights);
}

fn print_weights<G: EngineGame>(weights: &[f32]) {
    for (term, weight) in G::TERMS.iter().zip(weights) {
        println!("  {weight:>8.1}  {}", term.name);
    }
    let list: Vec<String> = weights.iter().map(|weight| format!("{weight:?}")).collect();
    println!("    const WEIGHTS: &'static [f32] = &[{}];", list.join(", "));
}

fn train_network<G: EngineGame>(samples: &[Sample]) {
    let config = TrainingConfig { epochs: 12, step: 0.002, results: 0.4 };
    let trained = train::<G>(samples, config, |epoch, loss| eprintln!("epoch {epoch}: loss {loss:.4}"));
    println!("loss {:.4}, of the terms alone {:.4}", trained.losses[trained.losses.len() - 1], trained.losses[0]);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/games")
        .join(G::INFO.id.replace('-', "_"))
        .join("network.net");
    match std::fs::write(&path, trained.network.to_bytes()) {
        Ok(()) => println!("written to {}", path.display()),
        Err(error) => eprintln!("{}: {error}", path.display()),
    }
}
