//! Words of the pages of the solitaire.

use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::{Color, Outcome};

use super::{Text, games, rules as rules_words};
use crate::solitaire::{Date, Goal, Help, Numbered, Run, State, Which, Wrong};

// Choosing.
halfboard_text::phrases! {
    lead: "Sight Reduction for one. Take off a white checker, then a black one, and so on; each must see a friend of its colour. Who plans ahead gets down to the last two." |
        "Sight Reduction für dich allein. Nimm einen weißen Stein weg, dann einen schwarzen, und so weiter; jeder muss einen Freund seiner Farbe sehen. Wer vorausdenkt, kommt bis zu den letzten zwei.",
    lesson: "Take the lesson" | "Zur Lektion",
    todays: "Today's puzzle" | "Aufgabe des Tages",
    day_not_begun: "Not begun yet" | "Noch nicht begonnen",
    day_begun(left): "Begun: {left} checkers left" | "Begonnen: noch {left} Steine",
    day_solved(time): "Solved in {time}" | "Gelöst in {time}",
    day_shown: "You had the solution shown" | "Du hast dir die Lösung zeigen lassen",
    play_today: "Play" | "Spielen",
    go_on_today: "Go on" | "Weiterspielen",
    look_again: "Look at it again" | "Noch einmal ansehen",
    streak_none: "Solve it today and a streak begins." | "Löse sie heute, und eine Serie beginnt.",
    streak_one: "1 day in a row" | "1 Tag in Folge",
    streak_days(days): "{days} days in a row" | "{days} Tage in Folge",
    earlier_days: "Earlier days" | "Frühere Tage",
    day_link(date, grade, state): "{date}, {grade}: {state}" | "{date}, {grade}: {state}",
    solved_late: "solved later" | "später gelöst",
    solved_on_day: "solved on its day" | "am selben Tag gelöst",
    not_solved: "not solved" | "nicht gelöst",
    new_puzzle: "A new puzzle" | "Eine neue Aufgabe",
    new_puzzle_more: "Every puzzle was checked: it can be done." | "Jede Aufgabe ist geprüft: Sie lässt sich lösen.",
    new_puzzle_leave_one: "With pairs that must both see an enemy nothing can ever be cleared: the last enemy stays. These puzzles ask for a single checker left, and that can be done." |
        "Mit Paaren, die beide einen Gegner sehen müssen, lässt sich nie alles räumen: Der letzte Gegner bleibt stehen. Diese Aufgaben verlangen, dass ein einziger Stein bleibt, und das lässt sich schaffen.",
    how_hard: "How hard?" | "Wie schwer?",
    variant: "Variant" | "Variante",
    queen: "Look along diagonals, too" | "Auch schräg schauen",
    queen_more: "Friends count in all eight directions. There is more to choose from." |
        "Freunde zählen in allen acht Richtungen. Es gibt mehr Auswahl.",
    enemy: "See an enemy as well" | "Auch einen Gegner sehen",
    enemy_more: "Who goes must see a friend and also a checker of the other colour. Much harder." |
        "Wer geht, muss einen Freund und auch einen Stein der anderen Farbe sehen. Viel schwerer.",
    pairs: "One or two at a time" | "Einer oder zwei auf einmal",
    pairs_more: "Two of a colour that see each other may go together, and the whole board is to be cleared." |
        "Zwei einer Farbe, die einander sehen, dürfen zusammen gehen, und das ganze Brett soll geräumt werden.",
    aimed: "The last two are given" | "Die letzten zwei sind vorgegeben",
    aimed_more: "Two checkers are named before you begin, and exactly those must be left." |
        "Zwei Steine sind vorher genannt, und genau die müssen übrig bleiben.",
    aimed_not: "Not with one or two at a time, where nothing is left." |
        "Nicht mit einem oder zwei auf einmal, denn da bleibt nichts übrig.",
    begin_new: "New puzzle" | "Neue Aufgabe",
    by_number: "Or by its number" | "Oder mit ihrer Nummer",
    number: "Number" | "Nummer",
    open_number: "Open" | "Öffnen",
    number_more: "Grade, variant and number give the same board for ever." |
        "Grad, Variante und Nummer ergeben für immer dasselbe Brett.",
    any_board: "Any board" | "Irgendein Brett",
    any_board_more: "A board of chance, with the variant chosen above. Nobody has checked it: most can be done, some cannot. The solver tells you how few can be left." |
        "Ein zufälliges Brett, mit der Variante von oben. Niemand hat es geprüft: Die meisten gehen auf, manche nicht. Der Löser sagt dir, wie wenige bleiben können.",
    another_board: "Another board" | "Ein anderes Brett",
    board_number: "Number of the board" | "Nummer des Bretts",
    choose_last: "Choose the last two yourself" | "Die letzten zwei selbst bestimmen",
    choose_last_how: "Point at one white and one black checker." | "Zeig auf einen weißen und einen schwarzen Stein.",
    chosen_last(white, black): "White {white} and black {black} shall be left." | "Weiß {white} und Schwarz {black} sollen bleiben.",
    chosen_white(white): "White {white}; now a black one." | "Weiß {white}; nun ein schwarzer.",
    chosen_black(black): "Black {black}; now a white one." | "Schwarz {black}; nun ein weißer.",
    play_board: "Play this board" | "Dieses Brett spielen",
    begun_puzzles: "Go on where you left off" | "Weiterspielen",
    left_entry(name, left, time): "{name}: {left} left, {time}" | "{name}: noch {left}, {time}",
    forget_left: "Remove" | "Entfernen",
    forget_left_of(name): "Remove {name} from this list" | "{name} aus dieser Liste entfernen",
}

