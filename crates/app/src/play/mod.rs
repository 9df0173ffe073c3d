//! A game at one screen: a table with its players, people or engines, their clocks, and what of it is looked at.
//!
//! Time comes in as seconds from the caller, and thinking is done elsewhere: this is what the page draws and changes.

mod saved;

use halfboard_engine::games::balanced_seeds;
pub use halfboard_protocol::clock::{Clocks, TimeControl};
use halfboard_rules::game::{Color, Outcome, Seat};
use halfboard_rules::record::{Declared, Start};
use halfboard_rules::session::{MoveError, Session};
use halfboard_rules::view::View;

pub use saved::ReadError;
pub(crate) use saved::parse_control;

use crate::composer::{Compose, Composer};
use crate::table::{Table, Undone};

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person at this screen.
    Person,
    /// The engine at a level of the game, from 1.
    Engine(u8),
}

/// The settings of a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The rules string.
    pub rules: String,
    /// Where it starts.
    pub start: Start,
    /// Who sits where, by seat. Seats that are not mentioned are people's.
    pub players: Vec<Player>,
    /// What people are called, by seat; empty where they gave no name.
    pub names: Vec<String>,
    /// The time control, if there is a clock.
    pub control: Option<TimeControl>,
    /// What makes the engine's misjudgements in this game differ from those in another.
    pub seed: u64,
    /// Seconds that an engine at full strength thinks about a move; `None` for its node limit.
    pub think: Option<u8>,
    /// Whether the engine's level adapts to the person, see [`crate::adaptive`].
    pub adaptive: bool,
}

/// A game at one screen.
#[derive(Clone, Debug)]
pub struct Play {
    table: Table,
    players: Vec<Player>,
    clocks: Option<Clocks>,
    seed: u64,
    think: Option<u8>,
    adaptive: Option<AdaptiveResult>,
}

/// What became of the result of a game against the adaptive opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AdaptiveResult {
    /// It is still to be counted.
    Open,
    /// It was counted.
    Counted,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The rules have ended it.
    Ruled(halfboard_rules::game::Ending),
    /// The players have.
    Declared(Option<Color>, Declared),
}

impl Play {
    /// Creates a new game. The date is written into its record.
    pub fn new(setup: &Setup, date: &str) -> Result<Play, halfboard_rules::record::StartError> {
        let session = setup.start.session(&setup.rules)?;
        let players = seated(&setup.players, session.seats().len());
        let clocks = setup.control.map(|control| Clocks::new(control, session.seats().len()));
        let table = Table::new(session, setup.start.clone(), setup.names.clone(), date);
        let adaptive = setup.adaptive.then_some(AdaptiveResult::Open);
        Ok(Play { table, players, clocks, seed: setup.seed, think: setup.think, adaptive })
    }

    /// Returns the game as it was last played.
    pub fn session(&self) -> &dyn Session {
        &*self.table.session
    }

    /// Returns the game as it is looked at.
    pub fn shown(&self) -> &dyn Session {
        self.table.composer.shown(self.session())
    }

    /// Returns the number of turns played.
    pub fn plies(&self) -> usize {
        self.session().ply()
    }

    /// Returns whether no person has made a move yet; in a game between engines, whether there is no move. Seats make
    /// their first moves in order.
    pub fn is_untouched(&self) -> bool {
        let first = self.players.iter().position(|player| *player == Player::Person).unwrap_or_default();
        self.plies() <= first
    }

    /// Returns what to draw. While no person is to move, nothing can be chosen.
    pub fn view(&self) -> View {
        self.table.composer.view(self.session(), self.is_open())
    }

