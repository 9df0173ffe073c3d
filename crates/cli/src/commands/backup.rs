//! `halfboard backup` and `halfboard restore`: all games of a database as one file, and back, also from one kind of database
//! to the other. Reads and writes databases and that file.

use std::path::{Path, PathBuf};

use clap::Args;
use halfboard_server::backup;
use halfboard_server::config::{Database, Settings};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::server_flags;
use crate::style::print;

/// Keep all games of a server in a file
#[derive(Args, Debug)]
#[command(after_help = "\
The server may go on meanwhile: the file holds all games as they are at one moment. It also holds
what is needed to play on (the secrets of seats as hashes), so keep it as well as the database.
Without --database it is that of `halfboard serve`, also by --config and HALFBOARD_DATABASE.

Examples:
  halfboard backup games.backup
  halfboard backup --database sqlite:/var/lib/halfboard/games.sqlite games.backup
  halfboard backup --database postgres://halfboard@localhost/halfboard games.backup")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write
    file: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// Take all games of a backup into an empty database
#[derive(Args, Debug)]
#[command(after_help = "\
The whole backup is restored, or nothing. The database may be of another kind than the one that was
backed up. One that has games is refused; with --force an SQLite file that is there is put aside
first, as NAME.before-restore. End the server before that.

Examples:
  halfboard restore --database sqlite:new.sqlite games.backup
  halfboard restore --database postgres://halfboard@localhost/halfboard games.backup")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The backup
    file: PathBuf,
    /// Put an SQLite file that is there aside
    #[arg(long)]
    force: bool,
}

/// Which database.
#[derive(Args, Debug)]
struct DatabaseArgs {
    /// The database, as for serve: sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME or auto
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// A file of settings that names it, as for serve
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl DatabaseArgs {
    fn url(&self) -> Result<String, CliError> {
        let flags: Vec<(&str, &str)> = self.database.iter().map(|url| ("database", url.as_str())).collect();
        let settings = Settings::load(&flags, std::env::vars_os(), self.config.as_deref())?;
        let none =
            || CliError::new("--database: none has no games; say sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME");
        server_flags::database(&settings.config.database)?.ok_or_else(none)
    }
}

/// Runs `backup`.
pub(crate) fn backup(args: &BackupArgs) -> CliResult {
    let url = args.database.url()?;
    if let Some(path) = sqlite_file(&url)
        && !path.is_file()
    {
        return Err(CliError::new(format_args!("{}: there is no such database", path.display())));
    }
    files::check_place(&args.file)?;
    if args.file.exists() && !args.force {
        return Err(CliError::new(format_args!(
            "{}: this file is there already; --force replaces it",
            args.file.display()
        )));
    }
    // Written beside it and renamed: a backup that fails half-way must not cost the last one.
    let new = beside(&args.file, &format!(".{}.new", std::process::id()));
    let games = backup::backup(&url, &new).map_err(|error| of(&url, &error))?;
    std::fs::rename(&new, &args.file).map_err(|error| {
        // The failure itself is what the caller must hear about.
        let _ = std::fs::remove_file(&new);
        CliError::new(format_args!("{}: cannot be written: {error}", args.file.display()))
    })?;
    print(&format!("{} in {}\n", counted(games), args.file.display()))
}

/// Runs `restore`.
pub(crate) fn restore(args: &RestoreArgs) -> CliResult {
    let url = args.database.url()?;
    if !args.file.is_file() {
        return Err(CliError::new(format_args!("{}: there is no such file", args.file.display())));
    }
    let aside = match sqlite_file(&url) {
        Some(path) if args.force && path.exists() => Some(put_aside(&path)?),
        None if args.force => {
            return Err(CliError::new("--force is for SQLite; make an empty database for PostgreSQL and name that"));
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

/// The file of an SQLite database.
fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    (path != ":memory:").then(|| path.into())
}

/// The files beside an SQLite file that belong to it.
const PARTS: [&str; 3] = ["", "-wal", "-shm"];

fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Gives a database another name, with what belongs to it.
fn put_aside(path: &Path) -> Result<(PathBuf, PathBuf), CliError> {
    let aside = beside(path, ".before-restore");
    if aside.exists() {
        return Err(CliError::new(format_args!(
            "{}: this is there from an earlier time; move it away first",
            aside.display()
        )));
    }
    for part in PARTS.iter().filter(|part| beside(path, part).exists()) {
        let moved = std::fs::rename(beside(path, part), beside(&aside, part));
        moved.map_err(|error| CliError::new(format_args!("{}: cannot be put aside: {error}", path.display())))?;
    }
    Ok((aside, path.to_owned()))
}

/// Undoes [`put_aside`] where nothing was restored.
fn put_back(aside: &Path, path: &Path) {
    for part in PARTS {
        // What was begun is of no use, and what cannot be moved back keeps its name, which says what it is.
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
