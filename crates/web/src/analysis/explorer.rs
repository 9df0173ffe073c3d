//! The opening explorer: which moves were played in the position, with which results, and in which games.

use halfboard_app::archive::explorer::{
    ExplorerSource, GameLocation, ReachedEntry, merge, parse_server_answer, percentages, reached, server_path,
};
use halfboard_app::archive::server::{games_path, parse_games_page};
use halfboard_app::archive::{ArchiveLibrary, ArchiveRoute, StoredImport};
use halfboard_app::phrases::{archive as archive_phrases, explorer as phrases};
use halfboard_app::route::Route;
use halfboard_app::saved;
use halfboard_archive::{ExplorerAnswer, ExplorerMove, GameFilter, Tally};
use halfboard_rules::session::Session;
use leptos::prelude::*;

use super::settings;
use super::state::AnalysisPageState;
use crate::archive::source::{self, ArchiveSource};
use crate::archive::{analyse, analyse_archived, library, position_route, server};
use crate::browser::{self, BrowserStore};
use crate::fairness::stacked_bar;

/// How long a position is looked at before the server is asked, in milliseconds.
const PAUSE: u32 = 150;

/// The moves that are shown until all are asked for.
const MOVES: usize = 12;

/// The games that are shown.
const GAMES: usize = 6;

/// The games whose order of moves is compared. Each is played again, so that more would be felt.
const MAX_REACHED: usize = 100;

/// The sources of the explorer, and what they say about the position.
#[derive(Clone, Copy)]
struct Explorer {
    analysis: AnalysisPageState,
    /// Whether each of [`ExplorerSource::ALL`] is wanted.
    wanted: RwSignal<[bool; 3]>,
    /// The games of this browser, and a number that changes as they are indexed.
    own: StoredValue<ArchiveLibrary>,
    own_version: RwSignal<u64>,
    /// The place that the server has answered about, and its answer.
    served: RwSignal<Option<(String, ExplorerAnswer)>>,
    /// A place, and the server's games that reached it.
    served_games: RwSignal<Option<(String, Vec<ReachedEntry>)>>,
    /// Whether there is a server that answers.
    has_server: RwSignal<bool>,
}

fn setting(source: ExplorerSource) -> String {
    format!("explorer-{}", source.as_str())
}

impl Explorer {
    fn new(analysis: AnalysisPageState) -> Explorer {
        library::open();
        let text = |kept: saved::SavedGame| StoredImport {
            id: kept.id,
            name: String::new(),
            imported: kept.changed,
            games: vec![kept.text],
        };
        let own = saved::started(&BrowserStore).into_iter().rev().map(text).collect();
        let explorer = Explorer {
            analysis,
            wanted: RwSignal::new(ExplorerSource::ALL.map(|source| settings::is_on(&setting(source)))),
            own: StoredValue::new(ArchiveLibrary::new(own)),
            own_version: RwSignal::new(0),
            served: RwSignal::new(None),
            served_games: RwSignal::new(None),
            has_server: RwSignal::new(browser::is_on_server()),
        };
        // The page may be another before all are indexed.
        let step = move || explorer.own.try_update_value(ArchiveLibrary::index_next).unwrap_or(false);
        library::run_in_slices(step, move |more| {
            if !more {
                explorer.own_version.try_update(|version| *version += 1);
            }
        });
        explorer.ask_server();
        explorer
    }

    /// Asks the server whenever another position is looked at. A server that does not answer is not asked again.
    fn ask_server(self) {
        Effect::new(move |_| {
            let place = self.analysis.place.get();
            let asked = self.has_server.get() && self.is_wanted(ExplorerSource::Server);
            let known = self.served.with_untracked(|served| served.as_ref().is_some_and(|(at, _)| *at == place));
            if !asked || known {
                return;
            }
            browser::later(PAUSE, move || {
                if self.analysis.place.try_get_untracked().as_ref() == Some(&place) {
                    self.request(place);
                }
            });
        });
    }

    fn request(self, place: String) {
        let session = self.analysis.tree.with_untracked(|tree| tree.session().clone_box());
        browser::request(&server_path(session.as_ref()), None, move |response| {
            let answer = response.filter(|(ok, _)| *ok);
            match answer.and_then(|(_, text)| parse_server_answer(session.as_ref(), &text)) {
                Some(answer) => {
                    if answer.tally.games > 0 {
                        self.request_games(place.clone(), session.as_ref());
                    }
                    let _ = self.served.try_set(Some((place, answer)));
                }
                None => {
                    let _ = self.has_server.try_set(false);
                }
            }
        });
    }

    /// Requests the server's last games that reached a position.
    fn request_games(self, place: String, session: &dyn Session) {
        let path = games_path(&GameFilter::default(), Some(session), None, GAMES).unwrap_or_default();
        browser::request(&path, None, move |response| {
            if let Some(page) = response.filter(|(ok, _)| *ok).and_then(|(_, text)| parse_games_page(&text)) {
                let games = page.games.into_iter().map(ReachedEntry::from).collect();
                let _ = self.served_games.try_set(Some((place, games)));
            }
        });
    }

