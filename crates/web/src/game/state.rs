//! The state of the game on the page, and what can be done to it. The components read it and call it.

use halfboard_app::adaptive;
use halfboard_app::phrases::{game as phrases, players};
use halfboard_app::play::{Play, Player, Standing};
use halfboard_app::route::{Route, Shared};
use halfboard_app::saved;
use halfboard_rules::game::{Color, Outcome, Seat};
use halfboard_rules::record::Start;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::engine::Engine;
use super::tabs::SharedGame;
use crate::app::App;
use crate::board::Marks;
use crate::browser::{self, BrowserStore, Sound};
use crate::composer::{ComposerPage, ComposerSignals};

/// A game on its page.
#[derive(Clone, Copy)]
pub(crate) struct GamePageState {
    pub(crate) app: App,
    /// The game.
    pub(crate) play: RwSignal<Play>,
    /// What to draw. Shared, because listing the choices takes a while where a turn has thousands.
    pub(crate) view: Memo<View>,
    /// Its number among the games kept.
    pub(super) id: u64,
    pub(crate) composer: ComposerSignals<Play>,
    /// Whether engines wait.
    pub(crate) paused: RwSignal<bool>,
    /// The engine and what it has said.
    pub(crate) engine: Engine,
    /// Whether another tab plays the same game.
    pub(super) shared: SharedGame,
}

impl GamePageState {
    /// Creates a game from the games kept.
    pub(crate) fn new(app: App, id: u64, mut play: Play) -> GamePageState {
        let quarters = opening_turn(&play);
        play.start_clock(browser::seconds());
        let play = RwSignal::new(play);
        GamePageState {
            app,
            id,
            play,
            view: Memo::new(move |_| play.with(Play::view)),
            composer: ComposerSignals::new(app, play, quarters),
            paused: RwSignal::new(false),
            engine: Engine::new(),
            shared: SharedGame::new(id),
        }
    }

    /// Plays a legal move of the player or engine to move.
    pub(crate) fn play_move(self, mv: &str) {
        if !self.take_over() {
            return;
        }
        let now = browser::seconds();
        // The clock is looked at now and then only, and more seldom in a page that is not seen.
        if self.play.try_update(|play| play.check_clock(now)) == Some(true) {
            self.ended();
            return;
        }
        let seat = self.play.with_untracked(|play| play.session().turn());
        let played = self.play.try_update(|play| play.play(mv, now)).is_some_and(|played| played.is_ok());
        if !played {
            return;
        }
        self.composer.remark.set(None);
        self.engine.stop();
        self.engine.clear_hint();
        self.app.sound(self.play.with_untracked(sound_of));
        let who = self.play.with_untracked(|play| players::player(play, seat));
        let mut spoken = phrases::played(who, mv);
        if let Some(result) = self.play.with_untracked(phrases::outcome) {
            spoken = format!("{spoken} {result}");
        }
        self.app.announce(spoken);
        self.save();
    }

    /// Keeps the game as it is now.
    pub(crate) fn save(self) {
        // While another tab plays, its moves are the game.
        if self.follow_other_tab() || self.shared.is_elsewhere() {
            return;
        }
        self.count_adaptive_result();
        let (now, changed) = (browser::seconds(), browser::milliseconds());
        let kept = self.play.with_untracked(|play| saved::save(&BrowserStore, self.id, play, now, changed));
        if kept.is_err() {
            self.app.notify(phrases::not_saved());
        }
        self.remember_stored();
    }

    /// Counts the result of a game against the adaptive opponent that is over.
    fn count_adaptive_result(self) {
        let mut counted = self.play.get_untracked();
        if adaptive::count_result(&BrowserStore, &mut counted).is_some() {
            self.play.set(counted);
        }
    }

    /// Keeps the time that is left when the page is left, so that going away and coming back gains none.
    pub(crate) fn save_clock_on_leave(self) {
        if self.play.with_untracked(|play| play.clocks().is_none()) {
            return;
        }
        let save = move || {
            if self.play.try_with_untracked(Play::is_over) == Some(false) {
                self.save();
            }
        };
        on_cleanup(save);
        let listener = window_event_listener_untyped("pagehide", move |_| save());
        on_cleanup(move || listener.remove());
    }

