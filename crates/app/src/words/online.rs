//! Words of online games.

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Player, Proposal, Termination};
use halfboard_protocol::game::{Game, GameOver, Phase};
use halfboard_protocol::message::RefusalCode;
use halfboard_rules::game::Seat;
use halfboard_rules::record::Finish;

use super::{players, result};
use crate::online::Problem;

// The lobby.
halfboard_text::phrases! {
    title: "Play online" | "Online spielen",
    about: "Play with a friend by link, or with whoever comes. No account." |
        "Spiele per Link mit Freunden oder mit dem, der kommt. Ohne Konto.",
    lead: "Send a friend a link, or meet whoever is here. No account: a name is enough." |
        "Schick jemandem einen Link, oder triff, wer gerade da ist. Ohne Konto: Ein Name genügt.",
    name: "Your name" | "Dein Name",
    name_more: "The others see it. It is kept in this browser." |
        "Die anderen sehen ihn. Er wird in diesem Browser aufgehoben.",
    name_missing: "Give yourself a name first, of up to 24 characters." |
        "Gib dir zuerst einen Namen, mit höchstens 24 Zeichen.",
    new_challenge: "New challenge" | "Neue Herausforderung",
    which_game: "Which game?" | "Welches Spiel?",
    challenge_in(game): "New challenge: {game}" | "Neue Herausforderung: {game}",
    my_games: "Your games" | "Deine Partien",
    no_longer: "This game is over" | "Diese Partie ist zu Ende",
    goes_on: "Goes on" | "Läuft noch",
    challenges: "Open challenges" | "Offene Herausforderungen",
    no_challenges: "Nobody is waiting just now. Make a challenge and list it here, or send its link to a friend." |
        "Gerade wartet niemand. Eröffne eine Herausforderung und lass sie hier zeigen, oder schick jemandem den Link.",
    playing: "Being played now" | "Wird gerade gespielt",
    finished: "Just finished" | "Gerade beendet",
    join: "Join" | "Mitspielen",
    join_game(game, who): "Join {who} in {game}" | "Bei {who} mitspielen: {game}",
    watch: "Watch" | "Zusehen",
    watch_game(game, who): "Watch {game}: {who}" | "{game} ansehen: {who}",
    look: "Look" | "Ansehen",
    record: "Record" | "Aufzeichnung",
    open: "Open" | "Öffnen",
    loading: "Asking the server …" | "Der Server wird gefragt …",
    no_server: "No game server can be reached from here. Either there is no connection, or this copy of the app has no server behind it. This page tries again by itself; everything else works without." |
        "Von hier ist kein Spielserver zu erreichen. Entweder fehlt die Verbindung, oder hinter dieser Kopie der App steht kein Server. Diese Seite versucht es von selbst wieder; alles andere geht auch ohne.",
    one_turn: "1 turn" | "1 Zug",
    turns(number): "{number} turns" | "{number} Züge",
}

// Setting up a challenge.
halfboard_text::phrases! {
    friend_online: "A friend online" | "Mit jemandem online",
    here: "At this screen" | "An diesem Bildschirm",
    who_else: "The other places" | "Die anderen Plätze",
    other_seat: "The other place" | "Der andere Platz",
    whoever_comes: "whoever comes" | "wer kommt",
    servers_engine: "the engine" | "die Engine",
    nth_other(number): "Other player {number}" | "Mitspieler {number}",
    time: "Time" | "Zeit",
    days_a_turn: "Days for each turn" | "Tage für jeden Zug",
    days: "Days for each turn, 1 to 30" | "Tage für jeden Zug, 1 bis 30",
    added: "Seconds are added by each turn" | "Sekunden kommen mit jedem Zug dazu",
    free: "Seconds of each turn are free" | "Sekunden jedes Zugs sind frei",
    seconds: "Seconds for each turn" | "Sekunden für jeden Zug",
    no_time: "A clock needs 1 second to 1440 minutes for the game and at most 3600 seconds a turn, or 1 to 30 days a turn." |
        "Eine Uhr braucht 1 Sekunde bis 1440 Minuten für die Partie und höchstens 3600 Sekunden je Zug, oder 1 bis 30 Tage je Zug.",
    more_choices: "Who may see it" | "Wer es sehen darf",
    is_public: "List it in the lobby, so that anybody can join" | "In der Übersicht zeigen, sodass alle mitspielen können",
    with_chat: "Players can write to each other" | "Die Spieler können einander schreiben",
    delay: "Turns withheld from those who watch (0 to 20)" | "Züge, die Zuschauern vorenthalten werden (0 bis 20)",
    make: "Make the challenge" | "Herausforderung eröffnen",
    making: "The server is being asked …" | "Der Server wird gefragt …",
}

