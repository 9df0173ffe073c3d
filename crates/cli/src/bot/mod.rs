//! `halfboard bot`: a UGI engine as an online player. This file finds games; `online_game` plays one, `engine` runs the program,
//! `client` talks to the server.

mod client;
mod engine;
mod online_game;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use halfboard_protocol::api::{GameStatus, GameSummary, NewGame, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::id::{GameId, ID_LENGTH, Token};
use halfboard_protocol::message::{Refusal, ServerMessage};
use halfboard_rules::registry;

use self::client::{ServerClient, ServerError, new_token};
use self::engine::BotEngine;
use self::online_game::{BotPolicy, OnlineGame, lock};
use crate::error::{CliError, CliResult, sanitize};
use crate::style::print;
use crate::value_parsers::integer;

/// How often the lobby is polled.
const LOBBY: Duration = Duration::from_secs(3);

/// How long a bot that accepts challenges waits in a game without activity and without a running clock.
const PATIENCE: Duration = Duration::from_secs(600);

/// Number of failed games in a row after which the bot exits.
const TROUBLES: u32 = 3;

/// What happens while a bot plays.
enum BotEvent {
    /// A message from the server.
    Message(ServerMessage),
    /// The connection was lost; it is being restored.
    Disconnected(String),
    /// The server refuses access to the game.
    Refused(Refusal),
    /// The engine has found a move, or failed.
    MoveFound { line: u32, ply: u32, answer: Result<String, String> },
}

/// Run an engine as an online player
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("where").required(true).args(["join", "offer", "accept"]))]
#[command(after_help = "\
COMMAND is a program that speaks the Universal Game Interface, with its arguments, split at
spaces; see docs/ugi.md. It manages its time by the clocks of the game, or has a fixed time per
turn with --movetime or without clocks. The bot accepts take-backs and declines draws. It plays
one game at a time and reconnects when the connection is lost.

Examples:
  halfboard bot --server http://127.0.0.1:8080 --engine 'halfboard ugi' --offer j --control 300+5
  halfboard bot --server http://127.0.0.1:8080 --engine 'halfboard ugi' --accept --games 10
  halfboard bot --engine 'halfboard ugi' --join http://127.0.0.1:8080/#/online/0123456789abcdefghijkl")]
pub(crate) struct BotArgs {
    /// URL of the server; not needed if --join is a full link
    #[arg(long, value_name = "URL", required_unless_present = "join")]
    server: Option<String>,
    /// The engine: a UGI program with its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Take a free seat in this game
    #[arg(long, value_name = "LINK_OR_ID")]
    join: Option<String>,
    /// Create a challenge with these rules, and print its link
    #[arg(long, value_name = "RULES")]
    offer: Option<String>,
    /// The time control of the challenge: none, 300+5, 300d5 or 3days
    #[arg(long, value_name = "CONTROL", requires = "offer", default_value_t = TimeControl::None)]
    control: TimeControl,
    /// List the challenge in the lobby
    #[arg(long, requires = "offer")]
    public: bool,
    /// Accept public challenges: with any rules that the engine knows, or with these; a game's id includes all its options
    #[arg(long, value_name = "RULES", num_args = 0..)]
    accept: Option<Vec<String>>,
    /// Name of the bot
    #[arg(long, value_name = "NAME", default_value = "Bot", value_parser = name)]
    name: String,
    /// Exit after this many games; default: one with --join, else unlimited
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(1..=1_000_000))]
    games: Option<u64>,
    /// Maximum time per turn in milliseconds, in addition to the clock
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer(1..=86_400_000))]
    movetime: Option<u64>,
    /// Accept rematches
    #[arg(long)]
    rematch: bool,
}

fn name(text: &str) -> Result<String, String> {
    halfboard_protocol::name::parse(text).map_err(|error| error.to_string())
}

/// Runs the command.
pub(crate) fn run(args: &BotArgs) -> CliResult {
    let (linked, game) = match args.join.as_deref().map(link) {
        Some(read) => read.map(|(server, game)| (server, Some(game)))?,
        None => (None, None),
    };
    let address = args.server.clone().or(linked);
    let address = address.ok_or_else(|| CliError::new("no server: use --server URL, or give --join a full link"))?;
    let server = ServerClient::new(&address)?;
    if args.engine.trim().is_empty() {
        return Err(CliError::new("--engine: the command is empty; use for example 'halfboard ugi'"));
    }
    let engine = Arc::new(Mutex::new(BotEngine::new(&args.engine, args.movetime)));
    let bot = BotRunner { args, server, engine };
    match (game, &args.offer, &args.accept) {
        (Some(game), ..) => bot.join(&game),
        (_, Some(rules), _) => bot.offer(rules),
        (_, _, Some(rules)) => bot.accept(rules),
        // The argument parser requires one of them.
        _ => Err(CliError::new("one of --join, --offer and --accept is required")),
    }
}

/// Parses a link. Returns the server, if there is one, and the game.
fn link(text: &str) -> Result<(Option<String>, GameId), CliError> {
    let text = text.trim();
    let (before, id) = text.rsplit_once('/').unwrap_or(("", text));
    let game = id.parse().map_err(|_| {
        let form = format!("expected https://example.org/#/online/ID, or the ID alone, {ID_LENGTH} letters and digits");
        CliError::new(format_args!("--join: invalid link '{text}': {form}"))
    })?;
    let server = before.split('#').next().filter(|server| server.contains("://")).map(str::to_owned);
    Ok((server, game))
}

