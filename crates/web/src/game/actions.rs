//! The actions of the game page: the toolbar and its menu.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as phrases, shell};
use halfboard_app::play::{Play, Player};
use halfboard_app::route::Route;
use leptos::prelude::*;

use super::dialog::confirm;
use super::engine::Hint;
use super::state::GamePageState;
use crate::browser;
use crate::pictures::{copy_image, save_gif};
use crate::toolbar::{Icon, tool, toolbar};

/// The toolbar. Its buttons keep their places: what is not possible now is disabled.
pub(super) fn actions(game: GamePageState, help: RwSignal<bool>) -> AnyView {
    let asks = RwSignal::new(None::<(&'static str, Callback<()>)>);
    let menu = RwSignal::new(false);
    let open = Memo::new(move |_| !game.is_over());
    let (persons, seats) =
        game.play.with_untracked(|play| (play.players().contains(&Player::Person), play.players().len()));
    let can_hint = Memo::new(move |_| {
        let unasked = game.engine.hint.with(|hint| *hint == Hint::None);
        unasked && game.play.with(Compose::can_compose)
    });
    let can_undo = Memo::new(move |_| game.play.with(Play::can_take_back));
    let resign = move || asks.set(Some((phrases::resign_question(), Callback::new(move |()| game.resign()))));
    let pauses = move || !persons || game.paused.get();
    let second = move || {
        if pauses() {
            let label = move || if game.paused.get() { phrases::continue_playing() } else { phrases::pause() };
            let toggle = move || game.pause(!game.paused.get_untracked());
            return tool(Icon::Pause, label, move || !open.get(), toggle);
        }
        tool(Icon::Hint, phrases::hint, move || !can_hint.get(), move || game.engine.more_hint(game))
    };
    let mut tools = vec![
        tool(Icon::Undo, phrases::take_back, move || !can_undo.get(), move || game.take_back()),
        second.into_any(),
    ];
    if persons && seats > 1 {
        tools.push(tool(Icon::Draw, phrases::draw, move || !open.get(), move || offer_draw(game, asks)));
        tools.push(tool(Icon::Resign, phrases::resign, move || !open.get(), resign));
    }
    tools.push(tool(Icon::Flip, phrases::flip_short, || false, move || game.turn_board(2)));
    view! {
        {toolbar(tools, menu, move || items(game, help, open.get_untracked()))}
        {move || asks.get().map(|(question, act)| confirm(question, act, asks))}
    }
    .into_any()
}

/// Offers a draw: to the engine, or to the other player at this screen.
fn offer_draw(game: GamePageState, asks: RwSignal<Option<(&'static str, Callback<()>)>>) {
    let engines =
        game.play.with_untracked(|play| play.players().iter().any(|player| matches!(player, Player::Engine(_))));
    let from = game.play.with_untracked(|play| play.lone_person().unwrap_or(play.session().turn()).team());
    match (engines, game.engine.takes_draw(from)) {
        (true, takes) => {
            let offer = move |()| if takes { game.agree_draw() } else { game.app.notify(phrases::draw_refused()) };
            asks.set(Some((phrases::offer_draw_question(), Callback::new(offer))));
        }
        (false, _) => asks.set(Some((phrases::draw_agreed_question(), Callback::new(move |()| game.agree_draw())))),
    }
}

/// The menu.
fn items(game: GamePageState, help: RwSignal<bool>, open: bool) -> AnyView {
    let copy = move |_| {
        browser::copy(&game.link(), move |done| {
            game.app.notify(if done { phrases::link_copied() } else { phrases::not_copied() });
        });
    };
    let export = move |_| {
        let (name, text) = game
            .play
            .with_untracked(|play| (format!("{}.txt", play.session().info().id), play.write(browser::seconds())));
        browser::download(&name, &text);
    };
    let analysis = Route::Analysis(AnalysisRoute::Kept { id: game.id }).to_string();
    let rules = game.play.with_untracked(|play| Route::RulesOf { game: play.session().info().id.to_owned() });
    let again = (!open).then(|| view! { <button on:click=move |_| game.again(false)>{phrases::same_sides()}</button> });
    view! {
        {again}
        <button on:click=move |_| game.turn_board(1)>{phrases::rotate()}</button>
        <button on:click=copy>{phrases::link()}</button>
        {copy_image(game, move || game.marks())}
        {save_gif(game)}
        <button on:click=export>{phrases::export()}</button>
        <a class="button" href=analysis>{phrases::analyse()}</a>
        <a class="button" href=rules.to_string()>{phrases::rules()}</a>
        <button class="help" on:click=move |_| help.set(true)>{phrases::keys()}</button>
        <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
    }
    .into_any()
}