// Statistics.
halfboard_text::phrases! {
    statistics: "Statistics" | "Statistik",
    statistics_more: "Kept in this browser only." | "Nur in diesem Browser aufgehoben.",
    statistics_none: "Nothing to count yet. What you solve, your times and your streak will stand here." |
        "Noch nichts zu zählen. Hier wird stehen, was du löst, deine Zeiten und deine Serie.",
    column_grade: "Grade" | "Grad",
    column_solved: "Solved of begun" | "Gelöst von begonnen",
    column_unhelped: "Without help" | "Ohne Hilfe",
    column_best: "Best time" | "Beste Zeit",
    column_average: "Average" | "Im Schnitt",
    other_boards: "Other boards" | "Andere Bretter",
    solved_of(solved, begun): "{solved} of {begun}" | "{solved} von {begun}",
    streak_now(days): "Streak now: {days}" | "Serie jetzt: {days}",
    streak_longest(days): "Longest: {days}" | "Längste: {days}",
    reset: "Reset the statistics …" | "Statistik zurücksetzen …",
    reset_question: "Forget all counts, times and streaks? Puzzles that you left stay." |
        "Alle Zahlen, Zeiten und Serien vergessen? Angefangene Aufgaben bleiben.",
    reset_now: "Reset" | "Zurücksetzen",
    was_reset: "The statistics were reset." | "Die Statistik wurde zurückgesetzt.",
}

