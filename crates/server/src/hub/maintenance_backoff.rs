//! Games that cannot be maintained, such as one whose log cannot be read. They are tried again ever more rarely, so that they
//! neither keep others from their turn nor fill the log.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halfboard_protocol::Millis;
use halfboard_protocol::id::GameId;

/// First and maximum delay until a game is tried again, in milliseconds. Each failure doubles it.
const DELAYS: (Millis, Millis) = (1000, 600_000);

/// Time after which a game that was not tried again is forgotten, in milliseconds: it was deleted, or ended on another node.
/// Longer than the interval of any task that maintains games.
const LIFETIME_MS: Millis = 3 * 3_600_000;

/// The games that could not be maintained lately.
#[derive(Default)]
pub(super) struct MaintenanceBackoff(Mutex<BTreeMap<GameId, FailedGame>>);

struct FailedGame {
    retry_at: Millis,
    delay: Millis,
}

impl MaintenanceBackoff {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, FailedGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of games. So many more must be read from the storage to find others.
    pub(super) fn len(&self, now: Millis) -> usize {
        let mut games = self.lock();
        games.retain(|_, failed| now < failed.retry_at.saturating_add(LIFETIME_MS));
        games.len()
    }

    /// Returns whether a game may be tried.
    pub(super) fn is_due(&self, game: &GameId, now: Millis) -> bool {
        self.lock().get(game).is_none_or(|failed| now >= failed.retry_at)
    }

    /// Records whether a game was maintained.
    pub(super) fn record(&self, game: &GameId, done: bool, now: Millis) {
        let mut games = self.lock();
        if done {
            games.remove(game);
            return;
        }
        let (first, max) = DELAYS;
        let delay = games.get(game).map_or(first, |failed| (2 * failed.delay).min(max));
        games.insert(game.clone(), FailedGame { retry_at: now.saturating_add(delay), delay });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_fails_is_tried_ever_more_rarely() {
        let backoff = MaintenanceBackoff::default();
        let game: GameId = "0123456789abcdefghijkl".parse().expect("an ID");
        let mut tries = Vec::new();
        for second in 0..4000 {
            if backoff.is_due(&game, 1000 * second) {
                tries.push(second);
                backoff.record(&game, false, 1000 * second);
            }
        }
        assert_eq!(tries, [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1623, 2223, 2823, 3423]);
        assert_eq!(backoff.len(4_000_000), 1);
        backoff.record(&game, true, 4_000_000);
        assert_eq!((backoff.len(4_000_000), backoff.is_due(&game, 4_000_000)), (0, true));
        backoff.record(&game, false, 0);
        assert_eq!(backoff.len(2 * LIFETIME_MS), 0, "forgotten");
    }
}
