//! Import of files, what was understood of them, and the list of imported files.

use halfboard_app::archive::{FileReport, StoredImport, iter_records};
use halfboard_app::phrases::{archive as phrases, games, language};
use leptos::prelude::*;

use super::library;
use crate::app::{App, app};
use crate::browser;

/// The problems of a file that are listed.
const MAX_PROBLEMS: usize = 20;

/// What is shown of a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReportText {
    summary: String,
    /// The place of each problem, and the problem in English.
    problems: Vec<(String, String)>,
    others: usize,
}

impl ReportText {
    fn new(report: &FileReport) -> ReportText {
        let problem = |error: &halfboard_rules::record::RecordError| {
            let at = if error.word.is_empty() { String::new() } else { format!("“{}”: ", error.word) };
            (phrases::problem(error.game, error.line), at + &error.problem)
        };
        ReportText {
            summary: phrases::file_report(report),
            problems: report.errors.iter().take(MAX_PROBLEMS).map(problem).collect(),
            others: report.errors.len().saturating_sub(MAX_PROBLEMS),
        }
    }
}

/// Reads the files game by game, with pauses in which the page is drawn.
async fn read_all(app: App, files: Vec<(String, String)>, reports: RwSignal<Vec<ReportText>>, busy: RwSignal<bool>) {
    for (name, text) in files {
        let mut report = FileReport::new(&name);
        let mut pause_at = browser::seconds() + library::SLICE;
        for game in iter_records(&text) {
            report.add(game);
            if browser::seconds() > pause_at {
                browser::pause().await;
                pause_at = browser::seconds() + library::SLICE;
            }
        }
        reports.try_update(|reports| reports.push(ReportText::new(&report)));
        app.announce(phrases::file_report(&report));
        if !report.games.is_empty() {
            let now = browser::milliseconds();
            let is_used = |id: u64| library::read_untracked(|all| all.imports().iter().any(|import| import.id == id));
            let id = (now..).find(|&id| !is_used(id)).unwrap_or(now);
            library::add(app, StoredImport::new(id, &name, now, &report.games));
        }
        browser::pause().await;
    }
    busy.try_set(false);
}

/// The import section.
pub(super) fn section() -> AnyView {
    let app = app();
    let reports = RwSignal::new(Vec::<ReportText>::new());
    let busy = RwSignal::new(false);
    let pick = move |event| {
        browser::pick_files(&event, move |files| {
            reports.try_set(Vec::new());
            busy.try_set(true);
            leptos::task::spawn_local(read_all(app, files, reports, busy));
        });
    };
    let shown = move || reports.get().into_iter().map(report_view).collect::<Vec<_>>();
    view! {
        <section class="card bring-in" aria-labelledby="import-title">
            <h2 id="import-title">{phrases::import()}</h2>
            <p class="faint" id="import-more">{phrases::import_more()}</p>
            <p class="field">
                <label for="import-files">{phrases::choose_files()}</label>
                <input type="file" id="import-files" multiple accept=".txt,.pgn,.sgf,.json,.jsonl,text/plain"
                    disabled=move || !library::is_loaded() aria-describedby="import-more" on:change=pick/>
            </p>
            <div class="import-reports" role="status">
                {shown}
                {move || busy.get().then(|| view! { <p class="faint">{phrases::reading()}</p> })}
            </div>
        </section>
    }
    .into_any()
}

fn report_view(report: ReportText) -> AnyView {
    let ReportText { summary, problems, others } = report;
    if problems.is_empty() {
        return view! { <p>{summary}</p> }.into_any();
    }
    let problems: Vec<_> = problems
        .into_iter()
        .map(|(place, problem)| view! { <li>{place} " " <span lang="en">{problem}</span></li> })
        .collect();
    view! {
        <div class="wrong">
            <p>{summary}</p>
            <ul class="problems">{problems}</ul>
            {(others > 0).then(|| view! { <p>{phrases::more_problems(others)}</p> })}
        </div>
    }
    .into_any()
}

/// The list of imported files, which can be deleted.
pub(super) fn list() -> AnyView {
    let app = app();
    let deleted = RwSignal::new(None::<StoredImport>);
    let delete = move |id: u64| {
        deleted.set(library::delete(id));
        browser::later(0, || browser::focus("#undo-import"));
    };
    let restore = move |_| {
        if let Some(import) = deleted.get_untracked() {
            deleted.set(None);
            library::add(app, import);
            browser::later(0, || browser::focus_if_lost("#import-files"));
        }
    };
    let undo = move || {
        deleted.with(|deleted| deleted.as_ref().map(|import| import.name.clone())).map(|name| {
            view! {
                <p class="told row"><span class="file-name">{phrases::deleted(name)}</span>
                    <button type="button" id="undo-import" on:click=restore>{phrases::undo()}</button></p>
            }
        })
    };
    let imports = Memo::new(move |_| {
        library::read(|library| {
            let entry = |import: &StoredImport| {
                let duplicates = library.duplicates(import.id);
                (import.id, import.name.clone(), import.imported, import.games.len(), duplicates)
            };
            library.imports().iter().rev().map(entry).collect::<Vec<_>>()
        })
    });
    let entries = move || {
        let entry = move |(id, name, imported, count, duplicates): (u64, String, u64, usize, usize)| {
            let mut about = format!("{}, {}", games::game_count(count), browser::when(imported, language().tag()));
            if duplicates > 0 {
                about = format!("{about}, {}", phrases::duplicate_count(duplicates));
            }
            view! {
                <li class="kept-analysis">
                    <div><strong>{name.clone()}</strong> <span class="faint">{about}</span></div>
                    <div class="row"><button type="button" aria-label=phrases::delete_import(&name)
                        on:click=move |_| delete(id)>{phrases::delete()}</button></div>
                </li>
            }
        };
        imports.get().into_iter().map(entry).collect::<Vec<_>>()
    };
    let none = move || {
        let text = if library::is_loaded() { phrases::no_imports() } else { phrases::loading() };
        imports.with(Vec::is_empty).then(|| view! { <p class="faint">{text}</p> })
    };
    view! {
        <section class="card imports" aria-labelledby="imports-title">
            <h2 id="imports-title">{phrases::imports()}</h2>
            <div role="status">{undo}</div>
            {none}
            <ul class="kept-analyses">{entries}</ul>
        </section>
    }
    .into_any()
}
