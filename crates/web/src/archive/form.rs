//! The search form.

use halfboard_app::archive::{ArchiveLibrary, ArchiveSearch, SearchField};
use halfboard_app::phrases::{archive as phrases, rules};
use halfboard_archive::GameResult;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::library;
use super::source::ArchiveSource;
use crate::pages::parts::{checked_field, select_field, text_field};

/// The form. Everything that is entered searches at once. The server has no events, and all its games are finished.
pub(super) fn form(search: RwSignal<ArchiveSearch>, source: ArchiveSource) -> AnyView {
    let is_local = source == ArchiveSource::Browser;
    let text = move |id: &str, label: &'static str, field: fn(&mut ArchiveSearch) -> &mut String| {
        let value = move || search.with(|search| field(&mut search.clone()).clone());
        text_field(id.to_owned(), label.to_owned(), value, move |text| search.update(|search| *field(search) = text))
    };
    let checked = move |id: &'static str,
                        label: &'static str,
                        which: SearchField,
                        field: fn(&mut ArchiveSearch) -> &mut String| {
        let value = move || search.with(|search| field(&mut search.clone()).clone());
        let set = move |text| search.update(|search| *field(search) = text);
        let wrong = move || {
            let (_, errors) = search.with(ArchiveSearch::filter);
            errors.iter().any(|error| error.field == which).then_some("search-wrong")
        };
        checked_field(id.to_owned(), label.to_owned(), value, set, wrong)
    };
    let results = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Open];
    let results = results.into_iter().filter(|result| is_local || *result != GameResult::Open);
    let named = results.map(|result| (result.as_str().to_owned(), phrases::game_result(result).to_owned()));
    let results = std::iter::once((String::new(), phrases::any_result().to_owned())).chain(named).collect();
    let result = select_field(
        "search-result".to_owned(),
        phrases::result().to_owned(),
        results,
        move || search.with(|search| search.result.clone()),
        move |value| search.update(|search| search.result = value),
    );
    let problems = move || {
        let (_, errors) = search.with(ArchiveSearch::filter);
        let texts: Vec<_> = errors.iter().map(|error| view! { <p>{phrases::search_error(error)}</p> }).collect();
        (!texts.is_empty()).then(|| view! { <div class="wrong" id="search-wrong">{texts}</div> })
    };
    let is_set = Memo::new(move |_| search.with(|search| *search != ArchiveSearch::default()));
    view! {
        <section class="card archive-search" role="search" aria-labelledby="search-title">
            <h2 id="search-title">{phrases::search()}</h2>
            <div class="search-fields">
                {text("search-player", phrases::player(), |search| &mut search.player)}
                {is_local.then(|| text("search-event", phrases::event(), |search| &mut search.event))}
                {game_field(search, is_local)}
                {result}
                {checked("search-since", phrases::since(), SearchField::Since, |search| &mut search.since)}
                {checked("search-until", phrases::until(), SearchField::Until, |search| &mut search.until)}
                {checked("search-min", phrases::min_moves(), SearchField::MinMoves, |search| &mut search.min_moves)}
                {checked("search-max", phrases::max_moves(), SearchField::MaxMoves, |search| &mut search.max_moves)}
            </div>
            <p class="faint">{phrases::date_more()}</p>
            <div role="alert">{problems}</div>
            <div class="row">
                {super::analysed_position()}
                <button type="button" class="plain" disabled=move || !is_set.get()
                    on:click=move |_| search.set(ArchiveSearch::default())>{phrases::clear()}</button>
            </div>
        </section>
    }
    .into_any()
}

/// The choice of a game, or of a variant that occurs in the archive of this browser.
fn game_field(search: RwSignal<ArchiveSearch>, is_local: bool) -> AnyView {
    let occurring = Memo::new(move |_| library::read(ArchiveLibrary::rules));
    let options = move || {
        let mut options = vec![(String::new(), phrases::any_game().to_owned())];
        occurring.with(|occurring| {
            for info in registry::games().iter().map(|game| game.info()) {
                let variants = occurring.iter().filter(|rules| rules.split(':').next() == Some(info.id));
                let variants: Vec<_> = variants.map(|rules| (rules.clone(), rules::variant(rules))).collect();
                if !is_local {
                    options.push((info.id.to_owned(), info.name.to_owned()));
                    continue;
                }
                if variants.is_empty() {
                    continue;
                }
                options.push((info.id.to_owned(), info.name.to_owned()));
                // The plain rules have the name of the game, which stands for all variants.
                options.extend(variants.into_iter().filter(|(rules, _)| *rules != info.id));
            }
        });
        let option = |(value, text): (String, String)| {
            let this = value.clone();
            view! { <option value=value prop:selected=move || search.with(|search| search.rules == this)>{text}</option> }
        };
        options.into_iter().map(option).collect::<Vec<_>>()
    };
    view! {
        <p class="field">
            <label for="search-game">{phrases::game()}</label>
            <select id="search-game" on:change=move |event| search.update(|search| search.rules = event_target_value(&event))>
                {options}
            </select>
        </p>
    }
    .into_any()
}
