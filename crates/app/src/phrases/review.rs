//! Phrases of the game review.

use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Team;

use super::{players, worth};
use crate::review::{Mistake, MistakeKind, Review, Summary};

halfboard_text::phrases! {
    title: "Review" | "Auswertung",
    begin: "Review game" | "Partie auswerten",
    again: "Review again" | "Neu auswerten",
    stop: "Stop" | "Pause",
    resume: "Continue" | "Weiter",
    lead: "The engine evaluates every position of the main line and shows each side's mistakes." |
        "Die Engine bewertet jede Stellung der Hauptvariante und zeigt die Fehler beider Seiten.",
    nothing: "No moves to review yet." | "Noch keine Züge zum Auswerten.",
    progress(done, all): "{done} of {all} positions" | "{done} von {all} Stellungen",
    finished: "Review complete" | "Auswertung fertig",
    stale: "The main line has changed since this review." | "Die Hauptvariante hat sich seit dieser Auswertung geändert.",
    failed: "The engine stopped. “Continue” restarts it." |
        "Die Engine wurde beendet. „Weiter“ startet sie neu.",

    graph_of(side): "{side}'s winning chances" | "Gewinnchancen von {side}",
    graph_solitaire: "Distance to the solution" | "Abstand zur Lösung",
    proven: "proven" | "bewiesen",
    estimated: "estimated" | "geschätzt",
    solved: "solved" | "gelöst",
    at_start(worth): "At the start: {worth}" | "Am Anfang: {worth}",
    at_turn(number, mv, worth): "After move {number}, {mv}: {worth}" | "Nach Zug {number}, {mv}: {worth}",
    unknown: "not evaluated yet" | "noch nicht bewertet",
    side_wins(side): "{side} wins (proven)" | "{side} gewinnt (bewiesen)",
    is_draw: "draw (proven)" | "Remis (bewiesen)",
    side_chance(side, share): "{side} {share} % (estimated)" |
        "{side} {share} % (geschätzt)",
    can_solve: "solvable (proven)" | "lösbar (bewiesen)",
    will_leave(left): "at best {left} left (proven)" | "bestenfalls {left} übrig (bewiesen)",
    seems_leave(left): "about {left} left (estimated)" | "etwa {left} übrig (geschätzt)",

    turning_point(number, mv): "Turning point: move {number}, {mv}." | "Wendepunkt: Zug {number}, {mv}.",
    no_turning_point: "No single move decided the game." | "Kein einzelner Zug hat die Partie entschieden.",
    clean(side): "{side}: no mistakes found." | "{side}: keine Fehler gefunden.",
    counted(side, what, turns): "{side}: {what} in {turns} moves" | "{side}: {what} in {turns} Zügen",
    proven_one: "1 proven mistake" | "1 bewiesener Fehler",
    proven_many(count): "{count} proven mistakes" | "{count} bewiesene Fehler",
    blunder_one: "1 blunder" | "1 grober Fehler",
    blunders(count): "{count} blunders" | "{count} grobe Fehler",
    mistake_one: "1 mistake" | "1 Fehler",
    mistakes(count): "{count} mistakes" | "{count} Fehler",

    threw_win: "Threw away a win" | "Gewinn vergeben",
    threw_draw: "Threw away a draw" | "Remis vergeben",
    into_loss: "Walked into a loss" | "In die Niederlage gelaufen",
    blunder: "Blunder" | "Grober Fehler",
    mistake: "Mistake" | "Fehler",
    lost_solution: "Lost the solution" | "Lösung verspielt",
    leaves_more: "Leaves more" | "Lässt mehr übrig",
    more_win_draw: "From a win to a draw (proven)." |
        "Vom Gewinn zum Remis (bewiesen).",
    more_win_loss: "From a win to a loss (proven)." |
        "Vom Gewinn zur Niederlage (bewiesen).",
    more_draw: "From a draw to a loss (proven)." |
        "Vom Remis zur Niederlage (bewiesen).",
    more_loss: "This loses (proven)." | "Das verliert (bewiesen).",
    more_cost(from, to): "From about {from} % to {to} % (estimated)." |
        "Von etwa {from} % auf {to} % (geschätzt).",
    more_missed(to): "Missed a proven win; now about {to} % (estimated)." |
        "Bewiesener Gewinn verpasst; danach etwa {to} % (geschätzt).",
    more_solution(left): "Was solvable; now at best {left} left (proven)." |
        "War lösbar; jetzt bestenfalls {left} übrig (bewiesen).",
    more_left(from, to): "At best {to} left instead of {from} (proven)." |
        "Bestenfalls {to} übrig statt {from} (bewiesen).",
    more_left_seems(to): "Now about {to} left (estimated)." |
        "Danach etwa {to} übrig (geschätzt).",
    better(line): "Better: {line}" | "Besser: {line}",
    no_better: "No better move known." | "Kein besserer Zug bekannt.",
    turn_of(number, mv): "Move {number}, {mv}" | "Zug {number}, {mv}",
    show(number, mv): "Show the position before move {number}, {mv}" | "Die Stellung vor Zug {number}, {mv}, zeigen",
    play_better: "Play the better line" | "Bessere Variante spielen",
    play_better_of(number): "Play the better line: move {number}" | "Bessere Variante spielen: Zug {number}",

    learn: "Learn from your mistakes" | "Lerne aus deinen Fehlern",
    learn_as(side): "{side}'s mistakes" | "Fehler von {side}",
    learn_solitaire: "Begin" | "Anfangen",
    lesson(number, count): "Mistake {number} of {count}" | "Fehler {number} von {count}",
    task(side, mv): "{side} played {mv} here. Find a better move." |
        "{side} hat hier {mv} gespielt. Finde einen besseren Zug.",
    task_solitaire(mv): "{mv} was played here. Find a better move." |
        "Hier wurde {mv} gespielt. Finde einen besseren Zug.",
    checking(mv): "Checking {mv} …" | "{mv} wird geprüft …",
    right_best(mv): "Correct! {mv} is the engine's best move." | "Richtig! {mv} ist der beste Zug der Engine.",
    right(mv): "Correct! {mv} is just as good." | "Richtig! {mv} ist genauso gut.",
    wrong(mv): "{mv} is not as good. Try another move." | "{mv} ist nicht so gut. Versuche einen anderen Zug.",
    same_move(mv): "{mv} was the move played. Try another move." | "{mv} wurde schon gespielt. Versuche einen anderen Zug.",
    not_checked(mv): "Couldn't check {mv}: the engine stopped." |
        "{mv} konnte nicht geprüft werden: Die Engine wurde beendet.",
    answer(line): "Better: {line}." | "Besser: {line}.",
    try_again: "Try again" | "Nochmal",
    show_answer: "Show answer" | "Antwort zeigen",
    next: "Next mistake" | "Nächster Fehler",
    finish: "Finish" | "Fertig",
    exit: "Exit" | "Verlassen",
    done: "That was the last mistake. Well done!" | "Das war der letzte Fehler. Gut gemacht!",
    found_of(found, count): "You found a better move {found} of {count} times." |
        "Du hast {found} von {count} Mal einen besseren Zug gefunden.",
    back: "Back to the exercise" | "Zurück zur Aufgabe",
    other_position: "You are viewing another position." | "Du siehst eine andere Stellung.",
}

