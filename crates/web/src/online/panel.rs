//! What is expected in an online game now, what was asked for, how the connection stands, and the choices that are no
//! squares.

use halfboard_app::composer::Compose;
use halfboard_app::online::Online;
use halfboard_app::phrases::{game as game_phrases, online as phrases, prompt, result};
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::state::{OnlinePageState, connection, held_up};
use super::{actions, service};
use crate::composer::{self, task_once_picked, to_board, typed_field};

/// One sentence that says what is expected, with the choices; or how the game ended, with what to do next.
#[component]
pub(super) fn Prompt(page: OnlinePageState, view: Memo<View>) -> impl IntoView {
    let says = Memo::new(move |_| expected(page));
    let over = Memo::new(move |_| page.online.with(|online| online.is_over() && !online.is_browsing()));
    let why = move || page.online.with(|online| online.shown().and_then(result::explain_ending));
    let lost = Memo::new(move |_| connection(page));
    let remark = move || {
        page.composer.remark.get().map(|remark| view! { <p class="remark" title=page.detail.get()>{remark}</p> })
    };
    view! {
        {service::banner(page.service)}
        {move || lost.get().map(|words| view! {
            <p class="connection"><span>{words}</span>
                <button class="plain" on:click=move |_| page.wake()>{phrases::retry_now()}</button></p>
        })}
        <p class="task" id="task" class:verdict=over>{says}</p>
        {move || first_move(page).map(|words| view! { <p class="remark first-move">{words}</p> })}
        {move || held_up(page)}
        {move || why().map(|why| view! { <p class="why">{why}</p> })}
        {remark}
        {move || request(page)}
        {composer::choices(page, view, |_| None)}
        {move || over.get().then(|| actions::ways(page))}
    }
}

/// The field for typed moves, while a move can be typed. Half a move stays while other things change.
pub(super) fn typed(page: OnlinePageState) -> impl IntoView {
    let writes = Memo::new(move |_| page.online.with(Compose::can_compose));
    move || writes.get().then(|| typed_field(page))
}

/// Returns what is expected now, in a sentence.
pub(super) fn expected(page: OnlinePageState) -> String {
    page.online.with(|online| {
        if online.is_browsing() {
            return game_phrases::looking_back().to_owned();
        }
        let Some((game, session)) = online.game().zip(online.session()) else { return String::new() };
        if let Some(outcome) = phrases::outcome(game, online.seat()) {
            return outcome;
        }
        let over = session.ending().is_some();
        if online.is_unconfirmed() && (over || !online.connection().is_live() || online.connection().is_held_up()) {
            return phrases::sending().to_owned();
        }
        if let Some(seconds) = online.engine_wait() {
            return phrases::engine_starts_in(seconds);
        }
        if !online.can_compose() {
            return phrases::waiting_for_player(phrases::player(game, session.turn().0));
        }
        let view = session.view(online.chosen());
        let task = || view.turn.as_ref().map(|turn| prompt::task(turn.prompt.task));
        task_once_picked(&view).or_else(task).unwrap_or_default()
    })
}

/// Returns how long the first move may take, while a game with a clock has just begun.
fn first_move(page: OnlinePageState) -> Option<String> {
    let now = page.now.get();
    page.online.with(|online| {
        let game = online.game()?;
        let (seat, until) = game.first_move_until().filter(|_| !online.is_unconfirmed())?;
        let seconds = until.saturating_sub(online.server_time(now)).div_ceil(1000);
        Some(match online.seat() == Some(seat) {
            true => phrases::first_move_own(seconds),
            false => phrases::first_move_of(phrases::player(game, seat), seconds),
        })
    })
}

/// A pending proposal, with the answers.
fn request(page: OnlinePageState) -> Option<AnyView> {
    let own = page.online.with(Online::seat);
    let (pending, asked, who) = page.with_game(|game| {
        let pending = game.pending()?;
        let asked = own.and_then(|own| game.awaits_answer_from(own)).is_some();
        Some((pending, asked, phrases::player(game, pending.seat)))
    })??;
    let what = pending.what;
    let answer = move |yes: bool| {
        move |event: leptos::ev::MouseEvent| {
            page.answer(what, yes);
            to_board(&event);
        }
    };
    let mine = own == Some(pending.seat);
    let told = if mine { phrases::proposal_sent(what).to_owned() } else { phrases::proposal_from(what, &who) };
    Some(
        view! {
            <div class="request" role="group" aria-label=told.clone()>
                <p>{told.clone()}</p>
                <div class="row">
                    {asked.then(|| view! {
                        <button class="main" on:click=answer(true)>{phrases::accept()}</button>
                        <button on:click=answer(false)>{phrases::decline()}</button>
                    })}
                    {mine.then(|| view! {
                        <button class="plain" on:click=answer(false)>{phrases::cancel_request()}</button>
                    })}
                </div>
            </div>
        }
        .into_any(),
    )
}

/// Those who watch, and what they are shown.
pub(super) fn about(page: OnlinePageState) -> Option<AnyView> {
    let (watching, watchers, over) =
        page.online.with(|online| (online.seat().is_none(), online.watchers(), online.is_over()));
    let delay = page.with_game(|game| game.terms().delay)?;
    let late = phrases::spectator_delay(delay).filter(|_| watching && !over);
    let told: Vec<String> = watching
        .then(|| phrases::watching().to_owned())
        .into_iter()
        .chain(late)
        .chain(phrases::spectator_count(watchers))
        .collect();
    (!told.is_empty()).then(|| view! { <p class="faint watch">{told.join(" ")}</p> }.into_any())
}
