//! Fits evaluations to games that the engine plays against itself, on two threads.
//!
//! `cargo run --release -p halfboard-engine --example train -- all DIR` trains successors of all networks by the plans
//! in the folders of the games, with files in the directory DIR, and replaces the networks that lose a match against
//! their successors. Games are played in files named for the network that plays: the same command continues an
//! interrupted run, and trains the next generation of a network that was replaced. The steps can be run alone:
//!
//! `cargo run --release -p halfboard-engine --example train -- play j games.txt --games 50000 --nodes 800` plays games and
//! appends their positions to a file; started again, it plays the games that the file lacks. `train -- net j games.txt`
//! trains a network on them and writes it to the game's folder, `train -- terms j games.txt` fits the weights of the
//! terms and prints them, `train -- tune j --games 1600` finds weights by matches, and `train -- match j FILE` plays a
//! match between two networks. A result is kept only if it wins.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use halfboard_engine::games::{EngineGame, MatchVisitor, visit};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::network::{LANES, MAX_WIDTH, Network, NetworkInput};
use halfboard_engine::sprt::Pentanomial;
use halfboard_engine::train::dataset::{play_games, read_samples};
use halfboard_engine::train::duel::{Contender, DuelConfig, duel};
use halfboard_engine::train::network::{TrainingConfig, train};
use halfboard_engine::train::pipeline::{ACCEPTANCE, PipelineConfig, describe, train_successor};
use halfboard_engine::train::spsa::SpsaConfig;
use halfboard_engine::train::terms::fit;
use halfboard_engine::train::tune::tune_weights;
use halfboard_engine::train::{Sample, SelfPlayConfig};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;
use halfboard_rules::random::mix;
use halfboard_rules::registry;
use halfboard_rules::session::Match;

const USAGE: &str = "\
train all DIR [GAME…]   play, train and match as planned for each network, with files in DIR
train play RULES FILE   play games and append their positions to FILE
train net RULES FILE    train a network on FILE
train terms RULES FILE  fit the weights of the terms to FILE
train tune RULES        find weights by pairs of games
train match RULES FILE  play the network of FILE against the game's

GAME is the id of a game such as 'j', RULES a rules string. Options, each followed by a whole number or a file:
  --hours N    hours of play for all networks together, at most; without it, all planned games are played
  --games N    games, or pairs for tune and match (8000)
  --nodes N    nodes per turn (400)
  --seed N     seed of the first game (1)
  --width N    neurons per accumulator of a network, a multiple of 32 up to 256 (128)
  --epochs N   epochs of training a network (12)
  --results N  weight of game results in percent; the rest is the value of the search (40)
  --step N     initial learning rate in millionths (2000)
  --from FILE  the network to start from, at most as wide, instead of the terms
  --out FILE   where to write the network, instead of the game's folder
  --against FILE  the opponent of a match, instead of the game's network; 'terms' for the terms alone
  --against-nodes N  nodes per turn of the opponent, if they differ";

/// The arguments.
struct Task {
    what: String,
    file: String,
    from: Option<PathBuf>,
    out: Option<PathBuf>,
    against: Option<String>,
    games: u64,
    nodes: u64,
    against_nodes: Option<u64>,
    seed: u64,
    training: TrainingConfig,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first() {
        Some((what, words)) if what == "all" => train_all(words),
        _ => parse(&words).and_then(|(rules, task)| run_game(&rules, &task)),
    };
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
        [what, rules, file] if ["play", "net", "terms", "match"].contains(&what.as_str()) => {
            (what, rules, file.as_str())
        }
        [what, rules] if what == "tune" => (what, rules, ""),
        _ => return Err("expected what to do, a rules string, and a file except for tune".to_owned()),
    };
    let training = TrainingConfig { width: 128, epochs: 12, step: 0.002, results: 0.4 };
    let mut task = Task {
        what: what.clone(),
        file: file.to_owned(),
        from: None,
        out: None,
        against: None,
        games: 8000,
        nodes: 400,
        against_nodes: None,
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
            "--width" if number.as_ref().is_ok_and(|&width| is_width(width as usize)) => {
                task.training.width = number? as usize;
            }
            "--epochs" => task.training.epochs = number?,
            "--results" => task.training.results = number? as f32 / 100.0,
            "--step" => task.training.step = number? as f32 / 1e6,
            "--from" => task.from = Some(value.into()),
            "--against" => task.against = Some(value.clone()),
            "--against-nodes" => task.against_nodes = Some(number?.into()),
            "--out" => task.out = Some(value.into()),
            _ => return Err(format!("invalid option '{name}'")),
        }
    }
    if options.is_empty() { Ok((rules.clone(), task)) } else { Err(format!("{} has no value", options[0])) }
}

/// Returns whether networks can be so wide.
fn is_width(width: usize) -> bool {
    width.is_multiple_of(LANES) && (LANES..=MAX_WIDTH).contains(&width)
}

