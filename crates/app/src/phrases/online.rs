//! Phrases of online play.

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Player, Proposal, Termination};
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::message::RefusalCode;
use halfboard_protocol::name::NameError;
use halfboard_rules::game::{Color, Seat};
use halfboard_rules::record::Finish;
use halfboard_text::outcome::{self, Side};

use super::{players, rules};
use crate::online::RequestError;
use crate::online::saved::SavedSeat;

// The lobby.
halfboard_text::phrases! {
    title: "Play online" | "Online spielen",
    about: "Play a friend by link or anyone in the lobby. No account needed." |
        "Spiele per Link mit Freunden oder mit anderen in der Lobby. Ohne Konto.",
    lead: "Send a friend a link or play anyone in the lobby. No account, just a name." |
        "Schick jemandem einen Link oder spiele mit anderen in der Lobby. Ohne Konto, ein Name genügt.",
    name: "Your name" | "Dein Name",
    name_more: "Visible to other players. Saved in this browser." |
        "Für andere Spieler sichtbar. Wird in diesem Browser gespeichert.",
    other_device: "Continue on another device" | "Auf anderem Gerät weiterspielen",
    other_device_more: "Open this link, or scan the code, on your other device. Keep it to yourself: it lets anyone play your side." |
        "Öffne diesen Link auf deinem anderen Gerät oder scanne den Code. Behalte ihn für dich: Wer ihn hat, kann für dich ziehen.",
    qr_code: "QR code of the link" | "QR-Code des Links",
    taking_seat: "Opening the game …" | "Die Partie wird geöffnet …",
    two_seats: "Another seat in this game" | "Ein anderer Platz in dieser Partie",
    two_seats_more: "This browser already has a seat in this game. The link is for a different one." |
        "Dieser Browser hat schon einen Platz in dieser Partie. Der Link gehört zu einem anderen.",
    use_other_seat: "Use the seat of the link" | "Den Platz des Links nehmen",
    keep_seat: "Keep this seat" | "Diesen Platz behalten",
    name_missing: "Enter a name first (up to 24 characters)." |
        "Gib zuerst einen Namen ein (höchstens 24 Zeichen).",
    name_character(code): "Names can't have the character {code}. Use letters, digits, spaces and punctuation." |
        "Das Zeichen {code} ist in Namen nicht möglich. Nimm Buchstaben, Ziffern, Leerzeichen und Satzzeichen.",
    name_mixed(code): "A word can't mix letters of several alphabets ({code})." |
        "Ein Wort kann nicht Buchstaben mehrerer Alphabete mischen ({code}).",
    name_mark(code): "Accents need a letter, and a letter can't have many ({code})." |
        "Akzente brauchen einen Buchstaben, und ein Buchstabe kann nicht viele haben ({code}).",
    new_challenge: "New challenge" | "Neue Herausforderung",
    which_game: "Which game?" | "Welches Spiel?",
    challenge_in(game): "New challenge: {game}" | "Neue Herausforderung: {game}",
    my_games: "Your games" | "Deine Partien",
    game_over: "This game is over" | "Diese Partie ist zu Ende",
    in_progress: "In progress" | "Läuft",
    challenges: "Open challenges" | "Offene Herausforderungen",
    no_challenges: "No open challenges. Create one, or send a friend a link." |
        "Keine offenen Herausforderungen. Erstelle eine oder schick jemandem einen Link.",
    playing: "Games in progress" | "Laufende Partien",
    finished: "Recently finished" | "Kürzlich beendet",
    join: "Join" | "Mitspielen",
    join_game(game, who): "Join {who} in {game}" | "Bei {who} mitspielen: {game}",
    watch: "Watch" | "Zusehen",
    watch_game(game, who): "Watch {game}: {who}" | "{game} ansehen: {who}",
    view_game: "View" | "Ansehen",
    record: "Record" | "Aufzeichnung",
    open: "Open" | "Öffnen",
    loading: "Loading …" | "Lädt …",
    no_server: "Can't reach the game server. You may be offline, or this copy of the app has no server. Retrying automatically; everything else works without it." |
        "Der Spielserver ist nicht erreichbar. Vielleicht bist du offline, oder diese Kopie der App hat keinen Server. Neuer Versuch automatisch; alles andere geht auch ohne.",
    one_turn: "1 move" | "1 Zug",
    turns(number): "{number} moves" | "{number} Züge",
}

