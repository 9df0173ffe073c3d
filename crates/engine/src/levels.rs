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
    /// How much of the right judgement it has, in hundredths. A beginner may even take what is bad for good.
    pub judgement: Score,
    /// The spread of its misjudgement, in hundredths of a logit.
    pub noise: Score,
    /// How many plies ahead it knows a win or a loss for what it is. Those further away seem to be good or bad chances.
    pub sight: u32,
}

impl Handicap {
    /// Full strength.
    pub const NONE: Handicap = Handicap { nodes: u64::MAX, depth: u32::MAX, judgement: 100, noise: 0, sight: u32::MAX };
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

/// A ladder from nodes, depth, sight and noise of the levels below the highest, which has its nodes and no other limit.
/// From the third level on the depth is at least 2, so that the enemy's win in one turn is never overlooked.
pub(crate) const fn ladder(rows: [(u64, u32, u32, Score); LEVELS - 1]) -> [Handicap; LEVELS] {
    let mut ladder = [Handicap { nodes: MOST_NODES, ..Handicap::NONE }; LEVELS];
    let mut level = 0;
    while level < rows.len() {
        let (nodes, depth, sight, noise) = rows[level];
        assert!(level < 2 || depth >= 2 && sight >= 2, "a level overlooks too much");
        ladder[level] = Handicap { nodes, depth, sight, judgement: 100, noise };
        level += 1;
    }
    ladder
}

/// What the highest level looks at: some tenths of a second, in the browser as well.
const MOST_NODES: u64 = 200_000;

impl Handicap {
    /// What becomes of an estimate. The misjudgement comes from a hash of the position: eight small draws summed, which is
    /// nearly a bell curve. The seed makes the misjudgements of one game differ from those of another.
    #[inline]
    pub(crate) fn blur(&self, estimate: Score, seed: u64, key: u64) -> Score {
        if self.noise == 0 {
            return estimate;
        }
        let draws = mix(key ^ seed).to_le_bytes();
        let sum: i32 = draws.iter().map(|&byte| i32::from(byte) - 128).sum();
        // Eight bytes have a standard deviation of about 209.
        estimate * self.judgement / 100 + sum * self.noise / 209
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_spread_as_they_should_and_stay_the_same() {
        let blurred = Handicap { noise: 100, ..Handicap::NONE };
        let draws: Vec<f64> = (0..10_000).map(|key| f64::from(blurred.blur(50, 7, key))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let spread = (draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64 - mean * mean).sqrt();
        assert!((mean - 50.0).abs() < 5.0 && (spread - 100.0).abs() < 5.0, "mean {mean}, spread {spread}");
        assert_eq!(blurred.blur(0, 7, 3), blurred.blur(0, 7, 3));
        assert_ne!(blurred.blur(0, 7, 3), blurred.blur(0, 8, 3));
        assert_eq!(Handicap::NONE.blur(50, 7, 3), 50);
    }
}