/// Trains successors of the networks of some games, or of all.
fn train_all(words: &[String]) -> Result<(), String> {
    let plain = words.iter().take_while(|word| !word.starts_with("--")).count();
    let (names, options) = words.split_at(plain);
    let [directory, games @ ..] = names else { return Err("expected a directory".to_owned()) };
    let seconds = match options {
        [] => None,
        [name, hours] if name == "--hours" => {
            Some(hours.parse::<f64>().map_err(|_| format!("invalid number '{hours}' of {name}"))? * 3600.0)
        }
        _ => return Err(format!("invalid option '{}': valid is --hours N", options[0])),
    };
    if let Some(unknown) = games.iter().find(|game| registry::rules(game).is_err()) {
        return Err(format!("no such game: {unknown}"));
    }
    type RunPlans = fn(&Path, Option<f64>) -> Result<(), String>;
    macro_rules! list {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            [$(
                {
                    type This = halfboard_rules::games::$module::$Game;
                    (This::INFO.id, This::NETWORKS.len(), run_plans::<This> as RunPlans)
                }
            ),+]
        };
    }
    let all: [(&str, usize, RunPlans); _] = halfboard_rules::games!(list);
    let chosen = all.iter().filter(|(id, ..)| games.is_empty() || games.iter().any(|game| game == id));
    let networks: usize = chosen.clone().map(|(_, networks, _)| networks).sum();
    let share = seconds.map(|seconds| seconds / networks.max(1) as f64);
    chosen.into_iter().try_for_each(|(.., run)| run(directory.as_ref(), share))
}

/// Trains successors of the networks of a game, and puts those that pass the test into its folder.
fn run_plans<G: EngineGame>(directory: &Path, seconds: Option<f64>) -> Result<(), String> {
    for file in G::NETWORKS {
        let options =
            if file.plan.options.is_empty() { Ok(G::Options::DEFAULT) } else { G::Options::parse(file.plan.options) };
        let game = options.and_then(G::new).map_err(|error| error.to_string())?;
        // The games of a network are no use for the successor of its successor, which needs games of its own.
        let generation = fingerprint(file.bytes);
        let data = directory.join(format!("{}-{}-{generation:06x}.txt", G::INFO.id, file.name.replace(".net", "")));
        let until = seconds.map(|seconds| system_now() + seconds);
        let config = PipelineConfig { seed: generation << 32 | 1, until, pairs: 400, match_nodes: 3000 };
        let show = |line: &str| println!("{} {}: {line}", G::INFO.id, file.name);
        let successor = train_successor(&game, file, &data, &config, system_now, &show)
            .map_err(|error| format!("{}: {error}", data.display()))?;
        show(if successor.accepted { "accepted" } else { "rejected" });
        let path = if successor.accepted { folder::<G>().join(file.name) } else { data.with_extension("net") };
        write_network(&successor.network, &path)?;
    }
    Ok(())
}

/// Returns a hash of 24 bits of a network file.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |hash, &byte| mix(hash ^ u64::from(byte))) >> 40
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
    match task.what.as_str() {
        "play" => play(game, task),
        "tune" => tune_terms(game, task),
        "match" => play_match(game, task),
        "terms" => fit_terms::<G>(&samples(game, task)?),
        _ if G::PIECE_KINDS == 0 => Err(format!("{} has no network features", G::INFO.id)),
        _ => train_network::<G>(&samples(game, task)?, task),
    }
}

/// Plays games on two threads and appends their positions to a file.
fn play<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let limits = Limits::nodes(task.nodes);
    let config = SelfPlayConfig { games: task.games, limits, opening: 8, plies: 300, seed: task.seed };
    let on_games = |games| eprintln!("{games} of {} games", task.games);
    let played = play_games(game, task.file.as_ref(), &config, system_now, None, on_games);
    played.map_err(|error| format!("{}: {error}", task.file))
}

/// Plays a network against another, or against the terms alone, until it is clear which is better.
fn play_match<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let player = read_network::<G>(task.file.as_ref())?;
    let opponent = match task.against.as_deref() {
        Some("terms") => None,
        Some(path) => Some(read_network::<G>(path.as_ref())?),
        None => Network::of_game(game),
    };
    let config = DuelConfig {
        pairs: task.games,
        limits: [task.nodes, task.against_nodes.unwrap_or(task.nodes)].map(Limits::nodes),
        opening: 4,
        plies: 300,
        seed: task.seed,
        sprt: Some(ACCEPTANCE),
    };
    let show = |scores: &Pentanomial| println!("{}: {}", G::INFO.id, describe(scores));
    let contenders = [Some(&player), opponent.as_ref()].map(Contender::new::<G>);
    duel(game, contenders, &config, system_now, show).map_err(|error| error.to_string())?;
    Ok(())
}

fn read_network<G: EngineGame>(path: &Path) -> Result<Network, String> {
    let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| in_file(&error))?;
    Network::from_bytes::<G>(&bytes).map_err(|error| in_file(&error))
}

fn samples<G: EngineGame>(game: &G, task: &Task) -> Result<Vec<Sample>, String> {
    let samples = read_samples(game, task.file.as_ref()).map_err(|error| format!("{}: {error}", task.file))?;
    println!("{}: {} positions", G::INFO.id, samples.len());
    Ok(samples)
}

/// Plays matches between slightly different weights.
fn tune_terms<G: EngineGame>(game: &G, task: &Task) -> Result<(), String> {
    let limits = Limits::nodes(task.nodes);
    let config = SpsaConfig { pairs: task.games, limits, opening: 4, seed: task.seed };
    let tuned = tune_weights(game, &config, system_now, |done, weights| {
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
    let start = task.from.as_deref().map(read_network::<G>).transpose()?;
    let trained =
        train::<G>(samples, task.training, start.as_ref(), |epoch, loss| eprintln!("epoch {epoch}: loss {loss:.4}"));
    println!("loss {:.4}, before {:.4}", trained.losses[trained.losses.len() - 1], trained.losses[0]);
    let path = task.out.clone().unwrap_or_else(|| folder::<G>().join("network.net"));
    write_network(&trained.network, &path)
}

/// Returns the folder of a game.
fn folder<G: EngineGame>() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games").join(G::INFO.id.replace('-', "_"))
}

fn write_network(network: &Network, path: &Path) -> Result<(), String> {
    std::fs::write(path, network.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("written to {}", path.display());
    Ok(())
}
