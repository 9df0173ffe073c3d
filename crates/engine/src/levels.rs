//! Levels for people: how much the engine holds back, by nodes and judgement and never by time.

use halfboard_rules::random::mix;

use crate::value::Score;

/// What a weaker player lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// Positions it may look at; 0 for no limit.
    pub nodes: u64,
    /// Plies it may look ahead; 0 for no limit.
    pub depth: u32,
    /// The spread of its misjudgement, in hundredths of a logit. It misjudges a position always alike in one game.
    pub noise: Score,
    /// What makes the misjudgements of this game differ from those of another.
    pub seed: u64,
}

/// A level for people, from 1 for beginners to 8 for full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Nodes, depth and noise of each level. A win in one turn is never missed; the enemy's is seen from two plies on.
const LEVELS: [(u64, u32, Score); 8] = [
    (300, 1, 120),
    (1_000, 2, 100),
    (3_000, 3, 80),
    (10_000, 4, 60),
    (30_000, 6, 40),
    (100_000, 8, 20),
    (400_000, 12, 8),
    (2_000_000, 0, 0),
];

impl Level {
    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=LEVELS.len() as u8).map(Level)
    }

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it holds back. The seed makes its misjudgements in one game differ from those in another.
    pub fn handicap(self, seed: u64) -> Handicap {
        let (nodes, depth, noise) = LEVELS[usize::from(self.0) - 1];
        Handicap { nodes, depth, noise, seed }
    }
}

impl Handicap {
    /// Full strength.
    pub const NONE: Handicap = Handicap { nodes: 0, depth: 0, noise: 0, seed: 0 };

    /// The misjudgement of a position: four draws from a hash of it, summed, which is nearly a bell curve.
    #[inline]
    pub(crate) fn misjudge(&self, key: u64) -> Score {
        if self.noise == 0 {
            return 0;
        }
        let draws = mix(key ^ self.seed).to_le_bytes();
        let sum: i32 = draws.iter().map(|&byte| i32::from(byte) - 128).sum();
        // Eight bytes have a standard deviation of about 209.
        sum * self.noise / 209
    }
}
