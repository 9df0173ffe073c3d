//! The browser app. Draws what `halfboard-client` says and passes on what people do; the rules are asked, never known.

mod app;
mod board;
mod browser;
mod game;
mod pages;

fn main() {
    console_error_panic_hook::set_once();
    app::mount();
}
