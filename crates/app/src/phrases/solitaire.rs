//! Phrases of the solitaire pages.

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::{Color, Outcome};

use super::{Text, games, rules as rules_phrases};
use crate::solitaire::{Date, HelpUsed, PuzzleId, PuzzleIdError, PuzzleNumber, SolitaireGoal, SolitaireRun};

// Choosing.
halfboard_text::phrases! {
    lead: "Sight Reduction for one. Remove white and black checkers in turn; each must see a friend of its colour. Plan ahead to get down to the last two." |
        "Sight Reduction für dich allein. Nimm einen weißen Stein weg, dann einen schwarzen, und so weiter; jeder muss einen Freund seiner Farbe sehen. Wer vorausdenkt, kommt bis zu den letzten zwei.",
    lesson: "Lesson" | "Lektion",
    todays: "Daily puzzle" | "Aufgabe des Tages",
    day_not_begun: "Not started" | "Noch nicht begonnen",
    day_begun(left): "In progress: {left} checkers left" | "Läuft: noch {left} Steine",
    day_solved(time): "Solved in {time}" | "Gelöst in {time}",
    day_shown: "Solution viewed" | "Lösung angesehen",
    play_today: "Play" | "Spielen",
    continue_today: "Continue" | "Weiterspielen",
    look_again: "View again" | "Nochmal ansehen",
    streak_none: "Solve it today to start a streak." | "Löse sie heute, und eine Serie beginnt.",
    streak_one: "1 day in a row" | "1 Tag in Folge",
    streak_days(days): "{days} days in a row" | "{days} Tage in Folge",
    earlier_days: "Earlier days" | "Frühere Tage",
    day_link(date, grade, state): "{date}, {grade}: {state}" | "{date}, {grade}: {state}",
    solved_late: "solved later" | "später gelöst",
    solved_on_day: "solved on its day" | "am selben Tag gelöst",
    not_solved: "not solved" | "nicht gelöst",
    new_puzzle: "New puzzle" | "Neue Aufgabe",
    new_puzzle_more: "Every puzzle is solvable." | "Jede Aufgabe ist lösbar.",
    new_puzzle_leave_one: "With pairs that must both see an enemy nothing can ever be cleared: the last enemy stays. These puzzles ask for a single checker left, and that can be done." |
        "Mit Paaren, die beide einen Gegner sehen müssen, lässt sich nie alles räumen: Der letzte Gegner bleibt stehen. Diese Aufgaben verlangen, dass ein einziger Stein bleibt, und das lässt sich schaffen.",
    how_hard: "Difficulty" | "Schwierigkeit",
    variant: "Variant" | "Variante",
    queen: "Diagonals count" | "Diagonalen zählen",
    queen_more: "Friends count in all eight directions. Easier." |
        "Freunde zählen in allen acht Richtungen. Leichter.",
    enemy: "Must also see an enemy" | "Auch Gegner sehen",
    enemy_more: "A checker must see a friend and an enemy to be removed. Much harder." |
        "Ein Stein muss Freund und Gegner sehen, um entfernt zu werden. Viel schwerer.",
    pairs: "One or two at a time" | "Einer oder zwei auf einmal",
    pairs_more: "Two checkers of one colour that see each other may be removed together. Clear the whole board." |
        "Zwei Steine einer Farbe, die einander sehen, dürfen zusammen weg. Räume das ganze Brett.",
    aimed: "The last two are given" | "Die letzten zwei sind vorgegeben",
    aimed_more: "Exactly the two given checkers must be left." |
        "Genau die zwei vorgegebenen Steine müssen übrig bleiben.",
    aimed_not: "Not with one or two at a time, where nothing is left." |
        "Nicht mit einem oder zwei auf einmal, denn da bleibt nichts übrig.",
    begin_new: "New puzzle" | "Neue Aufgabe",
    by_number: "Or enter a number" | "Oder Nummer eingeben",
    number: "Number" | "Nummer",
    open_number: "Open" | "Öffnen",
    number_more: "Difficulty, variant and number always give the same board." |
        "Schwierigkeit, Variante und Nummer ergeben immer dasselbe Brett.",
    any_board: "Random board" | "Zufälliges Brett",
    any_board_more: "A random board with the variant above. Most are solvable, some are not. The solver can tell you the best result." |
        "Ein zufälliges Brett mit der Variante von oben. Die meisten sind lösbar, manche nicht. Der Solver kennt das beste Ergebnis.",
    another_board: "Another board" | "Ein anderes Brett",
    board_number: "Board number" | "Nummer des Bretts",
    choose_last: "Choose the last two" | "Die letzten zwei wählen",
    choose_last_how: "Tap one white and one black checker." | "Tippe auf einen weißen und einen schwarzen Stein.",
    chosen_last(white, black): "Leave white {white} and black {black}." | "Weiß {white} und Schwarz {black} sollen bleiben.",
    chosen_white(white): "White {white}. Now choose a black one." | "Weiß {white}. Wähle nun einen schwarzen.",
    chosen_black(black): "Black {black}. Now choose a white one." | "Schwarz {black}. Wähle nun einen weißen.",
    play_board: "Play this board" | "Dieses Brett spielen",
    begun_puzzles: "Continue playing" | "Weiterspielen",
    left_entry(name, left, time): "{name}: {left} left, {time}" | "{name}: noch {left}, {time}",
    forget_left: "Remove" | "Entfernen",
    forget_left_of(name): "Remove {name} from this list" | "{name} aus dieser Liste entfernen",
}

