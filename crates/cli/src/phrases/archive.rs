//! Texts of `archive`.

halfboard_text::phrases! {
    position_is(position): "Position: {position}" | "Stellung: {position}",
    no_games: "No game of the archive reached this position." | "Keine Partie des Archivs erreichte diese Stellung.",
    games_and_results(games, white, draw, black): "{games} games: {white} won by White, {draw} drawn, {black} won by Black"
        | "{games} Partien: {white} Siege für Weiß, {draw} Remis, {black} Siege für Schwarz",
    found(games): "{games} games found" | "{games} Partien gefunden",
    after_moves(ply): "after {ply} moves" | "nach {ply} Zügen",
    contents(games, files): "{games} games from {files} files" | "{games} Partien aus {files} Dateien",
    size(positions, mebibytes): "{positions} positions, {mebibytes} MiB" | "{positions} Stellungen, {mebibytes} MiB",
    mean_length(plies): "{plies} moves on average" | "im Mittel {plies} Züge",
}
