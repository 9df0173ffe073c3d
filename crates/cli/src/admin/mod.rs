//! `halfboard admin`: looks after a running server over its Unix socket.

mod announce;
mod audit;
mod ban;
mod change;
mod client;
mod drain;
mod erase;
mod games;
mod maintenance;
mod purge;
mod show;
mod time;
mod usage;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use halfboard_server::config::Settings;

use crate::error::{CliError, CliResult};
use crate::server_flags;
use client::AdminClient;

/// Look after a running server: games, bans, announcements, maintenance
#[derive(Args, Debug)]
#[command(after_help = "\
Run it on the server's machine as the server's user or as root, with the same --config or
environment as the server: they name its admin socket. See docs/server.md.

Examples:
  halfboard admin games --status playing
  halfboard admin ban 192.0.2.0/24 --for 7d --reason spam
  halfboard admin announce 'Restart for an update' --at 5m
  halfboard admin drain")]
pub(crate) struct AdminArgs {
    /// Configuration file of the server; default: HALFBOARD_CONFIG
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The server's admin socket; default: that of the configuration
    #[arg(long, global = true, value_name = "PATH")]
    socket: Option<PathBuf>,
    /// The action
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    Games(games::AdminGamesArgs),
    Show(show::AdminShowArgs),
    Hide(change::HideArgs),
    Unhide(change::UnhideArgs),
    End(change::EndArgs),
    Delete(change::DeleteArgs),
    Revoke(change::RevokeArgs),
    Purge(purge::PurgeArgs),
    Erase(erase::EraseArgs),
    Ban(ban::BanArgs),
    Bans(ban::BansArgs),
    Unban(ban::UnbanArgs),
    Announce(announce::AnnounceArgs),
    Maintenance(maintenance::MaintenanceArgs),
    Drain(drain::DrainArgs),
    Status(maintenance::StatusArgs),
    Usage(usage::UsageArgs),
    Audit(audit::AuditArgs),
}

impl AdminArgs {
    /// Returns the path of the server's socket.
    fn socket(&self) -> Result<PathBuf, CliError> {
        if let Some(path) = &self.socket {
            return Ok(path.clone());
        }
        let config = Settings::load(&[], std::env::vars_os(), self.config.as_deref())?.config;
        let database = server_flags::database(&config.database)?;
        config.admin_socket.path(database.as_deref()).ok_or_else(|| {
            CliError::new(
                "the server of this configuration has no admin socket; set admin_socket, or use --socket PATH",
            )
        })
    }
}

/// Runs the command.
pub(crate) fn run(args: &AdminArgs) -> CliResult {
    let server = AdminClient::new(args.socket()?);
    match &args.command {
        AdminCommand::Games(args) => games::run(&server, args),
        AdminCommand::Show(args) => show::run(&server, args),
        AdminCommand::Hide(args) => change::hide(&server, args),
        AdminCommand::Unhide(args) => change::unhide(&server, args),
        AdminCommand::End(args) => change::end(&server, args),
        AdminCommand::Delete(args) => change::delete(&server, args),
        AdminCommand::Revoke(args) => change::revoke(&server, args),
        AdminCommand::Purge(args) => purge::run(&server, args),
        AdminCommand::Erase(args) => erase::run(&server, args),
        AdminCommand::Ban(args) => ban::ban(&server, args),
        AdminCommand::Bans(_) => ban::list(&server),
        AdminCommand::Unban(args) => ban::unban(&server, args),
        AdminCommand::Announce(args) => announce::run(&server, args),
        AdminCommand::Maintenance(args) => maintenance::run(&server, args),
        AdminCommand::Drain(args) => drain::run(&server, args),
        AdminCommand::Status(_) => maintenance::status(&server),
        AdminCommand::Usage(args) => usage::run(&server, args),
        AdminCommand::Audit(args) => audit::run(&server, args),
    }
}

/// Returns `1 game` or `7 games`.
fn counted(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}