// Statistics.
halfboard_text::phrases! {
    statistics: "Statistics" | "Statistik",
    statistics_more: "Saved only in this browser." | "Nur in diesem Browser gespeichert.",
    statistics_none: "No statistics yet. Your solved puzzles, times and streak will appear here." |
        "Noch keine Statistik. Hier erscheinen deine gelösten Aufgaben, Zeiten und deine Serie.",
    column_grade: "Difficulty" | "Schwierigkeit",
    column_solved: "Solved / started" | "Gelöst / begonnen",
    column_unhelped: "Without help" | "Ohne Hilfe",
    column_best: "Best time" | "Beste Zeit",
    column_average: "Average" | "Durchschnitt",
    other_boards: "Other boards" | "Andere Bretter",
    solved_of(solved, begun): "{solved} of {begun}" | "{solved} von {begun}",
    streak_now(days): "Current streak: {days}" | "Aktuelle Serie: {days}",
    streak_longest(days): "Best streak: {days}" | "Längste Serie: {days}",
    reset: "Reset statistics …" | "Statistik zurücksetzen …",
    reset_question: "Reset all counts, times and streaks? Unfinished puzzles are kept." |
        "Alle Zahlen, Zeiten und Serien zurücksetzen? Angefangene Aufgaben bleiben.",
    reset_now: "Reset" | "Zurücksetzen",
    was_reset: "Statistics reset" | "Statistik zurückgesetzt",
}

