//! The setup page: variant, players and clock on one screen, and everything else under "More options". The form is
//! generated from the registry; errors are shown beside their fields.

mod clock;
mod online;
mod options;
mod players;
mod start;
mod variant;

use halfboard_app::layout::Layout;
use halfboard_app::online::{Challenge, KEY};
use halfboard_app::phrases::{
    game_texts, online as online_phrases, players as player_phrases, result, rules, setup as phrases, shell,
};
use halfboard_app::route::Route;
use halfboard_app::saved::Store;
use halfboard_app::setup::{Form, FormError};
use halfboard_rules::registry::{self, GameEntry};
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::app::app;
use crate::board::Board;
use crate::browser::{self, BrowserStore};
use crate::game;
use crate::online::{Making, NameField, error_text, make};

/// The state of the page.
#[derive(Clone, Copy)]
struct SetupPageState {
    form: RwSignal<Form>,
    /// The first error of the form.
    problem: Memo<Option<FormError>>,
    /// The rules by which levels are counted.
    level_rules: Memo<String>,
    /// The seats of the chosen variant.
    seats: Memo<&'static [&'static str]>,
    /// Whether the start position depends on the seed.
    has_chance: Memo<bool>,
    /// Whether online play is selected.
    wants_online: RwSignal<bool>,
    /// Whether online play is selected and the game has several seats.
    online: Memo<bool>,
    /// The additional fields of a challenge.
    challenge: RwSignal<Challenge>,
    /// The player's name in online games.
    name: NameField,
    /// The state of creating a challenge.
    making: Making,
}

/// The setup page of a game, by its id in the URL, for a local game or an online challenge.
pub(crate) fn page(id: &str, online: bool) -> AnyView {
    match registry::game(id) {
        Ok(game) => setup(game, online).into_any(),
        Err(_) => super::missing::missing(&shell::no_such_game(id)).into_any(),
    }
}

fn setup(game: &'static dyn GameEntry, online: bool) -> impl IntoView {
    let app = app();
    let info = game.info();
    let level = app.settings.with_untracked(|settings| settings.level_in(info.id));
    let remembered = BrowserStore.get(&Form::key(info.id)).unwrap_or_default();
    let form = RwSignal::new(Form::read(game, level, browser::seed(), &remembered));
    let challenge = RwSignal::new(Challenge::read(&BrowserStore.get(KEY).unwrap_or_default()));
    let seats = Memo::new(move |_| form.with(Form::seats));
    let wants_online = RwSignal::new(online);
    let online = Memo::new(move |_| wants_online.get() && seats.with(|seats| seats.len() > 1));
    let problem = move |_: Option<&Option<FormError>>| match online.get() {
        true => challenge.with(|challenge| form.with(|form| challenge.error(form))),
        false => form.with(Form::error),
    };
    let state = SetupPageState {
        form,
        problem: Memo::new(problem),
        level_rules: Memo::new(move |_| form.with(Form::level_rules)),
        seats,
        has_chance: Memo::new(move |_| form.with(Form::has_chance)),
        wants_online,
        online,
        challenge,
        name: NameField::saved(),
        making: Making::new(),
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let begun = form.with_untracked(|form| match online.get_untracked() {
            true => challenge
                .with_untracked(|challenge| make(app, form, challenge, state.name, state.making).map(|()| None)),
            false => form.setup(browser::seed()).map(Some),
        });
        match begun {
            Ok(setup) => {
                // What cannot be remembered is not missed: the form just starts plain next time.
                let _ = BrowserStore.set(&Form::key(info.id), &form.with_untracked(Form::write));
                if let Some(setup) = setup {
                    game::begin(app, &setup);
                }
            }
            Err(problem) => {
                app.notify(phrases::form_error(game.info(), &problem));
                browser::focus("[aria-invalid=true], .wrong button");
            }
        }
    };
    let texts = game_texts::texts(info);
    let short = rules::short_name(info.name);
    let rules_link = Route::RulesOf { game: info.id.to_owned() }.to_string();
    view! {
        <section class="page setup">
            <h1>{phrases::title(short)}</h1>
            <p class="lead">{phrases::game_by(info.name, texts.designers.get())} " " <a href=rules_link>{phrases::rules_of(short)}</a></p>
            <form class="setup-grid" on:submit=submit novalidate>
                <div class="preview card">
                    {preview(state, game)}
                    {begin_part(state, game, "begin-problem")}
                </div>
                <div class="parts">
                    {variant::variant(state, game)}
                    {players::players(state)}
                    {move || if online.get() { online::times(state) } else { clock::clock(state).into_any() }}
                    {more_options(state)}
                    {begin_part(state, game, "begin-problem-below")}
                </div>
            </form>
        </section>
    }
}

