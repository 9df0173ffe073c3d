//! `halfboard admin show`: a game with its log.

use clap::Args;
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use halfboard_server::admin::{AdminReply, AdminRequest};

use super::client::AdminClient;
use super::games::line;
use super::time::format_time;
use crate::error::{CliResult, sanitize};
use crate::style::print;

/// Show a game with its log
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin show 0123456789abcdefghijkl")]
pub(super) struct AdminShowArgs {
    /// The game's ID
    game: GameId,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &AdminShowArgs) -> CliResult {
    let (listed, log) = match server.ask(&AdminRequest::Show { game: args.game.clone() })? {
        AdminReply::Game { game, log } => (game, log),
        other => return Err(server.unexpected(&other)),
    };
    let mut text = line(&listed.game, listed.hidden);
    for logged in log {
        let event = sanitize(&json::encode(&logged.event));
        text += &format!("{:>5} {} {event}\n", logged.version, format_time(logged.at));
    }
    print(&text)
}
