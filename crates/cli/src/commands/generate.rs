//! `halfboard generate`: "win in n" puzzles from games of the engine, and solitaires. Forced wins are saved one by one, so that
//! an interrupted run can be resumed.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use halfboard_engine::games::sight_reduction::solitaire::{self, Grade};
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::puzzle::{self, Puzzle, PuzzleGenerator, PuzzleRequest};
use halfboard_rules::registry;

use crate::archive;
use crate::error::{CliError, CliResult};
use crate::files;
use crate::progress;
use crate::style::print;
use crate::value_parsers::{any_u64, integer};

/// Number of puzzles by default.
const DEFAULT_COUNT: u64 = 10;
/// The names of the grades, the easiest first.
const GRADES: [&str; 5] = ["gentle", "easy", "medium", "hard", "fiendish"];

/// Generate puzzles
#[derive(Args, Debug)]
#[command(after_help = "\
solitaire: solvable boards of Sight Reduction with a solution. Number, grade and rules
always give the same puzzle.

win: positions in which the side to move has exactly one way to win in N of its turns,
and no faster win, from games between levels of the engine or from an archive. The same
arguments give the same puzzles. 'halfboard verify' proves them again.

Examples:
  halfboard generate sight-reduction:solitaire=on --kind solitaire --grade hard --number 4
  halfboard generate sight-reduction:solitaire=on,sight=queen --kind solitaire --aimed --count 3
  halfboard generate j --kind win --moves 2 --count 1
  halfboard generate lines-of-action --moves 2 --count 1 --seed 3 --output new.puzzles
  halfboard generate j --from-archive games.archive --missed-by 0 --count 1")]
pub(crate) struct GenerateArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    /// Kind of puzzles
    #[arg(long, value_enum, default_value_t = PuzzleKind::Win)]
    kind: PuzzleKind,
    /// Difficulty of solitaires: gentle, easy, medium, hard or fiendish; default: medium
    #[arg(long, value_name = "GRADE", value_parser = GRADES)]
    grade: Option<String>,
    /// Number of the first solitaire
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64)]
    number: Option<u64>,
    /// Choose the two checkers that must be left in a solitaire
    #[arg(long)]
    aimed: bool,
    /// Turns of the winner in a forced win
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 2)]
    #[arg(value_parser = integer(1..=10))]
    moves: u64,
    /// Number of puzzles; default: 10, or 1 with --number
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = integer(1..=1_000_000))]
    count: Option<u64>,
    /// Seed of the forced wins
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = any_u64)]
    seed: u64,
    /// Take positions of the games in this archive, in the order of import
    #[arg(long, value_name = "FILE")]
    from_archive: Option<PathBuf>,
    /// Skip puzzles that engine levels up to this one solve; 0 skips none
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(0..=7))]
    missed_by: u64,
    /// Maximum number of positions per puzzle
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, default_value_t = 300_000)]
    #[arg(value_parser = integer(1..=1_000_000_000_000))]
    nodes: u64,
    /// Maximum number of games
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true, default_value_t = 10_000)]
    #[arg(value_parser = integer(1..=1_000_000_000))]
    games: u64,
    /// Write to this file instead of standard output
    #[arg(long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Continue after the puzzles that FILE already holds
    #[arg(long, requires = "output")]
    resume: bool,
}

/// Kinds of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleKind {
    /// A forced win
    Win,
    /// A solitaire
    Solitaire,
}

/// Runs the command.
pub(crate) fn run(args: &GenerateArgs) -> CliResult {
    match args.kind {
        PuzzleKind::Win => wins(args),
        PuzzleKind::Solitaire => alone(args),
    }
}

