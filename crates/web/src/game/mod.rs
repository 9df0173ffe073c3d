//! The page where a game is played: the board with its players, what there is to do, the moves, and the engine.

mod actions;
pub(crate) mod dialog;
mod end;
mod engine;
pub(crate) mod keys;
pub(crate) mod moves;
mod panel;
mod seats;
mod state;
mod tabs;

use halfboard_app::adaptive;
use halfboard_app::phrases::{board as board_phrases, game as game_phrases, rules, shell};
use halfboard_app::play::{Play, Setup};
use halfboard_app::route::Route;
use halfboard_app::saved;
use halfboard_app::setup::{QuickPlay, SideChoice};
use halfboard_rules::game::Seat;
use halfboard_rules::registry;
use leptos::prelude::*;

use crate::app::{App, app};
use crate::board::Board;
use crate::browser::{self, BrowserStore};
use crate::composer::ComposerPage;
use crate::game_layout::GameLayout;
use state::GamePageState;

/// Begins a game as it was set up, and goes to it. Shows an error if the rules cannot be played.
pub(crate) fn begin(app: App, setup: &Setup) {
    let mut setup = setup.clone();
    adaptive::choose_level(&BrowserStore, &mut setup);
    match Play::new(&setup, &browser::today()) {
        Ok(play) => save_and_open(app, &play),
        Err(error) => app.notify(error.to_string()),
    }
}

/// Returns a game against the engine at a level, in which the person begins.
pub(crate) fn quick(game: &'static str, level: u8) -> Setup {
    let game = registry::game(game).expect("a game of the registry");
    QuickPlay { side: SideChoice::First, ..QuickPlay::new(level) }.setup(game, browser::seed())
}

/// Keeps a new game and goes to it. One that cannot be kept can be played all the same, as long as the page is open.
pub(crate) fn save_and_open(app: App, play: &Play) {
    let now = browser::milliseconds();
    saved::remove_unstarted(&BrowserStore, now);
    let id = saved::new_id(&BrowserStore, now);
    if saved::save(&BrowserStore, id, play, browser::seconds(), now).is_err() {
        app.notify(game_phrases::not_saved());
    }
    app.go(&Route::Play { id });
}

/// The page of a kept game.
#[component]
pub(crate) fn GamePage(id: u64) -> impl IntoView {
    match saved::load(&BrowserStore, id).map(|kept| kept.play) {
        Some(Ok(play)) => view! { <Table id play/> }.into_any(),
        // What exactly is wrong with a record is said by its reader, in English.
        Some(Err(error)) => problem(game_phrases::load_failed(), &error.to_string(), Some("en")).into_any(),
        None => problem(game_phrases::not_found(), game_phrases::no_such_game(), None).into_any(),
    }
}

fn problem(title: &'static str, words: &str, lang: Option<&'static str>) -> impl IntoView + use<> {
    view! {
        <section class="page narrow">
            <h1>{title}</h1>
            <p lang=lang>{words.to_owned()}</p>
            <p class="row">
                <a class="button main" href=Route::Games.to_string()>{shell::games()}</a>
                <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
            </p>
        </section>
    }
}

#[component]
fn Table(id: u64, play: Play) -> impl IntoView {
    let app = app();
    let game = GamePageState::new(app, id, play);
    game.engine.attend(game);
    game.save_clock_on_leave();
    tabs::follow(game);
    let (name, board, variant, goal) = game.play.with_untracked(|play| {
        let (info, string) = (play.session().info(), play.session().rules());
        (info.name, info.board, rules::variant(&string), rules::summary(&string).to_owned())
    });
    let view = game.view;
    let (layout, touch) = (game.composer.layout(board), game.touch());
    let help = RwSignal::new(false);
    keys::follow(game, Some(Callback::new(move |()| game.take_back())), help);
    let round = game.play.with_untracked(|play| play.players().len().max(2));
    let order = Memo::new(move |_| seats::order(game));
    let (upper, lower) = (move || order.get().0, move || order.get().1);
    let board = view! {
        <Board
            view layout touch
            marks=Signal::derive(move || game.marks())
            label=board_phrases::board_of(name)
            coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
            animated=Signal::derive(move || app.animations_enabled())
        />
    };
    let side = view! {
        <div class="about">
            <h1 class="what">{variant}</h1>
            <p class="goal faint">{goal}</p>
        </div>
        {moves::moves(game, round)}
        {panel::typed(game)}
    };
    let row = move |seats: Vec<Seat>| seats::side(game, &seats);
    view! {
        <GameLayout
            class="played" ratio=game.ratio(view)
            upper=(move || row(upper())).into_any()
            board=board.into_any()
            lower=(move || row(lower())).into_any()
            prompt=view! { <panel::Prompt game/> }.into_any()
            side=side.into_any()
            tools=actions::actions(game, help)
        />
        {tabs::notice(game)}
        {dialog::keys(help, true)}
    }
}
