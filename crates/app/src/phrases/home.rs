//! Phrases of the home page.

halfboard_text::phrases! {
    title: "Five games on one board" | "Fünf Spiele auf einem Brett",
    lead: "Play the computer, a friend on this device, or someone online. No account needed, and it works offline." |
        "Spiele gegen den Computer, mit jemandem am selben Gerät oder online. Ohne Konto, und auch offline.",
    games: "The games" | "Die Spiele",
    play_now: "Play now" | "Jetzt spielen",
    more_games: "More games" | "Weitere Spiele",
    your_turn: "Your turn" | "Du bist am Zug",
    all_my_games: "All my games" | "Alle meine Partien",
    against(who): "against {who}" | "gegen {who}",
    on_this_device: "On this device" | "An diesem Gerät",
    online: "Online" | "Online",
    time_left(time): "{time} left" | "noch {time}",
    level: "Level" | "Stufe",
    level_of(game): "Level of the engine in {game}" | "Stufe der Engine in {game}",
    strength(name, rating): "{name}, rating {rating}" | "{name}, Wertung {rating}",
    adaptive_now(rating, level): "your rating {rating}, level {level}" | "deine Wertung {rating}, Stufe {level}",
    side: "You play" | "Du spielst",
    side_of(game): "Your side in {game}" | "Deine Seite in {game}",
    think: "Thinks" | "Bedenkzeit",
    think_of(game): "Thinking time per move in {game}" | "Bedenkzeit pro Zug in {game}",
    seconds(count): "{count} s" | "{count} s",
    fair_board: "You get a board and a side that can win: the solver has proven it." |
        "Du bekommst ein Brett und eine Seite, die gewinnen kann: Der Solver hat es bewiesen.",
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
}