// Setting up a challenge.
halfboard_text::phrases! {
    friend_online: "Friend online" | "Mit jemandem online",
    on_this_device: "On this device" | "An diesem Gerät",
    other_players: "Other players" | "Andere Spieler",
    opponent: "Opponent" | "Gegner",
    anyone: "anyone" | "beliebig",
    servers_engine: "engine" | "Engine",
    other_player(number): "Other player {number}" | "Mitspieler {number}",
    time: "Time" | "Zeit",
    days_a_turn: "Days per move" | "Tage pro Zug",
    days: "Days per move (1–30)" | "Tage pro Zug (1–30)",
    added: "Increment per move" | "Bonus pro Zug",
    delay_per_move: "Delay per move" | "Bedenkzeit-Aufschub pro Zug",
    seconds: "Seconds per move" | "Sekunden pro Zug",
    no_time: "Enter 1 second to 1440 minutes per player and up to 3600 seconds per move, or 1 to 30 days per move." |
        "Gib 1 Sekunde bis 1440 Minuten pro Spieler und höchstens 3600 Sekunden pro Zug ein, oder 1 bis 30 Tage pro Zug.",
    more_choices: "Visibility" | "Sichtbarkeit",
    is_public: "List in the lobby so anyone can join" | "In der Lobby zeigen, sodass alle mitspielen können",
    with_chat: "Chat" | "Chat",
    delay: "Spectator delay in moves (0–20)" | "Verzögerung für Zuschauer in Zügen (0–20)",
    create_challenge: "Create challenge" | "Herausforderung erstellen",
    creating: "Creating …" | "Lädt …",
}

// A challenge that waits for others, and what was agreed.
halfboard_text::phrases! {
    waiting: "Waiting for players" | "Warten auf Mitspieler",
    waiting_for(number): "{number} seats open." | "{number} Plätze frei.",
    waiting_for_one: "1 seat open." | "1 Platz frei.",
    send_link: "Send this link to the people you want to play. The game starts when all seats are taken." |
        "Schick diesen Link an deine Mitspieler. Die Partie beginnt, sobald alle Plätze besetzt sind.",
    link: "Game link" | "Link zur Partie",
    copy: "Copy link" | "Link kopieren",
    share: "Share" | "Teilen",
    withdraw: "Cancel challenge" | "Herausforderung abbrechen",
    invited(who): "{who} invites you to play" | "{who} lädt dich zum Spielen ein",
    join_game_now: "Join game" | "Mitspielen",
    play_seat(seat): "Play {seat}" | "{seat} spielen",
    details: "Game details" | "Details der Partie",
    variant: "Game" | "Spiel",
    seats: "Seats" | "Plätze",
    in_lobby: "Listed in the lobby" | "In der Lobby sichtbar",
    link_only: "Only with the link" | "Nur mit dem Link",
    visibility: "Visibility" | "Sichtbarkeit",
    chat_on: "Chat" | "Chat",
    without_chat: "Off" | "Aus",
    with: "On" | "An",
    free_place: "open" | "frei",
    waits_for(names, free): "{names}, {free} free seats" | "{names}, {free} freie Plätze",
    you(name): "{name} (you)" | "{name} (du)",
    partner(name): "{name} (your partner)" | "{name} (dein Partner)",
}

// Clocks.
halfboard_text::phrases! {
    no_clock: "No clock" | "Ohne Uhr",
    fischer(minutes, seconds): "{minutes} min + {seconds} s per move" | "{minutes} Min. + {seconds} s pro Zug",
    time_per_player(minutes): "{minutes} min per player" | "{minutes} Min. pro Spieler",
    delayed(minutes, seconds): "{minutes} min, {seconds} s delay" | "{minutes} Min., {seconds} s Aufschub",
    one_day: "1 day per move" | "1 Tag pro Zug",
    many_days(days): "{days} days per move" | "{days} Tage pro Zug",
    days_and_hours(days, hours): "{days} d {hours} h" | "{days} T. {hours} Std.",
    hours_and_minutes(hours, minutes): "{hours} h {minutes} min" | "{hours} Std. {minutes} Min.",
}