    /// Returns who sits at a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(usize::from(seat.0)).copied().unwrap_or(Player::Person)
    }

    /// Returns who sits where.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the name given to a seat.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.table.given_name(seat)
    }

    /// Returns the clocks, if there are any. Their times are those of this game in milliseconds.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Returns the time a seat has left, in seconds; `None` without a clock.
    pub fn remaining(&self, seat: Seat, now: f64) -> Option<f64> {
        Some(self.clocks()?.remaining(seat.0, milliseconds(now))? as f64 / 1000.0)
    }

    /// Returns the seat whose time is up.
    pub fn expired(&self, now: f64) -> Option<Seat> {
        self.clocks()?.expired(milliseconds(now)).map(Seat)
    }

    /// Returns the seed of the engine's misjudgements.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the seconds that an engine at full strength thinks about a move, if they were chosen.
    pub fn think(&self) -> Option<u8> {
        self.think
    }

    /// Returns whether the engine's level adapts to the person.
    pub fn is_adaptive(&self) -> bool {
        self.adaptive.is_some()
    }

    /// Returns the level and the person's score of an adaptive game that is over, the first time that it is called.
    pub(crate) fn take_adaptive_result(&mut self) -> Option<(u8, f64)> {
        let person = self.lone_person().filter(|_| self.adaptive == Some(AdaptiveResult::Open) && self.is_over())?;
        let level = self.players.iter().find_map(|player| match player {
            Player::Engine(level) => Some(*level),
            Player::Person => None,
        })?;
        self.adaptive = Some(AdaptiveResult::Counted);
        if matches!(self.standing(), Standing::Declared(_, Declared::Abandoned)) {
            return None;
        }
        Some((level, self.has_won(person).map_or(0.5, |won| f64::from(u8::from(won)))))
    }

    /// Returns how it began.
    pub fn start(&self) -> &Start {
        &self.table.start
    }

    /// Returns what the record says besides the game: a tag's value.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.table.tag(name)
    }

    /// Returns the result in a sentence; `None` while the game is in progress.
    pub fn result(&self) -> Option<String> {
        self.table.result()
    }

    /// Returns how the game stands.
    pub fn standing(&self) -> Standing {
        match (self.session().ending(), self.table.declared) {
            (Some(ending), _) => Standing::Ruled(ending),
            (None, Some((winner, why))) => Standing::Declared(winner, why),
            (None, None) => Standing::Open,
        }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.standing() != Standing::Open
    }

    /// Returns the level of the engine whose turn it is, if it is an engine's.
    pub fn engine_to_move(&self) -> Option<u8> {
        match self.player(self.session().turn()) {
            Player::Engine(level) if !self.is_over() => Some(level),
            _ => None,
        }
    }

    /// Returns the only seat of a person against engines, if it is so.
    pub fn lone_person(&self) -> Option<Seat> {
        let mut people = (0..self.players.len()).filter(|&seat| self.players[seat] == Player::Person);
        match (people.next(), people.next()) {
            (Some(seat), None) if self.players.len() > 1 => Some(Seat(seat as u8)),
            _ => None,
        }
    }

    /// Plays a move, which must be written as the session lists it. The time is that of the clock.
    pub fn play(&mut self, mv: &str, now: f64) -> Result<(), MoveError> {
        let seat = self.session().turn();
        self.table.session.play(mv)?;
        self.table.composer.clear();
        let next = (!self.is_over()).then(|| self.session().turn().0);
        if let Some(clocks) = &mut self.clocks {
            // No clock runs in the first turn, which is free.
            clocks.press(seat.0, 0, next, milliseconds(now));
        }
        Ok(())
    }

    /// Lets all clocks stand, while the game is left or engines wait.
    pub fn stop_clocks(&mut self, now: f64) {
        if let Some(clocks) = &mut self.clocks {
            clocks.switch_to(None, milliseconds(now));
        }
    }

    /// Lets the clock of whose turn it is run, if the game has begun, is not over, and the clock has not run out.
    pub fn start_clock(&mut self, now: f64) {
        let turn = (self.plies() > 0 && !self.is_over()).then(|| self.session().turn());
        let next = turn.filter(|&seat| self.remaining(seat, now) > Some(0.0)).map(|seat| seat.0);
        if let Some(clocks) = &mut self.clocks {
            clocks.switch_to(next, milliseconds(now));
        }
    }

    /// Returns whether there is anything to take back.
    pub fn can_take_back(&self) -> bool {
        self.table.can_undo(may_take_back(&self.players))
    }

    /// Takes back the steps of this turn, or a declared result, or turns until a person is to move again.
    pub fn take_back(&mut self, now: f64) -> Option<Undone> {
        let undone = self.table.undo(may_take_back(&self.players))?;
        // A clock that has run out stands: it would only end the game again.
        self.start_clock(now);
        Some(undone)
    }

    /// Returns the side that would win if this seat gave up, if sides are settled.
    fn opponent_of(&self, seat: Seat) -> Option<Color> {
        self.session().color_of(seat).map(Color::other)
    }

    /// The seat gives up.
    pub fn resign(&mut self, seat: Seat, now: f64) {
        let winner = self.opponent_of(seat);
        let why = if winner.is_some() { Declared::Resigned } else { Declared::Abandoned };
        self.declare(winner, why, now);
    }

    /// Both sides have agreed to a draw.
    pub fn agree_draw(&mut self, now: f64) {
        self.declare(None, Declared::Agreed, now);
    }

    /// Ends the game if a player's time is up; returns whether it did.
    pub fn check_clock(&mut self, now: f64) -> bool {
        let Some(seat) = self.expired(now) else { return false };
        if self.is_over() {
            return false;
        }
        let winner = self.opponent_of(seat);
        let why = if winner.is_some() { Declared::Time } else { Declared::Abandoned };
        self.declare(winner, why, now);
        true
    }

    fn declare(&mut self, winner: Option<Color>, why: Declared, now: f64) {
        if self.is_over() {
            return;
        }
        self.table.composer.clear();
        self.table.declared = Some((winner, why));
        if let Some(clocks) = &mut self.clocks {
            clocks.switch_to(None, milliseconds(now));
        }
    }

    /// What a new game with the same players would be, with places changed or not. The seed starts it where chance
    /// decides.
    pub fn again(&self, change_places: bool, seed: u64) -> Setup {
        let mut players = self.players.clone();
        let seats = players.len() as u8;
        let mut names: Vec<String> =
            (0..seats).map(|seat| self.name(Seat(seat)).unwrap_or_default().to_owned()).collect();
        if change_places && !players.is_empty() {
            players.rotate_right(1);
            names.rotate_right(1);
        }
        let rules = self.session().rules();
        let start = match self.start() {
            Start::Seed(_) => Start::Seed(fair_seed(&rules, &players, seed)),
            Start::Position(position) => Start::Position(position.clone()),
        };
        let control = self.clocks().map(Clocks::control);
        Setup { rules, start, players, names, control, seed, think: self.think, adaptive: self.is_adaptive() }
    }

    /// Returns whether the seat's side has won; `None` without a winner.
    pub fn has_won(&self, seat: Seat) -> Option<bool> {
        let winner = match self.standing() {
            Standing::Ruled(ending) => match ending.outcome {
                Outcome::Win(winner) => winner,
                _ => return None,
            },
            Standing::Declared(winner, _) => winner?,
            Standing::Open => return None,
        };
        Some(self.session().color_of(seat)? == winner)
    }
}

