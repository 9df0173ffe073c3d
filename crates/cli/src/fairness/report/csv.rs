//! The report as CSV (RFC 4180), one row per rules string. Values that do not apply are empty.

use halfboard_engine::fairness::stats::{Share, Spread};

use super::{Report, Subject};

impl Report {
    /// Formats the report as CSV.
    pub(in crate::fairness) fn csv(&self) -> String {
        let reasons = self.reasons();
        let rows: Vec<Vec<(String, String)>> =
            self.subjects.iter().map(|subject| cells(self, subject, &reasons)).collect();
        let mut text = String::new();
        if let Some(first) = rows.first() {
            text += &line(first.iter().map(|(name, _)| name.as_str()));
        }
        for row in &rows {
            text += &line(row.iter().map(|(_, value)| value.as_str()));
        }
        text
    }

    /// Returns all reasons of endings, sorted.
    pub(super) fn reasons(&self) -> Vec<&str> {
        let games = self.subjects.iter().map(|subject| &subject.summary.games);
        let mut reasons: Vec<&str> =
            games.flat_map(|games| games.reasons.iter().map(|(reason, _)| reason.as_str())).collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells = cells.map(|cell| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    });
    cells.collect::<Vec<_>>().join(",") + "\n"
}

/// Returns the cells of a row with the names of their columns, which are the same for all rows.
fn cells(report: &Report, subject: &Subject, reasons: &[&str]) -> Vec<(String, String)> {
    let mut cells: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| cells.push((name.to_owned(), value));
    let (boards, games, alone) = (&subject.summary.boards, &subject.summary.games, subject.summary.solitaire());
    let duel = !subject.is_alone();
    let tally = subject.tally();
    let when = |holds: bool, value: u64| if holds { value.to_string() } else { String::new() };
    add("rules", subject.rules.clone());
    add("name", subject.name.clone());
    add("seeds", report.seeds.to_string());
    add("nodes", report.nodes.to_string());
    add("openings", subject.plan.openings.to_string());
    add("noise", subject.plan.noise.to_string());
    add("source", subject.source().to_owned());
    add("side", subject.side().to_owned());
    add("finding", subject.finding().unwrap_or_default().to_owned());
    add("won", when(duel, tally.won));
    add("drawn", when(duel, tally.drawn));
    add("lost", when(duel, tally.lost));
    add("solved", when(!duel, alone.solved));
    add("of", subject.headline().of.to_string());
    let shares = [
        ("share", Some(subject.headline())),
        ("wins", duel.then(|| tally.wins())),
        ("draws", duel.then(|| tally.draws())),
        ("losses", duel.then(|| tally.losses())),
    ];
    for (name, share) in shares {
        let of =
            |value: fn(&Share) -> f64| share.as_ref().map_or_else(String::new, |share| format!("{:.6}", value(share)));
        add(name, of(Share::part));
        add(&format!("{name}_low"), of(|share| share.bounds().0));
        add(&format!("{name}_high"), of(|share| share.bounds().1));
    }
    let fates = boards.winners;
    add("boards", boards.tried.to_string());
    add("settled", boards.settled().to_string());
    let fate = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
    add("seat_1_always", fate(fates.map(|fates| fates.one)));
    add("seat_2_always", fate(fates.map(|fates| fates.two)));
    add("second_always", fate(fates.map(|fates| fates.second)));
    add("first_always", fate(fates.map(|fates| fates.first)));
    let left: Vec<String> = alone.left.iter().map(|(left, count)| format!("{left}:{count}")).collect();
    add("left", left.join(" "));
    add("games", games.count.to_string());
    add("unfinished", games.unfinished.to_string());
    for (name, spread) in [("plies", &games.length), ("choices", &games.choices)] {
        let Spread { least, low, median, high, most, mean } = *spread;
        for (part, value) in [("min", least), ("p10", low), ("median", median), ("p90", high), ("max", most)] {
            add(&format!("{name}_{part}"), when(games.count > 0, u64::from(value)));
        }
        add(&format!("{name}_mean"), if games.count > 0 { format!("{mean:.3}") } else { String::new() });
    }
    for reason in reasons {
        let count = games.reasons.iter().find(|(its, _)| its == reason).map_or(0, |(_, count)| *count);
        add(&format!("end_{reason}"), count.to_string());
    }
    cells
}
