//! `halfboard analyse`: the best moves of a position with their values.

use clap::Args;
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::value::Value;
use halfboard_rules::session::Session;
use serde::Serialize;

use crate::error::{CliError, CliResult};
use crate::layout::wrap;
use crate::phrases::{self, analysis::value};
use crate::progress;
use crate::search_args::AnalysisArgs;
use crate::start::{StartArgs, play_all};
use crate::style::{Emphasis, Style, print};
use crate::tables::TablesArgs;

/// Find the best moves of a position, with proven or estimated values
#[derive(Args, Debug)]
#[command(after_help = "\
The default limit is one second. Values are for the side to move. Proven values are \"win in 5\"
(turns of both sides), \"loss in 4\", \"draw\" or \"3 left\". An estimate is a number: 0 is even, and
+1.00 wins about 73 of 100 games; in a solitaire it is \"about 3 left\".
With --json, \"value\" is that number, or null if the value is proven, and \"proof\" is the text, or
null; a solitaire that is estimated to leave 3 checkers has the value -3.

Examples:
  halfboard analyse lines-of-action --depth 4 --lines 3
  halfboard analyse j A5 D2 --movetime 100
  halfboard analyse sight-reduction --seed 7 --nodes 10000 --json")]
pub(crate) struct AnalyseArgs {
    /// Rules string, such as lines-of-action or j:long-sides=any
    rules: String,
    #[command(flatten)]
    from: StartArgs,
    #[command(flatten)]
    thinking: AnalysisArgs,
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
pub(crate) fn run(args: &AnalyseArgs, style: Style) -> CliResult {
    let mut session = args.from.session(&args.rules)?;
    play_all(&mut *session, &args.moves)?;
    let report = match session.ending() {
        Some(_) => SearchReport::default(),
        None => think(&args.thinking, &args.tables, &*session)?,
    };
    if args.json {
        return print(&json(&*session, &report)?);
    }
    style.print(&match phrases::result(&*session) {
        Some(result) => format!("{result}\n"),
        None => text(&*session, &report, style),
    })
}

/// Searches a game that is not over, and shows a status line.
pub(super) fn think(
    args: &AnalysisArgs,
    tables: &TablesArgs,
    session: &dyn Session,
) -> Result<SearchReport<String>, CliError> {
    let mut engine = args.engine(session)?;
    tables.give(&mut *engine);
    let status = progress::status();
    let report = engine.search(&args.limits(), &mut |report| status.set_message(how_far(report)));
    status.finish_and_clear();
    Ok(report?)
}

fn how_far(report: &SearchReport<String>) -> String {
    let best = report.lines.first().map(|line| format!("{}  {}", line.value, line.moves.join(" ")));
    let SearchReport { depth, nodes, seconds, .. } = report;
    format!("depth {depth}  {nodes} nodes  {seconds:.1} s  {}", best.unwrap_or_default())
}

fn text(session: &dyn Session, report: &SearchReport<String>, style: Style) -> String {
    let turn = phrases::turn(session);
    let SearchReport { depth, nodes, seconds, .. } = report;
    let seconds = format_args!("{seconds:.2}");
    let mut text = match report.exhausted {
        true => phrases::analysis::searched_to_the_end(turn, depth, nodes, seconds),
        false => phrases::analysis::searched(turn, depth, nodes, seconds),
    };
    text.push('\n');
    let column = |cells: &mut dyn Iterator<Item = String>| cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
    let moves = column(&mut report.lines.iter().map(first));
    let values = column(&mut report.lines.iter().map(|line| value(line.value)));
    for line in &report.lines {
        // Padded first, because escape sequences take no columns.
        let mv = style.emphasize(Emphasis::Strong, &format!("{:<moves$}", first(line)));
        let row = format!("  {mv}  {:<values$}  {}", value(line.value), line.moves.join(" "));
        text += &wrap(&row, 6 + moves + values);
        text.push('\n');
    }
    text
}

/// Returns the first move of a line.
fn first(line: &PrincipalVariation<String>) -> String {
    line.moves.first().cloned().unwrap_or_default()
}

/// The output of `--json`.
#[derive(Serialize)]
struct AnalysisJson<'a> {
    rules: String,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<AnalysisJsonLine<'a>>,
}

#[derive(Serialize)]
struct AnalysisJsonLine<'a> {
    #[serde(rename = "move")]
    mv: String,
    value: Option<f64>,
    proof: Option<String>,
    pv: &'a [String],
}

fn json(session: &dyn Session, report: &SearchReport<String>) -> Result<String, CliError> {
    let lines = report.lines.iter().map(|line| {
        let (value, proof) = match line.value {
            Value::Proven(proof) => (None, Some(proof.to_string())),
            Value::Estimated(hundredths) => (Some(f64::from(hundredths) / 100.0), None),
            Value::EstimatedLeft(checkers) => (Some(-f64::from(checkers)), None),
        };
        AnalysisJsonLine { mv: first(line), value, proof, pv: &line.moves }
    });
    let answer = AnalysisJson {
        rules: session.rules(),
        position: session.position(),
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.seconds,
        lines: lines.collect(),
    };
    Ok(serde_json::to_string(&answer)? + "\n")
}
