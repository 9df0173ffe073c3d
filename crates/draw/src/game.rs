//! The pictures of a whole game.

use halfboard_rules::session::Session;

use crate::board::board;
use crate::drawing::{Drawing, Shape, Style};
use crate::options::Options;

/// Draws every position of a game up to the current one, the start first. All drawings have the same size. Marks are
/// drawn on the last one only.
#[must_use]
pub fn frames(session: &dyn Session, options: &Options) -> Vec<Drawing> {
    let mut session = session.clone_box();
    let plies = session.ply();
    while session.undo() {}
    let plain = Options { marks: crate::Annotations::default(), ..options.clone() };
    let mut drawings: Vec<Drawing> = Vec::with_capacity(plies + 1);
    for ply in 0..=plies {
        let options = if ply == plies { options } else { &plain };
        drawings.push(board(&session.view(&[]), options));
        session.redo();
    }
    even_out(&mut drawings, options);
    drawings
}

/// Enlarges drawings at the bottom to the height of the highest: checkers beside the board come and go.
fn even_out(drawings: &mut [Drawing], options: &Options) {
    let height = drawings.iter().map(|drawing| drawing.height).fold(0.0, f64::max);
    for drawing in drawings {
        if options.background {
            let style = Style::fill(options.theme.palette().paper);
            let ground = Shape::Rect { x: 0.0, y: 0.0, width: drawing.width, height, radius: 0.0, style };
            drawing.shapes.insert(0, ground);
        }
        drawing.height = height;
    }
}
