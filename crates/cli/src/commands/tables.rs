//! `halfboard tables`: builds and checks endgame tables. An interrupted build is resumed from a file beside the table.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use halfboard_engine::games::sllim::table::build::{PASSES, TableBuilder};
use halfboard_engine::games::sllim::table::check;
use halfboard_engine::games::sllim::table::index::{BoardSize, PositionIndex};
use halfboard_engine::games::sllim::table::{NAME, ResumeError};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::progress;
use crate::search_args::THREADS;
use crate::style::print;
use crate::tables::{self, TableMode};
use crate::value_parsers::{any_u64, integer};

/// Build or check the engine's tables of solved positions
#[derive(Args, Debug)]
#[command(after_help = "\
Tables are stored in the folder --tables, else HALFBOARD_TABLES, else ~/.local/share/halfboard.
All commands with the engine find them there.

Examples:
  halfboard tables build                          all of Sllim with four against four
  halfboard tables check                          go over it again")]
pub(crate) struct TablesCommandArgs {
    #[command(subcommand)]
    action: TablesAction,
}

#[derive(Debug, Subcommand)]
enum TablesAction {
    Build(TablesBuildArgs),
    Check(TablesCheckArgs),
}

/// Build a table; takes a minute or two, 200 MiB of memory and 97 MiB on disk
#[derive(Args, Debug)]
#[command(after_help = "\
Unfinished work is saved about every ten seconds in a file beside the table that ends in .part.
After an interruption, for example by Ctrl-C, the same command continues from there.

Examples:
  halfboard tables build --threads 2
  halfboard tables build sllim-4v4 --out my.table")]
struct TablesBuildArgs {
    /// Name of the table
    #[arg(value_name = "TABLE", default_value = NAME, value_parser = [NAME])]
    table: String,
    #[command(flatten)]
    place: TableLocation,
    /// Write to this file instead of the folder of tables
    #[arg(long, value_name = "FILE", conflicts_with = "tables")]
    out: Option<PathBuf>,
    /// Number of threads; does not affect the table
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = integer(THREADS))]
    threads: Option<u64>,
    /// Smaller board, for tests
    #[arg(long, value_name = "ROWSxCOLUMNS", hide = true, value_parser = board)]
    board: Option<BoardSize>,
    /// Stop after this many passes, for tests
    #[arg(long, value_name = "N", hide = true)]
    passes: Option<u32>,
}

/// Check a table: checksums, consistency of all positions, and samples against the rules
#[derive(Args, Debug)]
#[command(after_help = "\
The value of every position must follow from its best move. Random positions are compared with
the rules (all legal moves) and with a plain search of three plies.

Examples:
  halfboard tables check --samples 2000
  halfboard tables check my.table --counts")]
struct TablesCheckArgs {
    /// Check this file instead of the one in the folder of tables
    #[arg(value_name = "FILE", conflicts_with = "tables")]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: TableLocation,
    /// Number of random positions to compare
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1000)]
    #[arg(value_parser = integer(0..=1_000_000_000))]
    samples: u64,
    /// Seed of the random positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = integer(THREADS))]
    threads: Option<u64>,
    /// Also list the number of positions by plies to the end
    #[arg(long)]
    counts: bool,
}

/// The folder of tables.
#[derive(Args, Debug)]
struct TableLocation {
    /// Folder of tables; default: HALFBOARD_TABLES or your data folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TableLocation {
    fn file(&self) -> Result<PathBuf, CliError> {
        let folder = tables::folder(self.tables.as_deref())
            .ok_or_else(|| CliError::new("no folder for tables: use --tables DIR, or set HALFBOARD_TABLES or HOME"))?;
        Ok(tables::path_in(&folder, NAME))
    }
}

/// Parses the size of a board.
fn board(word: &str) -> Result<BoardSize, String> {
    let numbers = word.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    numbers
        .and_then(|(rows, columns)| BoardSize::new(rows, columns))
        .ok_or_else(|| "expected even numbers, as in 4x4".to_owned())
}

/// Returns the number of threads: as given, or one per processor.
fn threads(given: Option<u64>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    given.map_or_else(all, |threads| threads as usize)
}

/// Runs the command.
pub(crate) fn run(args: &TablesCommandArgs) -> CliResult {
    match &args.action {
        TablesAction::Build(args) => build(args),
        TablesAction::Check(args) => check(args),
    }
}

/// Minimum time between two saves of unfinished work.
const SAVED_EVERY: Duration = Duration::from_secs(10);

