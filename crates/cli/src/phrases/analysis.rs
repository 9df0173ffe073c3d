//! Texts of `analyse`, `hint` and `solve`.

use halfboard_engine::solve::Verdict;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Outcome, Team};
use halfboard_text::board;

halfboard_text::phrases! {
    searched(turn, depth, nodes, seconds): "{turn}. Depth {depth}, {nodes} nodes in {seconds} s."
        | "{turn}. Tiefe {depth}, {nodes} Stellungen in {seconds} s.",
    searched_to_the_end(turn, depth, nodes, seconds): "{turn}. Depth {depth}, {nodes} nodes in {seconds} s, searched to the end."
        | "{turn}. Tiefe {depth}, {nodes} Stellungen in {seconds} s, bis zum Ende gerechnet.",
    proven(value): "{value} (proven)" | "{value} (bewiesen)",
    estimated(value): "{value} (estimated)" | "{value} (geschätzt)",
    win(plies): "win in {plies}" | "Gewinn in {plies}",
    loss(plies): "loss in {plies}" | "Verlust in {plies}",
    draw: "draw" | "Remis",
    left(checkers): "{checkers} left" | "{checkers} übrig",
    about_left(checkers): "about {checkers} left" | "etwa {checkers} übrig",

    nothing_proven: "Nothing is proven." | "Nichts ist bewiesen.",
    wins(side, result): "{side} wins ({result}), proven." | "{side} gewinnt ({result}), bewiesen.",
    wins_in_one(side, result): "{side} wins in 1 turn ({result}), proven." | "{side} gewinnt in 1 Zug ({result}), bewiesen.",
    wins_in(side, turns, result): "{side} wins in {turns} turns, counting both sides ({result}), proven."
        | "{side} gewinnt in {turns} Zügen beider Seiten ({result}), bewiesen.",
    drawn: "Neither side can win (1/2-1/2), proven." | "Keine Seite kann gewinnen (1/2-1/2), bewiesen.",
    solvable: "It can be solved, proven." | "Lösbar, bewiesen.",
    not_solvable(left): "It cannot be solved: at best {left} are left, proven."
        | "Nicht lösbar: Im besten Fall bleiben {left} übrig, bewiesen.",
    seat_one_wins: "Seat 1 wins with either colour, proven." | "Platz 1 gewinnt mit jeder Farbe, bewiesen.",
    seat_two_wins: "Seat 2 wins with the better colour, proven." | "Platz 2 gewinnt mit der besseren Farbe, bewiesen.",
    best_line(moves): "Best line: {moves}" | "Beste Zugfolge: {moves}",
    every_move_keeps: "Every move keeps this result." | "Jeder Zug erhält dieses Ergebnis.",
    some_moves_keep(count, all, moves): "{count} of {all} moves keep this result: {moves}"
        | "{count} von {all} Zügen erhalten dieses Ergebnis: {moves}",
    proven_to_keep(all, moves): "Proven to keep this result, of {all} moves: {moves}"
        | "Erhalten dieses Ergebnis nachweislich, von {all} Zügen: {moves}",
    nodes(count, seconds): "{count} positions in {seconds} s." | "{count} Stellungen in {seconds} s.",
}

/// Returns a value, marked as proven or estimated.
pub(crate) fn value(value: Value) -> String {
    match value {
        Value::Proven(Proof::Win(plies)) => proven(win(plies)),
        Value::Proven(Proof::Loss(plies)) => proven(loss(plies)),
        Value::Proven(Proof::Draw) => proven(draw()),
        Value::Proven(Proof::Left(checkers)) => proven(left(checkers)),
        Value::EstimatedLeft(checkers) => estimated(about_left(checkers)),
        Value::Estimated(_) => estimated(value),
    }
}

/// Returns a solved result in a sentence.
pub(crate) fn verdict(verdict: Verdict, distance: Option<u32>) -> String {
    match verdict {
        Verdict::Outcome(Outcome::Win(color)) => match distance {
            None | Some(0) => wins(board::color(color), verdict),
            Some(1) => wins_in_one(board::color(color), verdict),
            Some(turns) => wins_in(board::color(color), turns, verdict),
        },
        Verdict::Outcome(Outcome::Draw) => drawn().to_owned(),
        Verdict::Outcome(Outcome::Solved) => solvable().to_owned(),
        Verdict::Outcome(Outcome::Stuck(left)) => not_solvable(left),
        Verdict::Seat(Team::One) => seat_one_wins().to_owned(),
        Verdict::Seat(Team::Two) => seat_two_wins().to_owned(),
    }
}
