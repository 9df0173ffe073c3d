//! The grid of cells over the picture, for pointers, dragging, arrow keys and screen readers.

use halfboard_app::layout::Direction;
use halfboard_app::phrases::board as phrases;
use halfboard_rules::board::Square;
use halfboard_rules::present::{Checker, Step};
use halfboard_rules::view::View;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::geometry::Geometry;
use super::pieces::pile;
use super::{Drag, Touch};
use crate::browser;

/// The attribute of a cell that holds the index of its square.
const SQUARE: &str = "data-square";

/// The distance after which a pointer drags, in pixels.
const SLACK: f64 = 8.0;

/// A pressed pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    square: Square,
    /// Whether pressing has already picked up a checker, so that releasing must not put it back.
    picked: bool,
    from: (f64, f64),
    now: (f64, f64),
    /// The side of a square on the screen, in pixels.
    side: f64,
}

impl Held {
    fn drags(&self) -> bool {
        (self.now.0 - self.from.0).hypot(self.now.1 - self.from.1) > SLACK
    }
}

#[component]
pub(super) fn Grid(
    view: Signal<View>,
    geometry: Memo<Geometry>,
    label: Signal<String>,
    touch: Touch,
    drag: RwSignal<Option<Drag>>,
) -> impl IntoView {
    let grid = NodeRef::<Div>::new();
    // The keyboard begins where something can be done.
    let first = view.with_untracked(|view| view.next.iter().find_map(|step| step.square()));
    let cursor = RwSignal::new(first.unwrap_or(Square::new(0)));
    let held = RwSignal::new(None::<Held>);
    let lines = Memo::new(move |_| geometry.with(|geometry| geometry.layout.lines()));

    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        let Some(square) = square_of(browser::target_attribute(&event, SQUARE)) else { return };
        cursor.set(square);
        // What can be picked up is picked up at once, so that it can be dragged.
        let picks = view.with_untracked(|view| {
            let chosen = view.chosen.first().and_then(|step| step.square());
            view.next.contains(&Step::From(square)) && chosen != Some(square)
        });
        if picks {
            touch.tap.run(square);
        }
        // The pointer stays the grid's until it is up, also outside: what is dragged must not be left hanging.
        let mut side = 0.0;
        if let Some(grid) = grid.get_untracked() {
            browser::capture_pointer(&grid, &event);
            side = browser::width(&grid) / geometry.with_untracked(|geometry| geometry.layout.width() as f64);
        }
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        held.set(Some(Held { square, picked: picks, from: at, now: at, side }));
    };
    // A cell that has the focus loses it when the page goes away, and the callback may be gone by then.
    let tell = move |square: Option<Square>| {
        let _ = touch.over.try_run(square);
    };
    let dragged = Memo::new(move |_| {
        let held = held.get().filter(Held::drags)?;
        let pile = view.with(|view| {
            let picked = view.chosen.first() == Some(&Step::From(held.square));
            picked.then(|| lifted(view, held.square))
        })?;
        Some((pile, held.side))
    });
    let moves = move |event: PointerEvent| {
        if held.with_untracked(Option::is_some) {
            let now = (f64::from(event.client_x()), f64::from(event.client_y()));
            held.update(|held| *held = held.map(|held| Held { now, ..held }));
        }
        // Captured by the grid, the pointer no longer enters cells.
        if dragged.with_untracked(Option::is_some)
            && let Some(Held { square: from, .. }) = held.get_untracked()
        {
            let over = square_of(browser::attribute_under(&event, SQUARE));
            if drag.get_untracked() != Some(Drag { from, over }) {
                drag.set(Some(Drag { from, over }));
                tell(over);
            }
        }
    };
    let release = move || {
        held.set(None);
        if drag.get_untracked().is_some() {
            drag.set(None);
        }
    };
    let up = move |event: PointerEvent| {
        let Some(was) = held.get_untracked() else { return };
        release();
        match square_of(browser::attribute_under(&event, SQUARE)) {
            Some(square) if square == was.square && was.picked => {}
            Some(square) if square == was.square || was.drags() => touch.tap.run(square),
            _ => {}
        }
    };
    let keys = move |event: KeyboardEvent| {
        let direction = match event.key().as_str() {
            "ArrowUp" => Direction::Up,
            "ArrowDown" => Direction::Down,
            "ArrowLeft" => Direction::Left,
            "ArrowRight" => Direction::Right,
            "Enter" | " " => {
                event.prevent_default();
                event.stop_propagation();
                touch.tap.run(cursor.get_untracked());
                return;
            }
            key => {
                // Numbers choose how many checkers go or stay.
                let number = key.parse().ok();
                let step = view.with_untracked(|view| {
                    let is_number =
                        |step: &&Step| matches!(step, Step::Count(of) | Step::Keep(of) if Some(*of) == number);
                    view.next.iter().find(is_number).copied()
                });
                if let Some(step) = step {
                    event.prevent_default();
                    event.stop_propagation();
                    touch.step.run(step);
                }
                return;
            }
        };
        event.prevent_default();
        // The arrow keys browse the moves elsewhere on the page.
        event.stop_propagation();
        let next = geometry.with_untracked(|geometry| geometry.layout.neighbour(cursor.get_untracked(), direction));
        cursor.set(next);
        if let Some(grid) = grid.get_untracked() {
            browser::focus_within(&grid, &format!("[{SQUARE}=\"{}\"]", next.index()));
        }
    };
    let ghost = move || {
        let (checkers, side) = dragged.get()?;
        let place = move |axis: fn((f64, f64)) -> f64| format!("{}px", held.get().map_or(0.0, |held| axis(held.now)));
        Some(view! {
            <svg class="ghost" viewBox="-30 -30 60 60" width=side height=side aria-hidden="true"
                style:left=move || place(|now| now.0) style:top=move || place(|now| now.1)>{pile(&checkers)}</svg>
        })
    };
    let cell = move |square: Square| {
        let class = move || view.with(|view| if can(view, square) { "cell can" } else { "cell" });
        let label = move || view.with(|view| phrases::cell(view, square));
        let selected = move || {
            let chosen = view.with(|view| view.chosen.iter().any(|step| step.square() == Some(square)));
            if chosen { "true" } else { "false" }
        };
        let tabindex = move || if cursor.get() == square { "0" } else { "-1" };
        view! {
            <div role="gridcell" class=class data-square=square.index().to_string() tabindex=tabindex
                aria-label=label aria-selected=selected
                on:focus=move |_| { cursor.set(square); tell(Some(square)); }
                on:pointerenter=move |_| tell(Some(square))
            ></div>
        }
    };
    let inset = move |share: fn(&Geometry) -> f64| geometry.with(|geometry| format!("{}%", 100.0 * share(geometry)));
    view! {
        <div
            node_ref=grid role="grid" class="grid" aria-label=label
            style:left=move || inset(|g| g.frame / g.width()) style:right=move || inset(|g| g.frame / g.width())
            style:top=move || inset(|g| g.frame / g.height()) style:bottom=move || inset(|g| g.frame / g.height())
            on:pointerdown=down on:pointermove=moves on:pointerup=up
            on:pointercancel=move |_| release()
            on:pointerleave=move |_| tell(None)
            on:focusout=move |_| tell(None)
            on:keydown=keys
        >
            {move || lines.get().into_iter().map(|line| view! {
                <div role="row" class="row">{line.into_iter().map(cell).collect::<Vec<_>>()}</div>
            }).collect::<Vec<_>>()}
        </div>
        {ghost}
    }
}

/// Returns whether a square can be chosen.
pub(super) fn can(view: &View, square: Square) -> bool {
    view.next.iter().any(|step| step.squares().contains(&square))
}

/// Returns the checkers dragged from a square: the chosen number, or all.
fn lifted(view: &View, square: Square) -> Vec<Checker> {
    let pile = &view.cells[square.index()].pile;
    let count = view.chosen.iter().find_map(|step| match step {
        Step::Count(count) => Some(usize::from(*count)),
        _ => None,
    });
    pile[pile.len() - count.unwrap_or(pile.len()).min(pile.len())..].to_vec()
}

/// Returns the square that a cell's attribute names.
fn square_of(attribute: Option<String>) -> Option<Square> {
    let index: usize = attribute?.parse().ok()?;
    (index < 64).then(|| Square::new(index))
}
