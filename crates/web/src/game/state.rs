//! The state of the game on the page, and what can be done to it. The components read it and call it.

use halfboard_app::kept;
use halfboard_app::play::{Play, Standing, Tap, typed};
use halfboard_app::route::{Route, Shared};
use halfboard_app::words::{game as words, players, result, why};
use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Seat};
use halfboard_rules::present::Step;
use halfboard_rules::record::Start;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::engine::Engine;
use crate::app::App;
use crate::board::Marks;
use crate::browser::{self, BrowserStore, Sound};

/// A game on the page.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) app: App,
    /// The game.
    pub(crate) play: RwSignal<Play>,
    /// What to draw. While it is not a person's turn nothing can be chosen. Made once for all who look at it, because
    /// where a turn has thousands of choices that takes a while.
    pub(crate) view: Memo<View>,
    /// Its number among the games kept.
    pub(super) id: u64,
    /// Steps of which one is to be chosen, where a square alone does not say which.
    pub(crate) which: RwSignal<Vec<Step>>,
    /// Why something cannot be done, or another remark, until the next touch.
    pub(crate) remark: RwSignal<Option<String>>,
    /// By how many quarters the board is turned.
    pub(crate) quarters: RwSignal<u8>,
    /// The square under the pointer or the keyboard's focus.
    pub(crate) over: RwSignal<Option<Square>>,
    /// Whether engines wait.
    pub(crate) paused: RwSignal<bool>,
    /// The engine and what it has said.
    pub(crate) engine: Engine,
}

impl Game {
    /// A game from the games kept.
    pub(crate) fn new(app: App, id: u64, mut play: Play) -> Game {
        let quarters = opening_turn(&play);
        play.go_on(browser::seconds());
        let play = RwSignal::new(play);
        let view = Memo::new(move |_| {
            play.with(|play| {
                let mut view = play.view();
                if !play.person_to_move() || play.looks_back() {
                    view.next.clear();
                }
                view
            })
        });
        Game {
            app,
            id,
            play,
            view,
            which: RwSignal::new(Vec::new()),
            remark: RwSignal::new(None),
            quarters: RwSignal::new(quarters),
            over: RwSignal::new(None),
            paused: RwSignal::new(false),
            engine: Engine::new(),
        }
    }

    /// Points at a square.
    pub(crate) fn tap(self, square: Square) {
        if !self.play.with_untracked(Play::person_to_move) {
            return;
        }
        if self.play.with_untracked(Play::looks_back) {
            self.remark.set(Some(words::looking_back().to_owned()));
            return;
        }
        let tapped = self.play.try_update(|play| play.tap(square)).unwrap_or(Tap::Refused);
        self.tapped(tapped, Some(square));
    }

    /// Chooses a step by itself.
    pub(crate) fn choose(self, step: Step) {
        if self.play.with_untracked(Play::person_to_move) {
            let tapped = self.play.try_update(|play| play.choose(step)).unwrap_or(Tap::Refused);
            self.tapped(tapped, None);
        }
    }

    fn tapped(self, tapped: Tap, square: Option<Square>) {
        self.which.set(Vec::new());
        self.remark.set(None);
        match tapped {
            Tap::Complete(mv) => self.play_move(&mv),
            Tap::Which(steps) => {
                self.app.announce(words::which());
                self.which.set(steps);
                browser::later(0, || browser::reveal(".choices"));
            }
            Tap::Refused => {
                self.app.sound(Sound::Refused);
                let why = |play: &Play| square.map(|square| why::refusal(play.session(), play.chosen(), square));
                let refusal = self.play.with_untracked(why);
                self.app.announce(refusal.clone().unwrap_or_default());
                self.remark.set(refusal);
            }
            Tap::Chosen | Tap::Back => {
                self.tell_expected();
                browser::later(0, || browser::reveal(".choices"));
            }
        }
    }

    /// Tells screen readers what is expected now.
    fn tell_expected(self) {
        let expected = untrack(|| super::panel::expected(self));
        self.app.announce(expected);
    }

    /// Plays a move that was typed; false when it is not legal, and then it is said what would be.
    pub(crate) fn type_move(self, text: &str) -> bool {
        let word = text.trim();
        if word.is_empty() || !self.play.with_untracked(Play::person_to_move) {
            return false;
        }
        let found = self.play.with_untracked(|play| typed(play.session(), word));
        match found.map_err(|nearest| words::not_a_move(word) + &nearest.join(", ")) {
            Ok(mv) => {
                self.play_move(&mv);
                true
            }
            Err(remark) => {
                self.app.announce(remark.clone());
                self.remark.set(Some(remark));
                false
            }
        }
    }

    /// Plays a legal move of whoever is to move.
    pub(crate) fn play_move(self, mv: &str) {
        let now = browser::seconds();
        // The clock is looked at now and then only, and more seldom in a page that is not seen.
        if self.play.try_update(|play| play.look_at_clock(now)) == Some(true) {
            self.ended();
            return;
        }
        let seat = self.play.with_untracked(|play| play.session().turn());
        let played = self.play.try_update(|play| play.play(mv, now)).is_some_and(|played| played.is_ok());
        if !played {
            return;
        }
        self.which.set(Vec::new());
        self.remark.set(None);
        self.engine.stop();
        self.engine.forget_hint();
        let over = self.play.with_untracked(Play::is_over);
        self.app.sound(if over { Sound::End } else { Sound::Turn });
        let who = self.play.with_untracked(|play| players::player(play, seat));
        let mut spoken = words::played(who, mv);
        if let Some(result) = self.play.with_untracked(result::standing) {
            spoken = format!("{spoken} {result}");
        }
        self.app.announce(spoken);
        self.keep();
    }

