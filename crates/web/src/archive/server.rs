//! The server's games that the search found, page by page, to be opened and downloaded.

use std::collections::VecDeque;

use halfboard_app::archive::ArchiveSearch;
use halfboard_app::archive::server::{ServerGame, ServerPage, games_path, parse_games_page, parse_record, record_path};
use halfboard_app::phrases::archive as phrases;
use halfboard_protocol::id::GameId;
use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use leptos::prelude::*;

use super::analyse;
use super::results::{AT_ONCE, FileKind, entry, save};
use crate::app::{App, app};
use crate::browser;

/// How long the form is left alone before the server is asked, in milliseconds.
const PAUSE: u32 = 250;

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Loading,
    Done,
    Failed,
}

/// The games that the server has sent.
#[derive(Clone, Copy)]
struct ServerList {
    search: RwSignal<ArchiveSearch>,
    position: StoredValue<Option<Box<dyn Session>>>,
    page: RwSignal<ServerPage>,
    progress: RwSignal<Progress>,
    /// The number of the search. Answers to an earlier one are dropped.
    number: StoredValue<u32>,
}

impl ServerList {
    /// Searches anew, after a pause.
    fn start(self, pause: u32) {
        self.number.update_value(|number| *number += 1);
        self.progress.set(Progress::Loading);
        let number = self.number.get_value();
        browser::later(pause, move || {
            if self.number.try_get_value() == Some(number) {
                self.request(None);
            }
        });
    }

    /// Requests the first page, or the one before a number.
    fn request(self, before: Option<u64>) {
        let (filter, _) = self.search.with_untracked(ArchiveSearch::filter);
        let path = self.position.with_value(|session| games_path(&filter, session.as_deref(), before, AT_ONCE));
        let Some(path) = path else { return self.receive(None, ServerPage::default()) };
        self.progress.set(Progress::Loading);
        let number = self.number.get_value();
        browser::request(&path, None, move |answer| {
            if self.number.try_get_value() != Some(number) {
                return;
            }
            match answer.filter(|(ok, _)| *ok).and_then(|(_, text)| parse_games_page(&text)) {
                Some(page) => self.receive(before, page),
                None => self.progress.set(Progress::Failed),
            }
        });
    }

    fn receive(self, before: Option<u64>, page: ServerPage) {
        self.page.update(|listed| {
            if before.is_none() {
                listed.games.clear();
            }
            listed.games.extend(page.games);
            listed.next = page.next;
        });
        self.progress.set(Progress::Done);
    }
}

/// The list, and what can be done with all games in it.
pub(super) fn results(search: RwSignal<ArchiveSearch>, position: StoredValue<Option<Box<dyn Session>>>) -> AnyView {
    let list = ServerList {
        search,
        position,
        page: RwSignal::default(),
        progress: RwSignal::new(Progress::Loading),
        number: StoredValue::new(0),
    };
    Effect::new(move |earlier: Option<()>| {
        search.track();
        list.start(if earlier.is_none() { 0 } else { PAUSE });
    });
    let counted = move || match list.progress.get() {
        Progress::Loading if list.page.with(|page| page.games.is_empty()) => phrases::loading().to_owned(),
        Progress::Failed => phrases::server_failed().to_owned(),
        _ => list.page.with(|page| phrases::listed_count(page.games.len(), page.next.is_none())),
    };
    let app = app();
    let entries = move || {
        let game = |game: &ServerGame| {
            let (id, ply) = (game.id.clone(), game.ply);
            entry(&game.summary, move || open_game(app, &id, ply))
        };
        list.page.with(|page| page.games.iter().map(game).collect::<Vec<_>>())
    };
    let more = move || {
        match list.progress.get() {
        Progress::Failed => {
            Some(view! { <button type="button" on:click=move |_| list.start(0)>{phrases::retry()}</button> }.into_any())
        }
        progress => list.page.with(|page| page.next).map(|next| {
            let is_loading = progress == Progress::Loading;
            view! {
                <button type="button" disabled=is_loading on:click=move |_| list.request(Some(next))>{phrases::show_more()}</button>
            }
            .into_any()
        }),
    }
    };
    view! {
        <section class="card found-games" aria-labelledby="found-title">
            <h2 id="found-title">{phrases::found()}</h2>
            <p class="faint" role="status" id="found-count">{counted}</p>
            <ul class="kept-analyses">{entries}</ul>
            <div class="row">{more}</div>
            {downloads(app, list)}
        </section>
    }
    .into_any()
}

/// Downloads of the games in the list, whose records are fetched one after the other.
fn downloads(app: App, list: ServerList) -> AnyView {
    let busy = RwSignal::new(false);
    let download = move |kind: FileKind| {
        let games = list.page.with_untracked(|page| page.games.iter().map(|game| game.id.clone()).collect());
        busy.set(true);
        fetch_all(games, Vec::new(), move |records| {
            let _ = busy.try_set(false);
            match records {
                Some(records) => save(app, &records, kind),
                None => app.notify(phrases::server_failed()),
            }
        });
    };
    let disabled = move || busy.get() || list.page.with(|page| page.games.is_empty());
    view! {
        <div class="row">
            <button type="button" disabled=disabled on:click=move |_| download(FileKind::Records)>{phrases::download()}</button>
            <button type="button" disabled=disabled on:click=move |_| download(FileKind::Sgf)>{phrases::download_sgf()}</button>
        </div>
    }
    .into_any()
}

/// Fetches the record of a game of the server.
fn fetch(id: &GameId, then: impl FnOnce(Option<Record>) + 'static) {
    browser::request(&record_path(id), None, move |answer| {
        then(answer.filter(|(ok, _)| *ok).and_then(|(_, text)| parse_record(&text)));
    });
}

/// Fetches records one after the other. Passes `None` if one cannot be had.
fn fetch_all(mut games: VecDeque<GameId>, mut records: Vec<Record>, then: impl FnOnce(Option<Vec<Record>>) + 'static) {
    let Some(id) = games.pop_front() else { return then(Some(records)) };
    fetch(&id, move |record| match record {
        Some(record) => {
            records.push(record);
            fetch_all(games, records, then);
        }
        None => then(None),
    });
}

/// Opens a game of the server in the analysis, after so many moves.
pub(crate) fn open_game(app: App, id: &GameId, ply: usize) {
    let source = format!("server {id}");
    fetch(id, move |record| match record {
        Some(record) => analyse(app, &source, &record, ply),
        None => app.notify(phrases::unreadable()),
    });
}
