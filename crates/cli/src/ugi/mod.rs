//! `halfboard ugi`: the engine for other programs, with the Universal Game Interface. See docs/ugi.md.
//!
//! The main thread reads and answers commands; a search runs in its own thread (`search`), so that it can be stopped.

mod options;
mod parse;
mod search;

use std::io::{self, BufRead};

use clap::Args;
use halfboard_engine::limits::{Clock, Limits, system_now};
use halfboard_engine::player::{self, Player, PlayerError};
use halfboard_rules::game::{Color, Outcome, Seat, Team};
use halfboard_rules::record::Start;
use halfboard_rules::session::Session;

use crate::error::{CliError, CliResult, sanitize};
use crate::style::print;
use options::{DEFAULT_RULES, UgiOptions};
use parse::{GoParams, Query, UgiCommand, parse_command};
use search::BackgroundSearch;

/// Run the engine with the Universal Game Interface on standard input and output
#[derive(Args, Debug)]
#[command(after_help = "\
docs/ugi.md describes the protocol; 'ugi' lists the options, 'quit' exits. There are no flags:
'go' sets the limits, and 'setoption' sets threads, memory and lines.

Examples:
  halfboard ugi | tee session.txt                 keep a log of the answers")]
pub(crate) struct UgiArgs {}

/// Runs the command.
pub(crate) fn run() -> CliResult {
    let mut engine = UgiEngine::new()?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|error| CliError::new(format_args!("standard input: {error}")))? == 0 {
            break;
        }
        // Invalid UTF-8 becomes an unknown word, and is rejected as such.
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        match parse_command(&line).and_then(|command| engine.execute(command)) {
            Ok(Reply::Say(text)) => print(&text)?,
            Ok(Reply::Quit) => break,
            Err(error) => print(&format!("info string error {}\n", sanitize(&error)))?,
        }
    }
    engine.stop_search();
    Ok(())
}

/// The effect of a command.
enum Reply {
    /// Text to print, may be empty.
    Say(String),
    Quit,
}

/// The state of the engine.
struct UgiEngine {
    options: UgiOptions,
    game: Box<dyn Session>,
    /// The player and the size of its table; `None` during a search.
    player: Option<(Box<dyn Player>, u64)>,
    running: Option<(BackgroundSearch, u64)>,
    /// Number of games, which seeds book moves and the random errors of a weaker level.
    games: u64,
}

impl UgiEngine {
    fn new() -> Result<Self, CliError> {
        let game = Start::Seed(0).session(DEFAULT_RULES)?;
        Ok(UgiEngine { options: UgiOptions::default(), game, player: None, running: None, games: 0 })
    }

    fn execute(&mut self, command: UgiCommand) -> Result<Reply, String> {
        let searching = self.searching();
        let mut text = String::new();
        match command {
            UgiCommand::IsReady => "readyok\n".clone_into(&mut text),
            UgiCommand::Stop => {
                // A `stop` that crosses the best move is not an error.
                if let Some((running, _)) = &mut self.running {
                    running.stop();
                }
            }
            UgiCommand::Quit => return Ok(Reply::Quit),
            _ if searching => {
                return Err("a search goes on; only isready, stop and quit are understood meanwhile".to_owned());
            }
            UgiCommand::Ugi => {
                let version = env!("CARGO_PKG_VERSION");
                let id = format!("id name Halfboard {version}\nid author The Halfboard contributors\n");
                text = id + &UgiOptions::declared() + "ugiok\n";
            }
            UgiCommand::SetOption { name, value } => self.set_option(&name, &value)?,
            UgiCommand::NewGame => {
                self.games += 1;
                self.forget();
            }
            UgiCommand::Position { start, moves } => self.game = self.position(start, &moves)?,
            UgiCommand::Go(go) => self.go(&go)?,
            UgiCommand::Query(query) => text = format!("response {}\n", self.query(query)),
        }
        Ok(Reply::Say(text))
    }

