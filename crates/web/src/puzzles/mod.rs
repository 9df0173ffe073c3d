//! The pages of puzzles "win in n": all of them, and one on a live board. Draws what `client::puzzles` says.

mod beside;
mod hub;
mod shelves;
mod solve;

use halfboard_app::puzzles::Address;
use leptos::prelude::*;

/// The page.
pub(crate) fn page(address: &Address) -> AnyView {
    match address {
        Address::Choose => hub::page(),
        Address::Number { game, number } => solve::page(game, *number),
    }
}