// A challenge that waits for others, and what was agreed.
halfboard_text::phrases! {
    waiting: "Waiting for the others" | "Warten auf die anderen",
    waiting_for(number): "{number} places are still free." | "{number} Plätze sind noch frei.",
    waiting_for_one: "One place is still free." | "Ein Platz ist noch frei.",
    send_link: "Send this link to whom you want to play with. The game begins as soon as every place is taken." |
        "Schick diesen Link denen, mit denen du spielen willst. Die Partie beginnt, sobald alle Plätze besetzt sind.",
    link: "Link to the game" | "Link zur Partie",
    copy: "Copy link" | "Link kopieren",
    share: "Share" | "Teilen",
    withdraw: "Withdraw the challenge" | "Herausforderung zurückziehen",
    invited(who): "{who} invites you to play" | "{who} lädt dich zum Spielen ein",
    take_seat: "Take the place and play" | "Platz nehmen und spielen",
    take(seat): "Play {seat}" | "{seat} spielen",
    agreed: "What was agreed" | "Was vereinbart ist",
    variant: "Game" | "Spiel",
    seats: "Places" | "Plätze",
    listed: "Listed in the lobby" | "In der Übersicht zu sehen",
    by_link: "Only for those who have the link" | "Nur für alle, die den Link haben",
    seen_by: "Seen" | "Sichtbar",
    chat_on: "Chat" | "Chat",
    without_chat: "Without" | "Ohne",
    with: "With" | "Mit",
    free_place: "free" | "frei",
    you(name): "{name} (you)" | "{name} (du)",
    partner(name): "{name} (your partner)" | "{name} (dein Partner)",
}

// Clocks.
halfboard_text::phrases! {
    no_clock: "No clock" | "Ohne Uhr",
    fischer(minutes, seconds): "{minutes} min + {seconds} s a turn" | "{minutes} Min. + {seconds} s je Zug",
    in_all(minutes): "{minutes} min for the game" | "{minutes} Min. für die Partie",
    delayed(minutes, seconds): "{minutes} min, {seconds} s of each turn free" | "{minutes} Min., {seconds} s je Zug frei",
    one_day: "1 day a turn" | "1 Tag je Zug",
    many_days(days): "{days} days a turn" | "{days} Tage je Zug",
    days_and_hours(days, hours): "{days} d {hours} h" | "{days} T. {hours} Std.",
    hours_and_minutes(hours, minutes): "{hours} h {minutes} min" | "{hours} Std. {minutes} Min.",
}

