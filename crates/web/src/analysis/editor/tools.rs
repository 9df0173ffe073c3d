//! What is put on the board, and what changes it as a whole.

use halfboard_app::editor::Draft;
use halfboard_app::phrases::editor as phrases;
use halfboard_rules::game::Color;
use halfboard_rules::position_format::PositionFormat;
use halfboard_rules::present::Checker;
use leptos::prelude::*;

use super::EditorState;
use crate::browser;
use crate::pages::parts::radio;

/// What pointing at a square does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// Puts a checker there.
    Put(Checker),
    /// Takes the topmost checker off.
    Top,
    /// Empties the square.
    Erase,
}

impl Tool {
    pub(super) const fn put(color: Color, marked: bool) -> Tool {
        Tool::Put(Checker { color, marked })
    }

    pub(super) const fn first() -> Tool {
        Tool::put(Color::White, false)
    }

    fn words(self) -> &'static str {
        match self {
            Tool::Put(checker) => phrases::checker_tool(checker),
            Tool::Top => phrases::remove_top(),
            Tool::Erase => phrases::erase(),
        }
    }

    fn id(self) -> &'static str {
        match self {
            Tool::Put(Checker { color: Color::White, marked: false }) => "tool-white",
            Tool::Put(Checker { color: Color::Black, marked: false }) => "tool-black",
            Tool::Put(Checker { color: Color::White, marked: true }) => "tool-marked-white",
            Tool::Put(Checker { color: Color::Black, marked: true }) => "tool-marked-black",
            Tool::Top => "tool-top",
            Tool::Erase => "tool-erase",
        }
    }
}

/// The tools, one of which is in hand.
pub(super) fn tools(editor: EditorState, form: PositionFormat) -> AnyView {
    let mut tools = Color::BOTH.map(|color| Tool::put(color, false)).to_vec();
    if form.marked {
        tools.extend(Color::BOTH.map(|color| Tool::put(color, true)));
    }
    if form.tallest > 1 {
        tools.push(Tool::Top);
    }
    tools.push(Tool::Erase);
    let pick = |tool: Tool| {
        let id = tool.id().to_owned();
        radio("tool", id, tool.words(), None, move || editor.tool.get() == tool, move || editor.tool.set(tool))
    };
    view! {
        <fieldset class="card tools">
            <legend>{phrases::tools()}</legend>
            <div class="picks side-by-side">{tools.into_iter().map(pick).collect::<Vec<_>>()}</div>
        </fieldset>
    }
    .into_any()
}

/// Changes of the whole board.
pub(super) fn changes(editor: EditorState, start: String) -> AnyView {
    let button = move |label: &'static str, change: fn(&mut Draft)| {
        view! { <button type="button" on:click=move |_| { editor.change(change); }>{label}</button> }
    };
    let begin = move |_| {
        if let Some(start) = editor.rules.with_value(|rules| Draft::read(&**rules, &start)) {
            editor.change(|draft| *draft = start);
        }
    };
    let undo = move |_| {
        editor.undo();
        browser::later(0, || browser::focus_if_lost("#editor-title"));
    };
    view! {
        <div class="row quiet">
            {button(phrases::clear(), Draft::clear)}
            <button type="button" on:click=begin>{phrases::from_start()}</button>
            {button(phrases::mirror(), Draft::mirror)}
            {button(phrases::swap_colors(), Draft::swap_colors)}
            <button type="button" disabled=move || editor.past.with(Vec::is_empty) on:click=undo>{phrases::undo()}</button>
        </div>
    }
    .into_any()
}
