//! The form of a challenge, besides what every game is set up with: times, places, who may see it. And how it is
//! remembered: a line `name value` each, of which those that cannot be read are passed over.

use halfboard_engine::levels::{Level, StoredLevel};
use halfboard_protocol::api::{NewGame, SeatSpec};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event;
use halfboard_protocol::id::Token;
use halfboard_protocol::limits;
use halfboard_rules::record::Start;

use crate::phrases::players::NAMED_LEVELS;
use crate::setup::{Form, FormError, SEATS};

/// The key under which the last challenge is remembered.
pub const KEY: &str = "halfboard.online.challenge";

/// Where the challenger will sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this seat.
    Seat(usize),
    /// Places are drawn by lot.
    Lot,
}

/// The time control as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// As much as they like.
    None,
    /// For the game.
    Game {
        /// Minutes for the game.
        minutes: String,
        /// Seconds for each turn.
        seconds: String,
        /// Whether those are free in each turn, instead of being added by it.
        free: bool,
    },
    /// Days for each turn.
    Days(String),
}

/// What the form holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The time.
    pub time: Time,
    /// One's own place.
    pub place: Place,
    /// Which of the others' seats are the engine's. Where places are drawn, the first is one's own.
    pub engines: [bool; SEATS],
    /// The engine's level by seat. The form is remembered for all games, so it is scaled to the ladder of the rules.
    pub levels: [StoredLevel; SEATS],
    /// Whether it is listed for all to see.
    pub public: bool,
    /// Whether the players can talk.
    pub chat: bool,
    /// How many turns are withheld from those who watch.
    pub delay: u8,
}

impl Default for Challenge {
    fn default() -> Challenge {
        Challenge {
            time: Time::None,
            place: Place::Lot,
            engines: [false; SEATS],
            levels: [StoredLevel { number: 2, of: Some(NAMED_LEVELS) }; SEATS],
            public: false,
            chat: true,
            delay: 0,
        }
    }
}

impl Challenge {
    /// Returns the seat that is one's own in a game with this number of seats; the first where places are drawn by lot.
    pub fn own(&self, seats: usize) -> usize {
        match self.place {
            Place::Seat(seat) if seat < seats => seat,
            _ => 0,
        }
    }

    /// Returns the level of the engine at a seat by these rules.
    pub fn level(&self, rules: &str, seat: usize) -> u8 {
        self.levels[seat].level(rules).map_or(1, Level::number)
    }

    /// Sets the level of the engine at a seat by these rules.
    pub fn set_level(&mut self, rules: &str, seat: usize, level: u8) {
        self.levels[seat] = StoredLevel { number: level, of: Some(Level::count(rules)) };
    }

    /// Returns the time control.
    pub fn control(&self) -> Result<TimeControl, FormError> {
        // Half a minute may be written with a point or, as in German, with a comma.
        let number = |text: &str, unit: f64| {
            let text = text.trim().replace(',', ".");
            let number: f64 = if text.is_empty() { 0.0 } else { text.parse().ok()? };
            (0.0..=1e6).contains(&number).then(|| (number * unit).round() as u64)
        };
        let control = match &self.time {
            Time::None => Some(TimeControl::None),
            Time::Game { minutes, seconds, free } => {
                number(minutes, 60_000.0).zip(number(seconds, 1000.0)).map(|(initial, more)| match free {
                    true => TimeControl::Delay { initial, delay: more },
                    false => TimeControl::Fischer { initial, increment: more },
                })
            }
            Time::Days(days) => days.trim().parse().ok().map(|days| TimeControl::Days { days }),
        };
        control.filter(|control| control.is_valid()).ok_or(FormError::Clock)
    }

    /// Returns what keeps the form from being a challenge.
    pub fn error(&self, form: &Form) -> Option<FormError> {
        form.session().err().or_else(|| self.control().err())
    }

    /// Returns the game to be made.
    pub fn new_game(&self, form: &Form, name: &str, token: Token) -> Result<NewGame, FormError> {
        let seats = form.session()?.seats().len().min(SEATS);
        let rules = form.rules()?.canonical();
        let own = self.own(seats);
        let chair = |seat: usize| match (seat == own, self.engines[seat]) {
            (true, _) => SeatSpec::Me,
            (false, true) => SeatSpec::Engine { level: self.level(&rules, seat), of: Some(Level::count(&rules)) },
            (false, false) => SeatSpec::Open,
        };
        let start = match form.start()? {
            Start::Seed(seed) => event::Start::Seed(event::Seed(seed)),
            Start::Position(position) => event::Start::Position(position),
        };
        Ok(NewGame {
            seats: (0..seats).map(chair).collect(),
            rules,
            start: Some(start),
            control: self.control()?,
            lot: self.place == Place::Lot,
            public: self.public,
            chat: self.chat,
            delay: self.delay.min(limits::MAX_SPECTATOR_DELAY),
            name: name.to_owned(),
            token: Some(token),
        })
    }

    /// Returns what is worth remembering, as text.
    pub fn write(&self) -> String {
        let on = |on: bool| if on { "on" } else { "off" };
        let clean = |text: &str| text.replace(char::is_whitespace, "");
        let time = match &self.time {
            Time::None => "none".to_owned(),
            Time::Game { minutes, seconds, free } => {
                format!("{}{}{}", clean(minutes), if *free { 'd' } else { '+' }, clean(seconds))
            }
            Time::Days(days) => format!("{}days", clean(days)),
        };
        let place = match self.place {
            Place::Seat(seat) => seat.to_string(),
            Place::Lot => "lot".to_owned(),
        };
        let mut lines = vec![
            format!("time {time}"),
            format!("place {place}"),
            format!("public {}", on(self.public)),
            format!("chat {}", on(self.chat)),
            format!("delay {}", self.delay),
        ];
        for seat in 0..SEATS {
            lines.push(format!("engine{seat} {}", on(self.engines[seat])));
            lines.push(format!("level{seat} {}", self.levels[seat]));
        }
        lines.join("\n")
    }