// A puzzle.
halfboard_text::phrases! {
    daily_title(date): "Puzzle of {date}" | "Aufgabe vom {date}",
    number_title(number): "Puzzle {number}" | "Aufgabe {number}",
    seed_title(seed): "Board {seed}" | "Brett {seed}",
    position_title: "A board of its own" | "Ein eigenes Brett",
    making: "Making the puzzle …" | "Die Aufgabe wird gemacht …",
    not_made: "The puzzle cannot be made here" | "Die Aufgabe lässt sich hier nicht machen",
    not_made_more: "It needs the engine, which cannot be started in this browser or has stopped. Boards of chance can be played without it." |
        "Dazu braucht es die Engine, die sich in diesem Browser nicht starten lässt oder stehen geblieben ist. Zufällige Bretter lassen sich auch ohne sie spielen.",
    try_again: "Try again" | "Noch einmal versuchen",
    random_board: "A board of chance" | "Ein zufälliges Brett",
    all_puzzles: "All puzzles" | "Alle Aufgaben",
    goal_two: "Leave one white and one black checker." | "Lass einen weißen und einen schwarzen Stein übrig.",
    goal_these(white, black): "Leave exactly white {white} and black {black}." | "Lass genau Weiß {white} und Schwarz {black} übrig.",
    goal_clear: "Clear the whole board." | "Räume das ganze Brett.",
    goal_one: "Leave a single checker. Nobody can leave fewer by these rules." |
        "Lass einen einzigen Stein übrig. Weniger geht mit diesen Regeln nicht.",
    may_not_go: "Nobody has checked whether this board can be done." | "Ob dieses Brett aufgeht, hat niemand geprüft.",
    remove_white: "Take off a white checker." | "Nimm einen weißen Stein weg.",
    remove_black: "Take off a black checker." | "Nimm einen schwarzen Stein weg.",
    remove_second: "Take one that it sees as well, or point at it again to take it alone." |
        "Nimm einen dazu, den er sieht, oder zeig noch einmal auf ihn, um nur ihn zu nehmen.",
    checkers_left(count): "{count} left" | "noch {count}",
    one_left: "1 left" | "noch 1",
    none_left: "nothing left" | "nichts übrig",
    time: "Time" | "Zeit",
    hide_time: "Hide the time" | "Zeit verbergen",
    show_time: "Show the time" | "Zeit zeigen",
    undo: "Undo" | "Zurück",
    redo: "Redo" | "Wieder vor",
    restart: "From the start" | "Von vorn",
    removals: "Removals" | "Weggenommen",
    no_removals: "Nothing has been taken off." | "Noch ist alles da.",
    whole_board: "Start" | "Anfang",
    back_to(number, mv): "After removal {number}: {mv}" | "Nach dem {number}. Zug: {mv}",
    warns: "Warn me of dead ends" | "Vor Sackgassen warnen",
    show_safe: "Show safe removals" | "Sichere Steine zeigen",
    solution: "Solution" | "Lösung",
    solution_question: "Shall the solution be shown? The puzzle then does not count as solved." |
        "Soll die Lösung gezeigt werden? Die Aufgabe zählt dann nicht als gelöst.",
    fewest: "How few can be left?" | "Wie wenige können bleiben?",
    keys: "Keys: arrows and Enter on the board, ← → or Ctrl+Z to go back and on." |
        "Tasten: Pfeile und Enter auf dem Brett, ← → oder Strg+Z zum Zurück- und Vorgehen.",
    copy_link: "Copy link" | "Link kopieren",
    link_copied: "The link to this puzzle is on the clipboard." | "Der Link zu dieser Aufgabe ist in der Zwischenablage.",
    looking: "Looking …" | "Ich schaue …",
    no_solver: "The solver has stopped. Ask once more, and it is started again." |
        "Der Löser ist stehen geblieben. Frag noch einmal, dann wird er neu gestartet.",
    took_off(mv, left): "{mv} taken off. {left}." | "{mv} weggenommen. {left}.",
    went_to(left): "Gone there: {left}." | "Dorthin gegangen: {left}.",
}

