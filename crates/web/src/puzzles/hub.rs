//! All puzzles: those for one person, and a card a game with what became of its puzzles.

use std::rc::Rc;

use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, game_texts, puzzles as phrases};
use halfboard_app::puzzles::{Progress, PuzzleMark, PuzzleRoute, PuzzleSet, Solving, Streak};
use halfboard_app::route::Route;
use halfboard_app::solitaire::SolitaireRoute;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::shelves;
use crate::board::Board;
use crate::browser::BrowserStore;

/// The page.
pub(super) fn page() -> AnyView {
    let streak = Streak::read(&BrowserStore);
    let cards: Vec<_> = registry::games().iter().map(|game| card(game.info().id, game.info().name)).collect();
    let figure = |number: u32, what: &'static str| view! { <li><strong>{number}</strong> " " {what}</li> };
    view! {
        <section class="page puzzles">
            <h1>{phrases::title()}</h1>
            <p class="lead">{phrases::lead()}</p>
            {(streak.best > 0).then(|| view! {
                <ul class="figures" aria-label=phrases::streak_more()>
                    {figure(streak.now, phrases::streak())}
                    {figure(streak.best, phrases::best_streak())}
                    <li class="faint">{phrases::streak_more()}</li>
                </ul>
            })}
            <div class="shelves">
                <section class="card shelf">
                    <h2>{phrases::solitaire()}</h2>
                    <p>{phrases::solitaire_more()}</p>
                    <div class="row">
                        <a class="button main" href=Route::Solitaire(SolitaireRoute::Daily).to_string()>{phrases::todays()}</a>
                        <a class="button" href=Route::Solitaire(SolitaireRoute::Choose).to_string()>{phrases::any_solitaire()}</a>
                    </div>
                </section>
                {cards}
            </div>
            {legend()}
        </section>
    }
    .into_any()
}

/// A game's puzzles.
fn card(game: &'static str, name: &'static str) -> AnyView {
    let fetched = shelves::fetch(game);
    let inside = move || match fetched.get() {
        Some(Ok(shelf)) => shown(game, name, &shelf),
        _ => shelves::waiting(game, fetched),
    };
    let is_empty = move || matches!(fetched.get(), Some(Ok(shelf)) if shelf.puzzles.is_empty());
    view! {
        <section class="card shelf" data-game=game hidden=is_empty>
            <h2>{name}</h2>
            <p>{game_texts::find(game).map(|texts| texts.summary.get())}</p>
            {inside}
        </section>
    }
    .into_any()
}

fn shown(game: &'static str, name: &'static str, shelf: &Rc<PuzzleSet>) -> AnyView {
    let count = shelf.puzzles.len();
    let progress = Progress::read(&BrowserStore, game, count);
    let to = |number: usize| Route::Puzzles(PuzzleRoute::Number { game: game.to_owned(), number }).to_string();
    let (next, label) = match progress.next_open(0, count) {
        Some(number) => (to(number), phrases::go_to(number)),
        None => (to(1), phrases::from_the_start().to_owned()),
    };
    let groups: Vec<_> = shelf
        .by_turns()
        .into_iter()
        .map(|(turns, numbers)| {
            let numbers: Vec<_> =
                numbers.into_iter().map(|number| place(number, progress.mark(number), to(number))).collect();
            view! { <h3>{phrases::win_in(turns)}</h3> <ol class="numbers">{numbers}</ol> }
        })
        .collect();
    let at_once = progress.at_once();
    // The board of the next puzzle shows what it is about.
    let shown = progress.next_open(0, count).unwrap_or(1);
    let picture = shelf.puzzle(shown).and_then(|puzzle| Solving::new(puzzle).ok()).map(|solving| {
        let view = solving.view();
        let layout = Layout::new(view.board).turned(solving.quarters());
        view! {
            <div class="miniature">
                <Board view=Signal::stored(view) layout label=board_phrases::board_of(name) shows_choices=false/>
            </div>
        }
    });
    view! {
        {picture}
        <progress class="bar" max=count.to_string() value=progress.solved().to_string()
            aria-label=phrases::solved_of(progress.solved(), count)></progress>
        <p class="faint">
            {phrases::solved_of(progress.solved(), count)}
            {(at_once > 0).then(|| format!(", {}", phrases::first_try(at_once)))}
        </p>
        <div class="row">
            <a class="button main" href=next aria-label=format!("{name}: {label}")>{label.clone()}</a>
        </div>
        <details>
            <summary>{phrases::all_of(count)}</summary>
            {groups}
        </details>
        {about(shelf)}
    }
    .into_any()
}

/// A puzzle in the list of all: its number, and by shape and colour what became of it.
fn place(number: usize, mark: PuzzleMark, to: String) -> AnyView {
    let label = phrases::number_is(number, phrases::state(mark));
    view! { <li><a class=class(mark) href=to aria-label=label>{number} <span aria-hidden="true">{sign(mark)}</span></a></li> }
        .into_any()
}

fn class(mark: PuzzleMark) -> &'static str {
    match mark {
        PuzzleMark::Untried => "place",
        PuzzleMark::Tried => "place tried",
        PuzzleMark::Helped => "place helped",
        PuzzleMark::Solved => "place solved",
    }
}

fn sign(mark: PuzzleMark) -> &'static str {
    match mark {
        PuzzleMark::Untried => "",
        PuzzleMark::Tried => "…",
        PuzzleMark::Helped => "✓",
        PuzzleMark::Solved => "★",
    }
}

fn legend() -> AnyView {
    let marks = [PuzzleMark::Solved, PuzzleMark::Helped, PuzzleMark::Tried, PuzzleMark::Untried];
    let marks: Vec<_> = marks
        .into_iter()
        .map(|mark| view! { <li><span class=class(mark) aria-hidden="true">{sign(mark)}</span> {phrases::state(mark)}</li> })
        .collect();
    view! { <ul class="legend faint" aria-label=phrases::legend()>{marks}</ul> }.into_any()
}

/// How the puzzles were made, with the commands.
pub(super) fn about(shelf: &PuzzleSet) -> AnyView {
    let commands: Vec<_> = shelf.commands.iter().map(|command| view! { <code>{command.clone()}</code> }).collect();
    view! {
        <details class="made">
            <summary>{phrases::about()}</summary>
            <p>{phrases::about_more()}</p>
            {commands}
        </details>
    }
    .into_any()
}
