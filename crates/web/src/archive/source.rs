//! The choice between the games of this browser and those of the server.

use halfboard_app::archive::server::{games_path, parse_games_page};
use halfboard_app::phrases::archive as phrases;
use halfboard_archive::GameFilter;
use leptos::prelude::*;

use crate::browser;
use crate::pages::parts::chip;

/// Where the games of the page come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ArchiveSource {
    /// The files imported into this browser.
    #[default]
    Browser,
    /// The server's finished public games.
    Server,
}

thread_local! {
    /// What was chosen last. It belongs to no page, so that one comes back to it.
    static CHOSEN: ArcRwSignal<ArchiveSource> = ArcRwSignal::default();
}

/// Chooses the source.
pub(crate) fn choose(source: ArchiveSource) {
    CHOSEN.with(|chosen| chosen.set(source));
}

/// Returns the source that is shown, which is this browser until the server has answered.
pub(super) fn shown() -> Memo<(ArchiveSource, bool)> {
    let chosen = CHOSEN.with(Clone::clone);
    // Who has chosen the server comes from its games.
    let answers = RwSignal::new(browser::is_on_server() && chosen.get_untracked() == ArchiveSource::Server);
    if browser::is_on_server() && !answers.get_untracked() {
        let path = games_path(&GameFilter::default(), None, None, 1).unwrap_or_default();
        browser::request(&path, None, move |answer| {
            let page = answer.filter(|(ok, _)| *ok).and_then(|(_, text)| parse_games_page(&text));
            let _ = answers.try_set(page.is_some());
        });
    }
    Memo::new(move |_| {
        let has_server = answers.get();
        (if has_server { chosen.get() } else { ArchiveSource::Browser }, has_server)
    })
}

/// The switch. It is absent as long as there is no server that answers.
pub(super) fn switch(
    shown: Memo<(ArchiveSource, bool)>,
    on_change: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let has_server = Memo::new(move |_| shown.with(|(_, has_server)| *has_server));
    let option = move |source: ArchiveSource, id: &str, label: &str| {
        let chosen = move || shown.with(|(now, _)| *now == source);
        let choose = move || {
            on_change();
            choose(source);
        };
        chip("archive-source", id.to_owned(), label.to_owned(), label.to_owned(), chosen, choose)
    };
    let chips = move || {
        has_server.get().then(|| {
            view! {
                <div class="quick-row archive-source" role="radiogroup" aria-label=phrases::source()>
                    {option(ArchiveSource::Browser, "source-browser", phrases::source_browser())}
                    {option(ArchiveSource::Server, "source-server", phrases::source_server())}
                </div>
            }
        })
    };
    chips.into_any()
}