// Advice.
halfboard_text::phrases! {
    safe_all(all): "All {all} removals keep the goal in reach." | "Alle {all} Möglichkeiten halten das Ziel in Reichweite.",
    safe_only: "The only removal there is keeps the goal in reach." | "Die einzige Möglichkeit hält das Ziel in Reichweite.",
    safe_some(safe, all, list): "{safe} of {all} removals keep the goal in reach: {list}." |
        "{safe} von {all} Möglichkeiten halten das Ziel in Reichweite: {list}.",
    hint_row(row): "Look at row {row}." | "Schau auf Reihe {row}.",
    hint_square(squares): "Take off {squares}." | "Nimm {squares} weg.",
    hint_only: "It is the only safe removal here." | "Hier ist das die einzige sichere Möglichkeit.",
    hint_safe(safe, all): "It is one of {safe} safe removals; there are {all} in all." |
        "Das ist eine von {safe} sicheren Möglichkeiten; insgesamt sind es {all}.",
    hint_any: "Here anything goes: all removals are safe." | "Hier geht alles: Jede Möglichkeit ist sicher.",
    dead_end: "A dead end: from here the goal is out of reach." | "Eine Sackgasse: Von hier ist das Ziel nicht mehr zu erreichen.",
    dead_end_left(left): "At best {left} would be left." | "Bestenfalls blieben {left}.",
    dead_end_looking: "Looking for the last good point …" | "Ich suche die letzte gute Stelle …",
    last_good_start: "Only at the start was it still in reach." | "Nur am Anfang war es noch zu erreichen.",
    last_good(number, mv): "After removal {number}, {mv}, it was still in reach." |
        "Nach dem {number}. Zug, {mv}, war es noch zu erreichen.",
    go_back_there: "Go back there" | "Dorthin zurück",
    play_on: "Play on" | "Trotzdem weiterspielen",
    proven_two: "Proven: it can be done." | "Bewiesen: Es geht auf.",
    proven_fewest(left): "Proven: this board cannot be done. At best {left} left." |
        "Bewiesen: Dieses Brett geht nicht auf. Bestenfalls bleiben {left}.",
    proven_one: "Proven: a single checker can be left, and never fewer." |
        "Bewiesen: Ein einziger Stein kann bleiben, und nie weniger.",
}

// The solution.
halfboard_text::phrases! {
    showing(at, of): "The solution: removal {at} of {of}" | "Die Lösung: {at} von {of}",
    showing_from_start: "From where you were the goal was out of reach, so this begins at the start." |
        "Von dort aus war das Ziel nicht mehr zu erreichen, darum beginnt es am Anfang.",
    pause: "Pause" | "Anhalten",
    go_on: "Go on" | "Weiter",
    one_step: "One step" | "Ein Schritt",
    stop_here: "Stop here" | "Hier aufhören",
}

// The end.
halfboard_text::phrases! {
    solved: "Solved!" | "Gelöst!",
    best_reached: "Better is not possible!" | "Besser geht es nicht!",
    shown_to_end: "That was the solution." | "Das war die Lösung.",
    stuck_one: "Stuck with 1 checker." | "Festgefahren mit 1 Stein.",
    stuck(left): "Stuck with {left} checkers." | "Festgefahren mit {left} Steinen.",
    wrong_two: "Two are left, but not the two that were asked for." | "Zwei sind übrig, aber nicht die verlangten.",
    stuck_more: "Go back as far as you like and try another way." | "Geh zurück, so weit du magst, und versuch es anders.",
    in_time(time): "Time: {time}" | "Zeit: {time}",
    share: "Copy the result" | "Ergebnis kopieren",
    shared: "The result is on the clipboard." | "Das Ergebnis ist in der Zwischenablage.",
    not_copied: "The browser did not allow copying. Here is the text:" | "Der Browser hat das Kopieren nicht erlaubt. Hier ist der Text:",
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
    shared_position: "a board of its own" | "ein eigenes Brett",
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
    wrong_title: "This puzzle cannot be opened" | "Diese Aufgabe lässt sich nicht öffnen",
    wrong_date(text): "“{text}” is no day. A day is written as in 2026-11-16." |
        "„{text}“ ist kein Tag. Ein Tag wird geschrieben wie in 2026-11-16.",
    wrong_future(date): "The puzzle of {date} comes on that day." | "Die Aufgabe vom {date} kommt an diesem Tag.",
    wrong_grade(text, grades): "There is no grade “{text}”. The grades are: {grades}." |
        "Einen Grad „{text}“ gibt es nicht. Die Grade sind: {grades}.",
    wrong_number(text): "“{text}” is no number of a puzzle. A number has only digits and is at most 18446744073709551615." |
        "„{text}“ ist keine Nummer einer Aufgabe. Eine Nummer hat nur Ziffern und ist höchstens 18446744073709551615.",
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
    (Text::new("easy", "leicht"), Text::new("With a little care it comes out.", "Mit etwas Sorgfalt geht es auf.")),
    (Text::new("medium", "mittel"), Text::new("The end wants to be planned.", "Das Ende will geplant sein.")),
    (
        Text::new("hard", "schwer"),
        Text::new("Dead ends come early. Look ahead.", "Sackgassen kommen früh. Schau voraus."),
    ),
    (
        Text::new("fiendish", "teuflisch"),
        Text::new("The hardest fifth. Few ways lead through.", "Das schwerste Fünftel. Wenige Wege führen hindurch."),
    ),
];

