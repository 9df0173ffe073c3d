//! Words of the first page.

halfboard_text::phrases! {
    title: "Five games on one board" | "Fünf Spiele auf einem Brett",
    lead: "Play at once, against the engine, a friend at this screen, or somebody online. No account, and it works offline." |
        "Spiele sofort los, gegen die Engine, mit jemandem am selben Bildschirm oder online. Ohne Konto und auch ohne Netz.",
    games: "The games" | "Die Spiele",
    go_on: "Go on where you left off" | "Weiterspielen",
    play: "Play" | "Spielen",
    set_up: "Set up" | "Einrichten",
    learn: "Learn" | "Lernen",
    play_game(game): "Play {game}" | "{game} spielen",
    set_up_game(game): "Set up a game of {game}" | "Eine Partie {game} einrichten",
    learn_game(game): "Learn {game}" | "{game} lernen",
    more: "More to do" | "Noch mehr",
    solitaire: "Take a board down by yourself: puzzles of five grades, each proven to come out." |
        "Räume ein Brett allein ab: Aufgaben in fünf Stufen, jede nachweislich lösbar.",
    puzzles: "Find the forced win: positions of every game, each proven by the solver." |
        "Finde den erzwungenen Gewinn: Stellungen aus jedem Spiel, jede vom Löser bewiesen.",
    analysis: "Set up any position, try moves, and see what is proven and what is estimated." |
        "Stell jede Stellung auf, probiere Züge und sieh, was bewiesen und was geschätzt ist.",
    fairness: "Does it help to begin? What solvers and thousands of games say about every variant." |
        "Hilft es, anzufangen? Was Löser und Tausende Partien über jede Variante sagen.",
    turns_and_turn(turns, who): "{turns}, {who} to move" | "{turns}, am Zug: {who}",
}
