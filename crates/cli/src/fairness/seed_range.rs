//! A range of seeds on the command line: `A..B`, both included.

use std::fmt;

use crate::value_parsers::any_u64;

/// Maximum number of seeds, to catch typing errors.
const MOST: u64 = 1_000_000;

/// A range of consecutive seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedRange {
    from: u64,
    to: u64,
}

impl SeedRange {
    /// Parses `A..B`.
    pub(super) fn read(word: &str) -> Result<Self, String> {
        let both = word.split_once("..").and_then(|(from, to)| Some((any_u64(from).ok()?, any_u64(to).ok()?)));
        let (from, to) = both.ok_or_else(|| {
            format!("expected two whole numbers from 0 to {}, as in 1..1000, both included", u64::MAX)
        })?;
        if from > to {
            return Err(format!("{from} is greater than {to}; write {to}..{from}"));
        }
        if to - from >= MOST {
            return Err(format!("more than {MOST} seeds; use fewer"));
        }
        Ok(SeedRange { from, to })
    }

    /// Returns the first seed.
    pub(super) fn first(self) -> u64 {
        self.from
    }

    /// Returns the last seed.
    pub(super) fn last(self) -> u64 {
        self.to
    }

    /// Returns all seeds.
    pub(super) fn all(self) -> impl Iterator<Item = u64> {
        self.from..=self.to
    }
}

impl fmt::Display for SeedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::SeedRange;

    #[test]
    fn both_ends_are_included() {
        let all = |word: &str| SeedRange::read(word).map(|seeds| seeds.all().collect::<Vec<_>>());
        assert_eq!(all("3..5"), Ok(vec![3, 4, 5]));
        assert_eq!(all("7..7"), Ok(vec![7]));
        let last = u64::MAX.to_string();
        assert_eq!(all(&format!("{last}..{last}")), Ok(vec![u64::MAX]));
        for bad in ["", "5", "1..", "..5", "1...5", "-1..5", "1..=5", "1 .. 5", "a..b", "1..99999999999999999999"] {
            assert!(all(bad).is_err_and(|error| error.contains("as in 1..1000")), "{bad}");
        }
        assert!(all("5..1").is_err_and(|error| error.contains("write 1..5")));
        assert!(all(&format!("0..{last}")).is_err_and(|error| error.contains("use fewer")));
    }
}
