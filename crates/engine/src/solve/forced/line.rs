//! Details of a proven win: the moves that keep it, a line to the end, and the strategy as a written proof. Reads the
//! proof table, and queries the prover again for entries that were overwritten.

use halfboard_rules::game::Team;
use halfboard_rules::proof::strategy;

use super::proof_table::NEVER;
use super::prover::{Prover, QueryMethod, QueryResult};
use super::{ForcedWinReport, ForcedWinRequest, WinningMoves};
use crate::games::EngineGame;

/// Nodes that may be spent on reading out a win beyond the limit, since table entries may be overwritten.
const READOUT_NODES: u64 = 20_000;

/// Nodes that are always spent on slower winning moves.
const MIN_SLOWER_NODES: u64 = 200_000;

/// Fills in line, moves and proof of a win within `plies`.
pub(super) fn fill<G: EngineGame>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    plies: u8,
    request: &ForcedWinRequest,
    report: &mut ForcedWinReport<G::Move>,
) {
    prover.allow(READOUT_NODES.max(request.nodes / 8));
    let game = prover.game;
    report.line = line(prover, position, winner, plies, report.is_shortest);
    if let Some(most) = request.max_proof_lines {
        let mut best = |position: &G::Position| best(prover, position, winner).map(|(mv, _)| mv);
        let proof = strategy(game, position, winner, most, &mut best);
        report.proof = Some(proof.map_err(|error| error.to_string()));
    }
    if game.turn(position).team() == winner {
        find_winning_moves(prover, position, winner, plies, request, report);
    } else {
        report.all_fastest = true;
        let mut within = |mv| prover.won_within(&after(game, position, mv), winner).saturating_add(1).min(plies);
        report.optimal_moves = game.legal_moves(position).into_iter().map(|mv| (mv, u32::from(within(mv)))).collect();
    }
    report.optimal_moves.sort_by_key(|(_, within)| *within);
}

fn after<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

/// Finds the winner's moves: first those that win as fast, then all that win.
fn find_winning_moves<G: EngineGame>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    plies: u8,
    request: &ForcedWinRequest,
    report: &mut ForcedWinReport<G::Move>,
) {
    let game = prover.game;
    let moves = game.legal_moves(position);
    if request.winning_moves != WinningMoves::One {
        prover.allow(request.nodes.max(READOUT_NODES));
        report.all_fastest = true;
        let mut slower = Vec::new();
        // Short wins can be ruled out; long ones are listed if they are proven.
        let (method, share) = match report.is_shortest {
            true => (QueryMethod::Plain, u64::MAX),
            false => (QueryMethod::DfPn, request.nodes / moves.len() as u64),
        };
        for &mv in &moves {
            match prover.query(&after(game, position, mv), winner, plies - 1, share, method) {
                QueryResult::Win(within) => report.optimal_moves.push((mv, u32::from(within) + 1)),
                QueryResult::NoWin(NEVER) => {}
                QueryResult::NoWin(_) => slower.push(mv),
                QueryResult::Unknown => report.all_fastest = false,
            }
        }
        if request.winning_moves == WinningMoves::All && !slower.is_empty() {
            let most = match request.thorough {
                true => request.nodes,
                false => request.nodes.min(prover.nodes.saturating_mul(8).max(MIN_SLOWER_NODES)),
            };
            prover.allow(most);
            let deepest = request.max_plies.min(super::MAX_PLIES) as u8;
            let share = most / slower.len() as u64;
            for mv in slower {
                if let QueryResult::Win(within) =
                    prover.query(&after(game, position, mv), winner, deepest - 1, share, QueryMethod::DfPn)
                {
                    report.optimal_moves.push((mv, u32::from(within) + 1));
                }
            }
        }
    }
    if let Some(&first) = report.line.first().filter(|first| !report.optimal_moves.iter().any(|(mv, _)| mv == *first)) {
        report.optimal_moves.push((first, u32::from(plies)));
    }
}

/// Returns the winner's best move and the plies within which it wins.
fn best<G: EngineGame>(prover: &mut Prover<'_, G>, position: &G::Position, winner: Team) -> Option<(G::Move, u8)> {
    let game = prover.game;
    let moves = game.legal_moves(position);
    let known = |prover: &mut Prover<'_, G>| {
        let all = moves.iter().map(|&mv| (mv, prover.won_within(&after(game, position, mv), winner)));
        let fastest = all.min_by_key(|(_, within)| *within).filter(|(_, within)| *within != NEVER);
        fastest.map(|(mv, within)| (mv, within + 1))
    };
    let within = prover.won_within(position, winner);
    if let Some(found) = known(prover).filter(|(_, plies)| *plies <= within) {
        return Some(found);
    }
    // The table entry of the move was overwritten.
    let plies = within.min(super::MAX_PLIES as u8) - 1;
    for &mv in &moves {
        if let QueryResult::Win(within) =
            prover.query(&after(game, position, mv), winner, plies, u64::MAX, QueryMethod::DfPn)
        {
            return Some((mv, within + 1));
        }
    }
    known(prover)
}

/// Returns play to the end: the winner takes the fastest win known, the loser holds out longest.
fn line<G: EngineGame>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    plies: u8,
    shortest: bool,
) -> Vec<G::Move> {
    let game = prover.game;
    let mut line = Vec::new();
    let mut position = *position;
    let mut left = plies;
    while left > 0 && game.ending(&position).is_none() {
        let next = if game.turn(&position).team() == winner {
            best(prover, &position, winner).map(|(mv, _)| mv)
        } else {
            longest(prover, &position, winner, left, shortest)
        };
        let Some(mv) = next else { break };
        line.push(mv);
        position = after(game, &position, mv);
        left -= 1;
    }
    line
}

/// Returns the reply that holds out longest. The table holds upper bounds; for the shortest win they are made exact.
fn longest<G: EngineGame>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    left: u8,
    shortest: bool,
) -> Option<G::Move> {
    let game = prover.game;
    let mut replies: Vec<(u8, G::Move)> = Vec::new();
    for mv in game.legal_moves(position) {
        replies.push((prover.won_within(&after(game, position, mv), winner).min(left - 1), mv));
    }
    loop {
        let most = replies.iter().map(|(within, _)| *within).max()?;
        let at = replies.iter().position(|(within, _)| *within == most)?;
        let (_, mv) = replies[at];
        if !shortest || most == 0 {
            return Some(mv);
        }
        match prover.query(&after(game, position, mv), winner, most - 1, u64::MAX, QueryMethod::Plain) {
            QueryResult::Win(within) => replies[at].0 = within,
            _ => return Some(mv),
        }
    }
}
