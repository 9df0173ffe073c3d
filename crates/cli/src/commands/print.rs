//! `halfboard print`: boards and pieces, puzzle sheets and rules booklets as PDF.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use halfboard_draw::print::{self, Paper, PuzzleSelection};
use halfboard_rules::registry::{self, GameEntry};

use crate::error::{CliError, CliResult};
use crate::files;
use crate::progress;
use crate::style;
use crate::value_parsers::{any_u64, integer};

/// Make PDFs to print: boards and pieces, puzzles, rules
#[derive(Args, Debug)]
#[command(after_help = "\
Without a game, boards and rules are made for all games. Boards are printed at their true
size: switch off scaling in the printer's dialogue. --lang de prints in German.

Puzzles are forced wins; a rules string for one player stands for its solitaires. Every
solution is checked by the rules before it is printed.

Examples:
  halfboard print boards
  halfboard print boards j --paper letter --output j-board.pdf
  halfboard print rules lines-of-action --lang de
  halfboard print puzzles j sllim --count 12 --seed 7
  halfboard print puzzles sight-reduction:solitaire=on --level hard --count 8")]
pub(crate) struct PrintArgs {
    #[command(subcommand)]
    what: PrintCommand,
}

/// What to print.
#[derive(Debug, Subcommand)]
enum PrintCommand {
    /// Boards at their true size, and pieces to cut out
    Boards(DocumentArgs),
    /// Puzzles with their solutions at the end
    Puzzles(PuzzleSheetArgs),
    /// The rules with diagrams
    Rules(DocumentArgs),
}

/// A document about games.
#[derive(Args, Debug)]
struct DocumentArgs {
    /// Games, such as lines-of-action; default: all
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    file: FileArgs,
}

/// Puzzles and their choice.
#[derive(Args, Debug)]
struct PuzzleSheetArgs {
    /// Games or rules strings, such as j or sight-reduction:solitaire=on
    #[arg(value_name = "RULES", required = true)]
    rules: Vec<String>,
    /// Number of puzzles of each game
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 12, value_parser = integer(1..=200))]
    count: u64,
    /// Number of the first puzzle; others follow in order
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = any_u64, conflicts_with = "seed")]
    number: Option<u64>,
    /// Choose puzzles at random by this seed; default: the first ones
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = any_u64)]
    seed: Option<u64>,
    /// Difficulty: the lowest engine level that solves a forced win, 1 to 7; for solitaires gentle, easy, medium, hard or
    /// fiendish
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    #[command(flatten)]
    file: FileArgs,
}

/// The paper and the file.
#[derive(Args, Debug)]
struct FileArgs {
    /// Paper size: a4 or letter
    #[arg(long, value_name = "SIZE", default_value_t = Paper::A4)]
    paper: Paper,
    /// Write to this file; default: a name such as halfboard-boards-a4.pdf in the current folder
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &PrintArgs) -> CliResult {
    match &args.what {
        PrintCommand::Boards(args) => {
            let games = games(&args.games)?;
            write(&args.file, "boards", &args.games, || Ok(print::boards(&games, args.file.paper)))
        }
        PrintCommand::Rules(args) => {
            let games = games(&args.games)?;
            write(&args.file, "rules", &args.games, || Ok(print::rules(&games, args.file.paper)))
        }
        PrintCommand::Puzzles(args) => write(&args.file, "puzzles", &args.rules, || puzzles(args)),
    }
}

/// Returns the games with these ids, without repetition; all if there is no id.
fn games(ids: &[String]) -> Result<Vec<&'static dyn GameEntry>, CliError> {
    if ids.is_empty() {
        return Ok(registry::games().to_vec());
    }
    let mut games: Vec<&'static dyn GameEntry> = Vec::new();
    for id in ids {
        let game = registry::game(id)?;
        if !games.iter().any(|other| other.info().id == game.info().id) {
            games.push(game);
        }
    }
    Ok(games)
}

fn puzzles(args: &PuzzleSheetArgs) -> Result<Vec<u8>, CliError> {
    let selection =
        PuzzleSelection { count: args.count as usize, first: args.number, seed: args.seed, level: args.level.clone() };
    let count = args.rules.len() as u64 * args.count;
    let status = progress::status();
    status.set_message(format!("0 of {count} puzzles checked"));
    let file = print::puzzles(&args.rules, &selection, args.file.paper, &mut |done| {
        status.set_message(format!("{done} of {count} puzzles checked"));
    });
    status.finish_and_clear();
    file.map_err(CliError::new)
}

/// Makes a document and writes it to the chosen file.
fn write(args: &FileArgs, what: &str, about: &[String], make: impl FnOnce() -> Result<Vec<u8>, CliError>) -> CliResult {
    let path = args.output.clone().unwrap_or_else(|| file_name(what, about, args.paper));
    files::check_place(&path)?;
    let file = make()?;
    files::write_with(&path, &mut |out| out.write_all(&file))?;
    style::print(&format!("{}\n", path.display()))
}

/// Returns the name of a file, such as `halfboard-rules-j-a4.pdf`. Options of rules strings are left out.
fn file_name(what: &str, about: &[String], paper: Paper) -> PathBuf {
    let mut name = format!("halfboard-{what}");
    for text in about {
        name += "-";
        name += text.split(':').next().unwrap_or_default();
    }
    Path::new(&format!("{name}-{paper}.pdf")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_what_it_holds() {
        assert_eq!(file_name("boards", &[], Paper::Letter), Path::new("halfboard-boards-letter.pdf"));
        let about = ["j".to_owned(), "sight-reduction:solitaire=on".to_owned()];
        assert_eq!(file_name("puzzles", &about, Paper::A4), Path::new("halfboard-puzzles-j-sight-reduction-a4.pdf"));
    }

    #[test]
    fn a_game_that_is_named_twice_is_printed_once() {
        let games = games(&["j".to_owned(), "sllim".to_owned(), "j".to_owned()]).expect("games");
        assert_eq!(games.iter().map(|game| game.info().id).collect::<Vec<_>>(), ["j", "sllim"]);
    }
}
