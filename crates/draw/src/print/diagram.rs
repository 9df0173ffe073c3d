//! Examples of the rules: a position with its claims, and the positions after moves.

use halfboard_rules::board::Board;
use halfboard_rules::game::Color;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;
use halfboard_text::book::{Claim, Example};
use halfboard_text::{board as board_text, prompt, result, steps};

use super::flow::Flow;
use super::phrases;
use super::text::{Span, Wrapped, wrap};
use crate::annotations::Annotations;
use crate::drawing::Drawing;
use crate::options::Options;
use crate::theme::Theme;

/// The maximum number of arrows on a board.
const MAX_ARROWS: usize = 12;

/// The space between two columns.
const GAP: f64 = 6.0;

/// The size of letters beside a diagram, in points.
const LETTERS: f64 = 9.0;

/// The size of letters below a diagram, in points.
const CAPTION: f64 = 8.0;

/// A board with the text below it.
struct Figure {
    above: Option<Wrapped>,
    picture: Drawing,
    below: Wrapped,
    width: f64,
}

impl Figure {
    fn new(session: &dyn Session, marks: Annotations, above: &[Span], tells_end: bool, column: f64) -> Figure {
        let view = session.view(&[]);
        let width = column.min(if view.board == Board::Half { 74.0 } else { 58.0 });
        let below = wrap(&[Span::plain(caption(&view, tells_end))], CAPTION, column);
        let above = (!above.is_empty()).then(|| wrap(above, LETTERS, column));
        Figure { above, picture: picture(&view, marks), below, width }
    }

    fn scale(&self) -> f64 {
        self.width / self.picture.width
    }

    fn height(&self) -> f64 {
        let above = self.above.as_ref().map_or(0.0, Wrapped::height);
        above + self.picture.height * self.scale() + 1.0 + self.below.height()
    }

    fn draw(&self, sheet: &mut super::sheet::Sheet, (x, mut y): (f64, f64)) {
        if let Some(above) = &self.above {
            above.draw(sheet, (x, y));
            y += above.height();
        }
        sheet.drawing.place(&self.picture, x, y, self.scale());
        y += self.picture.height * self.scale() + 1.0;
        self.below.draw(sheet, (x, y));
    }
}

/// Returns the picture of a position for paper.
pub(super) fn picture(view: &View, marks: Annotations) -> Drawing {
    let options = Options {
        theme: Theme::Print,
        supplies: false,
        background: false,
        last_move: false,
        marks,
        ..Options::default()
    };
    crate::board::board(view, &options)
}

/// Returns the line below a position: the side to move or the result, and the checkers beside the board.
fn caption(view: &View, tells_end: bool) -> String {
    let turn = view.turn.as_ref().map(|turn| phrases::to_move(prompt::actor(turn.prompt.actor)));
    let ending = view.ending.filter(|_| tells_end).map(result::ended);
    let parts: Vec<String> = ending.or(turn).into_iter().chain(beside(view)).collect();
    parts.join(" · ")
}

/// Returns the checkers beside the board, a phrase for each side that has some.
pub(super) fn beside(view: &View) -> Vec<String> {
    let of = |side: Color| {
        let own = view.supplies.iter().filter(|supply| supply.color == side && supply.count > 0);
        let counted: Vec<String> =
            own.filter(|supply| board_text::still_counts(supply)).map(board_text::supply).collect();
        (!counted.is_empty()).then(|| phrases::side_has(board_text::color(side), counted.join(", ")))
    };
    Color::BOTH.into_iter().filter_map(of).collect()
}

/// An example that is ready to be written: its position on the left, its claims and the first position after a move on
/// the right, and further ones below.
pub(super) struct ExampleLayout {
    main: Figure,
    claims: Vec<Wrapped>,
    after: Vec<Figure>,
    column: f64,
}

