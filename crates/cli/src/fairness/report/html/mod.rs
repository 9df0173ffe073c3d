//! The report as a self-contained HTML page without scripts. `svg` draws the plots; tables below them have the same figures.

mod parts;
mod single;
mod svg;

use halfboard_engine::fairness::stats::Share;

use self::parts::{details, full_name, label, name, row, scale, section};
use self::single::single;
use self::svg::escape;
use super::{Report, Subject, bounds, percent};

/// The style sheet.
const STYLE: &str = include_str!("page.css");

/// The label of the table below a plot.
const FIGURES: &str = "Figures as a table";

/// Number of part colours in the style sheet.
const COLORS: usize = 8;

impl Report {
    /// Formats the report as a page.
    pub(in crate::fairness) fn html(&self) -> String {
        let all: Vec<(usize, &Subject)> = self.subjects.iter().enumerate().collect();
        let (alone, duels): (Vec<_>, Vec<_>) = all.iter().partition(|(_, subject)| subject.is_alone());
        let mut body = String::new();
        body += &self.head();
        body += &shares(&duels, "Who wins", &beginners_words(&duels), "begins");
        body += &shares(&alone, "What comes out", "How many of the solitaires can be solved.", "solved");
        body += &fates(&duels);
        body += &lengths(&all);
        body += &self.endings(&all);
        for (index, subject) in all.iter().filter(|(_, subject)| subject.summary.games.count > 0) {
            body += &single(*index, subject);
        }
        let title = match &self.subjects[..] {
            [one] => format!("Fairness: {}", one.name),
            all => format!("Fairness of {} rules", all.len()),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</main>\n</body>\n</html>\n",
            escape(&title)
        )
    }

    /// Returns the header of the page.
    fn head(&self) -> String {
        let method: String = self.method().iter().map(|line| format!("{} ", escape(line))).collect();
        let plies = self.most_plies;
        format!(
            "<header>\n<h1>How fair is it?</h1>\n<p>{method}Games longer than {plies} turns after their opening stay \
             unfinished and are in no share.</p>\n<code class=\"command\">{}</code>\n</header>\n<main>\n",
            escape(&self.command)
        )
    }

    /// Returns the section about reasons of endings.
    fn endings(&self, all: &[(usize, &Subject)]) -> String {
        let reasons = self.reasons();
        let class = |reason: &str| {
            let place = reasons.iter().position(|its| *its == reason).unwrap_or(0);
            format!("c{}", place % COLORS)
        };
        let mut rows = String::new();
        let mut table = Vec::new();
        for (index, subject) in all.iter().filter(|(_, subject)| subject.summary.games.count > 0) {
            let games = &subject.summary.games;
            let share = |count: u64| percent(Share::new(count, games.count).part());
            let words: Vec<String> =
                games.reasons.iter().map(|(reason, count)| format!("{reason} {}", share(*count))).collect();
            let label = label(*index, "end", &format!("Endings of {}", subject.name), &words.join(", "));
            let count =
                |reason: &str| games.reasons.iter().find(|(its, _)| its == reason).map_or(0, |(_, count)| *count);
            // In the same order for all rules, for comparison.
            let parts = reasons.iter().map(|reason| (class(reason), (*reason).to_owned(), count(reason)));
            let plot = svg::stack(&label, &parts.collect::<Vec<_>>());
            rows += &row(&name(subject), &plot, &escape(&first_two(&words)));
            let counts = reasons.iter().map(|reason| count(reason).to_string());
            table.push([subject.name.clone()].into_iter().chain(counts).collect());
        }
        if table.is_empty() {
            return String::new();
        }
        let legend: String = reasons
            .iter()
            .map(|reason| format!("<li><i class=\"{}\"></i>{}</li>", class(reason), escape(reason)))
            .collect();
        let head: Vec<&str> = ["rules"].into_iter().chain(reasons.iter().copied()).collect();
        let legend = format!("<ul class=\"legend\">{legend}</ul>");
        section(
            "Why games end",
            "Reasons for the end of played games.",
            &(rows + &legend + &details(FIGURES, &head, &table)),
        )
    }
}

/// Joins the first two items, and says how many more there are.
fn first_two(words: &[String]) -> String {
    match words {
        [one, two, rest @ ..] if !rest.is_empty() => format!("{one}, {two}, {} more", rest.len()),
        _ => words.join(", "),
    }
}

fn beginners_words(duels: &[&(usize, &Subject)]) -> String {
    let mut words = "The share of the points that the side to begin gets: 50 % is even.".to_owned();
    if duels.iter().any(|(_, subject)| subject.is_settled) {
        words += " Where the players settle who begins, it is the share of seat 1.";
    }
    words
}

