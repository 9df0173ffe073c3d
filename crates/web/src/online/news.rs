//! Notifications of the events of an online game, and their other effects on the page.

use halfboard_app::composer::Compose;
use halfboard_app::online::{News, Online, OnlineRoute, saved};
use halfboard_app::phrases::{game as game_phrases, online as phrases};
use halfboard_app::route::Route;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::Command;
use halfboard_rules::board::Board;
use halfboard_rules::game::{Color, Outcome, Seat};
use halfboard_rules::record::Finish;
use leptos::prelude::*;

use super::state::OnlinePageState;
use crate::browser::{self, BrowserStore, Sound};

impl OnlinePageState {
    /// Returns the name of the player at a seat.
    fn name(self, seat: u8) -> String {
        self.with_game_untracked(|game| phrases::player(game, seat)).unwrap_or_default()
    }

    /// Tells what happened: by sound, to screen readers, in passing.
    pub(super) fn on_news(self, news: News) {
        let own = self.online.with_untracked(Online::seat);
        match news {
            News::Arrived => {
                self.composer.quarters.set(self.opening_turn());
                self.save_seat();
                self.mark_turn();
            }
            News::Played { seat, mv } => {
                self.composer.remark.set(None);
                let over = self.online.with_untracked(Online::is_over);
                if !over {
                    if let Some(turn) = self.with_game_untracked(|game| Sound::of_turn(game.session())) {
                        self.app.sound(turn);
                    }
                    if self.online.with_untracked(Compose::is_open) {
                        self.app.sound(Sound::YourTurn);
                    }
                    let mut spoken = game_phrases::played(self.name(seat), mv);
                    if self.online.with_untracked(Compose::is_open) {
                        spoken = format!("{spoken} {}.", phrases::your_turn());
                    }
                    self.app.announce(spoken);
                }
                self.mark_turn();
            }
            News::TakenBack => {
                self.app.notify(phrases::taken_back());
                self.mark_turn();
            }
            News::Seated(seat) => {
                // The server may tell of one's own seat before it is confirmed.
                if own.is_some_and(|own| own != seat) || (own.is_none() && !self.has_secret()) {
                    self.app.sound(Sound::YourTurn);
                    let came = phrases::player_connected(self.name(seat));
                    if !browser::is_visible() {
                        browser::mark_title(came.trim_end_matches('.'));
                    }
                    self.app.notify(came);
                }
                self.composer.quarters.set(self.opening_turn());
                self.mark_turn();
            }
            News::Asked(seat, what) if Some(seat) != own => {
                self.app.sound(Sound::YourTurn);
                self.app.announce(phrases::proposal_from(what, &self.name(seat)));
            }
            News::Declined(seat, what) if Some(seat) != own => {
                self.app.notify(phrases::proposal_declined(what, &self.name(seat)));
            }
            News::Asked(..) | News::Declined(..) => {}
            News::GaveTime(from, to) => self.app.notify(phrases::gave_time(self.name(from), self.name(to))),
            News::Refunded(ms) => self.app.notify(phrases::refunded(ms.div_ceil(1000))),
            News::Said(seat, text) => {
                if Some(seat) != own && self.app.settings.with_untracked(|settings| settings.chat) {
                    self.app.announce(phrases::says(self.name(seat), text));
                }
                if Some(seat) != own {
                    self.unread.update(|unread| *unread += 1);
                    browser::later(50, move || self.see_chat());
                }
            }
            News::Ended => {
                let outcome = self.with_game_untracked(|game| {
                    let color = own.and_then(|own| game.session().color_of(Seat(own)));
                    match game.finish() {
                        Finish::Open => Sound::Drawn,
                        Finish::Ruled(ending) => Sound::of_outcome(ending.outcome, color),
                        Finish::Declared(winner, _) => {
                            Sound::of_outcome(winner.map_or(Outcome::Draw, Outcome::Win), color)
                        }
                    }
                });
                self.app.sound(outcome.unwrap_or(Sound::Drawn));
                let outcome = self.with_game_untracked(|game| phrases::outcome(game, own)).flatten();
                self.app.announce(outcome.unwrap_or_default());
                self.save_seat();
            }
            News::Rematched(game) => self.follow_rematch(game),
            News::Presence(seat, there) => {
                let who = self.name(seat);
                self.app.announce(if there {
                    phrases::player_connected(who)
                } else {
                    phrases::player_disconnected(who)
                });
            }
            News::Refused(command, refusal) => {
                if let Command::Say { text } = command {
                    self.unsaid.set(Some(text));
                }
                self.app.sound(Sound::Refused);
                let told = phrases::refusal(refusal.code);
                self.app.announce(told);
                self.detail.set(Some(refusal.message));
                self.composer.remark.set(Some(told.to_owned()));
            }
            News::Status(status) => self.service.set(status),
            News::HeldUp => self.app.announce(phrases::server_busy()),
            News::NoSeat => {
                // While seats are free, one may have been asked for with this secret, or will be.
                if self.with_game_untracked(Game::phase) != Some(Phase::Open) {
                    let id = self.online.with_untracked(|online| online.id().clone());
                    saved::forget(&BrowserStore, &id);
                    self.app.notify(phrases::no_seat());
                }
            }
        }
    }

    /// Moves on to the rematch, with the same secret; or to the challenge that is open again, unless it is this player's seat
    /// that is free.
    fn follow_rematch(self, game: GameId) {
        let freed = self.with_game_untracked(Game::freed_seat).flatten();
        if freed.is_some() && freed == self.online.with_untracked(Online::seat) {
            self.app.notify(phrases::seat_freed());
            return;
        }
        let token = self.online.with_untracked(|online| online.seat().and(online.connection().token().cloned()));
        let Some(token) = token else { return };
        let rules = self.with_game_untracked(|game| game.terms().rules.clone()).unwrap_or_default();
        let own = saved::SavedSeat { game: game.clone(), token, used: browser::milliseconds(), over: false, rules };
        let _ = saved::save_seat(&BrowserStore, &own);
        self.app.notify(if freed.is_some() { phrases::challenge_reopened() } else { phrases::rematch_begins() });
        self.app.go(&Route::Online(OnlineRoute::Game { id: game }));
    }

    /// Keeps when this seat was last used, and whether its game is over.
    fn save_seat(self) {
        let own = self.online.with_untracked(|online| {
            let (token, game) = (online.seat().and(online.connection().token().cloned())?, online.game()?);
            let (rules, over) = (game.terms().rules.clone(), online.is_over());
            Some(saved::SavedSeat { game: online.id().clone(), token, used: browser::milliseconds(), over, rules })
        });
        if let Some(own) = own {
            let _ = saved::save_seat(&BrowserStore, &own);
        }
    }

    /// Marks the window of a page that is not seen when it is this player's turn.
    fn mark_turn(self) {
        if !browser::is_visible() && self.online.with_untracked(Compose::is_open) {
            browser::mark_title(phrases::your_turn());
        }
    }

    /// Returns how the board is turned when the page opens: Black sits at the bottom of a full board, too.
    pub(super) fn opening_turn(self) -> u8 {
        let black = self.online.with_untracked(|online| {
            let (seat, session) = (online.seat()?, online.session()?);
            Some(session.info().board == Board::Full && session.color_of(Seat(seat)) == Some(Color::Black))
        });
        if black == Some(true) { 2 } else { 0 }
    }
}
