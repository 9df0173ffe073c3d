//! Words of the games kept, of bringing them in and out, and of links to games.

use halfboard_rules::session::MoveError;

use super::{players, rules};
use crate::play::Play;
use crate::shared::OpenError;

halfboard_text::phrases! {
    title: "My games" | "Meine Partien",
    none_yet: "No game is kept here yet. Games are kept in this browser as you play them." |
        "Hier ist noch keine Partie aufgehoben. Partien werden in diesem Browser aufgehoben, während du spielst.",
    new_game: "Play a game" | "Eine Partie spielen",
    none_found: "No game fits the search." | "Keine Partie passt zur Suche.",
    search: "Search" | "Suchen",
    show: "Show" | "Zeigen",
    all: "All" | "Alle",
    unfinished: "Unfinished" | "Laufende",
    finished: "Finished" | "Beendete",
    count_one: "1 game" | "1 Partie",
    count(games): "{games} games" | "{games} Partien",
    show_more: "Show more" | "Mehr zeigen",
    no_turns: "not begun" | "noch nicht begonnen",
    one_turn: "1 turn" | "1 Zug",
    turns(count): "{count} turns" | "{count} Züge",
    to_move(seat): "{seat} to move" | "{seat} am Zug",
    goes_on: "goes on" | "läuft noch",
    open: "Open" | "Öffnen",
    open_game(game): "Open {game}" | "{game} öffnen",
    analyse: "Analyse" | "Analysieren",
    analyse_game(game): "Analyse {game}" | "{game} analysieren",
    export: "Save as a file" | "Als Datei speichern",
    export_sgf: "Save as SGF" | "Als SGF speichern",
    copy: "Copy" | "Kopieren",
    copied: "The game is on the clipboard." | "Die Partie ist in der Zwischenablage.",
    not_copied: "The browser did not allow copying." | "Der Browser hat das Kopieren nicht erlaubt.",
    delete: "Delete" | "Löschen",
    deleted_one: "1 game was deleted." | "1 Partie wurde gelöscht.",
    deleted(count): "{count} games were deleted." | "{count} Partien wurden gelöscht.",
    undo: "Undo" | "Rückgängig",
    export_all: "Save all as a file" | "Alle als Datei speichern",
    delete_all: "Delete all …" | "Alle löschen …",
    delete_all_question(count): "Delete all {count} games?" | "Alle {count} Partien löschen?",
    delete_all_now: "Delete all" | "Alle löschen",
    unreadable: "This game cannot be read" | "Diese Partie ist nicht zu lesen",
    unreadable_more: "It stays here until you delete it. Perhaps another program can make sense of the file." |
        "Sie bleibt hier, bis du sie löschst. Vielleicht kann ein anderes Programm mit der Datei etwas anfangen.",
    actions: "More" | "Mehr",
    bring_in: "Bring games in" | "Partien einlesen",
    bring_in_more: "Records of any game, one or many, or SGF of Lines of Action." |
        "Aufzeichnungen aller Spiele, eine oder viele, oder SGF von Lines of Action.",
    from_file: "From a file" | "Aus einer Datei",
    from_text: "Or paste the text" | "Oder den Text einfügen",
    take_in: "Take these games in" | "Diese Partien übernehmen",
    taken_in_one: "1 game was taken in." | "1 Partie wurde übernommen.",
    taken_in(count): "{count} games were taken in." | "{count} Partien wurden übernommen.",
    nothing_in_it: "There is no game in this text." | "In diesem Text ist keine Partie.",
    not_taken_in(game, line): "Nothing was taken in: game {game} is wrong in line {line}." |
        "Nichts wurde übernommen: Partie {game} ist falsch in Zeile {line}.",
    shared_title: "A game from a link" | "Eine Partie aus einem Link",
    link_wrong: "This link cannot be opened" | "Dieser Link lässt sich nicht öffnen",
    moves: "Moves" | "Züge",
    to_start: "To the start" | "An den Anfang",
    one_back: "One turn back" | "Ein Zug zurück",
    one_on: "One turn on" | "Ein Zug vor",
    to_end: "To the end" | "Ans Ende",
    at_turn(turn, turns): "After turn {turn} of {turns}" | "Nach Zug {turn} von {turns}",
    play_on: "Play on from here" | "Von hier an weiterspielen",
    play_on_people: "People at this screen" | "Personen an diesem Bildschirm",
    play_on_alone: "Play" | "Spielen",
    play_on_engine(level): "Against the engine, level {level}" | "Gegen die Engine, Stufe {level}",
    two_starts: "The link gives a position and a seed; it may give only one of them." |
        "Der Link nennt eine Stellung und eine Startzahl; er darf nur eines davon nennen.",
    no_seed(seed): "“{seed}” is no seed. Valid: a whole number from 0 to 18446744073709551615." |
        "„{seed}“ ist keine Startzahl. Gültig: eine ganze Zahl von 0 bis 18446744073709551615.",
    position_wrong(character): "The position is wrong at character {character}." |
        "Die Stellung ist falsch bei Zeichen {character}.",
    move_too_late(number, mv): "Move {number}, “{mv}”, comes too late: the game is over." |
        "Zug {number}, „{mv}“, kommt zu spät: Die Partie ist zu Ende.",
    only_move(number, mv, legal): "Move {number}, “{mv}”, is not legal. The only legal move is {legal}." |
        "Zug {number}, „{mv}“, ist nicht erlaubt. Der einzige erlaubte Zug ist {legal}.",
    not_legal(number, mv, count, nearest): "Move {number}, “{mv}”, is not legal. Nearest of the {count} legal moves: {nearest}." |
        "Zug {number}, „{mv}“, ist nicht erlaubt. Die ähnlichsten der {count} erlaubten Züge: {nearest}.",
}

