//! Chooses the queries: short wins one ply after the other, so that the shortest is known, alternating with long ones,
//! which are often found although shorter ones cannot be ruled out. Further threads look for long wins only.

use std::cell::Cell;

use halfboard_rules::game::Team;
use halfboard_rules::session::Match;

use super::line;
use super::proof_table::{INFINITE, NEVER};
use super::prover::{Prover, ProverLimits, QueryMethod, QueryResult};
use super::shared::SharedProofs;
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
    let earlier = play.earlier_positions();
    let shared = SharedProofs::new(game, earlier, request.mebibytes, request.nodes, request.threads)?;
    let ruled_out_plies = Cell::new([0; 2]);
    let mut on_pulse = |nodes| {
        let nodes = nodes + shared.helper_nodes();
        on_progress(ForcedWinProgress { nodes, ruled_out: ruled_out_plies.get() });
    };
    let deadline = |now: f64| request.seconds.map_or(f64::INFINITY, |seconds| now + seconds);
    let limits = ProverLimits { nodes: request.nodes, deadline: deadline(start), now, cancel, on_pulse: &mut on_pulse };
    let mut prover = Prover::new(game, &shared, limits);
    let mover = game.turn(position).team();
    let mut sides = [mover, mover.other()].map(|team| TeamBounds { team, none_within: 0, won_within: NEVER });
    // A solitaire has no winner, and solvers of its own.
    let is_over = play.ending().is_some() || game.seats().len() < 2;
    let mut winner = None;
    if !is_over {
        winner = std::thread::scope(|scope| {
            // The shortest win is found step by step.
            let threads = if request.shortest { 1 } else { request.threads };
            for _ in 1..threads {
                let shared = &shared;
                let help = move || {
                    let mut counted = 0;
                    let on_pulse = &mut |nodes| {
                        shared.add_helper_nodes(nodes - counted);
                        counted = nodes;
                    };
                    // Each thread has its own clock, if it is that of its processor time.
                    let limits = ProverLimits { nodes: u64::MAX, deadline: deadline(now()), now, cancel, on_pulse };
                    help_prove(&mut Prover::new(game, shared, limits), position, request);
                };
                // Continue with fewer threads if the system has no more.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let winner = find_winner(&mut prover, position, request, &mut sides, &ruled_out_plies);
            shared.set_decided(true);
            winner
        });
        shared.set_decided(false);
    }
    let (nodes_to_proof, seconds_to_proof) = (prover.all_nodes(), now() - start);
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
    report.nodes = prover.all_nodes();
    report.seconds = now() - start;
    Ok(report)
}

/// Finds the team that wins. Stores what is known about both on the way.
fn find_winner<G: EngineGame>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    request: &ForcedWinRequest,
    sides: &mut [TeamBounds; 2],
    ruled_out_plies: &Cell<[u32; 2]>,
) -> Option<Team> {
    let max_plies = request.max_plies.min(MAX_PLIES) as u8;
    let mut round = FIRST_ROUND;
    while !prover.exhausted {
        let mut open = false;
        let shares = shares(prover, position, request, round);
        for side in sides.iter_mut().filter(|side| request.winner.is_none_or(|team| team == side.team)) {
            if side.none_within >= max_plies {
                continue;
            }
            open = true;
            let round = shares[side.team as usize];
            // What is left over of a round is for the deep request.
            let most = prover.nodes.saturating_add(round);
            while side.none_within < max_plies && side.won_within == NEVER && prover.nodes < most && !prover.exhausted {
                let share = if request.shortest { round } else { (most - prover.nodes) / 4 };
                match prover.query(position, side.team, side.none_within + 1, share, QueryMethod::Plain) {
                    QueryResult::Win(plies) => side.won_within = plies,
                    QueryResult::NoWin(plies) => side.none_within = plies,
                    QueryResult::Unknown => break,
                }
                let mut ruled_out = ruled_out_plies.get();
                ruled_out[side.team as usize] = u32::from(side.none_within);
                ruled_out_plies.set(ruled_out);
            }
            if side.won_within == NEVER && side.none_within < max_plies && !request.shortest {
                let left = most.saturating_sub(prover.nodes);
                match prover.query(position, side.team, max_plies, left, QueryMethod::DfPn) {
                    QueryResult::Win(plies) => side.won_within = plies,
                    QueryResult::NoWin(plies) => side.none_within = plies,
                    QueryResult::Unknown => {}
                }
            }
            if side.won_within != NEVER {
                break;
            }
        }
        if prover.shared.is_decided() {
            for side in sides.iter_mut().filter(|side| side.won_within == NEVER) {
                side.won_within = prover.won_within(position, side.team);
            }
        }
        let winner = sides.iter().find(|side| side.won_within != NEVER);
        if winner.is_some() || !open {
            return winner.map(|side| side.team);
        }
        round = round.saturating_mul(2);
    }
    None
}

/// Looks for deep wins of both teams in turn, until a thread has found one.
fn help_prove<G: EngineGame>(prover: &mut Prover<'_, G>, position: &G::Position, request: &ForcedWinRequest) {
    let max_plies = request.max_plies.min(MAX_PLIES) as u8;
    let mut teams = vec![Team::One, Team::Two];
    teams.retain(|&team| request.winner.is_none_or(|winner| winner == team));
    let mut round = FIRST_ROUND;
    while !teams.is_empty() && !prover.exhausted && !prover.shared.is_decided() {
        let shares = shares(prover, position, request, round);
        let mut is_won = false;
        teams.retain(|&team| {
            let share = shares[team as usize];
            let result = prover.query(position, team, max_plies, share, QueryMethod::DfPn);
            is_won |= matches!(result, QueryResult::Win(_));
            !matches!(result, QueryResult::NoWin(_))
        });
        if is_won {
            prover.shared.set_decided(true);
        }
        round = round.saturating_mul(2);
    }
}

/// Returns each team's share of a round of `2 * round` nodes: more for the one whose win seems nearer to a proof.
fn shares<G: EngineGame>(
    prover: &Prover<'_, G>,
    position: &G::Position,
    request: &ForcedWinRequest,
    round: u64,
) -> [u64; 2] {
    if request.shortest || request.winner.is_some() {
        return [round; 2];
    }
    let hardness = [Team::One, Team::Two].map(|team| {
        let numbers = prover.numbers(position, team, request.max_plies.min(MAX_PLIES) as u8);
        match numbers.disproof {
            0 | INFINITE => 1.0,
            disproof => f64::from(numbers.proof) / f64::from(disproof),
        }
    });
    let minor = round / 2;
    if hardness[0] < hardness[1] {
        [2 * round - minor, minor]
    } else if hardness[1] < hardness[0] {
        [minor, 2 * round - minor]
    } else {
        [round; 2]
    }
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