impl ExampleLayout {
    /// Lays out an example for a text of this width. `None` if the rules refuse it; a test sees to it that there is none.
    pub(super) fn new(example: &Example, width: f64) -> Option<ExampleLayout> {
        let session = example.session()?;
        let column = (width - GAP) / 2.0;
        let tells_end = !example.claims.iter().any(|claim| matches!(claim, Claim::Result(_)));
        let main = Figure::new(&*session, marks(&*session, &example.legal()), &[], tells_end, column);
        let claims = claim_texts(example).iter().map(|spans| wrap(spans, LETTERS, column)).collect();
        let after = example.claims.iter().filter_map(|claim| figure_after(claim, example, &*session, column)).collect();
        Some(ExampleLayout { main, claims, after, column })
    }

    /// Returns the height of what must be on one page: the position and what stands beside it.
    pub(super) fn first_height(&self) -> f64 {
        let claims: f64 = self.claims.iter().map(|claim| claim.height() + 1.0).sum();
        let right = claims + self.after.first().map_or(0.0, Figure::height);
        self.main.height().max(right) + 2.0
    }

    pub(super) fn write(&self, flow: &mut Flow) {
        let (left, right) = (flow.left(), flow.left() + self.column + GAP);
        flow.space(1.0);
        let (sheet, top) = flow.take(self.first_height());
        self.main.draw(sheet, (left, top));
        let mut y = top;
        for claim in &self.claims {
            claim.draw(sheet, (right, y));
            y += claim.height() + 1.0;
        }
        let mut after = self.after.iter();
        if let Some(figure) = after.next() {
            figure.draw(sheet, (right, y));
        }
        for pair in after.as_slice().chunks(2) {
            let height = pair.iter().map(Figure::height).fold(0.0, f64::max);
            let (sheet, y) = flow.take(height + 2.0);
            for (figure, x) in pair.iter().zip([left, right]) {
                figure.draw(sheet, (x, y));
            }
        }
        flow.space(2.0);
    }
}

/// Returns the board after a move that an example plays.
fn figure_after(claim: &Claim, example: &Example, session: &dyn Session, column: f64) -> Option<Figure> {
    let Claim::Play { mv, .. } = claim else { return None };
    let after = example.after(mv)?;
    let what = session.steps(mv).map(|path| steps::turn(&path, session.info().board)).unwrap_or_default();
    let above = [Span::bold(format!("{} ", phrases::after())), Span::code(mv), Span::plain(format!(" ({what}):"))];
    Some(Figure::new(&*after, Annotations::default(), &above, true, column))
}

/// Returns the claims of an example in words, apart from the moves that it plays.
fn claim_texts(example: &Example) -> Vec<Vec<Span>> {
    let mut texts: Vec<Vec<Span>> = Vec::new();
    if let Some(options) = example.options() {
        texts.push(vec![Span::plain(format!("{} ", phrases::with_options())), Span::code(options.replace(',', ", "))]);
    }
    for claim in &example.claims {
        match claim {
            Claim::Moves(moves) => texts.push(moves_text(phrases::all_legal(), moves)),
            Claim::Has(moves) => texts.push(moves_text(phrases::legal(), moves)),
            Claim::HasNot(moves) => texts.push(moves_text(phrases::not_legal(), moves)),
            Claim::Play { .. } => {}
            Claim::Result(_) => {
                let said = example.ending().map_or_else(|| phrases::game_continues().to_owned(), result::ended);
                texts.push(vec![Span::bold(format!("{} ", phrases::result())), Span::plain(said)]);
            }
        }
    }
    texts
}

fn moves_text(label: &str, moves: &[String]) -> Vec<Span> {
    let mut spans = vec![Span::bold(label)];
    for mv in moves {
        spans.extend([Span::plain("  "), Span::code(mv)]);
    }
    spans
}

/// Returns the marks of moves: arrows for movements, rings round the other squares they touch.
fn marks(session: &dyn Session, moves: &[&str]) -> Annotations {
    let mut all = Annotations::default();
    for path in moves.iter().filter_map(|mv| session.steps(mv)) {
        let marks = Annotations::of_turn(&path);
        for arrow in marks.arrows {
            if !all.arrows.contains(&arrow) {
                all.arrows.push(arrow);
            }
        }
        for ring in marks.rings {
            if !all.rings.contains(&ring) {
                all.rings.push(ring);
            }
        }
    }
    if all.arrows.len() > MAX_ARROWS {
        all.arrows.clear();
    }
    all
}
