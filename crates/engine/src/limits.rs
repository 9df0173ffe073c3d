//! Limits of a search: depth, nodes, time, a game clock, cancellation and memory.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of a search. The first one reached ends it; without any it runs until it is cancelled or everything is
/// proven.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time in seconds.
    pub seconds: Option<f64>,
    /// The game clock, from which the time for this move is taken.
    pub clock: Option<Clock>,
}

/// A player's game clock, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Remaining time.
    pub remaining: f64,
    /// Increment per move.
    pub increment: f64,
}

impl Clock {
    /// Returns the soft limit in seconds, after which no further depth is started: less than a share of forty moves, since
    /// a depth that was started just before takes longer.
    #[must_use]
    pub fn soft_limit(&self) -> f64 {
        (self.remaining / 40.0 + 0.5 * self.increment).min(self.hard_limit())
    }

    /// Returns the hard limit in seconds, after which the search stops in the middle of a depth. Leaves a margin for
    /// delays outside the engine.
    #[must_use]
    pub fn hard_limit(&self) -> f64 {
        let share = self.remaining / 15.0 + self.increment;
        share.min(0.7 * self.remaining - 0.02).max(0.001)
    }
}

impl Limits {
    /// Creates a depth limit in plies.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Creates a node limit.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Creates a time limit in seconds.
    pub fn seconds(seconds: f64) -> Self {
        Limits { seconds: Some(seconds), ..Limits::default() }
    }

    /// Returns the limits for a turn of a game with so many legal moves: a forced move takes no thinking time.
    #[must_use]
    pub fn with_choices(self, choices: usize) -> Self {
        if choices > 1 { self } else { Limits { depth: Some(1), ..self } }
    }

    /// Returns the time after which the search stops, in seconds from its start.
    pub(crate) fn deadline(&self) -> Option<f64> {
        match (self.seconds, self.clock) {
            (Some(seconds), Some(clock)) => Some(seconds.min(clock.hard_limit())),
            (seconds, clock) => seconds.or(clock.map(|clock| clock.hard_limit())),
        }
    }

    /// Returns whether to start no further depth after `seconds`. Only a game clock saves time; time given for one move
    /// is there to be used, unless [`Limits::with_choices`] takes it back.
    pub(crate) fn is_past_soft_limit(&self, seconds: f64, choices: usize, stability: Stability) -> bool {
        let is_past = |clock: Clock| seconds >= (clock.soft_limit() * stability.time_factor()).min(clock.hard_limit());
        self.clock.is_some_and(|clock| choices == 1 || is_past(clock))
    }
}

/// How settled the best move is after a depth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stability {
    /// Number of depths that have confirmed the best move.
    pub(crate) confirmed: u32,
    /// How far the score fell since the previous depth, in hundredths of a logit; negative if it rose.
    pub(crate) fall: i32,
}

impl Stability {
    /// Returns the stability after a further depth.
    pub(crate) fn next(self, is_confirmed: bool, fall: i32) -> Self {
        Stability { confirmed: if is_confirmed { self.confirmed + 1 } else { 0 }, fall }
    }

    /// Returns the factor on the soft limit: more time for a new move or after a fall, less for a move that several
    /// depths have confirmed.
    fn time_factor(self) -> f64 {
        let by_move = match self.confirmed {
            0 => 1.5,
            1 => 1.2,
            2 | 3 => 1.0,
            _ => 0.75,
        };
        by_move * (1.0 + f64::from(self.fall.clamp(0, 100)) / 100.0)
    }
}

/// A cancellation token; clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Cancels the work that holds this token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Clears the token for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether the work was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Error returned if the memory for a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The size requested, in mebibytes.
    pub mebibytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot allocate {} MiB of memory for the search; try less", self.mebibytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// A monotonic clock in seconds. The engine has none of its own, since the browser's differs from the system's.
pub type Now = fn() -> f64;

/// Returns the system's monotonic time in seconds.
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
                assert!(clock.soft_limit() <= clock.hard_limit(), "turn {turn}: {clock:?}");
                // The worst that can happen: every depth that was begun takes all it may, and the way costs 5 ms.
                clock.remaining += increment - clock.hard_limit() - 0.005;
                assert!(clock.remaining > 0.0, "turn {turn}: {clock:?}");
            }
        }
    }

    #[test]
    fn a_choice_of_one_takes_no_time_from_a_clock() {
        let clock = Limits { clock: Some(Clock { remaining: 60.0, increment: 0.0 }), ..Limits::default() };
        let stability = Stability::default();
        assert!(clock.is_past_soft_limit(0.0, 1, stability) && !clock.is_past_soft_limit(0.0, 2, stability));
        assert!(clock.is_past_soft_limit(4.0, 2, stability));
        // Time for one move is used, for an analysis; a game takes it back.
        assert!(!Limits::seconds(60.0).is_past_soft_limit(50.0, 1, stability));
        assert_eq!(Limits::seconds(60.0).with_choices(1).depth, Some(1));
        assert_eq!(Limits::seconds(60.0).with_choices(2).depth, None);
    }

    #[test]
    fn a_settled_move_takes_less_time_and_a_falling_score_more() {
        let settled = (0..5).fold(Stability::default(), |before, _| before.next(true, -3));
        let (changed, falling) = (settled.next(false, 0), settled.next(true, 60));
        assert!(settled.time_factor() < falling.time_factor() && settled.time_factor() < changed.time_factor());
        let clock = Clock { remaining: 60.0, increment: 0.0 };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let soft = clock.soft_limit();
        assert!(limits.is_past_soft_limit(soft, 2, settled) && !limits.is_past_soft_limit(soft, 2, changed));
        assert!(!limits.is_past_soft_limit(soft, 2, falling));
        // However bad things look, the hard limit holds.
        let worst = changed.next(false, 100_000);
        assert!(limits.is_past_soft_limit(clock.hard_limit(), 2, worst));
    }
}