// A puzzle.
halfboard_text::phrases! {
    daily_title(date): "Puzzle of {date}" | "Aufgabe vom {date}",
    number_title(number): "Puzzle {number}" | "Aufgabe {number}",
    seed_title(seed): "Board {seed}" | "Brett {seed}",
    position_title: "Custom board" | "Ein eigenes Brett",
    generating: "Generating puzzle …" | "Aufgabe wird erzeugt …",
    generating_failed: "Couldn't generate the puzzle" | "Aufgabe konnte nicht erzeugt werden",
    generating_failed_more: "This needs the engine, which stopped or doesn't run in this browser. Random boards work without it." |
        "Dafür wird die Engine gebraucht, die in diesem Browser nicht läuft oder beendet wurde. Zufällige Bretter gehen auch ohne sie.",
    try_again: "Try again" | "Noch einmal versuchen",
    random_board: "Random board" | "Zufälliges Brett",
    all_puzzles: "All puzzles" | "Alle Aufgaben",
    goal_two: "Leave one white and one black checker." | "Lass einen weißen und einen schwarzen Stein übrig.",
    goal_these(white, black): "Leave exactly white {white} and black {black}." | "Lass genau Weiß {white} und Schwarz {black} übrig.",
    goal_clear: "Clear the whole board." | "Räume das ganze Brett.",
    goal_one: "Leave a single checker. Fewer is impossible with these rules." |
        "Lass einen einzigen Stein übrig. Weniger geht mit diesen Regeln nicht.",
    may_be_unsolvable: "This board may not be solvable." | "Dieses Brett ist vielleicht nicht lösbar.",
    remove_white: "Remove a white checker." | "Nimm einen weißen Stein weg.",
    remove_black: "Remove a black checker." | "Nimm einen schwarzen Stein weg.",
    remove_second: "Choose a second one it sees, or tap it again to remove it alone." |
        "Wähle einen zweiten, den er sieht, oder tippe ihn nochmal an, um nur ihn zu nehmen.",
    checkers_left(count): "{count} left" | "noch {count}",
    one_left: "1 left" | "noch 1",
    none_left: "none left" | "nichts übrig",
    time: "Time" | "Zeit",
    hide_time: "Hide time" | "Zeit ausblenden",
    show_time: "Show time" | "Zeit einblenden",
    undo: "Undo" | "Zurück",
    redo: "Redo" | "Wiederholen",
    restart: "Start over" | "Von vorn",
    removals: "Removed" | "Weggenommen",
    no_removals: "No checkers removed yet." | "Noch keine Steine entfernt.",
    whole_board: "Start" | "Anfang",
    back_to(number, mv): "After removal {number}: {mv}" | "Nach dem {number}. Zug: {mv}",
    warns: "Warn about dead ends" | "Vor Sackgassen warnen",
    safe_short: "Safe" | "Sicher",
    restart_short: "Restart" | "Neustart",
    show_safe: "Show safe moves" | "Sichere Steine zeigen",
    solution: "Solution" | "Lösung",
    solution_question: "Show the solution? The puzzle won't count as solved." |
        "Lösung zeigen? Die Aufgabe zählt dann nicht als gelöst.",
    fewest: "Best possible result" | "Bestmögliches Ergebnis",
    keys: "Keyboard: arrows and Enter on the board, ← → or Ctrl+Z to undo and redo." |
        "Tasten: Pfeile und Enter auf dem Brett, ← → oder Strg+Z für Rückgängig und Wiederholen.",
    copy_link: "Copy link" | "Link kopieren",
    link_copied: "Link copied" | "Link kopiert",
    thinking: "Thinking …" | "Wird berechnet …",
    no_solver: "The solver stopped. Ask again to restart it." |
        "Der Solver wurde beendet. Frag noch einmal, um ihn neu zu starten.",
    removed(mv, left): "Removed {mv}. {left}." | "{mv} entfernt. {left}.",
    went_to(left): "{left}." | "{left}.",
}

