//! The position editor: a board that takes what is put on it, the fields of the position beside it, and what the rules say
//! of it. What can be edited and what is wrong comes from `client`; nothing here knows a game.

mod fields;
mod tools;

use halfboard_app::editor::{Draft, InvalidPosition, PositionFix, fixes, judge};
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, editor as phrases};
use halfboard_app::route::{Route, Shared};
use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::registry::{self, Rules};
use halfboard_rules::session::Session;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::{App, app};
use crate::board::{Board, Marks, Supplies, Touch};
use crate::browser;
use tools::Tool;

/// What the parts of the editor share.
#[derive(Clone, Copy)]
struct EditorState {
    app: App,
    rules: StoredValue<Box<dyn Rules>>,
    draft: RwSignal<Draft>,
    /// The position as text: that of the draft, or what is being typed.
    text: RwSignal<String>,
    tool: RwSignal<Tool>,
    past: RwSignal<Vec<Draft>>,
    over: RwSignal<Option<Square>>,
    /// What is wrong with the text, if something is.
    wrong: Memo<Option<InvalidPosition>>,
}

impl EditorState {
    /// Changes the draft; what was before can be had back. False when nothing changed.
    fn change(self, change: impl FnOnce(&mut Draft)) -> bool {
        let before = self.draft.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        let changed = after != before;
        if changed {
            self.past.update(|past| past.push(before));
            self.text.set(after.write());
            self.draft.set(after);
        }
        changed
    }

    fn undo(self) {
        if let Some(before) = self.past.try_update(Vec::pop).flatten() {
            self.text.set(before.write());
            self.draft.set(before);
        }
    }

    /// Something was typed: the board follows as soon as it has the form of a position.
    fn typed(self, text: String) {
        if let Some(read) = self.rules.with_value(|rules| Draft::read(&**rules, text.trim())) {
            self.change(|draft| *draft = read);
        }
        self.text.set(text);
    }

    /// Uses the tool on a square.
    fn tap(self, square: Square) {
        let tool = self.tool.get_untracked();
        let mut room_left = true;
        self.change(|draft| match tool {
            Tool::Put(checker) => room_left = draft.put(square, checker),
            Tool::Top => {
                draft.take(square);
            }
            Tool::Erase => {
                draft.erase(square);
            }
        });
        if room_left {
            self.announce(square);
        } else {
            let full = phrases::pile_full(self.draft.with_untracked(|draft| draft.form().tallest));
            self.app.announce(full.clone());
            self.app.notify(full);
        }
    }

    fn empty(self, square: Square) {
        self.change(|draft| {
            draft.erase(square);
        });
        self.announce(square);
    }

    /// Says what stands on a square now.
    fn announce(self, square: Square) {
        let like = self.rules.with_value(|rules| rules.start(0).view(&[]));
        self.app.announce(self.draft.with_untracked(|draft| board_phrases::cell(&draft.view(&like), square)));
    }

    /// Returns the game that begins here, if it is one.
    fn session(self) -> Option<Box<dyn Session>> {
        let text = self.text.get_untracked();
        self.rules.with_value(|rules| rules.position(text.trim())).ok()
    }
}

/// Sets up a position by these rules. `done` is given the game that begins there.
#[component]
pub(crate) fn Editor(
    /// The rules string.
    rules: String,
    /// The position string to begin with.
    position: String,
    /// Whom to give the position.
    done: Callback<Box<dyn Session>>,
    /// Whom to tell that nothing came of it.
    cancel: Callback<()>,
) -> impl IntoView {
    let Ok(by) = registry::rules(&rules) else { return ().into_any() };
    let info = by.info();
    let like = by.start(0).view(&[]);
    let start = by.start(0).position();
    let Some(draft) = Draft::read(&*by, &position).or_else(|| Draft::read(&*by, &start)) else {
        return ().into_any();
    };
    let form = draft.form();
    let text = RwSignal::new(draft.write());
    let by = StoredValue::new(by);
    let wrong = Memo::new(move |_| by.with_value(|by| text.with(|text| judge(&**by, text.trim()).err())));
    let editor = EditorState {
        app: app(),
        rules: by,
        draft: RwSignal::new(draft),
        text,
        tool: RwSignal::new(Tool::first()),
        past: RwSignal::new(Vec::new()),
        over: RwSignal::new(None),
        wrong,
    };
    let view = Memo::new(move |_| editor.draft.with(|draft| draft.view(&like)));
    let supplies = Memo::new(move |_| view.with(|view| view.supplies.clone()));
    let marks = Memo::new(move |_| Marks {
        rings: wrong.with(|wrong| wrong.as_ref().and_then(|wrong| wrong.square)).into_iter().collect(),
        ..Marks::default()
    });
    let touch = Touch {
        tap: Callback::new(move |square| editor.tap(square)),
        step: Callback::new(|_| ()),
        over: Callback::new(move |square| editor.over.set(square)),
    };
    let coordinates = Signal::derive(move || editor.app.settings.with(|settings| settings.coordinates));
    browser::later(0, || browser::focus("#editor-title"));
    view! {
        <section class="editor" aria-labelledby="editor-title" on:keydown=move |event| keys(editor, form.marked, &event)>
            <div class="play">
                <Supplies supplies color=Signal::stored(Some(Color::Black))/>
                <Board view layout=Signal::stored(Layout::new(info.board)) marks touch coordinates
                    label=board_phrases::board_of(info.name)/>
                <Supplies supplies color=Signal::stored(Some(Color::White))/>
            </div>
            <div class="side">
                <div>
                    <h1 id="editor-title" tabindex="-1">{phrases::title()}</h1>
                    <p class="faint">{phrases::lead()}</p>
                </div>
                {tools::tools(editor, form)}
                {tools::changes(editor, start)}
                {fields::fields(editor)}
            </div>
            <div class="under">
                {verdict(editor)}
                {ways(editor, rules, done, cancel)}
                {fields::as_text(editor)}
                <p class="faint keyboard">{if form.marked { phrases::keys() } else { phrases::keys_plain() }}</p>
            </div>
        </section>
    }
    .into_any()
}

