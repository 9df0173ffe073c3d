//! The card of a single rules string: lengths of games and numbers of choices.

use std::fmt::Write;

use halfboard_engine::fairness::stats::Histogram;

use super::parts::{breakable, details, label};
use super::svg::{self, escape};
use crate::fairness::report::{Subject, bounds, percent};

/// Maximum number of rows of the table of turns.
const MOST_ROWS: usize = 30;

/// Returns the card of a rules string.
pub(super) fn single(index: usize, subject: &Subject) -> String {
    let games = &subject.summary.games;
    let mut figures = String::new();
    let mut add = |caption: &str, plot: &str| {
        let _ = writeln!(figures, "<figure>{plot}<figcaption>{}</figcaption></figure>", escape(caption));
    };
    let alone = subject.summary.solitaire();
    if subject.is_alone() && alone.share().of > 0 {
        let mut left: Vec<u32> = Vec::new();
        for (checkers, count) in &alone.left {
            left.extend(std::iter::repeat_n(u32::from(*checkers), *count as usize));
        }
        left.extend(std::iter::repeat_n(0, alone.solved as usize));
        left.sort_unstable();
        let median = left[left.len() / 2];
        let words: Vec<String> = alone.left.iter().map(|(left, count)| format!("{left} left: {count}")).collect();
        let words = format!("solved: {}, {}", alone.solved, words.join(", "));
        let label = label(index, "left", &format!("Checkers left in {}", subject.name), &words);
        add("Checkers left at best; 0 is solved", &svg::histogram(&label, &Histogram::of(&left), median));
    }
    let bins: Vec<String> = games.lengths.bins().map(|(from, to, count)| format!("{from}–{to}: {count}")).collect();
    let length_label = label(index, "bins", &format!("Lengths of games of {}", subject.name), &bins.join(", "));
    add(
        "Games by their turns; the line is the median",
        &svg::histogram(&length_label, &games.lengths, games.length.median),
    );
    let words = format!("{:.1} in the mean, {} at most", games.choices.mean, games.choices.most);
    let turns_label = label(index, "turns", &format!("Legal moves by turn in {}", subject.name), &words);
    let scale = if svg::is_steep(&games.by_turn) { "; the scale is logarithmic" } else { "" };
    let caption = format!("Legal moves by turn, in the mean of the games that last so long{scale}");
    add(&caption, &svg::turns(&turns_label, &games.by_turn));
    let mut text = format!("<section class=\"card\">\n<h2>{}</h2>\n", escape(&subject.name));
    let _ = writeln!(text, "<p class=\"faint\"><code>{}</code></p>", breakable(&subject.rules));
    let _ = writeln!(text, "<p class=\"faint\">{} games; {}.</p>", games.count, escape(&subject.variety()));
    if subject.is_settled {
        let [one, first, white] = [games.seat_one, games.first, games.white]
            .map(|tally| format!("{} ({})", percent(tally.score().part()), bounds(&tally.score())));
        let _ = writeln!(
            text,
            "<p>In played games seat 1 gets {one} of the points, the side that begins {first}, White {white}.</p>"
        );
    }
    let _ = writeln!(text, "<div class=\"pair\">\n{figures}</div>");
    let table: Vec<Vec<String>> = games
        .lengths
        .bins()
        .map(|(from, to, count)| {
            vec![if from == to { from.to_string() } else { format!("{from}–{to}") }, count.to_string()]
        })
        .collect();
    text += &details("Lengths as a table", &["turns", "games"], &table);
    // Games may have hundreds of turns; a sample is enough.
    let step = games.by_turn.len().div_ceil(MOST_ROWS).max(1);
    let turns = games.by_turn.iter().enumerate().step_by(step);
    let turns =
        turns.map(|(ply, turn)| vec![(ply + 1).to_string(), format!("{:.1}", turn.mean), turn.games.to_string()]);
    text += &details("Legal moves as a table", &["turn", "legal moves", "games"], &turns.collect::<Vec<_>>());
    text + "</section>\n"
}
