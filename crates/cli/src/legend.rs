//! Which checkers belong to which player, if there are more than two players. Found by playing a few moves: the checkers that a
//! seat may move are its own.

use halfboard_rules::game::Seat;
use halfboard_rules::present::{Checker, Step};
use halfboard_rules::session::Session;

/// Number of turns after which every seat has moved, in any order of play.
const TURNS: usize = 16;

/// Returns the checker of each seat; empty with two players, or if seats share a kind of checker.
pub(crate) fn legend(session: &dyn Session) -> Vec<(Checker, &'static str)> {
    let seats = session.seats();
    if seats.len() <= 2 {
        return Vec::new();
    }
    let mut found: Vec<Option<Checker>> = vec![None; seats.len()];
    let mut game = session.as_rules().start(0);
    for _ in 0..TURNS {
        if let Some((Seat(seat), checker)) = to_move(&*game)
            && let Some(entry) = found.get_mut(usize::from(seat))
        {
            if entry.is_some_and(|known| known != checker) {
                return Vec::new();
            }
            *entry = Some(checker);
        }
        let Some(mv) = game.moves().into_iter().next() else { break };
        if game.play(&mv).is_err() {
            break;
        }
    }
    let legend: Vec<(Checker, &str)> =
        found.iter().zip(seats).filter_map(|(who, &seat)| Some(((*who)?, seat))).collect();
    let is_shared = |&(checker, _): &(Checker, &str)| legend.iter().filter(|(other, _)| *other == checker).count() > 1;
    if legend.len() < seats.len() || legend.iter().any(is_shared) { Vec::new() } else { legend }
}

/// Returns the seat to move, and the kind of checker that it may move if there is only one.
fn to_move(session: &dyn Session) -> Option<(Seat, Checker)> {
    let view = session.view(&[]);
    let seat = view.turn.as_ref()?.seat;
    let mut kinds = view.next.iter().filter_map(|step| match step {
        Step::From(square) => view.cells.get(square.index())?.pile.last().copied(),
        _ => None,
    });
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some((seat, first))
}
