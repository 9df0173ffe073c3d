//! The app in a real browser, a file a subject. One binary, so that two browsers are at work until all is done.
//!
//! `cargo test -p halfboard-e2e keyboard::` runs one file of them.

mod browser_apis;

/// By this name, which no other module may have, `cargo xtask test` runs them beside all other tests.
mod in_a_browser {
    mod analysis;
    mod archive;
    mod board;
    mod editor;
    mod embed;
    mod fairness;
    mod games;
    mod home;
    mod keyboard;
    mod layout;
    mod learn;
    mod lessons;
    mod mishaps;
    mod offline;
    mod online;
    mod pages;
    mod phone;
    mod pictures;
    mod prerender;
    mod puzzles;
    mod review;
    mod saved;
    mod setup;
    mod solitaire;
    mod start;
    mod transfer;
}
