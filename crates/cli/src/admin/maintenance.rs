//! `halfboard admin maintenance` and `status`: what the server accepts.

use clap::{Args, ValueEnum};
use halfboard_server::admin::{AdminReply, AdminRequest, ServiceMode};

use super::client::AdminClient;
use super::time::format_time;
use crate::error::{CliResult, sanitize};
use crate::style::print;

/// Turn maintenance on or off: nothing that changes a game is accepted
#[derive(Args, Debug)]
#[command(after_help = "\
Games can still be watched. It stays on across restarts, on all nodes.

Examples:
  halfboard admin maintenance on
  halfboard admin maintenance off")]
pub(super) struct MaintenanceArgs {
    /// on or off
    state: Switch,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// Show what the server accepts, and how many games have a running clock
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin status")]
pub(super) struct StatusArgs {}

/// Runs `maintenance`.
pub(super) fn run(server: &AdminClient, args: &MaintenanceArgs) -> CliResult {
    let (mode, done) = match args.state {
        Switch::On => (ServiceMode::Maintenance, "maintenance: nothing that changes a game is accepted\n"),
        Switch::Off => (ServiceMode::Normal, "everything is accepted\n"),
    };
    server.execute(&AdminRequest::Mode { mode })?;
    print(done)
}

/// Runs `status`.
pub(super) fn status(server: &AdminClient) -> CliResult {
    let AdminReply::Status { status, live_games, sockets } = server.ask(&AdminRequest::Status)? else {
        return print("");
    };
    let mode = match status.mode {
        ServiceMode::Normal => "normal",
        ServiceMode::Draining => "draining: no new games",
        ServiceMode::Maintenance => "maintenance: read-only",
    };
    let announcement = status.announcement.map_or(String::new(), |announcement| {
        let at = announcement.at.map_or(String::new(), |at| format!(" ({})", format_time(at)));
        format!("announcement: {}{at}\n", sanitize(&announcement.text))
    });
    print(&format!("mode: {mode}\n{announcement}live games: {live_games}\nsockets of this node: {sockets}\n"))
}
