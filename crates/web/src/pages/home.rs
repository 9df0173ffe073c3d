//! The home page: a game to play now, the games in which it is the player's turn, today's puzzle, and everything else.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::fairness::FairnessRoute;
use halfboard_app::layout::Layout;
use halfboard_app::online::OnlineRoute;
use halfboard_app::phrases::{board as board_phrases, game_texts, home as phrases, online, shell};
use halfboard_app::puzzles::PuzzleRoute;
use halfboard_app::route::Route;
use halfboard_app::saved::{self, SavedGame};
use halfboard_app::solitaire::SolitaireRoute;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, GameEntry};
use halfboard_rules::session::Session;
use leptos::prelude::*;

use super::quick::quick_play;
use super::today::today_card;
use super::turns::your_turn;
use crate::app::app;
use crate::board::Board;
use crate::browser::{self, BrowserStore};

/// The interval between moves on the miniature boards, in milliseconds.
const PACE: u32 = 2600;

#[component]
pub(crate) fn Home() -> impl IntoView {
    let games = saved::all(&BrowserStore);
    let first = favourite(&games);
    let entries = registry::games().iter().enumerate();
    let (now, others): (Vec<_>, Vec<_>) = entries.partition(|(_, game)| game.info().id == first);
    let cards = |games: Vec<(usize, &&'static dyn GameEntry)>| {
        games.into_iter().map(|(nth, game)| card(*game, nth)).collect::<Vec<_>>()
    };
    view! {
        <section class="page home">
            <h1>{phrases::title()}</h1>
            <p class="lead">{phrases::lead()}</p>
            <div class="home-top">
                <section class="play-now" aria-labelledby="play-now">
                    <h2 id="play-now" class="unseen">{phrases::play_now()}</h2>
                    <ul class="cards">{cards(now)}</ul>
                </section>
                {your_turn(&games)}
                {today_card()}
            </div>
            <h2>{phrases::more_games()}</h2>
            <ul class="cards">{cards(others)}</ul>
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

/// Returns the id of the game to play now: the one played last, or else the first of all.
fn favourite(games: &[SavedGame]) -> &'static str {
    let played = games.iter().find_map(|kept| kept.play.as_ref().ok()).map(|play| play.session().info().id);
    played.or_else(|| registry::games().first().map(|game| game.info().id)).unwrap_or_default()
}

/// A link to another part of the app.
fn way(to: Route, name: &'static str, about: &'static str) -> impl IntoView {
    view! {
        <li><a class="card way-card" href=to.to_string()><strong>{name}</strong><span>{about}</span></a></li>
    }
}

/// The card of a game, whose board plays random moves while it is seen.
fn card(entry: &'static dyn GameEntry, nth: usize) -> impl IntoView {
    let app = app();
    let info = entry.info();
    let card_id = format!("card-{}", info.id);
    let session = RwSignal::new(demonstration(entry, nth as u64));
    let random = StoredValue::new(SplitMix64::new(nth as u64 + 7));
    let selector = format!("#{card_id} .board");
    let step = move || {
        if untrack(|| app.animations_enabled()) && browser::is_in_view(&selector) {
            let _ = session.try_update(|session| play_random_move(session, entry, random));
        }
    };
    // The boards take turns, so that not everything moves at once.
    let (first, step) = (step.clone(), StoredValue::new(step));
    browser::later(400 + nth as u32 * (PACE / 5), first);
    browser::every(PACE, move || {
        step.try_with_value(|step| step());
    });
    let view = Memo::new(move |_| {
        let mut view = session.with(|session| session.view(&[]));
        view.next.clear();
        view
    });
    view! {
        <li class="card game-card" id=card_id>
            <Board view layout=Layout::new(info.board) label=board_phrases::board_of(info.name)
                animated=Signal::derive(move || app.animations_enabled())/>
            <div class="about-card">
                <h3>{info.name}</h3>
                <p>{game_texts::texts(info).summary.get()}</p>
            </div>
            {quick_play(app, entry)}
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
