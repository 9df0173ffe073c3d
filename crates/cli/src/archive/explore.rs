//! `halfboard archive explore`: the moves that were played in a position, with their results.

use clap::Args;
use halfboard_archive::{ExplorerAnswer, ExplorerMove, Tally};
use halfboard_engine::limits::system_now;
use halfboard_engine::player;
use halfboard_engine::search::SearchSettings;
use halfboard_engine::value::Value;
use halfboard_rules::session::Session;

use super::ArchiveFile;
use crate::error::CliResult;
use crate::phrases::archive as phrases;
use crate::search_args::{LINES, SearchArgs};
use crate::start::{StartArgs, play_all};
use crate::style::{Emphasis, Style, print};

/// Width of a result bar in characters.
const BAR: usize = 20;

/// List the moves that were played in a position, with results
#[derive(Args, Debug)]
#[command(after_help = "\
Positions that are mirror images count as one, and so do moves that are: they are listed
under the first of them. With a search limit, such as --nodes 100000, the engine adds \"value\"
and \"proof\" to each move as in 'halfboard analyse --json'; otherwise they are null.

Examples:
  halfboard archive explore lines-of-action --archive games.archive
  halfboard archive explore lines-of-action a2c2 --archive games.archive --json")]
pub(super) struct ArchiveExploreArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    archive: ArchiveFile,
    #[command(flatten)]
    from: StartArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Moves to play first, as 'halfboard moves' lists them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &ArchiveExploreArgs, style: Style) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    let archive = args.archive.open()?;
    let mut answer = archive.explore(&*session).map_err(|error| args.archive.failed(&error))?;
    evaluate(&args.search, &*session, &mut answer)?;
    if args.json {
        return print(&(serde_json::to_string(&answer)? + "\n"));
    }
    style.print(&text(&answer, style))
}

/// Adds the engine's values, if a search limit is given.
fn evaluate(args: &SearchArgs, session: &dyn Session, answer: &mut ExplorerAnswer) -> CliResult {
    let Some(limits) = args.given().filter(|_| session.ending().is_none() && !answer.moves.is_empty()) else {
        return Ok(());
    };
    let mut engine = player::for_session(session, args.hash as usize, system_now)?;
    let settings =
        SearchSettings { threads: args.threads as usize, lines: *LINES.end() as usize, ..Default::default() };
    engine.set(settings);
    engine.set_game(session)?;
    let report = engine.search(&limits, &mut |_| {})?;
    for mv in &mut answer.moves {
        let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv.mv));
        (mv.value, mv.proof) = match line.map(|line| line.value) {
            Some(Value::Proven(proof)) => (None, Some(proof.to_string())),
            Some(Value::Estimated(hundredths)) => (Some(f64::from(hundredths) / 100.0), None),
            Some(Value::EstimatedLeft(checkers)) => (Some(-f64::from(checkers)), None),
            None => (None, None),
        };
    }
    Ok(())
}

fn text(answer: &ExplorerAnswer, style: Style) -> String {
    let mut text = phrases::position_is(&answer.position) + "\n";
    let Tally { games, white, black, draw, .. } = answer.tally;
    text += &match games {
        0 => phrases::no_games().to_owned(),
        _ => phrases::games_and_results(games, white, draw, black),
    };
    text.push('\n');
    let moves = answer.moves.iter().map(|mv| mv.mv.chars().count()).max().unwrap_or(0);
    for mv in &answer.moves {
        let name = style.emphasize(Emphasis::Strong, &format!("{:<moves$}", mv.mv));
        let share = 100.0 * mv.tally.games as f64 / games.max(1) as f64;
        let row = format!(
            "  {name} {:>7} {share:>5.1} %  {}  {}  {}",
            mv.tally.games,
            bar(&mv.tally, style),
            mv.tally.last,
            value(mv)
        );
        text += row.trim_end();
        text.push('\n');
    }
    text
}

fn value(mv: &ExplorerMove) -> String {
    match (&mv.proof, mv.value) {
        (Some(proof), _) => proof.clone(),
        (None, Some(value)) => format!("{value:+.2}"),
        (None, None) => String::new(),
    }
}

/// Returns a bar of White's wins, draws and Black's wins among decided games, with White's percentage of points.
fn bar(tally: &Tally, style: Style) -> String {
    let decided = tally.white + tally.draw + tally.black;
    if decided == 0 {
        return " ".repeat(BAR + 7);
    }
    let part = |count: u64| (count as f64 / decided as f64 * BAR as f64).round() as usize;
    let white = part(tally.white);
    let draw = part(tally.white + tally.draw) - white;
    let [w, d, b] = if style.ascii { ["w", "=", "b"] } else { ["█", "▒", "░"] };
    let score = 100.0 * (tally.white as f64 + tally.draw as f64 / 2.0) / decided as f64;
    format!("{}{}{} {score:>4.0} %", w.repeat(white), d.repeat(draw), b.repeat(BAR - white - draw))
}
