//! Choosing what to analyse: a game and a variant, any rules string, a text or file, or an analysis that is kept.

use halfboard_app::analysis::{AnalysisRoute, Tree, saved};
use halfboard_app::archive::ArchiveRoute;
use halfboard_app::phrases::{analysis as phrases, game_texts, games as games_phrases, rules};
use halfboard_app::route::Route;
use halfboard_rules::registry::{self, GameEntry};
use leptos::prelude::*;

use super::{AnalysisPageState, begin, others, share};
use crate::app::{App, app};
use crate::browser::{self, BrowserStore};

/// What is wrong with where one wanted to go: a sentence, and the exact words of the rules in English.
pub(super) type ErrorText = (String, Option<String>);

/// The page. A problem with the link is shown above.
pub(super) fn page(problem: Option<ErrorText>) -> AnyView {
    let told = problem.map(|(sentence, detail)| {
        view! {
            <div class="wrong" role="alert">
                <p>{sentence}</p>
                {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
            </div>
        }
    });
    let games: Vec<_> = registry::games().iter().map(|game| choice(*game)).collect();
    view! {
        <section class="page analysis-begin">
            <h1>{phrases::begin_title()}</h1>
            {told}
            <p class="lead">{phrases::begin_lead()}</p>
            <div class="begin-grid">
                <section class="card" aria-labelledby="from-start">
                    <h2 id="from-start">{phrases::choose_game()}</h2>
                    {games}
                    {by_rules()}
                </section>
                <div class="parts">
                    {share::import_part("lines-of-action".to_owned())}
                    {others::list(None)}
                    <p><a class="button" href=Route::Archive(ArchiveRoute::All).to_string()>{games_phrases::archive()}</a></p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The board for a first visit: the start of the game that was played last, or of the first one.
pub(super) fn first_board(app: App) -> AnyView {
    let games = halfboard_app::saved::all(&BrowserStore);
    let played = games.iter().find_map(|kept| kept.play.as_ref().ok()).map(|play| play.session().info().id);
    let entry = played.and_then(|id| registry::game(id).ok()).or_else(|| registry::games().first().copied());
    let Some(rules) = entry.and_then(|game| game.rules(None).ok()) else { return page(None) };
    let id = saved::new_id(&BrowserStore, browser::milliseconds());
    super::board(AnalysisPageState::new(app, id, Tree::new(rules.start(browser::seed())), String::new()))
}

/// The choice of another game, as long as there is no move.
pub(super) fn chooser(analysis: AnalysisPageState) -> impl IntoView {
    let app = analysis.app;
    let current = analysis.tree.with_untracked(|tree| tree.session().info().id);
    let untouched = Memo::new(move |_| analysis.tree.with(|tree| tree.len() <= 1));
    let choose = move |event| {
        let rules = registry::game(&event_target_value(&event)).ok().and_then(|game| game.rules(None).ok());
        if let Some(rules) = rules {
            begin(app, &Tree::new(rules.start(browser::seed())));
        }
    };
    let options = move || {
        let option = |game: &&'static dyn GameEntry| {
            let info = game.info();
            view! { <option value=info.id selected=info.id == current>{info.name}</option> }
        };
        registry::games().iter().map(option).collect::<Vec<_>>()
    };
    move || {
        untouched.get().then(|| {
            view! {
                <div class="row choose-game">
                    <select aria-label=phrases::choose_game() on:change=choose>{options()}</select>
                    <a class="button plain" href=Route::Analysis(AnalysisRoute::New).to_string()>{phrases::more_variants()}</a>
                </div>
            }
        })
    }
}

/// A game with its variants.
fn choice(game: &'static dyn GameEntry) -> impl IntoView {
    let app = app();
    let info = game.info();
    let id = format!("variant-{}", info.id);
    let chosen = RwSignal::new(info.id.to_owned());
    let texts = game_texts::texts(info);
    let variants: Vec<_> = game
        .presets()
        .into_iter()
        .map(|preset| view! { <option value=preset.rules>{texts.preset(preset.id).name.get()}</option> })
        .collect();
    let analyse = move |_| {
        // Where chance makes the board, each analysis has another.
        if let Ok(rules) = registry::rules(&chosen.get_untracked()) {
            begin(app, &Tree::new(rules.start(browser::seed())));
        }
    };
    view! {
        <div class="field">
            <label for=id.clone()>{info.name}</label>
            <div class="row">
                <select id=id aria-label=phrases::variant_of(info.name)
                    on:change=move |event| chosen.set(event_target_value(&event))>{variants}</select>
                <button class="main" aria-label=phrases::analyse_game(info.name) on:click=analyse>{phrases::analyse()}</button>
            </div>
        </div>
    }
}

/// Any rules at all, as text.
fn by_rules() -> impl IntoView {
    let app = app();
    let text = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match registry::rules(text.get_untracked().trim()) {
            Ok(rules) => begin(app, &Tree::new(rules.start(browser::seed()))),
            Err(error) => wrong.set(Some(rules::rules_error(&error))),
        }
    };
    let is_wrong = move || wrong.with(Option::is_some);
    view! {
        <form class="field" on:submit=submit novalidate>
            <label for="rules-string">{phrases::rules_string()}</label>
            <div class="row">
                <input type="text" class="code" id="rules-string" maxlength="200" autocomplete="off" spellcheck="false"
                    aria-describedby="rules-string-more" aria-invalid=move || is_wrong().then_some("true")
                    prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
                <button type="submit">{phrases::analyse()}</button>
            </div>
            <span class="faint" id="rules-string-more">{phrases::rules_string_more()}</span>
            <div role="alert">{move || wrong.get().map(|wrong| view! { <p class="wrong">{wrong}</p> })}</div>
        </form>
    }
}
