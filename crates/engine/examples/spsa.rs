//! Tunes the parameters of the search by matches, and compares two settings.
//!
//! `cargo run --profile dist -p halfboard-engine --example spsa -- tune lines-of-action lmr_divisor,lmr_base --pairs 2000`
//! tunes the named parameters by simultaneous perturbation (SPSA), and prints their course. `spsa -- match
//! lines-of-action lmr_divisor=180 --pairs 500 --nodes 20000` plays a match of a setting against the game's own. A result
//! is kept only if it wins such a match.

use std::process::ExitCode;

use halfboard_engine::games::{EngineGame, MatchVisitor, visit};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::network::Network;
use halfboard_engine::search::SearchParameters;
use halfboard_engine::train::duel::{Contender, DuelConfig, duel};
use halfboard_engine::train::pipeline::describe;
use halfboard_engine::train::spsa::SpsaConfig;
use halfboard_engine::train::tune::tune_parameters;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

const USAGE: &str = "\
spsa match RULES NAME=VALUE,…  play a match of these parameters against the game's own
spsa tune RULES NAME,…         tune these parameters, starting from the game's own

Options, each followed by a whole number:
  --pairs N          pairs of games (500)
  --nodes N          nodes per turn (20000)
  --against-nodes N  nodes per turn of the opponent in a match, if they differ
  --movetime N       milliseconds per turn instead of nodes
  --opening N        random moves at the start of a game (4)
  --seed N           seed of the first pair (1)";

/// The arguments.
struct Task {
    tunes: bool,
    parameters: String,
    pairs: u64,
    limits: [Limits; 2],
    opening: u64,
    seed: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match parse(&words).and_then(|(rules, task)| run_game(rules, &task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Parses the arguments: the rules string and the rest.
fn parse(words: &[String]) -> Result<(&str, Task), String> {
    let [what, rules, parameters, options @ ..] = words else {
        return Err("expected what to do, a rules string, and parameters".to_owned());
    };
    let tunes = match what.as_str() {
        "match" => false,
        "tune" => true,
        _ => return Err(format!("invalid task '{what}': valid are match and tune")),
    };
    let limits = [20_000; 2].map(Limits::nodes);
    let mut task = Task { tunes, parameters: parameters.clone(), pairs: 500, limits, opening: 4, seed: 1 };
    for option in options.chunks(2) {
        let [name, value] = option else { return Err(format!("{} has no value", option[0])) };
        let number = value.parse::<u64>().map_err(|_| format!("invalid number '{value}' of {name}"))?;
        match name.as_str() {
            "--pairs" => task.pairs = number,
            "--nodes" => task.limits = [number; 2].map(Limits::nodes),
            "--against-nodes" => task.limits[1] = Limits::nodes(number),
            "--movetime" => task.limits = [number as f64 / 1000.0; 2].map(Limits::seconds),
            "--opening" => task.opening = number,
            "--seed" => task.seed = number,
            _ => return Err(format!("invalid option '{name}'")),
        }
    }
    Ok((rules, task))
}

/// Runs the task for a game.
fn run_game(rules: &str, task: &Task) -> Result<(), String> {
    let session = registry::rules(rules).map_err(|error| error.to_string())?.start(0);
    visit(&*session, task).unwrap_or_else(|| Err(format!("no such game: {rules}")))
}

impl MatchVisitor for &Task {
    type Output = Result<(), String>;

    fn visit<G: EngineGame>(self, play: &Match<G>) -> Self::Output {
        run(play.game(), self)
    }
}

fn run<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let network = Network::of_game(game);
    let [limits, _] = task.limits.clone();
    if task.tunes {
        let names: Vec<&str> = task.parameters.split(',').collect();
        let config = SpsaConfig { pairs: task.pairs, limits, opening: task.opening, seed: task.seed };
        let tuned = tune_parameters(game, &names, &config, system_now, |pairs, values| {
            if pairs.is_multiple_of(100) {
                eprintln!("{pairs} of {} pairs: {values:.1?}", task.pairs);
            }
        })?;
        for (name, value) in names.iter().zip(tuned) {
            println!("{name}={value}");
        }
        return Ok(());
    }
    let own = Contender::new::<G>(network.as_ref());
    let changed = Contender { parameters: with_changes(own.parameters, &task.parameters)?, ..own };
    let config = DuelConfig {
        pairs: task.pairs,
        limits: task.limits.clone(),
        opening: task.opening,
        plies: 300,
        seed: task.seed,
        sprt: None,
    };
    let mut rounds = 0;
    let scores = duel(game, [changed, own], &config, system_now, |scores| {
        rounds += 1;
        if rounds % 8 == 0 {
            eprintln!("{}", describe(scores));
        }
    });
    println!("{} {}: {}", G::INFO.id, task.parameters, describe(&scores.map_err(|error| error.to_string())?));
    Ok(())
}

/// Parses changes such as `lmr_base=40,lmr_divisor=180`.
fn with_changes(mut parameters: SearchParameters, changes: &str) -> Result<SearchParameters, String> {
    for change in changes.split(',') {
        let (name, value) = change.split_once('=').ok_or(format!("invalid change '{change}': expected NAME=VALUE"))?;
        let parameter = parameters.get_mut(name).ok_or_else(|| unknown(name))?;
        *parameter = value.parse().map_err(|_| format!("invalid value '{value}' of {name}"))?;
    }
    Ok(parameters)
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = SearchParameters::RANGES.iter().map(|(name, _)| *name).collect();
    format!("no such parameter: '{name}'; valid are {}", names.join(", "))
}
