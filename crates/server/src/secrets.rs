//! Names of games and secrets of seats: made from the system's randomness, kept as hashes, compared in constant time.

use halfboard_protocol::id::{self, GameId, Token};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::store::SeatKey;

/// A new name for a game.
pub(crate) fn new_game() -> GameId {
    letters().parse().expect("as many letters as a name has")
}

/// A new secret for a seat.
pub(crate) fn new_token() -> Token {
    letters().parse().expect("as many letters as a secret has")
}

/// A number nobody can foretell.
pub(crate) fn number() -> u64 {
    getrandom::u64().expect("the system gives randomness")
}

fn letters() -> String {
    loop {
        let mut bytes = [0; 48];
        // Without randomness no secret is safe: better to end than to go on.
        getrandom::fill(&mut bytes).expect("the system gives randomness");
        if let Some(text) = id::id_from_random(&bytes) {
            return text;
        }
    }
}

/// What is kept of a secret.
pub(crate) fn hash(token: &Token) -> [u8; 32] {
    Sha256::digest(token.reveal().as_bytes()).into()
}

/// The seat that a secret opens. All keys are looked at, each in constant time.
pub(crate) fn seat_of(keys: &[SeatKey], token: &Token) -> Option<u8> {
    let hash = hash(token);
    let mut found = None;
    for key in keys {
        if bool::from(key.hash.ct_eq(&hash)) {
            found = Some(key.seat);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_its_seat_and_no_other() {
        let (mine, yours) = (new_token(), new_token());
        let keys = [SeatKey { seat: 0, hash: hash(&mine) }, SeatKey { seat: 1, hash: hash(&yours) }];
        assert_eq!(seat_of(&keys, &mine), Some(0));
        assert_eq!(seat_of(&keys, &yours), Some(1));
        assert_eq!(seat_of(&keys, &new_token()), None);
        assert_ne!(new_game(), new_game());
    }
}
