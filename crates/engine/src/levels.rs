//! Levels for people: how much the engine holds back, by nodes and judgement and never by time.
//!
//! Three things make a level weaker, and none is a blunder by chance: it looks at less, it misjudges what it looks at
//! (always alike in one game, so that its errors hang together), and it does not see far how things are forced. What each
//! level lacks is in the game's file in `eval/`, set by `examples/calibrate.rs` so that each level beats the one below it
//! about three times in four.

use halfboard_rules::random::mix;

use crate::evaluate::Evaluate;
use crate::value::Score;

/// What a weaker player lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Positions it may look at.
    pub nodes: u64,
    /// Plies it may look ahead.
    pub depth: u32,
    /// The spread of its misjudgement, in hundredths of a logit.
    pub noise: Score,
    /// How many plies ahead it knows a win or a loss for what it is. Those further away seem to be good or bad chances.
    pub sight: u32,
}

impl Handicap {
    /// Full strength.
    pub const NONE: Handicap = Handicap { nodes: u64::MAX, depth: u32::MAX, noise: 0, sight: u32::MAX };
}

/// A level for people, from 1 for beginners to 8 for full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How many levels there are.
pub const LEVELS: usize = 8;

impl Level {
    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> + Clone {
        (1..=LEVELS as u8).map(Level)
    }

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it lacks in a game.
    pub fn handicap<G: Evaluate>(self) -> Handicap {
        G::LADDER[usize::from(self.0) - 1]
    }
}

/// The ladder of most games: nodes, depth and sight are given, the misjudgements are the game's own. From the third level
/// on the enemy's win in one turn is never overlooked, an own one at no level.
pub(crate) const fn ladder(noise: [Score; LEVELS]) -> [Handicap; LEVELS] {
    let mut ladder = [Handicap::NONE; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        let (nodes, depth, sight) = LIMITS[level];
        ladder[level] = Handicap { nodes, depth, sight, noise: noise[level] };
        level += 1;
    }
    ladder
}

const LIMITS: [(u64, u32, u32); LEVELS] = [
    (300, 1, 1),
    (600, 2, 1),
    (1_200, 2, 3),
    (2_500, 3, 4),
    (6_000, 5, 6),
    (16_000, 7, 9),
    (50_000, 10, 14),
    (200_000, u32::MAX, u32::MAX),
];

/// The misjudgement of a position, from a hash of it: eight small draws summed, which is nearly a bell curve. The seed
/// makes the misjudgements of one game differ from those of another.
#[inline]
pub(crate) fn misjudgement(noise: Score, seed: u64, key: u64) -> Score {
    if noise == 0 {
        return 0;
    }
    let draws = mix(key ^ seed).to_le_bytes();
    let sum: i32 = draws.iter().map(|&byte| i32::from(byte) - 128).sum();
    // Eight bytes have a standard deviation of about 209.
    sum * noise / 209
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_spread_as_they_should_and_stay_the_same() {
        let draws: Vec<f64> = (0..10_000).map(|key| f64::from(misjudgement(100, 7, key))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let spread = (draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64 - mean * mean).sqrt();
        assert!(mean.abs() < 5.0 && (spread - 100.0).abs() < 5.0, "mean {mean}, spread {spread}");
        assert_eq!(misjudgement(100, 7, 3), misjudgement(100, 7, 3));
        assert_ne!(misjudgement(100, 7, 3), misjudgement(100, 8, 3));
    }
}
