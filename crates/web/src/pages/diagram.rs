//! An example of the rule book: the position with arrows for its moves, its claims, and the positions after moves.

use halfboard_app::book::{Claim, Example};
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{learn as phrases, prompt, result, steps};
use halfboard_app::route::{Route, Shared};
use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;
use leptos::prelude::*;

use crate::board::{Board, Marks};

/// The maximum number of arrows on a board.
const MOST_ARROWS: usize = 12;

/// An example of the book.
pub(super) fn diagram(example: &Example) -> impl IntoView + use<> {
    // A test has seen every example; one that the rules refuse is left out rather than torn.
    let session = example.session()?;
    let marks = marks(&*session, &example.legal());
    let claims: Vec<_> = example.claims.iter().map(|claim| claim_view(claim, example, &*session)).collect();
    let tells_end = example.claims.iter().any(|claim| matches!(claim, Claim::Result(_)));
    let options = example.options().map(|options| {
        view! { <p>{phrases::with_options()} " " <code>{options.replace(',', ", ")}</code></p> }
    });
    let open = session.ending().is_none().then(|| {
        let shared =
            Shared { rules: example.rules.clone(), position: Some(example.position.clone()), ..Shared::default() };
        view! { <p><a href=Route::Open(shared).to_string()>{phrases::play_position()}</a></p> }
    });
    Some(view! {
        <div class="example card">
            {shot(&*session, marks, !tells_end)}
            <div class="claims">{options} {claims} {open}</div>
        </div>
    })
}

/// A board with the side to move or the result, unless that is shown elsewhere, and the checkers beside it.
fn shot(session: &dyn Session, marks: Marks, tells_end: bool) -> impl IntoView + use<> {
    let view = session.view(&[]);
    let turn = view.turn.as_ref().map(|turn| phrases::to_move(prompt::actor(turn.prompt.actor)));
    let ending = view.ending.filter(|_| tells_end).map(result::ended);
    let below: Vec<String> = ending.or(turn).into_iter().chain(phrases::beside(&view)).collect();
    let label = phrases::picture(&view);
    let layout = Layout::new(view.board);
    view! {
        <figure class="shot">
            <Board view=Signal::stored(view) layout=Signal::stored(layout) marks=Signal::stored(marks)
                label=Signal::stored(label) coordinates=Signal::stored(true) shows_choices=false/>
            <figcaption>{below.join(" · ")}</figcaption>
        </figure>
    }
}

/// A claim of an example, with a board if it plays a move.
fn claim_view(claim: &Claim, example: &Example, session: &dyn Session) -> AnyView {
    match claim {
        Claim::Moves(moves) => move_list(phrases::all_legal(), moves).into_any(),
        Claim::Has(moves) => move_list(phrases::legal(), moves).into_any(),
        Claim::HasNot(moves) => move_list(phrases::not_legal(), moves).into_any(),
        Claim::Play { mv, .. } => {
            let board = session.info().board;
            let what = session.steps(mv).map(|path| steps::turn(&path, board)).unwrap_or_default();
            let after = example.after(mv).map(|after| shot(&*after, Marks::default(), true));
            view! {
                <div class="after">
                    <p><b>{phrases::after()}</b> " " <code>{mv.clone()}</code> " (" {what} "):"</p>
                    {after}
                </div>
            }
            .into_any()
        }
        Claim::Result(_) => {
            let said = example.ending().map_or_else(|| phrases::game_continues().to_owned(), result::ended);
            view! { <p><b>{phrases::result()}</b> " " {said}</p> }.into_any()
        }
    }
}

/// A list of moves after a label.
fn move_list(word: &'static str, moves: &[String]) -> impl IntoView + use<> {
    let moves: Vec<_> = moves.iter().map(|mv| view! { <code>{mv.clone()}</code> " " }).collect();
    view! { <p class="listed"><b>{word}</b> " " {moves}</p> }
}

/// Returns the marks of moves: arrows for movements, rings round the other squares they touch.
fn marks(session: &dyn Session, moves: &[&str]) -> Marks {
    let mut marks = Marks::default();
    for path in moves.iter().filter_map(|mv| session.steps(mv)) {
        let mut from: Option<Square> = None;
        for step in path {
            match step {
                Step::From(square) => from = Some(square),
                Step::To(to) => add(&mut marks.arrows, from.map(|from| (from, to))),
                step => step.squares().into_iter().for_each(|square| add(&mut marks.rings, Some(square))),
            }
        }
    }
    if marks.arrows.len() > MOST_ARROWS {
        marks.arrows.clear();
    }
    marks
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: Option<T>) {
    list.extend(item.filter(|item| !list.contains(item)));
}
