//! Fits evaluations to games that the engine plays against itself, on two threads.
//!
//! `cargo run --release -p halfboard-engine --example train -- play j games.txt --games 50000 --nodes 800` plays games and
//! appends their positions to a file; started again, it plays the games that the file lacks. `train -- net j games.txt`
//! trains a network on them and writes it to the game's folder, `train -- terms j games.txt` fits the weights of the
//! terms and prints them, and `train -- tune j --games 1600` finds weights by matches. A result is kept only if it wins
//! in the arena.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::network::{LANES, Network};
use halfboard_engine::search::Search;
use halfboard_engine::train::network::{TrainingConfig, train};
use halfboard_engine::train::self_play::{LabelledPosition, play_game};
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::tune;
use halfboard_engine::train::{Sample, SelfPlayConfig};
use halfboard_rules::registry;
use halfboard_rules::session::Match;

const USAGE: &str = "\
train play RULES FILE   play games and append their positions to FILE
train net RULES FILE    train a network on FILE
train terms RULES FILE  fit the weights of the terms to FILE
train tune RULES        find weights by pairs of games

RULES is a rules string such as 'j'. Options, each followed by a whole number or a file:
  --games N    games, or pairs for tune (8000)
  --nodes N    nodes per turn (400)
  --seed N     seed of the first game (1)
  --width N    neurons per accumulator of a network, a multiple of 32 (128)
  --epochs N   epochs of training a network (12)
  --results N  weight of game results in percent; the rest is the value of the search (40)
  --step N     initial learning rate in millionths (2000)
  --from FILE  the network to start from, at most as wide, instead of the terms
  --out FILE   where to write the network, instead of the game's folder";

/// The arguments.
struct Task {
    what: String,
    file: String,
    from: Option<PathBuf>,
    out: Option<PathBuf>,
    games: u64,
    nodes: u64,
    seed: u64,
    training: TrainingConfig,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = parse(&words).and_then(|(rules, task)| run_game(&rules, &task));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Parses the arguments: the rules string and the rest.
fn parse(words: &[String]) -> Result<(String, Task), String> {
    let plain = words.iter().take_while(|word| !word.starts_with("--")).count();
    let (names, mut options) = words.split_at(plain);
    let (what, rules, file) = match names {
        [what, rules, file] if ["play", "net", "terms"].contains(&what.as_str()) => (what, rules, file.as_str()),
        [what, rules] if what == "tune" => (what, rules, ""),
        _ => return Err("expected what to do, a rules string, and a file except for tune".to_owned()),
    };
    let training = TrainingConfig { width: 128, epochs: 12, step: 0.002, results: 0.4 };
    let mut task = Task {
        what: what.clone(),
        file: file.to_owned(),
        from: None,
        out: None,
        games: 8000,
        nodes: 400,
        seed: 1,
        training,
    };
    while let [name, value, rest @ ..] = options {
        options = rest;
        let number = value.parse::<u32>().map_err(|_| format!("invalid number '{value}' of {name}"));
        match name.as_str() {
            "--games" => task.games = number?.into(),
            "--nodes" => task.nodes = number?.into(),
            "--seed" => task.seed = number?.into(),
            "--width" if number.as_ref().is_ok_and(|width| width % LANES as u32 == 0 && *width > 0) => {
                task.training.width = number? as usize;
            }
            "--epochs" => task.training.epochs = number?,
            "--results" => task.training.results = number? as f32 / 100.0,
            "--step" => task.training.step = number? as f32 / 1e6,
            "--from" => task.from = Some(value.into()),
            "--out" => task.out = Some(value.into()),
            _ => return Err(format!("invalid option '{name}'")),
        }
    }
    if options.is_empty() { Ok((rules.clone(), task)) } else { Err(format!("{} has no value", options[0])) }
}

/// Runs the task for a game.
fn run_game(rules: &str, task: &Task) -> Result<(), String> {
    let session = registry::rules(rules).map_err(|error| error.to_string())?.start(0);
    macro_rules! dispatch {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            $(
                let any = session.as_any();
                if let Some(play) = any.downcast_ref::<Match<halfboard_rules::games::$module::$Game>>() {
                    return run(play.game(), task);
                }
            )+
        };
    }
    halfboard_rules::games!(dispatch);
    Err(format!("no such game: {rules}"))
}