// The game, and the connection.
halfboard_text::phrases! {
    your_turn: "Your turn" | "Du bist am Zug",
    waits_for(who): "Waiting for {who}." | "Warten auf {who}.",
    sending: "Your turn is being sent …" | "Dein Zug wird übertragen …",
    held_up: "The server's storage is busy; this is sent again by itself …" |
        "Der Speicher des Servers ist beschäftigt; es wird von selbst wieder versucht …",
    no_chance: "This browser has no source of chance, without which a place cannot be kept safe. Try another browser." |
        "Dieser Browser hat keine Zufallsquelle, und ohne sie ist ein Platz nicht sicher. Nimm einen anderen Browser.",
    watching: "You are watching." | "Du siehst zu.",
    late(turns): "Shown {turns} turns late." | "Wird {turns} Züge später gezeigt.",
    one_late: "Shown one turn late." | "Wird einen Zug später gezeigt.",
    watches: "1 person is watching" | "1 Person sieht zu",
    watch_it(number): "{number} people are watching" | "{number} Personen sehen zu",
    own_challenge: "You are in this game" | "Du bist dabei",
    is_there: "connected" | "verbunden",
    is_away: "not connected" | "nicht verbunden",
    lost: "Connection lost, trying again …" | "Verbindung verloren, neuer Versuch …",
    connecting: "Connecting …" | "Verbindung wird aufgebaut …",
    connected_again: "Connected again." | "Wieder verbunden.",
    try_now: "Try now" | "Jetzt versuchen",
    not_found: "There is no such game" | "Diese Partie gibt es nicht",
    not_found_more: "The link may be cut off, or the game was withdrawn." |
        "Vielleicht ist der Link abgeschnitten, oder die Partie wurde zurückgezogen.",
    outdated: "This page is out of date" | "Diese Seite ist veraltet",
    outdated_more: "The server speaks a newer version. Load the page again." |
        "Der Server spricht eine neuere Fassung. Lade die Seite neu.",
    reload: "Load again" | "Neu laden",
    no_seat: "Your place in this game is not known to the server: you are watching." |
        "Dein Platz in dieser Partie ist dem Server nicht bekannt: Du siehst zu.",
}

// Requests, and what else happens.
halfboard_text::phrases! {
    abort: "Call off" | "Absagen",
    sure_abort: "Call this game off? Nobody wins or loses." | "Diese Partie absagen? Niemand gewinnt oder verliert.",
    ask_take_back: "Ask to take back" | "Um Rücknahme bitten",
    rematch: "Rematch" | "Revanche",
    give_time: "Give 15 seconds" | "15 Sekunden schenken",
    give_day: "Give a day" | "Einen Tag schenken",
    accept: "Agree" | "Zustimmen",
    decline: "Decline" | "Ablehnen",
    cancel_request: "Withdraw" | "Zurückziehen",
    asks_take_back(who): "{who} asks to take back a turn." | "{who} bittet um Rücknahme eines Zugs.",
    asks_draw(who): "{who} offers a draw." | "{who} bietet Remis an.",
    asks_rematch(who): "{who} asks for a rematch." | "{who} bittet um Revanche.",
    asked_take_back: "You asked to take back your turn." | "Du hast um Rücknahme gebeten.",
    asked_draw: "You offered a draw." | "Du hast Remis angeboten.",
    asked_rematch: "You asked for a rematch." | "Du hast um Revanche gebeten.",
    declined_take_back(who): "{who} does not agree to taking back." | "{who} stimmt der Rücknahme nicht zu.",
    declined_draw(who): "{who} does not take the draw." | "{who} nimmt das Remis nicht an.",
    declined_rematch(who): "{who} does not want a rematch." | "{who} möchte keine Revanche.",
    withdrew(who): "{who} no longer asks." | "{who} fragt nicht mehr.",
    got_time(from, to): "{from} gives {to} time." | "{from} schenkt {to} Zeit.",
    came(who): "{who} is here." | "{who} ist da.",
    left(who): "{who} is not connected." | "{who} ist nicht verbunden.",
    taken_back: "Turns were taken back." | "Züge wurden zurückgenommen.",
    to_rematch: "To the rematch" | "Zur Revanche",
    rematch_begins: "The rematch begins." | "Die Revanche beginnt.",
    called_off: "The game was called off." | "Die Partie wurde abgesagt.",
    withdrawn: "The challenge was withdrawn." | "Die Herausforderung wurde zurückgezogen.",
    to_lobby: "To the lobby" | "Zur Übersicht",
}

