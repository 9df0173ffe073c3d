//! Builds the opening book of a game by its default rules and writes it to the game's folder.
//!
//! `cargo run --release -p halfboard-engine --example book -- lines-of-action` plays games against itself by the book so
//! far, with a plausible move that is not the book's now and then. Where a game leaves the book, the position is searched
//! and added. In the end the scores of later positions replace those of the moves that lead to them, and the moves close
//! to the best are kept. The result does not depend on the number of threads.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;

use halfboard_engine::book::{MARGIN, canonical};
use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, OutOfMemory, system_now};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Game;
use halfboard_rules::options::OptionSet;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;

const USAGE: &str = "\
book GAME [--positions N] [--nodes N]

GAME is the id of a game such as 'j'. Options:
  --positions N  number of positions (400)
  --nodes N      nodes of the search of each position (100000)";

/// Maximum size of a book in bytes.
const MAX_BYTES: usize = 50_000;
/// Number of moves compared in each position.
const CANDIDATES: usize = 6;
/// Maximum number of moves that a book has for a position.
const MAX_MOVES: usize = 4;
/// How far a plausible move may be below the best, in hundredths of a logit.
const PLAUSIBLE: i32 = 80;
/// Length of the games that explore the book, in plies.
const MAX_PLY: u32 = 16;
/// Number of positions searched between games.
const BATCH: usize = 16;
/// Number of games without a new position after which the book is complete.
const MAX_FRUITLESS: u32 = 10_000;
/// Transposition table in MiB.
const TABLE: usize = 16;
/// Score of a proven win in hundredths of a logit.
const WON: i32 = 10_000;

/// A move with its score for the team to move, in hundredths of a logit.
struct Candidate<M> {
    mv: M,
    score: i32,
}

/// A position of the book.
struct BookPosition<G: Game> {
    position: G::Position,
    ply: u32,
    /// The moves, best first.
    candidates: Vec<Candidate<G::Move>>,
}

/// The positions by their texts.
type Positions<G> = HashMap<String, BookPosition<G>>;

/// The options.
struct BookConfig {
    positions: usize,
    nodes: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match parse(&words).and_then(|(game, config)| build_for(game, &config)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(words: &[String]) -> Result<(&str, BookConfig), String> {
    let [game, options @ ..] = words else { return Err("expected a game".to_owned()) };
    let mut config = BookConfig { positions: 400, nodes: 100_000 };
    for option in options.chunks(2) {
        let [name, value] = option else { return Err(format!("{} needs a number", option[0])) };
        let number = value.parse::<u32>().ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| format!("invalid number '{value}' of {name}"))?;
        match name.as_str() {
            "--positions" => config.positions = number as usize,
            "--nodes" => config.nodes = number.into(),
            _ => return Err(format!("invalid option '{name}'")),
        }
    }
    Ok((game, config))
}

fn build_for(id: &str, config: &BookConfig) -> Result<(), String> {
    macro_rules! dispatch {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            $(
                type $Game = halfboard_rules::games::$module::$Game;
                if $Game::INFO.id == id {
                    return write::<$Game>(config);
                }
            )+
        };
    }
    halfboard_rules::games!(dispatch);
    let ids: Vec<&str> = registry::games().iter().map(|game| game.info().id).collect();
    Err(format!("no such game: '{id}'; the games are {}", ids.join(", ")))
}

/// Builds the book of a game and writes it to the game's folder.
fn write<G: EngineGame>(config: &BookConfig) -> Result<(), String> {
    let game = G::new(G::Options::DEFAULT).map_err(|error| error.to_string())?;
    if game.start(0) != game.start(1) {
        return Err(format!("{} has random boards, for which there is no book", G::INFO.id));
    }
    let mut positions = explore(&game, config).map_err(|error| error.to_string())?;
    back_up(&game, &mut positions);
    let text = format_book(&game, &positions);
    if text.len() > MAX_BYTES {
        return Err(format!("the book has {} bytes: at most {MAX_BYTES} are allowed, use --positions", text.len()));
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games").join(G::INFO.id.replace('-', "_"));
    let path = folder.join("book.txt");
    std::fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{} positions, {} bytes written to {}", positions.len(), text.len(), path.display());
    Ok(())
}

/// Plays games and searches the positions in which they leave the book, until it has as many as wanted.
fn explore<G: EngineGame>(game: &G, config: &BookConfig) -> Result<Positions<G>, OutOfMemory> {
    let mut positions = Positions::new();
    let mut random = SplitMix64::new(1);
    loop {
        let mut batch: Vec<(String, BookPosition<G>)> = Vec::new();
        let mut fruitless = 0;
        let wanted = BATCH.min(config.positions - positions.len());
        while batch.len() < wanted && fruitless < MAX_FRUITLESS {
            match leave_book(game, &positions, &mut random) {
                Some((text, leaf)) if batch.iter().all(|(other, _)| *other != text) => batch.push((text, leaf)),
                // The first position has no alternatives yet.
                _ if positions.is_empty() => break,
                _ => fruitless += 1,
            }
        }
        if batch.is_empty() {
            return Ok(positions);
        }
        let half = batch.len() / 2;
        let (first, second) = batch.split_at_mut(half);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| search_all(game, first, config.nodes));
            let searched = search_all(game, second, config.nodes);
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).and(searched)
        })?;
        positions.extend(batch);
        eprintln!("{} of {} positions", positions.len(), config.positions);
    }
}

