//! Strength levels for people, limited by nodes and evaluation, never by time.
//!
//! Three things make a level weaker, none of them a random blunder: it searches fewer nodes, its evaluation has noise
//! that stays the same throughout a game, and it recognises forced results only so far ahead. `examples/calibrate.rs`
//! sets the limits so that each level wins about three of four games against the one below.

use halfboard_rules::game::Game;
use halfboard_rules::random::mix;

use crate::value::Score;

/// A game with strength levels.
pub trait Levels: Game {
    /// The limits of the levels, weakest first.
    const LEVELS: [StrengthLimit; LEVEL_COUNT];
}

/// The limits of a weaker player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLimit {
    /// Maximum number of nodes searched.
    pub nodes: u64,
    /// Maximum search depth in plies.
    pub depth: u32,
    /// How much of the evaluation is used, in percent; negative for a beginner who mistakes bad for good.
    pub evaluation_percent: Score,
    /// Standard deviation of the evaluation noise in hundredths of a logit.
    pub noise: Score,
    /// Number of plies within which a win or loss is recognised; those further away only look promising or dangerous.
    pub win_horizon: u32,
}

impl StrengthLimit {
    /// No limit: full strength.
    pub const NONE: StrengthLimit =
        StrengthLimit { nodes: u64::MAX, depth: u32::MAX, evaluation_percent: 100, noise: 0, win_horizon: u32::MAX };

    /// Adds the noise to an evaluation. It is a hash of the position and the seed: eight uniform bytes summed, nearly
    /// normal.
    #[inline]
    pub(crate) fn add_noise(&self, evaluation: Score, seed: u64, key: u64) -> Score {
        if self.noise == 0 {
            return evaluation;
        }
        let draws = mix(key ^ seed).to_le_bytes();
        let sum: i32 = draws.iter().map(|&byte| i32::from(byte) - 128).sum();
        // Eight bytes have a standard deviation of about 209.
        evaluation * self.evaluation_percent / 100 + sum * self.noise / 209
    }
}

impl Default for StrengthLimit {
    fn default() -> Self {
        StrengthLimit::NONE
    }
}

/// A strength level, from 1 for beginners to [`LEVEL_COUNT`] for full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Number of levels.
pub const LEVEL_COUNT: usize = 8;

impl Level {
    /// Returns all levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> + Clone {
        (1..=LEVEL_COUNT as u8).map(Level)
    }

    /// Returns the level with this number, or `None` if it is out of range.
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Returns the number of the level, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the limits of this level in a game.
    pub fn strength_limit<G: Levels>(self) -> StrengthLimit {
        G::LEVELS[usize::from(self.0) - 1]
    }
}

/// Builds the levels from (nodes, depth, win horizon, noise) of all but the highest, which only has a node limit.
///
/// # Panics
///
/// Panics at compile time if the third level or a higher one could overlook an immediate loss.
pub(crate) const fn levels(rows: [(u64, u32, u32, Score); LEVEL_COUNT - 1]) -> [StrengthLimit; LEVEL_COUNT] {
    let mut levels = [StrengthLimit { nodes: TOP_LEVEL_NODES, ..StrengthLimit::NONE }; LEVEL_COUNT];
    let mut level = 0;
    while level < rows.len() {
        let (nodes, depth, win_horizon, noise) = rows[level];
        assert!(level < 2 || depth >= 2 && win_horizon >= 2, "a level overlooks too much");
        levels[level] = StrengthLimit { nodes, depth, win_horizon, evaluation_percent: 100, noise };
        level += 1;
    }
    levels
}

/// Node limit of the highest level: some tenths of a second, in the browser as well.
const TOP_LEVEL_NODES: u64 = 200_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_its_standard_deviation_and_is_reproducible() {
        let noisy = StrengthLimit { noise: 100, ..StrengthLimit::NONE };
        let draws: Vec<f64> = (0..10_000).map(|key| f64::from(noisy.add_noise(50, 7, key))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let spread = (draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64 - mean * mean).sqrt();
        assert!((mean - 50.0).abs() < 5.0 && (spread - 100.0).abs() < 5.0, "mean {mean}, spread {spread}");
        assert_eq!(noisy.add_noise(0, 7, 3), noisy.add_noise(0, 7, 3));
        assert_ne!(noisy.add_noise(0, 7, 3), noisy.add_noise(0, 8, 3));
        assert_eq!(StrengthLimit::NONE.add_noise(50, 7, 3), 50);
    }
}
