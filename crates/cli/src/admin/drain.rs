//! `halfboard admin drain`: lets live games end before a restart.

use std::time::Duration;

use clap::Args;
use halfboard_server::admin::{AdminReply, AdminRequest, ServiceMode};

use super::client::AdminClient;
use super::counted;
use super::time::parse_duration;
use crate::error::{CliError, CliResult};
use crate::style::print;

/// Accept no new games, and wait until no game has a running clock
#[derive(Args, Debug)]
#[command(after_help = "\
Correspondence games do not count: they continue after the restart. Ends with 0 when no live game
is left. `halfboard admin maintenance off` accepts new games again; the mode survives a restart.

Examples:
  halfboard admin drain
  halfboard admin drain --timeout 30m
  halfboard admin drain --no-wait")]
pub(super) struct DrainArgs {
    /// Do not wait
    #[arg(long)]
    no_wait: bool,
    /// Maximum time to wait, such as 30m
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with = "no_wait")]
    timeout: Option<u64>,
}

/// Interval between looks.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &DrainArgs) -> CliResult {
    server.execute(&AdminRequest::Mode { mode: ServiceMode::Draining })?;
    let started = std::time::Instant::now();
    let mut told = None;
    loop {
        let live = match server.ask(&AdminRequest::Status)? {
            AdminReply::Status { live_games, .. } => live_games,
            other => return Err(server.unexpected(&other)),
        };
        if told != Some(live) {
            print(&format!("{} with a running clock\n", counted(live)))?;
            told = Some(live);
        }
        if live == 0 || args.no_wait {
            return Ok(());
        }
        if args.timeout.is_some_and(|timeout| started.elapsed() >= Duration::from_millis(timeout)) {
            return Err(CliError::new(format_args!("{} still have a running clock", counted(live))));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}