/// What a grade is called.
pub fn grade(grade: Grade) -> &'static str {
    GRADES[grade as usize].0.get()
}

/// A grade in a sentence.
pub fn about_grade(grade: Grade) -> &'static str {
    GRADES[grade as usize].1.get()
}

/// What there is to reach, in a sentence.
pub fn goal(goal: Goal) -> String {
    let name = |square: Square| Board::Half.name(square);
    match goal {
        Goal::LeaveTwo => goal_two().to_owned(),
        Goal::LeaveThese(white, black) => goal_these(name(white), name(black)),
        Goal::Clear => goal_clear().to_owned(),
        Goal::LeaveOne => goal_one().to_owned(),
    }
}

/// How many checkers are left, in words.
pub fn left(count: u32) -> String {
    match count {
        0 => none_left().to_owned(),
        1 => one_left().to_owned(),
        count => checkers_left(count),
    }
}

/// How many days in a row were solved.
pub fn streak(days: u32) -> String {
    match days {
        0 => streak_none().to_owned(),
        1 => streak_one().to_owned(),
        days => streak_days(days),
    }
}

/// What a puzzle is called.
pub fn name(which: &Which) -> String {
    match which {
        Which::Daily(date) => daily_title(date),
        Which::Number(Numbered { number, .. }) => number_title(number),
        Which::Board { start: halfboard_rules::record::Start::Seed(seed), .. } => seed_title(seed),
        Which::Board { .. } => position_title().to_owned(),
    }
}

/// Seconds as minutes and seconds, and hours where there are any.
///
/// ```
/// use halfboard_app::words::solitaire::clock;
/// assert_eq!((clock(7.9), clock(192.0), clock(3723.0)), ("0:07".to_owned(), "3:12".to_owned(), "1:02:03".to_owned()));
/// ```
pub fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// What there is to do now.
pub fn task(color: Option<Color>, second: bool) -> &'static str {
    match color {
        _ if second => remove_second(),
        Some(Color::Black) => remove_black(),
        _ => remove_white(),
    }
}

/// The best that a board can come to, as something proven.
pub fn proven(goal: Goal, best: Outcome) -> String {
    match (goal, best) {
        (_, Outcome::Solved) => proven_two().to_owned(),
        (Goal::LeaveOne, Outcome::Stuck(1)) => proven_one().to_owned(),
        (_, Outcome::Stuck(left)) => proven_fewest(left),
        _ => String::new(),
    }
}

