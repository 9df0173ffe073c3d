//! `halfboard solve`: the proven result of a position. Writes proofs and intermediate results to files.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{self, SolveReport, SolveRequest};
use halfboard_rules::proof::Proof;
use halfboard_rules::session::Session;
use serde::Serialize;

use crate::error::{CliError, CliResult};
use crate::files;
use crate::interrupt;
use crate::layout::{join_truncated, wrap};
use crate::phrases::analysis as phrases;
use crate::progress;
use crate::start::{StartArgs, play_all};
use crate::style::{Style, print};
use crate::tables::TablesArgs;
use crate::value_parsers::integer;

/// Default node limit for games without an exact solver: takes less than a minute.
const DEFAULT_NODES: u64 = 20_000_000;
/// Maximum number of lines of a proof.
const PROOF_LINES: usize = 5_000_000;

/// Prove who wins a position, or whether a solitaire can be solved
#[derive(Args, Debug)]
#[command(after_help = "\
Sight Reduction, with two players and as a solitaire, is solved exactly from any position in
which checkers are removed; Sllim with four checkers each, if 'halfboard tables build' has built
its table. In other positions forced wins are searched, by default in 20 million positions.
Ctrl-C stops the search and prints what is proven so far.

With --json, \"verdict\" is a result as 'halfboard result' writes it, without the reason;
seat-1 or seat-2 if colours are not chosen yet; or unknown. \"distance\" is the number of turns
to the end if the winner hurries and the loser delays, or null; \"keep\" lists the moves that
keep the verdict (in games other than Sight Reduction, those proven to).

With setup=deterministic, the placing phase is solved when at most 12 squares are empty. All
exchanges of a fair start take minutes; --verdict-only is much faster, and --save saves them.

Examples:
  halfboard solve sight-reduction --seed 7
  halfboard solve sight-reduction:solitaire=on --seed 7 --json
  halfboard solve sight-reduction --position '8/8/2ww4/5bb1 w play wb' --proof win.proof
  halfboard solve j A5 D2 --nodes 100000")]
pub(crate) struct SolveArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
    /// Find the exact distance even if it takes long
    #[arg(long)]
    distance: bool,
    /// Find only the result, not the moves that keep it; much faster if there are many moves
    #[arg(long)]
    verdict_only: bool,
    /// Write a proof to this file, which 'halfboard verify' checks
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Save intermediate results to this file, and continue from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Maximum number of positions to search
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer(1..=1_000_000_000_000_000))]
    nodes: Option<u64>,
    /// Maximum time in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer(1..=1_000_000_000))]
    movetime: Option<u64>,
    /// Number of threads
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 1, value_parser = integer(1..=256))]
    threads: u64,
    /// Memory for the search of forced wins in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 64, value_parser = integer(1..=65536))]
    hash: u64,
    #[command(flatten)]
    tables: TablesArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Moves to play first, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, style: Style) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    for path in args.save.iter().chain(&args.proof) {
        files::check_place(path)?;
    }
    let saved = match &args.save {
        Some(path) if !files::is_blank(path) => Some(read_saved(path, &*session)?),
        _ => None,
    };
    let limited = args.nodes.or(args.movetime).is_some();
    let ask = SolveRequest {
        exact_distance: args.distance,
        optimal_moves: !args.verdict_only,
        max_proof_lines: args.proof.as_ref().map(|_| PROOF_LINES),
        nodes: args.nodes,
        default_nodes: (!limited).then_some(DEFAULT_NODES),
        threads: args.threads as usize,
        mebibytes: args.hash as usize,
        checkpoint: saved,
    };
    let stop = CancelToken::default();
    interrupt::on_ctrl_c(&stop);
    if let Some(milliseconds) = args.movetime {
        let stop = stop.clone();
        // Not joined: the program may exit before.
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(milliseconds));
            stop.cancel();
        });
    }
    let tables = args.tables.find(&session.rules());
    let begun = system_now();
    let bar = progress::bar("solving", 0);
    let mut watch = ProgressObserver { cancel: &stop, on_progress: &mut |done, all| progress::set(&bar, done, all) };
    let answer = solve::solve(&*session, &ask, tables, system_now, &mut watch);
    drop(bar);
    let answer = answer?;
    let seconds = system_now() - begun;
    if let (Some(path), Some(saved)) = (&args.save, &answer.checkpoint) {
        files::write_text(path, &written(&*session, saved))?;
    }
    // Printed even if writing the proof fails.
    match args.json {
        true => print(&json(&*session, &answer, seconds)?),
        false => style.print(&text(&*session, &answer, seconds)),
    }?;
    if args.save.is_some() && answer.checkpoint.is_none() {
        return Err(CliError::new("--save: only the exchanges of a fair start can be saved"));
    }
    match &args.proof {
        Some(path) => files::write_text(path, &proof(&answer)?.to_string()),
        None => Ok(()),
    }
}

