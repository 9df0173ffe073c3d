//! `halfboard archive stats`: figures about an archive.

use clap::Args;
use halfboard_archive::{ArchiveStats, RulesStats};
use serde::Serialize;

use super::ArchiveFile;
use crate::error::CliResult;
use crate::phrases::archive as phrases;
use crate::style::{Style, print};

/// Print figures about an archive
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard archive stats --archive games.archive")]
pub(super) struct ArchiveStatsArgs {
    #[command(flatten)]
    archive: ArchiveFile,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The output of `stats --json`.
#[derive(Serialize)]
struct StatsJson<'a> {
    games: u64,
    positions: u64,
    files: u64,
    bytes: u64,
    rules: Vec<RulesStatsJson<'a>>,
}

#[derive(Serialize)]
struct RulesStatsJson<'a> {
    rules: &'a str,
    games: u64,
    white: u64,
    black: u64,
    draw: u64,
    plies: u64,
    first: Option<&'a str>,
    last: Option<&'a str>,
}

/// Runs the command.
pub(super) fn run(args: &ArchiveStatsArgs, style: Style) -> CliResult {
    let stats = args.archive.open()?.stats().map_err(|error| args.archive.failed(&error))?;
    if args.json { print(&(serde_json::to_string(&json(&stats))? + "\n")) } else { style.print(&text(&stats)) }
}

fn json(stats: &ArchiveStats) -> StatsJson<'_> {
    let known = |text| Some(text).filter(|text: &&str| !text.is_empty());
    let rules = stats.rules.iter().map(|stats| RulesStatsJson {
        rules: &stats.rules,
        games: stats.tally.games,
        white: stats.tally.white,
        black: stats.tally.black,
        draw: stats.tally.draw,
        plies: stats.plies,
        first: known(&stats.first),
        last: known(&stats.tally.last),
    });
    let ArchiveStats { positions, files, bytes, .. } = *stats;
    StatsJson { games: stats.games(), positions, files, bytes, rules: rules.collect() }
}

fn text(stats: &ArchiveStats) -> String {
    let mut text = phrases::contents(stats.games(), stats.files) + "\n";
    text += &phrases::size(stats.positions, format_args!("{:.1}", stats.bytes as f64 / f64::from(1 << 20)));
    text.push('\n');
    for RulesStats { rules, tally, first, plies } in &stats.rules {
        let mean = format!("{:.1}", *plies as f64 / tally.games.max(1) as f64);
        text += &format!("  {rules}\n    ");
        text += &phrases::games_and_results(tally.games, tally.white, tally.draw, tally.black);
        text += "; ";
        text += &phrases::mean_length(mean);
        if !first.is_empty() {
            text += &format!("; {first} – {}", tally.last);
        }
        text.push('\n');
    }
    text
}
