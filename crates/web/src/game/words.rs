//! Who sits where and how it came out, in words.

use halfboard_client::play::{Play, Player};
use halfboard_client::words::{game as words, players, result as results};
use halfboard_rules::game::Seat;

/// What a seat's player is called.
pub(crate) fn player(play: &Play, seat: Seat) -> String {
    match play.player(seat) {
        Player::Engine(level) => words::engine(level),
        Player::Person => match play.name(seat) {
            Some(name) => name.to_owned(),
            None if play.lone_person() == Some(seat) || play.players().len() == 1 => words::you().to_owned(),
            None => players::seat(play.session().seats()[usize::from(seat.0)]).to_owned(),
        },
    }
}

/// How the game came out, if it is over.
pub(super) fn result(play: &Play) -> Option<String> {
    results::standing(play)
}
