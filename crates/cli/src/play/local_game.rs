//! One game at the terminal: draws the board, reads lines and executes them.

use halfboard_app::table::Table;
use halfboard_engine::player::Player;
use halfboard_rules::present::Checker;
use halfboard_text::board::seat;

use super::console::Console;
use super::input::{self, Input, LastListed};
use super::opponent::Opponent;
use super::rules_text;
use super::save_file::SaveFile;
use crate::board::{self, DrawOptions};
use crate::error::{CliError, CliResult};
use crate::layout::{columns, join_truncated, wrap};
use crate::phrases::{play as phrases, prompt};
use crate::style::Emphasis;
use crate::tables::TablesArgs;

/// Maximum number of moves to list; of more, only the first steps are listed. A fair start has 14,000 exchanges.
const MOST_LISTED: usize = 60;

/// Maximum number of choices that are listed without being asked for before the first step.
const FEW: usize = 4;

/// Maximum number of squares that are listed without being asked for; more are only marked on the board.
const MANY: usize = 12;

/// How a game was left.
pub(super) enum Exit {
    /// To play again by the same rules.
    NewGame,
    /// To choose another game.
    Menu,
    /// To exit.
    Quit,
}

/// What to do after a line.
pub(super) enum NextAction {
    /// Redraw the board.
    Redraw,
    /// Read the next line.
    Prompt,
    /// Leave the game.
    Leave(Exit),
}

/// State that is kept from game to game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preferences {
    /// Whether it was explained how to continue a turn that is already complete.
    pub(super) explained_more: bool,
    /// Whether to mark the squares where a turn can begin.
    pub(super) mark_choices: bool,
}

/// A game with its console, file and engine.
pub(super) struct LocalGame<'a> {
    /// The game.
    pub(super) table: Table,
    /// The console.
    pub(super) console: &'a mut Console,
    /// The file to save to.
    pub(super) save_file: Option<SaveFile>,
    /// The list that was printed last.
    pub(super) listed: LastListed,
    /// The players by checker, if there are more than two.
    pub(super) legend: Vec<(Checker, &'static str)>,
    /// State that is kept from game to game.
    pub(super) preferences: Preferences,
    /// The engine as opponent.
    pub(super) opponent: Option<Opponent>,
    /// The engine for hints, created on first use.
    pub(super) adviser: Option<Box<dyn Player>>,
    /// The tables for the engine.
    pub(super) tables: &'a TablesArgs,
}

