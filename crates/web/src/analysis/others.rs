//! The analyses that are kept, to be opened and deleted.

use halfboard_app::analysis::saved::{self, SavedAnalysis};
use halfboard_app::analysis::{AnalysisRoute, Tree};
use halfboard_app::phrases::{analysis as phrases, language, rules, shell};
use halfboard_app::route::Route;
use leptos::prelude::*;

use super::state::AnalysisPageState;
use crate::app::app;
use crate::browser::{self, BrowserStore};

/// The others, beside an analysis.
pub(super) fn part(analysis: AnalysisPageState) -> AnyView {
    analysis.save_now();
    list(Some(analysis.id))
}

/// The list of all. The one that is shown now cannot be deleted.
pub(super) fn list(now: Option<u64>) -> AnyView {
    let app = app();
    let read = RwSignal::new(());
    let gone = RwSignal::new(None::<(u64, String)>);
    let delete = move |kept: &SavedAnalysis| {
        saved::delete(&BrowserStore, kept.id);
        gone.set(Some((kept.id, kept.text.clone())));
        read.set(());
        browser::later(0, || browser::focus("#undo-analysis"));
    };
    let restore = move |_| {
        if let Some((id, text)) = gone.get_untracked() {
            if saved::restore(&BrowserStore, id, &text).is_err() {
                app.notify(shell::not_saved());
            }
            gone.set(None);
            read.set(());
        }
    };
    let entries = move || {
        read.track();
        let all = saved::all(&BrowserStore);
        let none = all.iter().all(|kept| Some(kept.id) == now);
        let entries: Vec<_> = all.into_iter().map(|kept| entry(kept, now, delete)).collect();
        view! {
            {none.then(|| view! { <p class="faint">{phrases::saved_none()}</p> })}
            <ul class="kept-analyses">{entries}</ul>
        }
    };
    let undo = move || {
        gone.with(Option::is_some).then(|| {
            view! {
                <p class="told row"><span>{phrases::saved_deleted()}</span>
                    <button id="undo-analysis" on:click=restore>{phrases::undo()}</button></p>
            }
        })
    };
    view! {
        <section class="card" aria-labelledby="others-title">
            <h2 id="others-title">{phrases::others()}</h2>
            <p class="faint">{phrases::saved_more()}</p>
            {undo}
            {entries}
        </section>
    }
    .into_any()
}

/// Returns what an analysis is, in a line: the variant and the names of who played.
fn title(tree: &Tree) -> String {
    let variant = rules::variant(&tree.session().rules());
    let seats = tree.session().seats();
    let names: Vec<&str> = tree
        .tags()
        .iter()
        .filter(|(tag, _)| seats.iter().any(|seat| seat.replace(' ', "") == *tag))
        .map(|(_, name)| name.as_str())
        .collect();
    if names.is_empty() { variant } else { format!("{variant}: {}", names.join(" – ")) }
}

fn entry(kept: SavedAnalysis, now: Option<u64>, delete: impl Fn(&SavedAnalysis) + Copy + 'static) -> AnyView {
    let is_now = Some(kept.id) == now;
    let (what, when) = match &kept.written {
        Ok(written) => {
            let comment = written.tree.in_order().into_iter().map(|node| written.tree.comment(node).to_owned());
            let first: String = comment
                .filter(|text| !text.is_empty())
                .map(|text| text.chars().take(60).collect())
                .next()
                .unwrap_or_default();
            let mut more = match written.tree.len() - 1 {
                1 => phrases::saved_move().to_owned(),
                count => phrases::saved_moves(count),
            };
            if written.changed > 0 {
                more = format!("{more}, {}", browser::when(written.changed, language().tag()));
            }
            if !first.is_empty() {
                more = format!("{more}: {first}");
            }
            (title(&written.tree), more)
        }
        Err(error) => (phrases::load_failed().to_owned(), error.to_string()),
    };
    let open = kept.written.is_ok() && !is_now;
    let href = Route::Analysis(AnalysisRoute::Own { id: kept.id }).to_string();
    let lang = kept.written.is_err().then_some("en");
    view! {
        <li class="kept-analysis">
            <div><strong>{what.clone()}</strong> <span class="faint" lang=lang>{when}</span></div>
            <div class="row">
                {is_now.then(|| view! { <span class="faint">{phrases::saved_current()}</span> })}
                {open.then(|| view! { <a class="button" href=href>{phrases::open()}</a> })}
                {(!is_now).then(|| view! {
                    <button type="button" on:click=move |_| delete(&kept)>{phrases::delete_saved()}</button>
                })}
            </div>
        </li>
    }
    .into_any()
}
