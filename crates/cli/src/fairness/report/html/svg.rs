//! SVG plots. Horizontal sizes are in per cent and vertical ones in pixels, so that plots fill any column without scaling text.
//! Colours are classes of the style sheet.

use std::fmt::Write;

use halfboard_engine::fairness::stats::{Histogram, Share, Spread};
use halfboard_engine::fairness::summary::TurnChoices;

use crate::fairness::report::percent;

/// Heights of strips, charts and axes in pixels.
const STRIP: u32 = 26;
const CHART: u32 = 132;
const AXIS: u32 = 20;

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Title and description of a plot, for screen readers. The id must be unique on the page.
pub(super) struct PlotLabel {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) words: String,
}

/// Returns a plot with its label.
fn plot(label: &PlotLabel, class: &str, height: u32, inside: &str) -> String {
    let PlotLabel { id, title, words } = label;
    let (title, words) = (escape(title), escape(words));
    format!(
        "<svg class=\"{class}\" role=\"img\" width=\"100%\" height=\"{height}\" aria-labelledby=\"{id}-t {id}-d\">\
         <title id=\"{id}-t\">{title}</title><desc id=\"{id}-d\">{words}</desc>{inside}</svg>"
    )
}

/// Formats a fraction of the width.
fn across(part: f64) -> String {
    format!("{:.2}%", 100.0 * part.clamp(0.0, 1.0))
}

fn line(out: &mut String, class: &str, x: f64, from: u32, to: u32) {
    let x = across(x);
    let _ = write!(out, "<line class=\"{class}\" x1=\"{x}\" x2=\"{x}\" y1=\"{from}\" y2=\"{to}\"/>");
}

fn bar(out: &mut String, class: &str, x: (f64, f64), y: f64, height: f64) {
    let (from, width) = (across(x.0), across((x.1 - x.0).max(0.0)));
    let _ = write!(out, "<rect class=\"{class}\" x=\"{from}\" width=\"{width}\" y=\"{y:.1}\" height=\"{height:.1}\"/>");
}

/// Adds a label below a plot. Labels at the ends stay inside.
fn word(out: &mut String, x: f64, y: u32, text: &str) {
    let anchor = match x {
        x if x < 0.04 => "start",
        x if x > 0.96 => "end",
        _ => "middle",
    };
    let (x, text) = (across(x), escape(text));
    let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
}

/// Draws a share from 0 to 100 % with its confidence interval.
pub(super) fn interval(label: &PlotLabel, share: &Share) -> String {
    let mut inside = String::new();
    for quarter in [0.0, 0.25, 0.75, 1.0] {
        line(&mut inside, "grid", quarter, 0, STRIP);
    }
    line(&mut inside, "even", 0.5, 0, STRIP);
    let (low, high) = share.bounds();
    bar(&mut inside, "bounds", (low, high), 8.0, 10.0);
    let x = across(share.part());
    let _ = write!(inside, "<circle class=\"point\" cx=\"{x}\" cy=\"13\" r=\"5\"/>");
    plot(label, "strip", STRIP, &inside)
}

/// Draws minimum, 10th percentile, median, 90th percentile and maximum on a scale from 0 to `most`.
pub(super) fn spread(label: &PlotLabel, spread: &Spread, most: u32) -> String {
    let at = |number: u32| f64::from(number) / f64::from(most.max(1));
    let mut inside = String::new();
    for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
        line(&mut inside, "grid", quarter, 0, STRIP);
    }
    bar(&mut inside, "whisker", (at(spread.least), at(spread.most).min(1.0)), 12.0, 2.0);
    bar(&mut inside, "bounds", (at(spread.low), at(spread.high).min(1.0)), 8.0, 10.0);
    line(&mut inside, "median", at(spread.median), 4, STRIP - 4);
    plot(label, "strip", STRIP, &inside)
}

/// Draws the scale from 0 to `most`.
pub(super) fn scale(most: f64, unit: &str) -> String {
    let mut inside = String::new();
    for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
        word(&mut inside, quarter, 13, &format!("{:.0}{unit}", most * quarter));
    }
    format!("<svg class=\"strip\" aria-hidden=\"true\" width=\"100%\" height=\"18\">{inside}</svg>")
}

/// Draws a stacked bar; parts have a class, a title and a count.
pub(super) fn stack(label: &PlotLabel, parts: &[(String, String, u64)]) -> String {
    let whole: u64 = parts.iter().map(|(_, _, count)| count).sum();
    let mut inside = String::new();
    let mut from = 0.0;
    for (class, what, count) in parts.iter().filter(|(_, _, count)| *count > 0) {
        let to = from + *count as f64 / whole as f64;
        let (x, width) = (across(from), across(to - from));
        let (what, share) = (escape(what), percent(to - from));
        let _ = write!(
            inside,
            "<rect class=\"{class} part\" x=\"{x}\" width=\"{width}\" y=\"4\" height=\"18\">\
             <title>{what}: {count} ({share})</title></rect>"
        );
        from = to;
    }
    plot(label, "strip", STRIP, &inside)
}

