//! `halfboard backup` and `halfboard restore`: copies all games of a database to a file or folder and back, also between
//! SQLite and PostgreSQL.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use halfboard_server::backup;
use halfboard_server::config::{Database, Settings};
use halfboard_server::store::{
    DatabaseLock, DecryptionKeys, Encryption, FileSystem, LocalFiles, ReadOptions, SetOptions, format_time, parse_time,
    read_passphrase, verify,
};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::server_flags;
use crate::style::print;

/// Maximum number of damages to list.
const MAX_LISTED: usize = 20;

/// Back up all games of a server to a file or folder
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
The server may keep running: a backup is a consistent snapshot. It contains chat and the hashed
secrets of the seats, so protect it like the database, or encrypt it. If PATH is a folder, the
backup is added to it, and has only the games that changed since the last one. The default database
is that of `halfboard serve`, including --config and HALFBOARD_DATABASE. To write a file that is
called verify, name it ./verify.

Examples:
  halfboard backup games.backup
  halfboard backup --database sqlite:/var/lib/halfboard/games.sqlite /var/backups/halfboard/
  halfboard backup --recipient age1… games.backup.age
  halfboard backup verify /var/backups/halfboard/")]
pub(crate) struct BackupArgs {
    #[command(subcommand)]
    command: Option<BackupCommand>,
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write, or an existing folder of backups
    #[arg(value_name = "PATH", required = true)]
    file: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// In a folder: write all games, not only changed ones
    #[arg(long)]
    full: bool,
    /// In a folder: keep at least this many backups, and delete older ones
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
    /// Encrypt for the owner of this age public key; may be repeated
    #[arg(long, value_name = "KEY")]
    recipient: Vec<String>,
    /// Encrypt by the passphrase in the first line of a file
    #[arg(long, value_name = "FILE", conflicts_with = "recipient")]
    passphrase_file: Option<PathBuf>,
}

/// Commands on backups.
#[derive(Subcommand, Debug)]
enum BackupCommand {
    /// Verify a backup, or all backups of a folder
    Verify(VerifyBackupArgs),
}

/// The arguments of `backup verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Checks every checksum and plays through every game. Says which games are damaged, and exits with 2
if any is. `restore --skip-damaged` restores the others.

Examples:
  halfboard backup verify games.backup
  halfboard backup verify --identity key.txt /var/backups/halfboard/")]
struct VerifyBackupArgs {
    #[command(flatten)]
    keys: KeyArgs,
    /// The backup file or folder
    path: PathBuf,
}

/// Restore a backup into an empty database
#[derive(Args, Debug)]
#[command(after_help = "\
Restores the whole backup or nothing, to SQLite or PostgreSQL. The database must have no games;
with --force an existing SQLite file is first renamed to NAME.before-restore. Stop the server first.
With --at each game is restored as it was at that time: with its events up to then, and without
games that were created later. In a folder, the first backup made at or after that time is used.

Examples:
  halfboard restore --database sqlite:new.sqlite games.backup
  halfboard restore --at 2026-11-18T03:25:00Z /var/backups/halfboard/
  halfboard restore --database postgres://halfboard@localhost/halfboard games.backup")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    keys: KeyArgs,
    /// The backup file or folder
    file: PathBuf,
    /// Rename an existing SQLite file first
    #[arg(long)]
    force: bool,
    /// Restore the state at this time in UTC, such as 2026-11-18T03:25:00Z
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    /// Leave out damaged games, and list them
    #[arg(long)]
    skip_damaged: bool,
}