// The game, and the connection.
halfboard_text::phrases! {
    your_turn: "Your turn" | "Du bist am Zug",
    waiting_for_player(who): "Waiting for {who}" | "Warten auf {who}",
    first_move_own(seconds): "Make your first move within {seconds} s, or the game is aborted." |
        "Mach deinen ersten Zug innerhalb von {seconds} s, sonst wird die Partie abgebrochen.",
    first_move_of(who, seconds): "{who} has {seconds} s for the first move, or the game is aborted." |
        "{who} hat {seconds} s für den ersten Zug, sonst wird die Partie abgebrochen.",
    engine_starts_in(seconds): "The engine starts in about {seconds} s" | "Die Engine beginnt in etwa {seconds} s",
    sending: "Sending move …" | "Zug wird gesendet …",
    announcement: "From the operator:" | "Vom Betreiber:",
    announced_for(when): "({when})" | "({when})",
    draining: "This server is about to restart: games go on, but no new ones can start." |
        "Dieser Server startet bald neu: Partien gehen weiter, aber neue können nicht beginnen.",
    maintenance: "This server is under maintenance: games can be watched, but not played." |
        "Dieser Server wird gewartet: Partien kann man ansehen, aber nicht spielen.",
    server_busy: "Server busy, retrying …" |
        "Server beschäftigt, neuer Versuch …",
    no_secure_random: "This browser has no secure random numbers, which online play needs. Try another browser." |
        "Diesem Browser fehlen sichere Zufallszahlen, die das Online-Spiel braucht. Nimm einen anderen Browser.",
    watching: "You are watching." | "Du siehst zu.",
    delayed_turns(turns): "Delayed by {turns} moves" | "Um {turns} Züge verzögert",
    delayed_turn: "Delayed by 1 move" | "Um 1 Zug verzögert",
    one_spectator: "1 spectator" | "1 Zuschauer",
    spectators(number): "{number} spectators" | "{number} Zuschauer",
    own_challenge: "You are in this game" | "Du bist dabei",
    connected: "connected" | "verbunden",
    disconnected: "not connected" | "nicht verbunden",
    connection_lost: "Connection lost. Reconnecting …" | "Verbindung verloren. Neuer Versuch …",
    connecting: "Connecting …" | "Verbindung wird aufgebaut …",
    connected_again: "Reconnected" | "Wieder verbunden",
    retry_now: "Retry now" | "Jetzt neu versuchen",
    not_found: "Game not found" | "Partie nicht gefunden",
    not_found_more: "The link may be incomplete, or the game was cancelled." |
        "Vielleicht ist der Link unvollständig, oder die Partie wurde abgebrochen.",
    outdated: "This page is out of date" | "Diese Seite ist veraltet",
    outdated_more: "The server uses a newer version. Reload the page." |
        "Der Server nutzt eine neuere Version. Lade die Seite neu.",
    reload: "Reload" | "Neu laden",
    no_seat: "The server doesn't recognize your seat. You are watching." |
        "Der Server kennt deinen Platz nicht. Du siehst zu.",
}

// Requests, and what else happens.
halfboard_text::phrases! {
    abort: "Abort" | "Abbrechen",
    sure_abort: "Abort this game? It won't count as a win or loss." | "Diese Partie abbrechen? Sie zählt nicht als Sieg oder Niederlage.",
    ask_take_back: "Request takeback" | "Zurücknahme anfragen",
    rematch: "Rematch" | "Revanche",
    give_time: "Give 15 seconds" | "15 Sekunden schenken",
    give_day: "Give 1 day" | "Einen Tag schenken",
    accept: "Accept" | "Annehmen",
    decline: "Decline" | "Ablehnen",
    cancel_request: "Withdraw" | "Zurückziehen",
    asks_take_back(who): "{who} requests a takeback." | "{who} möchte einen Zug zurücknehmen.",
    asks_draw(who): "{who} offers a draw." | "{who} bietet Remis an.",
    asks_rematch(who): "{who} wants a rematch." | "{who} möchte eine Revanche.",
    asked_take_back: "Takeback requested." | "Zurücknahme angefragt.",
    asked_draw: "Draw offered." | "Remis angeboten.",
    asked_rematch: "Rematch requested." | "Revanche angefragt.",
    declined_take_back(who): "{who} declined the takeback." | "{who} hat die Zurücknahme abgelehnt.",
    declined_draw(who): "{who} declined the draw." | "{who} hat das Remis abgelehnt.",
    declined_rematch(who): "{who} declined the rematch." | "{who} hat die Revanche abgelehnt.",
    withdrew(who): "{who} withdrew the request." | "{who} hat die Anfrage zurückgezogen.",
    gave_time(from, to): "{from} gave {to} extra time." | "{from} hat {to} Zeit geschenkt.",
    refunded(seconds): "The server was unreachable for {seconds} s. This time was not charged."
        | "Der Server war {seconds} s nicht erreichbar. Diese Zeit wurde nicht angerechnet.",
    player_connected(who): "{who} connected." | "{who} ist verbunden.",
    player_disconnected(who): "{who} disconnected." | "{who} hat die Verbindung verloren.",
    taken_back: "Move taken back." | "Zug zurückgenommen.",
    to_rematch: "Go to rematch" | "Zur Revanche",
    to_challenge: "Go to the open challenge" | "Zur offenen Herausforderung",
    challenge_reopened: "Your opponent did not move: your challenge is open again." |
        "Die andere Seite hat nicht gezogen: Deine Herausforderung ist wieder offen.",
    seat_freed: "You did not move in time, so your seat is free again." |
        "Du hast nicht rechtzeitig gezogen, dein Platz ist wieder frei.",
    rematch_begins: "Rematch started." | "Revanche gestartet.",
    aborted: "Game aborted." | "Partie abgebrochen.",
    withdrawn: "Challenge cancelled." | "Herausforderung abgebrochen.",
    to_lobby: "Lobby" | "Lobby",
}