    /// Returns whether a search is running. Takes the player back from a finished one.
    fn searching(&mut self) -> bool {
        if self.running.as_ref().is_some_and(|(running, _)| running.goes_on()) {
            return true;
        }
        if let Some((running, hash)) = self.running.take() {
            self.player = running.join().map(|player| (player, hash));
        }
        false
    }

    /// Stops the search, if there is one.
    fn stop_search(&mut self) {
        if let Some((mut running, _)) = self.running.take() {
            running.stop();
            running.join();
        }
    }

    fn forget(&mut self) {
        if let Some((player, _)) = &mut self.player {
            player.clear();
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if options.hash != self.options.hash {
            // Created now, so that a lack of memory is reported here, and the old player is kept.
            let made = self.make(&self.game.rules(), options.hash);
            self.player = Some((made.map_err(|error| format!("option {name}: {error}"))?, options.hash));
        }
        if options.tables != self.options.tables {
            // Created again, because its knowledge may come from tables that are now off.
            self.player = None;
        }
        self.options = options;
        Ok(())
    }

    /// Creates a player with its tables.
    fn make(&self, rules: &str, hash: u64) -> Result<Box<dyn Player>, PlayerError> {
        let mut player = player::for_rules(rules, hash as usize, system_now)?;
        self.options.tables().give(&mut *player);
        Ok(player)
    }

    /// Sets up a game with the current rules. The old game is kept if that fails.
    fn position(&self, start: Option<String>, moves: &[String]) -> Result<Box<dyn Session>, String> {
        let start = start.map_or(Start::Seed(0), Start::Position);
        let mut game = start.session(&self.options.rules).map_err(|error| error.to_string())?;
        for (index, mv) in moves.iter().enumerate() {
            game.play(mv).map_err(|error| format!("move {} of {}: {error}", index + 1, moves.len()))?;
        }
        Ok(game)
    }

    fn go(&mut self, go: &GoParams) -> Result<(), String> {
        if let Some(ending) = self.game.ending() {
            return Err(format!("go: the game is over ({ending})"));
        }
        let limits = self.limits(go)?;
        let hash = self.options.hash;
        let rules = self.game.rules();
        let kept = self.player.take().filter(|(player, size)| player.rules() == rules && *size == hash);
        let mut player = match kept {
            Some((player, _)) => player,
            None => self.make(&rules, hash).map_err(|error| error.to_string())?,
        };
        player.set(self.options.settings(&*player, self.games));
        player.set_game(&*self.game).map_err(|error| error.to_string())?;
        self.running = Some((BackgroundSearch::begin(player, limits, go.infinite)?, hash));
        Ok(())
    }

    fn limits(&self, go: &GoParams) -> Result<Limits, String> {
        if go.infinite {
            return Ok(Limits::default());
        }
        let side = self.game.turn().team() as usize;
        if go.time[side].is_none() && go.time[1 - side].is_some() {
            return Err(format!("go: it is the turn of p{0}, and p{0}time is missing", side + 1));
        }
        let seconds = |milliseconds: i64| milliseconds.max(0) as f64 / 1000.0;
        let increment = seconds(go.increment[side].unwrap_or(0));
        Ok(Limits {
            depth: go.depth,
            nodes: go.nodes,
            seconds: go.movetime.map(seconds),
            clock: go.time[side].map(|time| Clock { remaining: seconds(time), increment }),
        })
    }

    fn query(&self, query: Query) -> &'static str {
        let word = |yes| if yes { "true" } else { "false" };
        match query {
            Query::FirstsTurn => word(self.game.turn().team() == Team::One),
            Query::GameOver => word(self.game.ending().is_some()),
            Query::Result => match self.game.ending().map(|ending| ending.outcome) {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(winner)) if winner == self.firsts_color() => "p1win",
                Some(Outcome::Win(_)) => "p2win",
                // A solitaire is won or lost against the board.
                Some(Outcome::Solved) => "p1win",
                Some(Outcome::Stuck(_)) => "p2win",
            },
        }
    }

    /// Returns the colour of the first team, which may have been chosen during the game.
    fn firsts_color(&self) -> Color {
        self.game.color_of(Seat(0)).unwrap_or(Color::White)
    }
}
