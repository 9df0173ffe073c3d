//! The fold: what each event does to a game. Logs are untrusted: an event that does not apply is an error and leaves the
//! game unchanged.

use halfboard_rules::record;

use super::{ChatMessage, Game, GameOver, InvalidEvent, PendingProposal, Phase};
use crate::clock::Clocks;
use crate::event::{Event, LoggedEvent, Player, Proposal, Start};
use crate::id::GameId;
use crate::limits;

impl Game {
    /// Creates the game from the first event of its log.
    pub(super) fn from_created(id: GameId, first: &LoggedEvent) -> Result<Game, InvalidEvent> {
        let broken = |reason: String| InvalidEvent { version: first.version, reason };
        let Event::Created(terms) = first.event.as_known() else {
            return Err(broken("the first event must be created".to_owned()));
        };
        if first.version != 1 {
            return Err(broken("the first event must have version 1".to_owned()));
        }
        let session =
            record::Start::from(&terms.start).session(&terms.rules).map_err(|error| broken(error.to_string()))?;
        let seats = session.seats().len();
        Ok(Game {
            id,
            version: 1,
            created: first.at,
            changed: first.at,
            clocks: Clocks::new(terms.control, seats),
            terms: terms.clone(),
            seats: vec![None; seats],
            session,
            turns: Vec::new(),
            turn_since: first.at,
            line: 0,
            under_way: false,
            pending: None,
            over: None,
            said: Vec::new(),
            rematch: None,
            is_reopened: false,
            spectator_version: 1,
            keys: vec![Vec::new(); seats],
        })
    }

    /// Applies the next event. On an error the game is unchanged.
    pub fn apply(&mut self, logged: &LoggedEvent) -> Result<(), InvalidEvent> {
        let broken = |reason: &str| InvalidEvent { version: logged.version, reason: reason.to_owned() };
        if logged.version != self.version + 1 {
            return Err(InvalidEvent {
                version: logged.version,
                reason: format!("it does not follow event {}", self.version),
            });
        }
        let at = logged.at.max(self.changed);
        let playing = self.phase() == Phase::Playing;
        let over = matches!(self.phase(), Phase::Over(_));
        let sits = |seat: u8| self.player(seat).is_some();
        match logged.event.as_known() {
            Event::Created(_) => return Err(broken("the game already exists")),
            Event::Seated { seat, who } => {
                let free = self.seats.get(usize::from(*seat)).is_some_and(Option::is_none);
                if over || !free {
                    return Err(broken("the seat is not free"));
                }
                self.seats[usize::from(*seat)] = Some(who.clone());
                // A game can start from a position in which it is over.
                if self.seats.iter().all(Option::is_some) {
                    self.turn_since = at;
                    self.over = self.session.ending().map(GameOver::Ruled);
                }
            }
            Event::Played { line, ply, mv, lag } => {
                if !playing || (*line, *ply) != (self.line, self.plies()) {
                    return Err(broken("it is another turn"));
                }
                let seat = self.session.turn().0;
                self.session.play(mv).map_err(|error| broken(&error.to_string()))?;
                self.turns.push((seat, logged.version));
                self.turn_since = at;
                self.pending = None;
                self.over = self.session.ending().map(GameOver::Ruled);
                self.under_way |= self.turns.len() >= 2;
                let next = (self.over.is_none() && self.under_way).then(|| self.session.turn().0);
                self.clocks.press(seat, *lag, next, at);
            }
            Event::Asked { seat, what, key } => {
                let fits = if *what == Proposal::Rematch { over && self.rematch.is_none() } else { playing };
                if !fits || !sits(*seat) || self.pending.is_some() {
                    return Err(broken("the proposal is not possible now"));
                }
                self.pending = Some(PendingProposal { what: *what, seat: *seat, agreed: 1 << seat });
                self.remember(*seat, *key);
                self.settle(at);
            }
            Event::Agreed { seat, what, key } => {
                if !sits(*seat) || self.pending.is_none_or(|pending| pending.what != *what) {
                    return Err(broken("there is no such proposal"));
                }
                self.pending =
                    self.pending.map(|pending| PendingProposal { agreed: pending.agreed | 1 << seat, ..pending });
                self.remember(*seat, *key);
                self.settle(at);
            }
            Event::Declined { seat, what, key } => {
                if !sits(*seat) || self.pending.is_none_or(|pending| pending.what != *what) {
                    return Err(broken("there is no such proposal"));
                }
                self.pending = None;
                self.remember(*seat, *key);
            }
            Event::GaveTime { from, to, ms, key } => {
                if !playing || !sits(*from) || !sits(*to) {
                    return Err(broken("time cannot be given now"));
                }
                self.clocks.add_time(*to, *ms);
                self.remember(*from, *key);
            }
            Event::Said { seat, text, key } => {
                if !sits(*seat) {
                    return Err(broken("the seat is free"));
                }
                // The text of an erased message is empty.
                if !text.is_empty() {
                    self.said.push(ChatMessage { seat: *seat, text: text.clone(), at });
                }
                self.remember(*seat, *key);
            }
            Event::Ended(end) => {
                if over {
                    return Err(broken("the game is over"));
                }
                self.end(GameOver::Ended(*end), at);
            }
            Event::Rematched { game } => {
                if !over || self.rematch.is_some() {
                    return Err(broken("a rematch is not possible now"));
                }
                self.rematch = Some(game.clone());
                // A rematch that the players want was proposed.
                self.is_reopened = self.pending.is_none();
                self.pending = None;
            }
            Event::Refunded { seat, until, ms, .. } => {
                if !playing || !sits(*seat) {
                    return Err(broken("time cannot be given back now"));
                }
                self.clocks.refund(*seat, *until, *ms);
            }
            Event::Carried(carried) => {
                let event = carried.reads_as.as_deref().cloned();
                let read = event.map(|event| LoggedEvent { version: logged.version, at: logged.at, event });
                // If it does not apply here, it has an effect that this version does not know.
                if read.is_some_and(|read| self.apply(&read).is_ok()) {
                    return Ok(());
                }
            }
        }
        self.version = logged.version;
        self.changed = at;
        self.spectator_version = self.spectator_version.max(self.last_visible_to_spectators());
        Ok(())
    }

