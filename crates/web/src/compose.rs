//! Composing a turn, as several pages show it: the choices that are no squares, the field for typed moves, and how far one
//! has come. Knows no page; who uses it says what becomes of a choice.

use halfboard_app::words::{game as words, prompt, steps};
use halfboard_rules::board::Board;
use halfboard_rules::present::Step;
use halfboard_rules::prompt::Task;
use halfboard_rules::view::View;
use leptos::prelude::*;

use crate::browser;

/// What can be chosen by buttons.
pub(crate) struct Offer {
    /// The steps, perhaps with a sign before them.
    pub(crate) steps: Vec<(Option<&'static str>, Step)>,
    /// Whether it is asked which of several was meant.
    pub(crate) asked: bool,
    /// Whether something was chosen that can be taken back.
    pub(crate) back: bool,
    /// The board.
    pub(crate) board: Board,
}

impl Offer {
    /// The choices of a view that are no squares, or of which a square says too little; or else those that were meant.
    pub(crate) fn of(view: &View, which: Vec<Step>) -> Offer {
        let asked = !which.is_empty();
        let is_alone = |step: &Step| step.square().is_none() || matches!(step, Step::Set(..));
        let offered = if asked { which } else { view.next.iter().copied().filter(is_alone).collect() };
        let steps = offered.into_iter().map(|step| (None, step)).collect();
        Offer { steps, asked, back: !view.chosen.is_empty(), board: view.board }
    }
}

/// Buttons for what can be chosen, and one to take back what was.
pub(crate) fn choices(offer: Offer, choose: Callback<Step>, step_back: Callback<()>) -> Option<AnyView> {
    let Offer { steps, asked, back, board } = offer;
    if steps.is_empty() && !back {
        return None;
    }
    let button = |(sign, step): (Option<&'static str>, Step)| {
        let choose = move |event: web_sys::MouseEvent| {
            choose.run(step);
            to_board(&event);
        };
        view! { <button class="choice" on:click=choose>{sign} {steps::button(step, board)}</button> }
    };
    let step_back = move |event: web_sys::MouseEvent| {
        step_back.run(());
        to_board(&event);
    };
    let buttons: Vec<_> = steps.into_iter().map(button).collect();
    let shown = view! {
        <div class="row choices" role="group" aria-label=words::which()>
            {asked.then(|| view! { <span class="ask">{words::which()}</span> })}
            {buttons}
            {back.then(|| view! { <button class="plain" on:click=step_back>{words::step_back()}</button> })}
        </div>
    };
    Some(shown.into_any())
}

/// Leads the keyboard on to the board from a button that goes away with its choice. A pointer is left where it is.
pub(crate) fn to_board(event: &web_sys::MouseEvent) {
    if event.detail() == 0 {
        browser::later(0, || browser::focus(".grid [tabindex=\"0\"]"));
    }
}

/// The field for typed moves. It is emptied when `play` says that the move was played.
pub(crate) fn typed_field(play: impl Fn(&str) -> bool + 'static) -> AnyView {
    let typed = NodeRef::<leptos::html::Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(input) = typed.get_untracked()
            && play(&input.value())
        {
            input.set_value("");
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <input id="typed" node_ref=typed aria-label=words::type_move() placeholder=words::type_move()
                autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"/>
            <button type="submit" class="plain">{words::play_it()}</button>
        </form>
    }
    .into_any()
}

/// What there is to do after something was picked up: that settles nothing by the rules, but one has come further.
pub(crate) fn task_once_picked(view: &View) -> Option<String> {
    let picked = matches!(view.chosen.as_slice(), [Step::From(_)]);
    (picked && view.next.iter().all(|step| matches!(step, Step::To(_)))).then(|| prompt::task(Task::ChooseTarget))
}