/// Returns the proof.
fn proof(answer: &SolveReport<String>) -> Result<&Proof, CliError> {
    match &answer.proof {
        Some(Ok(proof)) => Ok(proof),
        Some(Err(problem)) => Err(CliError::new(format_args!("no proof: {problem}"))),
        None if answer.verdict.is_none() => Err(CliError::new("no proof: nothing is proven")),
        None if answer.distance == Some(0) => Err(CliError::new("no proof: the game is over")),
        None => Err(CliError::new("no proof: draws have no proof format")),
    }
}

/// Returns the first line of a file of intermediate results, which identifies the position.
fn title(session: &dyn Session) -> String {
    format!("halfboard solve {} --position '{}'", session.rules(), session.position())
}

fn written(session: &dyn Session, saved: &str) -> String {
    format!("{}\n{saved}\n", title(session))
}

fn read_saved(path: &std::path::Path, session: &dyn Session) -> Result<String, CliError> {
    let text = files::read_text(path)?;
    match text.split_once('\n') {
        Some((first, rest)) if first == title(session) => Ok(rest.trim_end().to_owned()),
        _ => Err(CliError::new(format_args!(
            "{}: not saved for this position; expected the first line: {}",
            path.display(),
            title(session)
        ))),
    }
}

fn text(session: &dyn Session, answer: &SolveReport<String>, seconds: f64) -> String {
    let mut lines = vec![match &answer.verdict {
        None => phrases::nothing_proven().to_owned(),
        Some(verdict) => phrases::verdict(*verdict, answer.distance),
    }];
    if let Some(facts) = &answer.difficulty {
        lines.push(phrases::difficulty_facts(facts));
    }
    if !answer.line.is_empty() {
        lines.push(phrases::best_line(answer.line.join(" ")));
    }
    if answer.verdict.is_some() && !answer.optimal_moves.is_empty() {
        let all = session.moves().len();
        lines.push(match answer.optimal_moves.len() {
            count if count == all => phrases::every_move_keeps().to_owned(),
            count if answer.all_optimal => phrases::some_moves_keep(count, all, join_truncated(&answer.optimal_moves)),
            _ => phrases::proven_to_keep(all, join_truncated(&answer.optimal_moves)),
        });
    }
    lines.push(phrases::nodes(answer.nodes, format_args!("{seconds:.2}")));
    lines.iter().map(|line| wrap(line, 2) + "\n").collect()
}

/// The output of `--json`.
#[derive(Serialize)]
struct SolveJson<'a> {
    rules: String,
    position: String,
    verdict: String,
    distance: Option<u32>,
    line: &'a [String],
    keep: &'a [String],
    nodes: u64,
    seconds: f64,
}

fn json(session: &dyn Session, answer: &SolveReport<String>, seconds: f64) -> Result<String, CliError> {
    let printed = SolveJson {
        rules: session.rules(),
        position: session.position(),
        verdict: answer.verdict.map_or("unknown".to_owned(), |verdict| verdict.to_string()),
        distance: answer.distance,
        line: &answer.line,
        keep: &answer.optimal_moves,
        nodes: answer.nodes,
        seconds,
    };
    Ok(serde_json::to_string(&printed)? + "\n")
}
