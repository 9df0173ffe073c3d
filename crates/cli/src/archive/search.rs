//! `halfboard archive search` and `export`: the games of an archive that meet conditions.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use halfboard_archive::{
    FoundGame, GameFilter, GameResult, GameSearch, GameSummary, PiecePattern, format_json_line, normalize_date,
    position_key,
};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record};
use halfboard_rules::registry;
use serde::Serialize;

use super::ArchiveFile;
use crate::error::{CliError, CliResult};
use crate::files;
use crate::phrases::archive as phrases;
use crate::style::{Style, print};
use crate::value_parsers::{any_u64, integer};

/// The names of the results.
const RESULTS: [&str; 5] = ["open", "white", "black", "draw", "solitaire"];

/// Conditions on games.
#[derive(Args, Clone, Debug)]
struct ConditionArgs {
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Part of the event's name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// First date: 2004, 2004-07 or 2004-07-20
    #[arg(long, value_name = "DATE", value_parser = date)]
    since: Option<String>,
    /// Last date
    #[arg(long, value_name = "DATE", value_parser = date)]
    until: Option<String>,
    /// Result: white, black, draw, open or solitaire
    #[arg(long, value_name = "RESULT", value_parser = RESULTS)]
    result: Option<String>,
    /// Rules string, or the id of a game for all its variants
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Least number of moves
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    min_plies: Option<u64>,
    /// Greatest number of moves
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    max_plies: Option<u64>,
    /// Position string of --rules that occurs in the game, perhaps mirrored
    #[arg(long, value_name = "P", requires = "rules")]
    position: Option<String>,
    /// Pieces that occur together, perhaps mirrored: d4=w,e5=b,c3=- (empty),c4=* (occupied)
    #[arg(long, value_name = "PATTERN", value_parser = pattern)]
    pattern: Option<PiecePattern>,
    /// Maximum number of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(1..=u64::MAX))]
    limit: Option<u64>,
}

fn date(word: &str) -> Result<String, String> {
    let whole = normalize_date(word).filter(|date| date.len() >= word.trim().len());
    whole.ok_or_else(|| "expected a date such as 2004, 2004-07 or 2004-07-20".to_owned())
}

fn pattern(word: &str) -> Result<PiecePattern, String> {
    word.parse().map_err(|error: halfboard_archive::PatternError| error.to_string())
}

impl ConditionArgs {
    fn search(&self) -> Result<GameSearch, CliError> {
        let (mut rules, mut position) = (None, None);
        if let Some(text) = &self.rules {
            let parsed = registry::rules(text)?;
            // An id alone stands for all variants, which its canonical form is not.
            rules = Some(if text == parsed.info().id { text.clone() } else { parsed.canonical() });
            if let Some(text) = &self.position {
                position = Some(position_key(parsed.position(text)?.as_ref()).key);
            }
        }
        let filter = GameFilter {
            player: self.player.clone(),
            event: self.event.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result.as_deref().and_then(GameResult::parse),
            rules,
            min_plies: self.min_plies.map(|plies| plies as usize),
            max_plies: self.max_plies.map(|plies| plies as usize),
        };
        Ok(GameSearch { filter, position, pattern: self.pattern.clone() })
    }

    /// Returns the games that meet the conditions.
    fn find(&self, archive: &ArchiveFile) -> Result<Vec<FoundGame>, CliError> {
        let search = self.search()?;
        let limit = self.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let mut games = Vec::new();
        let mut each = |game| {
            games.push(game);
            if games.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        archive.open()?.search(&search, &mut each).map_err(|error| archive.failed(&error))?;
        Ok(games)
    }
}

/// Find games by player, event, date, result, rules, length, position or pieces
#[derive(Args, Debug)]
#[command(after_help = "\
All conditions must hold. Names match in any case. Patterns replay every game that meets the
other conditions.

Examples:
  halfboard archive search --player ann --since 2004 --archive games.archive
  halfboard archive search --rules lines-of-action --pattern d4=w,e4=w --archive games.archive")]
pub(super) struct ArchiveSearchArgs {
    #[command(flatten)]
    archive: ArchiveFile,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// Write the games that meet conditions to a file or to standard output
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard archive export --player ann --archive games.archive --output ann.txt
  halfboard archive export --rules lines-of-action --to sgf --archive games.archive")]
pub(super) struct ArchiveExportArgs {
    #[command(flatten)]
    archive: ArchiveFile,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Output format; sgf is for Lines of Action only
    #[arg(long, value_enum, default_value_t = ArchiveFormat::Record)]
    to: ArchiveFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats of exported games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ArchiveFormat {
    Record,
    Sgf,
    Jsonl,
}

/// A game in the output of `search --json`.
#[derive(Serialize)]
struct FoundGameJson<'a> {
    id: u64,
    rules: &'a str,
    players: &'a [String],
    event: Option<&'a str>,
    date: Option<&'a str>,
    result: &'a str,
    plies: usize,
    ply: Option<usize>,
}

/// Runs `search`.
pub(super) fn run(args: &ArchiveSearchArgs, style: Style) -> CliResult {
    let games = args.conditions.find(&args.archive)?;
    if !args.json {
        let lines: String = games.iter().map(|game| line(game) + "\n").collect();
        return style.print(&(lines + &phrases::found(games.len()) + "\n"));
    }
    let json = |game: &FoundGame| {
        let GameSummary { rules, players, event, date, result, plies } = &game.summary;
        serde_json::to_value(FoundGameJson {
            id: game.game,
            rules,
            players,
            event: known(event.as_str()),
            date: known(date.as_str()),
            result: result.as_str(),
            plies: *plies,
            ply: game.ply,
        })
    };
    let games = games.iter().map(json).collect::<Result<Vec<_>, _>>()?;
    print(&(serde_json::to_string(&games)? + "\n"))
}

/// Returns a text unless it is empty.
fn known(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Describes a game in one line.
fn line(game: &FoundGame) -> String {
    let GameSummary { rules, players, event, date, result, plies } = &game.summary;
    let players: Vec<&str> = players.iter().map(|name| known(name).unwrap_or("?")).collect();
    let mut line =
        format!("{:>6}  {:<10}  {:<9}  {plies:>3}  {rules}  {}", game.game, date, result.as_str(), players.join(" – "));
    if !event.is_empty() {
        line += &format!("  ({event})");
    }
    if let Some(ply) = game.ply {
        line += &format!("  {}", phrases::after_moves(ply));
    }
    line
}

/// Runs `export`.
pub(super) fn export(args: &ArchiveExportArgs) -> CliResult {
    let games = args.conditions.find(&args.archive)?;
    let records = games.iter().map(FoundGame::record).collect::<Result<Vec<Record>, _>>();
    let records = records.map_err(|error| args.archive.failed(&error))?;
    let text = match args.to {
        ArchiveFormat::Record => record::format(&records),
        ArchiveFormat::Sgf => sgf::format(&records)?,
        ArchiveFormat::Jsonl => records.iter().map(|record| format_json_line(record) + "\n").collect(),
    };
    match &args.output {
        Some(path) => files::write_text(path, &text),
        None => print(&text),
    }
}
