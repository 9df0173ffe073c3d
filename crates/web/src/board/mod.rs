//! The board: one component for all games and all pages. It draws a view and reports the chosen square or step; it
//! knows no rules.
//!
//! A picture in SVG lies under a grid of HTML cells. The picture is what one sees; the grid is what one touches, walks
//! over with the arrow keys and hears from a screen reader.

mod chips;
mod decisive;
mod frame;
mod geometry;
mod grid;
mod marks;
mod overlays;
mod pieces;
mod supplies;

use std::cmp::Ordering;

use halfboard_app::layout::Layout;
use halfboard_app::motion::{Departure, Motion, departures, motions};
use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::present::{Checker, Step};
use halfboard_rules::view::View;
use leptos::prelude::*;

pub(crate) use marks::Marks;
pub(crate) use supplies::Supplies;

use geometry::Geometry;

/// The callbacks of a board.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    /// Called when a square is chosen.
    pub(crate) tap: Callback<Square>,
    /// Called when a step with its own mark is chosen, such as an arrow at the edge.
    pub(crate) step: Callback<Step>,
    /// Called when the pointer or the keyboard focus enters a square, or leaves the board.
    pub(crate) over: Callback<Option<Square>>,
}

/// A single checker, as a sign beside a name.
pub(crate) fn checker_icon(color: Color, marked: bool) -> impl IntoView + use<> {
    view! {
        <svg class="icon" viewBox="-11 -11 22 22" aria-hidden="true" focusable="false">
            {pieces::disc(Checker { color, marked }, 0.0, 10.0)}
        </svg>
    }
}

/// Returns the aspect ratio of an interactive board with its frame, for pages that size it.
pub(crate) fn aspect_ratio(layout: Layout, coordinates: bool, has_edges: bool) -> f64 {
    let geometry = Geometry::new(layout, coordinates, has_edges, false);
    geometry.width() / geometry.height()
}

/// A drag of checkers over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drag {
    /// The square that they left.
    from: Square,
    /// The square under the pointer.
    over: Option<Square>,
}

/// What changes on the board by a turn.
#[derive(Clone, Debug, Default, PartialEq)]
struct Changes {
    motions: Vec<Motion>,
    departures: Vec<Departure>,
    /// The set that leaves, if one does.
    set: Option<Step>,
}

impl Changes {
    fn between(before: &View, after: &View) -> Changes {
        let motions = motions(before, after);
        let departures = departures(before, after, &motions);
        let set = after
            .last_steps
            .last()
            .copied()
            .filter(|step| matches!(step, Step::Set(..)) && departures.len() == 4 && after.chosen.is_empty());
        Changes { motions, departures, set }
    }
}

/// An interactive board, or a picture of one if `touch` is not given.
#[component]
pub(crate) fn Board(
    /// The position.
    #[prop(into)]
    view: Signal<View>,
    /// The orientation.
    #[prop(into)]
    layout: Signal<Layout>,
    /// The marks on the board.
    #[prop(into, default = Signal::stored(Marks::default()))]
    marks: Signal<Marks>,
    /// The label for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// The callbacks; without them the board is a picture.
    #[prop(optional)]
    touch: Option<Touch>,
    /// Whether coordinates are shown.
    #[prop(into, default = Signal::stored(false))]
    coordinates: Signal<bool>,
    /// Whether moves are animated.
    #[prop(into, default = Signal::stored(false))]
    animated: Signal<bool>,
    /// Whether choices are marked.
    #[prop(default = true)]
    shows_choices: bool,
) -> impl IntoView {
    let has_edges = Memo::new(move |_| view.with(|view| !view.edges.is_empty()));
    let geometry = Memo::new(move |_| {
        let picture = touch.is_none();
        Geometry::new(layout.get(), coordinates.get(), has_edges.get(), picture)
    });
    let moving = Memo::new(move |before: Option<&(View, Changes)>| {
        let now = view.get();
        let changes = match before {
            // While nothing changes on the board, what has slid stays where it is.
            Some((last, changes)) if last.cells == now.cells => changes.clone(),
            Some((last, _)) if animated.get_untracked() => Changes::between(last, &now),
            _ => Changes::default(),
        };
        (now, changes)
    });
    let pieces = Memo::new(move |_| moving.with(|(view, changes)| (view.cells.clone(), changes.clone())));
    let drag = RwSignal::new(None::<Drag>);
    // The board itself stays while checkers come and go.
    let edges = Memo::new(move |_| view.with(|view| view.edges.clone()));
    let decided = Memo::new(move |_| view.with(|view| view.decisive.clone()));
    let shades = Memo::new(move |_| {
        view.with(|view| view.cells.iter().map(|cell| (cell.square, cell.shade)).collect::<Vec<_>>())
    });
    let picture = view! {
        <svg
            viewBox=move || geometry.with(Geometry::view_box)
            aria-hidden="true"
            focusable="false"
            class="picture"
        >
            {move || edges.with(|edges| frame::frame(&geometry.get(), edges))}
            {move || shades.with(|shades| frame::squares(&geometry.get(), shades))}
            {move || view.with(|view| marks::under(&geometry.get(), view, &marks.get()))}
            {move || pieces.with(|(cells, changes)| pieces::pieces(&geometry.get(), cells, changes))}
            {move || drag.get().map(|drag| view.with(|view| marks::dragging(&geometry.get(), view, drag)))}
            {move || shows_choices.then(|| {
                view.with(|view| marks.with(|marks| marks::choices(&geometry.get(), view, marks, touch)))
            })}
            {move || decided.with(|overlays| (!overlays.is_empty()).then(|| decisive::decisive(&geometry.get(), overlays)))}
            {move || pieces.with(|(cells, _)| (!geometry.get().picture).then(|| pieces::heights(&geometry.get(), cells)))}
            {move || marks.with(|marks| marks::over(&geometry.get(), marks))}
        </svg>
    };
    let class = move || {
        let (width, height) = layout.with(|layout| (layout.width(), layout.height()));
        match width.cmp(&height) {
            Ordering::Greater => "board wide",
            Ordering::Equal => "board even",
            Ordering::Less => "board tall",
        }
    };
    match touch {
        None => view! { <div class=class role="img" aria-label=label>{picture}</div> }.into_any(),
        Some(touch) => view! {
            <div class=class>
                {picture}
                <grid::Grid view geometry label touch drag/>
                {chips::chips(view, geometry, touch)}
            </div>
        }
        .into_any(),
    }
}
