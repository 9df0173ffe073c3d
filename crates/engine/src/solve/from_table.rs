//! Solve reports from an endgame table.

use halfboard_rules::game::Outcome;

use super::{SolveReport, SolveRequest, Verdict};
use crate::games::EngineGame;
use crate::value::Proof;

/// Returns what the endgame table knows about a position in which the game is not over.
pub(crate) fn solve_from_table<G: EngineGame>(
    game: &G,
    position: &G::Position,
    table: &G::EndgameTable,
    request: &SolveRequest,
) -> Option<SolveReport<G::Move>> {
    let known = game.probe(position, table)?;
    let mover = game.turn(position).team();
    let color = |team| game.color_of(position, team);
    let (verdict, distance) = match known {
        Proof::Win(plies) => (Verdict::win(mover, color(mover)), Some(plies)),
        Proof::Loss(plies) => (Verdict::win(mover.other(), color(mover.other())), Some(plies)),
        Proof::Draw => (Verdict::Outcome(Outcome::Draw), None),
        Proof::Left(_) => return None,
    };
    let rank = |proof: Proof| std::mem::discriminant(&proof);
    let moves = game.legal_moves(position);
    let nodes = 1 + moves.len() as u64;
    let is_optimal =
        |&mv: &G::Move| move_value(game, position, mv, table).is_some_and(|proof| rank(proof) == rank(known));
    let optimal_moves = if request.optimal_moves { moves.into_iter().filter(is_optimal).collect() } else { Vec::new() };
    let no_strategy = "an endgame table holds no strategies; --tables off writes one";
    Some(SolveReport {
        verdict: Some(verdict),
        distance,
        line: best_line(game, position, table),
        optimal_moves,
        all_optimal: true,
        proof: request.max_proof_lines.map(|_| Err(no_strategy.to_owned())),
        ..SolveReport::unknown(nodes)
    })
}

/// Returns the value of a move for the team that makes it.
fn move_value<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move, table: &G::EndgameTable) -> Option<Proof> {
    let mut next = *position;
    game.play(&mut next, mv);
    let mover = game.turn(position).team();
    if let Some(ending) = game.ending(&next) {
        return Some(match ending.outcome {
            Outcome::Win(color) if game.color_of(&next, mover) == Some(color) => Proof::Win(1),
            Outcome::Win(_) => Proof::Loss(1),
            _ => Proof::Draw,
        });
    }
    let same_team = game.turn(&next).team() == mover;
    Some(match game.probe(&next, table)? {
        Proof::Win(plies) if same_team => Proof::Win(plies + 1),
        Proof::Loss(plies) if same_team => Proof::Loss(plies + 1),
        Proof::Win(plies) => Proof::Loss(plies + 1),
        Proof::Loss(plies) => Proof::Win(plies + 1),
        proof => proof,
    })
}

/// Returns best play to the end; empty for a draw, which has none.
fn best_line<G: EngineGame>(game: &G, position: &G::Position, table: &G::EndgameTable) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut position = *position;
    while game.ending(&position).is_none() {
        let Some(known @ (Proof::Win(_) | Proof::Loss(_))) = game.probe(&position, table) else { break };
        let next =
            game.legal_moves(&position).into_iter().find(|&mv| move_value(game, &position, mv, table) == Some(known));
        let Some(mv) = next else { break };
        game.play(&mut position, mv);
        line.push(mv);
    }
    line
}
