//! Any board: of chance, or by its number, with the last two of one's own choosing.

use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, solitaire as phrases};
use halfboard_app::route::{Route, Shared};
use halfboard_app::solitaire::{SolitaireRoute, SolitaireSettings};
use halfboard_rules::board::{Board as Kinds, Square};
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::app::app;
use crate::board::{Board, Marks, Touch};
use crate::browser;
use crate::pages::parts::{checkbox, checked_field};

/// The form with the board.
pub(super) fn any_board(choices: RwSignal<SolitaireSettings>) -> AnyView {
    let app = app();
    let text = RwSignal::new(browser::seed().to_string());
    let seed = Memo::new(move |_| text.with(|text| text.trim().parse::<u64>().ok()));
    let variant = Memo::new(move |_| choices.with(|choices| choices.variant));
    let pairs = move || variant.get().pairs;
    let picks = RwSignal::new(false);
    let (white, black) = (RwSignal::new(None::<Square>), RwSignal::new(None::<Square>));
    let picking = Memo::new(move |_| picks.get() && !pairs());
    let view = Memo::new(move |_| {
        let rules = registry::rules(&variant.get().rules(None)).expect("every variant is valid");
        let mut view = rules.start(seed.get().unwrap_or_default()).view(&[]);
        view.next.clear();
        view
    });
    let forget = move || {
        white.set(None);
        black.set(None);
    };
    let tap = move |square: Square| {
        let stands = view.with_untracked(|view| view.cells[square.index()].pile.first().map(|checker| checker.color));
        let place = if stands == Some(Color::White) { white } else { black };
        place.update(|place| *place = Some(square).filter(|_| *place != Some(square)));
        app.announce(untrack(|| chosen(white.get(), black.get())));
    };
    let marks = Memo::new(move |_| {
        let goals = white.get().into_iter().chain(black.get()).collect();
        Marks { goals, ..Marks::default() }
    });
    let target = move || white.get().zip(black.get()).filter(|_| picking.get());
    let ready = move || seed.get().is_some() && (!picking.get() || target().is_some());
    let play = move |_| {
        let rules = untrack(|| variant.get().rules(target()));
        let seed = seed.get_untracked().map(|seed| seed.to_string());
        app.go(&Route::Solitaire(SolitaireRoute::Board(Shared { rules, seed, ..Shared::default() })));
    };
    let another = move |_| {
        text.set(browser::seed().to_string());
        forget();
    };
    let says_wrong = move || seed.get().is_none().then_some("seed-wrong");
    view! {
        <section class="card any-board" aria-labelledby="any-title">
            <h2 id="any-title">{phrases::any_board()}</h2>
            <p>{phrases::any_board_more()}</p>
            {move || preview(view, marks, picking.get(), tap)}
            {move || picking.get().then(|| view! { <p class="faint">{chosen(white.get(), black.get())}</p> })}
            {move || (!pairs()).then(|| checkbox("choose-last", phrases::choose_last(), move || picks.get(), move |on| {
                picks.set(on);
                forget();
            }))}
            <div class="row">
                {checked_field("seed".to_owned(), phrases::board_number().to_owned(), move || text.get(), move |typed| {
                    text.set(typed);
                    forget();
                }, says_wrong)}
                <button type="button" on:click=another>{phrases::another_board()}</button>
            </div>
            {move || seed.get().is_none().then(|| view! {
                <p class="wrong" id="seed-wrong">{phrases::wrong_number(text.get())}</p>
            })}
            <p class="row"><button class="main" disabled=move || !ready() on:click=play>{phrases::play_board()}</button></p>
        </section>
    }
    .into_any()
}

/// The board: a picture, or to be pointed at while the last two are chosen.
fn preview(
    view: Memo<View>,
    marks: Memo<Marks>,
    picking: bool,
    tap: impl Fn(Square) + Copy + Send + Sync + 'static,
) -> AnyView {
    let layout = Layout::new(Kinds::Half);
    let label = board_phrases::board_of(phrases::any_board());
    if !picking {
        return view! { <Board view layout label shows_choices=false/> }.into_any();
    }
    let touch = Touch { tap: Callback::new(tap), step: Callback::new(|_| {}), over: Callback::new(|_| {}) };
    view! { <Board view layout marks label touch coordinates=Signal::stored(true)/> }.into_any()
}

/// Returns which two were chosen, in a sentence.
fn chosen(white: Option<Square>, black: Option<Square>) -> String {
    let name = |square: Square| Kinds::Half.name(square);
    match (white, black) {
        (Some(white), Some(black)) => phrases::chosen_last(name(white), name(black)),
        (Some(white), None) => phrases::chosen_white(name(white)),
        (None, Some(black)) => phrases::chosen_black(name(black)),
        (None, None) => phrases::choose_last_how().to_owned(),
    }
}
