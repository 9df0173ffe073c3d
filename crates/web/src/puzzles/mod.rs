//! The pages of puzzles "win in n": all of them, and one on a live board. Draws what `client::puzzles` says.

mod beside;
mod hub;
mod shelves;
mod solve;

use halfboard_app::puzzles::PuzzleRoute;
use leptos::prelude::*;

/// The page.
pub(crate) fn page(address: &PuzzleRoute) -> AnyView {
    match address {
        PuzzleRoute::Choose => hub::page(),
        PuzzleRoute::Number { game, number } => solve::page(game, *number),
    }
}