    fn is_wanted(self, source: ExplorerSource) -> bool {
        self.wanted.with(|wanted| wanted[source as usize])
    }

    /// Reads the game library of a source other than the server, if it is wanted.
    fn read<T>(self, source: ExplorerSource, f: impl FnOnce(&ArchiveLibrary) -> T) -> Option<T> {
        match source {
            _ if !self.is_wanted(source) => None,
            ExplorerSource::Server => None,
            ExplorerSource::Archives => Some(library::read(f)),
            ExplorerSource::OwnGames => {
                self.own_version.track();
                Some(self.own.with_value(f))
            }
        }
    }

    /// Returns what all sources together say about the position.
    fn answer(self) -> ExplorerAnswer {
        let place = self.analysis.place.get();
        self.analysis.tree.with_untracked(|tree| {
            let session = tree.session();
            let served = self.served.get().filter(|(at, _)| *at == place && self.is_wanted(ExplorerSource::Server));
            let mut answers: Vec<ExplorerAnswer> = served.map(|(_, answer)| answer).into_iter().collect();
            for source in ExplorerSource::ALL {
                answers.extend(self.read(source, |library| library.archive().explore(session)));
            }
            merge(session, &answers)
        })
    }

    /// Returns the games that reached the position, the latest first; of the server's games the last ones.
    fn reached(self) -> Vec<ReachedEntry> {
        let place = self.analysis.place.get();
        let served = self.served_games.get().filter(|(at, _)| *at == place && self.is_wanted(ExplorerSource::Server));
        self.analysis.tree.with_untracked(|tree| {
            let found = |source| self.read(source, |library| reached(source, library, tree.session(), MAX_REACHED));
            let mut games: Vec<ReachedEntry> = ExplorerSource::ALL.into_iter().filter_map(found).flatten().collect();
            games.extend(served.into_iter().flat_map(|(_, games)| games));
            games.sort_by(|a, b| b.summary.date.cmp(&a.summary.date));
            games
        })
    }

    fn open(self, entry: &ReachedEntry) {
        let app = self.analysis.app;
        let (game, origin) = match &entry.location {
            GameLocation::Server(id) => return server::open_game(app, id, entry.ply),
            GameLocation::Library { game, .. } if entry.source == ExplorerSource::Archives => {
                return analyse_archived(app, *game, entry.ply);
            }
            GameLocation::Library { game, origin } => (*game, origin),
        };
        match self.own.with_value(|own| own.archive().record(game)) {
            Some(record) => analyse(app, &format!("kept {}", origin.import), &record, entry.ply),
            None => app.notify(archive_phrases::unreadable()),
        }
    }
}

/// The card with the explorer.
pub(super) fn card(analysis: AnalysisPageState) -> AnyView {
    let on = RwSignal::new(settings::is_switched_on("explorer"));
    let switch = move |event| {
        on.set(event_target_checked(&event));
        settings::remember_switch("explorer", on.get_untracked());
    };
    view! {
        <section class="card explorer" aria-label=phrases::title()>
            <div class="row engine-head">
                <label class="switch"><input type="checkbox" id="explorer-on" prop:checked=move || on.get() on:change=switch/>
                    <span>{phrases::title()}</span></label>
                <a class="button plain" href=Route::Archive(ArchiveRoute::All).to_string()>{phrases::archive()}</a>
            </div>
            {move || on.get().then(|| content(Explorer::new(analysis)))}
        </section>
    }
    .into_any()
}

fn content(explorer: Explorer) -> AnyView {
    let answer = Memo::new(move |_| explorer.answer());
    let reached = Memo::new(move |_| explorer.reached());
    let body = move || {
        if answer.with(|answer| answer.tally.games > 0) {
            return view! { {moves(explorer, answer)} {games(explorer, reached)} }.into_any();
        }
        let is_empty = |source| explorer.read(source, |library| library.imports().is_empty()).unwrap_or(true);
        let no_games = !explorer.has_server.get() && ExplorerSource::ALL.into_iter().all(is_empty);
        let text = match explorer.wanted.with(|wanted| wanted.contains(&true)) {
            false => phrases::no_source(),
            true if no_games => phrases::none_yet(),
            true => phrases::none(),
        };
        view! { <p class="faint none">{text}</p> }.into_any()
    };
    view! { {sources(explorer)} {body} }.into_any()
}

/// The choice of the sources. The server is among them if it answers.
fn sources(explorer: Explorer) -> AnyView {
    let source = move |source: ExplorerSource| {
        let id = setting(source);
        let switch = move |event| {
            let on = event_target_checked(&event);
            explorer.wanted.update(|wanted| wanted[source as usize] = on);
            settings::remember_switch(&setting(source), on);
        };
        view! {
            <label class="switch"><input type="checkbox" id=id prop:checked=move || explorer.is_wanted(source)
                on:change=switch/><span>{phrases::source(source)}</span></label>
        }
    };
    let server = move || explorer.has_server.get().then(|| source(ExplorerSource::Server));
    view! {
        <div class="row sources" role="group" aria-label=phrases::sources()>
            {source(ExplorerSource::Archives)} {source(ExplorerSource::OwnGames)} {server}
        </div>
    }
    .into_any()
}

