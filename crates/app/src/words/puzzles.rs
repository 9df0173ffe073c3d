//! Words of the pages of puzzles in which one side wins by force.

use halfboard_engine::value::{Proof, Value};

use super::board::color;
use super::steps;
use crate::puzzles::{Mark, Refutation, Solving, Stage, Why};

halfboard_text::phrases! {
    title: "Puzzles" | "Aufgaben",
    lead: "Find the win that nothing can stop. Every puzzle has exactly one first move that does it: that is proven by the solver." |
        "Finde den Gewinn, den nichts aufhält. In jeder Aufgabe gibt es genau einen ersten Zug dafür: Das hat der Löser bewiesen.",
    puzzle_of(game, number): "{game}, puzzle {number}" | "{game}, Aufgabe {number}",
    wins_in(who, turns): "{who} to move wins in {turns}." | "{who} am Zug gewinnt in {turns} Zügen.",
    wins_now(who): "{who} to move wins at once." | "{who} am Zug gewinnt sofort.",
    task_more: "Whatever the other side does. Only your own turns count." |
        "Was auch immer die andere Seite tut. Nur deine eigenen Züge zählen.",
    go_on_in(turns): "Right! Go on: {turns} turns left." | "Richtig! Weiter: noch {turns} Züge.",
    finish_now: "Right! Now win with this turn." | "Richtig! Gewinne jetzt mit diesem Zug.",
    right_wait: "Right! Now the other side …" | "Richtig! Jetzt die andere Seite …",
    checking: "The solver checks whether this still wins in time …" |
        "Der Löser prüft, ob das noch rechtzeitig gewinnt …",
    wrong: "Not this one." | "Dieser nicht.",
    not_in_time(turns): "This does not win by force in {turns}." | "Das gewinnt nicht zwingend in {turns} Zügen.",
    not_now: "This does not win at once." | "Das gewinnt nicht sofort.",
    ends_otherwise: "This ends the game, but not with your win." | "Das beendet die Partie, aber nicht mit deinem Sieg.",
    not_checked: "The engine has stopped, so this move could not be checked. Take it back and try again." |
        "Die Engine ist stehen geblieben, deshalb ließ sich dieser Zug nicht prüfen. Nimm ihn zurück und versuche es noch einmal.",
    unsure: "Not decided." | "Nicht entschieden.",
    undecided: "The solver could not find out whether this still wins in time. It does not count against you: take it back and try another move." |
        "Der Löser konnte nicht herausfinden, ob das noch rechtzeitig gewinnt. Es zählt nicht als Fehler: Nimm den Zug zurück und versuche einen anderen.",
    answer_is(who, words): "{who} answers: {words}." | "{who} antwortet: {words}.",
    answer_wins(who, words): "{who} answers: {words}. Then {who} wins by force." |
        "{who} antwortet: {words}. Dann gewinnt {who} zwingend.",
    answer_delays(who, words): "{who} answers: {words}. You still win, but later than you could." |
        "{who} antwortet: {words}. Du gewinnst noch, aber später als möglich.",
    solved: "Solved!" | "Gelöst!",
    solved_at_once: "Solved at the first try!" | "Im ersten Anlauf gelöst!",
    showing: "This is how it goes …" | "So geht es …",
    shown: "That was the solution." | "Das war die Lösung.",
    hint: "Hint" | "Tipp",
    more_hint: "Tell me more" | "Mehr verraten",
    take_back: "Take back" | "Zurücknehmen",
    again: "Try again" | "Noch einmal",
    solution: "Show the solution" | "Lösung zeigen",
    next: "Next puzzle" | "Nächste Aufgabe",
    analyse: "Analyse" | "Analysieren",
    all_puzzles: "All puzzles" | "Alle Aufgaben",
    all_of(count): "All {count} puzzles" | "Alle {count} Aufgaben",
    win_in(turns): "Win in {turns}" | "Gewinn in {turns} Zügen",
    solved_of(solved, count): "{solved} of {count} solved" | "{solved} von {count} gelöst",
    at_once(count): "{count} at the first try" | "{count} im ersten Anlauf",
    go_to(number): "Puzzle {number}" | "Aufgabe {number}",
    from_the_start: "All are solved. Begin again" | "Alle sind gelöst. Von vorn",
    streak: "in a row" | "in Folge",
    best_streak: "longest row" | "längste Folge",
    streak_more: "solved at the first try, without help" | "im ersten Anlauf gelöst, ohne Hilfe",
    you: "You" | "Du",
    other_side: "The other side" | "Die andere Seite",
    about: "How these puzzles were made" | "Wie diese Aufgaben entstanden sind",
    about_more: "They are positions from games of the engine against itself. The solver has proven each one: the win comes in time against every defence, no other first move does it, and none is faster. The test command of this program proves all of them again. They were made by:" |
        "Es sind Stellungen aus Partien der Engine gegen sich selbst. Der Löser hat jede bewiesen: Der Gewinn kommt rechtzeitig gegen jede Verteidigung, kein anderer erster Zug schafft das, und schneller geht es nicht. Das Testkommando dieses Programms beweist sie alle von neuem. So wurden sie gemacht:",
    found_by(level): "proven by the solver; the engine finds it from level {level} on" |
        "vom Löser bewiesen; die Engine findet es ab Stufe {level}",
    found_by_none: "proven by the solver; no level of the engine finds it at once" |
        "vom Löser bewiesen; keine Stufe der Engine findet es auf Anhieb",
    number_is(number, state): "Puzzle {number}: {state}" | "Aufgabe {number}: {state}",
    untried: "not tried" | "nicht versucht",
    tried: "tried, not solved" | "versucht, nicht gelöst",
    helped: "solved with help or after a mistake" | "mit Hilfe oder nach einem Fehler gelöst",
    solved_state: "solved at the first try" | "im ersten Anlauf gelöst",
    legend: "What the marks mean" | "Was die Zeichen bedeuten",
    loading: "Fetching the puzzles …" | "Die Aufgaben werden geholt …",
    not_there: "The puzzles could not be fetched. Are you offline? Once they were loaded they stay." |
        "Die Aufgaben ließen sich nicht holen. Bist du offline? Einmal geladen, bleiben sie da.",
    broken: "The puzzles of this game cannot be read." | "Die Aufgaben dieses Spiels sind nicht lesbar.",
    retry: "Try once more" | "Noch einmal versuchen",
    no_such_puzzle(game, number, count): "There is no puzzle {number} of {game}: they are numbered from 1 to {count}." |
        "Eine Aufgabe {number} gibt es zu {game} nicht: Sie sind von 1 bis {count} nummeriert.",
    solitaire: "Solitaire" | "Solitär",
    solitaire_more: "Sight Reduction for one: bring it down to the last two. Every numbered puzzle can be solved." |
        "Sight Reduction für eine Person: Räum das Brett bis auf die letzten zwei. Jede nummerierte Aufgabe ist lösbar.",
    todays: "Today's solitaire" | "Das Solitär von heute",
    any_solitaire: "Choose a solitaire" | "Ein Solitär wählen",
}

