//! A new ladder, from the lowest level up.

use halfboard_engine::levels::StrengthLimit;
use halfboard_engine::player::PlayerError;
use halfboard_engine::sprt::score_to_elo;
use halfboard_rules::registry::Rules;

use crate::matches::{self, RANDOM, Side, play_match};

/// What a level should score against the one below, in percent.
pub(crate) const TARGET: u64 = 78;
/// Nodes of the highest level.
pub(crate) const TOP_NODES: u64 = 100_000;
/// What the lowest level should score against the random mover.
const LOWEST_TARGET: f64 = 0.70;
/// A score this close to the target is good enough.
const TOLERANCE: f64 = 0.02;
/// Matches for a level.
const MAX_TRIES: u32 = 8;
/// Share of the remaining curve at which the search for a level begins.
const FIRST_GUESS: f64 = 0.08;
/// Part of the curve below which full strength is far away.
const LAST_STEPS: f64 = 0.7;

/// The weakest limit of the curve from which [`tune`] takes its levels is at 0, full strength at 2.
///
/// Up to 1 a level looks two plies ahead and overlooks and misjudges less and less, from there on it is limited by
/// nodes alone.
fn limit_at(at: f64, top: u64) -> StrengthLimit {
    if at < 1.0 {
        let oversight = (10_000.0 * (1.0 - at * at)).round() as u16;
        let noise = (MAX_NOISE * (1.0 - at)).round() as i32;
        return StrengthLimit { nodes: MIN_NODES, depth: 2, win_horizon: 2, oversight: oversight.max(1), noise };
    }
    let nodes = (MIN_NODES as f64) * (top as f64 / MIN_NODES as f64).powf(at - 1.0);
    StrengthLimit { nodes: nodes.round() as u64, win_horizon: 24, ..StrengthLimit::NONE }
}

/// Evaluation noise of the weakest level, in hundredths of a logit.
const MAX_NOISE: f64 = 60.0;
/// Nodes of the levels that overlook moves.
const MIN_NODES: u64 = 300;

/// Finds a ladder: the lowest level by its score against the random mover, each other by that against the one below, in
/// percent. Ends with full strength, or after so many levels.
pub(crate) fn tune(rules: &dyn Rules, games: u64, percent: u64, top: u64, levels: u64) -> Result<(), PlayerError> {
    let goal = percent as f64 / 100.0;
    let full = StrengthLimit { nodes: top, ..StrengthLimit::NONE };
    let (mut below, mut at, mut rating) = (RANDOM, 0.0, 0.0);
    for _ in 0..levels {
        let last: f64 = at;
        let target = if last == 0.0 { LOWEST_TARGET } else { goal };
        let (mut low, mut high) = ((last, 0.5), (2.0, 1.0));
        let (mut best, mut best_score) = (last, f64::INFINITY);
        for _ in 0..MAX_TRIES {
            // Regula falsi on the Elo scale, away from the ends.
            let [from, to, wanted] = [low.1, high.1, target].map(score_to_elo);
            let share = ((wanted - from) / (to - from)).clamp(0.1, 0.9);
            let at = low.0 + (high.0 - low.0) * if high.1 == 1.0 { FIRST_GUESS } else { share };
            let score = play_match(rules, Side::Limited(limit_at(at, top)), below, games)?.mean();
            eprintln!("  at {at:.3}: {:.1} % {:?}", 100.0 * score, limit_at(at, top));
            if (score - target).abs() < (best_score - target).abs() {
                (best, best_score) = (at, score);
            }
            if (score - target).abs() < TOLERANCE {
                break;
            }
            if score < target {
                low = (at, score);
            } else {
                high = (at, score.min(0.99));
            }
        }
        at = best;
        rating += score_to_elo(best_score);
        let StrengthLimit { nodes, oversight, noise, .. } = limit_at(at, top);
        match oversight {
            0 => println!("        LevelSpec::nodes({nodes}, {rating:.0}),"),
            _ => println!("        LevelSpec::weak({oversight}, {noise}, {rating:.0}),"),
        }
        below = Side::Limited(limit_at(at, top));
        if at < LAST_STEPS {
            continue;
        }
        let rest = play_match(rules, Side::Limited(full), below, games)?;
        eprintln!("  full strength scores {}", matches::percent(&rest));
        if rest.mean() < goal + 0.06 {
            println!("        LevelSpec::full({:.0}),", rating + score_to_elo(rest.mean()));
            break;
        }
    }
    Ok(())
}
