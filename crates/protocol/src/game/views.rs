//! Questions about a game that pages and servers ask: who won, what may be done, how it is listed.

use halfboard_rules::game::{Color, Outcome, Seat};
use halfboard_rules::record::{Declared, Finish};

use super::{Game, Over, Standing};
use crate::api::{Status, Summary};
use crate::event::{End, Request, Who};

impl Game {
    /// How it came out, as records say it.
    pub fn finish(&self) -> Finish {
        let against = |seat: u8, why: Declared| match self.session.color_of(Seat(seat)).map(Color::other) {
            Some(winner) => Finish::Declared(Some(winner), why),
            // While colours are open nobody can be said to have won.
            None => Finish::Declared(None, Declared::Abandoned),
        };
        match self.standing() {
            Standing::Open | Standing::Playing => Finish::Open,
            Standing::Over(Over::Ruled(ending)) => Finish::Ruled(ending),
            Standing::Over(Over::Drawn) => Finish::Declared(None, Declared::Agreed),
            Standing::Over(Over::Ended(End::Resigned { seat })) => against(seat, Declared::Resigned),
            Standing::Over(Over::Ended(End::OutOfTime { seat })) => against(seat, Declared::Time),
            Standing::Over(Over::Ended(End::Aborted { .. })) => Finish::Open,
        }
    }

    /// Whether a seat's side has won, if somebody has.
    pub fn has_won(&self, seat: u8) -> Option<bool> {
        let loser = match self.standing() {
            Standing::Over(Over::Ruled(ending)) => {
                let Outcome::Win(winner) = ending.outcome else { return None };
                return Some(self.session.color_of(Seat(seat))? == winner);
            }
            Standing::Over(Over::Ended(End::Resigned { seat } | End::OutOfTime { seat })) => seat,
            _ => return None,
        };
        Some(Seat(seat).team() != Seat(loser).team())
    }

    /// Whether the game can be called off: before the second turn.
    pub fn may_abort(&self) -> bool {
        !matches!(self.standing(), Standing::Over(_)) && !self.under_way
    }

    /// Whether a seat may ask for this now.
    pub fn may_ask(&self, seat: u8, what: Request) -> bool {
        let person = matches!(self.who(seat), Some(Who::Person { .. }));
        let playing = self.standing() == Standing::Playing;
        let fits = match what {
            Request::TakeBack => playing && self.before_last_turn_of(seat).is_some(),
            // An engine cannot be asked whether it would take a draw: there must be a person on the other side.
            Request::Draw => playing && self.people_on_both_sides(),
            Request::Rematch => {
                matches!(self.standing(), Standing::Over(_))
                    && self.rematch.is_none()
                    && self.seats.iter().all(Option::is_some)
            }
        };
        person && fits && self.pending.is_none()
    }

    /// Whether a seat is asked for something and has not answered.
    pub fn is_asked(&self, seat: u8) -> Option<Request> {
        let pending = self.pending?;
        let person = matches!(self.who(seat), Some(Who::Person { .. }));
        (person && pending.agreed & 1 << seat == 0).then_some(pending.what)
    }

    fn people_on_both_sides(&self) -> bool {
        let people = self.people();
        people & 0b0101 != 0 && people & 0b1010 != 0
    }

    /// The level of the engine whose turn it is.
    pub fn engine_to_move(&self) -> Option<u8> {
        match self.who(self.turn()?) {
            Some(Who::Engine { level }) => Some(*level),
            _ => None,
        }
    }

    /// The game in a list.
    pub fn summary(&self) -> Summary {
        let (result, reason) = self.finish().words();
        let status = match self.standing() {
            Standing::Open => Status::Open,
            Standing::Playing => Status::Playing,
            Standing::Over(Over::Ended(End::Aborted { .. })) => Status::Aborted,
            Standing::Over(_) => Status::Finished,
        };
        Summary {
            id: self.id.clone(),
            rules: self.terms.rules.clone(),
            usual_start: self.terms.start.is_usual(),
            control: self.terms.control,
            public: self.terms.public,
            status,
            seats: self.seats.clone(),
            plies: self.plies(),
            result: (status == Status::Finished).then_some(result),
            reason: (status == Status::Finished).then(|| reason.to_owned()),
            created: self.created,
            changed: self.changed,
        }
    }
}
