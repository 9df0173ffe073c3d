//! Texts of `halfboard` without arguments. A description fits behind its command in 80 columns.

halfboard_text::phrases! {
    title: "board games for the terminal, the browser and the network"
        | "Brettspiele für Terminal, Browser und Netz",
    play: "play the computer or a friend in the terminal" | "im Terminal gegen den Computer oder zu zweit",
    serve: "play in the browser, with lessons and puzzles" | "im Browser spielen, mit Lektionen und Rätseln",
    games: "the games, their variants and options" | "die Spiele, ihre Varianten und Optionen",
    analyse: "find the best moves of a position" | "die besten Züge einer Stellung finden",
    solve: "prove who wins" | "beweisen, wer gewinnt",
    record: "check the moves and result of a saved game" | "Züge und Ergebnis einer Partie prüfen",
    more(all, one): "All commands: {all}. One command: {one}." | "Alle Befehle: {all}. Ein Befehl: {one}.",
}
