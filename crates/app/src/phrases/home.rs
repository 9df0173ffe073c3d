//! Phrases of the home page.

halfboard_text::phrases! {
    title: "Five games on one board" | "Fünf Spiele auf einem Brett",
    lead: "Play the computer, a friend on this device, or someone online. No account needed, and it works offline." |
        "Spiele gegen den Computer, mit jemandem am selben Gerät oder online. Ohne Konto, und auch offline.",
    games: "The games" | "Die Spiele",
    continue_playing: "Continue playing" | "Weiterspielen",
    play: "Play" | "Spielen",
    set_up: "Set up" | "Einrichten",
    learn: "Learn" | "Lernen",
    play_game(game): "Play {game}" | "{game} spielen",
    set_up_game(game): "Set up a game of {game}" | "Eine Partie {game} einrichten",
    learn_game(game): "Learn {game}" | "{game} lernen",
    more: "More" | "Mehr",
    solitaire: "Solitaire puzzles in five difficulty levels, every one solvable." |
        "Solitär-Aufgaben in fünf Schwierigkeitsstufen, jede lösbar.",
    puzzles: "Find the forced win. Positions from every game, each proven by the solver." |
        "Finde den erzwungenen Gewinn. Stellungen aus jedem Spiel, jede vom Solver bewiesen.",
    analysis: "Set up any position, try moves, and see what is proven and what is estimated." |
        "Baue eine Stellung auf, probiere Züge und sieh, was bewiesen und was geschätzt ist.",
    fairness: "Is it fair to move first? Solver results and statistics for every variant." |
        "Ist es fair, wer beginnt? Solver-Ergebnisse und Statistiken zu jeder Variante.",
    turns_and_turn(turns, who): "{turns}, {who} to move" | "{turns}, am Zug: {who}",
}