    /// Returns what was remembered.
    pub fn read(text: &str) -> Challenge {
        let mut challenge = Challenge::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            challenge.set(name, value);
        }
        if challenge.control().is_err() {
            challenge.time = Time::None;
        }
        challenge
    }

    fn set(&mut self, name: &str, value: &str) {
        let seat = |prefix: &str| {
            let seat: usize = name.strip_prefix(prefix)?.parse().ok()?;
            (seat < SEATS).then_some(seat)
        };
        let game = |mark: char| {
            let (minutes, seconds) = value.split_once(mark)?;
            Some(Time::Game { minutes: minutes.to_owned(), seconds: seconds.to_owned(), free: mark == 'd' })
        };
        match name {
            "time" => {
                let days = value.strip_suffix("days").map(|days| Time::Days(days.to_owned()));
                self.time = days.or_else(|| game('+')).or_else(|| game('d')).unwrap_or(Time::None);
            }
            "place" => {
                let seat = value.parse().ok().filter(|seat| *seat < SEATS);
                self.place = seat.map_or(Place::Lot, Place::Seat);
            }
            "public" => self.public = value == "on",
            "chat" => self.chat = value != "off",
            "delay" => self.delay = value.parse::<u8>().unwrap_or_default().min(limits::MAX_SPECTATOR_DELAY),
            _ => {
                if let Some(seat) = seat("engine") {
                    self.engines[seat] = value == "on";
                } else if let Some(seat) = seat("level") {
                    self.levels[seat] = value.parse().unwrap_or(self.levels[seat]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;

    fn form(rules: &str) -> Form {
        let game = rules.split(':').next().expect("a word");
        let mut form = Form::new(registry::game(game).expect("listed"), 3, 5);
        if let Some((name, value)) = rules.split_once(':').and_then(|(_, option)| option.split_once('=')) {
            let place = form.option_infos().iter().position(|info| info.name == name).expect("an option");
            form.options[place] = value.to_owned();
        }
        form
    }

    fn token() -> Token {
        "0123456789abcdefghijkl".parse().expect("a secret")
    }

    #[test]
    fn a_form_becomes_a_game() {
        let game =
            |minutes: &str, seconds: &str, free| Time::Game { minutes: minutes.into(), seconds: seconds.into(), free };
        let mut challenge = Challenge { time: game("0,5", "", false), place: Place::Seat(1), ..Challenge::default() };
        let new = challenge.new_game(&form("j"), "Ann", token()).expect("valid");
        assert_eq!(new.control, TimeControl::Fischer { initial: 30_000, increment: 0 });
        assert_eq!((new.seats, new.lot), (vec![SeatSpec::Open, SeatSpec::Me], false));
        challenge.engines = [true; SEATS];
        challenge.place = Place::Lot;
        challenge.time = game("5", "3", true);
        let rules = "lines-of-action:players=four";
        let new = challenge.new_game(&form(rules), "Ann", token()).expect("valid");
        assert_eq!(new.control, TimeControl::Delay { initial: 300_000, delay: 3000 });
        let default = StoredLevel { number: 2, of: Some(NAMED_LEVELS) }.level(rules).expect("a level");
        let engine = SeatSpec::Engine { level: default.number(), of: Some(Level::count(rules)) };
        assert_eq!((new.seats, new.lot), (vec![SeatSpec::Me, engine, engine, engine], true));
        for wrong in [
            game("", "", false),
            game("x", "1", false),
            game("9999", "", true),
            Time::Days("0".into()),
            Time::Days("31".into()),
        ] {
            challenge.time = wrong;
            assert_eq!(challenge.error(&form("j")), Some(FormError::Clock), "{:?}", challenge.time);
        }
    }

    #[test]
    fn the_level_keeps_its_place_by_rules_with_another_number_of_levels() {
        let mut challenge = Challenge { engines: [true; SEATS], place: Place::Seat(0), ..Challenge::default() };
        let [plain, variant] = ["sight-reduction", "sight-reduction:remove=one-or-two"];
        let [top, of] = [plain, variant].map(|rules| Level::top(rules).number());
        assert_ne!(top, of);
        challenge.set_level(plain, 1, top);
        for (rules, top) in [(plain, top), (variant, of)] {
            assert_eq!(challenge.level(rules, 1), top);
            let new = challenge.new_game(&form(rules), "Ann", token()).expect("valid");
            assert_eq!(new.seats, [SeatSpec::Me, SeatSpec::Engine { level: top, of: Some(top) }], "{rules}");
        }
    }

    #[test]
    fn a_challenge_is_remembered_and_nonsense_is_passed_over() {
        let challenge = Challenge {
            time: Time::Days("3".into()),
            place: Place::Seat(2),
            engines: [false, true, false, true],
            levels: ["1", "8", "2/11", "4/4"].map(|level| level.parse().expect("a level")),
            public: true,
            chat: false,
            delay: 7,
        };
        assert_eq!(Challenge::read(&challenge.write()), challenge);
        let plain = Challenge::default();
        for text in ["", "time", "time 5", "time x+y", "place 9", "delay -1", "level9 3\nlevel0 99", "\u{0} \n\n"] {
            assert_eq!(Challenge::read(text), plain, "{text:?}");
        }
    }
}