/// How many games.
pub fn games(number: usize) -> String {
    if number == 1 { count_one().to_owned() } else { count(number) }
}

/// How many games were deleted.
pub fn gone(number: usize) -> String {
    if number == 1 { deleted_one().to_owned() } else { deleted(number) }
}

/// How many games were taken in.
pub fn came(number: usize) -> String {
    if number == 1 { taken_in_one().to_owned() } else { taken_in(number) }
}

/// How far a game is: how many turns were played.
pub fn length(play: &Play) -> String {
    match play.plies() {
        0 => no_turns().to_owned(),
        1 => one_turn().to_owned(),
        plies => turns(plies),
    }
}

/// The result, or whose turn it is.
pub fn state(play: &Play) -> String {
    play.result().unwrap_or_else(|| {
        let session = play.session();
        let seat = session.turn();
        match session.seats() {
            [_] => goes_on().to_owned(),
            seats => to_move(players::seat(seats.get(usize::from(seat.0)).copied().unwrap_or_default())),
        }
    })
}

/// All that a search for a game looks at.
pub fn description(play: &Play) -> String {
    let rules = play.session().rules();
    let date = play.tag("Date").unwrap_or_default();
    [rules::variant(&rules).as_str(), &rules, &players::all(play), &state(play), date].join(" ")
}

/// What is wrong with a link, and, where only the rules' own words say it, what exactly, in English.
pub fn open_error(error: &OpenError) -> (String, Option<String>) {
    let sentence = match error {
        OpenError::Rules(error) => rules::rules_error(error),
        OpenError::TwoStarts => two_starts().to_owned(),
        OpenError::Seed(seed) => no_seed(seed),
        OpenError::Position(error) => {
            let detail = format!("{}; valid: {}", error.problem, error.valid);
            return (position_wrong(error.at + 1), Some(detail));
        }
        OpenError::Move(number, MoveError::Over { word, .. }) => move_too_late(number, word),
        OpenError::Move(number, MoveError::NotLegal { word, nearest, count: 1 }) => {
            only_move(number, word, nearest.join(", "))
        }
        OpenError::Move(number, MoveError::NotLegal { word, nearest, count }) => {
            not_legal(number, word, count, nearest.join(", "))
        }
        OpenError::Move(_, error) => error.to_string(),
    };
    (sentence, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::matches;
    use crate::route::Shared;
    use crate::shared::open;
    use crate::words::{Language, speak};

    fn link(rules: &str, position: Option<&str>, seed: Option<&str>, moves: Option<&str>) -> Shared {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Shared { rules: rules.to_owned(), position: own(position), seed: own(seed), moves: own(moves) }
    }

    #[test]
    fn all_that_can_be_wrong_with_a_link_is_told_in_both_languages() {
        // White takes one away, and Black cannot move any more.
        let last = "1w6/1w6/7b/b7 w play wb";
        let links = [
            link("chess", None, None, None),
            link("j:first=green", None, None, None),
            link("j:colour=red", None, None, None),
            link("j:first", None, None, None),
            link("j:first=black,first=white", None, None, None),
            link("lines-of-action:order=pairs-left", None, None, None),
            link("j", Some("x"), Some("1"), None),
            link("j", None, Some("x"), None),
            link("j", Some("8/8"), None, None),
            link("j", None, None, Some("A5 Z9")),
            link("sight-reduction", Some(last), None, Some("A2 A1 A1")),
        ];
        for link in links {
            let error = open(&link, &[], 0, "2026.01.01").expect_err("wrong");
            let told = Language::ALL.map(|language| {
                speak(language);
                open_error(&error).0
            });
            assert!(told.iter().all(|sentence| sentence.ends_with('.')), "{told:?}");
            assert_ne!(told[0], told[1]);
        }
    }

    #[test]
    fn a_search_finds_players_variants_and_results() {
        speak(Language::English);
        let games = crate::import::read(
            "[Game \"lines-of-action:wrap=both\"]\n[White \"Ann\"]\n[Result \"0-1\"]\n[Reason \"time\"]\n\n0-1\n",
        );
        let game = &games.expect("valid")[0];
        let text = description(game);
        assert!(matches("ann torus time", &text) && !matches("ben", &text), "{text}");
        assert_eq!(length(game), "not begun");
        assert_eq!(state(game), "Black wins: White ran out of time.");
    }
}
