//! `halfboard archive study`: real games compared with the engine and the prover.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use halfboard_archive::GameResult;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::player;
use halfboard_engine::study::{GameStudy, StudyLimits, study};
use halfboard_rules::game::{Color, Seat, Team};
use halfboard_rules::record::Record;
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use serde::Serialize;

use super::ArchiveFile;
use crate::error::{CliError, CliResult};
use crate::phrases::archive as phrases;
use crate::progress;
use crate::search_args::THREADS;
use crate::style::{Style, print};
use crate::value_parsers::integer;

/// Compare games with the engine: its moves, wins that slipped, and how early results are proven
#[derive(Args, Debug)]
#[command(after_help = "\
Takes games with a result, evenly spread over the archive. A win has slipped if a player had a
proven win on their turn and did not win the game. More nodes prove more.

Examples:
  halfboard archive study j --archive games.archive --games 100
  halfboard archive study j --archive games.archive --nodes 20000 --proof-nodes 100000 --json")]
pub(super) struct ArchiveStudyArgs {
    /// Rules string
    rules: String,
    #[command(flatten)]
    archive: ArchiveFile,
    /// Maximum number of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 200)]
    #[arg(value_parser = integer(1..=1_000_000_000))]
    games: u64,
    /// Positions that the engine searches for each move
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, default_value_t = 5000)]
    #[arg(value_parser = integer(1..=1_000_000_000_000))]
    nodes: u64,
    /// Positions that the prover searches for each move
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, default_value_t = 20_000)]
    #[arg(value_parser = integer(1..=1_000_000_000_000))]
    proof_nodes: u64,
    /// Number of threads; does not affect the figures
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1)]
    #[arg(value_parser = integer(THREADS))]
    threads: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The figures.
#[derive(Debug, Default, Serialize)]
struct StudyFigures {
    /// Games studied.
    games: u64,
    /// Turns with a choice between moves.
    choices: u64,
    /// Those in which the player chose the engine's move.
    agreed: u64,
    /// Turns with a proven win.
    won_turns: u64,
    /// Games with a proven win that slipped.
    thrown_away: u64,
    /// Games that a player won.
    decided: u64,
    /// Of those, games whose result was proven before the last move; by the number of moves before the end.
    proven: Vec<u32>,
}

impl StudyFigures {
    fn add(&mut self, study: &GameStudy, decided: bool) {
        self.games += 1;
        self.choices += u64::from(study.choices);
        self.agreed += u64::from(study.agreed);
        self.won_turns += u64::from(study.won_turns);
        self.thrown_away += u64::from(study.thrown_away);
        self.decided += u64::from(decided);
        self.proven.extend(study.proven_before_end);
    }
}

/// A game to study.
struct Task {
    session: Box<dyn Session>,
    winner: Option<Team>,
}

/// Runs the command.
pub(super) fn run(args: &ArchiveStudyArgs, style: Style) -> CliResult {
    let rules = registry::rules(&args.rules)?;
    if rules.seats().len() != 2 {
        return Err(CliError::new(format_args!("{}: only games of two players can be studied", rules.canonical())));
    }
    let tasks = spread(tasks(args, &rules.canonical())?, args.games as usize);
    let limits = StudyLimits { search_nodes: args.nodes, proof_nodes: args.proof_nodes };
    let (next, figures) = (AtomicUsize::new(0), Mutex::new(StudyFigures::default()));
    let bar = progress::bar("games", tasks.len() as u64);
    let work = || -> Result<(), CliError> {
        let cancel = CancelToken::default();
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut player = player::for_session(&*task.session, TABLE_MEBIBYTES, system_now)?;
            let found = study(&*task.session, task.winner, &mut *player, limits, &cancel).map_err(CliError::new)?;
            let mut figures = figures.lock().expect("no thread failed while counting");
            figures.add(&found, task.winner.is_some());
            progress::set(&bar, figures.games as usize, tasks.len());
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..args.threads).map(|_| scope.spawn(work)).collect();
        work()?;
        helpers.into_iter().try_for_each(|helper| helper.join().expect("no thread failed while searching"))
    })?;
    bar.finish_and_clear();
    let mut figures = figures.into_inner().expect("no thread failed while counting");
    figures.proven.sort_unstable();
    if args.json { print(&(serde_json::to_string(&figures)? + "\n")) } else { style.print(&text(&figures)) }
}

/// Transposition table of the engine.
const TABLE_MEBIBYTES: usize = 4;

/// Returns the finished games of the rules.
fn tasks(args: &ArchiveStudyArgs, rules: &str) -> Result<Vec<Task>, CliError> {
    let records = super::games_of(&args.archive.archive, rules)?;
    let tasks: Vec<Task> = records.iter().filter_map(task).collect();
    if tasks.is_empty() {
        let path = args.archive.archive.display();
        return Err(CliError::new(format_args!("{path}: no finished games of {rules}")));
    }
    Ok(tasks)
}

/// Returns the task of a game with a result and moves.
fn task(record: &Record) -> Option<Task> {
    let session = record.session();
    let color = match GameResult::of(record.finish()) {
        GameResult::White => Some(Color::White),
        GameResult::Black => Some(Color::Black),
        GameResult::Draw => None,
        _ => return None,
    };
    let seat_of =
        |color| (0..2).filter_map(|ply| session.turn_at(ply)).find(|&seat| session.color_of(seat) == Some(color));
    let winner = color.and_then(seat_of).map(Seat::team);
    (session.ply() > 0).then_some(Task { session, winner })
}

/// Returns at most so many of the games, evenly spread.
fn spread(tasks: Vec<Task>, most: usize) -> Vec<Task> {
    let all = tasks.len();
    let chosen = |at: usize| all <= most || (at + 1) * most / all > at * most / all;
    tasks.into_iter().enumerate().filter(|(at, _)| chosen(*at)).map(|(_, task)| task).collect()
}

fn text(figures: &StudyFigures) -> String {
    let percent = |part: u64, of: u64| format!("{:.1}", 100.0 * part as f64 / of.max(1) as f64);
    let StudyFigures { games, choices, agreed, won_turns, thrown_away, decided, proven } = figures;
    let mut text = phrases::studied(games, choices) + "\n";
    text += &(phrases::agreement(percent(*agreed, *choices)) + "\n");
    text += &(phrases::thrown_away(thrown_away, percent(*thrown_away, *games), won_turns) + "\n");
    let median = proven.get(proven.len() / 2).copied().unwrap_or_default();
    text += &(phrases::proven_endings(proven.len(), decided, median) + "\n");
    for plies in [1, 3, 5, 9, 15, 25] {
        let count = proven.iter().filter(|&&before| before >= plies).count() as u64;
        text += &format!("  {}\n", phrases::proven_at_least(plies, percent(count, *decided)));
    }
    text
}
