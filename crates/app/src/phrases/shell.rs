//! Phrases of the frame around every page.

halfboard_text::phrases! {
    play: "Play" | "Spielen",
    online: "Online" | "Online",
    games: "My games" | "Meine Partien",
    puzzles: "Puzzles" | "Aufgaben",
    analysis: "Analysis" | "Analyse",
    solitaire: "Solitaire" | "Solitär",
    fairness: "Fairness" | "Fairness",
    learn: "Learn" | "Lernen",
    rules: "Rules" | "Regeln",
    settings: "Settings" | "Einstellungen",
    menu: "Menu" | "Menü",
    pages: "Pages" | "Seiten",
    skip: "Skip to content" | "Zum Inhalt",
    close: "Close" | "Schließen",
    cancel: "Cancel" | "Abbrechen",
    back: "Back" | "Zurück",
    not_saved: "Couldn't save: browser storage is full or disabled." |
        "Konnte nicht speichern: Der Browserspeicher ist voll oder gesperrt.",
    no_such_page: "Page not found" | "Seite nicht gefunden",
    no_such_page_more(address): "Page not found: {address}" | "Seite nicht gefunden: {address}",
    no_such_game(id): "Unknown game: {id}" | "Unbekanntes Spiel: {id}",
    home: "Home" | "Startseite",
    your_turn_in_one: "Your turn in 1 game" | "Du bist in 1 Partie am Zug",
    your_turn_in_several(count): "Your turn in {count} games" | "Du bist in {count} Partien am Zug",
}

/// Says in how many games it is the player's turn.
pub fn your_turn_in(count: usize) -> String {
    if count == 1 { your_turn_in_one().to_owned() } else { your_turn_in_several(count) }
}
