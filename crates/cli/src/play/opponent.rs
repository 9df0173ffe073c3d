//! The engine as opponent and adviser.

use halfboard_app::phrases::players;
use halfboard_app::table::{Table, Undone};
use halfboard_engine::levels::{Level, StrengthLimit};
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Color, Seat, Team};
use halfboard_rules::session::Session;
use halfboard_text::{board, steps, worth};

use super::local_game::{LocalGame, NextAction};
use super::ratings;
use crate::error::{CliError, CliResult};
use crate::layout::wrap;
use crate::phrases::play as phrases;
use crate::tables::TablesArgs;

/// Transposition table in MiB.
const TABLE: usize = 16;

/// Name of the engine in records, before the number of its level.
const NAME: &str = "Halfboard level";

/// Limits of a search for a hint.
const ADVICE: Limits = Limits { depth: None, nodes: Some(200_000), seconds: Some(3.0), clock: None };

/// The engine accepts a draw if the person is ahead by this much, in hundredths of a logit.
const AHEAD: i32 = 100;

/// How strong the engine is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// A level of the game.
    Level(u8),
    /// The level that suits the person.
    Adaptive,
}

/// The engine as opponent.
pub(super) struct Opponent {
    level: Level,
    /// Whether the level adapts to the person.
    adaptive: bool,
    /// The rules string.
    rules: String,
    person: Seat,
    team: Team,
    player: Box<dyn Player>,
    limits: Limits,
}

impl Opponent {
    /// Creates an engine that plays against a seat and its partner, and at full strength thinks for some seconds, if
    /// given. The seed is that of its random errors.
    pub(super) fn new(
        session: &dyn Session,
        strength_of: Strength,
        think: Option<u64>,
        person: Seat,
        seed: u64,
        tables: &TablesArgs,
    ) -> Result<Self, CliError> {
        let rules = session.rules();
        if session.seats().len() < 2 {
            return Err(CliError::new(format_args!(
                "--against: {rules} is a solitaire and has no opponent; type hint in the game for advice"
            )));
        }
        let level = match strength_of {
            Strength::Adaptive => ratings::read(&rules)?.level(&rules),
            Strength::Level(number) => Level::new(&rules, number).ok_or_else(|| {
                let count = Level::count(&rules);
                CliError::new(format_args!(
                    "--against: invalid level '{number}': {rules} has levels 1 to {count}, and adaptive"
                ))
            })?,
        };
        let mut player = player::for_session(session, TABLE, system_now)?;
        let seconds = think.filter(|_| level == Level::top(&rules)).map(|seconds| seconds as f64);
        let strength = if seconds.is_some() { StrengthLimit::NONE } else { player.strength_limit(level) };
        let book = level.uses_book(&rules);
        player.set(SearchSettings { strength, seed, book, ..SearchSettings::default() });
        tables.give(&mut *player);
        let (team, limits) = (person.team().other(), Limits { seconds, ..Limits::default() });
        let adaptive = matches!(strength_of, Strength::Adaptive);
        Ok(Opponent { level, adaptive, rules, person, team, player, limits })
    }

    /// Returns a sentence about the level.
    pub(super) fn introduction(&self) -> String {
        let (number, count) = (self.level.number(), Level::count(&self.rules));
        let (name, rating) = (players::level_name(&self.rules, number), players::rating(&self.rules, number));
        match self.adaptive {
            true => phrases::adaptive_level(number, count, name, rating),
            false => phrases::engine_level(number, count, name, rating),
        }
    }

    /// Counts the result of a game against the adaptive opponent, if it is over, and returns a sentence about the
    /// rating.
    pub(super) fn count_result(&self, table: &Table) -> Result<Option<String>, CliError> {
        let Some(score) = ratings::score(table, self.person).filter(|_| self.adaptive) else { return Ok(None) };
        let mut rating = ratings::read(&self.rules)?;
        rating.update(&self.rules, self.level, score);
        ratings::write(&self.rules, &rating)?;
        let next = rating.level(&self.rules).number();
        Ok(Some(phrases::your_rating(format_args!("{:.0}", rating.rating), rating.games, next)))
    }

    /// Returns the name of a level in records.
    pub(super) fn name(level: Level) -> String {
        format!("{NAME} {}", level.number())
    }

    /// Returns whether a name in a record is that of a level.
    pub(super) fn is_name(name: &str) -> bool {
        let number = name.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(' '));
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    }

    /// Returns the names of the seats: empty for those of people.
    pub(super) fn names(&self, seats: usize) -> Vec<String> {
        let name = |seat| if Seat(seat).team() == self.team { Opponent::name(self.level) } else { String::new() };
        (0..seats as u8).map(name).collect()
    }

    /// Returns whether the engine plays a seat.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        seat.team() == self.team
    }

    /// Searches the best line for the side to move.
    fn think(&mut self, session: &dyn Session) -> Result<PrincipalVariation<String>, CliError> {
        self.player.set_game(session)?;
        let limits = self.limits.clone().with_choices(session.moves().len());
        best(self.player.search(&limits, &mut |_| {})?)
    }
}