// The chat.
halfboard_text::phrases! {
    chat: "Chat" | "Chat",
    show_chat: "Show chat" | "Chat zeigen",
    hide_chat: "Hide chat" | "Chat verbergen",
    no_lines: "Nothing has been said." | "Noch wurde nichts gesagt.",
    write_line: "Write to the others" | "Schreib den anderen",
    send: "Send" | "Senden",
    says(who, text): "{who}: {text}" | "{who}: {text}",
    one_unread: "1 new line in the chat" | "1 neue Zeile im Chat",
    unread(number): "{number} new lines in the chat" | "{number} neue Zeilen im Chat",
    chat_full: "No more can be said in this game." | "In dieser Partie kann nichts mehr gesagt werden.",
}

// Why something is refused.
halfboard_text::phrases! {
    refused_unreadable: "The server did not understand that. Loading the page again may help." |
        "Das hat der Server nicht verstanden. Vielleicht hilft es, die Seite neu zu laden.",
    refused_invalid: "The server does not allow that." | "Das lässt der Server nicht zu.",
    refused_no_seat: "Only those who sit at the board can do that." | "Das können nur die, die am Brett sitzen.",
    refused_taken: "Somebody else was faster: the place is taken." |
        "Jemand anders war schneller: Der Platz ist besetzt.",
    refused_stale: "Something else happened in the meantime." | "Inzwischen ist etwas anderes geschehen.",
    refused_not_your_turn: "It is not your turn." | "Du bist nicht am Zug.",
    refused_not_legal: "That move is not allowed." | "Dieser Zug ist nicht erlaubt.",
    refused_not_begun: "The game has not begun." | "Die Partie hat noch nicht begonnen.",
    refused_over: "The game is over." | "Die Partie ist zu Ende.",
    refused_not_now: "That cannot be done now." | "Das geht jetzt nicht.",
    refused_no_chat: "This game has no chat." | "In dieser Partie gibt es keinen Chat.",
    refused_too_fast: "That was too much at once. Wait a moment." | "Das war zu viel auf einmal. Warte einen Moment.",
    refused_too_many: "There are too many just now. Try again later." |
        "Gerade sind es zu viele. Versuch es später noch einmal.",
    refused_unavailable: "The server cannot keep anything just now. Try again in a moment." |
        "Der Server kann gerade nichts aufheben. Versuch es gleich noch einmal.",
}

/// Why something is refused, in a friendly sentence.
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
    }
}

/// Why there is no answer of the server.
pub fn problem(problem: &Problem) -> &'static str {
    match problem {
        Problem::NoServer => no_server(),
        Problem::Refused(why) => refusal(why.code),
    }
}

/// A time control.
pub fn control(control: TimeControl) -> String {
    let minutes = |ms: u64| ms as f64 / 60_000.0;
    let seconds = |ms: u64| ms as f64 / 1000.0;
    match control {
        TimeControl::None => no_clock().to_owned(),
        TimeControl::Fischer { initial, increment: 0 } | TimeControl::Delay { initial, delay: 0 } => {
            in_all(minutes(initial))
        }
        TimeControl::Fischer { initial, increment } => fischer(minutes(initial), seconds(increment)),
        TimeControl::Delay { initial, delay } => delayed(minutes(initial), seconds(delay)),
        TimeControl::Days { days: 1 } => one_day().to_owned(),
        TimeControl::Days { days } => many_days(days),
    }
}

/// How many turns.
pub fn length(plies: u32) -> String {
    if plies == 1 { one_turn().to_owned() } else { turns(plies) }
}

/// Who sits somewhere.
pub fn who(who: Option<&Player>) -> String {
    match who {
        Some(Player::Person { name }) => name.clone(),
        Some(Player::Engine { level }) => players::engine(level),
        None => free_place().to_owned(),
    }
}