    /// Returns a bit mask of the seats held by people.
    pub fn people(&self) -> u8 {
        let person =
            |(seat, who): (usize, &Option<Player>)| u8::from(matches!(who, Some(Player::Person { .. }))) << seat;
        self.seats.iter().enumerate().map(person).fold(0, |all, one| all | one)
    }

    /// Returns whether all people agreed to the pending proposal. Engines agree to everything; draws can only be proposed
    /// if people play on both sides.
    pub fn is_agreed(&self) -> bool {
        self.pending.is_some_and(|pending| self.people() & !pending.agreed == 0)
    }

    /// Carries out the pending proposal once all agreed. A rematch needs a new game and takes effect with its own event.
    fn settle(&mut self, at: u64) {
        let Some(pending) = self.pending.filter(|_| self.is_agreed()) else { return };
        match pending.what {
            Proposal::Rematch => {}
            Proposal::Draw => self.end(GameOver::Drawn, at),
            Proposal::TakeBack => {
                let kept = self.plies_before_last_turn_of(pending.seat).unwrap_or(self.turns.len());
                for _ in kept..self.turns.len() {
                    self.session.undo();
                }
                self.turns.truncate(kept);
                self.turn_since = at;
                self.line += 1;
                self.pending = None;
                let next = self.under_way.then(|| self.session.turn().0);
                self.clocks.switch_to(next, at);
            }
        }
    }

    /// Returns the number of turns before a seat's last turn; `None` if it has not played yet.
    pub fn plies_before_last_turn_of(&self, seat: u8) -> Option<usize> {
        self.turns.iter().rposition(|(who, _)| *who == seat)
    }

    fn end(&mut self, over: GameOver, at: u64) {
        self.over = Some(over);
        self.pending = None;
        self.clocks.switch_to(None, at);
    }

    fn remember(&mut self, seat: u8, key: u32) {
        if let Some(keys) = self.keys.get_mut(usize::from(seat)) {
            if keys.len() == limits::REMEMBERED_KEYS {
                keys.remove(0);
            }
            keys.push(key);
        }
    }

    /// Returns the last event outside the spectator delay.
    fn last_visible_to_spectators(&self) -> u32 {
        let hidden = usize::from(self.terms.delay).min(self.turns.len());
        match self.turns.get(self.turns.len() - hidden) {
            Some((_, first_hidden)) if self.over.is_none() => first_hidden - 1,
            _ => self.version,
        }
    }
}

impl Start {
    /// Returns whether the game starts as the rules define.
    pub fn is_usual(&self) -> bool {
        matches!(self, Start::Seed(_))
    }
}