fn best(report: SearchReport<String>) -> Result<PrincipalVariation<String>, CliError> {
    let line = report.lines.into_iter().next().filter(|line| !line.moves.is_empty());
    line.ok_or_else(|| CliError::new("internal error: the engine found no move"))
}

/// Finds a seat by its name or colour.
pub(super) fn seat(session: &dyn Session, word: &str) -> Result<Seat, CliError> {
    let seats = session.seats();
    let plain = |name: &str| name.replace([' ', '-'], "").to_ascii_lowercase();
    let named = seats.iter().position(|name| plain(name) == plain(word));
    let color = Color::BOTH.into_iter().find(|color| color.as_str() == word.to_ascii_lowercase());
    let colored = color.and_then(|color| {
        let mut seats = (0..seats.len() as u8).map(Seat);
        seats.find(|&seat| session.color_of(seat) == Some(color))
    });
    let found = named.map(|index| Seat(index as u8)).or(colored);
    found.ok_or_else(|| {
        let seats = seats.join(", ");
        CliError::new(format_args!("--as: invalid seat '{word}': the seats are {seats}"))
    })
}

impl LocalGame<'_> {
    /// Plays the engine's turns.
    pub(super) fn engine_turns(&mut self) -> CliResult {
        while let Some(opponent) = &mut self.opponent
            && self.table.result().is_none()
            && opponent.plays(self.table.session.turn())
        {
            let session = &mut self.table.session;
            let seat = session.seats().get(usize::from(session.turn().0)).copied().unwrap_or_default();
            let line = opponent.think(&**session)?;
            session.play(&line.moves[0])?;
            self.table.composer.entry.clear();
            self.console.print(&phrases::plays(board::seat(seat), &line.moves[0]))?;
            self.save()?;
        }
        Ok(())
    }

    /// Takes back the person's last turn with the engine's answers. Returns `None` if there is none.
    pub(super) fn undo(&mut self) -> Option<String> {
        let opponent = &self.opponent;
        let undone = self.table.undo(|seat| !opponent.as_ref().is_some_and(|opponent| opponent.plays(seat)))?;
        Some(match undone {
            Undone::Steps => phrases::steps_undone().to_owned(),
            Undone::Result => phrases::game_continues().to_owned(),
            Undone::Turns(taken) => phrases::undone(taken.join(", ")),
        })
    }

    /// Replays the turn that was undone, with the engine's answers.
    pub(super) fn redo(&mut self) -> bool {
        let done = self.table.redo();
        while let Some(opponent) = &self.opponent
            && opponent.plays(self.table.session.turn())
            && self.table.redo()
        {}
        done
    }

    /// Searches the best line for the side to move at full strength.
    fn advice(&mut self) -> Result<PrincipalVariation<String>, CliError> {
        let session = &*self.table.session;
        if self.adviser.as_ref().is_none_or(|adviser| adviser.rules() != session.rules()) {
            let mut adviser = player::for_session(session, TABLE, system_now)?;
            self.tables.give(&mut *adviser);
            self.adviser = Some(adviser);
        }
        let adviser = self.adviser.as_mut().ok_or_else(|| CliError::new("no engine available"))?;
        adviser.set_game(session)?;
        best(adviser.search(&ADVICE, &mut |_| {})?)
    }

    /// Prints the best move for the side to move, and its value.
    pub(super) fn hint(&mut self) -> Result<NextAction, CliError> {
        let line = match self.advice() {
            Ok(line) => line,
            // A failed search, perhaps for lack of memory, must not end the game.
            Err(CliError::Invalid(problem)) => {
                self.console.print_error(&problem.join(" "))?;
                return Ok(NextAction::Prompt);
            }
            Err(closed) => return Err(closed),
        };
        let session = &*self.table.session;
        let mv = &line.moves[0];
        let steps = steps::turn(&session.steps(mv).unwrap_or_default(), session.info().board);
        let worth = worth::sentence(line.value, session.seats().len() == 1);
        self.reply(&wrap(&phrases::best_move(mv, steps, worth), 0))
    }

    /// Returns whether the engine accepts a draw now, or `None` without an engine.
    pub(super) fn engine_agrees(&mut self) -> Result<Option<bool>, CliError> {
        if self.opponent.is_none() {
            return Ok(None);
        }
        // It is the person's turn, so the value is the person's. The random errors of a weak level must not decide this.
        Ok(Some(match self.advice()?.value {
            Value::Proven(proof) => matches!(proof, Proof::Win(_) | Proof::Draw),
            Value::Estimated(value) => value >= AHEAD,
            Value::EstimatedLeft(_) => false,
        }))
    }
}