/// A running bot.
struct BotRunner<'a> {
    args: &'a BotArgs,
    server: ServerClient,
    engine: Arc<Mutex<BotEngine>>,
}

impl BotRunner<'_> {
    fn join(&self, game: &GameId) -> CliResult {
        let token = new_token()?;
        let take = self.take(&token);
        let seat = self.server.take_seat(game, &take).map_err(|trouble| trouble.fatal(&self.server))?;
        let mut left = self.args.games.unwrap_or(if self.args.rematch { u64::MAX } else { 1 });
        self.play(seat.game, &token, None, &mut left)
    }

    /// Reports a failed game, unless it was the last one.
    fn outlive(&self, played: CliResult, left: u64, troubles: &mut u32) -> CliResult {
        match played {
            Err(failure @ CliError::Invalid(_)) if left > 0 && *troubles + 1 < TROUBLES => {
                *troubles += 1;
                // The exit code is for the end of the program.
                let _ = failure.report();
                Ok(())
            }
            played => {
                *troubles = 0;
                played
            }
        }
    }

    fn offer(&self, text: &str) -> CliResult {
        let rules = registry::rules(text).map_err(|error| CliError::new(format_args!("--offer: {error}")))?;
        let rules = rules.canonical();
        if !self.knows(&rules)? {
            return Err(CliError::new(format_args!("--offer: the engine does not know {rules}")));
        }
        let mut left = self.args.games.unwrap_or(u64::MAX);
        let mut troubles = 0;
        while left > 0 {
            let token = new_token()?;
            let new = NewGame {
                rules: rules.clone(),
                start: None,
                control: self.args.control,
                seats: Vec::new(),
                lot: true,
                public: self.args.public,
                chat: true,
                delay: 0,
                name: self.args.name.clone(),
                token: Some(token.clone()),
            };
            let seat = self.server.create(&new).map_err(|trouble| trouble.fatal(&self.server))?;
            print(&format!("Challenge: {}\n", self.server.link(&seat.game)))?;
            let played = self.play(seat.game, &token, None, &mut left);
            self.outlive(played, left, &mut troubles)?;
        }
        Ok(())
    }

    fn accept(&self, wanted: &[String]) -> CliResult {
        for rules in wanted {
            registry::rules(rules).map_err(|error| CliError::new(format_args!("--accept: {error}")))?;
        }
        // The first request must succeed; later ones may fail for a while.
        let mut lobby = Some(self.server.lobby().map_err(|trouble| trouble.fatal(&self.server))?);
        print("Waiting for challenges\n")?;
        let mut left = self.args.games.unwrap_or(u64::MAX);
        let mut passed: HashSet<GameId> = HashSet::new();
        let mut troubles = 0;
        while left > 0 {
            let open = lobby.take().map(|lobby| lobby.open).unwrap_or_default();
            for challenge in open {
                if left > 0 && !passed.contains(&challenge.id) && self.suits(&challenge, wanted)? {
                    let token = new_token()?;
                    match self.server.take_seat(&challenge.id, &self.take(&token)) {
                        Ok(seat) => {
                            let played = self.play(seat.game, &token, Some(PATIENCE), &mut left);
                            self.outlive(played, left, &mut troubles)?;
                        }
                        Err(ServerError::Refused(_)) => {}
                        Err(ServerError::Unreachable(_)) => break,
                    }
                    passed.insert(challenge.id);
                }
            }
            if left > 0 {
                std::thread::sleep(LOBBY);
                lobby = self.server.lobby().ok();
            }
        }
        Ok(())
    }

    /// Returns whether to accept a challenge: one free seat, suitable rules, and no correspondence game.
    fn suits(&self, challenge: &GameSummary, wanted: &[String]) -> Result<bool, CliError> {
        let free = challenge.seats.iter().filter(|seat| seat.is_none()).count();
        let game = challenge.rules.split(':').next().unwrap_or_default();
        let named = wanted.is_empty() || wanted.iter().any(|rules| *rules == challenge.rules || *rules == game);
        let fits =
            challenge.status == GameStatus::Open && free == 1 && !matches!(challenge.control, TimeControl::Days { .. });
        Ok(fits && named && self.knows(&challenge.rules)?)
    }

    /// Plays a game and its rematches.
    fn play(&self, game: GameId, token: &Token, patience: Option<Duration>, left: &mut u64) -> CliResult {
        let mut next = Some(game);
        while let Some(game) = next {
            *left = left.saturating_sub(1);
            let manners = BotPolicy { rematch: self.args.rematch && *left > 0, patience };
            let played = OnlineGame::new(&self.server, &self.engine, game.clone(), token.clone()).play(manners);
            next = played.map_err(|failure| match failure {
                CliError::Invalid(lines) => {
                    CliError::Invalid(lines.into_iter().map(|line| format!("game {game}: {line}")).collect())
                }
                other => other,
            })?;
        }
        Ok(())
    }

    fn take(&self, token: &Token) -> TakeSeat {
        TakeSeat { name: self.args.name.clone(), seat: None, token: Some(token.clone()) }
    }

    fn knows(&self, rules: &str) -> Result<bool, CliError> {
        let known = lock(&self.engine).knows(rules);
        known
            .map_err(|problem| CliError::new(format_args!("the engine '{}': {}", self.args.engine, sanitize(&problem))))
    }
}
