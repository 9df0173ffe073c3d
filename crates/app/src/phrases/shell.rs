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
}
