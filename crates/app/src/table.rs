//! The table: a game being played with what a record needs to know about it. Does no input or output.

use halfboard_rules::game::{Color, Seat};
use halfboard_rules::record::{Declared, Finish, Record, Start, name_tag};
use halfboard_rules::session::Session;

use crate::composer::Composer;
use crate::phrases::result;

/// A game with its players.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub session: Box<dyn Session>,
    /// How it began.
    pub start: Start,
    /// The turn that is being composed.
    pub composer: Composer,
    /// A result that the players declared.
    pub declared: Option<(Option<Color>, Declared)>,
    /// The players' names in the order of the seats, an empty one where there is none; empty when they gave none.
    names: Vec<String>,
    /// The record that this game continues, or an empty one: what it says besides the game is kept.
    notes: Record,
}

/// What was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    /// The steps of the turn that was being composed.
    Steps,
    /// The result that the players had declared.
    Result,
    /// The last turns, with these moves.
    Turns(Vec<String>),
}

impl Table {
    /// Creates a new game.
    pub fn new(session: Box<dyn Session>, start: Start, names: Vec<String>, date: &str) -> Self {
        let mut notes = Record::new(&*session, start.clone());
        notes.set_tag("Date", date);
        for (seat, name) in session.seats().iter().zip(&names).filter(|(_, name)| !name.is_empty()) {
            notes.set_tag(&name_tag(seat), name);
        }
        Table { session, start, composer: Composer::new(), declared: None, names, notes }
    }

    /// Creates a game that goes on from a record.
    pub fn resume(notes: Record) -> Self {
        let session = notes.session();
        let name = |seat: &&str| notes.tag(&name_tag(seat)).unwrap_or_default().to_owned();
        let names = session.seats().iter().map(name).collect();
        let declared = match notes.finish() {
            Finish::Declared(winner, why) => Some((winner, why)),
            _ => None,
        };
        let start = notes.start().clone();
        Table { session, start, composer: Composer::new(), declared, names, notes }
    }

    /// Gives seats these names, where they are not empty.
    pub fn set_names(&mut self, names: &[String]) {
        self.names.resize(self.session.seats().len(), String::new());
        for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            self.names[index].clone_from(name);
            self.notes.set_tag(&name_tag(self.session.seats()[index]), name);
        }
    }

    /// Returns the name given to a seat.
    pub fn given_name(&self, seat: Seat) -> Option<&str> {
        self.names.get(usize::from(seat.0)).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The same players at a new game, if it has as many seats.
    pub fn again(&self, session: Box<dyn Session>, start: Start, date: &str) -> Self {
        let mut names = self.names.clone();
        if names.len() != session.seats().len() {
            names.clear();
        }
        Table::new(session, start, names, date)
    }

    /// Returns what the record says besides the game: a tag's value.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.notes.tag(name)
    }

    /// Notes something besides the game as a tag of the record.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.notes.set_tag(name, value);
    }

    /// Returns the record up to now, with the tags and comments of the one that it continues.
    pub fn record(&self) -> Record {
        let mut record = Record::new(&*self.session, self.start.clone());
        for (name, value) in self.notes.tags() {
            record.set_tag(name, value);
        }
        for comment in self.notes.preface() {
            record.comment(0, comment);
        }
        // A comment belongs to its turn: those on turns that were taken back and played otherwise go.
        let kept =
            self.notes.turns().iter().zip(record.clone().turns()).take_while(|(old, new)| old.mv == new.mv).count();
        for (index, turn) in self.notes.turns()[..kept].iter().enumerate() {
            for comment in &turn.comments {
                record.comment(index + 1, comment);
            }
        }
        if let Some((winner, why)) = self.declared {
            // The rules come first: they may have ended the game that was declared over.
            let _ = record.declare(winner, why);
        }
        record
    }

    /// Returns whether there is a turn that the record which this game continues does not know.
    pub fn has_news(&self) -> bool {
        let history = self.session.history();
        !history.is_empty() && !history.iter().eq(self.notes.turns().iter().map(|turn| &turn.mv))
    }

    /// Returns the result in words when the game is over.
    pub fn result(&self) -> Option<String> {
        if let Some(ending) = self.session.ending() {
            return Some(result::ended(ending));
        }
        self.declared.map(|(winner, why)| result::declared(winner, why))
    }

    /// Takes back the steps of this turn, or else a declared result, or else turns until a seat is to move that asked
    /// for it, as the seats that `asks` says. `None` when there is nothing to take back.
    pub fn undo(&mut self, asks: impl Fn(Seat) -> bool) -> Option<Undone> {
        let begun = !self.composer.chosen().is_empty();
        self.composer.clear();
        if begun {
            return Some(Undone::Steps);
        }
        if self.declared.take().is_some() {
            return Some(Undone::Result);
        }
        let mut taken = Vec::new();
        while let Some(last) = self.session.history().pop() {
            self.session.undo();
            taken.insert(0, last);
            if asks(self.session.turn()) {
                return Some(Undone::Turns(taken));
            }
        }
        // The other began, and who asked has not played yet.
        for _ in taken {
            self.session.redo();
        }
        None
    }

    /// Returns whether [`Table::undo`] would take something back.
    pub fn can_undo(&self, asks: impl Fn(Seat) -> bool) -> bool {
        let mut earlier = (0..self.session.ply()).filter_map(|ply| self.session.turn_at(ply));
        !self.composer.chosen().is_empty() || self.declared.is_some() || earlier.any(asks)
    }

    /// Plays the turn again that was taken back last.
    pub fn redo(&mut self) -> bool {
        self.composer.clear();
        self.declared.is_none() && self.session.redo()
    }

    /// Returns the seat's name, with that of who sits there if it is known.
    pub fn player(&self, seat: Seat) -> String {
        let index = usize::from(seat.0);
        let seat = self.session.seats().get(index).copied().unwrap_or_default();
        match self.names.get(index).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} ({seat})"),
            None => seat.to_owned(),
        }
    }

    /// Returns the name of who sits there, or else of the seat, if there are several.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        let index = usize::from(seat.0);
        let seats = Some(self.session.seats()).filter(|seats| seats.len() > 1);
        self.given_name(seat).or_else(|| seats?.get(index).copied())
    }

    /// Returns the colour of whose turn it is, if that is settled and there is an opponent.
    pub fn color_to_move(&self) -> Option<Color> {
        self.session.color_of(self.session.turn()).filter(|_| self.session.seats().len() > 1)
    }
}
