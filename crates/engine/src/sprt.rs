//! Match statistics and the sequential probability ratio test (SPRT; Wald 1945). Games come in pairs from one opening
//! with colours swapped, and a pair scores 0, ½, 1, 1½ or 2 (the pentanomial model).
//!
//! The test compares, as engine testers do, the maximum-likelihood distributions of pair scores that have the
//! hypothesised means.

/// Counts of the pair scores 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A test between two hypotheses about a difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1.
    pub elo1: f64,
    /// The probability of either error.
    pub error: f64,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Play on.
    Continue,
    /// The weaker hypothesis, H0, is accepted.
    AcceptH0,
    /// The stronger hypothesis, H1, is accepted.
    AcceptH1,
}

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// Counts a pair by the total score of its two games, in half points.
    pub fn count(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the shares of the scores; a score that never occurred counts as a thousandth of a pair.
    fn shares(&self) -> [f64; 5] {
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// Returns the mean score of a game, from 0 to 1.
    pub fn mean(&self) -> f64 {
        let points: f64 = self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * score).sum();
        if self.pairs() == 0 { 0.5 } else { points / self.pairs() as f64 }
    }

    /// Returns half the width of the 95 % confidence interval of the mean.
    pub fn margin(&self) -> f64 {
        let mean = self.mean();
        let spread: f64 =
            self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * (score - mean) * (score - mean)).sum();
        let pairs = self.pairs().max(1) as f64;
        1.96 * (spread / pairs / pairs).sqrt()
    }

    /// Returns the lower bound, estimate and upper bound of the difference in Elo, at 95 % confidence.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (mean, margin) = (self.mean(), self.margin());
        (score_to_elo(mean - margin), score_to_elo(mean), score_to_elo(mean + margin))
    }
}

/// Returns the expected score of a difference in Elo.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo of an expected score, at most 800.
pub fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0099, 0.9901);
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Sprt {
    /// Returns the logarithm of the likelihood ratio of H1 to H0 (LLR).
    pub fn log_likelihood_ratio(&self, games: &Pentanomial) -> f64 {
        let shares = games.shares();
        let [weaker, stronger] = [self.elo0, self.elo1].map(|elo| max_likelihood(&shares, elo_to_score(elo)));
        let sum: f64 = (0..5).map(|at| shares[at] * (stronger[at] / weaker[at]).ln()).sum();
        games.pairs() as f64 * sum
    }

    /// Returns the bounds of the log-likelihood ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.error) / self.error).ln();
        (-bound, bound)
    }

    /// Returns the decision after these games.
    #[must_use]
    pub fn decide(&self, games: &Pentanomial) -> SprtDecision {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(games) {
            ratio if ratio >= high => SprtDecision::AcceptH1,
            ratio if ratio <= low => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    }
}

/// Returns the maximum-likelihood distribution with this mean: each share divided by 1 + t·(score − mean), with t such
/// that the mean comes out right.
fn max_likelihood(shares: &[f64; 5], mean: f64) -> [f64; 5] {
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
            let found = max_likelihood(&shares, mean);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let found_mean: f64 = found.iter().zip(SCORES).map(|(share, score)| share * score).sum();
            assert!((found_mean - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn the_test_ends_on_the_right_side() {
        let test = Sprt { elo0: 0.0, elo1: 20.0, error: 0.05 };
        assert_eq!(test.decide(&Pentanomial([0, 0, 0, 0, 0])), SprtDecision::Continue);
        assert_eq!(test.decide(&Pentanomial([20, 40, 200, 160, 120])), SprtDecision::AcceptH1);
        assert_eq!(test.decide(&Pentanomial([120, 160, 200, 40, 20])), SprtDecision::AcceptH0);
        assert!((score_to_elo(elo_to_score(37.0)) - 37.0).abs() < 1e-9);
    }
}
