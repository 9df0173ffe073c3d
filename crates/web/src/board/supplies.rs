//! Checkers beside the board: in reserve, captured, escaped. A row of small checkers with a label.

use halfboard_app::phrases::board as phrases;
use halfboard_rules::game::Color;
use halfboard_rules::present::{Checker, Supply};
use leptos::prelude::*;

use super::pieces::disc;

/// The supplies of one colour.
#[component]
pub(crate) fn Supplies(
    /// All supplies of the game.
    #[prop(into)]
    supplies: Signal<Vec<Supply>>,
    /// The colour to show.
    #[prop(into)]
    color: Signal<Option<Color>>,
) -> impl IntoView {
    let shown = move || {
        let color = color.get();
        supplies
            .with(|supplies| supplies.iter().filter(|supply| Some(supply.color) == color).copied().collect::<Vec<_>>())
    };
    view! {
        <ul class="supplies">
            {move || shown().into_iter().filter(|supply| supply.count > 0).map(row).collect::<Vec<_>>()}
        </ul>
    }
}

/// A supply: its checkers as an overlapping row, and a label.
fn row(supply: Supply) -> impl IntoView {
    let count = usize::from(supply.count);
    let checker = Checker { color: supply.color, marked: false };
    let apart = 7.0;
    let width = 20.0 + (count.max(1) - 1) as f64 * apart;
    let discs: Vec<_> = (0..count)
        .map(|index| {
            let place = format!("translate({} 10)", 10.0 + index as f64 * apart);
            view! { <g transform=place>{disc(checker, 0.0, 8.5)}</g> }
        })
        .collect();
    view! {
        <li>
            <svg class="heap" aria-hidden="true" focusable="false" viewBox=format!("0 0 {width} 21") height="20" width=width
                preserveAspectRatio="xMinYMid slice">
                {discs}
            </svg>
            <span>{phrases::supply(&supply)}</span>
        </li>
    }
}
