//! `halfboard record`: checks and converts game records.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record;

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
    /// Records, or SGF of Lines of Action; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Convert games to another format, or to the canonical form of the same
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard record convert game.sgf                              as a record, on standard output
  halfboard record convert game.txt --to sgf --output game.sgf")]
struct RecordConvertArgs {
    /// A record, or SGF of Lines of Action; - is standard input
    file: PathBuf,
    /// Output format; sgf is for Lines of Action only
    #[arg(long, value_enum, default_value_t = RecordFormat::Record)]
    to: RecordFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RecordFormat {
    Record,
    Sgf,
}

/// Runs the command.
pub(crate) fn run(args: &RecordArgs) -> CliResult {
    match &args.command {
        RecordCommand::Check(args) => check(args),
        RecordCommand::Convert(args) => convert(args),
    }
}

fn check(args: &RecordCheckArgs) -> CliResult {
    let mut text = String::new();
    let mut problems = Vec::new();
    for path in &args.files {
        match files::read_records(path) {
            Ok(games) => {
                for (index, record) in games.records.iter().enumerate() {
                    let (result, reason) = record.finish().result_and_reason();
                    let plies = match record.turns().len() {
                        1 => "1 ply".to_owned(),
                        count => format!("{count} plies"),
                    };
                    let line = format!(
                        "{}: game {}: {}, {plies}, {result} {reason}",
                        sanitize(&path.display().to_string()),
                        index + 1,
                        record.rules()
                    );
                    text.push_str(line.trim_end());
                    text.push('\n');
                }
            }
            // All files are checked, so that one run reports every error.
            Err(CliError::Invalid(lines)) => problems.extend(lines),
            Err(closed) => return Err(closed),
        }
    }
    if problems.is_empty() { print(&text) } else { Err(CliError::Invalid(problems)) }
}

fn convert(args: &RecordConvertArgs) -> CliResult {
    let records = files::read_records(&args.file)?.records;
    let text = match args.to {
        RecordFormat::Record => record::format(&records),
        RecordFormat::Sgf => {
            let written = sgf::format(&records);
            written.map_err(|error| CliError::new(format_args!("{}: {error}", args.file.display())))?
        }
    };
    match &args.output {
        Some(path) => files::write_text(path, &text),
        None => print(&text),
    }
}
