//! Phrases of the saved games, of importing and exporting them, and of links to games.

use halfboard_rules::session::MoveError;

use super::{players, rules};
use crate::play::Play;
use crate::shared::OpenError;

halfboard_text::phrases! {
    title: "My games" | "Meine Partien",
    none_yet: "No saved games yet. Games are saved in this browser as you play." |
        "Noch keine gespeicherten Partien. Partien werden beim Spielen in diesem Browser gespeichert.",
    new_game: "Play a game" | "Eine Partie spielen",
    none_found: "No games found." | "Keine Partien gefunden.",
    search: "Search" | "Suchen",
    show: "Show" | "Zeigen",
    all: "All" | "Alle",
    unfinished: "Unfinished" | "Laufende",
    finished: "Finished" | "Beendete",
    count_one: "1 game" | "1 Partie",
    count(games): "{games} games" | "{games} Partien",
    show_more: "Show more" | "Mehr zeigen",
    no_turns: "Not started" | "Noch nicht begonnen",
    one_turn: "1 move" | "1 Zug",
    turns(count): "{count} moves" | "{count} Züge",
    to_move(seat): "{seat} to move" | "{seat} am Zug",
    in_progress: "In progress" | "Läuft",
    open: "Open" | "Öffnen",
    open_game(game): "Open {game}" | "{game} öffnen",
    analyse: "Analyse" | "Analysieren",
    analyse_game(game): "Analyse {game}" | "{game} analysieren",
    export: "Download" | "Herunterladen",
    export_sgf: "Download SGF" | "SGF herunterladen",
    copy: "Copy" | "Kopieren",
    copied: "Copied to clipboard" | "In die Zwischenablage kopiert",
    not_copied: "Couldn't copy: the browser blocked access to the clipboard." | "Kopieren nicht möglich: Der Browser sperrt die Zwischenablage.",
    delete: "Delete" | "Löschen",
    deleted_one: "Deleted 1 game" | "1 Partie gelöscht",
    deleted(count): "Deleted {count} games" | "{count} Partien gelöscht",
    undo: "Undo" | "Rückgängig",
    export_all: "Download all" | "Alle herunterladen",
    delete_all: "Delete all …" | "Alle löschen …",
    delete_all_question(count): "Delete all {count} games?" | "Alle {count} Partien löschen?",
    delete_all_now: "Delete all" | "Alle löschen",
    unreadable: "Couldn't load this game" | "Diese Partie kann nicht geladen werden",
    unreadable_more: "It stays here until you delete it. You can download the file and open it elsewhere." |
        "Sie bleibt hier, bis du sie löschst. Du kannst die Datei herunterladen und anderswo öffnen.",
    actions: "More" | "Mehr",
    import: "Import games" | "Partien importieren",
    import_more: "One or more game records; for Lines of Action also SGF, PlayStrategy, Little Golem and OpenSpiel." |
        "Eine oder mehrere Partieaufzeichnungen; für Lines of Action auch SGF, PlayStrategy, Little Golem und OpenSpiel.",
    from_file: "From a file" | "Aus einer Datei",
    from_text: "Or paste the text" | "Oder den Text einfügen",
    import_now: "Import" | "Importieren",
    imported_one: "Imported 1 game" | "1 Partie importiert",
    imported(count): "Imported {count} games" | "{count} Partien importiert",
    no_game_in_text: "No game found in this text." | "Keine Partie in diesem Text gefunden.",
    import_error(game, line): "Nothing imported: error in game {game}, line {line}." |
        "Nichts importiert: Fehler in Partie {game}, Zeile {line}.",
    import_partial(read, all): "Read {read} of {all} games. These could not be read:" |
        "{read} von {all} Partien gelesen. Diese ließen sich nicht lesen:",
    more_problems(count): "and {count} more" | "und {count} weitere",
    archive: "Archive of imported games" | "Archiv importierter Partien",
    shared_title: "Shared game" | "Geteilte Partie",
    invalid_link: "Invalid link" | "Ungültiger Link",
    moves: "Moves" | "Züge",
    to_start: "First move" | "Zum Anfang",
    previous_move: "Previous move" | "Vorheriger Zug",
    next_move: "Next move" | "Nächster Zug",
    to_end: "Last move" | "Zum Ende",
    at_turn(turn, turns): "Move {turn} of {turns}" | "Zug {turn} von {turns}",
    continue_from_here: "Continue from here" | "Von hier weiterspielen",
    continue_with_people: "Players on this device" | "Spieler an diesem Gerät",
    continue_solitaire: "Play" | "Spielen",
    continue_with_engine(level): "Against the engine, level {level}" | "Gegen die Engine, Stufe {level}",
    position_and_seed: "The link has both a position and a seed; only one is allowed." |
        "Der Link enthält eine Stellung und einen Seed; nur eines davon ist erlaubt.",
    invalid_seed(seed): "Invalid seed “{seed}”: enter a whole number from 0 to 18446744073709551615." |
        "Ungültiger Seed „{seed}“: Gib eine ganze Zahl von 0 bis 18446744073709551615 ein.",
    invalid_position(character): "Invalid position at character {character}." |
        "Ungültige Stellung bei Zeichen {character}.",
    move_too_late(number, mv): "Move {number}, “{mv}”: the game is already over." |
        "Zug {number}, „{mv}“: Die Partie ist schon zu Ende.",
    only_move(number, mv, legal): "Move {number}, “{mv}”, is not legal. The only legal move is {legal}." |
        "Zug {number}, „{mv}“, ist nicht erlaubt. Der einzige erlaubte Zug ist {legal}.",
    not_legal(number, mv, count, nearest): "Move {number}, “{mv}”, is not legal. Closest legal moves of {count}: {nearest}." |
        "Zug {number}, „{mv}“, ist nicht erlaubt. Die ähnlichsten der {count} erlaubten Züge: {nearest}.",
}

