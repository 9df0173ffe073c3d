//! Words of the review of a game: how the chances went, what the mistakes were, and learning from them.

use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Team;

use super::{players, worth};
use crate::review::{Kind, Mistake, Review, Summary};

halfboard_text::phrases! {
    title: "Review" | "Auswertung",
    begin: "Review the game" | "Partie auswerten",
    again: "Review again" | "Neu auswerten",
    stop: "Stop" | "Anhalten",
    go_on: "Go on" | "Weiter",
    lead: "The engine goes through the main line, judges every position and shows the mistakes of each side." |
        "Die Engine geht die Hauptvariante durch, beurteilt jede Stellung und zeigt die Fehler beider Seiten.",
    nothing: "There is no move to review yet." | "Es gibt noch keinen Zug zum Auswerten.",
    progress(done, all): "{done} of {all} positions" | "{done} von {all} Stellungen",
    finished: "The review is done." | "Die Auswertung ist fertig.",
    stale: "The main line has changed since this review." | "Die Hauptvariante hat sich seit dieser Auswertung geändert.",
    failed: "The engine has stopped. “Go on” starts it again." |
        "Die Engine ist stehen geblieben. „Weiter“ startet sie neu.",

    graph_of(side): "Chances of {side} over the game" | "Chancen von {side} im Lauf der Partie",
    graph_alone: "How near to the solution, turn by turn" | "Wie nah an der Lösung, Zug um Zug",
    proven: "proven" | "bewiesen",
    estimated: "estimated" | "geschätzt",
    solved: "solved" | "gelöst",
    at_start(worth): "At the start: {worth}" | "Am Anfang: {worth}",
    at_turn(number, mv, worth): "After turn {number}, {mv}: {worth}" | "Nach Zug {number}, {mv}: {worth}",
    unknown: "not judged yet" | "noch nicht beurteilt",
    side_wins(side): "{side} wins, which is proven" | "{side} gewinnt, das ist bewiesen",
    is_draw: "a draw, which is proven" | "Remis, das ist bewiesen",
    side_chance(side, share): "{side} wins about {share} of 100 games, an estimate" |
        "{side} gewinnt etwa {share} von 100 Partien, eine Schätzung",
    can_solve: "it can be solved, which is proven" | "es ist lösbar, das ist bewiesen",
    will_leave(left): "at best {left} left, which is proven" | "im besten Fall {left} übrig, das ist bewiesen",
    seems_leave(left): "about {left} left, an estimate" | "etwa {left} übrig, eine Schätzung",

    turned(number, mv): "The game turned on turn {number}: {mv}." | "Die Partie kippte mit Zug {number}: {mv}.",
    never_turned: "No single turn changed the game for good." | "Kein einzelner Zug hat die Partie entschieden.",
    clean(side): "{side}: no mistake was found." | "{side}: kein Fehler gefunden.",
    counted(side, what, turns): "{side}: {what} in {turns} turns" | "{side}: {what} in {turns} Zügen",
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
    more_win_draw: "A win was there, and now it is a draw: both are proven." |
        "Die Stellung war gewonnen; jetzt ist sie remis: Beides ist bewiesen.",
    more_win_loss: "A win was there, and now the game is lost: both are proven." |
        "Die Stellung war gewonnen; jetzt ist sie verloren: Beides ist bewiesen.",
    more_draw: "A draw was there, and now the game is lost: both are proven." |
        "Die Stellung war remis; jetzt ist sie verloren: Beides ist bewiesen.",
    more_loss: "After this the game is lost: that is proven." | "Danach ist die Partie verloren: Das ist bewiesen.",
    more_cost(from, to): "From about {from} won games of 100 down to {to}: that is an estimate." |
        "Von etwa {from} gewonnenen Partien von 100 auf {to}: Das ist eine Schätzung.",
    more_missed(to): "A win was proven here; after this it is about {to} won games of 100, an estimate." |
        "Hier war ein Gewinn bewiesen; danach sind es etwa {to} gewonnene Partien von 100, eine Schätzung.",
    more_solution(left): "It could be solved; now at best {left} will be left: both are proven." |
        "Es war lösbar; jetzt bleiben im besten Fall {left} übrig: Beides ist bewiesen.",
    more_left(from, to): "From {from} left at best to {to}: that is proven." |
        "Im besten Fall bleiben jetzt {to} statt {from}: Das ist bewiesen.",
    more_left_seems(to): "After this about {to} seem to be left: that is an estimate." |
        "Danach bleiben wohl etwa {to} übrig: Das ist eine Schätzung.",
    better(line): "Better: {line}" | "Besser: {line}",
    no_better: "Nothing better is known." | "Etwas Besseres ist nicht bekannt.",
    turn_of(number, mv): "Turn {number}, {mv}" | "Zug {number}, {mv}",
    show(number, mv): "Show the position before turn {number}, {mv}" | "Die Stellung vor Zug {number}, {mv}, zeigen",
    play_better: "Play the better line" | "Bessere Variante spielen",
    play_better_of(number): "Play the better line: turn {number}" | "Bessere Variante spielen: Zug {number}",

    learn: "Learn from your mistakes" | "Lerne aus deinen Fehlern",
    learn_as(side): "{side}'s mistakes" | "Fehler von {side}",
    learn_alone: "Begin" | "Anfangen",
    lesson(number, count): "Mistake {number} of {count}" | "Fehler {number} von {count}",
    task(side, mv): "{side} played {mv} here. Find something better and play it on the board." |
        "{side} hat hier {mv} gespielt. Finde etwas Besseres und zieh es auf dem Brett.",
    task_alone(mv): "Here {mv} was played. Find something better and play it on the board." |
        "Hier wurde {mv} gespielt. Finde etwas Besseres und zieh es auf dem Brett.",
    judging(mv): "Judging {mv} …" | "Ich beurteile {mv} …",
    right_best(mv): "Right! {mv} is the best that the engine knows." | "Richtig! {mv} ist das Beste, was die Engine kennt.",
    right(mv): "Right! {mv} is as good as the best." | "Richtig! {mv} ist so gut wie das Beste.",
    wrong(mv): "{mv} is not as good. Try something else." | "{mv} ist nicht so gut. Versuche etwas anderes.",
    same(mv): "{mv} is what was played. Try something else." | "{mv} wurde ja gespielt. Versuche etwas anderes.",
    unjudged(mv): "{mv} could not be judged: the engine has stopped." |
        "{mv} ließ sich nicht beurteilen: Die Engine ist stehen geblieben.",
    answer(line): "Better was {line}." | "Besser war {line}.",
    try_again: "Try again" | "Noch einmal",
    show_answer: "Show the answer" | "Antwort zeigen",
    next: "Next mistake" | "Nächster Fehler",
    finish: "Finish" | "Fertig",
    end: "Leave" | "Verlassen",
    done: "That was the last one. Well done." | "Das war der letzte. Gut gemacht.",
    found_of(found, count): "You found something better {found} of {count} times." |
        "Du hast {found} von {count} Mal etwas Besseres gefunden.",
    back: "Back to the exercise" | "Zurück zur Aufgabe",
    elsewhere: "You are looking at another position." | "Du siehst eine andere Stellung.",
}

