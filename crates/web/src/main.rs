//! The browser app. Draws what `halfboard-app` says and passes on what people do; the rules are asked, never known.
//!
//! It is built twice: with the study pages (the feature `study`), and without them, which is what a first visit
//! loads, so that one can play soon. `static/boot.js` knows which addresses want which.
#![cfg_attr(
    not(feature = "study"),
    allow(dead_code, unused_imports, reason = "the study pages use parts that playing does not")
)]

#[cfg(feature = "study")]
mod analysis;
mod app;
#[cfg(feature = "study")]
mod archive;
mod board;
mod browser;
mod composer;
mod engine_client;
#[cfg(feature = "study")]
mod fairness;
mod game;
mod game_layout;
mod online;
mod pages;
mod pictures;
#[cfg(feature = "study")]
mod puzzles;
mod seat_bar;
#[cfg(feature = "study")]
mod solitaire;
mod toolbar;

fn main() {
    console_error_panic_hook::set_once();
    app::mount();
}
