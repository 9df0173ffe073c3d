//! Words of the settings, and of the page about the program.

use crate::settings::{Motion, Pieces, Theme};

halfboard_text::phrases! {
    title: "Settings" | "Einstellungen",
    language: "Language" | "Sprache",
    as_browser: "Same as the browser" | "Wie der Browser",
    theme: "Colours" | "Farben",
    theme_system: "Same as the device" | "Wie das Gerät",
    theme_light: "Light" | "Hell",
    theme_dark: "Dark" | "Dunkel",
    theme_contrast: "High contrast" | "Hoher Kontrast",
    pieces: "Checkers" | "Steine",
    pieces_ridged: "Ridged: one ring on white, three on black" | "Gerillt: ein Ring auf Weiß, drei auf Schwarz",
    pieces_flat: "Flat: black ones carry a dot" | "Flach: schwarze tragen einen Punkt",
    pieces_lettered: "Lettered" | "Mit Buchstaben",
    sample: "What the checkers look like" | "Wie die Steine aussehen",
    board: "Board" | "Brett",
    coordinates: "Name the squares at the edge" | "Felder am Rand benennen",
    motion: "Let checkers slide, unless the device asks for less motion" |
        "Steine gleiten lassen, wenn das Gerät nicht um weniger Bewegung bittet",
    sounds: "Sounds" | "Töne",
    sounds_on: "Play a sound for each turn" | "Zu jedem Zug einen Ton",
    test_sound: "Try the sound" | "Ton ausprobieren",
    engine: "Engine" | "Engine",
    quick_level: "Level when a game is begun from the first page" | "Stufe, wenn eine Partie auf der ersten Seite beginnt",
    memory: "Memory" | "Speicher",
    memory_of(mebibytes): "{mebibytes} MiB" | "{mebibytes} MiB",
    memory_more: "More memory helps the engine to think long." | "Mehr Speicher hilft der Engine, lange zu denken.",
    kept: "What is kept here" | "Was hier aufgehoben ist",
    kept_more: "Games and settings are kept in this browser and are sent nowhere." |
        "Partien und Einstellungen werden in diesem Browser aufgehoben und nirgendwohin geschickt.",
    forget: "Forget everything kept here …" | "Alles vergessen, was hier aufgehoben ist …",
    forget_question: "All games and settings that this browser keeps here will be gone for good." |
        "Alles, was dieser Browser hier an Partien und Einstellungen hat, ist dann endgültig fort.",
    forget_now: "Forget everything" | "Alles vergessen",
    forgotten: "Everything was forgotten." | "Alles wurde vergessen.",
    about: "About Halfboard" | "Über Halfboard",
    version(number): "Version {number}" | "Version {number}",
    about_what: "Halfboard is a place to play and learn five abstract board games: four on half a checkerboard, and one on \
        the whole of it. You can play with somebody at the same screen or against an engine that thinks on your own \
        device. The rules here are told in our own words, and they referee every move." |
        "Halfboard ist ein Ort, um fünf abstrakte Brettspiele zu spielen und zu lernen: vier auf einem halben Damebrett \
        und eines auf dem ganzen. Du kannst mit jemandem am selben Bildschirm spielen oder gegen eine Engine, die auf \
        deinem eigenen Gerät denkt. Die Regeln stehen hier in unseren eigenen Worten, und sie prüfen jeden Zug.",
    about_private: "Nothing you do here leaves your device. After the first visit it works without a network." |
        "Nichts, was du hier tust, verlässt dein Gerät. Nach dem ersten Besuch geht es auch ohne Netz.",
    the_games: "The games and who made them" | "Die Spiele und wer sie gemacht hat",
    by_designer(designer): "by {designer}" | "von {designer}",
    variants_by(designers): "Variants by {designers}." | "Varianten von {designers}.",
    gaps: "Where the original texts leave something open, we say how we read them:" |
        "Wo die Originaltexte etwas offen lassen, sagen wir, wie wir sie lesen:",
    gaps_link: "How gaps in the rules were closed" | "Wie Lücken in den Regeln geschlossen wurden",
    licence: "Licence" | "Lizenz",
    licence_more(licence): "Halfboard is free software under the licence you prefer of these two: {licence}." |
        "Halfboard ist freie Software unter derjenigen dieser beiden Lizenzen, die dir lieber ist: {licence}.",
    libraries: "Libraries in the app" | "Bibliotheken in der App",
    libraries_more: "The app is written in Rust and contains these libraries and what they build on." |
        "Die App ist in Rust geschrieben und enthält diese Bibliotheken und das, worauf sie aufbauen.",
}

/// What a theme is called.
pub fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::System => theme_system(),
        Theme::Light => theme_light(),
        Theme::Dark => theme_dark(),
        Theme::Contrast => theme_contrast(),
    }
}

/// What a kind of checkers is called.
pub fn pieces_name(pieces: Pieces) -> &'static str {
    match pieces {
        Pieces::Ridged => pieces_ridged(),
        Pieces::Flat => pieces_flat(),
        Pieces::Lettered => pieces_lettered(),
    }
}

/// The setting for a switch that is on or off.
pub fn motion_of(on: bool) -> Motion {
    if on { Motion::System } else { Motion::Off }
}
