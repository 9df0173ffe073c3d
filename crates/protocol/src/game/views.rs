//! Queries on a game: result, possible commands, summary for lists.

use halfboard_rules::game::{Color, Outcome, Seat};
use halfboard_rules::record::{Declared, Finish};

use super::{Game, GameOver, Phase};
use crate::api::{GameStatus, GameSummary};
use crate::event::{Player, Proposal, Termination};

impl Game {
    /// Returns the result in the form of records.
    pub fn finish(&self) -> Finish {
        let against = |seat: u8, why: Declared| match self.session.color_of(Seat(seat)).map(Color::other) {
            Some(winner) => Finish::Declared(Some(winner), why),
            // Without assigned colours there is no winner.
            None => Finish::Declared(None, Declared::Abandoned),
        };
        match self.phase() {
            Phase::Open | Phase::Playing => Finish::Open,
            Phase::Over(GameOver::Ruled(ending)) => Finish::Ruled(ending),
            Phase::Over(GameOver::Drawn) => Finish::Declared(None, Declared::Agreed),
            Phase::Over(GameOver::Ended(Termination::Resigned { seat })) => against(seat, Declared::Resigned),
            Phase::Over(GameOver::Ended(Termination::OutOfTime { seat })) => against(seat, Declared::Time),
            Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => Finish::Open,
        }
    }

    /// Returns whether a seat's side won; `None` if the game is not decided.
    pub fn has_won(&self, seat: u8) -> Option<bool> {
        let loser = match self.phase() {
            Phase::Over(GameOver::Ruled(ending)) => {
                let Outcome::Win(winner) = ending.outcome else { return None };
                return Some(self.session.color_of(Seat(seat))? == winner);
            }
            Phase::Over(GameOver::Ended(Termination::Resigned { seat } | Termination::OutOfTime { seat })) => seat,
            _ => return None,
        };
        Some(Seat(seat).team() != Seat(loser).team())
    }

    /// Returns whether the game can be aborted, which is possible before the second turn.
    pub fn can_abort(&self) -> bool {
        !matches!(self.phase(), Phase::Over(_)) && !self.under_way
    }

    /// Returns whether the chat is closed because the game is in progress and has partners, who must not confer.
    pub fn partners_must_not_confer(&self) -> bool {
        self.phase() == Phase::Playing && self.seats.len() > 2
    }

    /// Returns whether a seat may make this proposal now.
    pub fn can_propose(&self, seat: u8, what: Proposal) -> bool {
        let person = matches!(self.player(seat), Some(Player::Person { .. }));
        let playing = self.phase() == Phase::Playing;
        let fits = match what {
            Proposal::TakeBack => playing && self.plies_before_last_turn_of(seat).is_some(),
            // Engines do not answer draw offers, so there must be a person on the other side.
            Proposal::Draw => playing && self.people_on_both_sides(),
            Proposal::Rematch => {
                matches!(self.phase(), Phase::Over(_))
                    && self.rematch.is_none()
                    && self.seats.iter().all(Option::is_some)
            }
        };
        person && fits && self.pending.is_none()
    }

    /// Returns the proposal that this seat has yet to answer.
    pub fn awaits_answer_from(&self, seat: u8) -> Option<Proposal> {
        let pending = self.pending?;
        let person = matches!(self.player(seat), Some(Player::Person { .. }));
        (person && pending.agreed & 1 << seat == 0).then_some(pending.what)
    }

    fn people_on_both_sides(&self) -> bool {
        let people = self.people();
        people & 0b0101 != 0 && people & 0b1010 != 0
    }

    /// Returns the level of the engine to move and of how many it is, if an engine is to move.
    pub fn engine_to_move(&self) -> Option<(u8, Option<u8>)> {
        match self.player(self.turn()?) {
            Some(Player::Engine { level, of }) => Some((*level, *of)),
            _ => None,
        }
    }

    /// Returns the number of turns that spectators may see.
    pub fn spectator_plies(&self) -> u32 {
        self.turns.iter().filter(|(_, version)| *version <= self.spectator_version).count() as u32
    }

    /// Returns the summary for lists.
    pub fn summary(&self) -> GameSummary {
        let (result, reason) = self.finish().result_and_reason();
        let status = match self.phase() {
            Phase::Open => GameStatus::Open,
            Phase::Playing => GameStatus::Playing,
            Phase::Over(GameOver::Ended(Termination::Aborted { .. })) => GameStatus::Aborted,
            Phase::Over(_) => GameStatus::Finished,
        };
        GameSummary {
            id: self.id.clone(),
            rules: self.terms.rules.clone(),
            usual_start: self.terms.start.is_usual(),
            control: self.terms.control,
            public: self.terms.public,
            status,
            seats: self.seats.clone(),
            plies: self.plies(),
            result: (status == GameStatus::Finished).then_some(result),
            reason: (status == GameStatus::Finished).then(|| reason.to_owned()),
            created: self.created,
            changed: self.changed,
        }
    }
}