fn run<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    match task.what.as_str() {
        "play" => play(game, task),
        "tune" => tune_terms(game, task),
        "terms" => fit_terms::<G>(&samples(game, task)?),
        _ if G::PIECE_KINDS == 0 => Err(format!("{} has no network features", G::INFO.id)),
        _ => train_network::<G>(&samples(game, task)?, task),
    }
}

/// Plays games on two threads and appends their positions to a file.
fn play<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let in_file = |error: std::io::Error| format!("{}: {error}", task.file);
    // Games are finished in any order, and a game is written at once.
    let played: HashSet<u64> = File::open(&task.file).map_or_else(
        |_| HashSet::new(),
        |file| {
            let lines = BufReader::new(file).lines().map_while(Result::ok);
            lines.filter_map(|line| line.split('\t').next()?.parse().ok()).collect()
        },
    );
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&task.file).map_err(in_file)?);
    let config = SelfPlayConfig {
        games: task.games,
        limits: Limits::nodes(task.nodes),
        opening: 8,
        plies: 300,
        seed: task.seed,
    };
    let next = AtomicU64::new(0);
    let work = || -> Result<(), String> {
        let mut search = Search::new(game.clone(), 1, system_now).map_err(|error| error.to_string())?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= config.games {
                return Ok(());
            }
            if played.contains(&(config.seed + number)) {
                continue;
            }
            let positions = play_game(game, &config, number, &mut search);
            let lines: String = positions.iter().map(|labelled| labelled.to_line(game) + "\n").collect();
            file.lock().expect("no thread panics").write_all(lines.as_bytes()).map_err(in_file)?;
            if (number + 1).is_multiple_of(1000) {
                eprintln!("{} of {} games", number + 1, config.games);
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work().and(other.join().expect("the other thread does not panic"))
    })
}

/// Reads the quiet positions of a file, sorted by game.
fn samples<G: EngineGame>(game: &G, task: &Task) -> Result<Vec<Sample>, String> {
    let file = File::open(&task.file).map_err(|error| format!("{}: {error}", task.file))?;
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    let mut positions: Vec<LabelledPosition<G::Position>> =
        lines.filter_map(|line| LabelledPosition::parse_line(game, &line)).filter(|labelled| !labelled.noisy).collect();
    positions.sort_by_key(|labelled| labelled.game);
    println!("{}: {} positions", G::INFO.id, positions.len());
    Ok(positions.iter().map(|labelled| Sample::new(game, labelled)).collect())
}

/// Plays matches between slightly different weights, on one thread, because each pair begins where the last one led.
fn tune_terms<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let limits = Limits::nodes(task.nodes);
    let config = SelfPlayConfig { games: task.games, limits, opening: 4, plies: 200, seed: task.seed };
    let tuned = tune(game, &config, system_now, |done, weights| {
        if done.is_multiple_of(100) {
            eprintln!("{done} of {} pairs: {weights:.1?}", task.games);
        }
    });
    print_weights::<G>(&tuned.map_err(|error| error.to_string())?);
    Ok(())
}

fn fit_terms<G: EngineGame>(samples: &[Sample]) -> Result<(), String> {
    let fitted = fit::<G>(samples, 8);
    println!("loss {:.4}, before {:.4}", fitted.loss, fitted.loss_before);
    print_weights::<G>(&fitted.weights);
    Ok(())
}

fn print_weights<G: EngineGame>(weights: &[f32]) {
    for (term, weight) in G::TERMS.iter().zip(weights) {
        println!("  {weight:>8.1}  {}", term.name);
    }
    let list: Vec<String> = weights.iter().map(|weight| format!("{weight:?}")).collect();
    println!("    const WEIGHTS: &'static [f32] = &[{}];", list.join(", "));
}

fn train_network<G: EngineGame>(samples: &[Sample], task: &Task) -> Result<(), String> {
    let start = match &task.from {
        Some(path) => {
            let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let bytes = std::fs::read(path).map_err(|error| in_file(&error))?;
            Some(Network::from_bytes::<G>(&bytes).map_err(|error| in_file(&error))?)
        }
        None => None,
    };
    let trained =
        train::<G>(samples, task.training, start.as_ref(), |epoch, loss| eprintln!("epoch {epoch}: loss {loss:.4}"));
    println!("loss {:.4}, before {:.4}", trained.losses[trained.losses.len() - 1], trained.losses[0]);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games").join(G::INFO.id.replace('-', "_"));
    let path = task.out.clone().unwrap_or_else(|| folder.join("network.net"));
    std::fs::write(&path, trained.network.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("written to {}", path.display());
    Ok(())
}
