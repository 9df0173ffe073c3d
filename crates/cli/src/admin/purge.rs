//! `halfboard admin purge`: deletes old games.

use clap::Args;
use halfboard_protocol::api::GameStatus;
use halfboard_server::admin::{AdminReply, AdminRequest};

use super::client::AdminClient;
use super::counted;
use super::games::parse_status;
use super::time::parse_duration;
use crate::error::CliResult;
use crate::style::print;

/// Delete games that have not changed for a time
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin purge --older-than 30d --status aborted --dry-run
  halfboard admin purge --older-than 365d --status finished --status aborted")]
pub(super) struct PurgeArgs {
    /// Games that have not changed for this time, such as 12h or 30d
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    older_than: u64,
    /// Games with this status: open, playing, finished or aborted; may be repeated
    #[arg(long, required = true, value_parser = parse_status)]
    status: Vec<GameStatus>,
    /// Only count them
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &PurgeArgs) -> CliResult {
    let (statuses, age, dry_run) = (args.status.clone(), args.older_than, args.dry_run);
    match server.ask(&AdminRequest::Purge { statuses, age, dry_run })? {
        AdminReply::Count { games } if dry_run => print(&format!("{} would be deleted\n", counted(games))),
        AdminReply::Count { games } => print(&format!("{} deleted\n", counted(games))),
        other => Err(server.unexpected(&other)),
    }
}
