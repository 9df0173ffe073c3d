//! Pages of the rule book: headings, lists, tables. Examples are drawn in `diagram`.

use halfboard_app::book::{Block, Inline, Leaf, Section, plain};
use halfboard_app::phrases::learn as phrases;
use halfboard_app::route::Route;
use leptos::prelude::*;

use super::diagram::diagram;
use crate::browser;

/// Returns the URL of a page of the book.
pub(super) fn address(leaf: Leaf) -> String {
    match leaf {
        Leaf::Shared => Route::Rules.to_string(),
        Leaf::Game(id) => Route::RulesOf { game: id.to_owned() }.to_string(),
    }
}

/// The table of contents.
///
/// The fragment of the URL is the route, so a click moves the focus to the heading instead, and scrolling follows.
pub(super) fn contents(leaf: Leaf, sections: &[Section]) -> impl IntoView + use<> {
    let items: Vec<_> = sections
        .iter()
        .map(|section| {
            let id = format!("#{}", section_id(section));
            let go = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                browser::focus(&id);
            };
            view! { <li><a href=address(leaf) on:click=go>{plain(&section.heading)}</a></li> }
        })
        .collect();
    view! {
        <nav class="contents" aria-label=phrases::contents()>
            <ol>{items}</ol>
        </nav>
    }
}

fn section_id(section: &Section) -> String {
    format!("section-{}", section.number)
}

/// A section with its heading.
pub(super) fn section(of: &Section) -> impl IntoView + use<> {
    let label = plain(&of.heading);
    view! {
        <section>
            <h2 id=section_id(of) tabindex="-1">{inline(&of.heading)}</h2>
            {blocks(&of.blocks, &label)}
        </section>
    }
}

/// The blocks under the heading of this name.
pub(super) fn blocks(blocks: &[Block], under: &str) -> Vec<AnyView> {
    blocks.iter().map(|of| block(of, under)).collect()
}

fn block(block: &Block, under: &str) -> AnyView {
    match block {
        // The page's title and its sections are drawn by those who have them.
        Block::Heading { words, .. } => view! { <h3>{inline(words)}</h3> }.into_any(),
        Block::Paragraph(words) => view! { <p>{inline(words)}</p> }.into_any(),
        Block::List { numbered, items } => {
            let items: Vec<_> = items.iter().map(|words| view! { <li>{inline(words)}</li> }).collect();
            if *numbered { view! { <ol>{items}</ol> }.into_any() } else { view! { <ul>{items}</ul> }.into_any() }
        }
        Block::Table { head, rows } => table(head, rows, under).into_any(),
        // What may be wider than the screen scrolls in its box; the keyboard must get there, too.
        Block::Verbatim(text) => {
            view! { <pre tabindex="0" role="group" aria-label=under.to_owned()>{text.clone()}</pre> }.into_any()
        }
        Block::Example(example) => diagram(example).into_any(),
    }
}

fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], under: &str) -> impl IntoView + use<> {
    let head: Vec<_> = head
        .iter()
        .map(|words| match words.is_empty() {
            true => view! { <td></td> }.into_any(),
            false => view! { <th scope="col">{inline(words)}</th> }.into_any(),
        })
        .collect();
    let row = |cells: &Vec<Vec<Inline>>| {
        let mut cells = cells.iter();
        let first = cells.next().map(|words| view! { <th scope="row">{inline(words)}</th> });
        let others: Vec<_> = cells.map(|words| view! { <td>{inline(words)}</td> }).collect();
        view! { <tr>{first} {others}</tr> }
    };
    let rows: Vec<_> = rows.iter().map(row).collect();
    view! {
        <div class="scrolls" tabindex="0" role="group" aria-label=under.to_owned()>
            <table>
                <thead><tr>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// A line with its inline formatting.
pub(super) fn inline(words: &[Inline]) -> Vec<AnyView> {
    let piece = |piece: &Inline| match piece {
        Inline::Words(text) => text.clone().into_any(),
        Inline::Code(text) => view! { <code>{text.clone()}</code> }.into_any(),
        Inline::Strong(words) => view! { <strong>{inline(words)}</strong> }.into_any(),
        Inline::Stressed(words) => view! { <em>{inline(words)}</em> }.into_any(),
        Inline::Link { words, to } => view! { <a href=address(*to)>{inline(words)}</a> }.into_any(),
    };
    words.iter().map(piece).collect()
}
