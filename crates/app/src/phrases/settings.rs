//! Phrases of the settings and the about page.

use crate::settings::{Motion, Pieces, Theme};

halfboard_text::phrases! {
    title: "Settings" | "Einstellungen",
    language: "Language" | "Sprache",
    as_browser: "Browser language" | "Sprache des Browsers",
    theme: "Theme" | "Design",
    theme_system: "System" | "System",
    theme_light: "Light" | "Hell",
    theme_dark: "Dark" | "Dunkel",
    theme_contrast: "High contrast" | "Hoher Kontrast",
    pieces: "Checkers" | "Steine",
    pieces_ridged: "Ridged: one ring on white, three on black" | "Gerillt: ein Ring auf Weiß, drei auf Schwarz",
    pieces_flat: "Flat: black ones carry a dot" | "Flach: schwarze tragen einen Punkt",
    pieces_lettered: "Lettered" | "Mit Buchstaben",
    sample: "Preview" | "Vorschau",
    board: "Board" | "Brett",
    coordinates: "Show coordinates" | "Koordinaten anzeigen",
    motion: "Animate moves, unless the system reduces motion" |
        "Steine gleiten lassen, wenn das Gerät nicht um weniger Bewegung bittet",
    sounds: "Sounds" | "Töne",
    sounds_on: "Play a sound for each move" | "Ton bei jedem Zug",
    test_sound: "Test sound" | "Ton testen",
    engine: "Engine" | "Engine",
    quick_level: "Engine strength in games where you have not chosen a level" |
        "Stärke der Engine in Spielen, für die du noch keine Stufe gewählt hast",
    memory: "Memory" | "Speicher",
    memory_of(mebibytes): "{mebibytes} MiB" | "{mebibytes} MiB",
    memory_more: "More memory helps the engine think longer." | "Mehr Speicher hilft der Engine bei langem Nachdenken.",
    stored_data: "Stored data" | "Gespeicherte Daten",
    stored_data_more: "Games and settings are stored only in this browser." |
        "Partien und Einstellungen werden nur in diesem Browser gespeichert.",
    online_games: "Online games" | "Online-Partien",
    online_games_more: "This browser holds your seats in these games. They are not linked to an account." |
        "Dieser Browser hat deine Plätze in diesen Partien. Sie gehören zu keinem Konto.",
    delete_seats: "You will lose your seats in these online games, and cannot get them back:" |
        "Du verlierst deine Plätze in diesen Online-Partien und bekommst sie nicht zurück:",
    lose_seats: "Give up these seats" | "Diese Plätze aufgeben",
    confirm_seats: "Nothing was deleted. Tick “Give up these seats” first, or continue the games on another device." |
        "Es wurde nichts gelöscht. Bestätige zuerst „Diese Plätze aufgeben“ oder spiele auf einem anderen Gerät weiter.",
    delete_data: "Delete all data …" | "Alle Daten löschen …",
    delete_data_question: "All games and settings stored in this browser will be permanently deleted." |
        "Alle Partien und Einstellungen in diesem Browser werden endgültig gelöscht.",
    delete_data_now: "Delete all" | "Alles löschen",
    data_deleted: "All data deleted" | "Alle Daten gelöscht",
    about: "About Halfboard" | "Über Halfboard",
    version(number): "Version {number}" | "Version {number}",
    about_what: "Play and learn five abstract board games: four on half a checkerboard, and one on the whole board. Play a \
        friend on this device, someone online, or an engine that runs in your browser. The rules are explained in our \
        own words, and the program referees every move." |
        "Spiele und lerne fünf abstrakte Brettspiele: vier auf einem halben Damebrett und eines auf dem ganzen. Spiele \
        mit jemandem am selben Gerät, online oder gegen eine Engine, die in deinem Browser läuft. Die Regeln sind in \
        unseren eigenen Worten erklärt, und das Programm prüft jeden Zug.",
    about_private: "Unless you play online, nothing leaves your device. After the first visit it works offline." |
        "Außer beim Online-Spiel verlässt nichts dein Gerät. Nach dem ersten Besuch geht es auch offline.",
    the_games: "The games and their designers" | "Die Spiele und ihre Autoren",
    gaps: "Where the original rules are unclear, we explain our reading:" |
        "Wo die Originalregeln etwas offenlassen, erklären wir unsere Lesart:",
    gaps_link: "Rule clarifications" | "Klarstellungen der Regeln",
    licence: "Licence" | "Lizenz",
    licence_more(licence): "Halfboard is free software, licensed under your choice of {licence}." |
        "Halfboard ist freie Software, wahlweise unter einer dieser Lizenzen: {licence}.",
    libraries: "Libraries in the app" | "Bibliotheken in der App",
    libraries_more: "The app is written in Rust and uses these libraries and their dependencies." |
        "Die App ist in Rust geschrieben und nutzt diese Bibliotheken und deren Abhängigkeiten.",
}

/// Returns the name of a theme.
pub fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::System => theme_system(),
        Theme::Light => theme_light(),
        Theme::Dark => theme_dark(),
        Theme::Contrast => theme_contrast(),
    }
}

/// Returns the name of a checker style.
pub fn pieces_name(pieces: Pieces) -> &'static str {
    match pieces {
        Pieces::Ridged => pieces_ridged(),
        Pieces::Flat => pieces_flat(),
        Pieces::Lettered => pieces_lettered(),
    }
}

/// Returns the motion setting of a switch.
pub fn motion_of(on: bool) -> Motion {
    if on { Motion::System } else { Motion::Off }
}