/// All who play, side against side.
pub fn all(seats: &[Option<Player>]) -> String {
    let side = |first: usize| {
        let names = seats.iter().skip(first).step_by(2).map(|seat| who(seat.as_ref()));
        names.reduce(players::partners).unwrap_or_default()
    };
    players::against(side(0), side(1))
}

/// Who sits at a seat of a game, and where, when several sit on a side.
pub fn player(game: &Game, seat: u8) -> String {
    let name = who(game.player(seat));
    let names = game.session().seats();
    match names.get(usize::from(seat)) {
        Some(place) if names.len() > 2 => format!("{name} · {}", players::seat(place)),
        _ => name,
    }
}

/// The same, as somebody at a seat sees it.
pub fn player_for(game: &Game, seat: u8, own: Option<u8>) -> String {
    let name = player(game, seat);
    match own {
        Some(own) if own == seat => you(name),
        Some(own) if Seat(own).team() == Seat(seat).team() => partner(name),
        _ => name,
    }
}

/// How a game came out; `None` while it goes on.
pub fn outcome(game: &Game) -> Option<String> {
    match game.phase() {
        Phase::Open | Phase::Playing => None,
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) if game.seats().iter().any(Option::is_none) => {
            Some(withdrawn().to_owned())
        }
        Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => Some(called_off().to_owned()),
        Phase::Over(_) => match game.finish() {
            Finish::Open => None,
            Finish::Ruled(ending) => Some(result::ended(ending)),
            Finish::Declared(winner, why) => Some(result::declared(winner, why)),
        },
    }
}

/// What somebody asks for.
pub fn asks(what: Proposal, who: &str) -> String {
    match what {
        Proposal::TakeBack => asks_take_back(who),
        Proposal::Draw => asks_draw(who),
        Proposal::Rematch => asks_rematch(who),
    }
}

/// What one has asked for oneself.
pub fn asked(what: Proposal) -> &'static str {
    match what {
        Proposal::TakeBack => asked_take_back(),
        Proposal::Draw => asked_draw(),
        Proposal::Rematch => asked_rematch(),
    }
}

/// What somebody does not agree to.
pub fn declined(what: Proposal, who: &str) -> String {
    match what {
        Proposal::TakeBack => declined_take_back(who),
        Proposal::Draw => declined_draw(who),
        Proposal::Rematch => declined_rematch(who),
    }
}

/// Milliseconds on a clock: tenths of seconds when they are few, hours and days when they are many.
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

/// How many watch; `None` when nobody does.
pub fn watchers(number: u32) -> Option<String> {
    match number {
        0 => None,
        1 => Some(watches().to_owned()),
        number => Some(watch_it(number)),
    }
}

/// How late those who watch are shown turns; `None` when at once.
pub fn lateness(turns: u8) -> Option<String> {
    match turns {
        0 => None,
        1 => Some(one_late().to_owned()),
        turns => Some(late(turns)),
    }
}

/// How many lines of chat have not been seen.
pub fn unseen(lines: usize) -> String {
    if lines == 1 { one_unread().to_owned() } else { unread(lines) }
}

/// How many places are free.
pub fn places_free(number: usize) -> String {
    if number == 1 { waiting_for_one().to_owned() } else { waiting_for(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, speak};

    #[test]
    fn clocks_are_told_as_far_as_it_matters() {
        speak(Language::English);
        let cases = [(0, "0:00.0"), (9_940, "0:09.9"), (10_000, "0:10"), (59_001, "1:00"), (600_000, "10:00")];
        for (ms, expected) in cases {
            assert_eq!(clock(ms), expected);
        }
        assert_eq!(clock(3_600_000 + 59_000), "1 h 0 min");
        assert_eq!(clock(3 * 86_400_000 - 1), "2 d 23 h");
        assert_eq!(control(TimeControl::Fischer { initial: 90_000, increment: 500 }), "1.5 min + 0.5 s a turn");
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