// Advice.
halfboard_text::phrases! {
    safe_all(all): "All {all} moves are safe." | "Alle {all} Züge sind sicher.",
    safe_only: "The only move is safe." | "Der einzige Zug ist sicher.",
    safe_some(safe, all, list): "{safe} of {all} moves are safe: {list}." |
        "{safe} von {all} Zügen sind sicher: {list}.",
    hint_row(row): "Look at row {row}." | "Schau auf Reihe {row}.",
    hint_square(squares): "Remove {squares}." | "Nimm {squares} weg.",
    hint_only: "It's the only safe move." | "Das ist der einzige sichere Zug.",
    hint_safe(safe, all): "One of {safe} safe moves out of {all}." |
        "Einer von {safe} sicheren Zügen unter {all}.",
    hint_any: "Any move is safe here." | "Hier ist jeder Zug sicher.",
    dead_end: "Dead end: the goal is out of reach." | "Sackgasse: Das Ziel ist nicht mehr erreichbar.",
    dead_end_left(left): "Best possible: {left} left." | "Bestenfalls bleiben {left}.",
    dead_end_looking: "Finding the last good position …" | "Letzte gute Stellung wird gesucht …",
    last_good_start: "It was still in reach only at the start." | "Nur am Anfang war es noch erreichbar.",
    last_good(number, mv): "It was still in reach after move {number}, {mv}." |
        "Nach Zug {number}, {mv}, war es noch erreichbar.",
    go_back_there: "Go back there" | "Dorthin zurück",
    play_on_anyway: "Play on anyway" | "Trotzdem weiterspielen",
    proven_two: "Proven solvable." | "Bewiesen: lösbar.",
    proven_fewest(left): "Proven unsolvable. Best possible: {left} left." |
        "Bewiesen: nicht lösbar. Bestenfalls bleiben {left}.",
    proven_one: "Proven: a single checker can be left, never fewer." |
        "Bewiesen: Ein einziger Stein kann bleiben, und nie weniger.",
}

// The solution.
halfboard_text::phrases! {
    showing(at, of): "Solution: move {at} of {of}" | "Lösung: Zug {at} von {of}",
    showing_from_start: "The goal was out of reach from your position, so this starts from the beginning." |
        "Von deiner Stellung aus war das Ziel nicht mehr erreichbar, darum beginnt es am Anfang.",
    pause: "Pause" | "Pause",
    resume: "Continue" | "Weiter",
    one_step: "One step" | "Ein Schritt",
    stop_here: "Stop here" | "Hier aufhören",
}

// The end.
halfboard_text::phrases! {
    solved: "Solved!" | "Gelöst!",
    best_reached: "Best possible result!" | "Bestmögliches Ergebnis!",
    shown_to_end: "That was the solution." | "Das war die Lösung.",
    stuck_one: "Stuck with 1 checker." | "Festgefahren mit 1 Stein.",
    stuck(left): "Stuck with {left} checkers." | "Festgefahren mit {left} Steinen.",
    wrong_two: "Two are left, but not the required two." | "Zwei sind übrig, aber nicht die verlangten.",
    stuck_more: "Undo as many moves as you like and try again." | "Nimm beliebig viele Züge zurück und versuch es noch einmal.",
    in_time(time): "Time: {time}" | "Zeit: {time}",
    share: "Copy result" | "Ergebnis kopieren",
    shared: "Result copied" | "Ergebnis kopiert",
    not_copied: "Couldn't copy. Here is the text:" | "Kopieren nicht möglich. Hier ist der Text:",
    next_puzzle: "Next puzzle" | "Nächste Aufgabe",
    next_board: "Another board" | "Ein anderes Brett",
    analyse: "Analyse" | "Analysieren",
    row_straight: "The way in ten parts: straight on all the way." | "Der Weg in zehn Teilen: immer geradeaus.",
    row_means: "The way in ten parts: ↩ where you went back, ? where you took help." |
        "Der Weg in zehn Teilen: ↩, wo du zurückgingst, ?, wo du Hilfe nahmst.",
}

// The result as text.
halfboard_text::phrases! {
    shared_line(title, result): "Halfboard solitaire, {title}: {result}" | "Halfboard-Solitär, {title}: {result}",
    shared_daily(date, grade): "daily {date} ({grade})" | "Tagesaufgabe {date} ({grade})",
    shared_number(number, grade): "puzzle {number} ({grade})" | "Aufgabe {number} ({grade})",
    shared_board(seed): "board {seed}" | "Brett {seed}",
    shared_position: "custom board" | "ein eigenes Brett",
    shared_solved(time, help): "solved in {time}, {help}" | "gelöst in {time}, {help}",
    shared_best(left, time, help): "{left} left, the fewest possible, in {time}, {help}" |
        "{left} übrig, weniger geht nicht, in {time}, {help}",
    shared_left(left): "{left} left so far" | "bisher noch {left}",
    no_help: "no help" | "ohne Hilfe",
    one_hint: "1 hint" | "1 Tipp",
    hints(count): "{count} hints" | "{count} Tipps",
    safe_once: "safe removals shown once" | "sichere Steine einmal gezeigt",
    safe_times(count): "safe removals shown {count} times" | "sichere Steine {count}-mal gezeigt",
    warned_once: "warned once" | "einmal gewarnt",
    warned_times(count): "warned {count} times" | "{count}-mal gewarnt",
    solution_seen: "solution seen" | "Lösung gesehen",
}

