//! The engine at the table: the side that it plays, its turns, its answers, and the advice that people ask it for.
//! Thinks, and touches nothing else.

use halfboard_app::table::Undone;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player::{self, Player};
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Color, Seat, Team};
use halfboard_rules::session::Session;
use halfboard_text::{board, steps, worth};

use super::local_game::{LocalGame, NextAction};
use crate::error::{CliError, CliResult};
use crate::layout::wrap;
use crate::phrases::play as phrases;
use crate::tables::TablesArgs;

/// The engine's memory in mebibytes.
const TABLE: usize = 16;

/// How far the engine looks when it is asked for advice.
const ADVICE: Limits = Limits { depth: None, nodes: Some(200_000), seconds: Some(3.0), clock: None };

/// The engine agrees to a draw when the person seems ahead by this much, in hundredths of a logit.
const AHEAD: i32 = 100;

/// The engine as a player.
pub(super) struct Opponent {
    level: Level,
    team: Team,
    player: Box<dyn Player>,
}

impl Opponent {
    /// An engine of a level that plays against a seat and its partner. The seed is of its misjudgements.
    pub(super) fn new(
        session: &dyn Session,
        level: Level,
        person: Seat,
        seed: u64,
        tables: &TablesArgs,
    ) -> Result<Self, CliError> {
        if session.seats().len() < 2 {
            let rules = session.rules();
            return Err(CliError::new(format_args!(
                "--against: {rules} is a solitaire, with nobody to play against; 'hint' in the game gives advice"
            )));
        }
        let mut player = player::for_session(session, TABLE, system_now)?;
        player.set(SearchSettings { strength: player.strength_limit(level), seed, ..SearchSettings::default() });
        tables.give(&mut *player);
        let team = person.team().other();
        Ok(Opponent { level, team, player })
    }

    /// The name by which records know it.
    pub(super) fn name(level: Level) -> String {
        format!("Halfboard level {}", level.number())
    }

    /// The names of the seats: its own at those that it plays, and none at the others.
    pub(super) fn names(&self, seats: usize) -> Vec<String> {
        let name = |seat| if Seat(seat).team() == self.team { Opponent::name(self.level) } else { String::new() };
        (0..seats as u8).map(name).collect()
    }

    /// Whether it plays a seat.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        seat.team() == self.team
    }

    /// The best line that it sees for whose turn it is.
    fn think(&mut self, session: &dyn Session) -> Result<PrincipalVariation<String>, CliError> {
        self.player.set_game(session)?;
        best(self.player.search(&Limits::default(), &mut |_| {})?)
    }
}

fn best(report: SearchReport<String>) -> Result<PrincipalVariation<String>, CliError> {
    let line = report.lines.into_iter().next().filter(|line| !line.moves.is_empty());
    line.ok_or_else(|| CliError::new("the engine found no move, which is a fault of this program"))
}

/// The seat that is meant by its name, or by the colour that it plays.
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
        CliError::new(format_args!("--as: there is no seat '{word}' at this table; the seats are {seats}"))
    })
}

impl LocalGame<'_> {
    /// Lets the engine play as long as it is its turn.
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

    /// Takes back the person's last turn with the engine's answers; `None` when there is none.
    pub(super) fn undo(&mut self) -> Option<String> {
        let opponent = &self.opponent;
        let undone = self.table.undo(|seat| !opponent.as_ref().is_some_and(|opponent| opponent.plays(seat)))?;
        Some(match undone {
            Undone::Steps => phrases::steps_undone().to_owned(),
            Undone::Result => phrases::game_continues().to_owned(),
            Undone::Turns(taken) => phrases::undone(taken.join(", ")),
        })
    }

    /// Plays again what was taken back, the engine's answers too.
    pub(super) fn redo(&mut self) -> bool {
        let done = self.table.redo();
        while let Some(opponent) = &self.opponent
            && opponent.plays(self.table.session.turn())
            && self.table.redo()
        {}
        done
    }

    /// The best line for whose turn it is, as far as the engine sees at full strength.
    fn advice(&mut self) -> Result<PrincipalVariation<String>, CliError> {
        let session = &*self.table.session;
        if self.adviser.as_ref().is_none_or(|adviser| adviser.rules() != session.rules()) {
            let mut adviser = player::for_session(session, TABLE, system_now)?;
            self.tables.give(&mut *adviser);
            self.adviser = Some(adviser);
        }
        let adviser = self.adviser.as_mut().ok_or_else(|| CliError::new("there is no engine to ask"))?;
        adviser.set_game(session)?;
        best(adviser.search(&ADVICE, &mut |_| {})?)
    }

    /// Names the best move for whose turn it is, and what it is worth.
    pub(super) fn hint(&mut self) -> Result<NextAction, CliError> {
        let line = match self.advice() {
            Ok(line) => line,
            // Advice that cannot be had, for want of memory perhaps, is no reason to end the game.
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

    /// Whether the engine agrees to a draw now, or `None` when people play each other.
    pub(super) fn engine_agrees(&mut self) -> Result<Option<bool>, CliError> {
        if self.opponent.is_none() {
            return Ok(None);
        }
        // It is the person's turn, so the value is the person's. A weak level's misjudgements should not decide this.
        Ok(Some(match self.advice()?.value {
            Value::Proven(proof) => matches!(proof, Proof::Win(_) | Proof::Draw),
            Value::Estimated(value) => value >= AHEAD,
            Value::EstimatedLeft(_) => false,
        }))
    }
}
