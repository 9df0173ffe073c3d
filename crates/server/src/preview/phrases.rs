//! Texts of previews.

halfboard_text::phrases! {
    game_of(game): "A game of {game} on Halfboard" | "Eine Partie {game} auf Halfboard",
    private_game: "Open the link to join or to watch." | "Öffne den Link, um mitzuspielen oder zuzusehen.",
    challenge(game): "{game}: open challenge" | "{game}: offene Herausforderung",
    join(name): "{name} is looking for an opponent. Free, without an account." |
        "{name} sucht Mitspieler. Kostenlos, ohne Konto.",
    players(game, names): "{game}: {names}" | "{game}: {names}",
    free_seat: "free seat" | "freier Platz",
    computer(level): "computer, level {level}" | "Computer, Stufe {level}",
    aborted: "The game was aborted." | "Die Partie wurde abgebrochen.",
    to_move(who, plies): "{who} to move after {plies} turns." | "{who} am Zug nach {plies} Zügen.",
    starts(who): "{who} to move." | "{who} am Zug.",
    solve_it: "Can you find the winning move?" | "Findest du den Gewinnzug?",
    daily(date): "Daily solitaire, {date}" | "Solitaire des Tages, {date}",
    daily_more(grade): "Difficulty: {grade}. Solvable, and the same for all players." |
        "Schwierigkeit: {grade}. Lösbar und für alle gleich.",
    analysis_of(game): "Analysis: {game}" | "Analyse: {game}",
    picture_of(game): "Board of {game}" | "Brett von {game}",
}
