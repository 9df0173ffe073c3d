//! What else can be done with an online game: asking the others, giving up, looking at it closer afterwards.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::online::{Online, OnlineRoute, saved};
use halfboard_app::phrases::{game as game_phrases, online as phrases, shell};
use halfboard_app::route::Route;
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Proposal;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::message::Command;
use halfboard_rules::record;
use leptos::prelude::*;

use super::state::OnlinePageState;
use crate::browser::{self, BrowserStore};
use crate::game::dialog::confirm;

/// The actions available to the visitor of the page.
#[derive(Clone, PartialEq)]
struct AllowedActions {
    playing: bool,
    over: bool,
    seated: bool,
    abort: bool,
    take_back: bool,
    draw: bool,
    rematch: bool,
    gift: Option<TimeControl>,
    next: Option<String>,
}

impl AllowedActions {
    fn now(online: &Online) -> Option<AllowedActions> {
        let (game, seat) = (online.game()?, online.seat());
        let asks = |what| seat.is_some_and(|seat| game.can_propose(seat, what));
        let playing = game.phase() == Phase::Playing;
        let to_game =
            |id: &halfboard_protocol::id::GameId| Route::Online(OnlineRoute::Game { id: id.clone() }).to_string();
        Some(AllowedActions {
            playing,
            over: online.is_over(),
            seated: seat.is_some(),
            abort: game.can_abort(),
            take_back: asks(Proposal::TakeBack),
            draw: asks(Proposal::Draw),
            rematch: asks(Proposal::Rematch),
            gift: Some(game.terms().control).filter(|control| playing && control.gift().is_some()),
            next: game.rematch().map(to_game),
        })
    }
}

#[component]
pub(super) fn Actions(page: OnlinePageState, help: RwSignal<bool>) -> impl IntoView {
    let asks = RwSignal::new(None::<(&'static str, Callback<()>)>);
    let may = Memo::new(move |_| page.online.with(AllowedActions::now));
    let sure = move |question: &'static str, command: Command| {
        asks.set(Some((question, Callback::new(move |()| page.ask(command.clone())))));
    };
    let copy = move |_| copy_link(page);
    let export = move |_| {
        if let Some((name, text)) = page.with_game_untracked(|game| (game.session().info().id, written(game))) {
            browser::download(&format!("halfboard-{name}-online.txt"), &text);
        }
    };
    let rules = page.with_game_untracked(|game| game.session().info().id.to_owned()).unwrap_or_default();
    let rules = Route::RulesOf { game: rules }.to_string();
    let buttons = move || {
        let may = may.get()?;
        let person = may.seated && may.playing;
        Some(view! {
            {may.next.clone().map(|to| view! { <a class="button main" href=to>{phrases::to_rematch()}</a> })}
            {may.rematch.then(|| view! {
                <button class="main" on:click=move |_| page.request(Proposal::Rematch)>{phrases::rematch()}</button>
            })}
            {may.over.then(|| view! {
                <button class="analyse" on:click=move |_| analyse(page)>{game_phrases::analyse()}</button>
                <a class="button" href=Route::Online(OnlineRoute::Lobby).to_string()>{phrases::to_lobby()}</a>
            })}
            {person.then(|| view! {
                <button disabled=!may.take_back on:click=move |_| page.request(Proposal::TakeBack)>{phrases::ask_take_back()}</button>
            })}
            {(person && may.draw).then(|| view! {
                <button on:click=move |_| page.request(Proposal::Draw)>{game_phrases::offer_draw()}</button>
            })}
            {person.then_some(may.gift).flatten().map(|control| {
                let label = if matches!(control, TimeControl::Days { .. }) { phrases::give_day() } else { phrases::give_time() };
                view! { <button on:click=move |_| page.ask(Command::GiveTime)>{label}</button> }
            })}
            {(person && may.abort).then(|| view! {
                <button on:click=move |_| sure(phrases::sure_abort(), Command::Abort)>{phrases::abort()}</button>
            })}
            {(person && !may.abort).then(|| view! {
                <button on:click=move |_| sure(game_phrases::resign_question(), Command::Resign)>{game_phrases::resign()}</button>
            })}
        })
    };
    view! {
        <div class="actions">
            <div class="row">{buttons}</div>
            <div class="row quiet">
                <button class="plain" on:click=move |_| page.composer.quarters.update(|q| *q = (*q + 2) % 4)>{game_phrases::flip()}</button>
                <button class="plain" on:click=move |_| page.composer.quarters.update(|q| *q = (*q + 1) % 4)>{game_phrases::rotate()}</button>
                <button class="plain" on:click=copy>{game_phrases::link()}</button>
                <button class="plain" on:click=export>{game_phrases::export()}</button>
                <button class="plain" on:click=move |_| help.set(true)>{game_phrases::keys()}</button>
                <a class="button plain" href=rules>{game_phrases::rules()}</a>
            </div>
            {move || asks.get().map(|(question, act)| confirm(question, act, asks))}
        </div>
    }
}

fn written(game: &Game) -> String {
    record::format(&[game.record()])
}

/// Puts the address of the game on the clipboard.
pub(super) fn copy_link(page: OnlinePageState) {
    browser::copy(&page.link(), move |done| {
        page.app.notify(if done { game_phrases::link_copied() } else { game_phrases::not_copied() });
    });
}

/// Puts the game among those kept here, and goes to the analysis board with it.
fn analyse(page: OnlinePageState) {
    let id = page.with_game_untracked(|game| saved::save_record(&BrowserStore, game, browser::milliseconds()));
    match id.flatten() {
        Some(id) => page.app.go(&Route::Analysis(AnalysisRoute::Kept { id })),
        None => page.app.notify(shell::not_saved()),
    }
}
