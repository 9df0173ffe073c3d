//! What a proven win comes to: the moves that keep it, a line to the end, and the strategy as a proof. Reads the facts of
//! the prover, and asks it again where they were forgotten.

use halfboard_rules::game::Team;
use halfboard_rules::present::Present;
use halfboard_rules::proof::strategy;

use super::facts::NEVER;
use super::prover::{Answer, Prover, Way};
use super::{Forced, Keep, Question, Verdict};
use crate::evaluate::Evaluate;

/// Nodes that may be spent on writing down what was found, whatever the limit: a table forgets.
const SPARE: u64 = 20_000;

/// Nodes that are always spent on moves that win later.
const MODEST: u64 = 200_000;

/// Fills in line, moves and proof of a win within so many plies.
pub(super) fn fill<G: Evaluate + Present>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    plies: u8,
    question: &Question,
    found: &mut Forced<G::Move>,
) {
    prover.allow(SPARE.max(question.nodes / 8));
    let game = prover.game;
    found.line = line(prover, position, winner, plies, matches!(found.verdict, Verdict::Win { shortest: true, .. }));
    if let Some(most) = question.proof {
        let mut best = |position: &G::Position| best(prover, position, winner).map(|(mv, _)| mv);
        let proof = strategy(game, position, winner, most, &mut best);
        found.proof = Some(proof.map_err(|error| error.to_string()));
    }
    if game.turn(position).team() == winner {
        keep(prover, position, winner, plies, question, found);
    } else {
        found.keys_are_all = true;
        let mut within = |mv| prover.won_within(&after(game, position, mv), winner).saturating_add(1).min(plies);
        found.keep = game.legal_moves(position).into_iter().map(|mv| (mv, u32::from(within(mv)))).collect();
    }
    found.keep.sort_by_key(|(_, within)| *within);
}

fn after<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

/// Goes through the moves of the winner: first for those that win as fast, then for all that win.
fn keep<G: Evaluate + Present>(
    prover: &mut Prover<'_, G>,
    position: &G::Position,
    winner: Team,
    plies: u8,
    question: &Question,
    found: &mut Forced<G::Move>,
) {
    let game = prover.game;
    let moves = game.legal_moves(position);
    if question.keep != Keep::Nothing {
        prover.allow(question.nodes.max(SPARE));
        found.keys_are_all = true;
        let mut slower = Vec::new();
        // Short wins can be ruled out; of long ones those are listed that are found.
        let (way, share) = match found.verdict {
            Verdict::Win { shortest: true, .. } => (Way::Plain, u64::MAX),
            _ => (Way::Probe, question.nodes / moves.len() as u64),
        };
        for &mv in &moves {
            match prover.ask(&after(game, position, mv), winner, plies - 1, share, way) {
                Answer::Won(within) => found.keep.push((mv, u32::from(within) + 1)),
                Answer::None(NEVER) => {}
                Answer::None(_) => slower.push(mv),
                Answer::Open => found.keys_are_all = false,
            }
        }
        if question.keep == Keep::All && !slower.is_empty() {
            let most = match question.thorough {
                true => question.nodes,
                false => question.nodes.min(prover.nodes.saturating_mul(8).max(MODEST)),
            };
            prover.allow(most);
            let deepest = question.deepest.min(super::DEEPEST) as u8;
            let share = most / slower.len() as u64;
            for mv in slower {
                if let Answer::Won(within) =
                    prover.ask(&after(game, position, mv), winner, deepest - 1, share, Way::Probe)
                {
                    found.keep.push((mv, u32::from(within) + 1));
                }
            }
        }
    }
    if let Some(&first) = found.line.first().filter(|first| !found.keep.iter().any(|(mv, _)| mv == *first)) {
        found.keep.push((first, u32::from(plies)));
    }
}

/// The winner's best move and the plies within which it wins.
fn best<G: Evaluate>(prover: &mut Prover<'_, G>, position: &G::Position, winner: Team) -> Option<(G::Move, u8)> {
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
    // The table has forgotten which move it was.
    let plies = within.min(super::DEEPEST as u8) - 1;
    for &mv in &moves {
        if let Answer::Won(within) = prover.ask(&after(game, position, mv), winner, plies, u64::MAX, Way::Probe) {
            return Some((mv, within + 1));
        }
    }
    known(prover)
}

/// Play to the end: the winner takes what is known to win fastest, the loser what is known to hold out longest.
fn line<G: Evaluate>(
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

/// The reply that holds out longest. What is known are upper limits; where it matters, they are made sure of.
fn longest<G: Evaluate>(
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
        match prover.ask(&after(game, position, mv), winner, most - 1, u64::MAX, Way::Plain) {
            Answer::Won(within) => replies[at].0 = within,
            _ => return Some(mv),
        }
    }
}
