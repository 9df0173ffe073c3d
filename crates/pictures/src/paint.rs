//! From a request to a file.

use halfboard_draw::{Annotations, Options, Timing};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_text::{Language, board, speak};

use crate::request::{PictureFormat, PictureRequest};

/// Pixels per unit of a drawing, whose squares are 60 units wide: sharp on dense screens and when a chat enlarges it.
const PNG_SCALE: f64 = 2.0;

/// The same for animations, whose frames add up.
const GIF_SCALE: f64 = 1.0;

/// Returns the file that a request asks for.
///
/// # Errors
///
/// Fails with the field and what is wrong with it if a text of the request is invalid.
pub fn paint(request: &PictureRequest) -> Result<Vec<u8>, String> {
    let session = game(request)?;
    let options = options(request, &*session)?;
    let painted = match request.format {
        PictureFormat::Png => {
            let drawing = halfboard_draw::board(&session.view(&[]), &options);
            drawing.to_png(pixels(drawing.width, PNG_SCALE))
        }
        PictureFormat::Gif => {
            let frames = halfboard_draw::frames(&*session, &options);
            halfboard_draw::gif(&frames, pixels(frames[0].width, GIF_SCALE), Timing::default())
        }
    };
    painted.map_err(|error| error.to_string())
}

fn pixels(width: f64, scale: f64) -> u32 {
    (width * scale).round() as u32
}

/// Returns the game after all its moves.
fn game(request: &PictureRequest) -> Result<Box<dyn Session>, String> {
    let rules = registry::rules(&request.rules).map_err(|error| format!("rules: {error}"))?;
    let mut session = rules.position(&request.start).map_err(|error| format!("start: {error}"))?;
    for (mv, number) in request.moves.iter().zip(1..) {
        session.play(mv).map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(session)
}

fn options(request: &PictureRequest, session: &dyn Session) -> Result<Options, String> {
    let squares = session.info().board;
    let theme = request.theme.parse().map_err(|error| format!("theme: {error}"))?;
    let arrows = Annotations::parse_arrows(squares, &request.arrows).map_err(|error| error.to_string())?;
    let parse_squares = |text: &str| Annotations::parse_squares(squares, text).map_err(|error| error.to_string());
    let (rings, highlighted) = (parse_squares(&request.rings)?, parse_squares(&request.squares)?);
    speak(Language::of_tag(&request.language).unwrap_or_default());
    Ok(Options {
        theme,
        quarters: request.quarters,
        coordinates: request.coordinates,
        supply_label: board::supply,
        marks: Annotations { arrows, rings, squares: highlighted, ..Annotations::default() },
        ..Options::default()
    })
}