// What is wrong with an address.
halfboard_text::phrases! {
    wrong_title: "Couldn't open this puzzle" | "Diese Aufgabe kann nicht geöffnet werden",
    wrong_date(text): "Invalid date “{text}”: use the form 2026-11-16." |
        "Ungültiges Datum „{text}“: Schreibe es wie 2026-11-16.",
    wrong_future(date): "The puzzle of {date} is not available yet." | "Die Aufgabe vom {date} gibt es noch nicht.",
    wrong_grade(text, grades): "Unknown difficulty “{text}”. Valid: {grades}." |
        "Unbekannte Schwierigkeit „{text}“. Gültig: {grades}.",
    wrong_number(text): "Invalid puzzle number “{text}”: enter a whole number from 0 to 18446744073709551615." |
        "Ungültige Nummer „{text}“: Gib eine ganze Zahl von 0 bis 18446744073709551615 ein.",
    wrong_rules(rules): "“{rules}” is not for one person. The rules need solitaire=on, as in sight-reduction:solitaire=on." |
        "„{rules}“ ist nicht für eine Person. Die Regeln brauchen solitaire=on, wie in sight-reduction:solitaire=on.",
    wrong_target: "A puzzle of a number chooses its last two by itself: leave target out of the rules, or open a board." |
        "Eine Aufgabe mit Nummer bestimmt ihre letzten zwei selbst: Lass target in den Regeln weg, oder öffne ein Brett.",
    wrong_last: "With remove=one-or-two nothing is left, so no last two can be given." |
        "Mit remove=one-or-two bleibt nichts übrig, darum lassen sich keine letzten zwei vorgeben.",
}

const GRADES: [(Text, Text); 5] = [
    (
        Text::new("gentle", "sanft"),
        Text::new(
            "The easiest fifth of all boards. Good to begin with.",
            "Das leichteste Fünftel aller Bretter. Gut für den Anfang.",
        ),
    ),
    (Text::new("easy", "leicht"), Text::new("Solvable with a little care.", "Mit etwas Sorgfalt geht es auf.")),
    (Text::new("medium", "mittel"), Text::new("Plan the ending.", "Das Ende will geplant sein.")),
    (
        Text::new("hard", "schwer"),
        Text::new("Dead ends come early. Look ahead.", "Sackgassen kommen früh. Schau voraus."),
    ),
    (
        Text::new("fiendish", "teuflisch"),
        Text::new("The hardest fifth. Few ways lead through.", "Das schwerste Fünftel. Wenige Wege führen hindurch."),
    ),
];

/// Returns the name of a grade.
pub fn grade(grade: Grade) -> &'static str {
    GRADES[grade as usize].0.get()
}

/// Describes a grade in a sentence.
pub fn about_grade(grade: Grade) -> &'static str {
    GRADES[grade as usize].1.get()
}

/// Returns the goal of a puzzle in a sentence.
pub fn goal(goal: SolitaireGoal) -> String {
    let name = |square: Square| Board::Half.name(square);
    match goal {
        SolitaireGoal::LeaveTwo => goal_two().to_owned(),
        SolitaireGoal::LeaveThese(white, black) => goal_these(name(white), name(black)),
        SolitaireGoal::Clear => goal_clear().to_owned(),
        SolitaireGoal::LeaveOne => goal_one().to_owned(),
    }
}

