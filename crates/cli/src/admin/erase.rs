//! `halfboard admin erase`: removes names and chat from stored games.

use clap::Args;
use halfboard_protocol::id::GameId;
use halfboard_server::admin::{AdminReply, AdminRequest};

use super::client::AdminClient;
use super::counted;
use crate::error::{CliError, CliResult};
use crate::style::print;

/// Erase a name and the chat of its player from stored games
#[derive(Args, Debug)]
#[command(after_help = "\
Names are not unique: erasing a name alone erases all players of that name. Turns and results
stay. Backups made before still have the name and the chat; see docs/server.md.

Examples:
  halfboard admin erase --name Ann
  halfboard admin erase --game 0123456789abcdefghijkl --seat 1")]
pub(super) struct EraseArgs {
    /// The name, in all games
    #[arg(long, required_unless_present = "game", conflicts_with_all = ["game", "seat"])]
    name: Option<String>,
    /// The ID of one game
    #[arg(long, requires = "seat", value_name = "ID")]
    game: Option<GameId>,
    /// The seat in that game, from 0
    #[arg(long, requires = "game")]
    seat: Option<u8>,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &EraseArgs) -> CliResult {
    let request = match (&args.name, &args.game, args.seat) {
        (Some(name), ..) => AdminRequest::EraseName { name: name.clone() },
        (None, Some(game), Some(seat)) => AdminRequest::EraseSeat { game: game.clone(), seat },
        _ => return Err(CliError::new("use --name NAME, or --game ID with --seat N")),
    };
    match server.ask(&request)? {
        AdminReply::Count { games } => print(&format!("erased from {}\n", counted(games))),
        other => Err(server.unexpected(&other)),
    }
}
