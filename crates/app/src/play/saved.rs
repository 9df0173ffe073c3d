//! How a game is kept: as a record like any other, with who sits where and the clocks in its tags. So a kept game can be
//! taken to any other program, and a record from elsewhere can be kept.

use std::fmt;

use halfboard_engine::levels::{Level, StoredLevel};
use halfboard_protocol::clock::{Clocks, TimeControl};
use halfboard_rules::game::Seat;
use halfboard_rules::record::{self, Record, RecordError, name_tag};

use super::{AdaptiveResult, Play, Player, milliseconds, seated};
use crate::table::Table;

/// Why a kept game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The record is wrong.
    Record(RecordError),
    /// The text holds this number of games instead of one.
    NotOne(usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Record(error) => error.fmt(f),
            ReadError::NotOne(count) => write!(f, "there are {count} games where one is expected"),
        }
    }
}

impl std::error::Error for ReadError {}

const CONTROL: &str = "TimeControl";
const SEED: &str = "EngineSeed";
const THINK: &str = "EngineSeconds";
const ADAPTIVE: &str = "EngineAdapts";
/// Values of the tag [`ADAPTIVE`].
const ADAPTIVE_RESULTS: [(AdaptiveResult, &str); 2] =
    [(AdaptiveResult::Open, "open"), (AdaptiveResult::Counted, "counted")];

/// Maximum of the seconds that an engine thinks about a move.
const MAX_THINK: u8 = 60;

impl Play {
    /// Returns the game as a record, clocks as they stand now.
    pub fn record(&self, now: f64) -> Record {
        let mut record = self.table.record();
        for (seat, name) in self.session().seats().iter().enumerate() {
            let tag = name_tag(name);
            if let Some(Player::Engine(level)) = self.players.get(seat) {
                // Of how many it is, because a number alone is one of the former eight levels.
                let of = Some(Level::count(&self.session().rules()));
                record.set_tag(&format!("{tag}Engine"), &StoredLevel { number: *level, of }.to_string());
            }
            if let Some(seconds) = self.remaining(Seat(seat as u8), now) {
                record.set_tag(&format!("{tag}Clock"), &format!("{seconds:.1}"));
            }
        }
        if self.players.iter().any(|player| matches!(player, Player::Engine(_))) {
            record.set_tag(SEED, &self.seed.to_string());
            if let Some(seconds) = self.think {
                record.set_tag(THINK, &seconds.to_string());
            }
            if let Some((_, word)) = ADAPTIVE_RESULTS.iter().find(|(result, _)| Some(*result) == self.adaptive) {
                record.set_tag(ADAPTIVE, word);
            }
        }
        if let Some(clocks) = &self.clocks {
            record.set_tag(CONTROL, &clocks.control().to_string());
        }
        record
    }

    /// Returns the game as text to keep.
    pub fn write(&self, now: f64) -> String {
        record::format(&[self.record(now)])
    }

    /// Reads a kept game.
    pub fn read(text: &str) -> Result<Play, ReadError> {
        let mut records = record::parse(text).map_err(ReadError::Record)?;
        match (records.pop(), records.len()) {
            (Some(record), 0) => Ok(Play::resume(record)),
            (_, others) => Err(ReadError::NotOne(others + 1)),
        }
    }

    /// Returns a game that goes on from a record. Tags that make no sense are taken for absent.
    pub fn resume(record: Record) -> Play {
        let tag = |seat: &str, what: &str| record.tag(&format!("{}{what}", name_tag(seat)));
        let names = record.session().seats();
        let rules = record.session().rules();
        let level = |seat: &&str| tag(seat, "Engine")?.parse::<StoredLevel>().ok()?.level(&rules).map(Level::number);
        let players: Vec<Player> =
            names.iter().map(|seat| level(seat).map_or(Player::Person, Player::Engine)).collect();
        let clocks = record.tag(CONTROL).and_then(parse_control).map(|control| {
            let remaining = |seat: &&str| {
                let seconds = tag(seat, "Clock").and_then(|seconds| seconds.parse::<f64>().ok());
                seconds.filter(|seconds| (0.0..=1e6).contains(seconds)).map_or(control.initial(), milliseconds)
            };
            Clocks::with_remaining(control, names.iter().map(remaining).collect())
        });
        let seed = record.tag(SEED).and_then(|seed| seed.parse().ok()).unwrap_or_default();
        let seconds = record.tag(THINK).and_then(|seconds| seconds.parse().ok());
        let think = seconds.filter(|seconds| (1..=MAX_THINK).contains(seconds));
        let adaptive = record.tag(ADAPTIVE).and_then(|tag| ADAPTIVE_RESULTS.iter().find(|(_, word)| *word == tag));
        let adaptive = adaptive.map(|(result, _)| *result);
        let players = seated(&players, names.len());
        Play { think, players, clocks, seed, adaptive, table: Table::resume(record) }
    }
}

/// Parses the time control of a local game, such as `300+5`: some time for the game, and an increment.
pub(crate) fn parse_control(text: &str) -> Option<TimeControl> {
    TimeControl::parse_lenient(text)
        .filter(|control| matches!(control, TimeControl::Fischer { initial, .. } if *initial > 0))
}

#[cfg(test)]
mod tests {
    use super::parse_control;

    #[test]
    fn time_controls_round_trip() {
        assert_eq!(parse_control("300+0.5").map(|control| control.to_string()).as_deref(), Some("300+0.5"));
        for text in ["", "300", "0+5", "-1+5", "300+x", "NaN+1", "1e9+1", "inf+0", "300d5", "3days"] {
            assert_eq!(parse_control(text), None, "{text}");
        }
    }
}
