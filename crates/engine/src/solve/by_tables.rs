//! Answers that are read from finished tables.

use halfboard_rules::game::Outcome;

use super::answer::{Answer, Ask, Verdict};
use crate::evaluate::Evaluate;
use crate::tables::Tables;
use crate::value::Proof;

/// What tables know of a position that is not over: how it comes out, how soon, by which moves.
pub(crate) fn by_tables<G: Evaluate>(
    game: &G,
    position: &G::Position,
    tables: &Tables,
    ask: &Ask,
) -> Option<Answer<G::Move>> {
    let known = game.probe(position, tables)?;
    let mover = game.turn(position).team();
    let color = |team| game.color_of(position, team);
    let (verdict, distance) = match known {
        Proof::Win(plies) => (Verdict::win(mover, color(mover)), Some(plies)),
        Proof::Loss(plies) => (Verdict::win(mover.other(), color(mover.other())), Some(plies)),
        Proof::Draw => (Verdict::Outcome(Outcome::Draw), None),
        Proof::Left(_) => return None,
    };
    let worth = |mv: G::Move| worth(game, position, mv, tables);
    let rank = |proof: Proof| std::mem::discriminant(&proof);
    let moves = game.legal_moves(position);
    let nodes = 1 + moves.len() as u64;
    let keeps = |&mv: &G::Move| worth(mv).is_some_and(|proof| rank(proof) == rank(known));
    let keep = if ask.keep { moves.into_iter().filter(keeps).collect() } else { Vec::new() };
    let proof = ask.proof.map(|_| Err("a table knows it, and does not write strategies; --tables off does".to_owned()));
    let line = line(game, position, tables);
    Some(Answer { verdict: Some(verdict), distance, line, keep, keep_is_all: true, proof, ..Answer::unknown(nodes) })
}

/// What a move is worth to who makes it.
fn worth<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move, tables: &Tables) -> Option<Proof> {
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
    let same = game.turn(&next).team() == mover;
    Some(match game.probe(&next, tables)? {
        Proof::Win(plies) if same => Proof::Win(plies + 1),
        Proof::Loss(plies) if same => Proof::Loss(plies + 1),
        Proof::Win(plies) => Proof::Loss(plies + 1),
        Proof::Loss(plies) => Proof::Win(plies + 1),
        proof => proof,
    })
}

/// Best play to the end; of a draw, which has none, nothing.
fn line<G: Evaluate>(game: &G, position: &G::Position, tables: &Tables) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut position = *position;
    while game.ending(&position).is_none() {
        let Some(known @ (Proof::Win(_) | Proof::Loss(_))) = game.probe(&position, tables) else { break };
        let next =
            game.legal_moves(&position).into_iter().find(|&mv| worth(game, &position, mv, tables) == Some(known));
        let Some(mv) = next else { break };
        game.play(&mut position, mv);
        line.push(mv);
    }
    line
}