/// Returns a number of games.
pub fn game_count(number: usize) -> String {
    if number == 1 { count_one().to_owned() } else { count(number) }
}

/// Returns a notice of deleted games.
pub fn deleted_count(number: usize) -> String {
    if number == 1 { deleted_one().to_owned() } else { deleted(number) }
}

/// Returns a notice of imported games.
pub fn imported_count(number: usize) -> String {
    if number == 1 { imported_one().to_owned() } else { imported(number) }
}

/// Returns the number of moves played.
pub fn length(play: &Play) -> String {
    match play.plies() {
        0 => no_turns().to_owned(),
        1 => one_turn().to_owned(),
        plies => turns(plies),
    }
}

/// Returns the result, or the side to move.
pub fn state(play: &Play) -> String {
    play.result().unwrap_or_else(|| {
        let session = play.session();
        let seat = session.turn();
        match session.seats() {
            [_] => in_progress().to_owned(),
            seats => to_move(players::seat(seats.get(usize::from(seat.0)).copied().unwrap_or_default())),
        }
    })
}

/// Returns the text that a search for a game matches.
pub fn description(play: &Play) -> String {
    let rules = play.session().rules();
    let date = play.tag("Date").unwrap_or_default();
    [rules::variant(&rules).as_str(), &rules, &players::all(play), &state(play), date].join(" ")
}

/// Explains an invalid link. The second part is the parser's message in English, if there is one.
pub fn open_error(error: &OpenError) -> (String, Option<String>) {
    let sentence = match error {
        OpenError::Rules(error) => rules::rules_error(error),
        OpenError::TwoStarts => position_and_seed().to_owned(),
        OpenError::Seed(seed) => invalid_seed(seed),
        OpenError::Position(error) => {
            let detail = format!("{}; valid: {}", error.problem, error.valid);
            return (invalid_position(error.at + 1), Some(detail));
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
    use crate::phrases::{Language, speak};
    use crate::route::Shared;
    use crate::saved::matches;
    use crate::shared::open;

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
        let game = &games.plays[0];
        let text = description(game);
        assert!(matches("ann torus time", &text) && !matches("ben", &text), "{text}");
        assert_eq!(length(game), "Not started");
        assert_eq!(state(game), "Black wins: White ran out of time.");
    }
}
