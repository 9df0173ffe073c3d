//! `halfboard archive import`: adds the games of files to an archive.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use halfboard_archive::{AddOutcome, ArchiveError, FileArchive, FileProgress, Importer, parse_json_line};
use halfboard_engine::limits::CancelToken;
use halfboard_import::{ImportOptions, decode, read_games};
use halfboard_rules::record::Record;
use indicatif::ProgressBar;
use sha2::{Digest, Sha256};

use super::sources::{self, SourceFile};
use super::{ArchiveFile, failed};
use crate::error::{CliError, CliResult};
use crate::files;
use crate::interrupt;
use crate::progress;
use crate::style::print;

/// An archive is rewritten without gaps if at least one in so many of its games is new.
const COMPACT_SHARE: u64 = 10;

/// Add games to an archive, and create it if there is none
#[derive(Args, Debug)]
#[command(after_help = "\
PATHS are files, folders, zip archives and gzip files with records, SGF, other formats that
'halfboard record check' reads, or lines of JSON: one object with \"rules\" and \"moves\" per game.
Games that are not valid are reported and skipped; the exit code is 1 then. Files that were
imported before are skipped, and an interrupted import continues where it stopped.

Examples:
  halfboard archive import game.sgf games.txt --archive games.archive
  halfboard archive import . --archive games.archive                   every file of this folder")]
pub(super) struct ArchiveImportArgs {
    /// Files, folders, zip archives and gzip files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    archive: ArchiveFile,
}

/// Counts of an import.
#[derive(Default)]
struct ImportCounts {
    files: usize,
    skipped_files: usize,
    added: u64,
    duplicates: u64,
    plies: u64,
    problems: Vec<String>,
}

/// A game of a file, or the problem with its place.
type FileGame = Result<Record, String>;

/// Runs the command.
pub(super) fn run(args: &ArchiveImportArgs) -> CliResult {
    let path = &args.archive.archive;
    files::check_place(path)?;
    let sources = sources::list(&args.paths).map_err(CliError::new)?;
    let mut archive = FileArchive::open_or_create(path).map_err(|error| failed(path, &error))?;
    let cancel = CancelToken::default();
    interrupt::on_ctrl_c(&cancel);
    let mut import = Import {
        importer: archive.importer().map_err(|error| args.archive.failed(&error))?,
        counts: ImportCounts::default(),
        cancel,
        status: progress::status(),
        begun: Instant::now(),
    };
    for source in &sources {
        let mut error = None;
        sources::for_each(source, &mut |file| {
            error = import.add_file(file).err();
            error.is_none() && !import.cancel.is_cancelled()
        });
        if let Some(error) = error {
            return Err(args.archive.failed(&error));
        }
        if import.cancel.is_cancelled() {
            break;
        }
    }
    import.importer.flush().map_err(|error| args.archive.failed(&error))?;
    import.status.finish_and_clear();
    let Import { counts, cancel, .. } = import;
    finish(&archive, &counts, cancel.is_cancelled()).map_err(|error| args.archive.failed(&error))?;
    report(counts, cancel.is_cancelled())
}

/// Compacts the archive after a large import.
fn finish(archive: &FileArchive, counts: &ImportCounts, cancelled: bool) -> Result<(), ArchiveError> {
    if !cancelled && counts.added > 0 && counts.added * COMPACT_SHARE >= archive.games()? {
        archive.compact()?;
    }
    Ok(())
}

fn report(counts: ImportCounts, cancelled: bool) -> CliResult {
    let ImportCounts { files, skipped_files, added, duplicates, problems, .. } = counts;
    let mut text = format!("{added} games added, {duplicates} duplicates, {} not valid; {files} files", problems.len());
    if skipped_files > 0 {
        text += &format!(", {skipped_files} imported before");
    }
    text.push('\n');
    print(&text)?;
    if cancelled {
        return Err(CliError::new("interrupted; run the command again to continue"));
    }
    if problems.is_empty() { Ok(()) } else { Err(CliError::Partial(problems)) }
}

/// An import under way.
struct Import<'a> {
    importer: Importer<'a>,
    counts: ImportCounts,
    cancel: CancelToken,
    status: ProgressBar,
    begun: Instant,
}

impl Import<'_> {
    fn add_file(&mut self, file: SourceFile) -> Result<(), ArchiveError> {
        let content = match file.content {
            Ok(content) => content,
            Err(problem) => {
                self.counts.problems.push(format!("{}: {problem}", file.name));
                return Ok(());
            }
        };
        let done = match self.importer.begin_file(&Sha256::digest(&content), &file.name)? {
            FileProgress::Finished => {
                self.counts.skipped_files += 1;
                return Ok(());
            }
            FileProgress::From(done) => done,
        };
        self.counts.files += 1;
        for game in games(&content).skip(done) {
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            match game {
                Ok(record) => self.add(&record)?,
                Err(problem) => {
                    self.importer.count_one();
                    self.counts.problems.push(format!("{}: {problem}", file.name));
                }
            }
            self.show(&file.name);
        }
        self.importer.finish_file();
        Ok(())
    }

    fn add(&mut self, record: &Record) -> Result<(), ArchiveError> {
        self.counts.plies += record.turns().len() as u64;
        match self.importer.add(record)? {
            AddOutcome::Added(_) => self.counts.added += 1,
            AddOutcome::Duplicate(_) => self.counts.duplicates += 1,
        }
        Ok(())
    }

    fn show(&self, name: &str) {
        let ImportCounts { added, duplicates, plies, .. } = self.counts;
        if (added + duplicates).is_multiple_of(64) {
            let rate = plies as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
            self.status.set_message(format!("{added} games  {duplicates} duplicates  {rate:.0} plies/s  {name}"));
        }
    }
}

/// Returns the games of a file. Lines of JSON are parsed one by one, because such files may be large.
fn games(content: &[u8]) -> Box<dyn Iterator<Item = FileGame> + '_> {
    let is_json = content.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    if !is_json {
        let games = read_games(content, &ImportOptions::default()).into_iter();
        return Box::new(games.map(|game| game.map(|game| game.record).map_err(|error| error.to_string())));
    }
    let lines = content.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| line.iter().any(|byte| !byte.is_ascii_whitespace()));
    Box::new(lines.enumerate().map(|(game, (line, bytes))| {
        parse_json_line(&decode(bytes)).map_err(|error| format!("game {}, line {}: {error}", game + 1, line + 1))
    }))
}
