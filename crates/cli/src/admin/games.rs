//! `halfboard admin games`: lists stored games.

use clap::Args;
use halfboard_protocol::api::{GameStatus, GameSummary};
use halfboard_protocol::event::Player;
use halfboard_server::admin::{AdminReply, AdminRequest};
use halfboard_server::store::{GameQuery, ListedGame};

use super::client::AdminClient;
use super::time::{format_time, now, parse_duration};
use crate::error::{CliError, CliResult, sanitize};
use crate::style::print;
use crate::value_parsers::integer;

/// List stored games, public or not, the last changed first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin games --status playing
  halfboard admin games --player Ann --limit 20
  halfboard admin games --older-than 30d --page 2")]
pub(super) struct AdminGamesArgs {
    /// Only games with this status: open, playing, finished or aborted
    #[arg(long, value_parser = parse_status)]
    status: Option<GameStatus>,
    /// Only games whose rules start like this
    #[arg(long)]
    rules: Option<String>,
    /// Only games with a player of this name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games that have not changed for this time, such as 12h or 30d
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    older_than: Option<u64>,
    /// Games per page
    #[arg(long, default_value = "50", value_name = "N", value_parser = integer(1..=1000))]
    limit: u64,
    /// Which page
    #[arg(long, default_value = "1", value_name = "N", value_parser = integer(1..=1000))]
    page: u64,
}

/// Parses the status of a game.
pub(super) fn parse_status(text: &str) -> Result<GameStatus, String> {
    let all = [GameStatus::Open, GameStatus::Playing, GameStatus::Finished, GameStatus::Aborted];
    let found = all.into_iter().find(|status| status.as_str() == text);
    found.ok_or_else(|| "expected open, playing, finished or aborted".to_owned())
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &AdminGamesArgs) -> CliResult {
    let mut query = GameQuery {
        status: args.status,
        rules: args.rules.clone(),
        player: args.player.clone(),
        changed_before: args.older_than.map(|age| now().saturating_sub(age)),
        after: None,
        limit: args.limit as u32,
    };
    let mut games = Vec::new();
    for _ in 0..args.page {
        games = page(server, &query)?;
        match games.last() {
            Some(last) => query.after = Some((last.game.changed, last.game.id.to_string())),
            None => break,
        }
    }
    print(&games.iter().map(|listed| line(&listed.game, listed.hidden)).collect::<String>())
}

fn page(server: &AdminClient, query: &GameQuery) -> Result<Vec<ListedGame>, CliError> {
    match server.ask(&AdminRequest::Games(query.clone()))? {
        AdminReply::Games { games } => Ok(games),
        other => Err(server.unexpected(&other)),
    }
}

/// Formats a game as a line of a list. Names are chosen by players, so control characters are escaped.
pub(super) fn line(game: &GameSummary, hidden: bool) -> String {
    let name = |player: &Option<Player>| match player {
        Some(Player::Person { name }) => sanitize(name),
        Some(Player::Engine { level, .. }) => format!("engine {level}"),
        None => "(free)".to_owned(),
    };
    let players: Vec<String> = game.seats.iter().map(name).collect();
    let marks = [(game.public, "public"), (hidden, "hidden")].into_iter().filter(|(is_so, _)| *is_so);
    let marks: String = marks.map(|(_, mark)| format!(" {mark}")).collect();
    let (changed, status) = (format_time(game.changed), game.status.as_str());
    format!("{} {changed} {status:<8} {:<4} {} {}{marks}\n", game.id, game.plies, game.rules, players.join(" / "))
}
