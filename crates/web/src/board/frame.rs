//! The frame, the squares and the coordinates.

use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::present::{Edge, EdgeMark, Shade};
use leptos::prelude::*;

use super::geometry::{Geometry, SIDE};

/// The frame with the coordinates, and the edges' owners.
pub(super) fn frame(geometry: &Geometry, edges: &[EdgeMark]) -> impl IntoView + use<> {
    let (width, height) = (geometry.width(), geometry.height());
    let radius = if geometry.picture { 6 } else { 10 };
    let strips: Vec<_> = edges.iter().map(|mark| strip(geometry, mark)).collect();
    let names = geometry.coordinates.then(|| names(geometry));
    view! {
        <rect class="frame" width=width height=height rx=radius/>
        {strips}
        {names}
    }
}

fn names(geometry: &Geometry) -> impl IntoView + use<> {
    let (along, down) = geometry.names();
    let frame = geometry.frame;
    let bottom = geometry.height() - 8.0;
    let middle = move |index: usize| frame + (index as f64 + 0.5) * SIDE;
    let along: Vec<_> = (0..)
        .zip(along)
        .map(|(index, name)| view! { <text class="name" x=middle(index) y=bottom>{name}</text> })
        .collect();
    let down: Vec<_> = (0..)
        .zip(down)
        .map(|(index, name)| view! { <text class="name" x="12" y=middle(index) + 4.5>{name}</text> })
        .collect();
    view! { {along} {down} }
}

/// The strip along an edge that belongs to a side. Black's is notched, so that colour is not the only difference.
fn strip(geometry: &Geometry, mark: &EdgeMark) -> impl IntoView + use<> {
    let (ax, ay) = geometry.corner(mark.from);
    let (bx, by) = geometry.corner(mark.to);
    let (left, top) = (ax.min(bx), ay.min(by));
    let (right, bottom) = (ax.max(bx) + SIDE, ay.max(by) + SIDE);
    let thick = geometry.strip - 2.0;
    let (x, y, width, height) = match geometry.layout.edge(mark.edge) {
        Edge::Top => (left + 1.0, top - thick - 1.0, right - left - 2.0, thick),
        Edge::Bottom => (left + 1.0, bottom + 1.0, right - left - 2.0, thick),
        Edge::Left => (left - thick - 1.0, top + 1.0, thick, bottom - top - 2.0),
        Edge::Right => (right + 1.0, top + 1.0, thick, bottom - top - 2.0),
    };
    let black = mark.color == Color::Black;
    let notches: Vec<_> = (1..if black { (width.max(height) / 12.0) as usize } else { 0 })
        .map(|index| {
            let at = index as f64 * 12.0;
            let (x, y, width, height) = if width > height { (x + at, y, 2.0, height) } else { (x, y + at, width, 2.0) };
            view! { <rect class="notch" x=x y=y width=width height=height/> }
        })
        .collect();
    let class = if black { "strip black" } else { "strip white" };
    view! { <rect class=class x=x y=y width=width height=height rx="2"/> {notches} }
}

/// The squares. If shades matter to the game, a square has that of its owner.
pub(super) fn squares(geometry: &Geometry, shades: &[(Square, Shade)]) -> impl IntoView + use<> {
    let squares: Vec<_> = shades
        .iter()
        .map(|&(square, shade)| {
            let (x, y) = geometry.corner(square);
            view! { <rect class=square_class(square, shade) x=x y=y width=SIDE height=SIDE/> }
        })
        .collect();
    squares
}

/// Returns the class of a square by its shade.
pub(super) fn square_class(square: Square, shade: Shade) -> &'static str {
    let even = (square.row() + square.column()).is_multiple_of(2);
    match shade {
        Shade::Plain if even => "square light",
        Shade::Plain => "square dark",
        Shade::Of(Color::White) => "square light owned",
        Shade::Of(Color::Black) => "square dark owned",
    }
}
