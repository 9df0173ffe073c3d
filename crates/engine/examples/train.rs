//! Makes evaluations from games that the engine plays against itself, on two threads.
//!
//! `cargo run --release -p halfboard-engine --example train -- terms sllim 8000` fits the weights of the terms to 8000
//! games and prints them, to be copied into the game's file in `eval/`. With `net` instead of `terms` it trains a net and
//! writes it to `nets/`; with `tune` it finds weights by matches, GAMES of them being pairs. Two more numbers: the nodes a turn of those games, and the first seed. Whatever comes out is
//! kept only if it wins in the arena.

use std::path::PathBuf;
use std::process::ExitCode;

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::train::net::{Schooling, train};
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::tune;
use halfboard_engine::train::{Recipe, Sample, samples};
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::options::OptionSet;

const USAGE: &str = "\
train WHAT GAME [GAMES [NODES [SEED]]]
  WHAT is terms, net, or tune
  GAME is sight-reduction (terms only), lines-of-action, stacks-in-action, j or sllim
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
    Net,
    Tune,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Some(default), |word| word.parse().ok());
    let what = match words.first().map(String::as_str) {
        Some("terms") => Some(What::Terms),
        Some("net") => Some(What::Net),
        Some("tune") => Some(What::Tune),
        _ => None,
    };
    let (Some(what), Some(games), Some(nodes), Some(seed)) = (what, number(2, 8000), number(3, 400), number(4, 1))
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let task = Task { what, games, nodes, seed };
    match words.get(1).map(String::as_str) {
        Some("sight-reduction") if what != What::Net => run::<SightReduction>(&task),
        Some("lines-of-action") => run::<LinesOfAction>(&task),
        Some("stacks-in-action") => run::<StacksInAction>(&task),
        Some("j") => run::<J>(&task),
        Some("sllim") => run::<Sllim>(&task),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run<G: Evaluate>(task: &Task) {
    let samples = match task.what {
        What::Tune => return tune_terms::<G>(task),
        _ => play::<G>(task),
    };
    println!("{}: {} positions", G::INFO.id, samples.len());
    if task.what == What::Net { train_net::<G>(&samples) } else { fit_terms::<G>(&samples) }
}

/// Matches between slightly different weights, on one thread, because each pair begins where the last one led.
fn tune_terms<G: Evaluate>(task: &Task) {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let limits = Limits::nodes(task.nodes);
    let recipe = Recipe { games: task.games, limits, opening: 4, plies: 200, seed: task.seed };
    let tuned = tune(&game, &recipe, system_now, |done, weights| {
        if done.is_multiple_of(100) {
            eprintln!("{done} of {} pairs: {weights:.1?}", task.games);
        }
    });
    print_weights::<G>(&tuned.expect("a small table can be had"));
}

/// The games, one half on each thread.
fn play<G: Evaluate>(task: &Task) -> Vec<Sample> {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let games = task.games.div_ceil(2);
    let half = |nth: u64| {
        let limits = Limits::nodes(task.nodes);
        let recipe = Recipe { games, limits, opening: 8, plies: 300, seed: task.seed + nth * games };
        let mut samples = samples(&game, &recipe, system_now, |done| {
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
        samples
    })
}

fn fit_terms<G: Evaluate>(samples: &[Sample]) {
    let fitted = fit::<G>(samples, 8);
    println!("loss {:.4}, before {:.4}", fitted.loss, fitted.loss_before);
    print_weights::<G>(&fitted.weights);
}

fn print_weights<G: Evaluate>(weights: &[f32]) {
    for (term, weight) in G::TERMS.iter().zip(weights) {
        println!("  {:>8.1}  {}: {}", weight, term.name, term.meaning);
    }
    let list: Vec<String> = weights.iter().map(|weight| format!("{weight:?}")).collect();
    println!("    const WEIGHTS: &'static [f32] = &[{}];", list.join(", "));
}

fn train_net<G: Evaluate>(samples: &[Sample]) {
    let schooling = Schooling { epochs: 12, step: 0.002, results: 0.4 };
    let trained = train::<G>(samples, schooling, |epoch, loss| eprintln!("epoch {epoch}: loss {loss:.4}"));
    println!("loss {:.4}, of the terms alone {:.4}", trained.losses[trained.losses.len() - 1], trained.losses[0]);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("nets").join(format!("{}.net", G::INFO.id));
    match std::fs::write(&path, trained.net.write()) {
        Ok(()) => println!("written to {}", path.display()),
        Err(error) => eprintln!("{}: {error}", path.display()),
    }
}
