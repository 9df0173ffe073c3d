//! The app as a whole: what every page shares, the frame round the pages, and which page is shown.

use std::cell::Cell;

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::online::OnlineRoute;
use halfboard_app::phrases::{self, Language, shell};
use halfboard_app::puzzles::PuzzleRoute;
use halfboard_app::route::{NoSuchPage, Route};
use halfboard_app::saved::Store;
use halfboard_app::settings::{Motion, Settings, Theme};
use leptos::prelude::*;

use crate::browser::{self, BrowserStore, Sound};
use crate::online::{OnlineTurn, watch_turns};
use crate::pages;

/// What every page shares.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The settings. Changing them keeps them.
    pub(crate) settings: RwSignal<Settings>,
    /// The page.
    pub(crate) route: RwSignal<Result<Route, NoSuchPage>>,
    /// The online games in which it is the player's turn.
    pub(crate) turns: RwSignal<Vec<OnlineTurn>>,
    /// Something to be told in passing, which goes away by itself.
    notice: RwSignal<Option<(u64, String)>>,
    /// What screen readers are told.
    spoken: RwSignal<String>,
    /// Whether the window is so high that half boards are larger upright.
    pub(crate) upright: RwSignal<bool>,
}

/// What every page shares.
pub(crate) fn app() -> App {
    expect_context()
}

impl App {
    /// Shows a notice that disappears after six seconds.
    pub(crate) fn notify(self, words: impl Into<String>) {
        let number = NOTICES.replace(NOTICES.get() + 1);
        TOLD_AT.set(browser::seconds());
        self.notice.set(Some((number, words.into())));
        browser::later(6000, move || {
            let same = self.notice.with_untracked(|notice| notice.as_ref().is_some_and(|(other, _)| *other == number));
            if same {
                self.notice.set(None);
            }
        });
    }

    /// Announces a text to screen readers. A repeated text is announced again: a trailing space makes it differ.
    pub(crate) fn announce(self, words: impl Into<String>) {
        let words: String = words.into();
        let again = self.spoken.with_untracked(|spoken| *spoken == words);
        self.spoken.set(if again { words + "\u{a0}" } else { words });
    }

    /// Lets a sound be heard, if sounds are wanted.
    pub(crate) fn sound(self, sound: Sound) {
        if self.settings.with_untracked(|settings| settings.sounds) {
            browser::sound(sound);
        }
    }

    /// Goes to a page.
    pub(crate) fn go(self, route: &Route) {
        browser::go(&route.to_string());
    }

    /// Returns whether the board may animate moves.
    pub(crate) fn animations_enabled(self) -> bool {
        self.settings.with(|settings| settings.motion == Motion::System)
            && !browser::matches_media("(prefers-reduced-motion)")
    }
}

thread_local! {
    /// How many notices there were: a timer takes away only its own.
    static NOTICES: Cell<u64> = const { Cell::new(0) };
    /// When the last one was told.
    static TOLD_AT: Cell<f64> = const { Cell::new(0.0) };
}

/// Windows in which the squares of a half board are larger when it stands upright above prompt, moves and toolbar.
const UPRIGHT: &str = "(max-aspect-ratio: 11/20)";

const SETTINGS: &str = "halfboard.settings";

/// Starts the app.
pub(crate) fn mount() {
    browser::restore_handed_over();
    let kept = BrowserStore.get(SETTINGS).unwrap_or_default();
    leptos::mount::mount_to_body(move || {
        let app = App {
            settings: RwSignal::new(Settings::read(&kept)),
            route: RwSignal::new(Route::read(&browser::hash())),
            turns: RwSignal::new(Vec::new()),
            notice: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            upright: RwSignal::new(browser::matches_media(UPRIGHT)),
        };
        provide_context(app);
        follow_settings(app);
        browser::on_change(UPRIGHT, move || app.upright.set(browser::matches_media(UPRIGHT)));
        watch_turns(app);
        browser::follow_history();
        let listener = window_event_listener(leptos::ev::hashchange, move |_| {
            browser::show_entry(true);
            app.route.set(Route::read(&browser::hash()));
            // A notice is about the page that it was told on, unless it was told on the way to this one.
            if browser::seconds() - TOLD_AT.get() > 1.0 {
                app.notice.set(None);
            }
        });
        on_cleanup(move || listener.remove());
        // Every word on the screen hangs on the language: the whole frame is built anew when it changes.
        let language = Memo::new(move |_| app.settings.with(|settings| language_of(settings.language)));
        let built = Cell::new(false);
        move || {
            let anew = built.replace(true);
            phrases::speak(language.get());
            browser::set_root_attribute("lang", language.get().tag());
            browser::later(0, move || {
                browser::update_title();
                // Where the language was chosen, the choice that had the focus was built anew with everything else.
                if anew {
                    browser::focus_if_lost("[name=language]:checked");
                }
            });
            view! { <Frame/> }
        }
    });
}

/// The language that was chosen, or else the first of the browser's that is spoken here.
fn language_of(chosen: Option<Language>) -> Language {
    let asked = || browser::languages().iter().find_map(|tag| Language::of_tag(tag));
    chosen.or_else(asked).unwrap_or_default()
}

