//! The games in which it is the player's turn, online and on this device, with opponent, board and clock.

use halfboard_app::layout::Layout;
use halfboard_app::online::OnlineRoute;
use halfboard_app::phrases::{board as board_phrases, games, home as phrases, online, players, rules};
use halfboard_app::play::Play;
use halfboard_app::route::Route;
use halfboard_app::saved::SavedGame;
use halfboard_rules::game::Seat;
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::app::app;
use crate::board::Board;
use crate::browser;
use crate::online::OnlineTurn;

/// The maximum number of games on this device that are shown.
const LOCAL: usize = 3;

/// The list, if there is a game.
pub(super) fn your_turn(games: &[SavedGame]) -> impl IntoView + use<> {
    let app = app();
    let unfinished = games.iter().filter_map(|kept| match &kept.play {
        Ok(play) if !play.is_over() && !kept.is_unstarted() && play.engine_to_move().is_none() => {
            Some((kept.id, play.clone()))
        }
        _ => None,
    });
    let local = StoredValue::new(unfinished.take(LOCAL).collect::<Vec<_>>());
    move || {
        let mut entries: Vec<AnyView> = app.turns.with(|turns| turns.iter().map(online_game).collect());
        local.with_value(|games| entries.extend(games.iter().map(|(id, play)| local_game(*id, play))));
        (!entries.is_empty()).then(|| {
            view! {
                <section class="your-turn" aria-labelledby="your-turn">
                    <h2 id="your-turn">{phrases::your_turn()}</h2>
                    <ul class="going">{entries}</ul>
                    <p><a href=Route::Games.to_string()>{phrases::all_my_games()}</a></p>
                </section>
            }
        })
    }
}

/// The parts of an entry that games of both kinds have.
struct Entry {
    to: Route,
    name: String,
    opponent: String,
    /// Where it is played, and the time left.
    more: String,
    view: View,
    layout: Layout,
}

fn entry(entry: Entry) -> AnyView {
    let Entry { to, name, opponent, more, view, layout } = entry;
    let label = board_phrases::board_of(&name);
    view! {
        <li>
            <a class="card going-card" href=to.to_string()>
                <Board view=Signal::stored(view) layout label shows_choices=false/>
                <span>
                    <strong>{name}</strong>
                    <span>{opponent}</span>
                    <span class="faint">{more}</span>
                </span>
            </a>
        </li>
    }
    .into_any()
}

fn online_game(turn: &OnlineTurn) -> AnyView {
    let mut more = phrases::online().to_owned();
    if let Some(left) = turn.left {
        more = format!("{more} · {}", phrases::time_left(online::clock(left)));
    }
    entry(Entry {
        to: Route::Online(OnlineRoute::Game { id: turn.id.clone() }),
        name: turn.variant.clone(),
        opponent: phrases::against(&turn.opponents),
        more,
        view: turn.view.clone(),
        layout: Layout::new(turn.board),
    })
}

fn local_game(id: u64, play: &Play) -> AnyView {
    let info = play.session().info();
    let opponent = match play.lone_person() {
        Some(own) if play.players().len() == 2 => phrases::against(players::player(play, Seat(1 - own.0))),
        _ => players::all(play),
    };
    let mut more = games::length(play);
    if let Some(left) = play.remaining(play.session().turn(), browser::seconds()) {
        more = format!("{more} · {}", phrases::time_left(online::clock((left * 1000.0) as u64)));
    }
    let mut view = play.view();
    view.next.clear();
    entry(Entry {
        to: Route::Play { id },
        name: rules::variant(&play.session().rules()),
        opponent,
        more,
        view,
        layout: Layout::new(info.board),
    })
}