/// Help that was taken, in a few words.
pub fn help(help: Help) -> String {
    let Help { hints: given, safe, warned, solution } = help;
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

/// How it came out, in a word and in a sentence.
pub fn ended(run: &Run) -> Option<String> {
    let outcome = run.session().ending()?.outcome;
    Some(match (run.state(), outcome) {
        (State::Reached, _) if run.help().solution && run.won().is_none() => shown_to_end().to_owned(),
        (State::Reached, Outcome::Solved) => solved().to_owned(),
        (State::Reached, _) => best_reached().to_owned(),
        (_, Outcome::Stuck(2)) if matches!(run.goal(), Goal::LeaveThese(..)) => wrong_two().to_owned(),
        (_, Outcome::Stuck(1)) => stuck_one().to_owned(),
        (_, Outcome::Stuck(left)) => stuck(left),
        _ => solved().to_owned(),
    })
}

/// What a puzzle is called in a text for others.
pub fn title_to_share(which: &Which) -> String {
    match which {
        Which::Daily(date) => {
            let of = which.grade().map_or("", grade);
            shared_daily(date, of)
        }
        Which::Number(Numbered { number, grade: of, .. }) => shared_number(number, grade(*of)),
        Which::Board { start: halfboard_rules::record::Start::Seed(seed), .. } => shared_board(seed),
        Which::Board { .. } => shared_position().to_owned(),
    }
}

/// How it came out in a text for others.
pub fn result_to_share(run: &Run) -> String {
    match (run.won(), run.best()) {
        (Some(won), Some(Outcome::Stuck(left))) => shared_best(left, clock(won.seconds), help(won.help)),
        (Some(won), _) => shared_solved(clock(won.seconds), help(won.help)),
        (None, _) => format!("{}, {}", shared_left(run.left()), help(run.help())),
    }
}

/// What is wrong with an address, and, where only the rules' own words say it, what exactly, in English.
pub fn wrong(wrong: &Wrong) -> (String, Option<String>) {
    let sentence = match wrong {
        Wrong::Date(text) => wrong_date(text),
        Wrong::Future(date) => wrong_future(date),
        Wrong::Grade(text) => wrong_grade(text, Grade::ALL.map(Grade::as_str).join(", ")),
        Wrong::Number(text) => wrong_number(text),
        Wrong::Rules(error) => rules_words::rules_error(error),
        Wrong::NotSolitaire(rules) => wrong_rules(rules),
        Wrong::TargetGiven => wrong_target().to_owned(),
        Wrong::NothingLast => wrong_last().to_owned(),
        Wrong::Board(error) => return games::open_error(error),
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

/// The day of the week.
pub fn weekday(date: Date) -> &'static str {
    WEEKDAYS[date.weekday()].get()
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::shared::OpenError;
    use crate::words::{Language, speak};

    #[test]
    fn all_that_can_be_wrong_is_told_in_both_languages() {
        let own = || "x".to_owned();
        let wrongs = [
            Wrong::Date(own()),
            Wrong::Future(Date::read("2026-11-16").expect("a day")),
            Wrong::Grade(own()),
            Wrong::Number(own()),
            Wrong::Rules(registry::rules("chess").map(|_| ()).expect_err("no such game")),
            Wrong::NotSolitaire(own()),
            Wrong::TargetGiven,
            Wrong::NothingLast,
            Wrong::Board(OpenError::TwoStarts),
        ];
        for case in wrongs {
            let told = Language::ALL.map(|language| {
                speak(language);
                wrong(&case).0
            });
            assert!(told.iter().all(|sentence| sentence.ends_with('.')), "{told:?}");
            assert_ne!(told[0], told[1]);
        }
    }

    #[test]
    fn help_is_told_in_a_few_words() {
        speak(Language::English);
        assert_eq!(help(Help::default()), "no help");
        let much = Help { hints: 2, safe: 1, warned: 3, solution: true };
        assert_eq!(help(much), "2 hints, safe removals shown once, warned 3 times, solution seen");
    }

    #[test]
    fn what_is_proven_is_told_by_the_goal() {
        speak(Language::English);
        assert_eq!(proven(Goal::LeaveTwo, Outcome::Stuck(3)), "Proven: this board cannot be done. At best 3 left.");
        assert!(proven(Goal::LeaveOne, Outcome::Stuck(1)).contains("single checker"));
        assert_eq!(proven(Goal::Clear, Outcome::Solved), "Proven: it can be done.");
    }
}
