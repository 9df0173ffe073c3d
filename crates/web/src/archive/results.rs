//! The games that the search found, to be opened and downloaded.

use std::collections::HashSet;

use halfboard_app::archive::{ArchiveLibrary, ArchiveSearch, format_sgf};
use halfboard_app::phrases::{archive as phrases, rules};
use halfboard_archive::GameSummary;
use halfboard_rules::record::{self, Record};
use halfboard_rules::session::Session;
use leptos::prelude::*;

use super::{analyse_archived, library};
use crate::app::{App, app};
use crate::browser;

/// The games on a page of the list.
pub(super) const AT_ONCE: usize = 30;

/// A game that was found: its id, and the number of moves before the position that was searched for.
type FoundGame = (u64, usize);

/// Returns the games that the form and the position allow, the latest first.
fn find(search: &ArchiveSearch, position: Option<&dyn Session>) -> Vec<FoundGame> {
    let (filter, _) = search.filter();
    library::read(|library| {
        let archive = library.archive();
        if let Some(session) = position {
            let allowed: HashSet<u64> = archive.search(&filter).into_iter().collect();
            let reached = archive.reached(session, usize::MAX).into_iter();
            return reached.filter(|game| allowed.contains(&game.game)).map(|game| (game.game, game.ply)).collect();
        }
        let mut found: Vec<FoundGame> = archive.search(&filter).into_iter().map(|game| (game, 0)).collect();
        let date = |game: u64| archive.summary(game).map(|summary| summary.date.as_str());
        found.sort_by(|(a, _), (b, _)| date(*b).cmp(&date(*a)).then(b.cmp(a)));
        found
    })
}

/// The list, and what can be done with all games in it.
pub(super) fn results(search: RwSignal<ArchiveSearch>, position: StoredValue<Option<Box<dyn Session>>>) -> AnyView {
    let found = Memo::new(move |_| search.with(|search| position.with_value(|at| find(search, at.as_deref()))));
    let most = RwSignal::new(AT_ONCE);
    let counted = move || {
        let total = library::read(|library| library.archive().len());
        phrases::found_count(found.with(Vec::len), total)
    };
    let indexing = move || {
        let (done, total) = library::read(ArchiveLibrary::progress);
        (done < total).then(|| {
            view! {
                <p class="faint">{phrases::indexing(done, total)}</p>
                <progress class="thinks" max=total.to_string() value=done.to_string() aria-label=phrases::indexing(done, total)></progress>
            }
        })
    };
    let app = app();
    let entries = move || {
        let shown: Vec<FoundGame> = found.with(|found| found.iter().take(most.get()).copied().collect());
        library::read_untracked(|library| {
            let summary = |(game, ply): FoundGame| Some((game, ply, library.archive().summary(game)?.clone()));
            let known = shown.into_iter().filter_map(summary);
            let open = move |game, ply| move || analyse_archived(app, game, ply);
            known.map(|(game, ply, summary)| entry(&summary, open(game, ply))).collect::<Vec<_>>()
        })
    };
    let more = move || {
        (found.with(Vec::len) > most.get()).then(|| {
            view! { <button type="button" on:click=move |_| most.update(|most| *most += AT_ONCE)>{phrases::show_more()}</button> }
        })
    };
    view! {
        <section class="card found-games" aria-labelledby="found-title">
            <h2 id="found-title">{phrases::found()}</h2>
            <p class="faint" role="status" id="found-count">{counted}</p>
            {indexing}
            <ul class="kept-analyses">{entries}</ul>
            <div class="row">{more}</div>
            {downloads(found)}
        </section>
    }
    .into_any()
}

/// A game in a list.
pub(super) fn entry(summary: &GameSummary, open: impl Fn() + 'static) -> AnyView {
    let players = phrases::player_names(summary);
    let length = phrases::move_count(summary.plies);
    let variant = rules::variant(&summary.rules);
    let about = [variant.as_str(), &length, &summary.date, &summary.event].into_iter().filter(|part| !part.is_empty());
    let about = about.collect::<Vec<_>>().join(" · ");
    view! {
        <li class="kept-analysis">
            <div>
                <span><strong>{players.clone()}</strong> " · " {phrases::game_result(summary.result)}</span>
                <span class="faint">{about}</span>
            </div>
            <div class="row"><button type="button" aria-label=phrases::open_game(players)
                on:click=move |_| open()>{phrases::open()}</button></div>
        </li>
    }
    .into_any()
}

/// The format of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Records,
    Sgf,
}

/// Downloads games, and says which of them the format cannot represent.
pub(super) fn save(app: App, records: &[Record], kind: FileKind) {
    let name = |extension: &str| format!("halfboard-archive-{}.{extension}", browser::today());
    if kind == FileKind::Records {
        return browser::download(&name("txt"), &record::format(records));
    }
    let (text, count) = format_sgf(records);
    match count {
        0 => return app.notify(phrases::sgf_none()),
        _ if count < records.len() => app.notify(phrases::sgf_some(count, records.len())),
        _ => {}
    }
    browser::download(&name("sgf"), &text);
}

/// Downloads of all games that were found.
fn downloads(found: Memo<Vec<FoundGame>>) -> AnyView {
    let app = app();
    let download = move |kind: FileKind| {
        let games = found.get_untracked();
        let records: Vec<Record> = library::read_untracked(|library| {
            games.iter().filter_map(|(game, _)| library.archive().record(*game)).collect()
        });
        save(app, &records, kind);
    };
    let none = move || found.with(Vec::is_empty);
    view! {
        <div class="row">
            <button type="button" disabled=none on:click=move |_| download(FileKind::Records)>{phrases::download()}</button>
            <button type="button" disabled=none on:click=move |_| download(FileKind::Sgf)>{phrases::download_sgf()}</button>
        </div>
    }
    .into_any()
}
