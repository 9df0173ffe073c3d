//! `halfboard archive`: games of many files in one SQLite file, with an index of their positions.

mod explore;
mod import;
mod search;
mod sources;
mod stats;
mod study;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use halfboard_archive::{ArchiveError, FileArchive, GameFilter, GameSearch};
use halfboard_rules::record::Record;

use crate::error::{CliError, CliResult};
use crate::style::Style;

/// Collect games, search them and explore openings
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  halfboard archive import game.sgf games.txt --archive games.archive
  halfboard archive explore lines-of-action --archive games.archive")]
pub(crate) struct ArchiveArgs {
    /// The action
    #[command(subcommand)]
    command: ArchiveCommand,
}

#[derive(Debug, Subcommand)]
enum ArchiveCommand {
    Import(import::ArchiveImportArgs),
    Explore(explore::ArchiveExploreArgs),
    Search(search::ArchiveSearchArgs),
    Export(search::ArchiveExportArgs),
    Stats(stats::ArchiveStatsArgs),
    Study(study::ArchiveStudyArgs),
}

/// Returns the games of an archive by exactly these rules, in the order of import.
pub(crate) fn games_of(path: &Path, rules: &str) -> Result<Vec<Record>, CliError> {
    let filter = GameFilter { rules: Some(rules.to_owned()), ..GameFilter::default() };
    let search = GameSearch { filter, ..GameSearch::default() };
    let (mut records, mut damaged) = (Vec::new(), None);
    let archive = FileArchive::open(path).map_err(|error| failed(path, &error))?;
    let found = archive.search(&search, &mut |game| match game.record() {
        Ok(record) => {
            records.extend(Some(record).filter(|record| record.rules() == rules));
            ControlFlow::Continue(())
        }
        Err(error) => {
            damaged = Some(error);
            ControlFlow::Break(())
        }
    });
    match found.err().or(damaged) {
        Some(error) => Err(failed(path, &error)),
        None if records.is_empty() => Err(CliError::new(format_args!("{}: no games of {rules}", path.display()))),
        None => Ok(records),
    }
}

/// `--archive FILE`.
#[derive(Args, Clone, Debug)]
struct ArchiveFile {
    /// The archive
    #[arg(long, value_name = "FILE")]
    archive: PathBuf,
}

impl ArchiveFile {
    /// Opens an archive that must exist.
    fn open(&self) -> Result<FileArchive, CliError> {
        FileArchive::open(&self.archive).map_err(|error| failed(&self.archive, &error))
    }

    /// Returns an error that names the archive.
    fn failed(&self, error: &ArchiveError) -> CliError {
        failed(&self.archive, error)
    }
}

fn failed(path: &Path, error: &ArchiveError) -> CliError {
    CliError::new(format_args!("{}: {error}", path.display()))
}

/// Runs the command.
pub(crate) fn run(args: &ArchiveArgs, style: Style) -> CliResult {
    match &args.command {
        ArchiveCommand::Import(args) => import::run(args),
        ArchiveCommand::Explore(args) => explore::run(args, style),
        ArchiveCommand::Search(args) => search::run(args, style),
        ArchiveCommand::Export(args) => search::export(args),
        ArchiveCommand::Stats(args) => stats::run(args, style),
        ArchiveCommand::Study(args) => study::run(args, style),
    }
}
