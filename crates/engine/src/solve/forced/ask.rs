//! What to ask next: short wins one ply after the other, so that the shortest is known, and long ones beside them, which
//! are often found although the short ones cannot be ruled out. Touches only the prover.

use halfboard_rules::game::Team;
use halfboard_rules::present::Present;
use halfboard_rules::session::Match;

use super::facts::NEVER;
use super::line;
use super::prover::{Answer, Bounds, Prover, Way};
use super::{DEEPEST, Forced, Progress, Question, Verdict};
use crate::evaluate::Evaluate;
use crate::limits::{Now, Stop};
use crate::table::NoMemory;

/// The nodes of the first round; each round has twice as many as the one before.
const FIRST_ROUND: u64 = 1000;

/// What is known of a team.
struct Side {
    team: Team,
    /// It does not win within so many plies.
    none_within: u8,
    /// It wins within so many; [`NEVER`] while that is not known.
    won_within: u8,
}

/// Solves the position of a match, its history considered.
pub fn solve_match<G: Evaluate + Present>(
    play: &Match<G>,
    question: &Question,
    now: Now,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Forced<G::Move>, NoMemory> {
    let start = now();
    let game = play.game();
    let position = play.position();
    let mut told = [0; 2];
    let shown = std::cell::Cell::new(told);
    let mut on_pulse = |nodes| on_progress(Progress { nodes, ruled_out: shown.get() });
    let bounds = Bounds {
        nodes: question.nodes,
        deadline: question.seconds.map_or(f64::INFINITY, |seconds| start + seconds),
        now,
        stop,
        on_pulse: &mut on_pulse,
    };
    let mut prover = Prover::new(game, play.earlier(), question.mebibytes, bounds)?;
    let deepest = question.deepest.min(DEEPEST) as u8;
    let mover = game.turn(position).team();
    let mut sides = [mover, mover.other()].map(|team| Side { team, none_within: 0, won_within: NEVER });
    let mut round = FIRST_ROUND;
    // A solitaire is nobody's win; it has solvers of its own.
    let is_over = play.ending().is_some() || game.seats().len() < 2;
    let mut winner = None;
    while !is_over && winner.is_none() && !prover.exhausted {
        let mut open = false;
        for side in sides.iter_mut().filter(|side| question.winner.is_none_or(|team| team == side.team)) {
            if side.none_within >= deepest {
                continue;
            }
            open = true;
            // What is left over of a round is for the deep question.
            let most = prover.nodes.saturating_add(round);
            while side.none_within < deepest && side.won_within == NEVER && prover.nodes < most && !prover.exhausted {
                let share = if question.shortest { round } else { (most - prover.nodes) / 2 };
                match prover.ask(position, side.team, side.none_within + 1, share, Way::Plain) {
                    Answer::Won(plies) => side.won_within = plies,
                    Answer::None(plies) => side.none_within = plies,
                    Answer::Open => break,
                }
                told[side.team as usize] = u32::from(side.none_within);
                shown.set(told);
            }
            if side.won_within == NEVER && side.none_within < deepest && !question.shortest {
                match prover.ask(position, side.team, deepest, most.saturating_sub(prover.nodes), Way::Probe) {
                    Answer::Won(plies) => side.won_within = plies,
                    Answer::None(plies) => side.none_within = plies,
                    Answer::Open => {}
                }
            }
            if side.won_within != NEVER {
                winner = Some(side.team);
                break;
            }
        }
        if !open {
            break;
        }
        round = round.saturating_mul(2);
    }
    let [one, two] = &mut sides;
    let verdict = match winner {
        Some(winner) => {
            let side = if one.team == winner { one } else { two };
            shorten(&mut prover, position, side);
            let shortest = side.none_within + 1 == side.won_within;
            Verdict::Win { winner, plies: u32::from(side.won_within), shortest }
        }
        None if !is_over && one.none_within == NEVER && two.none_within == NEVER => Verdict::Draw,
        None => Verdict::Unknown,
    };
    let mut ruled_out = [Some(0); 2];
    for side in &sides {
        ruled_out[side.team as usize] = (side.none_within != NEVER).then_some(u32::from(side.none_within));
    }
    let mut found = Forced { verdict, ruled_out, ..Forced::unknown() };
    if let Verdict::Win { winner, plies, .. } = verdict {
        line::fill(&mut prover, position, winner, plies as u8, question, &mut found);
    }
    found.nodes = prover.nodes;
    found.seconds = now() - start;
    Ok(found)
}

/// Looks for shorter wins than the one that was found, with what is left of the nodes, at most as many as were spent.
fn shorten<G: Evaluate>(prover: &mut Prover<'_, G>, position: &G::Position, side: &mut Side) {
    let most = prover.nodes.saturating_mul(2);
    while side.none_within + 1 < side.won_within && !prover.exhausted && prover.nodes < most {
        match prover.ask(position, side.team, side.none_within + 1, most - prover.nodes, Way::Plain) {
            Answer::Won(plies) => side.won_within = side.won_within.min(plies),
            Answer::None(plies) => side.none_within = plies,
            Answer::Open => break,
        }
    }
}
