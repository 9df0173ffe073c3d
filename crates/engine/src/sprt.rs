//! Statistics of matches: games come in pairs from one opening with colours swapped, and a pair scores 0, ½, 1, 1½ or 2.
//!
//! The sequential probability ratio test follows what engine testers use: for each hypothesis the likeliest distribution
//! of pair scores that has the hypothesised mean, and the ratio of the two likelihoods.

/// How often each score of a pair occurred: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Two hypotheses about strength, in Elo, and how far to trust the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The weaker hypothesis.
    pub elo0: f64,
    /// The stronger one.
    pub elo1: f64,
    /// The chance to accept the stronger one though the weaker is true, and the reverse.
    pub error: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Open,
    /// The weaker hypothesis holds.
    Weaker,
    /// The stronger one does.
    Stronger,
}

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// Counts a pair by the points of its two games, each 0, ½ or 1, given in halves.
    pub fn count(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Shares of the scores; a score that never occurred counts as a thousandth of a pair.
    fn shares(&self) -> [f64; 5] {
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// The mean score of a game, from 0 to 1.
    pub fn mean(&self) -> f64 {
        let points: f64 = self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * score).sum();
        if self.pairs() == 0 { 0.5 } else { points / self.pairs() as f64 }
    }

    /// The half width of the 95 % interval of the mean.
    pub fn margin(&self) -> f64 {
        let mean = self.mean();
        let spread: f64 =
            self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * (score - mean) * (score - mean)).sum();
        let pairs = self.pairs().max(1) as f64;
        1.96 * (spread / pairs / pairs).sqrt()
    }

    /// The difference in Elo that the mean amounts to, with its 95 % interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (mean, margin) = (self.mean(), self.margin());
        (elo_of(mean - margin), elo_of(mean), elo_of(mean + margin))
    }
}

/// The expected score of a difference in Elo.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo of an expected score; 800 at most.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0099, 0.9901);
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Sprt {
    /// The logarithm of the ratio of likelihoods, stronger to weaker.
    pub fn ratio(&self, games: &Pentanomial) -> f64 {
        let shares = games.shares();
        let [weaker, stronger] = [self.elo0, self.elo1].map(|elo| likeliest(&shares, score_of(elo)));
        let sum: f64 = (0..5).map(|at| shares[at] * (stronger[at] / weaker[at]).ln()).sum();
        games.pairs() as f64 * sum
    }

    /// The bounds at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.error) / self.error).ln();
        (-bound, bound)
    }

    /// What the games say so far.
    pub fn verdict(&self, games: &Pentanomial) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(games) {
            ratio if ratio >= high => Verdict::Stronger,
            ratio if ratio <= low => Verdict::Weaker,
            _ => Verdict::Open,
        }
    }
}

/// The distribution with this mean under which the shares are likeliest: each share divided by 1 + t·(score − mean), with
/// t such that the mean comes out right.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let spread = SCORES.map(|score| score - mean);
    // The equation falls from +∞ to −∞ between the two poles, so halving finds its root.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let t = f64::midpoint(low, high);
        let sum: f64 = (0..5).map(|at| shares[at] * spread[at] / (1.0 + t * spread[at])).sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|at| shares[at] / (1.0 + t * spread[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        let shares = Pentanomial([10, 20, 40, 20, 10]).shares();
        for mean in [0.4, 0.5, 0.6] {
            let found = likeliest(&shares, mean);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let found_mean: f64 = found.iter().zip(SCORES).map(|(share, score)| share * score).sum();
            assert!((found_mean - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn the_test_ends_on_the_right_side() {
        let test = Sprt { elo0: 0.0, elo1: 20.0, error: 0.05 };
        assert_eq!(test.verdict(&Pentanomial([0, 0, 0, 0, 0])), Verdict::Open);
        assert_eq!(test.verdict(&Pentanomial([20, 40, 200, 160, 120])), Verdict::Stronger);
        assert_eq!(test.verdict(&Pentanomial([120, 160, 200, 40, 20])), Verdict::Weaker);
        assert!((elo_of(score_of(37.0)) - 37.0).abs() < 1e-9);
    }
}