/// Returns the number of checkers left.
pub fn left(count: u32) -> String {
    match count {
        0 => none_left().to_owned(),
        1 => one_left().to_owned(),
        count => checkers_left(count),
    }
}

/// Returns the length of a streak.
pub fn streak(days: u32) -> String {
    match days {
        0 => streak_none().to_owned(),
        1 => streak_one().to_owned(),
        days => streak_days(days),
    }
}

/// Returns the title of a puzzle.
pub fn name(which: &PuzzleId) -> String {
    match which {
        PuzzleId::Daily(date) => daily_title(date),
        PuzzleId::Number(PuzzleNumber { number, .. }) => number_title(number),
        PuzzleId::Board { start: halfboard_rules::record::Start::Seed(seed), .. } => seed_title(seed),
        PuzzleId::Board { .. } => position_title().to_owned(),
    }
}

/// Seconds as minutes and seconds, and hours where there are any.
///
/// ```
/// use halfboard_app::phrases::solitaire::clock;
/// assert_eq!((clock(7.9), clock(192.0), clock(3723.0)), ("0:07".to_owned(), "3:12".to_owned(), "1:02:03".to_owned()));
/// ```
pub fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Returns the task of the player.
pub fn task(color: Option<Color>, second: bool) -> &'static str {
    match color {
        _ if second => remove_second(),
        Some(Color::Black) => remove_black(),
        _ => remove_white(),
    }
}

/// Returns the proven best result of a board.
pub fn proven(goal: SolitaireGoal, best: Outcome) -> String {
    match (goal, best) {
        (_, Outcome::Solved) => proven_two().to_owned(),
        (SolitaireGoal::LeaveOne, Outcome::Stuck(1)) => proven_one().to_owned(),
        (_, Outcome::Stuck(left)) => proven_fewest(left),
        _ => String::new(),
    }
}

/// Lists the help used.
pub fn help(help: HelpUsed) -> String {
    let HelpUsed { hints: given, safe, warned, solution } = help;
    let mut parts = Vec::new();
    match given {
        0 => {}
        1 => parts.push(one_hint().to_owned()),
        count => parts.push(hints(count)),
    }
    match safe {
        0 => {}
        1 => parts.push(safe_once().to_owned()),
        count => parts.push(safe_times(count)),
    }
    match warned {
        0 => {}
        1 => parts.push(warned_once().to_owned()),
        count => parts.push(warned_times(count)),
    }
    if solution {
        parts.push(solution_seen().to_owned());
    }
    if parts.is_empty() { no_help().to_owned() } else { parts.join(", ") }
}

/// Describes the end of a puzzle; `None` while it is in progress.
pub fn ended(run: &SolitaireRun) -> Option<String> {
    let outcome = run.session().ending()?.outcome;
    Some(match (run.is_goal_reached(), outcome) {
        (true, _) if run.help().solution && run.won().is_none() => shown_to_end().to_owned(),
        (true, Outcome::Solved) => solved().to_owned(),
        (true, _) => best_reached().to_owned(),
        (_, Outcome::Stuck(2)) if matches!(run.goal(), SolitaireGoal::LeaveThese(..)) => wrong_two().to_owned(),
        (_, Outcome::Stuck(1)) => stuck_one().to_owned(),
        (_, Outcome::Stuck(left)) => stuck(left),
        _ => solved().to_owned(),
    })
}

/// Returns the title of a puzzle in a shared result.
pub fn title_to_share(which: &PuzzleId) -> String {
    match which {
        PuzzleId::Daily(date) => {
            let of = which.grade().map_or("", grade);
            shared_daily(date, of)
        }
        PuzzleId::Number(PuzzleNumber { number, grade: of, .. }) => shared_number(number, grade(*of)),
        PuzzleId::Board { start: halfboard_rules::record::Start::Seed(seed), .. } => shared_board(seed),
        PuzzleId::Board { .. } => shared_position().to_owned(),
    }
}