/// The results of games as a bar with the shares of White and Black beside it.
fn results(tally: &Tally) -> AnyView {
    let Some([white, _, black]) = percentages(tally) else {
        return view! { <span class="faint">{phrases::undecided()}</span> }.into_any();
    };
    let bar = stacked_bar(&[(tally.white, "fate-white"), (tally.draw, "fate-second"), (tally.black, "fate-black")]);
    view! {
        <span class="unseen">{phrases::result_shares(tally)}</span>
        <span class="shares" aria-hidden="true">
            <span>{phrases::percent(white)}</span> {bar} <span>{phrases::percent(black)}</span>
        </span>
    }
    .into_any()
}

fn moves(explorer: Explorer, answer: Memo<ExplorerAnswer>) -> AnyView {
    let all = RwSignal::new(false);
    let row = move |ExplorerMove { mv, tally, proof, .. }: ExplorerMove| {
        let played = mv.clone();
        let play = move |_| {
            explorer.analysis.play_all(&[&played]);
            // The button that was pressed is gone.
            browser::later(0, || {
                browser::focus_if_lost(".explorer-moves button");
                browser::focus_if_lost("#explorer-on");
            });
        };
        let proof = proof.as_deref().and_then(phrases::proof);
        view! {
            <tr>
                <th scope="row"><button type="button" class="turn" aria-label=phrases::play(&mv) on:click=play>{mv.clone()}</button>
                    {proof.map(|proof| view! { <span class="faint">{proof}</span> })}</th>
                <td class="count">{tally.games}</td>
                <td class="results">{results(&tally)}</td>
            </tr>
        }
    };
    let rows = move || {
        let most = if all.get() { usize::MAX } else { MOVES };
        answer.with(|answer| answer.moves.iter().take(most).cloned().map(row).collect::<Vec<_>>())
    };
    let sum = move || {
        answer.with(|answer| {
            view! {
                <tr>
                    <th scope="row">{phrases::all_moves()}</th>
                    <td class="count">{answer.tally.games}</td>
                    <td class="results">{results(&answer.tally)}</td>
                </tr>
            }
        })
    };
    let more = move || {
        let hidden = !all.get() && answer.with(|answer| answer.moves.len() > MOVES);
        hidden.then(|| {
            view! { <button type="button" class="plain" on:click=move |_| all.set(true)>{phrases::more_moves()}</button> }
        })
    };
    view! {
        <table class="explorer-moves">
            <caption class="unseen">{phrases::title()}</caption>
            <thead><tr>
                <th scope="col">{phrases::mv()}</th><th scope="col" class="count">{phrases::games()}</th>
                <th scope="col">{phrases::results()}</th>
            </tr></thead>
            <tbody>{rows}</tbody>
            <tfoot>{sum}</tfoot>
        </table>
        {more}
    }
    .into_any()
}

/// The games that reached the position.
fn games(explorer: Explorer, reached: Memo<Vec<ReachedEntry>>) -> AnyView {
    let entry = move |entry: ReachedEntry| {
        let summary = &entry.summary;
        let players = archive_phrases::player_names(summary);
        let mut about = vec![archive_phrases::game_result(summary.result).to_owned()];
        about.extend(Some(summary.date.clone()).filter(|date| !date.is_empty()));
        about.push(phrases::after_move(entry.ply));
        about.extend(entry.transposed.then(|| phrases::transposed().to_owned()));
        let about = about.join(" · ");
        let label = archive_phrases::open_game(&players);
        view! {
            <li class="reached-game">
                <button type="button" class="turn" aria-label=label on:click=move |_| explorer.open(&entry)>{players}</button>
                <span class="faint">{about}</span>
            </li>
        }
    };
    let entries = move || reached.with(|games| games.iter().take(GAMES).cloned().map(entry).collect::<Vec<_>>());
    let transposed = move || {
        let count = reached.with(|games| games.iter().filter(|game| game.transposed).count());
        // Of more games, only the latest were compared.
        let all = reached.with(|games| games.len() < MAX_REACHED);
        (count > 0 && all).then(|| view! { <p class="faint transposed">{phrases::transposed_count(count)}</p> })
    };
    let search = move || {
        explorer.analysis.place.track();
        explorer.analysis.tree.with_untracked(|tree| position_route(tree.session()).to_string())
    };
    // The archive page has the games of the archives and of the server.
    let has = move |source| reached.with(|games| games.iter().any(|game| game.source == source));
    let searchable = move || match (has(ExplorerSource::Archives), has(ExplorerSource::Server)) {
        (true, _) => Some(ArchiveSource::Browser),
        (false, true) => Some(ArchiveSource::Server),
        (false, false) => None,
    };
    let list = move || {
        reached.with(|games| !games.is_empty()).then(|| {
            view! {
                <h2>{phrases::reached()}</h2>
                {transposed}
                <ul class="reached-games">{entries}</ul>
                {searchable().map(|source| view! {
                    <a class="button plain" href=search on:click=move |_| source::choose(source)>{phrases::find_all()}</a>
                })}
            }
        })
    };
    list.into_any()
}