/// The keys of encrypted backups.
#[derive(Args, Debug)]
struct KeyArgs {
    /// File with age identities, for encrypted backups
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// File whose first line is the passphrase of encrypted backups
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

impl KeyArgs {
    fn keys(&self) -> Result<DecryptionKeys, CliError> {
        let passphrase = self.passphrase_file.as_deref().map(read_passphrase).transpose()?;
        Ok(DecryptionKeys { identities: self.identity.clone(), passphrase })
    }
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
    if let Some(BackupCommand::Verify(args)) = &args.command {
        return verify_backup(args);
    }
    let Some(file) = &args.file else { return Err(CliError::new("PATH is missing: name a file or folder")) };
    let url = args.database.url()?;
    if let Some(path) = sqlite_file(&url)
        && !path.is_file()
    {
        return Err(CliError::new(format_args!("{}: no such database", path.display())));
    }
    let encryption = match &args.passphrase_file {
        Some(path) => Encryption::Passphrase(read_passphrase(path)?),
        None if args.recipient.is_empty() => Encryption::None,
        None => Encryption::Recipients(args.recipient.clone()),
    };
    if file.is_dir() {
        let options = SetOptions { full: args.full, keep: args.keep, encryption };
        let entry = backup::backup_to_set(&url, file, &options).map_err(|error| of(&url, &error))?;
        let path = file.join(&entry.file);
        let games = counted(entry.games);
        let games = if entry.full { games } else { format!("{} of {games}", entry.written) };
        return print(&format!("{games} in {}\n", path.display()));
    }
    if args.full || args.keep.is_some() {
        let shown = file.display();
        return Err(CliError::new(format_args!("{shown}: --full and --keep are for an existing folder of backups")));
    }
    files::check_place(file)?;
    if file.exists() && !args.force {
        return Err(CliError::new(format_args!("{}: exists already; use --force to replace it", file.display())));
    }
    // Written to a temporary file and renamed, so that a failed backup does not destroy the previous one.
    let new = beside(file, &format!(".{}.new", std::process::id()));
    let games = backup::backup(&url, &new, &encryption).map_err(|error| of(&url, &error))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let renamed = LocalFiles.rename(&new, file).and_then(|()| LocalFiles.sync_folder(folder));
    renamed.map_err(|error| {
        // Best effort: the write error is the one to report.
        let _ = std::fs::remove_file(&new);
        CliError::new(format_args!("{}: cannot be written: {error}", file.display()))
    })?;
    print(&format!("{} in {}\n", counted(games), file.display()))
}

/// Runs `backup verify`.
fn verify_backup(args: &VerifyBackupArgs) -> CliResult {
    let shown = args.path.display();
    let options = ReadOptions { at: None, skip_damaged: true, keys: args.keys.keys()? };
    let content = verify(&args.path, &options).map_err(|error| CliError::new(format_args!("{shown}: {error}")))?;
    let intact = content.state.games();
    if !content.damages.is_empty() {
        let mut lines: Vec<String> =
            content.damages.iter().take(MAX_LISTED).map(|damage| format!("{shown}: {damage}")).collect();
        lines.push(format!(
            "{shown}: {} damaged, {} intact; `halfboard restore --skip-damaged` restores what is intact",
            if content.damages.len() == 1 { "1 part".to_owned() } else { format!("{} parts", content.damages.len()) },
            counted(intact)
        ));
        return Err(CliError::Invalid(lines));
    }
    let created = content.created.map(|created| format!(" of {}", format_time(created))).unwrap_or_default();
    let files = if args.path.is_dir() { format!(" in {} backups", content.files) } else { String::new() };
    print(&format!("{shown}: intact{created}, {}{files}\n", counted(intact)))
}

/// Runs `restore`.
pub(crate) fn restore(args: &RestoreArgs) -> CliResult {
    let url = args.database.url()?;
    if !args.file.exists() {
        return Err(CliError::new(format_args!("{}: no such file or folder", args.file.display())));
    }
    let at = args.at.as_deref().map(|text| {
        let valid = "a time in UTC such as 2026-11-18T03:25:00Z";
        parse_time(text).ok_or_else(|| CliError::new(format_args!("--at: invalid time '{text}': must be {valid}")))
    });
    let options = ReadOptions { at: at.transpose()?, skip_damaged: args.skip_damaged, keys: args.keys.keys()? };
    let existed = sqlite_file(&url).is_some_and(|path| path.exists());
    let lock = DatabaseLock::acquire(&url).map_err(|error| of(&url, &error))?;
    let aside = match &lock {
        Some(lock) if args.force && existed => Some(put_aside(lock.path())?),
        None if args.force => {
            return Err(CliError::new("--force is for SQLite only; for PostgreSQL, create an empty database"));
        }
        _ => None,
    };
    let done = backup::restore(&url, &args.file, options);
    if let (Err(_), Some((old, new))) = (&done, &aside) {
        put_back(old, new);
    }
    let report = done.map_err(|error| of(&url, &error))?;
    let later =
        if report.later > 0 { format!(", without {} created later", counted(report.later)) } else { String::new() };
    print(&format!("{} in {}{later}\n", counted(report.games), Database::Url(url).masked()))?;
    if report.damages.is_empty() {
        return Ok(());
    }
    let shown = args.file.display();
    Err(CliError::Partial(report.damages.iter().map(|damage| format!("{shown}: damaged: {damage}")).collect()))
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
        if let Err(error) = moved {
            // What is in place was not moved.
            for part in PARTS.iter().filter(|part| beside(&aside, part).exists()) {
                let _ = std::fs::rename(beside(&aside, part), beside(path, part));
            }
            return Err(CliError::new(format_args!("{}: cannot be renamed: {error}", path.display())));
        }
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
