//! The analysis board: any position of any game, with the engine's lines, a tree of moves, and what is said about them.

mod begin;
mod editor;
mod explorer;
mod keys;
mod lines;
mod moves;
mod others;
mod panel;
mod review;
mod settings;
mod share;
mod state;
mod verdicts;

use halfboard_app::analysis::{AnalysisRoute, Tree, saved};
use halfboard_app::phrases::{analysis as phrases, board as board_phrases, game as game_phrases, games, rules};
use halfboard_app::play::Play;
use halfboard_app::route::{Route, Shared};
use halfboard_app::shared::open;
use halfboard_rules::game::Color;
use halfboard_rules::session::Session;
use leptos::prelude::*;

use crate::app::{App, app};
use crate::board::{Board, Marks, Supplies};
use crate::browser::{self, BrowserStore};
use crate::composer::{ComposerPage, typed_field};
use crate::game_layout::GameLayout;
pub(crate) use state::{AnalysisPageState, AnalysisPanel};

/// The page of an address.
pub(crate) fn page(address: &AnalysisRoute) -> AnyView {
    let app = app();
    match address {
        AnalysisRoute::Fresh => match saved::last(&BrowserStore) {
            Some(id) => saved_analysis(app, id),
            None => begin::first_board(app),
        },
        AnalysisRoute::New => begin::page(None),
        AnalysisRoute::Own { id } => saved_analysis(app, *id),
        AnalysisRoute::Kept { id } => saved_game(app, *id),
        AnalysisRoute::Link(shared) => linked(app, shared),
    }
}

/// Keeps a new analysis and goes to it.
pub(crate) fn begin(app: App, tree: &Tree) {
    let now = browser::milliseconds();
    let id = saved::new_id(&BrowserStore, now);
    if saved::save(&BrowserStore, id, tree, "", now).is_err() {
        app.notify(halfboard_app::phrases::shell::not_saved());
    }
    app.go(&Route::Analysis(AnalysisRoute::Own { id }));
}

fn saved_analysis(app: App, id: u64) -> AnyView {
    match saved::read(&BrowserStore, id).map(|kept| kept.written) {
        Some(Ok(written)) => {
            // What could not be read stays as it was kept, and what could is another analysis.
            let id = if written.left_out > 0 {
                app.notify(phrases::skipped_moves(written.left_out));
                saved::new_id(&BrowserStore, browser::milliseconds())
            } else {
                id
            };
            board(AnalysisPageState::new(app, id, written.tree, written.source))
        }
        Some(Err(error)) => begin::page(Some((phrases::load_failed().to_owned(), Some(error.to_string())))),
        None => begin::page(Some((phrases::no_such_analysis().to_owned(), None))),
    }
}

/// The analysis of a kept game: the one that there is, with what was played since, or a new one.
fn saved_game(app: App, id: u64) -> AnyView {
    match halfboard_app::saved::load(&BrowserStore, id).map(|kept| kept.play) {
        Some(Ok(play)) => analyse_play(app, &format!("kept {id}"), &play),
        Some(Err(error)) => begin::page(Some((game_phrases::load_failed().to_owned(), Some(error.to_string())))),
        None => begin::page(Some((game_phrases::no_such_game().to_owned(), None))),
    }
}

fn linked(app: App, shared: &Shared) -> AnyView {
    match open(shared, &[], 0, &browser::today()) {
        Ok(play) if play.plies() < halfboard_app::analysis::MOST_NODES => {
            analyse_play(app, &format!("link {shared}"), &play)
        }
        Ok(_) => begin::page(Some((phrases::too_long().to_owned(), None))),
        Err(error) => {
            let (sentence, detail) = games::open_error(&error);
            begin::page(Some((format!("{}: {sentence}", phrases::invalid_link()), detail)))
        }
    }
}

fn analyse_play(app: App, source: &str, play: &Play) -> AnyView {
    let fresh = Tree::of_record(&play.record(browser::seconds()));
    let known = saved::find_by_source(&BrowserStore, source).and_then(|kept| Some((kept.id, kept.written.ok()?.tree)));
    let same = known.filter(|(_, tree)| {
        tree.session().rules() == fresh.session().rules() && tree.session().start() == fresh.session().start()
    });
    let (id, tree) = match same {
        Some((id, mut tree)) => {
            let (place, places) = (tree.current(), tree.len());
            tree.go(tree.root());
            // What was analysed before may lack the last moves.
            let _ = fresh.path(fresh.current()).iter().try_for_each(|mv| tree.play(mv).map(|_| ()));
            // The game itself is the main line, regardless of earlier attempts: a review is about the game.
            tree.promote(tree.current());
            tree.set_tags(fresh.tags().to_vec());
            if let Some((_, winner, why)) = fresh.declared() {
                tree.declare(tree.current(), winner, why);
            }
            // Where nothing is new one comes back to where one was.
            if tree.len() == places {
                tree.go(place);
            }
            (id, tree)
        }
        None => (saved::new_id(&BrowserStore, browser::milliseconds()), fresh),
    };
    let analysis = AnalysisPageState::new(app, id, tree, source.to_owned());
    let shown = board(analysis);
    // Who comes from a finished game wants to know how it went.
    if play.is_over() && play.plies() > 0 {
        analysis.part.set(AnalysisPanel::Review);
        analysis.reviewing.begin(analysis);
    }
    shown
}

