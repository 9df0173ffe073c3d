//! Phrases of the opening explorer.

use halfboard_archive::Tally;

use super::games;
use crate::archive::explorer::{ExplorerSource, percentages};

halfboard_text::phrases! {
    title: "Opening explorer" | "Eröffnungen",
    archive: "Archive" | "Archiv",
    sources: "Sources" | "Quellen",
    server: "Server" | "Server",
    archives: "Archives" | "Archive",
    own_games: "My games" | "Meine Partien",
    mv: "Move" | "Zug",
    games: "Games" | "Partien",
    results: "Results: White, draws, Black" | "Ergebnisse: Weiß, Remis, Schwarz",
    all_moves: "All" | "Alle",
    play(mv): "Play {mv}" | "{mv} spielen",
    none: "No games with this position." | "Keine Partien mit dieser Stellung.",
    none_yet: "No games here yet. Import some into the archive, or play." |
        "Noch keine Partien vorhanden. Importiere welche ins Archiv oder spiele.",
    no_source: "Choose a source." | "Wähle eine Quelle.",
    shares(white, draw, black): "White {white} %, draws {draw} %, Black {black} %" |
        "Weiß {white} %, Remis {draw} %, Schwarz {black} %",
    undecided: "no result" | "ohne Ergebnis",
    percent(share): "{share} %" | "{share} %",
    more_moves: "Show all moves" | "Alle Züge zeigen",
    reached: "Games with this position" | "Partien mit dieser Stellung",
    find_all: "Search these games" | "Diese Partien durchsuchen",
    transposed: "other move order" | "andere Zugfolge",
    transposed_one: "1 game came here by another move order." | "1 Partie kam über eine andere Zugfolge hierher.",
    transposed_some(count): "{count} games came here by another move order." |
        "{count} Partien kamen über eine andere Zugfolge hierher.",
    after_move(ply): "after move {ply}" | "nach Zug {ply}",
    wins: "wins" | "gewinnt",
    loses: "loses" | "verliert",
    draws: "draw" | "remis",
    proven(result): "{result} (proven)" | "{result} (bewiesen)",
}

/// Returns the name of a source.
pub fn source(source: ExplorerSource) -> &'static str {
    match source {
        ExplorerSource::Server => server(),
        ExplorerSource::Archives => archives(),
        ExplorerSource::OwnGames => own_games(),
    }
}

/// Returns the results of games as a sentence, for those who do not see the bar.
pub fn result_shares(tally: &Tally) -> String {
    percentages(tally).map_or_else(|| undecided().to_owned(), |[white, draw, black]| shares(white, draw, black))
}

/// Returns a number of games.
pub fn game_count(tally: &Tally) -> String {
    games::game_count(usize::try_from(tally.games).unwrap_or(usize::MAX))
}

/// Returns a number of transpositions.
pub fn transposed_count(count: usize) -> String {
    if count == 1 { transposed_one().to_owned() } else { transposed_some(count) }
}

/// Returns a proven result of a move for the side to move, or `None` if the name of the result is unknown.
pub fn proof(result: &str) -> Option<String> {
    let result = match result {
        "win" => wins(),
        "loss" => loses(),
        "draw" => draws(),
        _ => return None,
    };
    Some(proven(result))
}
