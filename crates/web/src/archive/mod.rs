//! The archive: games imported from files and the server's games, which can be searched, opened and downloaded, and
//! which the opening explorer of the analysis board uses.

mod form;
mod import;
pub(crate) mod library;
mod results;
pub(crate) mod server;
pub(crate) mod source;

use halfboard_app::analysis::{AnalysisRoute, Tree, saved};
use halfboard_app::archive::ArchiveRoute;
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{archive as phrases, board as board_phrases, games, rules, shell};
use halfboard_app::route::{Route, Shared};
use halfboard_app::shared;
use halfboard_rules::record::Record;
use halfboard_rules::session::Session;
use leptos::prelude::*;

use self::source::ArchiveSource;
use crate::app::{App, app};
use crate::board::Board;
use crate::browser::{self, BrowserStore};

/// The page of an address.
pub(crate) fn page(address: &ArchiveRoute) -> AnyView {
    library::open();
    let (position, wrong) = match address {
        ArchiveRoute::All => (None, None),
        ArchiveRoute::Position(shared) => match shared::open(shared, &[], 0, &browser::today()) {
            Ok(play) => (Some(play.session().clone_box()), None),
            Err(error) => (None, Some(games::open_error(&error))),
        },
    };
    let wrong = wrong.map(|(sentence, detail)| {
        view! {
            <div class="wrong" role="alert">
                <p>{sentence}</p>
                {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
            </div>
        }
    });
    let search = RwSignal::new(halfboard_app::archive::ArchiveSearch::default());
    let is_empty = Memo::new(move |_| library::read(|library| library.imports().is_empty()));
    let shown = position.as_ref().map(|session| picture(session.as_ref()));
    let position = StoredValue::new(position);
    let shown_source = source::shown();
    let source = Memo::new(move |_| shown_source.with(|(source, _)| *source));
    let finding = move || match source.get() {
        ArchiveSource::Server => {
            Some(view! { {form::form(search, ArchiveSource::Server)} {server::results(search, position)} }.into_any())
        }
        ArchiveSource::Browser if is_empty.get() => None,
        ArchiveSource::Browser => {
            Some(view! { {form::form(search, ArchiveSource::Browser)} {results::results(search, position)} }.into_any())
        }
    };
    // The sources offer different choices.
    let keep_common = move || {
        search.update(|search| {
            for field in [&mut search.event, &mut search.rules, &mut search.result] {
                field.clear();
            }
        });
    };
    view! {
        <section class="page archive">
            <h1>{phrases::title()}</h1>
            {wrong}
            <p class="lead">{phrases::lead()}</p>
            <div class="archive-grid">
                <div class="parts">{source::switch(shown_source, keep_common)} {shown} {finding}</div>
                <div class="parts">{import::section()} {import::list()}</div>
            </div>
        </section>
    }
    .into_any()
}

/// The position that is searched for.
fn picture(session: &dyn Session) -> AnyView {
    let mut view = session.view(&[]);
    view.next.clear();
    let variant = rules::variant(&session.rules());
    let label = board_phrases::board_of(&variant);
    view! {
        <section class="card row searched-position" aria-labelledby="position-title">
            <Board view=Signal::stored(view) layout=Layout::new(session.info().board) label shows_choices=false/>
            <div>
                <h2 id="position-title">{phrases::position()}</h2>
                <p>{variant}</p>
                <a class="button" href=Route::Archive(ArchiveRoute::All).to_string()>{phrases::any_position()}</a>
            </div>
        </section>
    }
    .into_any()
}

/// Returns the route of the games that reached a session's current position.
pub(crate) fn position_route(session: &dyn Session) -> Route {
    let position = Some(session.position());
    Route::Archive(ArchiveRoute::Position(Shared { rules: session.rules(), position, ..Shared::default() }))
}

/// Opens a game in the analysis, after so many moves: the analysis of this source if there is one, or a new one.
pub(crate) fn analyse(app: App, source: &str, record: &Record, ply: usize) {
    let now = browser::milliseconds();
    let known = saved::find_by_source(&BrowserStore, source).and_then(|kept| Some((kept.id, kept.written.ok()?.tree)));
    let (id, mut tree) = known.unwrap_or_else(|| (saved::new_id(&BrowserStore, now), Tree::of_record(record)));
    tree.go(tree.root());
    for turn in record.turns().iter().take(ply) {
        if tree.play(&turn.mv).is_err() {
            break;
        }
    }
    if saved::save(&BrowserStore, id, &tree, source, now).is_err() {
        app.notify(shell::not_saved());
    }
    app.go(&Route::Analysis(AnalysisRoute::Own { id }));
}

/// Opens a game of the library in the analysis, after so many moves.
pub(crate) fn analyse_archived(app: App, game: u64, ply: usize) {
    let found = library::read_untracked(|library| Some((library.origin(game)?, library.archive().record(game)?)));
    match found {
        Some((origin, record)) => analyse(app, &format!("archive {} {}", origin.import, origin.game), &record, ply),
        None => app.notify(phrases::unreadable()),
    }
}

/// The link to the games with the position of the last analysis.
fn analysed_position() -> Option<AnyView> {
    let tree = saved::last(&BrowserStore).and_then(|id| saved::read(&BrowserStore, id)?.written.ok())?.tree;
    let route = position_route(tree.session());
    let href = route.to_string();
    let here = app().route.with_untracked(|now| now.as_ref().is_ok_and(|now| *now == route));
    (!here).then(|| view! { <a class="button" href=href>{phrases::from_analysis()}</a> }.into_any())
}
