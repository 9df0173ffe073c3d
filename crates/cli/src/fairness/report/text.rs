//! The report as text: a table of several rules, or the details of one.

use halfboard_engine::fairness::stats::Share;
use halfboard_engine::fairness::summary::{SolitaireTally, Tally};

use super::{Report, Subject, bounds, percent};
use crate::layout::wrap;

/// Maximum length of a histogram bar in characters.
const BAR: u64 = 40;

impl Report {
    /// Formats the report as text.
    pub(in crate::fairness) fn text(&self) -> String {
        let mut text = String::new();
        if let [one] = &self.subjects[..] {
            text += &one.details();
        } else {
            let (alone, others): (Vec<&Subject>, Vec<&Subject>) =
                self.subjects.iter().partition(|subject| subject.is_alone());
            text += &table(&others, ["", "begins", "95 %", "draws", "plies", "choices", "of"]);
            if !alone.is_empty() && !others.is_empty() {
                text.push('\n');
            }
            text += &table(&alone, ["", "solved", "95 %", "", "plies", "choices", "of"]);
            text.push('\n');
            for subject in self.subjects.iter().filter(|subject| subject.name != subject.rules) {
                text += &format!("{}: {}\n", subject.name, subject.rules);
            }
            text.push('\n');
            let columns = "plies: the median, and within which eight games of ten are; choices a turn: mean/median";
            text += &format!("{}\n", wrap(columns, 0));
            if self.subjects.iter().any(|subject| subject.is_settled) {
                text += &format!("{}\n", wrap("*: the players settle who begins; the share is that of seat 1.", 0));
            }
        }
        for line in self.method() {
            text += &format!("{}\n", wrap(&line, 0));
        }
        text + &format!("{}\n", wrap(&self.command, 2))
    }
}

/// Returns a table of rules. Plies are the median and the 10th and 90th percentile, choices the mean and the median.
fn table(subjects: &[&Subject], head: [&str; 7]) -> String {
    if subjects.is_empty() {
        return String::new();
    }
    let mut rows = vec![head.map(str::to_owned)];
    for subject in subjects {
        let games = &subject.summary.games;
        let share = subject.headline();
        let mark = if subject.is_settled { "*" } else { "" };
        let length = &games.length;
        let (plies, choices) = match games.count {
            0 => (String::new(), String::new()),
            _ => (
                format!("{} ({}–{})", length.median, length.low, length.high),
                format!("{:.1}/{}", games.choices.mean, games.choices.median),
            ),
        };
        let draws = if subject.is_alone() { String::new() } else { percent(subject.tally().draws().part()) };
        let of = format!("{} {}", share.of, subject.source());
        let name = format!("{}{mark}", subject.name);
        rows.push([name, percent(share.part()), bounds(&share), draws, plies, choices, of]);
    }
    let widths: Vec<usize> =
        (0..head.len()).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Names are left-aligned, figures right-aligned.
            line += &if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl Subject {
    /// Returns all statistics of one rules string.
    fn details(&self) -> String {
        let mut lines = Vec::new();
        match self.name == self.rules {
            true => lines.push(self.rules.clone()),
            false => lines.push(format!("{} ({})", self.name, self.rules)),
        }
        let (boards, games) = (&self.summary.boards, &self.summary.games);
        if boards.tried > 0 {
            let open = boards.tried - boards.settled();
            let open = if open == 0 { String::new() } else { format!(", {open} not settled") };
            lines.push(format!("solved starts: {}{open}", boards.settled()));
        }
        if boards.settled() > 0 {
            if self.is_alone() {
                lines.extend(solitaire(&boards.solitaire, "can be solved"));
            } else {
                lines.extend(results(self.side(), &boards.first));
            }
        }
        if let Some(fates) = &boards.winners {
            let share = |count| percent(Share::new(count, fates.count()).part());
            let [one, two] = [self.seats[0], self.seats[1]];
            lines.push("no matter who begins:".to_owned());
            for (who, count) in [
                (format!("{one} wins always"), fates.one),
                (format!("{two} wins always"), fates.two),
                ("the second player wins".to_owned(), fates.second),
                ("the first player wins".to_owned(), fates.first),
                ("a draw is in it".to_owned(), fates.other),
            ] {
                if count > 0 || who.starts_with("the") {
                    lines.push(format!("  {who}: {} ({count} of {})", share(count), fates.count()));
                }
            }
        }
        if games.count > 0 {
            lines.push(format!("played games: {}; {}", games.count, self.variety()));
            if games.unfinished > 0 {
                lines.push(format!("unfinished: {}, which are in no share", games.unfinished));
            }
            if self.is_alone() {
                lines.extend(solitaire(&games.solitaire, "solved by the engine"));
            } else if self.is_settled {
                lines.extend(results("seat 1", &games.seat_one));
                lines.extend(results("the side that begins", &games.first));
                lines.extend(results("White", &games.white));
            } else {
                lines.extend(results(self.side(), &games.first));
            }
            let reasons: Vec<String> =
                games.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
            lines.push(format!("endings: {}", reasons.join(", ")));
            let choices = &games.choices;
            lines.push(format!(
                "choices a turn: {:.1} in the mean, median {}, {} to {}",
                choices.mean, choices.median, choices.least, choices.most
            ));
            let length = &games.length;
            lines.push(format!(
                "plies: median {}, 10 % to {}, 90 % to {}, {} to {}, mean {:.1}",
                length.median, length.low, length.high, length.least, length.most, length.mean
            ));
        }
        if let Some(finding) = self.finding() {
            let side = self.side();
            lines.insert(
                1,
                match finding {
                    "open" => format!("no advantage is shown for {side} or against it"),
                    off => format!("{side} is {off} off"),
                },
            );
        }
        let mut text: String = lines.iter().map(|line| format!("{}\n", wrap(line, 2))).collect();
        let most = games.lengths.counts.iter().copied().max().unwrap_or(0);
        for (from, to, count) in games.lengths.bins() {
            let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
            let bar = "#".repeat((count * BAR).div_ceil(most.max(1)) as usize);
            text += format!("  {range:>9} {count:>6} {bar}").trim_end();
            text.push('\n');
        }
        text + "\n"
    }
}

/// Returns the results of a side.
fn results(side: &str, tally: &Tally) -> Vec<String> {
    let (score, wins, draws) = (tally.score(), tally.wins(), tally.draws());
    let mut lines = vec![format!(
        "{side}: {} of the points (95 %: {}); {} won, {} drawn, {} lost",
        percent(score.part()),
        bounds(&score),
        tally.won,
        tally.drawn,
        tally.lost
    )];
    if tally.drawn > 0 {
        let losses = tally.losses();
        let share = |share: &Share| format!("{} ({})", percent(share.part()), bounds(share));
        lines.push(format!("  wins {}, draws {}, losses {}", share(&wins), share(&draws), share(&losses)));
    }
    lines
}

/// Returns the results of a solitaire.
fn solitaire(alone: &SolitaireTally, what: &str) -> Vec<String> {
    let share = alone.share();
    let mut lines =
        vec![format!("{what}: {} (95 %: {}); {} of {}", percent(share.part()), bounds(&share), alone.solved, share.of)];
    if !alone.left.is_empty() {
        let left: Vec<String> = alone.left.iter().map(|(left, count)| format!("{left} left {count}")).collect();
        lines.push(format!("  else {}", left.join(", ")));
    }
    lines
}