// The chat.
halfboard_text::phrases! {
    chat: "Chat" | "Chat",
    show_chat: "Show chat" | "Chat zeigen",
    hide_chat: "Hide chat" | "Chat verbergen",
    no_lines: "No messages yet." | "Noch keine Nachrichten.",
    write_line: "Message" | "Nachricht",
    send: "Send" | "Senden",
    says(who, text): "{who}: {text}" | "{who}: {text}",
    one_unread: "1 new message" | "1 neue Nachricht",
    unread(number): "{number} new messages" | "{number} neue Nachrichten",
    chat_full: "The chat is full." | "Der Chat ist voll.",
    chat_closed: "Closed until the game is over: partners must not confer." |
        "Bis zum Ende der Partie geschlossen: Partner dürfen sich nicht absprechen.",
    chat_after_game: "After the game" | "Nach der Partie",
}

// Why something is refused.
halfboard_text::phrases! {
    refused_unreadable: "The server didn't understand that. Try reloading the page." |
        "Der Server hat das nicht verstanden. Lade die Seite neu.",
    refused_invalid: "The server does not allow that." | "Das lässt der Server nicht zu.",
    refused_no_seat: "Only players can do that." | "Das können nur Spieler.",
    refused_taken: "Someone else was faster: the seat is taken." |
        "Jemand anders war schneller: Der Platz ist besetzt.",
    refused_stale: "The game has changed in the meantime." | "Die Partie hat sich inzwischen geändert.",
    refused_not_your_turn: "It is not your turn." | "Du bist nicht am Zug.",
    refused_not_legal: "That move is not allowed." | "Dieser Zug ist nicht erlaubt.",
    refused_not_begun: "The game hasn't started." | "Die Partie hat noch nicht begonnen.",
    refused_over: "The game is over." | "Die Partie ist zu Ende.",
    refused_not_now: "That's not possible now." | "Das geht jetzt nicht.",
    refused_no_chat: "The chat is closed." | "Der Chat ist geschlossen.",
    refused_too_fast: "Too fast. Wait a moment." | "Zu schnell. Warte einen Moment.",
    refused_too_many: "The server is full. Try again later." |
        "Der Server ist voll. Versuch es später noch einmal.",
    refused_unavailable: "The server can't save right now. Try again in a moment." |
        "Der Server kann gerade nicht speichern. Versuch es gleich noch einmal.",
}

/// Explains a refusal of the server.
pub fn refusal(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::Unreadable => refused_unreadable(),
        RefusalCode::Protocol => outdated_more(),
        RefusalCode::Invalid => refused_invalid(),
        RefusalCode::NotFound => not_found(),
        RefusalCode::NoSeat => refused_no_seat(),
        RefusalCode::Taken => refused_taken(),
        RefusalCode::Stale => refused_stale(),
        RefusalCode::NotYourTurn => refused_not_your_turn(),
        RefusalCode::NotLegal => refused_not_legal(),
        RefusalCode::NotBegun => refused_not_begun(),
        RefusalCode::Over => refused_over(),
        RefusalCode::NotNow => refused_not_now(),
        RefusalCode::NoChat => refused_no_chat(),
        RefusalCode::TooFast => refused_too_fast(),
        RefusalCode::TooMany => refused_too_many(),
        RefusalCode::Unavailable => refused_unavailable(),
        RefusalCode::Other => refused_not_now(),
    }
}

