//! The plots: small pictures in the cells of a table, which align to one plot. The table has all figures, so the
//! pictures are hidden from screen readers.

use halfboard_app::fairness::{Axis, Finding};
use halfboard_engine::fairness::stats::Share;
use leptos::prelude::*;

/// Half the size of a mark.
const MARK: f64 = 5.0;
/// The height of a row.
const HEIGHT: f64 = 28.0;
const MIDDLE: f64 = HEIGHT / 2.0;

fn percent(part: f64) -> String {
    format!("{:.2}%", part * 100.0)
}

/// A picture as wide as its cell.
fn picture(class: &'static str, inside: AnyView) -> AnyView {
    view! { <svg class=class width="100%" height=HEIGHT aria-hidden="true" focusable="false">{inside}</svg> }.into_any()
}

/// The share of a finding as a mark with its 95 % interval, over lines at every quarter.
pub(super) fn share(finding: &Finding) -> AnyView {
    let share = finding.share();
    let (low, high) = share.bounds();
    let grid: Vec<_> = [0.0, 0.25, 0.5, 0.75, 1.0]
        .into_iter()
        .map(|part| {
            let class = if part == 0.5 { "half" } else { "grid-line" };
            view! { <line class=class x1=percent(part) x2=percent(part) y1="0" y2=HEIGHT/> }
        })
        .collect();
    let caps: Vec<_> = [low, high]
        .into_iter()
        .map(|end| view! { <line class="whisker" x1=percent(end) x2=percent(end) y1=MIDDLE - 4.0 y2=MIDDLE + 4.0/> })
        .collect();
    let inside = view! {
        {grid}
        <line class="whisker" x1=percent(low) x2=percent(high) y1=MIDDLE y2=MIDDLE/>
        {caps}
        {mark(finding.proven, percent(share.part()))}
    };
    picture("plot shares", inside.into_any())
}

/// A filled square for a proven finding, an open circle for an estimated one.
fn mark(proven: bool, x: String) -> AnyView {
    if proven {
        let place = format!("translate({} {})", -MARK, MIDDLE - MARK);
        view! { <rect class="proven" x=x y="0" width=2.0 * MARK height=2.0 * MARK transform=place/> }.into_any()
    } else {
        view! { <circle class="estimated" cx=x cy=MIDDLE r=MARK/> }.into_any()
    }
}

/// The mark alone, for the explanation.
pub(super) fn sign(proven: bool) -> AnyView {
    view! {
        <svg class="plot sign" width="24" height=HEIGHT aria-hidden="true" focusable="false">{mark(proven, "50%".to_owned())}</svg>
    }
    .into_any()
}

/// A share as a bar.
pub(super) fn bar(share: &Share) -> AnyView {
    let inside = view! {
        <rect class="track" x="0" y=MIDDLE - 4.0 width="100%" height="8"/>
        <rect class="bar" x="0" y=MIDDLE - 4.0 width=percent(share.part()) height="8"/>
    };
    picture("plot", inside.into_any())
}

/// The lengths of eight games in ten, with the median.
pub(super) fn lengths(plies: [u32; 3], axis: &Axis) -> AnyView {
    let [low, median, high] = plies.map(|plies| axis.at(f64::from(plies)));
    let marks: Vec<_> = axis
        .marks
        .iter()
        .map(|mark| {
            let x = percent(axis.at(*mark));
            view! { <line class="grid-line" x1=x.clone() x2=x y1="0" y2=HEIGHT/> }
        })
        .collect();
    let inside = view! {
        {marks}
        <rect class="span" x=percent(low) y=MIDDLE - 4.0 width=percent((high - low).max(0.005)) height="8"/>
        <line class="median" x1=percent(median) x2=percent(median) y1=MIDDLE - 9.0 y2=MIDDLE + 9.0/>
    };
    picture("plot", inside.into_any())
}

/// The labels under an axis, each with its position as a share of the axis.
pub(super) fn scale(marks: &[(f64, String)]) -> AnyView {
    let last = marks.len().saturating_sub(1);
    let numbers: Vec<_> = marks
        .iter()
        .enumerate()
        .map(|(nth, (part, words))| {
            let anchor = match nth {
                0 => "start",
                nth if nth == last => "end",
                _ => "middle",
            };
            view! { <text class="number" x=percent(*part) y="14" text-anchor=anchor>{words.clone()}</text> }
        })
        .collect();
    view! { <svg class="plot scale" width="100%" height="18" aria-hidden="true" focusable="false">{numbers}</svg> }
        .into_any()
}

/// A stacked bar; each part has its own style.
pub(crate) fn parts(parts: &[(u64, &'static str)]) -> AnyView {
    let sum = parts.iter().map(|(count, _)| count).sum::<u64>().max(1) as f64;
    let mut from = 0.0;
    let rects: Vec<_> = parts
        .iter()
        .map(|&(count, class)| {
            let (x, width) = (from, count as f64 / sum);
            from += width;
            view! { <rect class=class x=percent(x) y=MIDDLE - 8.0 width=percent(width) height="16"/> }
        })
        .collect();
    picture("plot parts", rects.into_any())
}
