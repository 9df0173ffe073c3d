//! Chooses the queries: short wins one ply after the other, so that the shortest is known, alternating with long ones,
//! which are often found although shorter ones cannot be ruled out.

use halfboard_rules::game::Team;
use halfboard_rules::session::Match;

use super::line;
use super::proof_table::NEVER;
use super::prover::{Prover, ProverLimits, QueryMethod, QueryResult};
use super::{ForcedWinProgress, ForcedWinReport, ForcedWinRequest, MAX_PLIES};
use crate::games::EngineGame;
use crate::limits::{CancelToken, Now, OutOfMemory};
use crate::value::Proof;

/// Nodes of the first round; each round has twice as many as the one before.
const FIRST_ROUND: u64 = 1000;

/// What is known about a team.
struct TeamBounds {
    team: Team,
    /// It does not win within this many plies.
    none_within: u8,
    /// It wins within this many plies; [`NEVER`] if not known.
    won_within: u8,
}

/// Searches for a forced win in the position of a match, taking its history into account.
///
/// # Errors
///
/// Fails if memory runs out.
pub fn solve_match<G: EngineGame>(
    play: &Match<G>,
    request: &ForcedWinRequest,
    now: Now,
    cancel: &CancelToken,
    on_progress: &mut dyn FnMut(ForcedWinProgress),
) -> Result<ForcedWinReport<G::Move>, OutOfMemory> {
    let start = now();
    let game = play.game();
    let position = play.position();
    let mut ruled_out_plies = [0; 2];
    let reported = std::cell::Cell::new(ruled_out_plies);
    let mut on_pulse = |nodes| on_progress(ForcedWinProgress { nodes, ruled_out: reported.get() });
    let limits = ProverLimits {
        nodes: request.nodes,
        deadline: request.seconds.map_or(f64::INFINITY, |seconds| start + seconds),
        now,
        cancel,
        on_pulse: &mut on_pulse,
    };
    let mut prover = Prover::new(game, play.earlier_positions(), request.mebibytes, limits)?;
    let max_plies = request.max_plies.min(MAX_PLIES) as u8;
    let mover = game.turn(position).team();
    let mut sides = [mover, mover.other()].map(|team| TeamBounds { team, none_within: 0, won_within: NEVER });
    let mut round = FIRST_ROUND;
    // A solitaire has no winner, and solvers of its own.
    let is_over = play.ending().is_some() || game.seats().len() < 2;
    let mut winner = None;
    while !is_over && winner.is_none() && !prover.exhausted {
        let mut open = false;
        for side in sides.iter_mut().filter(|side| request.winner.is_none_or(|team| team == side.team)) {
            if side.none_within >= max_plies {
                continue;
            }
            open = true;
            // What is left over of a round is for the deep request.
            let most = prover.nodes.saturating_add(round);
            while side.none_within < max_plies && side.won_within == NEVER && prover.nodes < most && !prover.exhausted {
                let share = if request.shortest { round } else { (most - prover.nodes) / 2 };
                match prover.query(position, side.team, side.none_within + 1, share, QueryMethod::Plain) {
                    QueryResult::Win(plies) => side.won_within = plies,
                    QueryResult::NoWin(plies) => side.none_within = plies,
                    QueryResult::Unknown => break,
                }
                ruled_out_plies[side.team as usize] = u32::from(side.none_within);
                reported.set(ruled_out_plies);
            }
            if side.won_within == NEVER && side.none_within < max_plies && !request.shortest {
                match prover.query(position, side.team, max_plies, most.saturating_sub(prover.nodes), QueryMethod::DfPn)
                {
                    QueryResult::Win(plies) => side.won_within = plies,
                    QueryResult::NoWin(plies) => side.none_within = plies,
                    QueryResult::Unknown => {}
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
    let (nodes_to_proof, seconds_to_proof) = (prover.nodes, now() - start);
    let [one, two] = &mut sides;
    let mut is_shortest = false;
    let value = match winner {
        Some(winner) => {
            let side = if one.team == winner { one } else { two };
            shorten(&mut prover, position, side);
            is_shortest = side.none_within + 1 == side.won_within;
            let plies = u32::from(side.won_within);
            Some(if winner == mover { Proof::Win(plies) } else { Proof::Loss(plies) })
        }
        None if !is_over && one.none_within == NEVER && two.none_within == NEVER => Some(Proof::Draw),
        None => None,
    };
    let mut ruled_out = [Some(0); 2];
    for side in &sides {
        ruled_out[side.team as usize] = (side.none_within != NEVER).then_some(u32::from(side.none_within));
    }
    let mut report = ForcedWinReport {
        value,
        is_shortest,
        ruled_out,
        nodes_to_proof,
        seconds_to_proof,
        ..ForcedWinReport::unknown()
    };
    if let Some((winner, plies)) = winner.zip(report.plies()) {
        line::fill(&mut prover, position, winner, plies as u8, request, &mut report);
    }
    report.nodes = prover.nodes;
    report.seconds = now() - start;
    Ok(report)
}

/// Searches for shorter wins than the one found, with the remaining nodes, at most as many as were spent.
fn shorten<G: EngineGame>(prover: &mut Prover<'_, G>, position: &G::Position, side: &mut TeamBounds) {
    let most = prover.nodes.saturating_mul(2);
    while side.none_within + 1 < side.won_within && !prover.exhausted && prover.nodes < most {
        match prover.query(position, side.team, side.none_within + 1, most - prover.nodes, QueryMethod::Plain) {
            QueryResult::Win(plies) => side.won_within = side.won_within.min(plies),
            QueryResult::NoWin(plies) => side.none_within = plies,
            QueryResult::Unknown => break,
        }
    }
}