/// Keeps settings that change, and tells the style sheets.
fn follow_settings(app: App) {
    let scheme = RwSignal::new(());
    for query in ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"] {
        browser::on_change(query, move || scheme.set(()));
    }
    Effect::new(move |before: Option<Settings>| {
        scheme.track();
        let settings = app.settings.get();
        let theme = match settings.theme {
            Theme::System if browser::matches_media("(prefers-contrast: more)") => Theme::Contrast,
            Theme::System if browser::matches_media("(prefers-color-scheme: dark)") => Theme::Dark,
            Theme::System => Theme::Light,
            theme => theme,
        };
        browser::set_root_attribute("data-theme", theme.word());
        browser::set_root_attribute("data-pieces", settings.pieces.word());
        browser::set_root_attribute("data-motion", settings.motion.word());
        if before.is_some_and(|before| before != settings) && BrowserStore.set(SETTINGS, &settings.write()).is_err() {
            app.notify(shell::not_saved());
        }
        settings
    });
}

/// The frame round every page.
#[component]
fn Frame() -> impl IntoView {
    let app = app();
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            browser::focus("#main");
        }>{shell::skip()}</a>
        <header class="top">
            <a class="brand" href=Route::Home.to_string()>"Halfboard"</a>
            <Menu/>
        </header>
        <main id="main" tabindex="-1">{move || pages::page(app.route.get())}</main>
        <div class="notices" role="status">
            {move || app.notice.get().map(|(_, words)| view! {
                <p class="notice">{words}
                    <button class="plain" aria-label=shell::close() on:click=move |_| app.notice.set(None)>"×"</button>
                </p>
            })}
        </div>
        <p class="unseen" aria-live="polite" id="spoken">{move || app.spoken.get()}</p>
    }
}

/// The links to the pages. Where there is no room for all, a button shows the last ones.
#[component]
fn Menu() -> impl IntoView {
    let app = app();
    let part = Memo::new(move |_| app.route.with(|route| NavSection::of(route.as_ref().ok())));
    let open = RwSignal::new(false);
    let link = move |to: Route, of: NavSection, words: AnyView| {
        let current = move || (part.get() == of).then_some("page");
        view! { <a href=to.to_string() aria-current=current on:click=move |_| open.set(false)>{words}</a> }
    };
    let turns = Memo::new(move |_| app.turns.with(Vec::len));
    let badge = move || {
        let count = turns.get();
        (count > 0).then(|| {
            view! {
                <span class="turn-count" aria-hidden="true">{count}</span>
                <span class="unseen">{shell::your_turn_in(count)}</span>
            }
        })
    };
    let close = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            open.set(false);
            browser::focus(".top .menu");
        }
    };
    // A click elsewhere closes the list.
    let listener = window_event_listener(leptos::ev::pointerdown, move |event| {
        if open.get_untracked() && !browser::is_within(&event, ".top nav") {
            open.set(false);
        }
    });
    on_cleanup(move || listener.remove());
    view! {
        <nav aria-label=shell::pages() on:keydown=close>
            {link(Route::Home, NavSection::Play, shell::play().into_any())}
            {link(Route::Online(OnlineRoute::Lobby), NavSection::Online, view! { {shell::online()} {badge} }.into_any())}
            {link(Route::Puzzles(PuzzleRoute::Choose), NavSection::Puzzles, shell::puzzles().into_any())}
            <button type="button" class="plain menu" aria-expanded=move || open.get().to_string() aria-controls="more-pages"
                on:click=move |_| open.update(|open| *open = !*open)>{shell::menu()}</button>
            <div id="more-pages" class="more-pages" class:open=open>
                {link(Route::Analysis(AnalysisRoute::Fresh), NavSection::Analysis, shell::analysis().into_any())}
                {link(Route::Games, NavSection::Games, shell::games().into_any())}
                {link(Route::Learn, NavSection::Learn, shell::learn().into_any())}
                {link(Route::Rules, NavSection::Rules, shell::rules().into_any())}
                {link(Route::Settings, NavSection::Settings, shell::settings().into_any())}
            </div>
        </nav>
    }
}

/// The section of the navigation bar that a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NavSection {
    Play,
    Online,
    Puzzles,
    Analysis,
    Games,
    Learn,
    Rules,
    Settings,
}

impl NavSection {
    fn of(route: Option<&Route>) -> NavSection {
        match route {
            Some(Route::Online(_)) => NavSection::Online,
            Some(Route::Puzzles(_) | Route::Solitaire(_)) => NavSection::Puzzles,
            Some(Route::Analysis(_) | Route::Archive(_)) => NavSection::Analysis,
            Some(Route::Games) => NavSection::Games,
            Some(Route::Learn | Route::Lesson { .. }) => NavSection::Learn,
            Some(Route::Rules | Route::RulesOf { .. } | Route::Gaps | Route::Fairness(_)) => NavSection::Rules,
            Some(Route::Settings | Route::About) => NavSection::Settings,
            _ => NavSection::Play,
        }
    }
}
