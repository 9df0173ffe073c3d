//! Decisions of the operator about a game.

use halfboard_protocol::event::{Event, Player, Proposal, Termination};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::{refuse, require_playing};
use crate::admin::OperatorResult;

/// Returns the events that end a game with a result.
pub(crate) fn end(game: &Game, result: OperatorResult) -> Result<Vec<Event>, Refusal> {
    match result {
        OperatorResult::Aborted => match game.phase() {
            Phase::Over(_) => refuse(RefusalCode::Over, "the game is over"),
            Phase::Open | Phase::Playing => Ok(vec![Event::Ended(Termination::Aborted { seat: 0 })]),
        },
        OperatorResult::Lost(seat) => {
            require_playing(game)?;
            if game.player(seat).is_none() {
                let seats = game.seats().len();
                return refuse(RefusalCode::Invalid, format!("there is no seat {seat}: the game has {seats}, from 0"));
            }
            Ok(vec![Event::Ended(Termination::Resigned { seat })])
        }
        OperatorResult::Draw => draw(game),
    }
}

/// Returns an agreed draw in the name of all people, which replaces a pending proposal.
fn draw(game: &Game) -> Result<Vec<Event>, Refusal> {
    require_playing(game)?;
    let what = Proposal::Draw;
    let people = (0..game.seats().len() as u8).filter(|seat| matches!(game.player(*seat), Some(Player::Person { .. })));
    let mut events = Vec::new();
    if let Some(pending) = game.pending() {
        events.push(Event::Declined { seat: pending.seat, what: pending.what, key: 0 });
    }
    for (number, seat) in people.enumerate() {
        events.push(match number {
            0 => Event::Asked { seat, what, key: 0 },
            _ => Event::Agreed { seat, what, key: 0 },
        });
    }
    Ok(events)
}