    /// Takes back the last turn, or the steps of this one.
    pub(crate) fn take_back(self) {
        // The engine goes on thinking where there is nothing to take back.
        if !self.play.with_untracked(Play::can_take_back) || !self.take_over() {
            return;
        }
        self.engine.stop();
        self.engine.clear_hint();
        self.engine.clear_opinion();
        self.composer.remark.set(None);
        let now = browser::seconds();
        self.play.update(|play| {
            play.take_back(now);
        });
        self.app.announce(phrases::taken_back());
        self.save();
    }

    /// Lets engines and clocks wait, or go on.
    pub(crate) fn pause(self, wait: bool) {
        let now = browser::seconds();
        self.play.update(|play| if wait { play.stop_clocks(now) } else { play.start_clock(now) });
        self.paused.set(wait);
    }

    /// The side of the person gives up, or the side to move where several players share the screen.
    pub(crate) fn resign(self) {
        if !self.take_over() {
            return;
        }
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
        if !self.take_over() {
            return;
        }
        self.engine.stop();
        let now = browser::seconds();
        self.play.update(|play| play.agree_draw(now));
        self.ended();
    }

    /// Tells that the game has ended other than by a move, and keeps it.
    pub(crate) fn ended(self) {
        self.engine.clear_hint();
        self.app.sound(self.play.with_untracked(sound_of));
        self.app.announce(self.play.with_untracked(phrases::outcome).unwrap_or_default());
        self.save();
    }

    /// Begins the same game anew, with places changed or not.
    pub(crate) fn again(self, change_places: bool) {
        let setup = self.play.with_untracked(|play| play.again(change_places, browser::seed()));
        super::begin(self.app, &setup);
    }

    /// Begins the same game anew against the engine at another level, on the same side.
    pub(crate) fn again_at(self, level: u8) {
        let mut setup = self.play.with_untracked(|play| play.again(false, browser::seed()));
        for player in &mut setup.players {
            if let Player::Engine(at) = player {
                *at = level;
            }
        }
        super::begin(self.app, &setup);
    }

    /// Rotates the board by quarter turns.
    pub(crate) fn turn_board(self, quarters: u8) {
        self.composer.quarters.update(|q| *q = (*q + quarters) % 4);
    }

    /// Returns a link to the game as it is looked at.
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
        browser::link_to(&Route::Open(shared))
    }

    /// Marks on the board: the hint, and lines of sight from the square under the pointer.
    pub(crate) fn marks(self) -> Marks {
        Marks { overlays: self.overlays(), ..self.engine.hint_marks(self) }
    }

    /// Returns the colour of a seat.
    pub(crate) fn color_of(self, seat: Seat) -> Option<Color> {
        self.play.with(|play| play.shown().color_of(seat))
    }

    /// Returns whether the game is over.
    pub(crate) fn is_over(self) -> bool {
        self.play.with(|play| play.standing() != Standing::Open)
    }
}

impl ComposerPage for GamePageState {
    type Model = Play;

    fn composer(self) -> ComposerSignals<Play> {
        self.composer
    }

    fn play(self, mv: &str) {
        self.play_move(mv);
    }

    fn task(self) -> String {
        super::panel::expected(self)
    }
}

/// How the board is turned when the page opens: a person who plays Black against the engine sits at the bottom of a
/// full board. Half boards have no bottom side.
fn opening_turn(play: &Play) -> u8 {
    let black = play.lone_person().is_some_and(|seat| play.session().color_of(seat) == Some(Color::Black));
    let full = play.session().info().board == halfboard_rules::board::Board::Full;
    if black && full { 2 } else { 0 }
}

/// Returns the sound of a game's last turn, or of its end.
fn sound_of(play: &Play) -> Sound {
    let own = play.lone_person().and_then(|seat| play.session().color_of(seat));
    match play.standing() {
        Standing::Open => Sound::of_turn(play.session()),
        Standing::Ruled(ending) => Sound::of_outcome(ending.outcome, own),
        Standing::Declared(winner, _) => Sound::of_outcome(winner.map_or(Outcome::Draw, Outcome::Win), own),
    }
}
