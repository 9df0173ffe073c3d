//! `halfboard trace`: random games as JSON lines, for comparison with other programs.

use std::io::{self, BufWriter, Write};

use clap::Args;
use halfboard_rules::random::{SplitMix64, mix};
use halfboard_rules::registry;
use serde::Serialize;

use crate::commands::result;
use crate::error::{CliError, CliResult};
use crate::value_parsers::any_u64;

/// Play random games and print every position as a line of JSON
#[derive(Args, Debug)]
#[command(after_help = "\
Each line is {\"rules\",\"position\",\"moves\",\"move\",\"next\",\"result\",\"reason\"};
in the last line of a game \"move\" and \"next\" are null. A game that reaches the maximum
number of plies ends with the result \"*\".

Examples:
  halfboard trace j --seed 1 --games 10
  halfboard trace lines-of-action:wrap=both --seed 1 --games 100 --plies 60")]
pub(crate) struct TraceArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    /// Seed of the first game; game i, from 0, has seed N+i
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    seed: u64,
    /// Number of games
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = any_u64)]
    games: u64,
    /// Maximum number of plies of a game
    #[arg(long, value_name = "M", allow_negative_numbers = true, default_value_t = 500, value_parser = any_u64)]
    plies: u64,
}

/// A position of a game, as printed.
#[derive(Serialize)]
struct TraceLine<'a> {
    rules: &'a str,
    position: &'a str,
    moves: &'a [String],
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    next: Option<&'a str>,
    result: &'a str,
    reason: &'a str,
}

/// Runs the command.
pub(crate) fn run(args: &TraceArgs) -> CliResult {
    let rules = registry::rules(&args.rules)?;
    let name = rules.canonical();
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for game in 0..args.games {
        let seed = args.seed.wrapping_add(game);
        play(&name, rules.start(seed), seed, args.plies, &mut out).map_err(|error| CliError::output(&error))?;
    }
    out.flush().map_err(|error| CliError::output(&error))
}

fn play(
    rules: &str,
    mut session: Box<dyn halfboard_rules::session::Session>,
    seed: u64,
    plies: u64,
    out: &mut impl Write,
) -> io::Result<()> {
    // Mixed, so that the moves do not correlate with the start, which is drawn from the seed itself.
    let mut random = SplitMix64::new(mix(seed));
    let mut ply = 0;
    loop {
        let position = session.position();
        let moves = session.moves();
        let ending = session.ending();
        let (result, reason) = result::words(ending);
        let mv = if ending.is_some() || ply == plies || moves.is_empty() {
            None
        } else {
            Some(moves[random.below(moves.len() as u64) as usize].as_str())
        };
        let next = mv.map(|mv| session.play(mv).map(|()| session.position()));
        let next = next.transpose().map_err(io::Error::other)?;
        let line =
            TraceLine { rules, position: &position, moves: &moves, mv, next: next.as_deref(), result: &result, reason };
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
        if mv.is_none() {
            return Ok(());
        }
        ply += 1;
    }
}
