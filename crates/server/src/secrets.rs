//! Game IDs and seat tokens: generated from system randomness, stored as hashes, compared in constant time.

use halfboard_protocol::id::{self, GameId, Token};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::store::SeatKey;

/// Generates a game ID.
pub(crate) fn new_game() -> GameId {
    random_id().parse().expect("a valid ID")
}

/// Generates a seat token.
pub(crate) fn new_token() -> Token {
    random_id().parse().expect("a valid token")
}

/// Generates a random number.
pub(crate) fn number() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_ne_bytes(bytes)
}

fn fill(bytes: &mut [u8]) {
    #[cfg(feature = "simulation")]
    if crate::simulation::fill(bytes) {
        return;
    }
    // Without randomness no token is secret, so the server must not continue.
    getrandom::fill(bytes).expect("system randomness");
}

fn random_id() -> String {
    loop {
        let mut bytes = [0; 48];
        fill(&mut bytes);
        if let Some(text) = id::id_from_random(&bytes) {
            return text;
        }
    }
}

/// Returns the hash of a token, which is what the storage holds.
pub(crate) fn hash(token: &Token) -> [u8; 32] {
    Sha256::digest(token.reveal().as_bytes()).into()
}

/// Returns the seat of a token. Compares all keys in constant time.
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
    fn a_token_belongs_to_one_seat() {
        let (mine, yours) = (new_token(), new_token());
        let keys = [SeatKey { seat: 0, hash: hash(&mine) }, SeatKey { seat: 1, hash: hash(&yours) }];
        assert_eq!(seat_of(&keys, &mine), Some(0));
        assert_eq!(seat_of(&keys, &yours), Some(1));
        assert_eq!(seat_of(&keys, &new_token()), None);
        assert_ne!(new_game(), new_game());
    }
}
