//! Composing turns of an online game, and looking back.

use halfboard_app::online::Online;
use halfboard_app::play::{Tap, typed};
use halfboard_app::words::{game as words, players, why};
use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use leptos::prelude::*;

use super::panel;
use super::room::{Room, key};
use crate::browser::{self, Sound};

impl Room {
    /// Points at a square.
    pub(super) fn tap(self, square: Square) {
        if !self.online.with_untracked(Online::is_my_turn) {
            return;
        }
        if self.online.with_untracked(Online::looks_back) {
            self.remark.set(Some(words::looking_back().to_owned()));
            return;
        }
        let tapped = self.online.try_update(|online| online.tap(square)).unwrap_or(Tap::Refused);
        self.tapped(tapped, Some(square));
    }

    /// Chooses a step by itself.
    pub(super) fn choose(self, step: Step) {
        if self.online.with_untracked(Online::may_move) {
            let tapped = self.online.try_update(|online| online.choose(step)).unwrap_or(Tap::Refused);
            self.tapped(tapped, None);
        }
    }

    fn tapped(self, tapped: Tap, square: Option<Square>) {
        self.which.set(Vec::new());
        self.remark.set(None);
        match tapped {
            Tap::Complete(mv) => self.play(&mv),
            Tap::Which(steps) => {
                self.app.announce(words::which());
                self.which.set(steps);
                browser::later(0, || browser::reveal(".choices"));
            }
            Tap::Refused => {
                self.app.sound(Sound::Refused);
                let refusal = self.online.with_untracked(|online| {
                    square.zip(online.session()).map(|(square, session)| why::refusal(session, online.chosen(), square))
                });
                self.app.announce(refusal.clone().unwrap_or_default());
                self.remark.set(refusal);
            }
            Tap::Chosen | Tap::Back => {
                self.app.announce(untrack(|| panel::expected(self)));
                browser::later(0, || browser::reveal(".choices"));
            }
        }
    }

    /// Plays a legal move: it is shown at once.
    fn play(self, mv: &str) {
        self.app.sound(Sound::Turn);
        self.drive(|online, now| online.play(mv, key(), now));
        self.app.announce(words::played(players::you(), mv));
    }

    /// Plays a move that was typed; false when it is not legal, and then it is said what would be.
    pub(super) fn type_move(self, text: &str) -> bool {
        let word = text.trim();
        if word.is_empty() || !self.online.with_untracked(Online::may_move) {
            return false;
        }
        let found = self.online.with_untracked(|online| online.session().map(|session| typed(session, word)));
        match found {
            Some(Ok(mv)) => {
                self.tapped(Tap::Complete(mv), None);
                true
            }
            Some(Err(nearest)) => {
                let remark = words::not_a_move(word) + &nearest.join(", ");
                self.app.announce(remark.clone());
                self.remark.set(Some(remark));
                false
            }
            None => false,
        }
    }

    /// Closes the question which of several was meant, or else takes back one step of the turn.
    pub(super) fn step_back(self) {
        self.remark.set(None);
        if !self.which.with_untracked(Vec::is_empty) {
            self.which.set(Vec::new());
            return;
        }
        if self.online.try_update(Online::step_back) == Some(true) {
            self.app.announce(untrack(|| panel::expected(self)));
        }
    }

    /// Looks at the position after so many turns.
    pub(super) fn look_at(self, ply: usize) {
        self.which.set(Vec::new());
        self.remark.set(None);
        self.online.update(|online| online.look_at(ply));
        let shown = self.online.with_untracked(|online| {
            let history = online.shown()?.history();
            history.last().map(|mv| words::shown_move(history.len(), mv))
        });
        self.app.announce(shown.unwrap_or_else(|| words::start_position().to_owned()));
    }
}