/// The board with everything beside it.
fn board(analysis: AnalysisPageState) -> AnyView {
    let app = analysis.app;
    analysis.lines.attend(analysis);
    analysis.verdicts.attend(analysis);
    analysis.reviewing.attend(analysis);
    let help = RwSignal::new(false);
    keys::follow(analysis, help);
    let (name, shape, variant) = analysis.tree.with_untracked(|tree| {
        let info = tree.session().info();
        (info.name, info.board, rules::variant(&tree.session().rules()))
    });
    let (layout, touch) = (analysis.composer.layout(shape), analysis.touch());
    let supplies = Memo::new(move |_| {
        let counts = |view: &halfboard_rules::view::View| {
            view.supplies.iter().copied().filter(board_phrases::still_counts).collect::<Vec<_>>()
        };
        analysis.view.with(counts)
    });
    // Whose checkers are at the top depends on how the board is turned.
    let flipped = move || analysis.composer.quarters.get() % 4 == 2;
    let upper = Signal::derive(move || Some(if flipped() { Color::White } else { Color::Black }));
    let lower = Signal::derive(move || Some(if flipped() { Color::Black } else { Color::White }));
    let editing = Memo::new(move |_| analysis.part.get() == AnalysisPanel::Editor);
    let hides = Memo::new(move |_| analysis.reviewing.hides_answers());
    let table = move || {
        let board = view! {
            <Board
                view=analysis.view layout touch
                marks=Memo::new(move |_| marks(analysis))
                label=board_phrases::board_of(name)
                coordinates=Signal::derive(move || app.settings.with(|settings| settings.coordinates))
                animated=Signal::derive(move || app.animations_enabled())
            />
        };
        let side = view! {
            <h1 class="what">{phrases::title(&variant)}</h1>
            {begin::chooser(analysis)}
            {move || (analysis.part.get() == AnalysisPanel::Review).then(|| review::card(analysis))}
            {move || (!hides.get()).then(|| view! { {verdicts::card(analysis)} {lines::card(analysis)} {explorer::card(analysis)} })}
            {moves::card(analysis)}
            {parts(analysis, help)}
            {typed_field(analysis)}
        };
        view! {
            <GameLayout
                class="analysis" ratio=analysis.ratio(analysis.view)
                upper=view! { <Supplies supplies color=upper/> }.into_any()
                board=board.into_any()
                lower=view! { <Supplies supplies color=lower/> }.into_any()
                prompt=panel::prompt(analysis)
                side=side.into_any()
                tools=moves::stepping(analysis)
            />
            {keys::list(help)}
        }
    };
    (move || if editing.get() { editor(analysis) } else { table().into_any() }).into_any()
}

/// The position editor in place of the board. What is set up there becomes an analysis of its own.
fn editor(analysis: AnalysisPageState) -> AnyView {
    let (rules, position) = analysis.tree.with_untracked(|tree| (tree.session().rules(), tree.session().position()));
    let done = Callback::new(move |session: Box<dyn Session>| begin(analysis.app, &Tree::new(session)));
    let cancel = Callback::new(move |()| {
        analysis.part.set(AnalysisPanel::None);
        browser::later(0, || browser::focus(".grid [tabindex=\"0\"]"));
    });
    view! { <editor::Editor rules position done cancel/> }.into_any()
}

/// What can be opened besides, and what is open.
fn parts(analysis: AnalysisPageState, help: RwSignal<bool>) -> AnyView {
    let toggle = move |part: AnalysisPanel, label: &'static str| {
        let is_open = move || analysis.part.get() == part;
        let expanded = move || if is_open() { "true" } else { "false" };
        let open = move |_| analysis.part.set(if untrack(is_open) { AnalysisPanel::None } else { part });
        view! { <button class="plain" aria-expanded=expanded on:click=open>{label}</button> }
    };
    let inside = move || match analysis.part.get() {
        AnalysisPanel::None => ().into_any(),
        // These are shown elsewhere: in place of the board, and first beside it.
        AnalysisPanel::Editor | AnalysisPanel::Review => ().into_any(),
        AnalysisPanel::Share => share::part(analysis),
        AnalysisPanel::Others => others::part(analysis),
    };
    view! {
        <div class="actions">
            <div class="row quiet">
                {toggle(AnalysisPanel::Editor, phrases::edit())}
                {toggle(AnalysisPanel::Review, phrases::review())}
                {toggle(AnalysisPanel::Share, phrases::share())}
                {toggle(AnalysisPanel::Others, phrases::others())}
                <a class="button plain" href=Route::Analysis(AnalysisRoute::New).to_string()>{phrases::new()}</a>
                <button class="plain" on:click=move |_| help.set(true)>{phrases::keys()}</button>
            </div>
            {inside}
        </div>
    }
    .into_any()
}

/// Marks on the board: the first moves of the lines, the verdicts, and lines of sight from the square under the pointer.
fn marks(analysis: AnalysisPageState) -> Marks {
    let verdicts = analysis.verdicts;
    let judged = verdicts.squares(&verdicts.judged(analysis));
    // Half-way through a turn the arrows of whole turns would mislead.
    let begun = analysis.chosen.with(|chosen| !chosen.is_empty());
    let mut ranked = if begun { Vec::new() } else { analysis.lines.sketches(analysis) };
    if ranked.is_empty() && !begun {
        ranked = analysis.reviewing.sketches(analysis);
    }
    Marks { ranked, judged, overlays: analysis.overlays(), ..Marks::default() }
}
