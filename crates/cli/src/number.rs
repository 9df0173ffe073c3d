//! Numbers on the command line: plain digits in a range, and an error that says which. Touches nothing.

use std::ops::RangeInclusive;

/// Reads whole numbers of a range, for the argument parser. A sign, a base or a fraction is refused: seeds and counts
/// are written in one way only.
pub(crate) fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |word| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = Some(word).filter(|_| digits).and_then(|word| word.parse().ok());
        let (from, to) = (range.start(), range.end());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("it must be a whole number from {from} to {to}"))
    }
}

/// Reads any number that fits, as seeds are.
pub(crate) fn any(word: &str) -> Result<u64, String> {
    whole(0..=u64::MAX)(word)
}
