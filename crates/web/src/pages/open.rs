//! A game or position from a link. Everything in it is validated; errors are shown as plain text.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::composer::Compose;
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, games as phrases, rules, shell};
use halfboard_app::play::{Play, Player};
use halfboard_app::route::{Route, Shared};
use halfboard_app::shared::{against_engine, open};
use halfboard_rules::game::Color;
use leptos::prelude::*;

use crate::app::{App, app};
use crate::board::{Board, Supplies};
use crate::browser;
use crate::game::save_and_open;

/// The page of a link.
pub(crate) fn page(shared: Shared) -> AnyView {
    match open(&shared, &[], 0, &browser::today()) {
        Ok(play) => opened(app(), shared, play),
        Err(error) => {
            let (sentence, detail) = phrases::open_error(&error);
            view! {
                <section class="page narrow">
                    <h1>{phrases::invalid_link()}</h1>
                    <p class="wrong">{sentence}</p>
                    {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
                    <p><a class="button main" href=Route::Home.to_string()>{shell::home()}</a></p>
                </section>
            }
            .into_any()
        }
    }
}

fn opened(app: App, shared: Shared, play: Play) -> AnyView {
    let info = play.session().info();
    let variant = rules::variant(&play.session().rules());
    let over = play.is_over();
    let turns = play.plies();
    let moves = play.session().history().join(" ");
    let buttons = (!over).then(|| play_on(app, &shared, &play));
    let analysis = Route::Analysis(AnalysisRoute::Link(shared)).to_string();
    let play = RwSignal::new(play);
    let view = Memo::new(move |_| {
        let mut view = play.with(Play::view);
        view.next.clear();
        view
    });
    let supplies = Signal::derive(move || view.with(|view| view.supplies.clone()));
    let beside = Color::BOTH.map(|color| view! { <Supplies supplies color=Some(color)/> });
    let label = board_phrases::board_of(&variant);
    let coordinates = Signal::derive(move || app.settings.with(|settings| settings.coordinates));
    let state = move || play.with(phrases::state);
    view! {
        <section class="page open">
            <h1>{phrases::shared_title()}</h1>
            <p class="lead">{variant}</p>
            <div class="open-grid">
                <div>
                    <Board view layout=Layout::new(info.board) label coordinates shows_choices=false
                        animated=Signal::derive(move || app.animations_enabled())/>
                    {beside}
                </div>
                <div class="parts">
                    <p class="card">{state}</p>
                    {(turns > 0).then(|| stepping(play, turns, moves))}
                    {buttons}
                    <p><a class="button" href=analysis>{phrases::analyse()}</a></p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The controls to browse the moves.
fn stepping(play: RwSignal<Play>, turns: usize, moves: String) -> impl IntoView {
    let shown = move || play.with(Compose::shown_ply);
    let go = move |ply: usize| play.update(|play| play.browse(ply.min(turns)));
    view! {
        <section class="card" aria-labelledby="moves-title">
            <h2 id="moves-title">{phrases::moves()}</h2>
            <p class="code moves-text">{moves}</p>
            <p class="faint" role="status">{move || phrases::at_turn(shown(), turns)}</p>
            <div class="row">
                <button type="button" aria-label=phrases::to_start() on:click=move |_| go(0)>"|◀"</button>
                <button type="button" aria-label=phrases::previous_move()
                    on:click=move |_| go(shown().saturating_sub(1))>"◀"</button>
                <button type="button" aria-label=phrases::next_move() on:click=move |_| go(shown() + 1)>"▶"</button>
                <button type="button" aria-label=phrases::to_end() on:click=move |_| go(turns)>"▶|"</button>
            </div>
        </section>
    }
}

/// The buttons to continue from here, each of which saves a new game.
fn play_on(app: App, shared: &Shared, play: &Play) -> impl IntoView + use<> {
    let seats = play.session().seats().len();
    let level = app.settings.with_untracked(|settings| settings.level_in(&play.session().rules()));
    let button = |label: String, class: &'static str, players: Vec<Player>| {
        let shared = shared.clone();
        let begin = move |_| {
            // It was opened before, so it can be opened again; only who plays is new.
            if let Ok(play) = open(&shared, &players, browser::seed(), &browser::today()) {
                save_and_open(app, &play);
            }
        };
        view! { <button type="button" class=class on:click=begin>{label}</button> }
    };
    let people = vec![Player::Person; seats];
    let buttons = if seats == 1 {
        vec![button(phrases::continue_solitaire().to_owned(), "main", people)]
    } else {
        vec![
            button(phrases::continue_with_engine(level), "main", against_engine(play, level)),
            button(phrases::continue_with_people().to_owned(), "", people),
        ]
    };
    view! {
        <section class="card" aria-labelledby="play-on-title">
            <h2 id="play-on-title">{phrases::continue_from_here()}</h2>
            <div class="row">{buttons}</div>
        </section>
    }
}
