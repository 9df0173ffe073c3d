//! The browser app. Draws what `halfboard-client` says and passes on what people do; the rules are asked, never known.

mod analysis;
mod app;
mod board;
mod browser;
mod fairness;
mod game;
mod pages;
mod puzzles;
mod solitaire;
mod thinker;

fn main() {
    console_error_panic_hook::set_once();
    app::mount();
}
