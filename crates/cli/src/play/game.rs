//! One game at the terminal: draws the table, reads a line, does what it says, until the game is left.

use std::path::Path;

use halfboard_rules::game::Seat;
use halfboard_rules::record::Declared;

use super::saving::Saving;
use super::table::Table;
use super::talk::{Talk, columns};
use super::typed::{self, Listed, Typed};
use super::words;
use crate::board;
use crate::failure::{Done, Failure};
use crate::look::Ink;

/// Longer lists of moves are cut: nobody reads the fourteen thousand exchanges of a fair start.
const MOST_LISTED: usize = 300;

/// So few choices are listed even before the first step.
const FEW: usize = 4;

/// So many squares are only marked on the board, until somebody asks for the list.
const MANY: usize = 12;

/// How a game was left.
pub(super) enum Left {
    /// For another one.
    New,
    /// For good.
    Quit,
}

/// What to do after a line.
enum After {
    Draw,
    Stay,
    Leave(Left),
}

/// A game, the conversation about it, and where it is saved.
pub(super) struct Game<'a> {
    /// The game.
    pub(super) table: Table,
    /// The conversation.
    pub(super) talk: &'a mut Talk,
    /// Where it is saved.
    pub(super) saving: Option<Saving>,
    /// What was listed last.
    pub(super) listed: Listed,
    /// Whether the players have been told how to go on with a turn that could end there.
    pub(super) told: bool,
}

