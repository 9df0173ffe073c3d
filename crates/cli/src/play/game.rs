//! One game at the terminal: draws the table, reads a line, does what it says, until the game is left.

use halfboard_app::table::Table;
use halfboard_engine::player::Player;
use halfboard_rules::present::Checker;

use super::opponent::Opponent;
use super::saving::Saving;
use super::talk::Talk;
use super::typed::{self, Listed, Typed};
use super::words;
use crate::board::{self, Extras};
use crate::failure::{Done, Failure};
use crate::lines::{columns, few, wrap};
use crate::look::Ink;
use crate::tables::TablesArgs;

/// Where there are more moves, what they begin with is listed instead: nobody reads the fourteen thousand exchanges of
/// a fair start.
const MOST_LISTED: usize = 60;

/// So few choices are listed even before the first step.
const FEW: usize = 4;

/// So many squares are only marked on the board, until somebody asks for the list.
const MANY: usize = 12;

/// How a game was left.
pub(super) enum Left {
    /// For another one with the same rules.
    New,
    /// For the menu.
    Menu,
    /// For good.
    Quit,
}

/// What to do after a line.
pub(super) enum After {
    /// Draw the table again.
    Draw,
    /// Wait for the next line.
    Stay,
    /// Leave the game.
    Leave(Left),
}

/// What stays from game to game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Habits {
    /// Whether the players have been told how to go on with a turn that could end there.
    pub(super) told: bool,
    /// Whether the squares that a turn can begin with are marked.
    pub(super) hints: bool,
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
    /// Who plays which checkers, where colours do not say it.
    pub(super) legend: Vec<(Checker, &'static str)>,
    /// What stays from game to game.
    pub(super) habits: Habits,
    /// The engine, when somebody plays against it.
    pub(super) opponent: Option<Opponent>,
    /// The engine that is asked for advice, once somebody did.
    pub(super) adviser: Option<Box<dyn Player>>,
    /// Which tables the engine may ask.
    pub(super) tables: &'a TablesArgs,
}

