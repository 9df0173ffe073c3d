//! One game open in several tabs. Only one of them plays; the others show its moves. A tab that makes a move takes over.
//!
//! A tab compares the stored game with the one that it stored or loaded last. If they differ, another tab has continued
//! the game: then nothing is overwritten.

use halfboard_app::phrases::game as phrases;
use halfboard_app::saved;
use leptos::prelude::*;

use super::state::GamePageState;
use crate::browser::{self, BrowserStore};

/// What a tab knows of a game that others may have open.
#[derive(Clone, Copy)]
pub(crate) struct SharedGame {
    /// The game as this tab last stored or loaded it.
    text: StoredValue<Option<String>>,
    /// Whether another tab plays.
    elsewhere: RwSignal<bool>,
}

impl SharedGame {
    pub(super) fn new(id: u64) -> SharedGame {
        let text = saved::load(&BrowserStore, id).map(|kept| kept.text);
        SharedGame { text: StoredValue::new(text), elsewhere: RwSignal::new(false) }
    }

    /// Returns whether another tab plays the game; tracked.
    pub(super) fn is_elsewhere(self) -> bool {
        self.elsewhere.try_get().unwrap_or_default()
    }
}

impl GamePageState {
    /// Shows the stored game if another tab has changed it, and lets that tab play. Returns whether it was changed.
    pub(super) fn follow_other_tab(self) -> bool {
        let Some(kept) = saved::load(&BrowserStore, self.id) else { return false };
        let unchanged = self.shared.text.try_with_value(|text| text.as_ref().is_none_or(|text| *text == kept.text));
        let Ok(play) = kept.play.as_ref().map_err(|_| ()) else { return false };
        if unchanged != Some(false) {
            return false;
        }
        self.engine.stop();
        self.engine.clear_hint();
        self.composer.remark.set(None);
        // Only the tab that plays lets its clocks run.
        self.play.set(play.clone());
        self.shared.text.set_value(Some(kept.text));
        self.shared.elsewhere.set(true);
        true
    }

    /// Makes this tab the one that plays. Returns false if another tab has changed the game: then the position is
    /// another one, and what was about to be done is not.
    pub(super) fn take_over(self) -> bool {
        let unchanged = !self.follow_other_tab();
        if unchanged {
            self.continue_here();
        }
        unchanged
    }

    fn continue_here(self) {
        if self.shared.elsewhere.get_untracked() {
            self.shared.elsewhere.set(false);
            self.play.update(|play| play.start_clock(browser::seconds()));
        }
    }

    /// Remembers the game as this tab has just stored it.
    pub(super) fn remember_stored(self) {
        let text = saved::load(&BrowserStore, self.id).map(|kept| kept.text);
        let _ = self.shared.text.try_set_value(text);
    }
}

/// Follows the other tabs as long as the page is open.
pub(super) fn follow(game: GamePageState) {
    let listener = window_event_listener_untyped("storage", move |_| {
        game.follow_other_tab();
    });
    on_cleanup(move || listener.remove());
}

/// Says that another tab plays, with a button to play on here.
pub(super) fn notice(game: GamePageState) -> impl IntoView {
    let here = move |_| {
        game.continue_here();
        // The other tab hears of it and stops.
        game.save();
        browser::later(0, || browser::focus_if_lost("#main"));
    };
    view! {
        <div role="status">
            {move || game.shared.is_elsewhere().then(|| view! {
                <div class="elsewhere">
                    <p>{phrases::continued_elsewhere()}</p>
                    <button type="button" on:click=here>{phrases::continue_here()}</button>
                </div>
            })}
        </div>
    }
}
