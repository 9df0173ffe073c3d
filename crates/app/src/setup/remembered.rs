//! Storage of a game's last setup as lines `name value`. Unreadable values keep their defaults, so broken storage never
//! blocks the form.

use halfboard_rules::registry::GameEntry;

use super::quick::parse_think;
use super::{Form, Opponent, SideChoice};

const OPPONENTS: [(Opponent, &str); 3] =
    [(Opponent::Person, "person"), (Opponent::Engine, "engine"), (Opponent::Engines, "engines")];
pub(super) const SIDES: [(SideChoice, &str); 3] =
    [(SideChoice::First, "first"), (SideChoice::Second, "second"), (SideChoice::Lot, "lot")];

pub(super) fn word_of<T: PartialEq>(list: &[(T, &'static str)], value: &T) -> &'static str {
    list.iter().find(|(other, _)| other == value).map_or("", |(_, word)| word)
}

pub(super) fn of_word<T: Copy>(list: &[(T, &'static str)], word: &str) -> Option<T> {
    list.iter().find(|(_, other)| *other == word).map(|(value, _)| *value)
}

impl Form {
    /// Returns the storage key of a game's last setup.
    pub fn key(game: &str) -> String {
        format!("halfboard.setup.{game}")
    }

    /// Returns the form as text, without the seed and the position, which belong to one game.
    pub fn write(&self) -> String {
        let mut lines = vec![
            format!("rules {}", self.rules_string()),
            format!("opponent {}", word_of(&OPPONENTS, &self.opponent)),
            format!("side {}", word_of(&SIDES, &self.side)),
        ];
        for (seat, level) in self.levels.iter().enumerate() {
            lines.push(format!("level{seat} {level}"));
        }
        lines.push(format!("adaptive {}", if self.adaptive { "on" } else { "off" }));
        lines.push(format!("think {}", self.think));
        for (seat, engine) in self.engines.iter().enumerate() {
            lines.push(format!("engine{seat} {}", if *engine { "on" } else { "off" }));
        }
        for (seat, name) in self.names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            lines.push(format!("name{seat} {}", name.replace(['\n', '\r'], " ")));
        }
        if let Some((minutes, seconds)) = &self.clock {
            lines.push(format!("clock {minutes}+{seconds}"));
        }
        lines.join("\n")
    }

    /// Parses a stored form.
    pub fn read(game: &'static dyn GameEntry, level: u8, seed: u64, text: &str) -> Form {
        let mut form = Form::new(game, level, seed);
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            form.take(name, value);
        }
        form
    }

    fn take(&mut self, name: &str, value: &str) {
        let seat = |prefix: &str| {
            let seat: usize = name.strip_prefix(prefix)?.parse().ok()?;
            (seat < super::SEATS).then_some(seat)
        };
        if name == "rules" {
            self.take_rules(value);
        } else if name == "opponent" {
            self.opponent = of_word(&OPPONENTS, value).unwrap_or(self.opponent);
        } else if name == "side" {
            self.side = of_word(&SIDES, value).unwrap_or(self.side);
        } else if name == "adaptive" {
            self.adaptive = value == "on";
        } else if name == "think" {
            self.think = parse_think(value).unwrap_or(self.think);
        } else if name == "clock" {
            self.clock = value.split_once('+').map(|(minutes, seconds)| (minutes.to_owned(), seconds.to_owned()));
            if self.control().is_err() {
                self.clock = None;
            }
        } else if let Some(seat) = seat("level") {
            self.levels[seat] = value.parse().unwrap_or(self.levels[seat]);
        } else if let Some(seat) = seat("engine") {
            self.engines[seat] = value == "on";
        } else if let Some(seat) = seat("name") {
            self.names[seat] = value.chars().take(60).collect();
        }
    }

    /// Applies stored options if they are valid together.
    fn take_rules(&mut self, rules: &str) {
        let Ok(valid) = halfboard_rules::registry::rules(rules) else { return };
        if valid.info().id == self.game {
            self.choose_rules(&valid.canonical());
        }
    }
}