impl LocalGame<'_> {
    /// Plays until the game is left.
    pub(super) fn run(&mut self) -> Result<Exit, CliError> {
        self.engine_turns()?;
        self.draw()?;
        loop {
            let Some(line) = self.console.read_line()? else {
                self.end()?;
                return Ok(Exit::Quit);
            };
            match self.answer(&line)? {
                NextAction::Redraw => {
                    self.engine_turns()?;
                    self.draw()?;
                }
                NextAction::Prompt => {}
                NextAction::Leave(left) => {
                    self.end()?;
                    return Ok(left);
                }
            }
        }
    }

    /// Draws the board and prints the prompt.
    fn draw(&mut self) -> CliResult {
        let style = self.console.style;
        let table = &self.table;
        let session = &*table.session;
        let mut view = session.view(table.composer.entry.chosen());
        let extras = DrawOptions { legend: &self.legend, hints: self.preferences.mark_choices };
        let mut text = format!("\n{}", board::draw(&view, extras, style));
        let last = session
            .history()
            .pop()
            .map(|last| style.emphasize(Emphasis::Faint, &format!("  {}", phrases::after(last))));
        let last = last.unwrap_or_default();
        self.listed = LastListed::Nothing;
        match (table.result(), view.turn.take()) {
            (Some(result), _) => {
                text += &format!(
                    "\n{}{last}\n{}",
                    style.emphasize(Emphasis::Strong, &result),
                    wrap(phrases::over_menu(), 0)
                );
            }
            (None, turn) => {
                let turn = turn.map(|turn| match (table.name(turn.seat).map(seat), prompt(&turn.prompt)) {
                    // The prompt names a colour, which may not be what the player is called.
                    (Some(name), prompt) if !prompt.contains(name) => format!("{name}: {prompt}"),
                    (_, prompt) => prompt,
                });
                text += &format!("\n{}{last}", style.emphasize(Emphasis::Strong, &turn.unwrap_or_default()));
                let are_squares = view.next.iter().all(|&step| input::is_plain(step, view.board));
                if !view.chosen.is_empty() && are_squares && view.next.len() > MANY {
                    let [open, close] = style.choice_marks();
                    text += &format!("\n  {}", phrases::any_marked(view.next.len(), open, close));
                } else if !view.chosen.is_empty() || view.next.len() <= FEW {
                    text += &format!("\n{}", columns(&input::choices(session, &view.next)));
                    self.listed = LastListed::Steps(view.next);
                } else if !self.preferences.explained_more
                    && let Some(word) = input::whole_and_part(session)
                {
                    self.preferences.explained_more = true;
                    text += &format!("\n{}", style.emphasize(Emphasis::Faint, &phrases::complete_turn(word)));
                }
            }
        }
        self.console.print(&text)
    }

    /// Executes a line.
    pub(super) fn answer(&mut self, line: &str) -> Result<NextAction, CliError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Ok(NextAction::Prompt),
            ("help" | "?", "") => {
                let [open, close] = self.console.style.choice_marks();
                self.reply(&phrases::help(open, close))
            }
            ("board", "") => Ok(NextAction::Redraw),
            ("rules", "") => {
                let text = rules_text::rules(&*self.table.session, self.console.style);
                self.reply(&text)
            }
            ("quit" | "exit" | "q", "") => self.quit(),
            ("hints", how) => self.hints(how),
            ("save", file) => self.save_to(file),
            ("undo", "") => match self.undo() {
                Some(what) => self.changed(&what),
                None => self.reply(phrases::nothing_to_undo()),
            },
            ("redo", "") => match self.redo() {
                true => self.changed(phrases::redone()),
                false => self.reply(phrases::nothing_to_redo()),
            },
            ("new", "") if self.table.result().is_some() => Ok(NextAction::Leave(Exit::NewGame)),
            ("menu", "") if self.table.result().is_some() => Ok(NextAction::Leave(Exit::Menu)),
            ("new" | "menu", "") => self.reply(phrases::not_over()),
            _ if self.table.result().is_some() => self.reply(&wrap(&phrases::game_over(phrases::over_menu()), 0)),
            ("moves", which @ ("" | "all")) => self.list(which == "all"),
            ("moves", _) => self.reply(phrases::moves_usage()),
            ("back", "") => match self.table.composer.entry.back() {
                true => Ok(NextAction::Redraw),
                false => self.reply(phrases::no_step_chosen()),
            },
            ("hint", "") => self.hint(),
            ("resign", "") => self.resign(),
            ("draw", "") => self.offer_draw(),
            _ => self.play(line),
        }
    }

    pub(super) fn reply(&self, text: &str) -> Result<NextAction, CliError> {
        self.console.print(text)?;
        Ok(NextAction::Prompt)
    }

    /// Saves and redraws after a change.
    pub(super) fn changed(&mut self, text: &str) -> Result<NextAction, CliError> {
        if !text.is_empty() {
            self.console.print(text)?;
        }
        self.save()?;
        Ok(NextAction::Redraw)
    }

    /// Plays the move or takes the steps of a line.
    fn play(&mut self, line: &str) -> Result<NextAction, CliError> {
        let table = &mut self.table;
        match input::parse(&*table.session, &table.composer.entry, line, &self.listed) {
            Ok(Input::Move(mv)) => match table.session.play(&mv) {
                Ok(()) => {
                    table.composer.entry.clear();
                    return self.changed("");
                }
                Err(error) => self.console.print_error(&error.to_string())?,
            },
            Ok(Input::Partial(entry)) => {
                table.composer.entry = entry;
                return Ok(NextAction::Redraw);
            }
            Ok(Input::Ambiguous(word, entry, steps)) if entry == table.composer.entry => {
                let choices = columns(&input::choices(&*table.session, &steps));
                self.listed = LastListed::Steps(steps);
                return self.reply(&phrases::ambiguous_list(word, choices));
            }
            Ok(Input::Ambiguous(word, entry, steps)) => {
                // The steps before it are taken; redrawing lists the choices.
                table.composer.entry = entry;
                let board = table.session.info().board;
                let words: Vec<String> = steps.iter().map(|step| step.to_token(board)).collect();
                self.draw()?;
                return self.reply(&wrap(&phrases::ambiguous(word, join_truncated(&words)), 0));
            }
            Err(problem) => self.console.print_error(&problem)?,
        }
        Ok(NextAction::Prompt)
    }

    /// Lists the legal moves or next steps.
    fn list(&mut self, all: bool) -> Result<NextAction, CliError> {
        let session = &*self.table.session;
        let is_begun = !self.table.composer.entry.chosen().is_empty();
        let moves = session.moves();
        if is_begun || (!all && moves.len() > MOST_LISTED) {
            let next = self.table.composer.entry.choices(session);
            let mut text = columns(&input::choices(session, &next));
            if !is_begun {
                text = phrases::first_steps(text, moves.len());
            }
            self.listed = LastListed::Steps(next);
            return self.reply(&text);
        }
        let items: Vec<String> =
            moves.iter().enumerate().map(|(index, mv)| format!("{:>3}) {mv}", index + 1)).collect();
        self.listed = LastListed::Moves(moves);
        self.reply(&columns(&items))
    }

    /// Turns the marking of first squares on or off.
    fn hints(&mut self, how: &str) -> Result<NextAction, CliError> {
        self.preferences.mark_choices = match how {
            "on" => true,
            "off" => false,
            _ => return self.reply(phrases::hints_usage()),
        };
        if self.preferences.mark_choices
            && self.table.result().is_none()
            && !board::is_telling(&self.table.session.view(&[]))
        {
            return self.reply(phrases::too_many_marks());
        }
        Ok(NextAction::Redraw)
    }
}
