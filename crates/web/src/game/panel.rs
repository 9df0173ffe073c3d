//! The prompt of the game page: what is expected of the player now, the choices that are no squares, and the hint.

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as phrases, prompt, result};
use halfboard_app::play::Play;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::end;
use super::engine::Hint;
use super::state::GamePageState;
use crate::composer::{self, task_once_picked, typed_field};

/// One sentence that says what is expected, with the choices; or how the game ended, with what to do next.
#[component]
pub(super) fn Prompt(game: GamePageState) -> impl IntoView {
    let says = move || expected(game);
    let over = Memo::new(move |_| game.is_over() && !game.play.with(Compose::is_browsing));
    let why = move || game.play.with(|play| result::explain_ending(play.shown()));
    view! {
        <p class="task" id="task" class:verdict=over>{says}</p>
        {move || why().map(|why| view! { <p class="why">{why}</p> })}
        {composer::remark(game)}
        {composer::choices(game, game.view, |_| None)}
        {move || hint(game)}
        {move || over.get().then(|| end::ways(game))}
    }
}

/// The field for typed moves, while a move can be typed. Half a move stays while other things change.
pub(super) fn typed(game: GamePageState) -> impl IntoView {
    let writes = Memo::new(move |_| game.play.with(Compose::can_compose));
    move || writes.get().then(|| typed_field(game))
}

/// Returns what is expected now, in a sentence.
pub(super) fn expected(game: GamePageState) -> String {
    game.play.with(|play| game.view.with(|view| sentence(play, view, game.paused.get())))
}

fn sentence(play: &Play, view: &View, paused: bool) -> String {
    if play.is_browsing() {
        return phrases::looking_back().to_owned();
    }
    if let Some(outcome) = phrases::outcome(play) {
        return outcome;
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
