//! The menu items that make pictures: the shown position on the clipboard, and a game as an animated GIF.

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{self, game as game_phrases};
use halfboard_pictures::{PictureFormat, PictureRequest};
use halfboard_rules::board::{Board, Square};
use leptos::prelude::*;

use crate::app::App;
use crate::board::Marks;
use crate::browser::{self, PictureOutcome};
use crate::composer::ComposerPage;

/// The item that copies a picture of the shown position, with the arrows and rings that the page has put on the board.
pub(crate) fn copy_image<P: ComposerPage>(page: P, marks: impl Fn() -> Marks + 'static) -> AnyView {
    item(game_phrases::copy_image(), move || {
        if let Some((request, board)) = request(page, PictureFormat::Png) {
            copy(page.composer().app, &with_marks(request, board, &untrack(&marks)));
        }
    })
}

/// The item that saves the whole game as an animated GIF.
pub(crate) fn save_gif<P: ComposerPage>(page: P) -> AnyView {
    item(game_phrases::save_gif(), move || {
        if let Some((request, _)) = request(page, PictureFormat::Gif) {
            save(page.composer().app, &request);
        }
    })
}

/// The item that saves a line as an animated GIF, from the start of the game on.
pub(crate) fn save_line_gif<P: ComposerPage>(page: P, moves: impl Fn() -> Vec<String> + 'static) -> AnyView {
    item(game_phrases::save_gif(), move || {
        if let Some((request, _)) = request(page, PictureFormat::Gif) {
            save(page.composer().app, &PictureRequest { moves: untrack(&moves), ..request });
        }
    })
}

fn item(label: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! { <button on:click=move |_| act()>{label}</button> }.into_any()
}

/// Returns the request for a picture of the page's board as it looks: of the shown position, or of the whole game.
fn request<P: ComposerPage>(page: P, format: PictureFormat) -> Option<(PictureRequest, Board)> {
    let composer = page.composer();
    let (request, board) = composer.model.with_untracked(|model| {
        let (session, composer) = model.parts()?;
        let session = if format == PictureFormat::Png { composer.shown(session) } else { session };
        Some((PictureRequest::new(format, session), session.info().board))
    })?;
    let request = PictureRequest {
        theme: browser::root_attribute("data-theme").unwrap_or_default(),
        language: phrases::language().tag().to_owned(),
        quarters: untrack(|| composer.layout(board).get()).quarters,
        coordinates: composer.app.settings.with_untracked(|settings| settings.coordinates),
        ..request
    };
    Some((request, board))
}

/// Adds the marks that pages put on the board. What the game draws around the pointer is not part of a picture.
fn with_marks(request: PictureRequest, board: Board, marks: &Marks) -> PictureRequest {
    let names = |squares: &mut dyn Iterator<Item = &Square>| -> String {
        squares.map(|square| board.name(*square)).collect::<Vec<_>>().join(",")
    };
    let arrows = marks.arrows.iter().chain(marks.ranked.iter().flat_map(|sketch| &sketch.arrows));
    let arrows: Vec<String> = arrows.map(|(from, to)| board.name(*from) + &board.name(*to)).collect();
    PictureRequest {
        arrows: arrows.join(","),
        rings: names(&mut marks.rings.iter().chain(marks.ranked.iter().flat_map(|sketch| &sketch.rings))),
        squares: names(&mut marks.goals.iter()),
        ..request
    }
}

/// Copies a picture, and says what became of it.
fn copy(app: App, request: &PictureRequest) {
    let media_type = request.format.media_type();
    browser::copy_picture(&request.encode(), file_name(request), media_type, move |outcome| {
        app.notify(match outcome {
            PictureOutcome::Copied => game_phrases::image_copied(),
            PictureOutcome::Saved => game_phrases::image_saved(),
            PictureOutcome::Failed => game_phrases::picture_failed(),
        });
    });
}

/// Saves an animation, and says what became of it. A long game takes a few seconds.
fn save(app: App, request: &PictureRequest) {
    app.notify(game_phrases::making_gif());
    let media_type = request.format.media_type();
    browser::save_picture(&request.encode(), file_name(request), media_type, move |outcome| {
        app.notify(match outcome {
            PictureOutcome::Failed => game_phrases::picture_failed(),
            _ => game_phrases::gif_saved(),
        });
    });
}

/// Returns the name of the game with the ending of the format: a rules string begins with that name.
fn file_name(request: &PictureRequest) -> String {
    let game = request.rules.split(':').next().unwrap_or_default();
    format!("{game}.{}", request.format.extension())
}