impl Game<'_> {
    /// Plays until the game is left.
    pub(super) fn run(&mut self) -> Result<Left, Failure> {
        self.engine_turns()?;
        self.draw()?;
        loop {
            let Some(line) = self.talk.ask()? else {
                self.end()?;
                return Ok(Left::Quit);
            };
            match self.answer(&line)? {
                After::Draw => {
                    self.engine_turns()?;
                    self.draw()?;
                }
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
        let extras = Extras { legend: &self.legend, hints: self.habits.hints };
        let mut text = format!("\n{}", board::draw(&view, extras, look));
        let last = session.history().pop().map(|last| look.ink(Ink::Faint, &format!("  (after {last})")));
        let last = last.unwrap_or_default();
        self.listed = Listed::Nothing;
        match (table.result(), view.turn.take()) {
            (Some(result), _) => {
                text += &format!("\n{}{last}\n{}", look.ink(Ink::Strong, &result), wrap(words::OVER, 0));
            }
            (None, turn) => {
                let turn = turn.map(|turn| match (table.name(turn.seat), turn.prompt.to_string()) {
                    // Where seats are not called by their colours, the prompt alone may leave open whose turn it is.
                    (Some(name), prompt) if !prompt.contains(name) => format!("{name}: {prompt}"),
                    (_, prompt) => prompt,
                });
                text += &format!("\n{}{last}", look.ink(Ink::Strong, &turn.unwrap_or_default()));
                let are_squares = view.next.iter().all(|&step| typed::is_plain(step, view.board));
                if !view.chosen.is_empty() && are_squares && view.next.len() > MANY {
                    let [open, close] = look.next();
                    text += &format!("\n  any of the {} squares with {open} {close}", view.next.len());
                } else if !view.chosen.is_empty() || view.next.len() <= FEW {
                    text += &format!("\n{}", columns(&typed::choices(session, &view.next)));
                    self.listed = Listed::Steps(view.next);
                } else if !self.habits.told
                    && let Some(word) = typed::whole_and_part(session)
                {
                    self.habits.told = true;
                    let hint = format!("({word} alone is a whole turn; '{word} ...' goes on to more.)");
                    text += &format!("\n{}", look.ink(Ink::Faint, &hint));
                }
            }
        }
        self.talk.say(&text)
    }

    /// Does what a line says.
    pub(super) fn answer(&mut self, line: &str) -> Result<After, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Ok(After::Stay),
            ("help" | "?", "") => self.reply(&words::help(self.talk.look)),
            ("board", "") => Ok(After::Draw),
            ("rules", "") => {
                let text = words::rules(&*self.table.session, self.talk.look);
                self.reply(&text)
            }
            ("quit" | "exit" | "q", "") => self.quit(),
            ("hints", how) => self.hints(how),
            ("save", file) => self.save_to(file),
            ("undo", "") => match self.undo() {
                Some(what) => self.changed(&what),
                None => self.reply("This is the start: there is nothing to take back."),
            },
            ("redo", "") => match self.redo() {
                true => self.changed("Played again."),
                false => self.reply("There is nothing to play again."),
            },
            ("new", "") if self.table.result().is_some() => Ok(After::Leave(Left::New)),
            ("menu", "") if self.table.result().is_some() => Ok(After::Leave(Left::Menu)),
            ("new" | "menu", "") => self.reply("The game is not over; resign or draw would end it."),
            _ if self.table.result().is_some() => self.reply(&wrap(&format!("The game is over: {}", words::OVER), 0)),
            ("moves", which @ ("" | "all")) => self.list(which == "all"),
            ("moves", _) => self.reply("Type moves, or moves all to see every one."),
            ("back", "") => match self.table.entry.back() {
                true => Ok(After::Draw),
                false => self.reply("No step of this turn is chosen yet; undo takes a turn back."),
            },
            ("hint", "") => self.hint(),
            ("resign", "") => self.resign(),
            ("draw", "") => self.offer_draw(),
            _ => self.play(line),
        }
    }

    pub(super) fn reply(&self, text: &str) -> Result<After, Failure> {
        self.talk.say(text)?;
        Ok(After::Stay)
    }

    /// Something changed that is to be saved and seen.
    pub(super) fn changed(&mut self, text: &str) -> Result<After, Failure> {
        if !text.is_empty() {
            self.talk.say(text)?;
        }
        self.save()?;
        Ok(After::Draw)
    }

    /// Plays the move, or takes the steps, that a line says.
    fn play(&mut self, line: &str) -> Result<After, Failure> {
        let table = &mut self.table;
        match typed::read(&*table.session, &table.entry, line, &self.listed) {
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
            Ok(Typed::Either(word, entry, steps)) if entry == table.entry => {
                let choices = columns(&typed::choices(&*table.session, &steps));
                self.listed = Listed::Steps(steps);
                return self.reply(&format!("'{word}' can be:\n{choices}"));
            }
            Ok(Typed::Either(word, entry, steps)) => {
                // The steps before it are taken, and drawing the table lists all that can follow.
                table.entry = entry;
                let board = table.session.info().board;
                let words: Vec<String> = steps.iter().map(|step| step.to_token(board)).collect();
                self.draw()?;
                return self.reply(&wrap(&format!("'{word}' can be: {}.", few(&words)), 0));
            }
            Err(problem) => self.talk.complain(&problem)?,
        }
        Ok(After::Stay)
    }

    /// Lists what can be played.
    fn list(&mut self, all: bool) -> Result<After, Failure> {
        let session = &*self.table.session;
        let is_begun = !self.table.entry.chosen().is_empty();
        let moves = session.moves();
        if is_begun || (!all && moves.len() > MOST_LISTED) {
            let next = self.table.entry.choices(session);
            let mut text = columns(&typed::choices(session, &next));
            if !is_begun {
                text = format!("A turn can begin with:\n{text}\n'moves all' lists all {} moves.", moves.len());
            }
            self.listed = Listed::Steps(next);
            return self.reply(&text);
        }
        let items: Vec<String> =
            moves.iter().enumerate().map(|(index, mv)| format!("{:>3}) {mv}", index + 1)).collect();
        self.listed = Listed::Moves(moves);
        self.reply(&columns(&items))
    }

    /// Marks what a turn can begin with from now on, or does not any more.
    fn hints(&mut self, how: &str) -> Result<After, Failure> {
        self.habits.hints = match how {
            "on" => true,
            "off" => false,
            _ => return self.reply("Type hints on, or hints off."),
        };
        if self.habits.hints && self.table.result().is_none() && !board::is_telling(&self.table.session.view(&[])) {
            return self.reply("Most squares can be chosen now; they are marked when it is half of the board or less.");
        }
        Ok(After::Draw)
    }
}