fn build(args: &TablesBuildArgs) -> CliResult {
    let path = args.out.clone().map_or_else(|| args.place.file(), Ok)?;
    if path.is_dir() {
        return Err(CliError::new(format_args!("{}: is a folder; expected a file", path.display())));
    }
    let part = part_of(&path);
    let begun = Instant::now();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| CliError::new(format_args!("{}: {error}", folder.display())))?;
    }
    let size = args.board.unwrap_or(BoardSize::GAME);
    let (mut builder, resumed) = match resume(&part, size)? {
        Some(builder) => {
            let resumed = format!(", after {} passes of an earlier run", builder.passes());
            (builder, resumed)
        }
        None => (TableBuilder::new(PositionIndex::new(size))?, String::new()),
    };
    {
        let steps = |passes: u32| u64::from(passes) * 1000;
        let bar = progress::bar("build", steps(PASSES)).with_position(steps(builder.passes()));
        // The passes of an earlier run say nothing about the speed of this one.
        bar.reset_eta();
        let mut saved = Instant::now();
        while !builder.is_finished() {
            let before = steps(builder.passes());
            let on_rows = |done: usize, total: usize| {
                bar.set_position(before + (done * 1000 / total) as u64);
            };
            builder.pass(threads(args.threads), &on_rows);
            let stop = args.passes.is_some_and(|passes| builder.passes() >= passes);
            if stop || saved.elapsed() >= SAVED_EVERY {
                files::write_with(&part, &mut |out| builder.save(out))?;
                saved = Instant::now();
            }
            if stop && !builder.is_finished() {
                return Err(CliError::new(format_args!("interrupted after {} passes", builder.passes())));
            }
        }
    }
    files::write_with(&path, &mut |out| builder.write(out))?;
    // A leftover file is useless but harmless.
    let _ = fs::remove_file(&part);
    let bytes = fs::metadata(&path).map_or(0, |data| data.len());
    let (passes, seconds) = (builder.passes(), begun.elapsed().as_secs_f64());
    print(&format!("{}: {bytes} bytes, {passes} passes, {seconds:.1} s{resumed}\n", path.display()))
}

/// Returns the path of unfinished work.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Resumes unfinished work for this board, if there is any. Ignores a damaged file with a warning.
fn resume(part: &Path, size: BoardSize) -> Result<Option<TableBuilder>, CliError> {
    let file = match File::open(part) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CliError::new(format_args!("{}: {error}", part.display()))),
    };
    match TableBuilder::resume(&mut BufReader::with_capacity(1 << 20, file)) {
        Ok(builder) if builder.index().size() == size => Ok(Some(builder)),
        Ok(_) => Ok(None),
        Err(ResumeError::Memory(error)) => Err(error.into()),
        Err(error) => {
            eprintln!("warning: {}: {error}; starting over", part.display());
            Ok(None)
        }
    }
}

/// Search depth in plies for each sample.
const PLIES: u32 = 3;

fn check(args: &TablesCheckArgs) -> CliResult {
    let path = args.file.clone().map_or_else(|| args.place.file(), Ok)?;
    let failed = |problem: String| CliError::new(format_args!("{}: {problem}", path.display()));
    let table = tables::open(&path, TableMode::Map).map_err(failed)?;
    let counts = {
        let bar = progress::bar("check", 0);
        let on_rows = |done: usize, total: usize| progress::set(&bar, done, total);
        check::check(&table, threads(args.threads), &on_rows).map_err(|error| failed(error.to_string()))?
    };
    let [wins, draws, losses] = counts.wins_draws_losses();
    let mut text = format!(
        "{}: whole, and every position is worth what its best move gives\n{} positions: \
         the side to move wins {wins}, draws {draws} and loses {losses}; the longest takes {} plies\n",
        path.display(),
        wins + draws + losses,
        counts.longest()
    );
    if table.index().size() == BoardSize::GAME {
        text += &format!("one of the longest: {}\n", check::format_position(counts.longest_position()));
        let bar = progress::bar("samples", 0);
        let samples = args.samples as usize;
        let mut on_sample = |done: usize, total: usize| progress::set(&bar, done, total);
        let compared = check::sample(&table, args.seed, samples, PLIES, &mut on_sample);
        compared.map_err(|error| failed(error.to_string()))?;
        text += &format!("{samples} random positions agree with the rules and with search to {PLIES} plies\n");
    }
    if args.counts {
        text += &format!("{:>6}  {:>11}\n", "plies", "positions");
        for plies in 1..=counts.longest() {
            text += &format!("{plies:>6}  {:>11}\n", counts.of(plies));
        }
        text += &format!("{:>6}  {:>11}\n", "draw", counts.of(0));
    }
    print(&text)
}
