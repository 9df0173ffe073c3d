//! `halfboard admin announce`: a message to all players.

use clap::Args;
use halfboard_server::admin::AdminRequest;

use super::client::AdminClient;
use super::time::parse_time;
use crate::error::CliResult;
use crate::style::print;

/// Send a message to all clients, or remove it
#[derive(Args, Debug)]
#[command(after_help = "\
The web app shows it in the lobby and in games; programs get it from /api/status and over sockets. It goes away
an hour after that time, after a week without one, or with --remove.

Examples:
  halfboard admin announce 'Restart for an update' --at 5m
  halfboard admin announce 'Restart for an update' --at 18:30
  halfboard admin announce --remove")]
pub(super) struct AnnounceArgs {
    /// The text
    #[arg(required_unless_present = "remove", conflicts_with = "remove")]
    text: Option<String>,
    /// When what it announces happens: from now, such as 5m, or a time in UTC, such as 18:30
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "remove")]
    at: Option<u64>,
    /// Remove the message
    #[arg(long)]
    remove: bool,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &AnnounceArgs) -> CliResult {
    server.execute(&AdminRequest::Announce { text: args.text.clone(), at: args.at })?;
    print(if args.remove { "the announcement is removed\n" } else { "announced\n" })
}
