//! `halfboard admin usage`: what client addresses use.

use clap::Args;
use halfboard_server::admin::{AddressReport, AdminReply, AdminRequest};

use super::client::AdminClient;
use crate::error::CliResult;
use crate::style::print;
use crate::value_parsers::integer;

/// List the usage by client address, of the last seven days
#[derive(Args, Debug)]
#[command(after_help = "\
Addresses are shown as keyed hashes, which `halfboard admin ban` accepts. The key changes every
day and is deleted after seven.

Examples:
  halfboard admin usage --limit 20")]
pub(super) struct UsageArgs {
    /// Maximum number of lines
    #[arg(long, default_value = "50", value_name = "N", value_parser = integer(1..=1000))]
    limit: u64,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &UsageArgs) -> CliResult {
    let addresses = match server.ask(&AdminRequest::Usage { limit: args.limit as u32 })? {
        AdminReply::Usage { addresses } => addresses,
        other => return Err(server.unexpected(&other)),
    };
    let head = "day        address                 requests   games sockets  engine s      bytes\n";
    let line = |report: &AddressReport| {
        let AddressReport { day, hash, counts } = report;
        let engine = counts.engine_ms as f64 / 1000.0;
        format!(
            "{day} {hash:<23} {:>8} {:>7} {:>7} {engine:>9.1} {:>10}\n",
            counts.requests, counts.games, counts.sockets, counts.bytes
        )
    };
    print(&(head.to_owned() + &addresses.iter().map(line).collect::<String>()))
}