/// The start position; while the form is invalid, the last valid one.
fn preview(state: SetupPageState, game: &'static dyn GameEntry) -> impl IntoView {
    let info = game.info();
    let plain = move || game.rules(None).map(|rules| rules.start(0).view(&[]));
    let view = Memo::new(move |before: Option<&View>| {
        let now = state.form.with(|form| form.session().ok().map(|session| session.view(&[])));
        now.or_else(|| before.cloned()).unwrap_or_else(|| plain().expect("the plain game is valid"))
    });
    let presets = game_texts::texts(info).presets;
    let name = Memo::new(move |_| {
        let preset = state.form.with(Form::preset).and_then(|index| presets.get(index));
        preset.map_or_else(rules::custom_rules, |preset| preset.name.get())
    });
    let over = move || view.with(|view| view.ending).map(|ending| phrases::position_over(result::ended(ending)));
    view! {
        <Board view layout=Layout::new(info.board) label=phrases::preview(info.name) shows_choices=false/>
        <p class="variant-name" role="status">{move || phrases::chosen_variant(name.get())}</p>
        {move || over().map(|words| view! { <p class="faint">{words}</p> })}
    }
}

/// The button that starts the game, with the error that prevents it.
fn begin_part(state: SetupPageState, game: &'static dyn GameEntry, id: &'static str) -> impl IntoView {
    let problem = move || state.problem.get().map(|problem| phrases::form_error(game.info(), &problem));
    let begin = move || match (state.online.get(), state.making.busy.get()) {
        (true, true) => online_phrases::creating(),
        (true, false) => online_phrases::create_challenge(),
        (false, _) => phrases::begin(),
    };
    view! {
        <div class="begin">
            <button type="submit" class="main" disabled=move || state.making.busy.get()
                aria-describedby=move || problem().map(|_| id)>{begin}</button>
            {move || problem().map(|told| view! {
                <p class="wrong" id=id>{phrases::cannot_begin()} " " {told}</p>
            })}
            {move || state.making.problem.with(|problem| problem.as_ref().map(error_text))}
        </div>
    }
}

/// The options that most games do not need: names, start, rules, and those of online games. Open from the start if
/// one of them was changed the last time, and when one is wrong.
fn more_options(state: SetupPageState) -> impl IntoView {
    let changed = state.form.with_untracked(|form| form.preset().is_none());
    let open = Memo::new(move |before: Option<&bool>| {
        let elsewhere = |problem: Option<FormError>| matches!(problem, None | Some(FormError::Clock));
        *before.unwrap_or(&changed) || !elsewhere(state.problem.get())
    });
    view! {
        <details class="more-options" open=move || open.get()>
            <summary class="button">{phrases::more_options()}</summary>
            <div class="parts">
                {move || state.online.get().then(|| online::more(state))}
                {players::names(state)}
                {start::start(state)}
                {options::options(state)}
            </div>
        </details>
    }
}

/// Returns the name of a seat.
fn seat_name(seat: &str) -> &str {
    player_phrases::seat(seat)
}
