//! What each event does to a game. A log comes from outside here, too: an event that cannot have happened is an error, and
//! the game stays as it was before it.

use halfboard_rules::record;

use super::{Broken, Game, Line, Over, Pending, Standing};
use crate::clock::Clocks;
use crate::event::{Event, Logged, Request, Start, Who};
use crate::id::GameId;
use crate::limits;

impl Game {
    /// The game that its first event tells.
    pub(super) fn begin(id: GameId, first: &Logged) -> Result<Game, Broken> {
        let broken = |why: String| Broken { version: first.version, why };
        let Event::Created(terms) = &first.event else {
            return Err(broken("a log begins with the making of the game".to_owned()));
        };
        if first.version != 1 {
            return Err(broken("a log begins with event 1".to_owned()));
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
            line: 0,
            under_way: false,
            pending: None,
            over: None,
            said: Vec::new(),
            rematch: None,
            watched: 1,
            keys: vec![Vec::new(); seats],
        })
    }

    /// Takes in the next event. After an error the game is as it was.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), Broken> {
        let broken = |why: &str| Broken { version: logged.version, why: why.to_owned() };
        if logged.version != self.version + 1 {
            return Err(Broken { version: logged.version, why: format!("it does not follow event {}", self.version) });
        }
        let at = logged.at.max(self.changed);
        let playing = self.standing() == Standing::Playing;
        let over = matches!(self.standing(), Standing::Over(_));
        let sits = |seat: u8| self.who(seat).is_some();
        match &logged.event {
            Event::Created(_) => return Err(broken("the game is made already")),
            Event::Seated { seat, who } => {
                let free = self.seats.get(usize::from(*seat)).is_some_and(Option::is_none);
                if over || !free {
                    return Err(broken("the seat is not free"));
                }
                self.seats[usize::from(*seat)] = Some(who.clone());
                // A game can start from a position in which it is over.
                if self.seats.iter().all(Option::is_some) {
                    self.over = self.session.ending().map(Over::Ruled);
                }
            }
            Event::Played { line, ply, mv, lag } => {
                if !playing || (*line, *ply) != (self.line, self.plies()) {
                    return Err(broken("it is not this turn's time"));
                }
                let seat = self.session.turn().0;
                self.session.play(mv).map_err(|error| broken(&error.to_string()))?;
                self.turns.push((seat, logged.version));
                self.pending = None;
                self.over = self.session.ending().map(Over::Ruled);
                self.under_way |= self.turns.len() >= 2;
                let next = (self.over.is_none() && self.under_way).then(|| self.session.turn().0);
                self.clocks.press(seat, *lag, next, at);
            }
            Event::Asked { seat, what, key } => {
                let fits = if *what == Request::Rematch { over && self.rematch.is_none() } else { playing };
                if !fits || !sits(*seat) || self.pending.is_some() {
                    return Err(broken("this cannot be asked now"));
                }
                self.pending = Some(Pending { what: *what, seat: *seat, agreed: 1 << seat });
                self.remember(*seat, *key);
                self.settle(at);
            }
            Event::Agreed { seat, what, key } => {
                if !sits(*seat) || self.pending.is_none_or(|pending| pending.what != *what) {
                    return Err(broken("nobody asked for this"));
                }
                self.pending = self.pending.map(|pending| Pending { agreed: pending.agreed | 1 << seat, ..pending });
                self.remember(*seat, *key);
                self.settle(at);
            }
            Event::Declined { seat, what, key } => {
                if !sits(*seat) || self.pending.is_none_or(|pending| pending.what != *what) {
                    return Err(broken("nobody asked for this"));
                }
                self.pending = None;
                self.remember(*seat, *key);
            }
            Event::GaveTime { from, to, ms, key } => {
                if !playing || !sits(*from) || !sits(*to) {
                    return Err(broken("nobody can be given time now"));
                }
                self.clocks.give(*to, *ms);
                self.remember(*from, *key);
            }
            Event::Said { seat, text, key } => {
                if !sits(*seat) {
                    return Err(broken("nobody sits there"));
                }
                self.said.push(Line { seat: *seat, text: text.clone(), at });
                self.remember(*seat, *key);
            }
            Event::Ended(end) => {
                if over {
                    return Err(broken("the game is over already"));
                }
                self.end(Over::Ended(*end), at);
            }
            Event::Rematched { game } => {
                if !over || self.rematch.is_some() {
                    return Err(broken("there is no rematch now"));
                }
                self.rematch = Some(game.clone());
                self.pending = None;
            }
        }
        self.version = logged.version;
        self.changed = at;
        self.watched = self.watched.max(self.shown_to_watchers());
        Ok(())
    }

    /// The people in the game, as bits.
    pub fn people(&self) -> u8 {
        let person = |(seat, who): (usize, &Option<Who>)| u8::from(matches!(who, Some(Who::Person { .. }))) << seat;
        self.seats.iter().enumerate().map(person).fold(0, |all, one| all | one)
    }

    /// Whether all people have agreed to what was asked. Engines agree to everything but draws, which they are not asked:
    /// a draw with an engine can only be asked for where people play on both sides.
    pub fn is_agreed(&self) -> bool {
        self.pending.is_some_and(|pending| self.people() & !pending.agreed == 0)
    }

    /// Does what was asked for when all have agreed. A rematch needs a new game, and is settled by its own event.
    fn settle(&mut self, at: u64) {
        let Some(pending) = self.pending.filter(|_| self.is_agreed()) else { return };
        match pending.what {
            Request::Rematch => {}
            Request::Draw => self.end(Over::Drawn, at),
            Request::TakeBack => {
                let kept = self.before_last_turn_of(pending.seat).unwrap_or(self.turns.len());
                for _ in kept..self.turns.len() {
                    self.session.undo();
                }
                self.turns.truncate(kept);
                self.line += 1;
                self.pending = None;
                let next = self.under_way.then(|| self.session.turn().0);
                self.clocks.turn_to(next, at);
            }
        }
    }

    /// How many turns are left when a seat's last turn is taken back; `None` when it has played none.
    pub fn before_last_turn_of(&self, seat: u8) -> Option<usize> {
        self.turns.iter().rposition(|(who, _)| *who == seat)
    }

    fn end(&mut self, over: Over, at: u64) {
        self.over = Some(over);
        self.pending = None;
        self.clocks.turn_to(None, at);
    }

    fn remember(&mut self, seat: u8, key: u32) {
        if let Some(keys) = self.keys.get_mut(usize::from(seat)) {
            if keys.len() == limits::KEYS {
                keys.remove(0);
            }
            keys.push(key);
        }
    }

    /// Up to which event those who watch may see now, were nothing shown to them yet.
    fn shown_to_watchers(&self) -> u32 {
        let hidden = usize::from(self.terms.delay).min(self.turns.len());
        match self.turns.get(self.turns.len() - hidden) {
            Some((_, first_hidden)) if self.over.is_none() => first_hidden - 1,
            _ => self.version,
        }
    }
}

impl Start {
    /// Whether the start follows from rules and chance alone.
    pub fn is_usual(&self) -> bool {
        matches!(self, Start::Seed(_))
    }
}
