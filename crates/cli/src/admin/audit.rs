//! `halfboard admin audit`: what the operator did.

use clap::Args;
use halfboard_server::admin::{AdminReply, AdminRequest};
use halfboard_server::store::AuditEntry;

use super::client::AdminClient;
use super::time::format_time;
use crate::error::{CliResult, sanitize};
use crate::style::print;
use crate::value_parsers::integer;

/// Show what was done with this command, the last first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin audit
  halfboard admin audit --before 120 --limit 20")]
pub(super) struct AuditArgs {
    /// Only entries before this number
    #[arg(long, value_name = "N")]
    before: Option<u64>,
    /// Maximum number of entries
    #[arg(long, default_value = "50", value_name = "N", value_parser = integer(1..=1000))]
    limit: u64,
}

/// Runs the command.
pub(super) fn run(server: &AdminClient, args: &AuditArgs) -> CliResult {
    let entries = match server.ask(&AdminRequest::Audit { before: args.before, limit: args.limit as u32 })? {
        AdminReply::Audit { entries } => entries,
        other => return Err(server.unexpected(&other)),
    };
    let line = |entry: &AuditEntry| {
        let AuditEntry { number, at, actor, action, detail } = entry;
        format!("{number:>5} {} {actor} {action} {}\n", format_time(*at), sanitize(detail))
    };
    print(&entries.iter().map(line).collect::<String>())
}
