//! The score of a match and its statistics.

use halfboard_engine::arena::{GameEnd, PlayedGame};
use halfboard_engine::sprt::{Pentanomial, Sprt, SprtDecision};
use halfboard_rules::game::Team;

use super::MatchSetup;

/// The score of a game, from the first player's point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameScore {
    /// The points of the first player in halves: 0, 1 or 2.
    pub(super) halves: usize,
    /// The reason of the end.
    pub(super) reason: String,
    /// The player who lost by a fault, and the fault.
    pub(super) fault: Option<(usize, String)>,
}

/// The reason of a game whose result was proven before its end.
pub(super) const PROVEN: &str = "proven";
/// The reason of a game that exceeded the maximum number of plies.
pub(super) const TOO_LONG: &str = "too-long";
/// The reason of a game that was lost by a fault, such as an illegal move.
pub(super) const FAULT: &str = "fault";

impl GameScore {
    /// Returns the score of a game for the player of the team `first`.
    pub(super) fn of(played: &PlayedGame, first: Team) -> Self {
        let (reason, fault) = match &played.end {
            GameEnd::ByRules(ending) => (ending.reason.name(), None),
            GameEnd::Proven { .. } => (PROVEN, None),
            GameEnd::PlyLimit => (TOO_LONG, None),
            GameEnd::Fault(team, fault) => (FAULT, Some((usize::from(*team != first), fault.clone()))),
        };
        GameScore { halves: played.halves(first), reason: reason.to_owned(), fault }
    }
}

/// The score of a match so far.
#[derive(Default)]
pub(super) struct Tally {
    pentanomial: Pentanomial,
    /// Games lost, drawn and won.
    games: [u64; 3],
    /// How often each reason ended a game.
    reasons: Vec<(String, u64)>,
    /// The number of faults of each player, with an example.
    faults: [(u64, String); 2],
}

impl Tally {
    /// Adds a pair.
    pub(super) fn count(&mut self, pair: &[GameScore; 2]) {
        self.pentanomial.count(pair.iter().map(|game| game.halves).sum());
        for game in pair {
            self.games[game.halves.min(2)] += 1;
            match self.reasons.iter_mut().find(|(reason, _)| *reason == game.reason) {
                Some((_, count)) => *count += 1,
                None => self.reasons.push((game.reason.clone(), 1)),
            }
            if let Some((player, what)) = &game.fault {
                let (count, example) = &mut self.faults[*player];
                *count += 1;
                if example.is_empty() {
                    example.clone_from(what);
                }
            }
        }
    }

    /// Returns the number of pairs.
    pub(super) fn pairs(&self) -> usize {
        self.pentanomial.pairs() as usize
    }

    /// Returns the decision of the SPRT, if there is one.
    pub(super) fn verdict(&self, sprt: Option<Sprt>) -> SprtDecision {
        sprt.map_or(SprtDecision::Continue, |sprt| sprt.decide(&self.pentanomial))
    }

    /// Returns the score in one line, for the progress display.
    pub(super) fn line(&self, this: &MatchSetup) -> String {
        let [lost, drawn, won] = self.games;
        let ratio = this
            .sprt
            .map(|sprt| format!(", LLR {:.2}", sprt.log_likelihood_ratio(&self.pentanomial)))
            .unwrap_or_default();
        format!("pair {} of {}: {won} won, {drawn} drawn, {lost} lost{ratio}", self.pairs(), this.pairs)
    }

    /// Returns the final report.
    pub(super) fn summary(&self, this: &MatchSetup) -> String {
        let [lost, drawn, won] = self.games;
        let games = lost + drawn + won;
        let points = won as f64 + drawn as f64 / 2.0;
        let [first, second] = &this.players;
        let mut lines = vec![format!("{}: {} against {}", this.rules.canonical(), first.name(), second.name())];
        lines.push(format!("games: {games} in {} pairs", self.pairs()));
        let share = 100.0 * self.pentanomial.mean();
        lines.push(format!("score: {points} of {games} ({share:.1} %); {won} won, {drawn} drawn, {lost} lost"));
        let [a, b, c, d, e] = self.pentanomial.0;
        lines.push(format!("pairs by points: 0: {a}, 0.5: {b}, 1: {c}, 1.5: {d}, 2: {e}"));
        let (low, elo, high) = self.pentanomial.elo();
        let interval = if self.pentanomial.margin() > 0.0 {
            format!("95 % interval {} to {}", in_words(low), in_words(high))
        } else {
            "no interval, as all pairs came out alike".to_owned()
        };
        lines.push(format!("Elo: {} ({interval})", in_words(elo)));
        if let Some(sprt) = this.sprt {
            let (low, high) = sprt.bounds();
            let ratio = sprt.log_likelihood_ratio(&self.pentanomial);
            let Sprt { elo0, elo1, .. } = sprt;
            let verdict = match sprt.decide(&self.pentanomial) {
                SprtDecision::Continue => "not decided".to_owned(),
                SprtDecision::AcceptH0 => format!("accepted: Elo {elo0}"),
                SprtDecision::AcceptH1 => format!("accepted: Elo {elo1}"),
            };
            lines.push(format!(
                "SPRT: LLR {ratio:.2}, bounds {low:.2} and {high:.2}, Elo {elo0} against {elo1}; {verdict}"
            ));
        }
        let mut reasons = self.reasons.clone();
        reasons.sort_by(|(a, many), (b, few)| few.cmp(many).then(a.cmp(b)));
        let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        lines.push(format!("endings: {}", reasons.join(", ")));
        let names = [("FIRST", first), ("SECOND", second)];
        let faults = names.iter().zip(&self.faults).map(|((place, _), (count, example))| match count {
            0 => format!("{place} 0"),
            _ => format!("{place} {count} ({})", crate::error::sanitize(example)),
        });
        lines.push(format!("faults: {}", faults.collect::<Vec<_>>().join(", ")));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Formats an Elo difference; beyond 800 it cannot be estimated.
fn in_words(elo: f64) -> String {
    match elo.round() as i64 {
        800.. => "+800 or more".to_owned(),
        ..=-800 => "-800 or less".to_owned(),
        elo => format!("{elo:+}"),
    }
}
