//! Phrases of the page of a game.

use halfboard_rules::game::{Color, Seat};
use halfboard_text::outcome::{self, Side};

use super::players;
use crate::play::{Play, Player, Standing};

halfboard_text::phrases! {
    thinking: "The engine is thinking" | "Die Engine denkt nach",
    hint: "Hint" | "Tipp",
    more_hint: "More help" | "Mehr Hilfe",
    hint_thinking: "Thinking …" | "Wird berechnet …",
    hint_from(square): "Look at {square}." | "Schau auf {square}.",
    hint_move(words): "Try: {words}." | "Versuche: {words}.",
    hint_reply(words): "Expected reply: {words}." | "Erwartete Antwort: {words}.",
    take_back: "Undo" | "Zug zurück",
    resign: "Resign" | "Aufgeben",
    offer_draw: "Offer a draw" | "Remis anbieten",
    draw_agreed_question: "Do both players agree to a draw?" | "Sind beide mit Remis einverstanden?",
    offer_draw_question: "Offer the engine a draw?" | "Der Engine Remis anbieten?",
    the_engine: "the engine" | "der Engine",
    rematch: "Rematch" | "Revanche",
    harder: "Harder" | "Schwerer",
    easier: "Easier" | "Leichter",
    at_level(label, level): "{label}: level {level}" | "{label}: Stufe {level}",
    your_rating(rating, level): "Your rating: {rating}. Next game: level {level}." |
        "Deine Wertung: {rating}. Nächste Partie: Stufe {level}.",
    review: "Review" | "Rückblick",
    draw_refused: "Draw declined: the engine still sees winning chances." |
        "Remis abgelehnt: Die Engine sieht noch Gewinnchancen.",
    resign_question: "Resign this game?" | "Diese Partie aufgeben?",
    yes: "Yes" | "Ja",
    no: "No" | "Nein",
    flip: "Flip board" | "Brett drehen",
    rotate: "Rotate board" | "Um 90° drehen",
    analyse: "Analyse" | "Analysieren",
    same_sides: "Play again, same sides" | "Nochmal, gleiche Seiten",
    menu: "Menu" | "Menü",
    draw: "Draw" | "Remis",
    flip_short: "Flip" | "Drehen",
    actions: "Actions" | "Aktionen",
    paused: "Paused" | "Pausiert",
    pause: "Pause" | "Pause",
    continue_playing: "Continue" | "Weiter",
    link: "Copy link" | "Link kopieren",
    link_copied: "Link copied" | "Link kopiert",
    not_copied: "Couldn't copy: the browser blocked access to the clipboard." | "Kopieren nicht möglich: Der Browser sperrt die Zwischenablage.",
    export: "Download" | "Herunterladen",
    copy_image: "Copy image" | "Bild kopieren",
    image_copied: "Image copied" | "Bild kopiert",
    image_saved: "This browser doesn't allow copying images. The image was saved as a file instead." |
        "Dieser Browser erlaubt nicht, Bilder zu kopieren. Das Bild wurde stattdessen als Datei gespeichert.",
    save_gif: "Save GIF" | "GIF speichern",
    making_gif: "Creating the GIF …" | "Das GIF wird erstellt …",
    gif_saved: "GIF saved" | "GIF gespeichert",
    picture_failed: "Couldn't create the image. The first one needs a connection: check it and try again." |
        "Das Bild konnte nicht erstellt werden. Das erste braucht eine Verbindung: Prüfe sie und versuche es noch einmal.",
    rules: "Rules" | "Regeln",
    keys: "Keyboard shortcuts" | "Tastenkürzel",
    moves: "Moves" | "Züge",
    no_moves: "No moves yet." | "Noch keine Züge.",
    to_start: "First move" | "Zum Anfang",
    to_end: "Last move" | "Zum Ende",
    previous_move: "Previous move" | "Vorheriger Zug",
    next_move: "Next move" | "Nächster Zug",
    start_position: "Start" | "Anfang",
    looking_back: "You are viewing an earlier position. Go to the last move to continue." |
        "Du siehst eine frühere Stellung. Geh zum Ende, um weiterzuspielen.",
    step_back: "Undo step" | "Schritt zurück",
    type_move: "Enter a move" | "Zug eingeben",
    play_move: "Play" | "Ziehen",
    not_a_move(word): "“{word}” is not a legal move. Legal moves include: " |
        "„{word}“ ist kein erlaubter Zug. Erlaubt sind zum Beispiel: ",
    how_many: "How many?" | "Wie viele?",
    breaks_set: "This breaks up your set of stacks: you must then enter checkers until you have it again. Choose it again to play it." |
        "Damit fehlt dir eine der drei Höhen: Du musst dann einsetzen, bis du alle wieder hast. Wähle den Zug noch einmal, um ihn zu spielen.",
    breaks_set_for_good: "This breaks up your set of stacks, and you have no reserve to rebuild it: you would lose. Choose it again to play it." |
        "Damit fehlt dir eine der drei Höhen, und du hast keinen Vorrat, um sie neu zu bauen: Du würdest verlieren. Wähle den Zug noch einmal, um ihn zu spielen.",
    which_move: "Which one?" | "Welcher Zug?",
    shown_move(number, mv): "After move {number}, {mv}." | "Nach Zug {number}, {mv}.",
    played(who, mv): "{who} played {mv}." | "{who} hat {mv} gespielt.",
    taken_back: "Move undone." | "Zug zurückgenommen.",
    not_saved: "Couldn't save this game: browser storage is full or disabled. You can play on while the page is open." |
        "Diese Partie kann nicht gespeichert werden: Der Browserspeicher ist voll oder gesperrt. Du kannst weiterspielen, solange die Seite offen ist.",
    not_found: "Game not found" | "Partie nicht gefunden",
    no_such_game: "This game is not in this browser. It may have been deleted or saved in another browser." |
        "Diese Partie ist nicht in diesem Browser. Vielleicht wurde sie gelöscht oder in einem anderen Browser gespeichert.",
    load_failed: "Couldn't load this game" | "Diese Partie kann nicht geladen werden",
    continued_elsewhere: "This game was continued in another tab. Its moves are shown here." |
        "Diese Partie wird in einem anderen Tab gespielt. Hier siehst du die Züge.",
    continue_here: "Continue here" | "Hier weiterspielen",
    engine_failed: "The engine stopped. “Continue” restarts it." |
        "Die Engine wurde beendet. „Weiter“ startet sie neu.",
    hint_failed: "The engine stopped. Ask again to restart it." |
        "Die Engine wurde beendet. Frag noch einmal, um sie neu zu starten.",
    engine_unavailable: "The engine doesn't run in this browser." | "Die Engine läuft in diesem Browser nicht.",
    time_left(who, time): "{who}: {time} left" | "{who}: noch {time}",
    turn_number(number): "Move {number}" | "Zug {number}",

    keys_title: "Keyboard shortcuts" | "Tastenkürzel",
    key_arrows: "move around the board when it is focused" | "auf dem Brett bewegen, wenn es den Fokus hat",
    key_enter: "choose the square" | "das Feld wählen",
    key_escape: "undo one step of the move" | "einen Schritt des Zugs zurücknehmen",
    key_browse: "previous and next move" | "vorheriger und nächster Zug",
    key_ends: "first and last position" | "erste und letzte Stellung",
    key_undo: "undo the last move" | "den letzten Zug zurücknehmen",
    key_type: "letters and digits: type a move, Enter plays it" |
        "Buchstaben und Ziffern: einen Zug eintippen, Enter spielt ihn",
    key_help: "this list" | "diese Liste",
}

