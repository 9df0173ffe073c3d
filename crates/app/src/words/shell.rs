//! Words of the frame round every page, and of what can go wrong anywhere.

halfboard_text::phrases! {
    play: "Play" | "Spielen",
    online: "Online" | "Online",
    games: "My games" | "Partien",
    puzzles: "Puzzles" | "Aufgaben",
    analysis: "Analysis" | "Analyse",
    solitaire: "Solitaire" | "Solitär",
    fairness: "How fair are they?" | "Wie gerecht sind sie?",
    learn: "Learn" | "Lernen",
    rules: "Rules" | "Regeln",
    settings: "Settings" | "Einstellungen",
    pages: "Pages" | "Seiten",
    skip: "To the content" | "Zum Inhalt",
    close: "Close" | "Schließen",
    cancel: "Cancel" | "Abbrechen",
    back: "Back" | "Zurück",
    not_kept: "This could not be kept: the browser's storage is full or closed." |
        "Das konnte nicht aufgehoben werden: Der Speicher des Browsers ist voll oder gesperrt.",
    no_such_page: "There is no such page" | "Diese Seite gibt es nicht",
    no_such_page_more(address): "Nothing is to be found at “{address}”." | "Unter „{address}“ ist nichts zu finden.",
    no_such_game(id): "There is no game “{id}”." | "Ein Spiel „{id}“ gibt es nicht.",
    to_first_page: "To the first page" | "Zur Startseite",
}
