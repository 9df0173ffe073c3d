//! Phrases of the puzzle pages.

use halfboard_engine::levels::Level;
use halfboard_engine::value::{Proof, Value};

use super::board::color;
use super::steps;
use crate::puzzles::{PuzzleMark, PuzzleStage, Refutation, Solving, WrongMoveReason};

halfboard_text::phrases! {
    title: "Puzzles" | "Aufgaben",
    lead: "Find the forced win. Every puzzle has exactly one winning first move, proven by the solver." |
        "Finde den erzwungenen Gewinn. Jede Aufgabe hat genau einen gewinnenden ersten Zug, vom Solver bewiesen.",
    puzzle_of(game, number): "{game}, puzzle {number}" | "{game}, Aufgabe {number}",
    wins_in(who, turns): "{who} to move and win in {turns}." | "{who} am Zug, Gewinn in {turns} Zügen.",
    wins_now(who): "{who} to move and win." | "{who} am Zug gewinnt sofort.",
    task_more: "Against any defence. Only your own moves count." |
        "Gegen jede Verteidigung. Nur deine eigenen Züge zählen.",
    moves_to_go(turns): "Correct! {turns} moves to go." | "Richtig! Noch {turns} Züge.",
    finish_now: "Correct! Now win with this move." | "Richtig! Gewinne jetzt mit diesem Zug.",
    opponent_replies: "Correct! Your opponent replies …" | "Richtig! Der Gegner antwortet …",
    checking: "Checking whether this still wins in time …" |
        "Wird geprüft …",
    wrong: "Not this move." | "Nicht dieser Zug.",
    not_in_time(turns): "This doesn't force a win in {turns}." | "Das erzwingt keinen Gewinn in {turns} Zügen.",
    not_now: "This doesn't win immediately." | "Das gewinnt nicht sofort.",
    ends_otherwise: "This ends the game, but you don't win." | "Das beendet die Partie, aber du gewinnst nicht.",
    not_checked: "Couldn't check this move: the engine stopped. Undo it and try again." |
        "Dieser Zug konnte nicht geprüft werden: Die Engine wurde beendet. Nimm ihn zurück und versuche es noch einmal.",
    unsure: "Undecided." | "Nicht entschieden.",
    undecided: "The solver couldn't tell whether this still wins in time. It doesn't count as a mistake: undo it and try another move." |
        "Der Solver konnte nicht klären, ob das noch rechtzeitig gewinnt. Es zählt nicht als Fehler: Nimm den Zug zurück und versuche einen anderen.",
    answer_is(who, words): "{who} replies: {words}." | "{who} antwortet: {words}.",
    answer_wins(who, words): "{who} replies: {words}. Then {who} wins by force." |
        "{who} antwortet: {words}. Dann gewinnt {who} zwingend.",
    answer_delays(who, words): "{who} replies: {words}. You still win, but too late." |
        "{who} antwortet: {words}. Du gewinnst noch, aber zu spät.",
    solved: "Solved!" | "Gelöst!",
    solved_at_once: "Solved on the first try!" | "Im ersten Versuch gelöst!",
    showing: "Showing the solution …" | "Lösung wird gezeigt …",
    shown: "That was the solution." | "Das war die Lösung.",
    hint: "Hint" | "Tipp",
    more_hint: "More help" | "Mehr Hilfe",
    take_back: "Undo" | "Zug zurück",
    again: "Try again" | "Nochmal",
    solution: "Solution" | "Lösung",
    next: "Next puzzle" | "Nächste Aufgabe",
    analyse: "Analyse" | "Analysieren",
    all_puzzles: "All puzzles" | "Alle Aufgaben",
    all_of(count): "All {count} puzzles" | "Alle {count} Aufgaben",
    win_in(turns): "Win in {turns}" | "Gewinn in {turns} Zügen",
    solved_of(solved, count): "{solved} of {count} solved" | "{solved} von {count} gelöst",
    first_try(count): "{count} on the first try" | "{count} im ersten Versuch",
    go_to(number): "Puzzle {number}" | "Aufgabe {number}",
    from_the_start: "All solved. Start again" | "Alle gelöst. Von vorn",
    streak: "streak" | "Serie",
    best_streak: "best streak" | "längste Serie",
    streak_more: "solved on the first try, without help" | "im ersten Versuch gelöst, ohne Hilfe",
    you: "You" | "Du",
    other_side: "Opponent" | "Gegner",
    about: "How these puzzles were made" | "Wie diese Aufgaben entstanden sind",
    about_more: "Positions from engine self-play. The solver has proven each one: the win works in time against every defence, no other first move does it, and none is faster. The program's tests prove them all again. Command used:" |
        "Es sind Stellungen aus Partien der Engine gegen sich selbst. Der Solver hat jede bewiesen: Der Gewinn kommt rechtzeitig gegen jede Verteidigung, kein anderer erster Zug schafft das, und schneller geht es nicht. Das Testkommando dieses Programms beweist sie alle von neuem. So wurden sie gemacht:",
    found_by(level): "proven by the solver; the engine finds it from level {level} on" |
        "vom Solver bewiesen; die Engine findet es ab Stufe {level}",
    found_by_none: "proven by the solver; no level of the engine finds it at once" |
        "vom Solver bewiesen; keine Stufe der Engine findet es auf Anhieb",
    number_is(number, state): "Puzzle {number}: {state}" | "Aufgabe {number}: {state}",
    untried: "not tried" | "nicht versucht",
    tried: "tried, not solved" | "versucht, nicht gelöst",
    helped: "solved with help or after a mistake" | "mit Hilfe oder nach einem Fehler gelöst",
    solved_state: "solved on the first try" | "im ersten Versuch gelöst",
    legend: "Legend" | "Legende",
    loading: "Loading puzzles …" | "Aufgaben werden geladen …",
    load_failed: "Couldn't load the puzzles. Are you offline? Once loaded, they are available offline." |
        "Die Aufgaben konnten nicht geladen werden. Bist du offline? Einmal geladen, sind sie auch offline da.",
    unreadable: "Couldn't read the puzzles of this game." | "Die Aufgaben dieses Spiels sind nicht lesbar.",
    retry: "Try again" | "Noch einmal versuchen",
    no_such_puzzle(game, number, count): "No puzzle {number} for {game}: choose 1 to {count}." |
        "Keine Aufgabe {number} zu {game}: Wähle 1 bis {count}.",
    solitaire: "Solitaire" | "Solitär",
    solitaire_more: "Sight Reduction for one: get down to the last two. Every numbered puzzle is solvable." |
        "Sight Reduction für eine Person: Räum das Brett bis auf die letzten zwei. Jede nummerierte Aufgabe ist lösbar.",
    todays: "Daily solitaire" | "Solitär des Tages",
    any_solitaire: "Choose a solitaire" | "Ein Solitär wählen",
}