/// Returns the name of a team: its seat, or its partners.
pub fn side(seats: &[&'static str], team: Team) -> String {
    let first = usize::from(team == Team::Two);
    let names: Vec<&str> = seats.iter().skip(first).step_by(2).map(|name| players::seat(name)).collect();
    match names.as_slice() {
        [one, other] => players::partners(one, other),
        names => names.concat(),
    }
}

/// Describes the value of a position in the review.
pub fn worth_of(review: &Review, ply: usize, seats: &[&'static str]) -> String {
    let Some(found) = review.found(ply) else { return unknown().to_owned() };
    let team = review.team(ply);
    let alone = review.is_solitaire();
    match found.value {
        Value::Proven(Proof::Win(_)) if alone => can_solve().to_owned(),
        Value::Proven(Proof::Left(left)) => will_leave(left),
        Value::EstimatedLeft(left) => seems_leave(left),
        Value::Proven(Proof::Win(_)) => side_wins(side(seats, team)),
        Value::Proven(Proof::Loss(_)) => side_wins(side(seats, team.other())),
        Value::Proven(Proof::Draw) => is_draw().to_owned(),
        Value::Estimated(value) => {
            // Always the first team's, as on the graph.
            let value = if team == Team::One { value } else { -value };
            side_chance(side(seats, Team::One), format_args!("{:.0}", worth::share(value)))
        }
    }
}

/// Describes a position of the review in a sentence.
pub fn point(review: &Review, ply: usize, seats: &[&'static str]) -> String {
    let worth = worth_of(review, ply, seats);
    match ply.checked_sub(1).and_then(|before| review.moves().get(before)) {
        Some(mv) => at_turn(review.move_number(ply - 1), mv, worth),
        None => at_start(worth),
    }
}

/// Returns the label of a kind of mistake.
pub fn kind(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::ThrewWin => threw_win(),
        MistakeKind::ThrewDraw => threw_draw(),
        MistakeKind::IntoLoss => into_loss(),
        MistakeKind::Blunder => blunder(),
        MistakeKind::Mistake => mistake(),
        MistakeKind::LostSolution => lost_solution(),
        MistakeKind::LeavesMore => leaves_more(),
    }
}

/// Describes a mistake in a sentence that distinguishes proofs from estimates.
pub fn sentence(mistake: &Mistake) -> String {
    let share = |value: Value| format!("{:.0}", crate::review::height(value));
    match (mistake.kind, mistake.before, mistake.after) {
        (MistakeKind::ThrewWin, _, Value::Proven(Proof::Draw)) => more_win_draw().to_owned(),
        (MistakeKind::ThrewWin, ..) => more_win_loss().to_owned(),
        (MistakeKind::ThrewDraw, ..) => more_draw().to_owned(),
        (MistakeKind::IntoLoss, ..) => more_loss().to_owned(),
        (MistakeKind::LostSolution, _, Value::Proven(Proof::Left(left))) => more_solution(left),
        (MistakeKind::LeavesMore, Value::Proven(Proof::Left(from)), Value::Proven(Proof::Left(to))) => {
            more_left(from, to)
        }
        (_, _, Value::Proven(Proof::Left(to)) | Value::EstimatedLeft(to)) => more_left_seems(to),
        (_, Value::Proven(Proof::Win(_)), after) => more_missed(share(after)),
        (_, before, after) => more_cost(share(before), share(after)),
    }
}

/// Summarizes the moves of a side.
pub fn summary(side: &str, summary: Summary) -> String {
    let parts = [
        (summary.proven, proven_one(), proven_many(summary.proven)),
        (summary.blunders, blunder_one(), blunders(summary.blunders)),
        (summary.mistakes, mistake_one(), mistakes(summary.mistakes)),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| if count == 1 { one.to_owned() } else { many })
        .collect();
    match said.is_empty() {
        true => clean(side),
        false => counted(side, said.join(", "), summary.turns),
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::phrases::{Language, speak};
    use crate::review::PositionValue;

    #[test]
    fn sentences_say_what_is_proven_and_what_is_estimated() {
        let win = Value::Proven(Proof::Win(3));
        let loss = Value::Proven(Proof::Loss(3));
        let cases = [
            (MistakeKind::ThrewWin, win, loss, true),
            (MistakeKind::ThrewWin, win, Value::Proven(Proof::Draw), true),
            (MistakeKind::IntoLoss, Value::Estimated(0), loss, true),
            (MistakeKind::Blunder, Value::Estimated(0), Value::Estimated(-300), false),
            (MistakeKind::Blunder, win, Value::Estimated(0), false),
            (MistakeKind::LostSolution, win, Value::Proven(Proof::Left(4)), true),
            (MistakeKind::LeavesMore, Value::EstimatedLeft(3), Value::Proven(Proof::Left(4)), false),
        ];
        for (kind, before, after, proven) in cases {
            let mistake = Mistake {
                ply: 0,
                team: Team::One,
                mv: String::new(),
                better: Vec::new(),
                kind,
                proven,
                lost: 0.0,
                before,
                after,
            };
            speak(Language::English);
            let english = sentence(&mistake);
            assert_eq!(english.contains("estimated"), !proven, "{english}");
            assert!(english.contains("proven") || !proven, "{english}");
            speak(Language::German);
            let german = sentence(&mistake);
            assert_eq!(german.contains("geschätzt"), !proven, "{german}");
            assert!(!super::kind(kind).is_empty());
        }
    }

    #[test]
    fn positions_and_sides_are_told() {
        speak(Language::English);
        let mut session = registry::rules("j").expect("valid").start(0);
        session.play("A5").expect("legal");
        let mut review = Review::new(&*session);
        assert_eq!(point(&review, 0, session.seats()), "At the start: not evaluated yet");
        review.tell(1, PositionValue { value: Value::Estimated(100), line: Vec::new() });
        let told = point(&review, 1, session.seats());
        assert_eq!(told, "After move 1, A5: White 27 % (estimated)");
        let numbers = Summary { turns: 20, proven: 0, blunders: 1, mistakes: 2 };
        assert_eq!(summary("White", numbers), "White: 1 blunder, 2 mistakes in 20 moves");
        assert_eq!(summary("White", Summary { turns: 3, ..Summary::default() }), "White: no mistakes found.");
        let four = registry::rules("lines-of-action:players=four").expect("valid");
        assert_eq!(side(four.seats(), Team::Two), "North and South");
    }
}