/// Draws a histogram with the median.
pub(super) fn histogram(label: &PlotLabel, histogram: &Histogram, median: u32) -> String {
    let bins: Vec<(u32, u32, u64)> = histogram.bins().collect();
    let most = bins.iter().map(|(_, _, count)| *count).max().unwrap_or(0).max(1);
    let count = bins.len().max(1) as f64;
    let mut inside = String::new();
    level(&mut inside, most as f64);
    for (index, (from, to, games)) in bins.iter().enumerate() {
        let index = index as f64;
        let height = f64::from(CHART - 10) * *games as f64 / most as f64;
        let (x, width) = (across((index + 0.08) / count), across(0.84 / count));
        let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
        let _ = write!(
            inside,
            "<rect class=\"bar\" x=\"{x}\" width=\"{width}\" y=\"{:.1}\" height=\"{height:.1}\">\
             <title>{range}: {games}</title></rect>",
            f64::from(CHART) - height
        );
    }
    let end = histogram.from + histogram.width * bins.len() as u32;
    let range = f64::from(end - histogram.from).max(1.0);
    line(&mut inside, "median", (f64::from(median - histogram.from) + 0.5) / range, 0, CHART);
    floor(&mut inside);
    if histogram.width == 1 {
        // The label of a bin with one number is centred.
        let step = bins.len().div_ceil(8).max(1);
        for (index, (from, ..)) in bins.iter().enumerate().step_by(step) {
            word(&mut inside, (index as f64 + 0.5) / count, CHART + 15, &from.to_string());
        }
    } else {
        let step = bins.len().div_ceil(6).max(1);
        for index in (0..=bins.len()).step_by(step) {
            let number = histogram.from + histogram.width * index as u32;
            word(&mut inside, index as f64 / count, CHART + 15, &number.to_string());
        }
    }
    plot(label, "chart", CHART + AXIS, &inside)
}

/// Returns the turns to show: those that at least a tenth of the games reached.
fn shown(turns: &[TurnChoices]) -> &[TurnChoices] {
    let games = turns.first().map_or(0, |turn| turn.games);
    let count = turns.iter().take_while(|turn| turn.games * 10 >= games).count();
    &turns[..count]
}

/// Returns whether the number of choices varies so much that the scale must be logarithmic.
pub(super) fn is_steep(turns: &[TurnChoices]) -> bool {
    let means = shown(turns).iter().map(|turn| turn.mean);
    means.clone().fold(1.0, f64::max) > 30.0 * means.fold(f64::INFINITY, f64::min).max(1.0)
}

/// Draws the number of choices by turn.
pub(super) fn turns(label: &PlotLabel, turns: &[TurnChoices]) -> String {
    let is_steep = is_steep(turns);
    let turns = shown(turns);
    let most = turns.iter().map(|turn| turn.mean).fold(1.0, f64::max);
    let width = (turns.len().max(2) - 1) as f64;
    let part = |mean: f64| if is_steep { mean.max(1.0).ln() / most.ln() } else { mean / most };
    let points: Vec<String> = turns
        .iter()
        .enumerate()
        .map(|(index, turn)| {
            let down = f64::from(CHART) - f64::from(CHART - 10) * part(turn.mean);
            format!("{:.2},{down:.1}", 1000.0 * index as f64 / width)
        })
        .collect();
    let mut inside = String::new();
    level(&mut inside, most);
    // Points have no percentages: a nested picture is stretched to the width.
    let points = points.join(" ");
    let _ = write!(
        inside,
        "<svg width=\"100%\" height=\"{CHART}\" viewBox=\"0 0 1000 {CHART}\" preserveAspectRatio=\"none\">\
         <polygon class=\"area\" points=\"0,{CHART} {points} {:.2},{CHART}\"/>\
         <polyline class=\"curve\" points=\"{points}\"/></svg>",
        1000.0 * (turns.len().max(1) - 1) as f64 / width
    );
    floor(&mut inside);
    let step = (turns.len() / 6).max(1);
    for index in (0..turns.len()).step_by(step) {
        word(&mut inside, index as f64 / width, CHART + 15, &(index + 1).to_string());
    }
    plot(label, "chart", CHART + AXIS, &inside)
}

/// Draws the base line of a chart.
fn floor(out: &mut String) {
    let _ = write!(out, "<line class=\"floor\" x1=\"0\" x2=\"100%\" y1=\"{CHART}\" y2=\"{CHART}\"/>");
}

/// Draws the line of the maximum with its value.
fn level(out: &mut String, most: f64) {
    let number = if most.fract() == 0.0 { format!("{most:.0}") } else { format!("{most:.1}") };
    let _ = write!(
        out,
        "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"10\" y2=\"10\"/>\
         <text x=\"100%\" y=\"8\" text-anchor=\"end\">{number}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label() -> PlotLabel {
        PlotLabel { id: "x".to_owned(), title: "a < b".to_owned(), words: "\"words\"".to_owned() }
    }

    #[test]
    fn nothing_is_taken_for_markup() {
        assert_eq!(escape("<a href='x'>&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;");
        let plot = interval(&label(), &Share::new(1, 4));
        assert!(plot.contains("a &lt; b") && plot.contains("&quot;words&quot;"), "{plot}");
        assert!(plot.contains("cx=\"25.00%\""), "{plot}");
    }

    #[test]
    fn plots_of_nothing_and_of_little_are_whole() {
        for numbers in [vec![], vec![5], vec![1, 2, 900]] {
            let spread = Spread::of(numbers.iter().copied());
            let plot = histogram(&label(), &Histogram::of(&numbers), spread.median);
            assert!(plot.ends_with("</svg>") && !plot.contains("NaN") && !plot.contains("inf"), "{plot}");
            assert_eq!(plot.matches("<rect class=\"bar\"").count(), Histogram::of(&numbers).counts.len());
        }
        for count in 0..3 {
            let plot = turns(&label(), &vec![TurnChoices { mean: 3.0, games: 2 }; count]);
            assert!(plot.ends_with("</svg>") && !plot.contains("NaN"), "{plot}");
        }
        let parts = [("a".to_owned(), "one".to_owned(), 1), ("b".to_owned(), "none".to_owned(), 0)];
        let plot = stack(&label(), &parts);
        assert!(plot.contains("one: 1 (100.0 %)") && !plot.contains("none"), "{plot}");
    }
}
