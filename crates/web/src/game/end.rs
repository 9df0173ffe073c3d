//! The end of a game: what to do next.

use halfboard_app::adaptive;
use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::phrases::game as phrases;
use halfboard_app::play::{Play, Player};
use halfboard_app::route::Route;
use halfboard_engine::levels::Level;
use leptos::prelude::*;

use super::state::GamePageState;
use crate::browser::BrowserStore;

/// Buttons under the result: a rematch, another level against the engine, and the review. After a game against the
/// adaptive opponent the new rating stands above them.
pub(super) fn ways(game: GamePageState) -> AnyView {
    let review = Route::Analysis(AnalysisRoute::Kept { id: game.id }).to_string();
    let (seats, level) = game.play.with_untracked(|play| (play.players().len(), next_level(play)));
    let other = level.map(|(level, harder)| {
        let label = if harder { phrases::harder() } else { phrases::easier() };
        let title = phrases::at_level(label, level);
        view! { <button class="level" title=title on:click=move |_| game.again_at(level)>{label}</button> }
    });
    let rating = game.play.with_untracked(|play| play.is_adaptive().then(|| play.session().rules())).map(|rules| {
        let rating = adaptive::load(&BrowserStore, &rules);
        view! { <p class="own-rating">{phrases::your_rating(rating.rounded(), rating.level(&rules).number())}</p> }
    });
    view! {
        {rating}
        <div class="row ways end-ways">
            <button class="main rematch" on:click=move |_| game.again(seats > 1)>{phrases::rematch()}</button>
            {other}
            <a class="button analyse" href=review>{phrases::review()}</a>
        </div>
    }
    .into_any()
}

/// Returns the level to offer after a game against the engine, and whether it is harder: one up after a win, one down after
/// a loss.
fn next_level(play: &Play) -> Option<(u8, bool)> {
    let person = play.lone_person().filter(|_| !play.is_adaptive())?;
    let level = play.players().iter().find_map(|player| match player {
        Player::Engine(level) => Some(*level),
        Player::Person => None,
    })?;
    match play.has_won(person)? {
        true => Some((level + 1, true)).filter(|(level, _)| *level <= Level::count(&play.session().rules())),
        false => Some((level.checked_sub(1)?, false)).filter(|(level, _)| *level >= 1),
    }
}
