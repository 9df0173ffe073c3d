//! `halfboard backup` and `halfboard restore`: copies all games of a database to a file and back, also between SQLite and
//! PostgreSQL.

use std::path::{Path, PathBuf};

use clap::Args;
use halfboard_server::backup;
use halfboard_server::config::{Database, Settings};
use halfboard_server::store::DatabaseLock;

use crate::error::{CliError, CliResult};
use crate::files;
use crate::server_flags;
use crate::style::print;

/// Back up all games of a server to a file
#[derive(Args, Debug)]
#[command(after_help = "\
The server may keep running: the file is a consistent snapshot. It contains the hashed secrets of
the seats, so protect it like the database. The default database is that of `halfboard serve`,
including --config and HALFBOARD_DATABASE.

Examples:
  halfboard backup games.backup
  halfboard backup --database sqlite:/var/lib/halfboard/games.sqlite games.backup
  halfboard backup --database postgres://halfboard@localhost/halfboard games.backup")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write
    file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Restore a backup into an empty database
#[derive(Args, Debug)]
#[command(after_help = "\
Restores the whole backup or nothing, to SQLite or PostgreSQL. The database must have no games;
with --force an existing SQLite file is first renamed to NAME.before-restore. Stop the server first.

Examples:
  halfboard restore --database sqlite:new.sqlite games.backup
  halfboard restore --database postgres://halfboard@localhost/halfboard games.backup")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The backup file
    file: PathBuf,
    /// Rename an existing SQLite file first
    #[arg(long)]
    force: bool,
}

/// The database arguments.
#[derive(Args, Debug)]
struct DatabaseArgs {
    /// The database, as for serve: sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME or auto
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Configuration file that names the database, as for serve
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl DatabaseArgs {
    fn url(&self) -> Result<String, CliError> {
        let flags: Vec<(&str, &str)> = self.database.iter().map(|url| ("database", url.as_str())).collect();
        let settings = Settings::load(&flags, std::env::vars_os(), self.config.as_deref())?;
        let none =
            || CliError::new("--database: none has no games; use sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME");
        server_flags::database(&settings.config.database)?.ok_or_else(none)
    }
}

/// Runs `backup`.
pub(crate) fn backup(args: &BackupArgs) -> CliResult {
    let url = args.database.url()?;
    if let Some(path) = sqlite_file(&url)
        && !path.is_file()
    {
        return Err(CliError::new(format_args!("{}: no such database", path.display())));
    }
    files::check_place(&args.file)?;
    if args.file.exists() && !args.force {
        return Err(CliError::new(format_args!("{}: exists already; use --force to replace it", args.file.display())));
    }
    // Written to a temporary file and renamed, so that a failed backup does not destroy the previous one.
    let new = beside(&args.file, &format!(".{}.new", std::process::id()));
    let games = backup::backup(&url, &new).map_err(|error| of(&url, &error))?;
    std::fs::rename(&new, &args.file).map_err(|error| {
        // Best effort: the write error is the one to report.
        let _ = std::fs::remove_file(&new);
        CliError::new(format_args!("{}: cannot be written: {error}", args.file.display()))
    })?;
    print(&format!("{} in {}\n", counted(games), args.file.display()))
}

/// Runs `restore`.
pub(crate) fn restore(args: &RestoreArgs) -> CliResult {
    let url = args.database.url()?;
    if !args.file.is_file() {
        return Err(CliError::new(format_args!("{}: no such file", args.file.display())));
    }
    let existed = sqlite_file(&url).is_some_and(|path| path.exists());
    let lock = DatabaseLock::acquire(&url).map_err(|error| of(&url, &error))?;
    let aside = match &lock {
        Some(lock) if args.force && existed => Some(put_aside(lock.path())?),
        None if args.force => {
            return Err(CliError::new("--force is for SQLite only; for PostgreSQL, create an empty database"));
        }
        _ => None,
    };
    let done = backup::restore(&url, &args.file);
    if let (Err(_), Some((old, new))) = (&done, &aside) {
        put_back(old, new);
    }
    let games = done.map_err(|error| of(&url, &error))?;
    print(&format!("{} in {}\n", counted(games), Database::Url(url).masked()))
}

/// Returns the path of an SQLite database.
fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    (path != ":memory:").then(|| path.into())
}

/// Suffixes of the files that make up an SQLite database.
const PARTS: [&str; 3] = ["", "-wal", "-shm"];

fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Renames a database. Returns the new and the old path.
fn put_aside(path: &Path) -> Result<(PathBuf, PathBuf), CliError> {
    let aside = beside(path, ".before-restore");
    if aside.exists() {
        return Err(CliError::new(format_args!(
            "{}: left over from an earlier restore; move it away first",
            aside.display()
        )));
    }
    for part in PARTS.iter().filter(|part| beside(path, part).exists()) {
        let moved = std::fs::rename(beside(path, part), beside(&aside, part));
        moved.map_err(|error| CliError::new(format_args!("{}: cannot be renamed: {error}", path.display())))?;
    }
    Ok((aside, path.to_owned()))
}

/// Undoes [`put_aside`] after a failed restore.
fn put_back(aside: &Path, path: &Path) {
    for part in PARTS {
        // Best effort: files that cannot be moved back keep their telling name.
        let _ = std::fs::remove_file(beside(path, part));
        if beside(aside, part).exists() {
            let _ = std::fs::rename(beside(aside, part), beside(path, part));
        }
    }
}

fn counted(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn of(url: &str, error: &dyn std::fmt::Display) -> CliError {
    CliError::new(format_args!("{}: {error}", Database::Url(url.to_owned()).masked()))
}
