//! Quick play on the card of a game: level, side and thinking time as chips, which are remembered by game, and the
//! buttons to play, set up and learn.

use halfboard_app::adaptive;
use halfboard_app::phrases::{home as phrases, players, setup as setup_phrases};
use halfboard_app::route::Route;
use halfboard_app::saved::Store;
use halfboard_app::setup::{QuickPlay, SideChoice, THINKING_TIMES, is_full_strength};
use halfboard_engine::games::balanced_seeds;
use halfboard_engine::levels::Level;
use halfboard_rules::registry::GameEntry;
use leptos::prelude::*;

use super::parts::chip;
use crate::app::App;
use crate::browser::{self, BrowserStore};
use crate::game;

/// The choices and the buttons of a game.
pub(super) fn quick_play(app: App, entry: &'static dyn GameEntry) -> impl IntoView {
    let info = entry.info();
    let level = app.settings.with_untracked(|settings| settings.level_in(info.id));
    let remembered = BrowserStore.get(&QuickPlay::key(info.id)).unwrap_or_default();
    let quick = RwSignal::new(QuickPlay::read(info.id, level, &remembered));
    let choose = move |change: &dyn Fn(&mut QuickPlay)| {
        quick.update(change);
        // What cannot be remembered is not missed: the choices just start plain next time.
        let _ = BrowserStore.set(&QuickPlay::key(info.id), &quick.with_untracked(|quick| quick.write(info.id)));
    };
    let play = move |_| game::begin(app, &quick.with_untracked(|quick| quick.setup(entry, browser::seed())));
    let full = Memo::new(move |_| quick.with(|quick| !quick.adaptive && is_full_strength(info.id, quick.level)));
    let fair = (0..2).all(|seat| !balanced_seeds(info.id, seat).is_empty());
    view! {
        <div class="quick">
            {levels(info.id, info.name, quick, choose)}
            {sides(entry, quick, choose)}
            {move || full.get().then(|| thinking_times(info.id, info.name, quick, choose))}
            {fair.then(|| view! { <p class="faint fair">{phrases::fair_board()}</p> })}
        </div>
        <div class="row">
            <button class="main" aria-label=phrases::play_game(info.name) on:click=play>{phrases::play()}</button>
            <a class="button" aria-label=phrases::set_up_game(info.name)
                href=Route::New { game: info.id.to_owned() }.to_string()>{phrases::set_up()}</a>
            <a class="button plain" aria-label=phrases::learn_game(info.name)
                href=Route::Lesson { game: info.id.to_owned() }.to_string()>{phrases::learn()}</a>
        </div>
    }
}

/// A function that changes the choices and remembers them.
trait Choose: Fn(&dyn Fn(&mut QuickPlay)) + Copy + Send + Sync + 'static {}

impl<F: Fn(&dyn Fn(&mut QuickPlay)) + Copy + Send + Sync + 'static> Choose for F {}

fn group(legend: &'static str, name: String, chips: Vec<AnyView>) -> AnyView {
    view! {
        <div class="quick-row" role="radiogroup" aria-label=name>
            <span class="quick-legend" aria-hidden="true">{legend}</span>
            {chips}
        </div>
    }
    .into_any()
}

fn levels(game: &'static str, name: &'static str, quick: RwSignal<QuickPlay>, choose: impl Choose) -> AnyView {
    let level = Memo::new(move |_| quick.with(|quick| Some(quick.level).filter(|_| !quick.adaptive)));
    let group_name = format!("level-{game}");
    let chips = Level::all(game).map(Level::number).map(|number| {
        let id = format!("quick-{game}-{number}");
        let chosen = move || level.get() == Some(number);
        let choose = move || choose(&|quick| (quick.level, quick.adaptive) = (number, false));
        chip(&group_name, id, number.to_string(), players::level(game, number), chosen, choose)
    });
    let mut chips: Vec<AnyView> = chips.collect();
    let (id, label) = (format!("quick-{game}-adaptive"), players::adaptive().to_owned());
    let choose_adaptive = move || choose(&|quick| quick.adaptive = true);
    chips.push(chip(&group_name, id, label.clone(), label, move || level.get().is_none(), choose_adaptive));
    let strength = move || match level.get() {
        Some(level) => phrases::strength(players::level_name(game, level), players::rating(game, level)),
        None => {
            let rating = adaptive::load(&BrowserStore, game);
            phrases::adaptive_now(rating.rounded(), rating.level(game).number())
        }
    };
    chips.push(view! { <span class="level-name faint">{strength}</span> }.into_any());
    group(phrases::level(), phrases::level_of(name), chips)
}

fn sides(entry: &'static dyn GameEntry, quick: RwSignal<QuickPlay>, choose: impl Choose) -> Option<AnyView> {
    let info = entry.info();
    let rules = entry.rules(None).ok()?;
    let &[first, second] = rules.seats() else { return None };
    let sides = [
        (SideChoice::Lot, "lot", setup_phrases::random_side()),
        (SideChoice::First, "first", players::seat(first)),
        (SideChoice::Second, "second", players::seat(second)),
    ];
    let chips = sides.map(|(side, word, label)| {
        let chosen = move || quick.with(|quick| quick.side == side);
        let choose = move || choose(&|quick| quick.side = side);
        let id = format!("quick-{}-{word}", info.id);
        chip(&format!("side-{}", info.id), id, label.to_owned(), label.to_owned(), chosen, choose)
    });
    Some(group(phrases::side(), phrases::side_of(info.name), chips.into_iter().collect()))
}

fn thinking_times(game: &'static str, name: &'static str, quick: RwSignal<QuickPlay>, choose: impl Choose) -> AnyView {
    let chips = THINKING_TIMES.map(|seconds| {
        let chosen = move || quick.with(|quick| quick.think == seconds);
        let choose = move || choose(&|quick| quick.think = seconds);
        let label = phrases::seconds(seconds);
        chip(&format!("think-{game}"), format!("quick-{game}-think-{seconds}"), label.clone(), label, chosen, choose)
    });
    group(phrases::think(), phrases::think_of(name), chips.into_iter().collect())
}
