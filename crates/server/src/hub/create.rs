//! New games as they are stored: the referee's log with an ID and the hashed tokens of its seats.

use halfboard_protocol::Millis;
use halfboard_protocol::api::NewGame;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::Token;
use halfboard_protocol::message::Refusal;
use halfboard_rules::random::SplitMix64;

use crate::referee::creation::{self, NewLog};
use crate::secrets;
use crate::store::{GameInsert, IndexEntry, SeatKey};

/// A new game that is not stored yet.
pub(super) struct CreatedGame {
    pub(super) insert: GameInsert,
    /// The creator's seat and token.
    pub(super) seat: u8,
    pub(super) token: Token,
    /// Whether all seats are taken.
    pub(super) started: bool,
}

/// Creates a game as requested, at a time.
pub(super) fn create(mut request: NewGame, first_move: Option<u32>, at: Millis) -> Result<CreatedGame, Refusal> {
    let token = request.token.take().unwrap_or_else(secrets::new_token);
    let (log, seat) = creation::create(request, secrets::new_game(), &mut random(), first_move, at)?;
    let started = log.game.phase() == Phase::Playing;
    let keys = vec![SeatKey { seat, hash: secrets::hash(&token) }];
    Ok(CreatedGame { insert: insert(log, keys), seat, token, started })
}

/// Creates the rematch of a game. Tokens stay valid.
pub(super) fn rematch(game: &Game, keys: &[SeatKey], at: Millis) -> Result<GameInsert, Refusal> {
    let log = creation::rematch(game, secrets::new_game(), &mut random(), at)?;
    let key = |key: &SeatKey| SeatKey { seat: creation::rematch_seat(game, key.seat), hash: key.hash };
    Ok(insert(log, keys.iter().map(key).collect()))
}

/// Creates the challenge that takes the place of a game in which the player at a seat did not move. The tokens of the others stay
/// valid.
pub(super) fn reopened(game: &Game, keys: &[SeatKey], freed: u8, at: Millis) -> Result<GameInsert, Refusal> {
    let log = creation::reopened(game, freed, secrets::new_game(), at)?;
    Ok(insert(log, keys.iter().filter(|key| key.seat != freed).cloned().collect()))
}

fn insert(log: NewLog, keys: Vec<SeatKey>) -> GameInsert {
    GameInsert { row: IndexEntry::new(&log.game), events: log.events, keys }
}

fn random() -> SplitMix64 {
    SplitMix64::new(secrets::number())
}