/// What a team is called: its seat, or its partners.
pub fn side(seats: &[&'static str], team: Team) -> String {
    let first = usize::from(team == Team::Two);
    let names: Vec<&str> = seats.iter().skip(first).step_by(2).map(|name| players::seat(name)).collect();
    match names.as_slice() {
        [one, other] => players::partners(one, other),
        names => names.concat(),
    }
}

/// What a position of the review is worth, in a few words.
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

/// A position of the review in a sentence.
pub fn point(review: &Review, ply: usize, seats: &[&'static str]) -> String {
    let worth = worth_of(review, ply, seats);
    match ply.checked_sub(1).and_then(|before| review.moves().get(before)) {
        Some(mv) => at_turn(ply, mv, worth),
        None => at_start(worth),
    }
}

/// What kind of mistake it was.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::ThrewWin => threw_win(),
        Kind::ThrewDraw => threw_draw(),
        Kind::IntoLoss => into_loss(),
        Kind::Blunder => blunder(),
        Kind::Mistake => mistake(),
        Kind::LostSolution => lost_solution(),
        Kind::LeavesMore => leaves_more(),
    }
}

/// What a mistake did, in a sentence that says what of it is proven.
pub fn sentence(mistake: &Mistake) -> String {
    let share = |value: Value| format!("{:.0}", crate::review::height(value));
    match (mistake.kind, mistake.before, mistake.after) {
        (Kind::ThrewWin, _, Value::Proven(Proof::Draw)) => more_win_draw().to_owned(),
        (Kind::ThrewWin, ..) => more_win_loss().to_owned(),
        (Kind::ThrewDraw, ..) => more_draw().to_owned(),
        (Kind::IntoLoss, ..) => more_loss().to_owned(),
        (Kind::LostSolution, _, Value::Proven(Proof::Left(left))) => more_solution(left),
        (Kind::LeavesMore, Value::Proven(Proof::Left(from)), Value::Proven(Proof::Left(to))) => more_left(from, to),
        (_, _, Value::Proven(Proof::Left(to)) | Value::EstimatedLeft(to)) => more_left_seems(to),
        (_, Value::Proven(Proof::Win(_)), after) => more_missed(share(after)),
        (_, before, after) => more_cost(share(before), share(after)),
    }
}

