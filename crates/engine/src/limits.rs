//! When a search stops: depth, nodes, time, a clock, or somebody's word.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of a search. Whichever is reached first ends it; without any it goes on until it is stopped or has proven
/// everything.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Seconds to think.
    pub seconds: Option<f64>,
    /// The clock of the player, from which the time for this turn is taken.
    pub clock: Option<Clock>,
}

/// A player's clock, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: f64,
    /// What each turn adds.
    pub increment: f64,
}

impl Clock {
    /// The seconds after which no further depth is begun: a game is taken to last some twenty turns more.
    pub fn enough(&self) -> f64 {
        (self.remaining / 40.0 + 0.5 * self.increment).min(self.most())
    }

    /// The seconds after which a turn is cut short. A depth that was begun may take more than its share, but never so
    /// much that a delay on the way loses the game.
    pub fn most(&self) -> f64 {
        let share = self.remaining / 15.0 + self.increment;
        share.min(0.7 * self.remaining - 0.02).max(0.001)
    }
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time.
    pub fn seconds(seconds: f64) -> Self {
        Limits { seconds: Some(seconds), ..Limits::default() }
    }

    /// The seconds after which to stop, if any.
    pub(crate) fn deadline(&self) -> Option<f64> {
        match (self.seconds, self.clock) {
            (Some(seconds), Some(clock)) => Some(seconds.min(clock.most())),
            (seconds, clock) => seconds.or(clock.map(|clock| clock.most())),
        }
    }

    /// Whether after so many seconds another depth is not worth beginning. Only a clock says so: time that is given for
    /// one turn is there to be used.
    pub(crate) fn is_enough(&self, seconds: f64, choices: usize) -> bool {
        self.clock.is_some_and(|clock| choices == 1 || seconds >= clock.enough())
    }
}

/// A word that stops a search from outside. Clones speak to the same search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the search.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the word back, for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was said.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A clock that counts seconds from some moment. The engine has none of its own: the browser's differs from the system's.
pub type Now = fn() -> f64;

/// The system's clock.
#[cfg(not(target_arch = "wasm32"))]
pub fn system_now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_lasts_for_a_long_game() {
        for (remaining, increment) in [(60.0, 0.0), (5.0, 0.1), (600.0, 5.0), (30.0, 0.0)] {
            let mut clock = Clock { remaining, increment };
            for turn in 0..60 {
                assert!(clock.enough() <= clock.most(), "turn {turn}: {clock:?}");
                // The worst that can happen: every depth that was begun takes all it may, and the way costs 5 ms.
                clock.remaining += increment - clock.most() - 0.005;
                assert!(clock.remaining > 0.0, "turn {turn}: {clock:?}");
            }
        }
    }

    #[test]
    fn a_choice_of_one_takes_no_time_from_a_clock() {
        let clock = Limits { clock: Some(Clock { remaining: 60.0, increment: 0.0 }), ..Limits::default() };
        assert!(clock.is_enough(0.0, 1) && !clock.is_enough(0.0, 2) && clock.is_enough(2.0, 2));
        assert!(!Limits::seconds(60.0).is_enough(50.0, 1));
    }
}
