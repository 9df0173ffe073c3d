//! Fits the weights of a game's evaluation to games that the engine plays against itself, and prints them.
//!
//! `cargo run --release -p halfboard-engine --example train -- sllim 4000` plays 4000 games on each of two threads. Copy
//! the weights into the game's file in `eval/`, and keep them only if they win in the arena.

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::limits::system_now;
use halfboard_engine::train::{Recipe, fit, samples};
use halfboard_rules::j::J;
use halfboard_rules::lines_of_action::LinesOfAction;
use halfboard_rules::options::OptionSet;
use halfboard_rules::sight_reduction::SightReduction;
use halfboard_rules::sllim::Sllim;
use halfboard_rules::stacks_in_action::StacksInAction;

fn run<G: Evaluate>(games: u64, depth: u32) {
    let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
    let play = |half: u64| {
        let recipe = Recipe { games, depth, opening: 8, plies: 300, seed: 1_000_000 * (half + 1) };
        let mut samples = samples(&game, recipe, system_now, |done| {
            if done.is_multiple_of(500) {
                eprintln!("half {half}: {done} of {games} games");
            }
        });
        samples.iter_mut().for_each(|sample| sample.game += half * games);
        samples
    };
    let samples = std::thread::scope(|scope| {
        let other = scope.spawn(|| play(1));
        let mut samples = play(0);
        samples.extend(other.join().expect("the other thread played its games"));
        samples
    });
    let fitted = fit::<G>(&samples, 8);
    println!("{}: {} positions, loss {:.4}, before {:.4}", G::INFO.id, samples.len(), fitted.loss, fitted.loss_before);
    for (term, weight) in G::TERMS.iter().zip(&fitted.weights) {
        println!("  {:>8.1}  {}: {}", weight, term.name, term.meaning);
    }
    let list: Vec<String> = fitted.weights.iter().map(|weight| format!("{weight:?}")).collect();
    println!("    const WEIGHTS: &'static [f32] = &[{}];", list.join(", "));
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Some(default), |word| word.parse().ok());
    let (Some(games), Some(depth)) = (number(1, 4000), number(2, 2)) else {
        eprintln!("train GAME [GAMES [DEPTH]]: games and depth are whole numbers");
        std::process::exit(2);
    };
    match words.first().map(String::as_str) {
        Some("sight-reduction") => run::<SightReduction>(games, depth as u32),
        Some("lines-of-action") => run::<LinesOfAction>(games, depth as u32),
        Some("stacks-in-action") => run::<StacksInAction>(games, depth as u32),
        Some("j") => run::<J>(games, depth as u32),
        Some("sllim") => run::<Sllim>(games, depth as u32),
        _ => {
            eprintln!(
                "train GAME [GAMES [DEPTH]]: the games are sight-reduction, lines-of-action, stacks-in-action, j, sllim"
            );
            std::process::exit(2);
        }
    }
}
