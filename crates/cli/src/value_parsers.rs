//! Value parsers for numbers on the command line.

use std::ops::RangeInclusive;

/// Returns a parser for integers in a range, written as plain digits: no sign, base or fraction.
pub(crate) fn integer(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |word| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = Some(word).filter(|_| digits).and_then(|word| word.parse().ok());
        let (from, to) = (range.start(), range.end());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("expected a whole number from {from} to {to}"))
    }
}

/// Parses any `u64`, for example a seed.
pub(crate) fn any_u64(word: &str) -> Result<u64, String> {
    integer(0..=u64::MAX)(word)
}
