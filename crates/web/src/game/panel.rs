//! What is expected of the player now, the choices that are no squares, the hint, and what else can be done.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as phrases, prompt, result};
use halfboard_app::play::{Play, Player};
use halfboard_app::route::Route;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::dialog::confirm;
use super::engine::Hint;
use super::state::GamePageState;
use crate::browser;
use crate::composer::{self, task_once_picked, typed_field};

/// One sentence that says what is expected, and the choices.
#[component]
pub(super) fn Panel(game: GamePageState) -> impl IntoView {
    let says = move || expected(game);
    let verdict = move || {
        let won = game.play.with(|play| play.has_won(play.lone_person()?))?;
        Some(view! { <p class="verdict">{if won { phrases::you_win() } else { phrases::you_lose() }}</p> })
    };
    // Half a move that was typed stays while other things change.
    let writes = Memo::new(move |_| game.play.with(Compose::can_compose));
    view! {
        <div class="card say">
            {verdict}
            <p class="task" id="task">{says}</p>
            {move || game.play.with(|play| result::explain_ending(play.shown())).map(|why| view! { <p>{why}</p> })}
            {composer::remark(game)}
            {composer::choices(game, game.view, |_| None)}
            {move || hint(game)}
            {move || writes.get().then(|| typed_field(game))}
        </div>
    }
}

/// Returns what is expected now, in a sentence.
pub(super) fn expected(game: GamePageState) -> String {
    game.play.with(|play| game.view.with(|view| sentence(play, view, game.paused.get())))
}

fn sentence(play: &Play, view: &View, paused: bool) -> String {
    if play.is_browsing() {
        return phrases::looking_back().to_owned();
    }
    if let Some(result) = play.result() {
        return result;
    }
    if play.engine_to_move().is_some() {
        return if paused { phrases::paused().to_owned() } else { phrases::thinking().to_owned() + " …" };
    }
    let Some(turn) = &view.turn else { return String::new() };
    if let Some(task) = task_once_picked(view) {
        return task;
    }
    let alone = play.lone_person().is_some() || play.players().len() == 1;
    if alone { prompt::task(turn.prompt.task) } else { prompt::prompt(&turn.prompt) }
}

/// The hint, as far as it is revealed.
fn hint(game: GamePageState) -> Option<impl IntoView> {
    let hint = game.engine.hint.get();
    let found = match hint {
        Hint::None => return None,
        Hint::Asked => false,
        Hint::Found { .. } => true,
    };
    let more = matches!(hint, Hint::Found { told, .. } if told < 3);
    Some(view! {
        <div class="hint">
            {(!found).then(|| view! {
                <p>{phrases::hint_thinking()}</p>
                <progress class="thinks" max="1" aria-label=phrases::hint_thinking()
                    value=move || game.engine.progress.get().unwrap_or_default().to_string()></progress>
            })}
            {game.engine.hint_lines(game).into_iter().map(|words| view! { <p>{words}</p> }).collect::<Vec<_>>()}
            {more.then(|| view! {
                <button class="choice" on:click=move |_| game.engine.more_hint(game)>{phrases::more_hint()}</button>
            })}
        </div>
    })
}

/// What else can be done with the game.
#[component]
pub(super) fn Actions(game: GamePageState, help: RwSignal<bool>) -> impl IntoView {
    let asks = RwSignal::new(None::<(&'static str, Callback<()>)>);
    let open = Memo::new(move |_| !game.is_over());
    let persons = Memo::new(move |_| game.play.with(|play| play.players().contains(&Player::Person)));
    let seats = game.play.with_untracked(|play| play.players().len());
    let can_hint = Memo::new(move |_| {
        let unasked = game.engine.hint.with(|hint| *hint == Hint::None);
        unasked && game.play.with(Compose::can_compose)
    });
    let can_undo = Memo::new(move |_| game.play.with(Play::can_take_back));
    let resign = move |_| asks.set(Some((phrases::resign_question(), Callback::new(move |()| game.resign()))));
    let draw = move |_| {
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
    };
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
    let analysis = StoredValue::new(Route::Analysis(AnalysisRoute::Kept { id: game.id }).to_string());
    let rules = game.play.with_untracked(|play| Route::RulesOf { game: play.session().info().id.to_owned() });
    view! {
        <div class="actions">
            <div class="row">
                {move || can_hint.get().then(|| view! {
                    <button class="main" on:click=move |_| game.engine.more_hint(game)>{phrases::hint()}</button>
                })}
                {move || (!open.get()).then(|| view! {
                    <a class="button main analyse" href=analysis.get_value()>{phrases::analyse()}</a>
                    <button on:click=move |_| game.again(false)>{phrases::play_again()}</button>
                })}
                {move || (!open.get() && seats > 1).then(|| view! {
                    <button on:click=move |_| game.again(true)>{phrases::swap_sides()}</button>
                })}
                {move || (open.get() && (!persons.get() || game.paused.get())).then(|| view! {
                    <button class="main" on:click=move |_| game.pause(!game.paused.get_untracked())>
                        {move || if game.paused.get() { phrases::continue_playing() } else { phrases::pause() }}
                    </button>
                })}
                <button disabled=move || !can_undo.get() on:click=move |_| game.take_back()>{phrases::take_back()}</button>
                {move || (open.get() && persons.get() && seats > 1).then(|| view! {
                    <button on:click=draw>{phrases::offer_draw()}</button>
                    <button on:click=resign>{phrases::resign()}</button>
                })}
            </div>
            <div class="row quiet">
                <button class="plain" on:click=move |_| game.composer.quarters.update(|q| *q = (*q + 2) % 4)>{phrases::flip()}</button>
                <button class="plain" on:click=move |_| game.composer.quarters.update(|q| *q = (*q + 1) % 4)>{phrases::rotate()}</button>
                <button class="plain" on:click=copy>{phrases::link()}</button>
                <button class="plain" on:click=export>{phrases::export()}</button>
                <button class="plain" on:click=move |_| help.set(true)>{phrases::keys()}</button>
                <a class="button plain" href=rules.to_string()>{phrases::rules()}</a>
            </div>
            {move || asks.get().map(|(question, act)| confirm(question, act, asks))}
        </div>
    }
}
