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
