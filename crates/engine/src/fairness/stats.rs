//! Shares with their bounds, quantiles and histograms. Numbers only.

/// A part of a whole with what it says of all that it was drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The points, where a draw may be half a one.
    pub points: f64,
    /// Of how many.
    pub of: u64,
}

/// The quantile of the normal distribution that 95 % lie within.
const WITHIN_95: f64 = 1.959_963_984_540_054;

impl Share {
    /// Creates the share of `count` out of `of`.
    pub fn new(count: u64, of: u64) -> Self {
        Share { points: count as f64, of }
    }

    /// Returns the part, from 0 to 1; of nothing it is 0.
    pub fn part(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.points / self.of as f64 }
    }

    /// Returns the 95 % interval of the part, after Wilson. With points for draws it is wider than it need be, never
    /// narrower: a draw varies less than a win and a loss. Of nothing nothing is known.
    pub fn bounds(&self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z2) = (self.of as f64, self.part(), WITHIN_95 * WITHIN_95);
        let middle = p + z2 / (2.0 * n);
        let half = WITHIN_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }
}

/// How numbers are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: u32,
    /// A tenth is not more than this.
    pub low: u32,
    /// Half is not more than this.
    pub median: u32,
    /// Nine tenths are not more than this.
    pub high: u32,
    /// The greatest.
    pub most: u32,
    /// The mean.
    pub mean: f64,
}

impl Spread {
    /// Returns the spread of numbers in any order; all is 0 where there are none. A quantile is the smallest of the
    /// numbers that so large a part does not exceed, so it is always one of them.
    pub fn of(numbers: impl Iterator<Item = u32>) -> Self {
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else { return Spread::default() };
        let quantile = |tenths: usize| numbers[(numbers.len() * tenths).div_ceil(10).max(1) - 1];
        let sum: f64 = numbers.iter().map(|&number| f64::from(number)).sum();
        Spread {
            least,
            low: quantile(1),
            median: quantile(5),
            high: quantile(9),
            most,
            mean: sum / numbers.len() as f64,
        }
    }
}

/// Numbers counted in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Where the first bin begins.
    pub from: u32,
    /// How many numbers fall into one bin.
    pub width: u32,
    /// What is in the bins.
    pub counts: Vec<u64>,
}

/// Maximum number of bins that a chart can show.
const MOST_BINS: u32 = 24;

impl Histogram {
    /// Numbers in at most 24 bins, whose width is a round number and whose first begins at a multiple of it.
    pub fn of(numbers: &[u32]) -> Self {
        let (Some(&least), Some(&most)) = (numbers.iter().min(), numbers.iter().max()) else {
            return Histogram { width: 1, ..Histogram::default() };
        };
        let widths = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)));
        let fits = |width: &u32| most / width - least / width < MOST_BINS;
        let width = widths.clone().find(fits).unwrap_or(1_000_000_000);
        let from = least / width * width;
        let mut counts = vec![0; ((most - from) / width + 1) as usize];
        for number in numbers {
            counts[((number - from) / width) as usize] += 1;
        }
        Histogram { from, width, counts }
    }

    /// Returns the bins: the numbers that they begin and end with, and what is in them.
    pub fn bins(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        self.counts.iter().enumerate().map(|(index, &count)| {
            let from = self.from + index as u32 * self.width;
            (from, from + (self.width - 1), count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_wilson() {
        // The intervals of Newcombe (1998), table I, method 3.
        for (count, of, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)] {
            let (found_low, found_high) = Share::new(count, of).bounds();
            assert!((found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5, "{found_low} {found_high}");
        }
        assert_eq!(Share::default().bounds(), (0.0, 1.0));
        let (low, high) = Share::new(5, 5).bounds();
        assert!(low > 0.5 && high == 1.0);
        let halves = Share { points: 50.0, of: 100 };
        assert_eq!((halves.part(), halves.bounds()), (0.5, Share::new(50, 100).bounds()));
    }

    #[test]
    fn quantiles_are_numbers_that_were_there() {
        let spread = Spread::of((1..=10).rev());
        assert_eq!((spread.least, spread.low, spread.median, spread.high, spread.most), (1, 1, 5, 9, 10));
        assert!((spread.mean - 5.5).abs() < 1e-12);
        let one = Spread::of([7].into_iter());
        assert_eq!((one.least, one.low, one.median, one.high, one.most), (7, 7, 7, 7, 7));
        assert_eq!(Spread::of([].into_iter()), Spread::default());
    }

    #[test]
    fn bins_are_few_and_hold_everything() {
        for numbers in [vec![3], vec![0, 23], vec![0, 24], vec![17, 499, 80, 80], vec![0, u32::MAX], Vec::new()] {
            let histogram = Histogram::of(&numbers);
            assert!(histogram.counts.len() <= 24, "{histogram:?}");
            assert_eq!(histogram.counts.iter().sum::<u64>(), numbers.len() as u64);
            assert!(histogram.from.is_multiple_of(histogram.width));
        }
        let histogram = Histogram::of(&[17, 80, 80, 499]);
        assert_eq!((histogram.from, histogram.width), (0, 50));
        assert_eq!(histogram.bins().nth(1), Some((50, 99, 2)));
    }
}