/// Returns the section about the shares of the side that begins, or of solved solitaires.
fn shares(subjects: &[&(usize, &Subject)], title: &str, words: &str, kind: &str) -> String {
    if subjects.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    let mut table = Vec::new();
    for (index, subject) in subjects {
        let share = subject.headline();
        let figures = format!("{} ({}), {} {}", percent(share.part()), bounds(&share), share.of, subject.source());
        let label = label(*index, kind, &format!("{}: {}", subject.name, subject.side()), &figures);
        let drawn = Some(subject.tally().draws()).filter(|draws| draws.points > 0.0);
        let drawn = drawn.map_or_else(String::new, |draws| format!(", {} drawn", percent(draws.part())));
        let figure = format!(
            "<b>{}</b> <span class=\"faint\">{}<br>{} {}{drawn}</span>",
            percent(share.part()),
            bounds(&share),
            share.of,
            subject.source()
        );
        rows += &row(&full_name(subject), &svg::interval(&label, &share), &figure);
        let tally = subject.tally();
        let mut cells = vec![subject.name.clone(), subject.source().to_owned(), share.of.to_string()];
        cells.extend([percent(share.part()), bounds(&share)]);
        if subject.is_alone() {
            let alone = subject.summary.solitaire();
            let left: Vec<String> = alone.left.iter().map(|(left, count)| format!("{left}: {count}")).collect();
            cells.extend([alone.solved.to_string(), left.join(", ")]);
        } else {
            cells.extend([tally.won, tally.drawn, tally.lost].map(|count| count.to_string()));
            cells.extend([percent(tally.draws().part()), bounds(&tally.draws())]);
        }
        table.push(cells);
    }
    let head: &[&str] = if subjects[0].1.is_alone() {
        &["rules", "source", "of", "share", "95 %", "solved", "left: starts"]
    } else {
        &["rules", "source", "of", "share", "95 %", "won", "drawn", "lost", "draws", "95 %"]
    };
    section(title, words, &(rows + &scale(100.0, " %") + &details(FIGURES, head, &table)))
}

/// Returns the section about boards that were solved with either side to begin.
fn fates(duels: &[&(usize, &Subject)]) -> String {
    let mut rows = String::new();
    let mut table = Vec::new();
    let mut legend = String::new();
    for (index, subject) in duels {
        let Some(fates) = subject.summary.boards.winners else { continue };
        let [one, two] = [subject.seats[0], subject.seats[1]];
        let parts = [
            ("c0", format!("{one} wins, no matter who begins"), fates.one),
            ("c2", format!("{two} wins, no matter who begins"), fates.two),
            ("c1", "the second player wins".to_owned(), fates.second),
            ("c3", "the first player wins".to_owned(), fates.first),
            ("c7", "a draw is in it".to_owned(), fates.other),
        ];
        let share = |count: u64| percent(Share::new(count, fates.count()).part());
        let words: Vec<String> = parts.iter().map(|(_, what, count)| format!("{what} {}", share(*count))).collect();
        let label = label(*index, "fate", &format!("Boards of {}", subject.name), &words.join(", "));
        legend = parts
            .iter()
            .map(|(class, what, _)| format!("<li><i class=\"{class}\"></i>{}</li>", escape(what)))
            .collect();
        let stacked = parts.clone().map(|(class, what, count)| (class.to_owned(), what, count));
        let figure = format!("second player {}", share(fates.second));
        rows += &row(&name(subject), &svg::stack(&label, &stacked), &escape(&figure));
        let cells = parts.iter().map(|(_, _, count)| count.to_string());
        table.push([subject.name.clone()].into_iter().chain(cells).collect());
    }
    if table.is_empty() {
        return String::new();
    }
    let legend = format!("<ul class=\"legend\">{legend}</ul>");
    let head = ["rules", "seat 1 always", "seat 2 always", "second player", "first player", "draws"];
    let words = "Each board was solved twice: with either side to begin.";
    section("What the boards are", words, &(rows + &legend + &details(FIGURES, &head, &table)))
}

/// Returns the section about lengths and choices.
fn lengths(all: &[(usize, &Subject)]) -> String {
    let played: Vec<_> = all.iter().filter(|(_, subject)| subject.summary.games.count > 0).collect();
    // Outliers would squeeze the rest: they are cut off in the plot and listed in the table.
    let most = played
        .iter()
        .map(|(_, subject)| subject.summary.games.length)
        .map(|length| length.most.min(length.high * 3 / 2));
    let most = round_up(most.max().unwrap_or(0));
    let mut rows = String::new();
    let mut table = Vec::new();
    for (index, subject) in &played {
        let games = &subject.summary.games;
        let (length, choices) = (&games.length, &games.choices);
        let words = format!(
            "median {}, 10 % to {}, 90 % to {}, {} to {}",
            length.median, length.low, length.high, length.least, length.most
        );
        let label = label(*index, "len", &format!("Turns in a game of {}", subject.name), &words);
        let figure = format!(
            "<b>{}</b> turns <span class=\"faint\">{}–{}<br>choices: {:.1}, median {}</span>",
            length.median, length.low, length.high, choices.mean, choices.median
        );
        rows += &row(&name(subject), &svg::spread(&label, length, most), &figure);
        let mut cells = vec![subject.name.clone(), games.count.to_string(), games.unfinished.to_string()];
        cells.extend(
            [length.least, length.low, length.median, length.high, length.most].map(|number| number.to_string()),
        );
        cells.extend([format!("{:.1}", length.mean), format!("{:.1}", choices.mean)]);
        cells.extend([choices.median.to_string(), choices.most.to_string()]);
        table.push(cells);
    }
    if table.is_empty() {
        return String::new();
    }
    let head = [
        "rules",
        "games",
        "unfinished",
        "least",
        "10 %",
        "median",
        "90 %",
        "most",
        "mean",
        "choices",
        "median",
        "most",
    ];
    let words = "Turns of both sides in played games: the bar holds eight games of ten, the line is the median.";
    section("How long it takes", words, &(rows + &scale(f64::from(most), "") + &details(FIGURES, &head, &table)))
}

/// Rounds up to a number whose quarters are round.
fn round_up(most: u32) -> u32 {
    let steps = [4, 8, 20, 40, 60, 80, 100, 120, 160, 200, 240, 320, 400, 600, 800];
    steps.into_iter().find(|step| *step >= most).unwrap_or(most.div_ceil(400) * 400)
}