    /// Keeps the game as it is now.
    pub(crate) fn keep(self) {
        let (now, changed) = (browser::seconds(), browser::milliseconds());
        let kept = self.play.with_untracked(|play| kept::keep(&BrowserStore, self.id, play, now, changed));
        if kept.is_err() {
            self.app.notify(words::not_kept());
        }
    }

    /// Keeps the time that is left when the page is left, so that going away and coming back gains none.
    pub(crate) fn keep_clock(self) {
        if self.play.with_untracked(|play| play.clock().is_none()) {
            return;
        }
        let keep = move || {
            if self.play.try_with_untracked(Play::is_over) == Some(false) {
                self.keep();
            }
        };
        on_cleanup(keep);
        let listener = window_event_listener_untyped("pagehide", move |_| keep());
        on_cleanup(move || listener.remove());
    }

    /// Closes the question which of several was meant, or else takes back one step of the turn.
    pub(crate) fn step_back(self) {
        self.remark.set(None);
        if !self.which.with_untracked(Vec::is_empty) {
            self.which.set(Vec::new());
            return;
        }
        self.play.update(|play| {
            play.step_back();
        });
        self.tell_expected();
    }

    /// Takes back the last turn, or the steps of this one.
    pub(crate) fn take_back(self) {
        // The engine goes on thinking where there is nothing to take back.
        if !self.play.with_untracked(Play::can_take_back) {
            return;
        }
        self.engine.stop();
        self.engine.forget_hint();
        self.engine.forget_opinion();
        self.which.set(Vec::new());
        self.remark.set(None);
        let now = browser::seconds();
        self.play.update(|play| {
            play.take_back(now);
        });
        self.app.announce(words::taken_back());
        self.keep();
    }

    /// Lets engines and clocks wait, or go on.
    pub(crate) fn pause(self, wait: bool) {
        let now = browser::seconds();
        self.play.update(|play| if wait { play.hold(now) } else { play.go_on(now) });
        self.paused.set(wait);
    }

    /// The side of the person gives up, or that of whoever is to move where several share the screen.
    pub(crate) fn resign(self) {
        self.engine.stop();
        let now = browser::seconds();
        self.play.update(|play| {
            let seat = play.lone_person().unwrap_or(play.session().turn());
            play.resign(seat, now);
        });
        self.ended();
    }

    /// Both sides agree to a draw.
    pub(crate) fn agree_draw(self) {
        self.engine.stop();
        let now = browser::seconds();
        self.play.update(|play| play.agree_draw(now));
        self.ended();
    }

    /// Tells that the game has ended other than by a move, and keeps it.
    pub(crate) fn ended(self) {
        self.engine.forget_hint();
        self.app.sound(Sound::End);
        self.app.announce(self.play.with_untracked(result::standing).unwrap_or_default());
        self.keep();
    }

    /// Looks at the position after so many turns.
    pub(crate) fn look_at(self, ply: usize) {
        self.which.set(Vec::new());
        self.remark.set(None);
        self.play.update(|play| play.look_at(ply));
        let shown = self.play.with_untracked(|play| {
            let history = play.shown().history();
            history.last().map(|mv| words::shown_move(history.len(), mv))
        });
        self.app.announce(shown.unwrap_or_else(|| words::start_position().to_owned()));
    }

    /// Looks so many turns further on, or back.
    pub(crate) fn look_on(self, by: isize) {
        let ply = self.play.with_untracked(Play::shown_ply);
        self.look_at(ply.saturating_add_signed(by));
    }

    /// Begins the same game anew, with places changed or not.
    pub(crate) fn again(self, change_places: bool) {
        let setup = self.play.with_untracked(|play| play.again(change_places, browser::seed()));
        super::begin(self.app, &setup);
    }

    /// A link to the game as it is looked at.
    pub(crate) fn link(self) -> String {
        let shared = self.play.with_untracked(|play| {
            let session = play.shown();
            let (position, seed) = match play.start() {
                Start::Position(position) => (Some(position.clone()), None),
                Start::Seed(seed) => (None, Some(seed.to_string()).filter(|_| *seed != 0)),
            };
            let moves = session.history();
            let moves = (!moves.is_empty()).then(|| moves.join(" "));
            Shared { rules: session.rules(), position, seed, moves }
        });
        browser::base() + &Route::Open(shared).to_string()
    }

    /// Marks on the board: the hint, and lines of sight from the square under the pointer.
    pub(crate) fn marks(self) -> Marks {
        let mut marks = self.engine.hint_marks(self);
        if let Some(square) = self.over.get() {
            self.play.with(|play| {
                if !play.is_over() {
                    marks.overlays = play.shown().overlays(play.chosen(), Some(square));
                }
            });
        }
        marks
    }

    /// The colour of a seat.
    pub(crate) fn color_of(self, seat: Seat) -> Option<Color> {
        self.play.with(|play| play.shown().color_of(seat))
    }

    /// Whether the game is over.
    pub(crate) fn is_over(self) -> bool {
        self.play.with(|play| play.standing() != Standing::Open)
    }
}

/// How the board is turned when the page opens: a person who plays Black against the engine sits at the bottom of a
/// full board. Half boards have no bottom side.
fn opening_turn(play: &Play) -> u8 {
    let black = play.lone_person().is_some_and(|seat| play.session().color_of(seat) == Some(Color::Black));
    let full = play.session().info().board == halfboard_rules::board::Board::Full;
    if black && full { 2 } else { 0 }
}
