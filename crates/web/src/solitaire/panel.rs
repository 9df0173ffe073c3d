//! Beside the board: how many are left and the time, the task, the solver's advice, the actions, and
//! the removals.

use halfboard_app::composer::Compose;
use halfboard_app::phrases::{game as game_phrases, shell, solitaire as phrases};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{RemovalHint, SolitaireRoute, SolitaireRun};
use leptos::prelude::*;

use super::solver::SolverRequest;
use super::state::{SolitairePageState, SolverAdvice, to_board_if_lost};
use crate::browser;
use crate::composer::{self, ComposerPage, to_board};
use crate::game::dialog::confirm;
use crate::pages::parts::checkbox;
use crate::pictures::copy_image;
use crate::toolbar::{Icon, tool, toolbar};

/// How many are left, and the time.
pub(super) fn status(page: SolitairePageState) -> AnyView {
    let left = move || page.run.with(|run| phrases::left(run.left()));
    let time = move || page.run.with(|run| phrases::clock(run.seconds(page.now.get())));
    let shows = Memo::new(move |_| page.choices.with(|choices| choices.shows_time));
    let toggle = move |_| page.set_choices(|choices| choices.shows_time = !choices.shows_time);
    view! {
        <div class="status">
            <strong class="left">{left}</strong>
            {move || shows.get().then(|| view! { <span class="time" role="timer" aria-label=phrases::time()>{time}</span> })}
            <button class="plain" on:click=toggle>
                {move || if shows.get() { phrases::hide_time() } else { phrases::show_time() }}
            </button>
        </div>
    }
    .into_any()
}

/// The task and the solver's advice.
pub(super) fn advice_part(page: SolitairePageState) -> AnyView {
    let open = Memo::new(move |_| page.run.with(|run| run.outcome().is_none()));
    view! {
        {move || (open.get() && page.show.with(Option::is_none)).then(|| view! {
            <p class="task" id="task">{move || page.task()}</p>
        })}
        {composer::remark(page)}
        {composer::choices(page, page.view, |_| None)}
        {move || showing(page)}
        {move || dead_end(page)}
        {move || advice(page)}
    }
    .into_any()
}

/// The solution while it is shown.
fn showing(page: SolitairePageState) -> Option<AnyView> {
    let show = page.show.get()?;
    let pause = move |_| {
        page.show.update(|show| {
            if let Some(show) = show {
                show.runs = !show.runs;
            }
        });
    };
    let one = move |_| {
        page.show.update(|show| {
            if let Some(show) = show {
                show.runs = false;
            }
        });
        page.show_one();
    };
    let stop = move |event: leptos::ev::MouseEvent| {
        page.show.set(None);
        page.save();
        to_board(&event);
    };
    Some(
        view! {
            <div class="showing">
                <p class="task">{phrases::showing(show.at, show.line.len())}</p>
                {show.from_start.then(|| view! { <p>{phrases::showing_from_start()}</p> })}
                <div class="row">
                    <button class="main" on:click=pause>{if show.runs { phrases::pause() } else { phrases::resume() }}</button>
                    <button on:click=one>{phrases::one_step()}</button>
                    <button on:click=stop>{phrases::stop_here()}</button>
                </div>
            </div>
        }
        .into_any(),
    )
}

/// A dead end, and the way out of it.
fn dead_end(page: SolitairePageState) -> Option<AnyView> {
    let dead = page.dead.get().filter(|dead| !dead.minded && page.show.with(Option::is_none))?;
    let point = page.run.with(|run| match run.last_good() {
        Some(Ok(0)) => Some((0, phrases::last_good_start().to_owned())),
        Some(Ok(ply)) => run.moves().get(ply - 1).map(|mv| (ply, phrases::last_good(ply, mv))),
        _ => None,
    });
    let back = point.clone().map(|(ply, _)| {
        let go = move |event: leptos::ev::MouseEvent| {
            page.go_to(ply);
            to_board(&event);
        };
        view! { <button class="main" on:click=go>{phrases::go_back_there()}</button> }
    });
    let mind = move |event: leptos::ev::MouseEvent| {
        page.dead.update(|dead| *dead = dead.map(|dead| super::state::DeadEnd { minded: true, ..dead }));
        to_board(&event);
    };
    Some(
        view! {
            <div class="dead-end" role="group" aria-label=phrases::dead_end()>
                <p><strong>{phrases::dead_end()}</strong> " " {dead.left.map(phrases::dead_end_left)}</p>
                <p>{point.map_or_else(|| phrases::dead_end_looking().to_owned(), |(_, sentence)| sentence)}</p>
                <div class="row">{back} <button on:click=mind>{phrases::play_on_anyway()}</button></div>
            </div>
        }
        .into_any(),
    )
}

