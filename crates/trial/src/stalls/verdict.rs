//! Compares what the players were charged with what they thought.

use halfboard_protocol::event::{Event, LoggedEvent, Termination};
use halfboard_protocol::game::Game;

use super::MAX_CHARGED_MS;
use super::client::ClockTrace;
use crate::report::Report;

/// What the players of all games were charged.
#[derive(Debug, Default)]
pub struct Charges {
    games: usize,
    turns: usize,
    refunds: usize,
    /// Time given back, in milliseconds.
    refunded: u64,
    /// Turns during which time was given back, by what they were charged beyond their thinking time, in milliseconds.
    excess: Vec<u64>,
    /// The same of all other turns.
    usual: Vec<u64>,
    flags: Vec<String>,
    overcharged: Vec<String>,
}

/// Adds the turns of a game.
pub fn add_charges(charges: &mut Charges, trace: &ClockTrace, log: &[LoggedEvent]) {
    let Some((first, rest)) = log.split_first() else { return };
    let Ok(mut game) = Game::from_log(trace.game.clone(), std::slice::from_ref(first)) else {
        charges.overcharged.push(format!("game {} cannot be read", trace.game));
        return;
    };
    charges.games += 1;
    // The start of the turn, and what was given back since.
    let (mut since, mut back) = (0, 0);
    for logged in rest {
        let timed = game.clocks().running().is_some();
        match logged.event.as_known() {
            Event::Refunded { ms, .. } => {
                back += ms;
                charges.refunds += 1;
                charges.refunded += ms;
            }
            Event::Played { ply, lag, .. } if timed => {
                charges.turns += 1;
                let charged = (logged.at - since).saturating_sub(back + u64::from(*lag));
                let excess = charged.saturating_sub(trace.thought.get(ply).copied().unwrap_or_default());
                if excess > MAX_CHARGED_MS {
                    let what = format!("game {}: ply {ply} was charged {excess} ms too much", trace.game);
                    charges.overcharged.push(what);
                }
                if back > 0 { &mut charges.excess } else { &mut charges.usual }.push(excess);
            }
            Event::Ended(Termination::OutOfTime { seat }) => {
                charges.flags.push(format!("game {}: the flag of seat {seat} fell", trace.game));
            }
            _ => {}
        }
        if logged.event.turn().is_some() {
            (since, back) = (logged.at, 0);
        }
        if let Err(error) = game.apply(logged) {
            charges.overcharged.push(format!("game {}: {error}", trace.game));
            return;
        }
    }
}

impl Charges {
    /// Adds those of another server.
    pub fn merge(&mut self, other: Charges) {
        self.games += other.games;
        self.turns += other.turns;
        self.refunds += other.refunds;
        self.refunded += other.refunded;
        self.excess.extend(other.excess);
        self.usual.extend(other.usual);
        self.flags.extend(other.flags);
        self.overcharged.extend(other.overcharged);
    }

    /// Returns the number of flags that fell, and of turns that were charged too much.
    pub fn violations(&self) -> (usize, usize) {
        (self.flags.len(), self.overcharged.len())
    }

    /// Adds the figures to a report.
    pub fn add_to(mut self, report: &mut Report) {
        report.figure("games", self.games);
        report.figure("turns with a running clock", self.turns);
        report.require("… during which lost time was given back", self.refunds, "some", self.refunds > 0);
        report.figure("… seconds given back", self.refunded / 1000);
        report.require("wrong flags", self.flags.len(), "0", self.flags.is_empty());
        for (what, excess) in [("turns hit by an outage", &mut self.excess), ("other turns", &mut self.usual)] {
            excess.sort_unstable();
            let at = |share: f64| excess.get((excess.len() as f64 * share) as usize).or(excess.last()).copied();
            let [median, high, most] = [0.5, 0.99, 1.0].map(|share| at(share).unwrap_or_default());
            report.figure(
                format!("ms charged beyond thinking, {what}: median, 99 %, most"),
                format!("{median}, {high}, {most}"),
            );
        }
        let most = format!("0 above {MAX_CHARGED_MS} ms");
        report.require("turns charged too much", self.overcharged.len(), most, self.overcharged.is_empty());
        for violation in self.flags.iter().chain(&self.overcharged).take(5) {
            report.note(format!("- {violation}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use halfboard_protocol::json;

    use super::*;

    /// Two free turns, then one of 4.2 s with a refund of `back`.
    fn charges(back: u64, last: &str) -> Charges {
        let lines = [
            r#"1000,"event":{"type":"created","rules":"lines-of-action","start":{"seed":"1"},"control":{"type":"fischer","initial":3000,"increment":300},"public":false,"chat":true}"#.to_owned(),
            r#"1000,"event":{"type":"seated","seat":0,"who":{"person":{"name":"A"}}}"#.to_owned(),
            r#"1000,"event":{"type":"seated","seat":1,"who":{"person":{"name":"B"}}}"#.to_owned(),
            r#"1000,"event":{"type":"played","line":0,"ply":0,"move":"a2c2"}"#.to_owned(),
            r#"2000,"event":{"type":"played","line":0,"ply":1,"move":"b1b3"}"#.to_owned(),
            format!(r#"6000,"event":{{"type":"gave-time","from":0,"to":0,"ms":{back},"key":1,"kind":"refunded","seat":0,"since":2100,"until":6000}}"#),
            format!(r#"6200,"event":{last}"#),
        ];
        let number = |(index, line): (usize, &String)| format!(r#"{{"version":{},"at":{line}}}"#, index + 1);
        let log: Vec<LoggedEvent> =
            lines.iter().enumerate().map(|line| json::decode(&number(line)).expect("an event")).collect();
        let trace =
            ClockTrace { game: "0123456789ABCDEFabcdef".parse().expect("an ID"), thought: HashMap::from([(2, 300)]) };
        let mut charges = Charges::default();
        add_charges(&mut charges, &trace, &log);
        charges
    }

    #[test]
    fn flags_and_lost_time_are_found() {
        let played = r#"{"type":"played","line":0,"ply":2,"move":"a4c4"}"#;
        let fair = charges(3_900, played);
        assert_eq!((fair.violations(), fair.turns, &fair.excess[..]), ((0, 0), 1, &[0][..]), "{fair:?}");
        assert_eq!(charges(2_800, played).violations(), (0, 1));
        assert_eq!(charges(3_900, r#"{"type":"ended","how":"out-of-time","seat":0}"#).violations(), (1, 0));
    }
}