/// Plays a game by the book until it leaves it. Returns `None` if it does not, or ends.
fn leave_book<G: EngineGame>(
    game: &G,
    positions: &Positions<G>,
    random: &mut SplitMix64,
) -> Option<(String, BookPosition<G>)> {
    let mut position = game.start(0);
    for ply in 0..MAX_PLY {
        let (text, symmetries) = canonical(game, &position);
        position = game.transform_position(&position, symmetries[0]);
        let Some(known) = positions.get(&text) else {
            return Some((text, BookPosition { position, ply, candidates: Vec::new() }));
        };
        let best = known.candidates.first()?.score;
        let (margin, most) = if random.below(4) == 0 { (PLAUSIBLE, CANDIDATES) } else { (MARGIN, MAX_MOVES) };
        let close = known.candidates.iter().take_while(|candidate| candidate.score >= best - margin).count().min(most);
        game.play(&mut position, known.candidates[random.below(close as u64) as usize].mv);
        if game.ending(&position).is_some() {
            return None;
        }
    }
    None
}

/// Finds the candidates of positions.
fn search_all<G: EngineGame>(game: &G, batch: &mut [(String, BookPosition<G>)], nodes: u64) -> Result<(), OutOfMemory> {
    let mut search = Search::new(game.clone(), TABLE, system_now)?;
    for (_, BookPosition { position, candidates, .. }) in batch {
        // The moves of a symmetric position come in several images.
        let images = canonical(game, position).1.len();
        search.set(SearchSettings { lines: CANDIDATES * images, ..SearchSettings::default() });
        search.clear();
        let limits = Limits::nodes(nodes * images as u64);
        let report = search.search(position, &GameHistory::default(), &limits, &mut |_| {});
        let mut seen = Vec::new();
        for line in &report.lines {
            let next = canonical(game, &after::<G>(game, position, line.moves[0])).0;
            if !seen.contains(&next) {
                seen.push(next);
                candidates.push(Candidate { mv: line.moves[0], score: score(line.value) });
            }
        }
    }
    Ok(())
}

fn after<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

fn score(value: Value) -> i32 {
    match value {
        Value::Estimated(score) => score,
        Value::Proven(Proof::Win(_)) => WON,
        Value::Proven(Proof::Loss(_)) => -WON,
        Value::Proven(Proof::Draw | Proof::Left(_)) | Value::EstimatedLeft(_) => 0,
    }
}

/// Replaces the scores of moves by those of the positions that they lead to, later positions first.
fn back_up<G: EngineGame>(game: &G, positions: &mut Positions<G>) {
    let mut order: Vec<(u32, String)> = positions.iter().map(|(text, at)| (at.ply, text.clone())).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    for (ply, text) in order {
        let Some(mut current) = positions.remove(&text) else { continue };
        for candidate in &mut current.candidates {
            let next = after::<G>(game, &current.position, candidate.mv);
            let other_team = game.turn(&next).team() != game.turn(&current.position).team();
            let known = positions.get(&canonical(game, &next).0).filter(|known| other_team && known.ply > ply);
            if let Some(best) = known.and_then(|known| known.candidates.first()) {
                candidate.score = -best.score;
            }
        }
        current.candidates.sort_by_key(|candidate| -candidate.score);
        positions.insert(text, current);
    }
}

fn format_book<G: EngineGame>(game: &G, positions: &Positions<G>) -> String {
    let line = |(text, at): (&String, &BookPosition<G>)| {
        let best = at.candidates.first().map_or(0, |candidate| candidate.score);
        let close = at.candidates.iter().take_while(|candidate| candidate.score >= best - MARGIN).take(MAX_MOVES);
        let moves = close.map(|candidate| format!(";{} {}", game.format_move(candidate.mv), candidate.score));
        format!("{text}{}\n", moves.collect::<String>())
    };
    let mut lines: Vec<String> = positions.iter().map(line).collect();
    lines.sort_unstable();
    lines.concat()
}
