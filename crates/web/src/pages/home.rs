//! The home page: the games as cards with a live board, and unfinished games.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::fairness::FairnessRoute;
use halfboard_app::layout::Layout;
use halfboard_app::online::OnlineRoute;
use halfboard_app::phrases::{board as board_phrases, game_texts, games, home as phrases, online, players, shell};
use halfboard_app::play::Play;
use halfboard_app::puzzles::PuzzleRoute;
use halfboard_app::route::Route;
use halfboard_app::saved;
use halfboard_app::solitaire::SolitaireRoute;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, GameEntry};
use halfboard_rules::session::Session;
use leptos::prelude::*;

use super::today::today_card;
use crate::app::app;
use crate::board::Board;
use crate::browser::{self, BrowserStore};
use crate::game;

/// The interval between moves on the miniature boards, in milliseconds.
const PACE: u32 = 2600;

#[component]
pub(crate) fn Home() -> impl IntoView {
    let open = saved::all(&BrowserStore).into_iter().filter_map(|kept| match kept.play {
        Ok(ref play) if !play.is_over() && play.plies() > 0 => Some((kept.id, play.clone())),
        _ => None,
    });
    let going: Vec<_> = open.take(3).map(|(id, play)| continue_link(id, &play)).collect();
    let cards: Vec<_> = registry::games().iter().enumerate().map(|(nth, game)| card(*game, nth)).collect();
    view! {
        <section class="page home">
            <h1>{phrases::title()}</h1>
            <p class="lead">{phrases::lead()}</p>
            <p><a class="button online-way" href=Route::Online(OnlineRoute::Lobby).to_string()>{online::title()}</a></p>
            {(!going.is_empty()).then(|| view! {
                <h2>{phrases::continue_playing()}</h2>
                <ul class="going">{going}</ul>
            })}
            {today_card()}
            <h2 class="unseen">{phrases::games()}</h2>
            <ul class="cards">{cards}</ul>
            <h2 class="more">{phrases::more()}</h2>
            <ul class="cards">
                {way(Route::Online(OnlineRoute::Lobby), online::title(), online::about())}
                {way(Route::Solitaire(SolitaireRoute::Choose), shell::solitaire(), phrases::solitaire())}
                {way(Route::Puzzles(PuzzleRoute::Choose), shell::puzzles(), phrases::puzzles())}
                {way(Route::Analysis(AnalysisRoute::Fresh), shell::analysis(), phrases::analysis())}
                {way(Route::Fairness(FairnessRoute::Findings), shell::fairness(), phrases::fairness())}
            </ul>
        </section>
    }
}

/// A link to another part of the app.
fn way(to: Route, name: &'static str, about: &'static str) -> impl IntoView {
    view! {
        <li><a class="card way-card" href=to.to_string()><strong>{name}</strong><span>{about}</span></a></li>
    }
}

/// The card of a game, whose board plays random moves.
fn card(entry: &'static dyn GameEntry, nth: usize) -> impl IntoView {
    let app = app();
    let info = entry.info();
    let session = RwSignal::new(demonstration(entry, nth as u64));
    if untrack(|| app.animations_enabled()) {
        // The boards take turns, so that not everything moves at once.
        let random = StoredValue::new(SplitMix64::new(nth as u64 + 7));
        browser::later(400 + nth as u32 * (PACE / 5), move || {
            let _ = session.try_update(|session| play_random_move(session, entry, random));
        });
        browser::every(PACE, move || {
            let _ = session.try_update(|session| play_random_move(session, entry, random));
        });
    }
    let view = Memo::new(move |_| {
        let mut view = session.with(|session| session.view(&[]));
        view.next.clear();
        view
    });
    let play = move |_| {
        let level = app.settings.with_untracked(|settings| settings.level);
        game::begin(app, &game::quick(info.id, level));
    };
    view! {
        <li class="card game-card">
            <Board view layout=Layout::new(info.board) label=board_phrases::board_of(info.name)
                animated=Signal::derive(move || app.animations_enabled())/>
            <h3>{info.name}</h3>
            <p>{game_texts::texts(info).summary.get()}</p>
            <div class="row">
                <button class="main" aria-label=phrases::play_game(info.name) on:click=play>{phrases::play()}</button>
                <a class="button" aria-label=phrases::set_up_game(info.name)
                    href=Route::New { game: info.id.to_owned() }.to_string()>{phrases::set_up()}</a>
                <a class="button plain" aria-label=phrases::learn_game(info.name)
                    href=Route::Lesson { game: info.id.to_owned() }.to_string()>{phrases::learn()}</a>
            </div>
        </li>
    }
}

/// Returns a game after a few random moves.
fn demonstration(entry: &dyn GameEntry, seed: u64) -> Box<dyn Session> {
    let rules = entry.rules(None).expect("the plain game is valid");
    let mut session = rules.start(seed);
    let mut random = SplitMix64::new(seed + 1);
    for _ in 0..8 {
        session.play_random(&mut random);
    }
    session
}

fn play_random_move(session: &mut Box<dyn Session>, entry: &dyn GameEntry, random: StoredValue<SplitMix64>) {
    let goes_on = random.try_update_value(|random| session.play_random(random)).unwrap_or_default();
    if !goes_on || session.ply() > 40 {
        *session = demonstration(entry, session.ply() as u64);
    }
}

/// A link to an unfinished game.
fn continue_link(id: u64, play: &Play) -> impl IntoView + use<> {
    let info = play.session().info();
    let view = play.view();
    let turn = players::player(play, play.session().turn());
    let label = board_phrases::board_of(info.name);
    view! {
        <li>
            <a class="card going-card" href=Route::Play { id }.to_string()>
                <Board view=Signal::stored(view) layout=Layout::new(info.board) label shows_choices=false/>
                <span>
                    <strong>{info.name}</strong>
                    <span class="faint">{players::all(play)}</span>
                    <span class="faint">{phrases::turns_and_turn(games::length(play), turn)}</span>
                </span>
            </a>
        </li>
    }
}
