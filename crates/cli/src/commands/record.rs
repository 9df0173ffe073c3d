//! `halfboard record`: checks and converts game records.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use halfboard_import::{GameFormat, ImportOptions};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record};

use crate::error::{CliError, CliResult, sanitize};
use crate::files;
use crate::style::print;

/// Check or convert game records
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard record check games.txt
  halfboard record convert game.sgf --output game.txt")]
pub(crate) struct RecordArgs {
    /// The action
    #[command(subcommand)]
    command: RecordCommand,
}

#[derive(Debug, Subcommand)]
enum RecordCommand {
    Check(RecordCheckArgs),
    Convert(RecordConvertArgs),
}

/// Check that every move is legal and every result is correct
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard record check *.txt
  halfboard record check - < game.sgf")]
struct RecordCheckArgs {
    /// Games in any format that is read; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Accept only exact records and SGF, and nothing of a file with an error
    #[arg(long)]
    strict: bool,
}

/// Convert games to another format, or to the canonical form of the same
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard record convert game.sgf                              as a record, on standard output
  halfboard record convert game.txt --to sgf --output game.sgf")]
struct RecordConvertArgs {
    /// Games in any format that is read; - is standard input
    file: PathBuf,
    /// Input format; by default it is recognised by the text
    #[arg(long, value_parser = parse_source)]
    from: Option<GameFormat>,
    /// Output format; sgf is for Lines of Action only
    #[arg(long, value_enum, default_value_t = RecordFormat::Record)]
    to: RecordFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Accept only exact records and SGF, and nothing of a file with an error
    #[arg(long, conflicts_with = "from")]
    strict: bool,
}

/// The formats of games that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RecordFormat {
    Record,
    Sgf,
}

/// The readable games of a file, and messages about the others.
struct ReadGames {
    /// The games with their numbers in the file.
    games: Vec<(usize, Record)>,
    problems: Vec<String>,
}

fn parse_source(text: &str) -> Result<GameFormat, String> {
    let found = GameFormat::ALL.iter().find(|(_, name)| *name == text);
    let all = || GameFormat::ALL.map(|(_, name)| name).join(", ");
    found.map(|(format, _)| *format).ok_or_else(|| format!("valid: {}", all()))
}

/// Runs the command.
pub(crate) fn run(args: &RecordArgs) -> CliResult {
    match &args.command {
        RecordCommand::Check(args) => check(args),
        RecordCommand::Convert(args) => convert(args),
    }
}

/// Reads the games of a file.
///
/// # Errors
/// Fails if the file cannot be read, and with `strict` if anything in it is not valid.
fn read(path: &Path, format: Option<GameFormat>, strict: bool) -> Result<ReadGames, CliError> {
    if strict {
        let records = files::read_records(path)?.records;
        return Ok(ReadGames { games: (1..).zip(records).collect(), problems: Vec::new() });
    }
    let options = ImportOptions { format, ..ImportOptions::default() };
    let mut read = ReadGames { games: Vec::new(), problems: Vec::new() };
    for game in halfboard_import::read_games(&files::read_bytes(path)?, &options) {
        match game {
            Ok(game) => read.games.push((game.game, game.record)),
            Err(error) => read.problems.push(format!("{}: {error}", path.display())),
        }
    }
    if read.games.is_empty() && read.problems.is_empty() {
        let what = "there is no game; a record begins with [Game \"…\"], SGF with (;";
        read.problems.push(format!("{}: {what}", path.display()));
    }
    Ok(read)
}

/// Fails if there are problems, after their number.
fn report(mut problems: Vec<String>, valid: usize) -> CliResult {
    if problems.is_empty() {
        return Ok(());
    }
    let bad = problems.len();
    problems.push(match valid {
        1 => format!("{bad} not valid, 1 game is valid"),
        _ => format!("{bad} not valid, {valid} games are valid"),
    });
    Err(CliError::Partial(problems))
}

fn check(args: &RecordCheckArgs) -> CliResult {
    let mut text = String::new();
    let (mut invalid, mut problems, mut valid) = (Vec::new(), Vec::new(), 0);
    for path in &args.files {
        match read(path, None, args.strict) {
            Ok(read) => {
                valid += read.games.len();
                problems.extend(read.problems);
                for (number, record) in &read.games {
                    text.push_str(&summary(path, *number, record));
                }
            }
            // All files are checked, so that one run reports every error.
            Err(CliError::Invalid(lines)) => invalid.extend(lines),
            Err(closed) => return Err(closed),
        }
    }
    if args.strict && !invalid.is_empty() {
        return Err(CliError::Invalid(invalid));
    }
    print(&text)?;
    if invalid.is_empty() {
        return report(problems, valid);
    }
    problems.extend(invalid);
    Err(CliError::Invalid(problems))
}

/// Returns the line of a game.
fn summary(path: &Path, number: usize, record: &Record) -> String {
    let (result, reason) = record.finish().result_and_reason();
    let plies = match record.turns().len() {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    };
    let file = sanitize(&path.display().to_string());
    let line = format!("{file}: game {number}: {}, {plies}, {result} {reason}", record.rules());
    format!("{}\n", line.trim_end())
}

fn convert(args: &RecordConvertArgs) -> CliResult {
    let ReadGames { games, problems } = read(&args.file, args.from, args.strict)?;
    let records: Vec<Record> = games.into_iter().map(|(_, record)| record).collect();
    let text = match args.to {
        RecordFormat::Record => record::format(&records),
        RecordFormat::Sgf => {
            let written = sgf::format(&records);
            written.map_err(|error| CliError::new(format_args!("{}: {error}", args.file.display())))?
        }
    };
    match &args.output {
        // A file is not replaced by nothing.
        _ if records.is_empty() => {}
        Some(path) => files::write_text(path, &text)?,
        None => print(&text)?,
    }
    report(problems, records.len())
}
