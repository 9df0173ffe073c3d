//! How a game is given up, saved and left. Asks back where something would be lost.

use std::path::Path;

use halfboard_rules::game::Seat;
use halfboard_rules::record::Declared;

use super::game::{After, Game, Left};
use super::saving::Saving;
use crate::failure::{Done, Failure};

impl Game<'_> {
    /// The side to move gives up.
    pub(super) fn resign(&mut self) -> Result<After, Failure> {
        match self.table.color_to_move() {
            Some(color) => {
                self.table.entry.clear();
                self.table.declared = Some((Some(color.other()), Declared::Resigned));
                self.changed("")
            }
            None if self.table.session.seats().len() == 1 => self.reply("There is nobody to resign to; quit ends it."),
            None => self.reply("Nobody has a colour yet, so nobody can resign; quit ends it."),
        }
    }

    /// Asks the other side for a draw.
    pub(super) fn offer_draw(&mut self) -> Result<After, Failure> {
        let seats = self.table.session.seats().len();
        if seats == 1 {
            return self.reply("There is nobody to agree with; quit ends it.");
        }
        if let Some(agrees) = self.engine_agrees()? {
            return if agrees { self.drawn() } else { self.reply("The engine declines: the game goes on.") };
        }
        // Neighbours are opponents, so the next seat speaks for the other side.
        let other = Seat((self.table.session.turn().0 + 1) % seats as u8);
        self.talk.say(&format!("{}: do you agree to a draw? (yes or no)", self.table.player(other)))?;
        let answer = self.talk.ask()?.unwrap_or_default().to_ascii_lowercase();
        if matches!(answer.as_str(), "yes" | "y") { self.drawn() } else { self.reply("No draw: the game goes on.") }
    }

    /// Both sides have agreed to a draw.
    fn drawn(&mut self) -> Result<After, Failure> {
        self.table.entry.clear();
        self.table.declared = Some((None, Declared::Agreed));
        self.changed("")
    }

    /// Saves to a file from now on, or again to the one that is known.
    pub(super) fn save_to(&mut self, file: &str) -> Result<After, Failure> {
        let path = Path::new(file);
        if file.is_empty() && self.saving.is_none() {
            return self.reply("Save to which file? Type: save FILE");
        }
        let known = |saving: &Saving| file.is_empty() || saving.is(path);
        if !self.saving.as_ref().is_some_and(known) {
            let saving = Saving::after(path).and_then(|saving| saving.save(self.table.record()).map(|()| saving));
            match saving {
                Ok(saving) => self.saving = Some(saving),
                Err(failure) => return self.not_saved(failure),
            }
        } else if !self.save()? {
            return Ok(After::Stay);
        }
        let place = self.saving.as_ref().map(Saving::words).unwrap_or_default();
        self.reply(&format!("Saved to {place}; every turn is saved from now on."))
    }

    /// Saves if a file is known; a failure is said, and the game goes on.
    pub(super) fn save(&mut self) -> Result<bool, Failure> {
        let Some(saving) = &self.saving else { return Ok(true) };
        match saving.save(self.table.record()) {
            Ok(()) => Ok(true),
            Err(failure) => self.not_saved(failure).map(|_| false),
        }
    }

    fn not_saved(&self, failure: Failure) -> Result<After, Failure> {
        match failure {
            Failure::Bad(lines) => self.talk.complain(&format!("Not saved: {}", lines.join(" ")))?,
            Failure::Closed => return Err(Failure::Closed),
        }
        Ok(After::Stay)
    }

    /// Leaves for good; when turns would be lost, somebody who sits there is asked once.
    pub(super) fn quit(&mut self) -> Result<After, Failure> {
        if self.saving.is_none() && self.table.has_news() && self.talk.is_terminal() {
            self.talk.say("This game is not saved; leave all the same? (yes, no, or save FILE)")?;
            // The end of the input is an answer too.
            let Some(answer) = self.talk.ask()? else { return Ok(After::Leave(Left::Quit)) };
            match answer.to_ascii_lowercase().as_str() {
                "yes" | "y" | "quit" | "exit" | "q" => {}
                "no" | "n" | "" => return Ok(After::Draw),
                // Whoever types something else wants that, and not to leave.
                _ => return self.answer(&answer),
            }
        }
        Ok(After::Leave(Left::Quit))
    }

    /// Saves for the last time; now a failure is the program's own.
    pub(super) fn end(&mut self) -> Done {
        match &self.saving {
            Some(saving) => {
                saving.save(self.table.record())?;
                self.talk.say(&format!("Saved to {}.", saving.words()))
            }
            None if self.table.has_news() => self.talk.say("The game was not saved."),
            None => Ok(()),
        }
    }
}
