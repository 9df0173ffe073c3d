//! `halfboard admin ban`, `bans` and `unban`: addresses whose requests are refused.

use clap::Args;
use halfboard_server::admin::{AdminReply, AdminRequest};

use super::client::AdminClient;
use super::time::{format_time, parse_duration};
use crate::error::{CliResult, sanitize};
use crate::style::print;

/// Refuse API requests from an address for a time
#[derive(Args, Debug)]
#[command(after_help = "\
All nodes follow within a second; open sockets are closed within 15 s.

Examples:
  halfboard admin ban 192.0.2.7 --for 12h --reason 'floods the lobby'
  halfboard admin ban 2001:db8::/48 --for 7d --reason spam
  halfboard admin ban a20775-0123456789abcdef --for 7d --reason 'hash from usage'")]
pub(super) struct BanArgs {
    /// An IP address, a network such as 192.0.2.0/24, or a hash of `halfboard admin usage`
    target: String,
    /// For how long, such as 12h or 7d
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    duration: u64,
    /// A note for yourself
    #[arg(long, default_value = "", hide_default_value = true)]
    reason: String,
}

/// List the bans
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin bans")]
pub(super) struct BansArgs {}

/// Remove a ban
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin unban 192.0.2.0/24")]
pub(super) struct UnbanArgs {
    /// Its target, as `bans` lists it
    target: String,
}

/// Runs `ban`.
pub(super) fn ban(server: &AdminClient, args: &BanArgs) -> CliResult {
    let (target, reason) = (args.target.clone(), args.reason.clone());
    server.execute(&AdminRequest::Ban { target, duration: args.duration, reason })?;
    print(&format!("{} is banned\n", args.target))
}

/// Runs `bans`.
pub(super) fn list(server: &AdminClient) -> CliResult {
    match server.ask(&AdminRequest::Bans)? {
        AdminReply::Bans { bans } => {
            let line = |ban: &halfboard_server::admin::Ban| {
                format!("{} until {} {}\n", ban.target, format_time(ban.until), sanitize(&ban.reason))
            };
            print(&bans.iter().map(line).collect::<String>())
        }
        other => Err(server.unexpected(&other)),
    }
}

/// Runs `unban`.
pub(super) fn unban(server: &AdminClient, args: &UnbanArgs) -> CliResult {
    server.execute(&AdminRequest::Unban { target: args.target.clone() })?;
    print(&format!("{} is no longer banned\n", args.target))
}