/// Explains a failed request.
pub fn request_error(problem: &RequestError) -> &'static str {
    match problem {
        RequestError::NoServer => no_server(),
        RequestError::Refused(why) => refusal(why.code),
    }
}

/// Formats a time control.
pub fn control(control: TimeControl) -> String {
    let minutes = |ms: u64| ms as f64 / 60_000.0;
    let seconds = |ms: u64| ms as f64 / 1000.0;
    match control {
        TimeControl::None => no_clock().to_owned(),
        TimeControl::Fischer { initial, increment: 0 } | TimeControl::Delay { initial, delay: 0 } => {
            time_per_player(minutes(initial))
        }
        TimeControl::Fischer { initial, increment } => fischer(minutes(initial), seconds(increment)),
        TimeControl::Delay { initial, delay } => delayed(minutes(initial), seconds(delay)),
        TimeControl::Days { days: 1 } => one_day().to_owned(),
        TimeControl::Days { days } => many_days(days),
    }
}

/// Returns a number of moves.
pub fn length(plies: u32) -> String {
    if plies == 1 { one_turn().to_owned() } else { turns(plies) }
}

/// Returns why a name is refused.
pub fn name_error(error: NameError) -> String {
    let code = error.code_point().unwrap_or_default();
    match error {
        NameError::Empty | NameError::TooLong => name_missing().to_owned(),
        NameError::Character(_) => name_character(code),
        NameError::MixedScripts(_) => name_mixed(code),
        NameError::Mark(_) => name_mark(code),
    }
}

/// Returns the name of a player, or of a free seat.
pub fn player_name(who: Option<&Player>) -> String {
    match who {
        Some(Player::Person { name }) => name.clone(),
        Some(Player::Engine { level, .. }) => players::engine(level),
        None => free_place().to_owned(),
    }
}

/// Lists the players, side against side.
pub fn all_players(seats: &[Option<Player>]) -> String {
    let side = |first: usize| {
        let names = seats.iter().skip(first).step_by(2).map(|seat| player_name(seat.as_ref()));
        names.reduce(players::partners).unwrap_or_default()
    };
    let free = seats.iter().filter(|seat| seat.is_none()).count();
    if free > 1 {
        let names = seats.iter().flatten().map(|player| player_name(Some(player)));
        return waits_for(names.reduce(players::partners).unwrap_or_default(), free);
    }
    players::against(side(0), side(1))
}

/// Returns the player at a seat, with the seat's name if several share a side.
pub fn player(game: &Game, seat: u8) -> String {
    let name = player_name(game.player(seat));
    let names = game.session().seats();
    match names.get(usize::from(seat)) {
        Some(place) if names.len() > 2 => format!("{name} · {}", players::seat(place)),
        _ => name,
    }
}

/// Returns the player at a seat from the point of view of the seat `own`.
pub fn player_for(game: &Game, seat: u8, own: Option<u8>) -> String {
    let name = player(game, seat);
    match own {
        Some(own) if own == seat => you(name),
        Some(own) if Seat(own).team() == Seat(seat).team() => partner(name),
        _ => name,
    }
}

/// Returns the result of a game from the point of view of the seat `own`; `None` while it is in progress.
pub fn outcome(game: &Game, own: Option<u8>) -> Option<String> {
    let side = |color: Color| side(game, color, own);
    match game.phase() {
        Phase::Open | Phase::Playing => None,
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) if game.seats().iter().any(Option::is_none) => {
            Some(withdrawn().to_owned())
        }
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => Some(aborted().to_owned()),
        Phase::Over(_) => match game.finish() {
            Finish::Open => None,
            Finish::Ruled(ending) => Some(outcome::ended(ending, side)),
            Finish::Declared(winner, why) => Some(outcome::declared(winner, why, side)),
        },
    }
}

/// Returns how a sentence for the seat `own` refers to a colour.
fn side(game: &Game, color: Color, own: Option<u8>) -> Side {
    let seats = (0..game.seats().len() as u8).filter(|&seat| game.session().color_of(Seat(seat)) == Some(color));
    let seats: Vec<u8> = seats.collect();
    if own.is_some_and(|own| seats.contains(&own)) {
        return Side::You;
    }
    let names = seats.iter().map(|&seat| player_name(game.player(seat)));
    let names = names.reduce(players::partners).unwrap_or_default();
    if seats.len() > 1 { Side::Team(names) } else { Side::Player(names) }
}

