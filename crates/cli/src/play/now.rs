//! The system clock: date and random seed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use halfboard_rules::random::mix;

fn since_1970() -> Duration {
    // A clock before 1970 is wrong anyway; the date is then 1970.01.01.
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Returns a random seed that is short enough to type.
pub(super) fn seed() -> u64 {
    1 + mix(since_1970().as_nanos() as u64) % 999_999
}

/// Returns the date in UTC, as in records.
pub(super) fn today() -> String {
    let (year, month, day) = civil(since_1970().as_secs() / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Converts days since 1970-01-01 to a date. Years start in March, so that the leap day comes last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_773), (2026, 11, 16));
        assert_eq!(civil(47_540), (2100, 2, 28));
        assert_eq!(civil(47_541), (2100, 3, 1));
    }
}
