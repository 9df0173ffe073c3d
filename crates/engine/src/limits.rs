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
    /// The time to spend on one turn: games last some forty turns more, and a little is kept for delays.
    pub fn share(&self) -> f64 {
        let share = self.remaining / 25.0 + 0.8 * self.increment;
        share.min(0.8 * self.remaining - 0.02).max(0.001)
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
            (Some(seconds), Some(clock)) => Some(seconds.min(clock.share())),
            (seconds, clock) => seconds.or(clock.map(|clock| clock.share())),
        }
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