/// Describes a proposal of another player.
pub fn proposal_from(what: Proposal, who: &str) -> String {
    match what {
        Proposal::TakeBack => asks_take_back(who),
        Proposal::Draw => asks_draw(who),
        Proposal::Rematch => asks_rematch(who),
    }
}

/// Describes the player's own proposal.
pub fn proposal_sent(what: Proposal) -> &'static str {
    match what {
        Proposal::TakeBack => asked_take_back(),
        Proposal::Draw => asked_draw(),
        Proposal::Rematch => asked_rematch(),
    }
}

/// Describes a declined proposal.
pub fn proposal_declined(what: Proposal, who: &str) -> String {
    match what {
        Proposal::TakeBack => declined_take_back(who),
        Proposal::Draw => declined_draw(who),
        Proposal::Rematch => declined_rematch(who),
    }
}

/// Formats clock time in milliseconds: with tenths of seconds when short, in hours and days when long.
pub fn clock(ms: u64) -> String {
    const HOUR: u64 = 3_600_000;
    match ms {
        0..10_000 => format!("0:{:02}.{}", ms / 1000, ms % 1000 / 100),
        10_000..HOUR => {
            let seconds = ms.div_ceil(1000);
            format!("{}:{:02}", seconds / 60, seconds % 60)
        }
        _ if ms < 24 * HOUR => hours_and_minutes(ms / HOUR, ms % HOUR / 60_000),
        _ => days_and_hours(ms / (24 * HOUR), ms % (24 * HOUR) / HOUR),
    }
}

/// Returns the number of spectators; `None` if there are none.
pub fn spectator_count(number: u32) -> Option<String> {
    match number {
        0 => None,
        1 => Some(one_spectator().to_owned()),
        number => Some(spectators(number)),
    }
}

/// Returns the delay of spectators; `None` if there is none.
pub fn spectator_delay(turns: u8) -> Option<String> {
    match turns {
        0 => None,
        1 => Some(delayed_turn().to_owned()),
        turns => Some(delayed_turns(turns)),
    }
}

/// Returns the number of unread messages.
pub fn unread_count(lines: usize) -> String {
    if lines == 1 { one_unread().to_owned() } else { unread(lines) }
}

/// Returns the number of free seats.
pub fn places_free(number: usize) -> String {
    if number == 1 { waiting_for_one().to_owned() } else { waiting_for(number) }
}

/// Names an online game in which this browser has a seat: the variant, or the game's id as long as that is not known.
pub fn seat_in(seat: &SavedSeat) -> String {
    if seat.rules.is_empty() { seat.game.to_string() } else { rules::variant(&seat.rules) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases::{Language, speak};

    #[test]
    fn clocks_are_told_as_far_as_it_matters() {
        speak(Language::English);
        let cases = [(0, "0:00.0"), (9_940, "0:09.9"), (10_000, "0:10"), (59_001, "1:00"), (600_000, "10:00")];
        for (ms, expected) in cases {
            assert_eq!(clock(ms), expected);
        }
        assert_eq!(clock(3_600_000 + 59_000), "1 h 0 min");
        assert_eq!(clock(3 * 86_400_000 - 1), "2 d 23 h");
        assert_eq!(control(TimeControl::Fischer { initial: 90_000, increment: 500 }), "1.5 min + 0.5 s per move");
    }

    #[test]
    fn every_refusal_has_a_sentence_of_its_own_in_both_languages() {
        let codes = [
            RefusalCode::Unreadable,
            RefusalCode::Protocol,
            RefusalCode::Invalid,
            RefusalCode::NotFound,
            RefusalCode::NoSeat,
            RefusalCode::Taken,
            RefusalCode::Stale,
            RefusalCode::NotYourTurn,
            RefusalCode::NotLegal,
            RefusalCode::NotBegun,
            RefusalCode::Over,
            RefusalCode::NotNow,
            RefusalCode::NoChat,
            RefusalCode::TooFast,
            RefusalCode::TooMany,
            RefusalCode::Unavailable,
        ];
        let told = |language| {
            speak(language);
            codes.iter().map(|&code| refusal(code)).collect::<std::collections::BTreeSet<_>>()
        };
        let (english, german) = (told(Language::English), told(Language::German));
        assert_eq!((english.len(), german.len()), (codes.len(), codes.len()));
        assert!(english.is_disjoint(&german));
    }
}