/// A side's turns in a sentence.
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
    use crate::review::Found;
    use crate::words::{Language, speak};

    #[test]
    fn sentences_say_what_is_proven_and_what_is_estimated() {
        let win = Value::Proven(Proof::Win(3));
        let loss = Value::Proven(Proof::Loss(3));
        let cases = [
            (Kind::ThrewWin, win, loss, true),
            (Kind::ThrewWin, win, Value::Proven(Proof::Draw), true),
            (Kind::IntoLoss, Value::Estimated(0), loss, true),
            (Kind::Blunder, Value::Estimated(0), Value::Estimated(-300), false),
            (Kind::Blunder, win, Value::Estimated(0), false),
            (Kind::LostSolution, win, Value::Proven(Proof::Left(4)), true),
            (Kind::LeavesMore, Value::EstimatedLeft(3), Value::Proven(Proof::Left(4)), false),
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
            assert_eq!(english.contains("estimate"), !proven, "{english}");
            assert!(english.contains("proven") || !proven, "{english}");
            speak(Language::German);
            let german = sentence(&mistake);
            assert_eq!(german.contains("Schätzung"), !proven, "{german}");
            assert!(!super::kind(kind).is_empty());
        }
    }

    #[test]
    fn positions_and_sides_are_told() {
        speak(Language::English);
        let mut session = registry::rules("j").expect("valid").start(0);
        session.play("A5").expect("legal");
        let mut review = Review::new(&*session);
        assert_eq!(point(&review, 0, session.seats()), "At the start: not judged yet");
        review.tell(1, Found { value: Value::Estimated(100), line: Vec::new() });
        let told = point(&review, 1, session.seats());
        assert_eq!(told, "After turn 1, A5: White wins about 27 of 100 games, an estimate");
        let numbers = Summary { turns: 20, proven: 0, blunders: 1, mistakes: 2 };
        assert_eq!(summary("White", numbers), "White: 1 blunder, 2 mistakes in 20 turns");
        assert_eq!(summary("White", Summary { turns: 3, ..Summary::default() }), "White: no mistake was found.");
        let four = registry::rules("lines-of-action:players=four").expect("valid");
        assert_eq!(side(four.seats(), Team::Two), "North and South");
    }
}