/// Returns the solver's advice as sentences.
pub(super) fn advice_lines(page: SolitairePageState) -> Vec<String> {
    match page.told.get() {
        SolverAdvice::Nothing => Vec::new(),
        SolverAdvice::Fewest => {
            let proven = |run: &SolitaireRun| run.best().map(|best| phrases::proven(run.goal(), best));
            page.run.with(proven).into_iter().collect()
        }
        SolverAdvice::Safe(_, 1) => vec![phrases::safe_only().to_owned()],
        SolverAdvice::Safe(safe, all) if safe.len() == all => vec![phrases::safe_all(all)],
        SolverAdvice::Safe(safe, all) => {
            let list: Vec<String> = safe.iter().map(|mv| mv.replace(',', "+")).collect();
            vec![phrases::safe_some(safe.len(), all, list.join(", "))]
        }
        SolverAdvice::Hint(hint, stage) => hint_lines(&hint, stage),
    }
}

fn hint_lines(hint: &RemovalHint, stage: u8) -> Vec<String> {
    let mut told = vec![phrases::hint_row(&hint.row)];
    if stage >= 2 {
        told.push(phrases::hint_square(hint.mv.replace(',', " + ")));
    }
    if stage >= 3 {
        told.push(match hint.safe {
            1 => phrases::hint_only().to_owned(),
            safe if safe == hint.all => phrases::hint_any().to_owned(),
            safe => phrases::hint_safe(safe, hint.all),
        });
    }
    told
}

fn advice(page: SolitairePageState) -> Option<AnyView> {
    let asked = matches!(
        page.solver.wanted(),
        Some(SolverRequest::Safe | SolverRequest::Hint | SolverRequest::Solution | SolverRequest::Fewest)
    );
    let told = advice_lines(page);
    let more = matches!(page.told.get(), SolverAdvice::Hint(_, stage) if stage < 3);
    if !asked && told.is_empty() {
        return None;
    }
    let tell_more = move |_| {
        page.told.update(|told| {
            if let SolverAdvice::Hint(_, stage) = told {
                *stage += 1;
            }
        });
        page.app.announce(untrack(|| advice_lines(page)).join(" "));
        browser::later(0, || browser::focus_if_lost(".hint .choice"));
        to_board_if_lost();
    };
    Some(
        view! {
            <div class="hint">
                {asked.then(|| view! {
                    <p>{phrases::thinking()}</p>
                    <progress class="thinks" max="1" aria-label=phrases::thinking()
                        value=move || page.solver.share.get().to_string()></progress>
                })}
                {told.into_iter().map(|words| view! { <p>{words}</p> }).collect::<Vec<_>>()}
                {more.then(|| view! { <button class="choice" on:click=tell_more>{game_phrases::more_hint()}</button> })}
            </div>
        }
        .into_any(),
    )
}