/// Generates consecutive solitaires from the given number on.
fn alone(args: &GenerateArgs) -> CliResult {
    let grade = args.grade.as_deref().and_then(|grade| grade.parse().ok()).unwrap_or(Grade::Medium);
    let first = args.number.unwrap_or(1);
    let count = args.count.unwrap_or(if args.number.is_some() { 1 } else { DEFAULT_COUNT });
    let Some(last) = first.checked_add(count) else {
        return Err(CliError::new(format_args!("--number: fewer than {count} numbers from {first} on")));
    };
    let rules = registry::rules(&args.rules)?.canonical();
    let aimed = if args.aimed { " --aimed" } else { "" };
    if let Some(path) = &args.output {
        files::check_place(path)?;
        if !files::is_blank(path) {
            let name = path.display();
            return Err(CliError::new(format_args!("{name}: not empty; choose another file")));
        }
    }
    let mut text = format!(
        "{}\n# halfboard generate {rules} --kind solitaire --grade {} --number {}{aimed} --count {}\n",
        solitaire::puzzle::TITLE,
        grade.as_str(),
        first,
        count
    );
    let status = progress::status();
    for number in first..last {
        status.set_message(format!("{} of {count} puzzles", number - first));
        let puzzle = solitaire::puzzle::generate(&rules, args.aimed, grade, number)?;
        text += &format!("{puzzle}\n");
    }
    status.finish_and_clear();
    match &args.output {
        Some(path) => {
            files::write_text(path, &text)?;
            print(&format!("{}: {count} puzzles\n", path.display()))
        }
        None => print(&text),
    }
}

fn wins(args: &GenerateArgs) -> CliResult {
    if args.grade.is_some() || args.number.is_some() || args.aimed {
        return Err(CliError::new("--grade, --number and --aimed require --kind solitaire"));
    }
    let count = args.count.unwrap_or(DEFAULT_COUNT);
    let GenerateArgs { moves, seed, missed_by, nodes, .. } = *args;
    if args.from_archive.is_some() && seed != 0 {
        return Err(CliError::new("--seed chooses games of the engine; --from-archive takes those of the archive"));
    }
    let rules = registry::rules(&args.rules)?.canonical();
    let source = args.from_archive.as_ref().map_or(format!("--seed {seed}"), |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("--from-archive {name}")
    });
    let head = format!(
        "{}\n# halfboard generate {rules} --kind win --moves {moves} {source} --missed-by {missed_by} --nodes {nodes}\n",
        puzzle::TITLE
    );
    let archived = args.from_archive.as_ref().map(|path| archive::games_of(path, &rules)).transpose()?;
    let old = match &args.output {
        Some(path) => begin(path, &head, args.resume)?,
        None => Vec::new(),
    };
    let order = PuzzleRequest { rules, moves: moves as u32, seed, nodes, missed_by: missed_by as u8 };
    let first = old.last().map_or(0, |puzzle| puzzle.game.saturating_add(1));
    let mut generator = PuzzleGenerator::new(order, first, system_now, CancelToken::default())?;
    old.iter().for_each(|puzzle| generator.skip(puzzle));
    let mut text = head;
    let mut found = old.len() as u64;
    let status = progress::status();
    while found < count && generator.games() < args.games {
        status.set_message(format!("{found} of {count} puzzles, {} games", generator.games()));
        let puzzle = match &archived {
            None => generator.next_game(),
            Some(records) => match records.get(generator.games() as usize) {
                Some(record) => generator.next_in(record.session()),
                None => break,
            },
        };
        if let Some(puzzle) = puzzle {
            found += 1;
            match &args.output {
                Some(path) => files::append_text(path, &format!("{puzzle}\n"))?,
                None => text += &format!("{puzzle}\n"),
            }
        }
    }
    status.finish_and_clear();
    if found < count {
        let games = generator.games();
        let kept = if args.output.is_some() { "saved" } else { "not saved; use --output" };
        return Err(CliError::new(format_args!(
            "found only {found} of {count} puzzles in {games} games ({kept}); try more --games or other --moves"
        )));
    }
    match &args.output {
        Some(path) => print(&format!("{}: {found} puzzles from {} games\n", path.display(), generator.games())),
        None => print(&text),
    }
}

/// Starts a file, or returns the puzzles that it holds.
fn begin(path: &Path, head: &str, resume: bool) -> Result<Vec<Puzzle>, CliError> {
    let name = path.display();
    if files::is_blank(path) {
        files::append_text(path, head)?;
        return Ok(Vec::new());
    }
    if !resume {
        return Err(CliError::new(format_args!("{name}: not empty; use --resume to continue, or choose another file")));
    }
    let text = files::read_text(path)?;
    if !text.starts_with(head) {
        return Err(CliError::new(format_args!(
            "{name}: made by a different command, see its second line; only --count may differ"
        )));
    }
    // A line that was cut off by an interruption is generated again.
    let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
    if whole.len() < text.len() {
        files::write_text(path, whole)?;
    }
    let puzzles = puzzle::parse(whole).map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    Ok(puzzles.into_iter().map(|(_, puzzle)| puzzle).collect())
}
