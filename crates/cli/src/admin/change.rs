//! `halfboard admin hide`, `unhide`, `end`, `delete` and `revoke`: changes of one game.

use clap::Args;
use halfboard_protocol::id::GameId;
use halfboard_server::admin::{AdminReply, AdminRequest, OperatorResult};

use super::client::AdminClient;
use crate::error::CliResult;
use crate::style::print;
use crate::value_parsers::integer;

/// Hide a game from the lobby, previews and the archive
#[derive(Args, Debug)]
#[command(after_help = "\
Those who know its link still see it.

Examples:
  halfboard admin hide 0123456789abcdefghijkl")]
pub(super) struct HideArgs {
    /// The game's ID
    game: GameId,
}

/// Show a hidden game again
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard admin unhide 0123456789abcdefghijkl")]
pub(super) struct UnhideArgs {
    /// The game's ID
    game: GameId,
}

/// End a game with a result, or without one
#[derive(Args, Debug)]
#[command(after_help = "\
The log has a resignation, an agreed draw or an abort; the audit log tells that you did it.

Examples:
  halfboard admin end 0123456789abcdefghijkl --result draw
  halfboard admin end 0123456789abcdefghijkl --result 1-loses
  halfboard admin end 0123456789abcdefghijkl --abort")]
pub(super) struct EndArgs {
    /// The game's ID
    game: GameId,
    /// The result: draw, or SEAT-loses; seats are numbered from 0
    #[arg(long, value_parser = parse_result, required_unless_present = "abort", conflicts_with = "abort")]
    result: Option<OperatorResult>,
    /// End it without a result
    #[arg(long)]
    abort: bool,
}

/// Delete a game, also from the archive
#[derive(Args, Debug)]
#[command(after_help = "\
Backups still have it.

Examples:
  halfboard admin delete 0123456789abcdefghijkl")]
pub(super) struct DeleteArgs {
    /// The game's ID
    game: GameId,
}

/// Replace the token of a seat, which then no longer works
#[derive(Args, Debug)]
#[command(after_help = "\
Prints the new token: give it to the rightful player, or end the game.

Examples:
  halfboard admin revoke 0123456789abcdefghijkl 1")]
pub(super) struct RevokeArgs {
    /// The game's ID
    game: GameId,
    /// The seat, from 0
    #[arg(value_parser = integer(0..=7))]
    seat: u64,
}

fn parse_result(text: &str) -> Result<OperatorResult, String> {
    let seat = text.strip_suffix("-loses").and_then(|seat| seat.parse().ok());
    match (text, seat) {
        ("draw", _) => Ok(OperatorResult::Draw),
        (_, Some(seat)) => Ok(OperatorResult::Lost(seat)),
        _ => Err("expected draw, or a seat that loses: 0-loses".to_owned()),
    }
}

/// Runs `hide`.
pub(super) fn hide(server: &AdminClient, args: &HideArgs) -> CliResult {
    server.execute(&AdminRequest::Hide { game: args.game.clone(), hidden: true })?;
    print(&format!("{} is hidden\n", args.game))
}

/// Runs `unhide`.
pub(super) fn unhide(server: &AdminClient, args: &UnhideArgs) -> CliResult {
    server.execute(&AdminRequest::Hide { game: args.game.clone(), hidden: false })?;
    print(&format!("{} is listed again if it is public\n", args.game))
}

/// Runs `end`.
pub(super) fn end(server: &AdminClient, args: &EndArgs) -> CliResult {
    let result = args.result.unwrap_or(OperatorResult::Aborted);
    server.execute(&AdminRequest::End { game: args.game.clone(), result })?;
    print(&format!("{} is over\n", args.game))
}

/// Runs `delete`.
pub(super) fn delete(server: &AdminClient, args: &DeleteArgs) -> CliResult {
    server.execute(&AdminRequest::Delete { game: args.game.clone() })?;
    print(&format!("{} is deleted\n", args.game))
}

/// Runs `revoke`.
pub(super) fn revoke(server: &AdminClient, args: &RevokeArgs) -> CliResult {
    let seat = u8::try_from(args.seat).unwrap_or(u8::MAX);
    match server.ask(&AdminRequest::Revoke { game: args.game.clone(), seat })? {
        AdminReply::Token { token } => print(&format!("new token of seat {seat}: {}\n", token.reveal())),
        other => Err(server.unexpected(&other)),
    }
}
