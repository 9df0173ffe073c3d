//! The report as JSON.

use halfboard_engine::fairness::stats::{Share, Spread};
use halfboard_engine::fairness::summary::{SolitaireTally, Tally};
use serde_json::{Map, Value, json};

use super::{Report, Subject};
use crate::error::CliError;

impl Report {
    /// Formats the report as one JSON object.
    pub(in crate::fairness) fn json(&self) -> Result<String, CliError> {
        let report = json!({
            "command": self.command,
            "seeds": [self.seeds.first(), self.seeds.last()],
            "nodes": self.nodes,
            "plies": self.most_plies,
            "rules": self.subjects.iter().map(Subject::json).collect::<Vec<_>>(),
        });
        Ok(serde_json::to_string_pretty(&report)? + "\n")
    }
}

impl Subject {
    fn json(&self) -> Value {
        let (boards, games) = (&self.summary.boards, &self.summary.games);
        let mut all = Map::new();
        let mut add = |name: &str, value: Value| all.insert(name.to_owned(), value);
        add("rules", json!(self.rules));
        add("name", json!(self.name));
        add("seats", json!(self.seats));
        add("source", json!(self.source()));
        add("side", json!(self.side()));
        add("share", share(&self.headline()));
        add("finding", json!(self.finding()));
        if !self.is_alone() {
            add("results", results(&self.tally()));
        }
        if boards.tried > 0 {
            let fates = boards.winners.map(|fates| {
                json!({
                    "seat_1_always": fates.one,
                    "seat_2_always": fates.two,
                    "second_always": fates.second,
                    "first_always": fates.first,
                    "other": fates.other,
                })
            });
            add(
                "boards",
                json!({
                    "tried": boards.tried,
                    "settled": boards.settled(),
                    "first": if self.is_alone() { Value::Null } else { results(&boards.first) },
                    "solitaire": if self.is_alone() { solitaire(&boards.solitaire) } else { Value::Null },
                    "whoever_begins": fates,
                }),
            );
        }
        if games.count > 0 {
            let bins = games.lengths.bins().map(|(from, to, count)| json!({"from": from, "to": to, "games": count}));
            let turns = games.by_turn.iter().map(|turn| json!({"mean": turn.mean, "games": turn.games}));
            let reasons: Map<String, Value> =
                games.reasons.iter().map(|(reason, count)| (reason.clone(), json!(count))).collect();
            let duel = |tally: &Tally| if self.is_alone() { Value::Null } else { results(tally) };
            add(
                "games",
                json!({
                    "count": games.count,
                    "openings": self.plan.openings,
                    "noise": self.plan.noise,
                    "different": self.different,
                    "variety": self.variety(),
                    "unfinished": games.unfinished,
                    "first": duel(&games.first),
                    "seat_1": duel(&games.seat_one),
                    "white": duel(&games.white),
                    "solitaire": if self.is_alone() { solitaire(&games.solitaire) } else { Value::Null },
                    "reasons": reasons,
                    "plies": spread(&games.length),
                    "plies_histogram": bins.collect::<Vec<_>>(),
                    "choices": spread(&games.choices),
                    "choices_by_turn": turns.collect::<Vec<_>>(),
                }),
            );
        }
        Value::Object(all)
    }
}

fn share(share: &Share) -> Value {
    let (low, high) = share.bounds();
    json!({"part": share.part(), "low": low, "high": high, "of": share.of})
}

fn results(tally: &Tally) -> Value {
    json!({
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "score": share(&tally.score()),
        "wins": share(&tally.wins()),
        "draws": share(&tally.draws()),
        "losses": share(&tally.losses()),
    })
}

fn solitaire(alone: &SolitaireTally) -> Value {
    let left: Map<String, Value> = alone.left.iter().map(|(left, count)| (left.to_string(), json!(count))).collect();
    json!({"solved": alone.solved, "share": share(&alone.share()), "left": left})
}

fn spread(spread: &Spread) -> Value {
    json!({
        "min": spread.least,
        "p10": spread.low,
        "median": spread.median,
        "p90": spread.high,
        "max": spread.most,
        "mean": spread.mean,
    })
}
