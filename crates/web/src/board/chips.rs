//! Buttons at a stack for the number of checkers to lift, to enter or to keep.

use halfboard_app::chips::Chips;
use halfboard_app::phrases::{game as phrases, steps};
use halfboard_rules::present::Step;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::Touch;
use super::geometry::{Geometry, SIDE};
use crate::browser;

/// The numbers that can be chosen now. They follow the grid in the order of the tab key; on the grid itself the number
/// keys choose them.
pub(super) fn chips(view: Signal<View>, geometry: Memo<Geometry>, touch: Touch) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let layout = geometry.with(|geometry| geometry.layout);
        view.with(|view| Chips::new(view, layout).map(|chips| (chips, view.board)))
    });
    move || {
        let (chips, board) = shown.get()?;
        let geometry = geometry.get();
        let (x, y) = chips.centre(geometry.layout);
        let percent = |at: f64, of: f64| format!("{}%", 100.0 * (geometry.frame + at * SIDE) / of);
        let chip = |step: Step| {
            let choose = move |event: leptos::ev::MouseEvent| {
                touch.step.run(step);
                // Leads the keyboard on to the board, unless the number is still there after a warning.
                if event.detail() == 0 {
                    browser::later(0, || browser::focus_if_lost(".grid [tabindex=\"0\"]"));
                }
            };
            let number = match step {
                Step::Count(number) | Step::Keep(number) => number,
                _ => 0,
            };
            view! { <button class="chip" aria-label=steps::button(step, board) on:click=choose>{number}</button> }
        };
        let class = if chips.asked { "chips asked" } else { "chips" };
        Some(view! {
            <div class=class role="group" aria-label=phrases::how_many()
                style:left=percent(x, geometry.width()) style:top=percent(y, geometry.height())>
                {chips.steps.iter().copied().map(chip).collect::<Vec<_>>()}
            </div>
        })
    }
}
