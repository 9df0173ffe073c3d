//! Texts of `analyse`, `hint` and `solve`.

use halfboard_engine::games::sight_reduction::solitaire::{DifficultyFacts, Grade, SIMPLE_PLAYS, SolutionCount};
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
    difficulty(grade, failures, plays, turns, percent): "{grade} for these rules: simple players fail {failures} of {plays} times; along a solution of {turns} turns {percent} % of the choices are known to be safe,"
        | "{grade} für diese Regeln: Einfache Spieler scheitern {failures} von {plays} Mal; entlang einer Lösung mit {turns} Zügen sind {percent} % der Möglichkeiten nachweislich sicher,",
    no_turn_has_one_choice: "no turn has only one safe choice," | "kein Zug hat nur eine sichere Möglichkeit,",
    one_turn_has_one_choice: "one turn has only one safe choice," | "ein Zug hat nur eine sichere Möglichkeit,",
    turns_have_one_choice(turns): "{turns} turns have only one safe choice," | "{turns} Züge haben nur eine sichere Möglichkeit,",
    one_solution: "and there is 1 solution." | "und es gibt 1 Lösung.",
    solutions(count): "and there are {count} solutions." | "und es gibt {count} Lösungen.",
    many_solutions(count): "and there are more than {count} solutions." | "und es gibt mehr als {count} Lösungen.",
    some_solutions: "and there are some solutions." | "und es gibt einige Lösungen.",
    gentle: "Gentle" | "Sanft",
    easy: "Easy" | "Leicht",
    medium: "Medium" | "Mittel",
    hard: "Hard" | "Schwer",
    fiendish: "Fiendish" | "Teuflisch",
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

/// Explains how hard a solitaire is.
pub(crate) fn difficulty_facts(facts: &DifficultyFacts) -> String {
    let grade = match facts.graded.grade {
        Grade::Gentle => gentle(),
        Grade::Easy => easy(),
        Grade::Medium => medium(),
        Grade::Hard => hard(),
        Grade::Fiendish => fiendish(),
    };
    let percent = (facts.safe * 100).checked_div(facts.offered).unwrap_or(100);
    let single = match facts.single {
        0 => no_turn_has_one_choice().to_owned(),
        1 => one_turn_has_one_choice().to_owned(),
        turns => turns_have_one_choice(turns),
    };
    let solutions = match facts.solutions {
        SolutionCount::Exactly(1) => one_solution().to_owned(),
        SolutionCount::Exactly(count) => solutions(count),
        SolutionCount::MoreThan(0) => some_solutions().to_owned(),
        SolutionCount::MoreThan(count) => many_solutions(count),
    };
    let first = difficulty(grade, facts.graded.failures, SIMPLE_PLAYS, facts.turns, percent);
    format!("{first} {single} {solutions}")
}

#[cfg(test)]
mod tests {
    use halfboard_engine::games::sight_reduction::solitaire::Graded;

    use super::*;

    #[test]
    fn difficulty_is_a_sentence() {
        let facts = DifficultyFacts {
            graded: Graded { grade: Grade::Hard, failures: 214 },
            turns: 30,
            offered: 200,
            safe: 90,
            unknown: 3,
            single: 1,
            rare: 4,
            solutions: SolutionCount::MoreThan(12),
        };
        assert_eq!(
            difficulty_facts(&facts),
            "Hard for these rules: simple players fail 214 of 256 times; along a solution of 30 turns 45 % of the choices \
             are known to be safe, one turn has only one safe choice, and there are more than 12 solutions."
        );
    }
}
