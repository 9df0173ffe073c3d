//! Composing turns of an online game.

use halfboard_app::composer::Compose;
use halfboard_app::online::Online;
use halfboard_app::phrases::{game as phrases, players};

use leptos::prelude::*;

use super::panel;
use super::state::{OnlinePageState, key};
use crate::browser::Sound;
use crate::composer::{ComposerPage, ComposerSignals};

impl ComposerPage for OnlinePageState {
    type Model = Online;

    fn composer(self) -> ComposerSignals<Online> {
        self.composer
    }

    // A legal move is shown at once, before the server confirms it.
    fn play(self, mv: &str) {
        self.drive(|online, now| online.play(mv, key(), now));
        let sound = self.online.with_untracked(|online| online.parts().map(|(session, _)| Sound::of_turn(session)));
        self.app.sound(sound.unwrap_or(Sound::Refused));
        self.app.announce(phrases::played(players::you(), mv));
    }

    fn task(self) -> String {
        panel::expected(self)
    }
}