/// Returns the task of the puzzle.
pub fn task(solving: &Solving) -> String {
    let who = color(solving.color());
    match solving.puzzle().moves {
        1 => wins_now(who),
        turns => wins_in(who, turns),
    }
}

/// Returns the difficulty, as far as it is known.
pub fn difficulty(solving: &Solving) -> String {
    let puzzle = solving.puzzle();
    let level = puzzle.level.and_then(|level| Level::from_eight(&puzzle.rules, level));
    level.map_or_else(|| found_by_none().to_owned(), |level| found_by(level.number()))
}

/// Returns the feedback on the last move: a heading and a sentence.
pub fn feedback(solving: &Solving, at_once: bool) -> Option<(&'static str, String)> {
    let began = !solving.session().history().is_empty();
    Some(match solving.stage() {
        PuzzleStage::Open if !began => return None,
        PuzzleStage::Open => match solving.turns_left() {
            1 => ("", finish_now().to_owned()),
            turns => ("", moves_to_go(turns)),
        },
        PuzzleStage::Checking => ("", checking().to_owned()),
        PuzzleStage::Answering => ("", opponent_replies().to_owned()),
        PuzzleStage::Wrong(why) => (if why.is_mistake() { wrong() } else { unsure() }, wrong_because(solving, *why)),
        PuzzleStage::Solved => {
            let how = solving.session().ending().map(super::result::ended).unwrap_or_default();
            (if at_once { solved_at_once() } else { solved() }, how)
        }
        PuzzleStage::Showing => ("", showing().to_owned()),
        PuzzleStage::Shown => (shown(), solving.session().ending().map(super::result::ended).unwrap_or_default()),
    })
}

fn wrong_because(solving: &Solving, why: WrongMoveReason) -> String {
    match why {
        WrongMoveReason::Ends => ends_otherwise().to_owned(),
        WrongMoveReason::NotChecked => not_checked().to_owned(),
        WrongMoveReason::Undecided => undecided().to_owned(),
        WrongMoveReason::NotInTime => {
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

/// Returns the label of a puzzle's state.
pub fn state(mark: PuzzleMark) -> &'static str {
    match mark {
        PuzzleMark::Untried => untried(),
        PuzzleMark::Tried => tried(),
        PuzzleMark::Helped => helped(),
        PuzzleMark::Solved => solved_state(),
    }
}

/// Returns the revealed part of the hint.
pub fn hint_text(solving: &Solving) -> Option<String> {
    let (way, whole) = solving.hint()?;
    let board = solving.session().info().board;
    let first = *way.first()?;
    Some(match (whole, first.square()) {
        (false, Some(square)) => super::game::hint_from(board.name(square)),
        (false, None) => super::game::hint_move(steps::step(first, board)),
        (true, _) => super::game::hint_move(steps::turn(&way, board)),
    })
}
