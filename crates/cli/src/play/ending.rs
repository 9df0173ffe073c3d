//! Resigning, draw offers, saving and quitting.

use std::path::Path;

use halfboard_rules::game::Seat;
use halfboard_rules::record::Declared;

use super::local_game::{Exit, LocalGame, NextAction};
use super::save_file::SaveFile;
use crate::error::{CliError, CliResult};
use crate::phrases::play as phrases;

/// Returns whether an answer means yes, in any language.
fn is_yes(answer: &str) -> bool {
    matches!(answer, "yes" | "y" | "ja")
}

impl LocalGame<'_> {
    /// Resigns for the side to move.
    pub(super) fn resign(&mut self) -> Result<NextAction, CliError> {
        match self.table.color_to_move() {
            Some(color) => {
                self.table.composer.entry.clear();
                self.table.declared = Some((Some(color.other()), Declared::Resigned));
                self.changed("")
            }
            None if self.table.session.seats().len() == 1 => self.reply(phrases::alone()),
            None => self.reply(phrases::no_colors_yet()),
        }
    }

    /// Offers a draw to the other side.
    pub(super) fn offer_draw(&mut self) -> Result<NextAction, CliError> {
        let seats = self.table.session.seats().len();
        if seats == 1 {
            return self.reply(phrases::alone());
        }
        if let Some(agrees) = self.engine_agrees()? {
            return if agrees { self.drawn() } else { self.reply(phrases::engine_declines()) };
        }
        // Neighbours are opponents, so the next seat answers for the other side.
        let other = Seat((self.table.session.turn().0 + 1) % seats as u8);
        self.console.print(&phrases::agree_to_draw(self.table.player(other)))?;
        let answer = self.console.read_line()?.unwrap_or_default().to_ascii_lowercase();
        if is_yes(&answer) { self.drawn() } else { self.reply(phrases::draw_declined()) }
    }

    /// Ends the game as a draw by agreement.
    fn drawn(&mut self) -> Result<NextAction, CliError> {
        self.table.composer.entry.clear();
        self.table.declared = Some((None, Declared::Agreed));
        self.changed("")
    }

    /// Saves to a file from now on, or again to the current one.
    pub(super) fn save_to(&mut self, file: &str) -> Result<NextAction, CliError> {
        let path = Path::new(file);
        if file.is_empty() && self.save_file.is_none() {
            return self.reply(phrases::save_usage());
        }
        let known = |save_file: &SaveFile| file.is_empty() || save_file.is(path);
        if !self.save_file.as_ref().is_some_and(known) {
            let save_file =
                SaveFile::after(path).and_then(|save_file| save_file.save(self.table.record()).map(|()| save_file));
            match save_file {
                Ok(save_file) => self.save_file = Some(save_file),
                Err(failure) => return self.not_saved(failure),
            }
        } else if !self.save()? {
            return Ok(NextAction::Prompt);
        }
        let place = self.save_file.as_ref().map(SaveFile::description).unwrap_or_default();
        self.reply(&phrases::saved_from_now_on(place))
    }

    /// Saves to the current file, if there is one. Reports an error and returns false if that fails.
    pub(super) fn save(&mut self) -> Result<bool, CliError> {
        let Some(save_file) = &self.save_file else { return Ok(true) };
        match save_file.save(self.table.record()) {
            Ok(()) => Ok(true),
            Err(failure) => self.not_saved(failure).map(|_| false),
        }
    }

    fn not_saved(&self, failure: CliError) -> Result<NextAction, CliError> {
        match failure {
            CliError::Invalid(lines) => self.console.print_error(&phrases::not_saved_because(lines.join(" ")))?,
            other => return Err(other),
        }
        Ok(NextAction::Prompt)
    }

    /// Quits; asks first if a person would lose unsaved turns.
    pub(super) fn quit(&mut self) -> Result<NextAction, CliError> {
        if self.save_file.is_none() && self.table.has_news() && self.console.is_terminal() {
            self.console.print(phrases::quit_unsaved())?;
            // The end of the input quits.
            let Some(answer) = self.console.read_line()? else { return Ok(NextAction::Leave(Exit::Quit)) };
            match answer.to_ascii_lowercase().as_str() {
                "quit" | "exit" | "q" => {}
                answer if is_yes(answer) => {}
                "no" | "n" | "nein" | "" => return Ok(NextAction::Redraw),
                // Anything else is a command for the game.
                _ => return self.answer(&answer),
            }
        }
        Ok(NextAction::Leave(Exit::Quit))
    }

    /// Saves for the last time. A failure is the command's own here.
    pub(super) fn end(&mut self) -> CliResult {
        match &self.save_file {
            Some(save_file) => {
                save_file.save(self.table.record())?;
                self.console.print(&phrases::saved(save_file.description()))
            }
            None if self.table.has_news() => self.console.print(phrases::not_saved()),
            None => Ok(()),
        }
    }
}
