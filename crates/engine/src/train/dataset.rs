//! Files of self-play positions: played on two threads, and read for training.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::self_play::{LabelledPosition, play_game};
use super::{Sample, SelfPlayConfig};
use crate::games::EngineGame;
use crate::limits::Now;
use crate::search::Search;

/// Plays the games that a file lacks and appends their positions, until a point in time if one is given, in seconds of
/// `now`. Calls `on_games` with the number of games every thousand games.
///
/// # Errors
///
/// Fails if the file cannot be written or memory runs out.
pub fn play_games<G: EngineGame>(
    game: &G,
    path: &Path,
    config: &SelfPlayConfig,
    now: Now,
    until: Option<f64>,
    on_games: impl Fn(u64) + Sync,
) -> io::Result<()> {
    // Games are finished in any order, and a game is written at once.
    let played: HashSet<u64> = File::open(path).map_or_else(
        |_| HashSet::new(),
        |file| {
            let lines = BufReader::new(file).lines().map_while(Result::ok);
            lines.filter_map(|line| line.split('\t').next()?.parse().ok()).collect()
        },
    );
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(path)?);
    let next = AtomicU64::new(0);
    let work = || -> io::Result<()> {
        let mut search = Search::new(game.clone(), 1, now).map_err(io::Error::other)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= config.games || until.is_some_and(|until| now() >= until) {
                return Ok(());
            }
            if played.contains(&(config.seed + number)) {
                continue;
            }
            let positions = play_game(game, config, number, &mut search);
            let lines: String = positions.iter().map(|labelled| labelled.to_line(game) + "\n").collect();
            file.lock().expect("no thread panics").write_all(lines.as_bytes())?;
            if (number + 1).is_multiple_of(1000) {
                on_games(number + 1);
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work().and(other.join().expect("the other thread does not panic"))
    })
}

/// Reads the quiet positions of a file, sorted by game.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub fn read_samples<G: EngineGame>(game: &G, path: &Path) -> io::Result<Vec<Sample>> {
    let lines = BufReader::new(File::open(path)?).lines().map_while(Result::ok);
    let mut positions: Vec<LabelledPosition<G::Position>> =
        lines.filter_map(|line| LabelledPosition::parse_line(game, &line)).filter(|labelled| !labelled.noisy).collect();
    positions.sort_by_key(|labelled| labelled.game);
    Ok(positions.iter().map(|labelled| Sample::new(game, labelled)).collect())
}
