//! What a doubling of the time gains.

use std::fmt::Write;

use halfboard_engine::player::PlayerError;
use halfboard_rules::registry::Rules;

use crate::matches::{Side, percent, play_match_within};

/// A match between the engine with some time for a move and with twice as much.
pub(crate) struct DoublingStep {
    /// The time of the second in milliseconds.
    milliseconds: u64,
    /// What it gains in Elo: the lower bound, the estimate, the upper bound.
    elo: (f64, f64, f64),
}

/// Maximum number of games of a step.
const MAX_GAMES: u64 = 400;

/// Plays the matches and prints a table. They share the minutes: those of twice the time have 1.4 times the share, so that
/// their intervals grow no faster than they must.
pub(crate) fn measure(
    rules: &dyn Rules,
    minutes: u64,
    first: u64,
    steps: u64,
) -> Result<Vec<DoublingStep>, PlayerError> {
    println!("| {} | pairs by score | score in percent | Elo |\n|---|---|---|---|", rules.canonical());
    let weight = |step: u64| (step as f64 / 2.0).exp2();
    let seconds = 60.0 * minutes as f64 / (0..steps).map(weight).sum::<f64>();
    let timed = |milliseconds: u64| Side::Timed(milliseconds as f64 / 1000.0);
    let step = |step: u64| {
        let half = first << step;
        let milliseconds = 2 * half;
        let seconds = seconds * weight(step);
        let found = play_match_within(rules, timed(milliseconds), timed(half), MAX_GAMES, seconds)?;
        let elo @ (low, mid, high) = found.elo();
        let (pairs, score) = (found.0, percent(&found));
        println!("| {milliseconds} v {half} ms | {pairs:?} | {score} | {mid:+.0} ({low:.0} to {high:.0}) |");
        Ok(DoublingStep { milliseconds, elo })
    };
    (0..steps).map(step).collect()
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
/// Room for the labels of the axes.
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 48.0;
const TOP: f64 = 16.0;
/// Elo between two lines of the grid.
const GRID: f64 = 100.0;
/// Lines of the grid below and above zero at most; longer intervals end at the edge.
const MAX_LINES: (f64, f64) = (2.0, 4.0);

/// Returns a plot of the gains with their intervals.
pub(crate) fn plot(steps: &[DoublingStep]) -> String {
    let below = steps.iter().map(|step| (-step.elo.0 / GRID).ceil()).fold(0.0, f64::max).min(MAX_LINES.0);
    let above = steps.iter().map(|step| (step.elo.2 / GRID).ceil()).fold(1.0, f64::max).min(MAX_LINES.1);
    let bottom = HEIGHT - BOTTOM;
    let y = |elo: f64| bottom - (bottom - TOP) * ((elo / GRID + below) / (above + below)).clamp(0.0, 1.0);
    let apart = (WIDTH - LEFT) / steps.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" text-anchor=\"middle\">\n<title>Elo gained by twice the time</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for line in -below as i32..=above as i32 {
        let (elo, at) = (GRID * f64::from(line), y(GRID * f64::from(line)));
        let color = if line == 0 { "#888" } else { "#ddd" };
        let _ = writeln!(svg, "<path d=\"M{LEFT} {at:.1}H{WIDTH}\" stroke=\"{color}\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:+}</text>", LEFT - 8.0, at + 4.0);
    }
    for (at, DoublingStep { milliseconds, elo: (low, mid, high) }) in steps.iter().enumerate() {
        let x = LEFT + apart * (at as f64 + 0.5);
        let (low, mid, high) = (y(*low), y(*mid), y(*high));
        let _ = writeln!(svg, "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"#888\" stroke-width=\"2\"/>");
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{mid:.1}\" r=\"5\" fill=\"#1f5f8b\"/>");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", bottom + 18.0, time_label(*milliseconds));
    }
    let middle = LEFT + (WIDTH - LEFT) / 2.0;
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\">time for a move, against half of it</text>", HEIGHT - 10.0);
    svg.push_str("</svg>\n");
    svg
}

/// Returns a time in a short form.
fn time_label(milliseconds: u64) -> String {
    if milliseconds >= 1000 { format!("{:.2} s", milliseconds as f64 / 1e3) } else { format!("{milliseconds} ms") }
}
