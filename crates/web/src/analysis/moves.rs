//! The tree of moves as a list with indented branches, what is said about the move that is looked at, and the buttons that
//! step through it.

use halfboard_app::analysis::rows::{MoveItem, Row, RowContent, rows};
use halfboard_app::analysis::{MOST_LETTERS, NodeId, Tree};
use halfboard_app::phrases::{analysis as phrases, game as game_phrases};
use leptos::prelude::*;

use super::state::AnalysisPageState;
use crate::browser;

/// Deeper branches are not indented any further: there would be no room left.
const DEEPEST: usize = 6;

/// The list, and the comment.
pub(super) fn card(analysis: AnalysisPageState) -> AnyView {
    // Stepping through a long game touches neither the list nor any move in it but the two that are concerned.
    let version = Memo::new(move |_| analysis.tree.with(Tree::version));
    let listed = Memo::new(move |_| {
        // Tracking alone would not make the memo look at the tree.
        let _ = version.get();
        analysis.tree.with_untracked(rows)
    });
    let current = Memo::new(move |_| analysis.tree.with(Tree::current));
    let looked_at = Selector::new(move || current.get());
    let list = NodeRef::<leptos::html::Ol>::new();
    // The move that is looked at stays in sight.
    Effect::new(move |_| {
        current.track();
        listed.track();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || browser::scroll_list_to(&list, "[aria-current]"));
    });
    let in_rows = looked_at.clone();
    let rows = move || listed.get().into_iter().map(|one| row(analysis, &in_rows, one)).collect::<Vec<_>>();
    let root = analysis.tree.with_untracked(Tree::root);
    view! {
        <section class="card tree" aria-labelledby="tree-title">
            <h2 class="unseen" id="tree-title">{phrases::moves()}</h2>
            <ol class="tree-rows" node_ref=list tabindex="0" aria-label=phrases::moves()>
                <li class="tree-row"><button class="turn" aria-current=move || looked_at.selected(&root).then_some("true")
                    on:click=move |_| analysis.go(root)>{phrases::start()}</button></li>
                {rows}
            </ol>
            {move || listed.with(Vec::is_empty).then(|| view! { <p class="faint">{phrases::no_moves()}</p> })}
            {deleted(analysis)}
            {comment(analysis, current)}
            {changes(analysis, current)}
        </section>
    }
    .into_any()
}

fn row(analysis: AnalysisPageState, looked_at: &Selector<NodeId>, row: Row) -> AnyView {
    let class = format!("tree-row level-{}", row.level.min(DEEPEST));
    match row.what {
        RowContent::Comment(node, text) => view! {
            <li class=class><button class="turn said" on:click=move |_| {
                analysis.go(node);
                browser::focus("#comment");
            }>{text}</button></li>
        }
        .into_any(),
        RowContent::Moves(items) => {
            let label = (row.level > 0).then(phrases::variation);
            let items: Vec<_> = items.into_iter().map(|one| item(analysis, looked_at.clone(), one)).collect();
            view! { <li class=class>{label.map(|label| view! { <span class="unseen">{label}</span> })} {items}</li> }
                .into_any()
        }
    }
}

fn item(analysis: AnalysisPageState, looked_at: Selector<NodeId>, item: MoveItem) -> impl IntoView {
    let MoveItem { node, number, mv } = item;
    let is_current = move || looked_at.selected(&node).then_some("true");
    view! {
        <span class="tree-move">
            {number.map(|number| view! { <span class="number">{number}</span> })}
            <button class="turn" aria-current=is_current on:click=move |_| analysis.go(node)>{mv}</button>
        </span>
    }
}

/// What was deleted, and the way back.
fn deleted(analysis: AnalysisPageState) -> impl IntoView {
    move || {
        analysis.deleted.with(|deleted| deleted.as_ref().map(|(_, mv)| mv.clone())).map(|mv| {
            let undo = move |_| {
                analysis.undelete();
                browser::focus(".tree-rows");
            };
            view! {
                <p class="told row"><span>{phrases::deleted(mv)}</span> <button id="undelete" on:click=undo>{phrases::undo()}</button></p>
            }
        })
    }
}

/// The field for what is said about the move that is looked at.
fn comment(analysis: AnalysisPageState, current: Memo<NodeId>) -> impl IntoView {
    let about = move || {
        current.track();
        analysis.tree.with_untracked(|tree| match tree.mv(tree.current()) {
            Some(mv) => phrases::comment_on(mv),
            None => phrases::comment_on_start().to_owned(),
        })
    };
    // Only another place writes into the field: what is typed there comes back trimmed, and would hinder typing.
    let text = move || {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| tree.comment(tree.current()).to_owned())
    };
    view! {
        <p class="field">
            <label for="comment">{about}</label>
            <textarea id="comment" rows="2" maxlength=MOST_LETTERS.to_string() prop:value=text
                on:input=move |event| analysis.comment(&event_target_value(&event))></textarea>
        </p>
    }
}

/// What can be done with the branch that is looked at.
fn changes(analysis: AnalysisPageState, current: Memo<NodeId>) -> impl IntoView {
    let branch = Memo::new(move |_| analysis.tree.with(|tree| tree.is_branch(tree.current())));
    let started = Memo::new(move |_| analysis.tree.with(|tree| current.get() != tree.root()));
    view! {
        <div class="row quiet">
            <button class="plain" disabled=move || !branch.get() on:click=move |_| analysis.promote()>{phrases::promote()}</button>
            <button class="plain" disabled=move || !started.get() on:click=move |_| {
                analysis.delete();
                browser::focus("#undelete");
            }>{phrases::delete()}</button>
        </div>
    }
}

/// The buttons that step through the moves.
pub(super) fn stepping(analysis: AnalysisPageState) -> AnyView {
    let first = Memo::new(move |_| analysis.tree.with(|tree| tree.parent(tree.current()).is_none()));
    let last = Memo::new(move |_| analysis.tree.with(|tree| tree.next().is_none()));
    view! {
        <div class="tools browse" role="group" aria-label=game_phrases::actions()>
            <button class="plain" aria-label=game_phrases::to_start() disabled=move || first.get()
                on:click=move |_| analysis.to_start()>"«"</button>
            <button class="plain" aria-label=game_phrases::previous_move() disabled=move || first.get()
                on:click=move |_| analysis.back()>"‹"</button>
            <button class="plain" aria-label=game_phrases::next_move() disabled=move || last.get()
                on:click=move |_| analysis.on()>"›"</button>
            <button class="plain" aria-label=game_phrases::to_end() disabled=move || last.get()
                on:click=move |_| analysis.to_end()>"»"</button>
            <button class="plain flip" on:click=move |_| analysis.composer.quarters.update(|q| *q = (*q + 2) % 4)>{game_phrases::flip_short()}</button>
        </div>
    }
    .into_any()
}
