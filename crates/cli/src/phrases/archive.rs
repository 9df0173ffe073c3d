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
    studied(games, choices): "{games} games, {choices} turns with a choice" | "{games} Partien, {choices} Züge mit Auswahl",
    agreement(percent): "The engine's move was played in {percent} % of them."
        | "Der Zug der Engine wurde in {percent} % davon gespielt.",
    thrown_away(games, percent, turns): "A proven win slipped in {games} games ({percent} %); wins were proven at {turns} turns."
        | "Ein bewiesener Gewinn wurde in {games} Partien vergeben ({percent} %); an {turns} Stellen war ein Gewinn bewiesen.",
    proven_endings(games, decided, median): "The result was proven in {games} of {decided} decided games, in the median {median} moves before the end."
        | "Das Ergebnis war in {games} von {decided} entschiedenen Partien bewiesen, im Median {median} Züge vor dem Ende.",
    proven_at_least(plies, percent): "{plies} or more moves before the end: {percent} %"
        | "{plies} oder mehr Züge vor dem Ende: {percent} %",
    mean_length(plies): "{plies} moves on average" | "im Mittel {plies} Züge",
}