/// Returns the result with the names of the players; `None` while the game is in progress.
///
/// A single person against engines is addressed directly. Players without names are called by their colours.
pub fn outcome(play: &Play) -> Option<String> {
    let person = play.lone_person();
    let named = (0..play.players().len() as u8).any(|seat| play.name(Seat(seat)).is_some());
    if person.is_none() && !named {
        return play.result();
    }
    let side = |color: Color| side(play, color, person);
    match play.standing() {
        Standing::Open => None,
        Standing::Ruled(ending) => Some(outcome::ended(ending, side)),
        Standing::Declared(winner, why) => Some(outcome::declared(winner, why, side)),
    }
}

/// Returns how the sentence refers to a colour.
fn side(play: &Play, color: Color, person: Option<Seat>) -> Side {
    let seats = (0..play.players().len() as u8).map(Seat);
    let seats: Vec<Seat> = seats.filter(|&seat| play.session().color_of(seat) == Some(color)).collect();
    if person.is_some_and(|person| seats.contains(&person)) {
        return Side::You;
    }
    let engines = seats.iter().all(|&seat| matches!(play.player(seat), Player::Engine(_)));
    if engines && person.is_some() {
        return Side::Player(the_engine().to_owned());
    }
    let names = seats.iter().map(|&seat| players::player(play, seat)).reduce(players::partners).unwrap_or_default();
    if seats.len() > 1 { Side::Team(names) } else { Side::Player(names) }
}
