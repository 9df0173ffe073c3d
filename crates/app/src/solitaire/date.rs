//! Days of the calendar, by which daily puzzles are numbered. The caller says which day it is where the player is.

use std::fmt;

/// A day from 1970 to 9999, as the number of days since 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u32);

impl Date {
    /// The day of a year, month and day, if there is such a day.
    pub fn new(year: u32, month: u32, day: u32) -> Option<Date> {
        let valid =
            (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        valid.then(|| {
            let years: u32 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
            let months: u32 = (1..month).map(|month| days_in(year, month)).sum();
            Date(years + months + day - 1)
        })
    }

    /// Reads a day as in `2026-11-16`; records write it with dots.
    ///
    /// ```
    /// use halfboard_app::solitaire::Date;
    /// let day = Date::read("2026.11.16").expect("a day");
    /// assert_eq!((day.to_string().as_str(), day.number(), day.weekday()), ("2026-11-16", 20773, 0));
    /// assert_eq!(Date::read("2026-02-29"), None);
    /// ```
    pub fn read(text: &str) -> Option<Date> {
        let parts: Vec<&str> = text.split(['-', '.']).collect();
        let [year, month, day] = parts[..] else { return None };
        let digits = |text: &str, count: usize| {
            (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
        };
        Date::new(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)
    }

    /// Days since 1 January 1970.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the day of the week, Monday being 0.
    pub const fn weekday(self) -> usize {
        // The first of January 1970 was a Thursday.
        ((self.0 + 3) % 7) as usize
    }

    /// Returns the date `days` earlier, but not before the first representable one.
    #[must_use]
    pub const fn before(self, days: u32) -> Date {
        Date(self.0.saturating_sub(days))
    }

    /// Year, month and day.
    pub fn parts(self) -> (u32, u32, u32) {
        let (mut year, mut month, mut left) = (1970, 1, self.0);
        while left >= if is_leap(year) { 366 } else { 365 } {
            left -= if is_leap(year) { 366 } else { 365 };
            year += 1;
        }
        while left >= days_in(year, month) {
            left -= days_in(year, month);
            month += 1;
        }
        (year, month, left + 1)
    }
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_without_gaps() {
        let mut day = Date::new(1970, 1, 1).expect("a day");
        assert_eq!((day.number(), day.weekday()), (0, 3));
        for number in 0..60_000 {
            assert_eq!(day.number(), number);
            let (y, m, d) = day.parts();
            assert_eq!(Date::new(y, m, d), Some(day));
            assert_eq!(Date::read(&day.to_string()), Some(day));
            day = Date(number + 1);
        }
        assert_eq!(Date::new(2000, 2, 29).map(Date::number), Some(11_016));
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "2026-13-01",
            "2026-00-10",
            "2100-02-29",
            "1969-12-31",
            "26-1-1",
            "2026-1-1",
            "2026-01-01-01",
            "+026-01-01",
        ] {
            assert_eq!(Date::read(text), None, "{text}");
        }
    }
}