/// The toolbar.
pub(super) fn actions(page: SolitairePageState) -> AnyView {
    let (asks, menu) = (RwSignal::new(None::<(&'static str, Callback<()>)>), RwSignal::new(false));
    let can = Memo::new(move |_| {
        let (ply, all, chosen) = page.run.with(|run| (run.ply(), run.moves().len(), !run.chosen().is_empty()));
        (ply > 0 || chosen, ply < all, ply > 0)
    });
    let open = Memo::new(move |_| page.run.with(|run| run.outcome().is_none()) && page.show.with(Option::is_none));
    let hinted = Memo::new(move |_| matches!(page.told.get(), SolverAdvice::Hint(..)));
    let shown = Memo::new(move |_| matches!(page.told.get(), SolverAdvice::Safe(..)));
    let ask = move |request: SolverRequest| page.solver.ask_once(page, request);
    let tools = vec![
        tool(Icon::Undo, phrases::undo, move || !can.get().0, move || page.step(-1)),
        tool(Icon::Redo, phrases::redo, move || !can.get().1, move || page.step(1)),
        tool(Icon::Restart, phrases::restart_short, move || !can.get().2, move || page.go_to(0)),
        tool(Icon::Hint, game_phrases::hint, move || !open.get() || hinted.get(), move || ask(SolverRequest::Hint)),
        tool(Icon::Eye, phrases::safe_short, move || !open.get() || shown.get(), move || ask(SolverRequest::Safe)),
    ];
    // The menu is gone when the question is answered, and what was made in it with it.
    let show = Callback::new(move |()| page.solver.ask_once(page, SolverRequest::Solution));
    let solution = Callback::new(move |()| asks.set(Some((phrases::solution_question(), show))));
    view! {
        {toolbar(tools, menu, move || items(page, solution, open.get_untracked()))}
        {move || asks.get().map(|(question, act)| confirm(question, act, asks))}
    }
    .into_any()
}

/// The menu: more help, links, and what is seldom needed.
fn items(page: SolitairePageState, solution: Callback<()>, open: bool) -> AnyView {
    let unknown = page.run.with_untracked(|run| run.which().grade().is_none());
    let fewest = move |_| page.solver.ask_once(page, SolverRequest::Fewest);
    let copy = move |_| {
        browser::copy(&page.link(), move |done| {
            page.app.notify(if done { phrases::link_copied() } else { game_phrases::not_copied() });
        });
    };
    let rules = Route::RulesOf { game: "sight-reduction".to_owned() };
    view! {
        {open.then(|| view! { <button on:click=move |_| solution.run(())>{phrases::solution()}</button> })}
        {(open && unknown).then(|| view! { <button on:click=fewest>{phrases::fewest()}</button> })}
        <button on:click=move |_| page.composer.quarters.update(|q| *q = (*q + 1) % 4)>{game_phrases::rotate()}</button>
        <button on:click=copy>{phrases::copy_link()}</button>
        {copy_image(page, move || page.marks())}
        <a class="button" href=rules.to_string()>{shell::rules()}</a>
        <a class="button" href=Route::Solitaire(SolitaireRoute::Choose).to_string()>{phrases::all_puzzles()}</a>
        <a class="button" href=Route::Home.to_string()>{shell::home()}</a>
        <p class="faint keyboard">{phrases::keys()}</p>
    }
    .into_any()
}

/// Whether dead ends are pointed out.
pub(super) fn warns(page: SolitairePageState) -> AnyView {
    let warn = move |on: bool| {
        page.set_choices(|choices| choices.warns = on);
        if on {
            page.solver.check(page);
        } else {
            page.dead.set(None);
        }
    };
    checkbox("warns", phrases::warns(), move || page.choices.with(|choices| choices.warns), warn)
}

/// The removals, each of which leads back there.
pub(super) fn removals(page: SolitairePageState) -> AnyView {
    let moves = Memo::new(move |_| page.run.with(|run| run.moves().to_vec()));
    let ply = Memo::new(move |_| page.run.with(SolitaireRun::ply));
    let list = NodeRef::<leptos::html::Ol>::new();
    Effect::new(move |_| {
        ply.track();
        moves.track();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || browser::scroll_list_to(&list, "[aria-current]"));
    });
    let entry = move |number: usize, mv: String| {
        let current = move || (ply.get() == number).then_some("true");
        let undone = move || ply.get() < number;
        let label = if number == 0 { mv.clone() } else { phrases::back_to(number, &mv) };
        view! {
            <li><button class="turn" class:undone=undone aria-label=label aria-current=current
                on:click=move |_| page.go_to(number)>{mv}</button></li>
        }
    };
    let entries = move || {
        let start = std::iter::once(phrases::whole_board().to_owned());
        let entries = start.chain(moves.get().into_iter().map(|mv| mv.replace(',', "+")));
        entries.enumerate().map(|(number, mv)| entry(number, mv)).collect::<Vec<_>>()
    };
    view! {
        <div class="removals">
            <h2>{phrases::removals()}</h2>
            {move || if moves.with(Vec::is_empty) {
                view! { <p class="faint">{phrases::no_removals()}</p> }.into_any()
            } else {
                view! { <ol node_ref=list tabindex="0" aria-label=phrases::removals()>{entries}</ol> }.into_any()
            }}
        </div>
    }
    .into_any()
}