impl Game<'_> {
    /// Plays until the game is left.
    pub(super) fn run(&mut self) -> Result<Left, Failure> {
        self.draw()?;
        loop {
            let Some(line) = self.talk.ask()? else {
                self.end()?;
                return Ok(Left::Quit);
            };
            match self.answer(&line)? {
                After::Draw => self.draw()?,
                After::Stay => {}
                After::Leave(left) => {
                    self.end()?;
                    return Ok(left);
                }
            }
        }
    }

    /// Draws the table and says what there is to do.
    fn draw(&mut self) -> Done {
        let look = self.talk.look;
        let table = &self.table;
        let session = &*table.session;
        let mut view = session.view(table.entry.chosen());
        let mut text = format!("\n{}", board::draw(&view, look));
        let last = session.history().pop().map(|last| look.ink(Ink::Faint, &format!("  (after {last})")));
        let last = last.unwrap_or_default();
        self.listed = Listed::Nothing;
        match (table.result(), view.turn.take()) {
            (Some(result), _) => {
                text += &format!("\n{}{last}\n{}", look.ink(Ink::Strong, &result), words::OVER);
            }
            (None, turn) => {
                let turn = turn.map(|turn| match table.name(turn.seat) {
                    // Where seats are not called by their colours, the prompt alone may leave open whose turn it is.
                    Some(name) if !turn.prompt.contains(name) => format!("{name}: {}", turn.prompt),
                    _ => turn.prompt,
                });
                text += &format!("\n{}{last}", look.ink(Ink::Strong, &turn.unwrap_or_default()));
                let all_marked = !view.chosen.is_empty() && view.next.iter().all(|step| step.square().is_some());
                if all_marked && view.next.len() > MANY {
                    let sign = if look.ascii { "< >" } else { "‹ ›" };
                    text += &format!("\n  any of the {} squares with {sign}", view.next.len());
                } else if !view.chosen.is_empty() || view.next.len() <= FEW {
                    self.listed = Listed::Steps;
                    text += &format!("\n{}", columns(&typed::choices(&view.next, view.board)));
                } else if !self.told
                    && let Some(word) = typed::whole_and_part(session)
                {
                    self.told = true;
                    let hint = format!("({word} alone is a whole turn; '{word} ...' goes on to more.)");
                    text += &format!("\n{}", look.ink(Ink::Faint, &hint));
                }
            }
        }
        self.talk.say(&text)
    }

    /// Does what a line says.
    fn answer(&mut self, line: &str) -> Result<After, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Ok(After::Stay),
            ("help" | "?", "") => self.reply(words::HELP),
            ("board", "") => Ok(After::Draw),
            ("rules", "") => {
                let text = words::rules(&*self.table.session, self.talk.look);
                self.reply(&text)
            }
            ("quit" | "exit" | "q", "") => Ok(After::Leave(Left::Quit)),
            ("save", file) => self.save_to(file),
            ("undo", "") => match self.table.undo() {
                Some(what) => self.changed(&what),
                None => self.reply("This is the start: there is nothing to take back."),
            },
            ("redo", "") => match self.table.redo() {
                true => self.changed("Played again."),
                false => self.reply("There is nothing to play again."),
            },
            ("new", "") if self.table.result().is_some() => Ok(After::Leave(Left::New)),
            ("new", "") => self.reply("The game is not over; resign or draw would end it."),
            _ if self.table.result().is_some() => self.reply(&format!("The game is over: {}", words::OVER)),
            ("moves", "") => self.list(),
            ("back", "") => match self.table.entry.back() {
                true => Ok(After::Draw),
                false => self.reply("No step of this turn is chosen yet; undo takes a turn back."),
            },
            ("resign", "") => self.resign(),
            ("draw", "") => self.offer_draw(),
            _ => self.play(line),
        }
    }

    fn reply(&self, text: &str) -> Result<After, Failure> {
        self.talk.say(text)?;
        Ok(After::Stay)
    }

    /// Something changed that is to be saved and seen.
    fn changed(&mut self, text: &str) -> Result<After, Failure> {
        if !text.is_empty() {
            self.talk.say(text)?;
        }
        self.save()?;
        Ok(After::Draw)
    }

    /// Plays the move, or takes the steps, that a line says.
    fn play(&mut self, line: &str) -> Result<After, Failure> {
        let table = &mut self.table;
        match typed::read(&*table.session, &table.entry, line, self.listed) {
            Ok(Typed::Move(mv)) => match table.session.play(&mv) {
                Ok(()) => {
                    table.entry.clear();
                    return self.changed("");
                }
                Err(error) => self.talk.complain(&error.to_string())?,
            },
            Ok(Typed::Part(entry)) => {
                table.entry = entry;
                return Ok(After::Draw);
            }
            Err(problem) => self.talk.complain(&problem)?,
        }
        Ok(After::Stay)
    }

    /// Lists what can be played.
    fn list(&mut self) -> Result<After, Failure> {
        let session = &*self.table.session;
        if !self.table.entry.chosen().is_empty() {
            self.listed = Listed::Steps;
            let next = self.table.entry.choices(session);
            return self.reply(&columns(&typed::choices(&next, session.info().board)));
        }
        self.listed = Listed::Moves;
        let moves = session.moves();
        let items: Vec<String> =
            moves.iter().take(MOST_LISTED).enumerate().map(|(index, mv)| format!("{:>3}) {mv}", index + 1)).collect();
        let mut text = columns(&items);
        if moves.len() > items.len() {
            text += &format!("\n  and {} more", moves.len() - items.len());
        }
        self.reply(&text)
    }

    fn resign(&mut self) -> Result<After, Failure> {
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

    fn offer_draw(&mut self) -> Result<After, Failure> {
        let seats = self.table.session.seats().len();
        if seats == 1 {
            return self.reply("There is nobody to agree with; quit ends it.");
        }
        // Neighbours are opponents, so the next seat speaks for the other side.
        let other = Seat((self.table.session.turn().0 + 1) % seats as u8);
        self.talk.say(&format!("{}: do you agree to a draw? (yes or no)", self.table.player(other)))?;
        let answer = self.talk.ask()?.unwrap_or_default().to_ascii_lowercase();
        if matches!(answer.as_str(), "yes" | "y") {
            self.table.entry.clear();
            self.table.declared = Some((None, Declared::Agreed));
            self.changed("")
        } else {
            self.reply("No draw: the game goes on.")
        }
    }

    /// Saves to a file from now on, or again to the one that is known.
    fn save_to(&mut self, file: &str) -> Result<After, Failure> {
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
    fn save(&mut self) -> Result<bool, Failure> {
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

    /// Saves for the last time; now a failure is the program's own.
    fn end(&mut self) -> Done {
        match &self.saving {
            Some(saving) => {
                saving.save(self.table.record())?;
                self.talk.say(&format!("Saved to {}.", saving.words()))
            }
            None if self.table.session.history().is_empty() => Ok(()),
            None => self.talk.say("The game was not saved."),
        }
    }
}