/// Returns the result of a puzzle in a shared result.
pub fn result_to_share(run: &SolitaireRun) -> String {
    match (run.won(), run.best()) {
        (Some(won), Some(Outcome::Stuck(left))) => shared_best(left, clock(won.seconds), help(won.help)),
        (Some(won), _) => shared_solved(clock(won.seconds), help(won.help)),
        (None, _) => format!("{}, {}", shared_left(run.left()), help(run.help())),
    }
}

/// Explains an invalid puzzle link. The second part is the parser's message in English, if there is one.
pub fn puzzle_error(wrong: &PuzzleIdError) -> (String, Option<String>) {
    let sentence = match wrong {
        PuzzleIdError::Date(text) => wrong_date(text),
        PuzzleIdError::Future(date) => wrong_future(date),
        PuzzleIdError::Grade(text) => wrong_grade(text, Grade::ALL.map(Grade::as_str).join(", ")),
        PuzzleIdError::Number(text) => wrong_number(text),
        PuzzleIdError::Rules(error) => rules_phrases::rules_error(error),
        PuzzleIdError::NotSolitaire(rules) => wrong_rules(rules),
        PuzzleIdError::TargetGiven => wrong_target().to_owned(),
        PuzzleIdError::NothingLast => wrong_last().to_owned(),
        PuzzleIdError::Board(error) => return games::open_error(error),
    };
    (sentence, None)
}

const WEEKDAYS: [Text; 7] = [
    Text::new("Monday", "Montag"),
    Text::new("Tuesday", "Dienstag"),
    Text::new("Wednesday", "Mittwoch"),
    Text::new("Thursday", "Donnerstag"),
    Text::new("Friday", "Freitag"),
    Text::new("Saturday", "Samstag"),
    Text::new("Sunday", "Sonntag"),
];

/// Returns the day of the week.
pub fn weekday(date: Date) -> &'static str {
    WEEKDAYS[date.weekday()].get()
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::phrases::{Language, speak};
    use crate::shared::OpenError;

    #[test]
    fn all_that_can_be_wrong_is_told_in_both_languages() {
        let own = || "x".to_owned();
        let wrongs = [
            PuzzleIdError::Date(own()),
            PuzzleIdError::Future(Date::read("2026-11-16").expect("a day")),
            PuzzleIdError::Grade(own()),
            PuzzleIdError::Number(own()),
            PuzzleIdError::Rules(registry::rules("chess").map(|_| ()).expect_err("no such game")),
            PuzzleIdError::NotSolitaire(own()),
            PuzzleIdError::TargetGiven,
            PuzzleIdError::NothingLast,
            PuzzleIdError::Board(OpenError::TwoStarts),
        ];
        for case in wrongs {
            let told = Language::ALL.map(|language| {
                speak(language);
                puzzle_error(&case).0
            });
            assert!(told.iter().all(|sentence| sentence.ends_with('.')), "{told:?}");
            assert_ne!(told[0], told[1]);
        }
    }

    #[test]
    fn help_is_told_in_a_few_words() {
        speak(Language::English);
        assert_eq!(help(HelpUsed::default()), "no help");
        let much = HelpUsed { hints: 2, safe: 1, warned: 3, solution: true };
        assert_eq!(help(much), "2 hints, safe removals shown once, warned 3 times, solution seen");
    }

    #[test]
    fn what_is_proven_is_told_by_the_goal() {
        speak(Language::English);
        assert_eq!(proven(SolitaireGoal::LeaveTwo, Outcome::Stuck(3)), "Proven unsolvable. Best possible: 3 left.");
        assert!(proven(SolitaireGoal::LeaveOne, Outcome::Stuck(1)).contains("single checker"));
        assert_eq!(proven(SolitaireGoal::Clear, Outcome::Solved), "Proven solvable.");
    }
}
