//! Phrases of the archive page.

use halfboard_archive::{GameResult, GameSummary};
use halfboard_rules::registry;

use super::{games, players};
use crate::archive::{FileReport, SearchError, SearchField};

halfboard_text::phrases! {
    title: "Archive" | "Archiv",
    lead: "Import games from files, search them, and explore openings with them on the analysis board. Imported files stay in this browser." |
        "Importiere Partien aus Dateien, durchsuche sie und erkunde mit ihnen Eröffnungen auf dem Analysebrett. Importierte Dateien bleiben in diesem Browser.",
    source: "Games from" | "Partien von",
    source_browser: "This browser" | "Dieser Browser",
    source_server: "Server" | "Server",
    import: "Import games" | "Partien importieren",
    import_more: "Game records, SGF, or lines of JSON; several files at once if you like." |
        "Partieaufzeichnungen, SGF oder JSON-Zeilen, auch mehrere Dateien auf einmal.",
    choose_files: "Files" | "Dateien",
    reading: "Reading …" | "Wird gelesen …",
    read_all_one(name): "{name}: read 1 game." | "{name}: 1 Partie gelesen.",
    read_all(name, count): "{name}: read {count} games." | "{name}: {count} Partien gelesen.",
    read_some(name, count, total): "{name}: read {count} of {total} games." |
        "{name}: {count} von {total} Partien gelesen.",
    read_none(name): "{name}: no game found." | "{name}: keine Partie gefunden.",
    problem(game, line): "Game {game}, line {line}:" | "Partie {game}, Zeile {line}:",
    more_problems(count): "{count} more problems" | "{count} weitere Probleme",

    imports: "Imported files" | "Importierte Dateien",
    no_imports: "Nothing imported yet." | "Noch nichts importiert.",
    duplicate_one: "1 duplicate" | "1 Duplikat",
    duplicates(count): "{count} duplicates" | "{count} Duplikate",
    delete: "Delete" | "Löschen",
    delete_import(name): "Delete {name}" | "{name} löschen",
    deleted(name): "Deleted {name}" | "{name} gelöscht",
    undo: "Undo" | "Rückgängig",
    indexing(done, total): "Indexing games: {done} of {total}" | "Partien werden eingelesen: {done} von {total}",
    loading: "Loading …" | "Wird geladen …",

    search: "Search" | "Suchen",
    player: "Player" | "Spieler",
    event: "Event" | "Turnier",
    since: "From date" | "Von Datum",
    until: "To date" | "Bis Datum",
    date_more: "Dates may be incomplete, such as 1998 or 2004-07." | "Ein Datum darf unvollständig sein, etwa 1998 oder 2004-07.",
    result: "Result" | "Ergebnis",
    any_result: "Any" | "Alle",
    game: "Game" | "Spiel",
    any_game: "All games" | "Alle Spiele",
    min_moves: "Minimum moves" | "Züge mindestens",
    max_moves: "Maximum moves" | "Züge höchstens",
    clear: "Clear search" | "Suche zurücksetzen",
    position: "Only games with this position" | "Nur Partien mit dieser Stellung",
    any_position: "Any position" | "Jede Stellung",
    from_analysis: "Position of the analysis board" | "Stellung des Analysebretts",
    invalid_date(text): "Invalid date “{text}”: enter a year or a date, such as 1998 or 2004-07-20." |
        "Ungültiges Datum „{text}“: Gib ein Jahr oder Datum ein, etwa 1998 oder 2004-07-20.",
    invalid_number(text): "Invalid number “{text}”: enter a whole number." |
        "Ungültige Zahl „{text}“: Gib eine ganze Zahl ein.",

    found: "Games" | "Partien",
    found_some(count, total): "{count} of {total} games" | "{count} von {total} Partien",
    found_last(count): "The last {count} games" | "Die letzten {count} Partien",
    none_found: "No games found." | "Keine Partien gefunden.",
    show_more: "Show more" | "Mehr zeigen",
    open: "Open" | "Öffnen",
    open_game(players): "Open {players} in analysis" | "{players} in der Analyse öffnen",
    download: "Download records" | "Aufzeichnungen herunterladen",
    download_sgf: "Download SGF" | "SGF herunterladen",
    sgf_none: "SGF is for Lines of Action only: none of these games fits." |
        "SGF gibt es nur für Lines of Action: Keine dieser Partien passt.",
    sgf_some(count, total): "SGF is for Lines of Action only: downloaded {count} of {total} games." |
        "SGF gibt es nur für Lines of Action: {count} von {total} Partien heruntergeladen.",
    server_failed: "Couldn't load the server's games." | "Die Partien des Servers können nicht geladen werden.",
    retry: "Try again" | "Erneut versuchen",
    unreadable: "Couldn't load this game." | "Diese Partie kann nicht geladen werden.",

    white_won: "White won" | "Weiß gewann",
    black_won: "Black won" | "Schwarz gewann",
    draw: "Draw" | "Remis",
    unfinished: "Unfinished" | "Unvollendet",
    solitaire: "Solitaire" | "Solitär",
    move_one: "1 move" | "1 Zug",
    moves(count): "{count} moves" | "{count} Züge",
    against(first, second): "{first} – {second}" | "{first} – {second}",
}

/// Returns what was read from a file.
pub fn file_report(report: &FileReport) -> String {
    match (report.games.len(), report.total()) {
        (_, 0) => read_none(&report.name),
        (1, 1) => read_all_one(&report.name),
        (count, total) if count == total => read_all(&report.name, count),
        (count, total) => read_some(&report.name, count, total),
    }
}

/// Returns a number of duplicates.
pub fn duplicate_count(count: usize) -> String {
    if count == 1 { duplicate_one().to_owned() } else { duplicates(count) }
}

/// Returns what is wrong with a field of the search.
pub fn search_error(error: &SearchError) -> String {
    match error.field {
        SearchField::Since | SearchField::Until => invalid_date(&error.text),
        SearchField::MinMoves | SearchField::MaxMoves => invalid_number(&error.text),
    }
}

/// Returns a result.
pub fn game_result(result: GameResult) -> &'static str {
    match result {
        GameResult::Open => unfinished(),
        GameResult::White => white_won(),
        GameResult::Black => black_won(),
        GameResult::Draw => draw(),
        GameResult::Solitaire => solitaire(),
    }
}

/// Returns the players of a game; the seat stands for an unknown one.
pub fn player_names(game: &GameSummary) -> String {
    let seats = registry::rules(&game.rules).map_or(&[][..], |rules| rules.seats());
    let name = |(name, seat): (&String, &&str)| {
        if name.is_empty() { players::seat(seat).to_owned() } else { name.clone() }
    };
    game.players.iter().zip(seats).map(name).reduce(against).unwrap_or_default()
}

/// Returns a number of moves.
pub fn move_count(plies: usize) -> String {
    if plies == 1 { move_one().to_owned() } else { moves(plies) }
}

/// Returns the number of the server's games that are listed, of which there may be more.
pub fn listed_count(listed: usize, is_all: bool) -> String {
    if is_all { found_count(listed, listed) } else { found_last(listed) }
}

/// Returns the number of games found.
pub fn found_count(found: usize, total: usize) -> String {
    match found {
        0 => none_found().to_owned(),
        _ if found == total => games::game_count(found),
        _ => found_some(found, total),
    }
}
