//! What the players say to each other: text, never anything else. It can be hidden, which is kept as a setting.

use halfboard_app::online::Online;
use halfboard_app::phrases::{online as phrases, shell};
use halfboard_protocol::game::Game;
use halfboard_protocol::limits;
use halfboard_protocol::message::Command;
use leptos::prelude::*;

use super::state::OnlinePageState;
use crate::browser;

#[component]
pub(super) fn Chat(page: OnlinePageState) -> impl IntoView {
    let app = page.app;
    let open = Memo::new(move |_| app.settings.with(|settings| settings.chat));
    let toggle = move |_| {
        app.settings.update(|settings| settings.chat = !settings.chat);
        browser::later(50, move || page.see_chat());
    };
    let resized = window_event_listener_untyped("resize", move |_| page.see_chat());
    on_cleanup(move || resized.remove());
    view! {
        <section class="chat" class:open=move || page.chat_open.get() aria-label=phrases::chat()>
            <div class="head">
                <h2>{phrases::chat()}</h2>
                <button class="plain" aria-expanded=move || open.get().to_string() on:click=toggle>
                    {move || if open.get() { phrases::hide_chat() } else { phrases::show_chat() }}
                </button>
                <button class="plain shut" aria-label=shell::close() on:click=move |_| page.chat_open.set(false)>"×"</button>
            </div>
            {move || open.get().then(|| lines(page))}
        </section>
    }
}

/// The button of the toolbar that leads to the chat, with the number of lines that have not been seen.
pub(super) fn tool(page: OnlinePageState) -> AnyView {
    let shown = move || page.app.settings.with(|settings| settings.chat);
    let unread = move || page.unread.get();
    let go = move |_| {
        page.chat_open.update(|open| *open = !*open);
        browser::later(50, move || {
            browser::focus(".chat input, .chat .lines");
            page.see_chat();
        });
    };
    let badge = move || {
        (shown() && unread() > 0).then(|| {
            view! { <b class="badge" aria-hidden="true">{unread()}</b><span class="unseen">{phrases::unread_count(unread())}</span> }
        })
    };
    view! {
        <button class="tool unread" on:click=go>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 5h16v11H10l-5 4v-4H4z"/></svg>
            <span>{phrases::chat()}</span>
            {badge}
        </button>
    }
    .into_any()
}

fn lines(page: OnlinePageState) -> impl IntoView {
    let count = Memo::new(move |_| page.with_game(|game| game.chat().len()).unwrap_or_default());
    let list = NodeRef::<leptos::html::Ol>::new();
    // The last line stays in sight.
    Effect::new(move |_| {
        count.track();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
    });
    let said = move || {
        count.track();
        let lines = page.online.with_untracked(|online| {
            let game = online.game()?;
            let line = |line: &halfboard_protocol::game::ChatMessage| {
                let own = online.seat() == Some(line.seat);
                (phrases::player_name(game.player(line.seat)), line.text.clone(), own)
            };
            Some(game.chat().iter().map(line).collect::<Vec<_>>())
        });
        let line = |(who, text, own): (String, String, bool)| view! { <li class:own=own><strong>{who}</strong> " " {text}</li> };
        lines.unwrap_or_default().into_iter().map(line).collect::<Vec<_>>()
    };
    let seated = Memo::new(move |_| page.online.with(Online::seat).is_some());
    let closed = Memo::new(move |_| page.with_game(Game::partners_must_not_confer).unwrap_or_default());
    let full = move || count.get() >= limits::MAX_CHAT_MESSAGES;
    let note = move || match (closed.get(), full(), count.get()) {
        (true, ..) => Some(phrases::chat_closed()),
        (_, true, _) => Some(phrases::chat_full()),
        (.., 0) => Some(phrases::no_lines()),
        _ => None,
    };
    view! {
        <ol class="lines" node_ref=list tabindex="0" aria-label=phrases::chat()>{said}</ol>
        {move || note().map(|note| view! { <p class="faint">{note}</p> })}
        {move || (seated.get() && !closed.get() && !full()).then(|| write(page))}
    }
}

fn write(page: OnlinePageState) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    // What was refused is not lost, unless something else is being written.
    Effect::new(move |_| {
        if let (Some(text), Some(field)) = (page.unsaid.get(), field.get())
            && field.value().is_empty()
        {
            field.set_value(&text);
            page.unsaid.set(None);
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        if let Some(text) = limits::sanitize(&field.value(), limits::MAX_CHAT_CHARS) {
            page.ask(Command::Say { text });
            field.set_value("");
        }
    };
    view! {
        <form class="write" on:submit=submit>
            <input node_ref=field aria-label=phrases::write_line() placeholder=phrases::write_line() autocomplete="off"
                maxlength=limits::MAX_CHAT_CHARS.to_string()/>
            <button type="submit">{phrases::send()}</button>
        </form>
    }
}