/// Returns a seed for a game of a rules string, chosen by a random number. Where chance makes the board, the side that
/// begins may be lost from the start: a game between a person and the engine by plain rules that has a list of balanced
/// boards gets one on which the person's side can win.
pub(crate) fn fair_seed(rules: &str, players: &[Player], chance: u64) -> u64 {
    let seat = match players {
        [Player::Person, Player::Engine(_)] => 0,
        [Player::Engine(_), Player::Person] => 1,
        _ => return chance,
    };
    // A rules string with options is not the id of a game.
    let balanced = balanced_seeds(rules, seat);
    match balanced.len() as u64 {
        0 => chance,
        // The lowest bit may have decided the side.
        count => u64::from(balanced[(chance / 2 % count) as usize]),
    }
}

/// Converts seconds to the milliseconds that clocks use.
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

/// Returns which seats take turns back: those of people, or all where engines play each other.
fn may_take_back(players: &[Player]) -> impl Fn(Seat) -> bool {
    let people = players.contains(&Player::Person);
    move |seat| !people || players.get(usize::from(seat.0)) == Some(&Player::Person)
}

impl Compose for Play {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        Some((&*self.table.session, &self.table.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        Some((&*self.table.session, &mut self.table.composer))
    }

    fn is_open(&self) -> bool {
        !self.is_over() && self.player(self.session().turn()) == Player::Person
    }
}

/// Returns the players for a number of seats.
fn seated(players: &[Player], seats: usize) -> Vec<Player> {
    (0..seats).map(|seat| players.get(seat).copied().unwrap_or(Player::Person)).collect()
}