/// Keys that work anywhere in the editor, unless something is being written.
fn keys(editor: EditorState, marked: bool, event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || browser::is_in_text_field(event) {
        return;
    }
    let key = event.key();
    match key.as_str() {
        "w" | "W" => editor.tool.set(Tool::put(Color::White, marked && key == "W")),
        "b" | "B" => editor.tool.set(Tool::put(Color::Black, marked && key == "B")),
        "x" | "X" => editor.tool.set(Tool::Erase),
        "u" | "U" => editor.undo(),
        "Delete" | "Backspace" => {
            if let Some(square) = editor.over.get_untracked() {
                editor.empty(square);
            }
        }
        // What browses moves elsewhere on the page has nothing to browse here.
        "ArrowLeft" | "ArrowRight" | "Home" | "End" => {
            event.stop_propagation();
            return;
        }
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// The judgement of the rules: the position is valid, or why not and which changes would fix it.
fn verdict(editor: EditorState) -> AnyView {
    let fits = move || editor.wrong.with(Option::is_none);
    let mending = Memo::new(move |_| {
        if fits() {
            return Vec::new();
        }
        let draft = editor.draft.get();
        // While something half-typed stands there, the draft is not what is wrong.
        let same = editor.text.with(|text| text.trim() == draft.write());
        if same { editor.rules.with_value(|rules| fixes(&**rules, &draft)) } else { Vec::new() }
    });
    let told = move || {
        let board = editor.rules.with_value(|rules| rules.info().board);
        match editor.wrong.get() {
            None => view! { <p class="fits">{phrases::valid()}</p> }.into_any(),
            Some(wrong) => {
                let (sentence, detail) = phrases::explain(&wrong, board);
                view! {
                    <div class="wrong" id="set-up-wrong">
                        <p><strong>{phrases::invalid()}"."</strong> " " {sentence}</p>
                        {detail.map(|detail| view! { <p class="faint" lang="en">{detail}</p> })}
                    </div>
                }
                .into_any()
            }
        }
    };
    let buttons = move || {
        let (board, seats) = editor.rules.with_value(|rules| (rules.info().board, rules.seats()));
        let button = |fix: PositionFix| {
            let label = phrases::fix(&fix, board, seats);
            let apply = move |_| {
                editor.change(|draft| *draft = fix.draft.clone());
                editor.app.announce(phrases::fixed());
                browser::later(0, || browser::focus_if_lost(".editor .ways .main"));
            };
            view! { <button type="button" class="choice mend" on:click=apply>{label}</button> }
        };
        mending.get().into_iter().map(button).collect::<Vec<_>>()
    };
    view! {
        <div class="verdict-box">
            <div role="status">{told}</div>
            {move || (!mending.with(Vec::is_empty)).then(|| view! { <p class="faint">{phrases::fixes()}</p> })}
            <div class="row">{buttons}</div>
        </div>
    }
    .into_any()
}

/// Where to go from here.
fn ways(editor: EditorState, rules: String, done: Callback<Box<dyn Session>>, cancel: Callback<()>) -> AnyView {
    let wrong = move || editor.wrong.with(Option::is_some);
    let finish = move |_| {
        if let Some(session) = editor.session() {
            done.run(session);
        }
    };
    let link = move || {
        let position = Some(editor.text.with(|text| text.trim().to_owned()));
        Route::Open(Shared { rules: rules.clone(), position, ..Shared::default() }).to_string()
    };
    view! {
        <div class="row ways">
            <button type="button" class="main" disabled=wrong on:click=finish>{phrases::analyse()}</button>
            {move || (!wrong()).then(|| view! { <a class="button" href=link.clone()>{phrases::play_from_here()}</a> })}
            <button type="button" on:click=move |_| cancel.run(())>{phrases::cancel()}</button>
        </div>
    }
    .into_any()
}