/// What the puzzle asks for.
pub fn task(solving: &Solving) -> String {
    let who = color(solving.color());
    match solving.puzzle().moves {
        1 => wins_now(who),
        turns => wins_in(who, turns),
    }
}

/// How hard it is, as far as that is known.
pub fn difficulty(solving: &Solving) -> String {
    solving.puzzle().level.map_or_else(|| found_by_none().to_owned(), |level| found_by(level.number()))
}

/// What there is to say now, in a word and in full.
pub fn said(solving: &Solving, at_once: bool) -> Option<(&'static str, String)> {
    let began = !solving.session().history().is_empty();
    Some(match solving.stage() {
        Stage::Open if !began => return None,
        Stage::Open => match solving.turns_left() {
            1 => ("", finish_now().to_owned()),
            turns => ("", go_on_in(turns)),
        },
        Stage::Checking => ("", checking().to_owned()),
        Stage::Answering => ("", right_wait().to_owned()),
        Stage::Wrong(why) => (if why.is_mistake() { wrong() } else { unsure() }, wrong_because(solving, *why)),
        Stage::Solved => {
            let how = solving.session().ending().map(super::result::ended).unwrap_or_default();
            (if at_once { solved_at_once() } else { solved() }, how)
        }
        Stage::Showing => ("", showing().to_owned()),
        Stage::Shown => (shown(), solving.session().ending().map(super::result::ended).unwrap_or_default()),
    })
}

fn wrong_because(solving: &Solving, why: Why) -> String {
    match why {
        Why::Ends => ends_otherwise().to_owned(),
        Why::NotChecked => not_checked().to_owned(),
        Why::Undecided => undecided().to_owned(),
        Why::NotInTime => {
            let because = match solving.turns_left() {
                ..=1 => not_now().to_owned(),
                turns => not_in_time(turns),
            };
            match solving.refutation() {
                Some(refutation) => format!("{because} {}", answer(solving, refutation)),
                None => because,
            }
        }
    }
}

fn answer(solving: &Solving, refutation: &Refutation) -> String {
    let who = color(solving.color().other());
    let words = steps::turn(&refutation.steps, solving.session().info().board);
    match refutation.value {
        Value::Proven(Proof::Win(_)) => answer_wins(who, words),
        Value::Proven(Proof::Loss(_)) => answer_delays(who, words),
        _ => answer_is(who, words),
    }
}

/// What became of a puzzle, in words.
pub fn state(mark: Mark) -> &'static str {
    match mark {
        Mark::Untried => untried(),
        Mark::Tried => tried(),
        Mark::Helped => helped(),
        Mark::Solved => solved_state(),
    }
}

/// The hint as far as it is told.
pub fn hint_words(solving: &Solving) -> Option<String> {
    let (way, whole) = solving.hint()?;
    let board = solving.session().info().board;
    let first = *way.first()?;
    Some(match (whole, first.square()) {
        (false, Some(square)) => super::game::hint_from(board.name(square)),
        (false, None) => super::game::hint_by(steps::step(first, board)),
        (true, _) => super::game::hint_by(steps::turn(&way, board)),
    })
}
