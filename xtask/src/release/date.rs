//! Dates of a release: the time of its commit, in the forms that the files need.

/// A calendar date and time of day in UTC.
pub(super) struct Date {
    year: i64,
    month: usize,
    day: i64,
    /// 0 is Sunday.
    weekday: usize,
    seconds: u64,
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

impl Date {
    /// Converts seconds since 1970. The algorithm is Howard Hinnant's `civil_from_days`.
    pub(super) fn from_epoch(epoch: u64) -> Date {
        let days = (epoch / 86_400) as i64;
        let shifted = days + 719_468;
        let era = shifted / 146_097;
        let day_of_era = shifted % 146_097;
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 2 } else { shifted_month - 10 } as usize;
        let year = year_of_era + era * 400 + i64::from(month < 2);
        Date { year, month, day, weekday: ((days + 4) % 7) as usize, seconds: epoch % 86_400 }
    }

    fn clock(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60)
    }

    /// Returns the form of RFC 3339: `2026-11-17T02:49:57Z`.
    pub(super) fn rfc3339(&self) -> String {
        format!("{}-{:02}-{:02}T{}Z", self.year, self.month + 1, self.day, self.clock())
    }

    /// Returns the form of RFC 2822, which Debian changelogs use: `Tue, 17 Nov 2026 02:49:57 +0000`.
    pub(super) fn rfc2822(&self) -> String {
        let (weekday, month) = (WEEKDAYS[self.weekday], MONTHS[self.month]);
        format!("{weekday}, {:02} {month} {} {} +0000", self.day, self.year, self.clock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values from `date -u --date=@SECONDS --rfc-email`.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (epoch, long, short) in [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00Z"),
            (951_827_696, "Tue, 29 Feb 2000 12:34:56 +0000", "2000-02-29T12:34:56Z"),
            (1_794_883_797, "Tue, 17 Nov 2026 02:49:57 +0000", "2026-11-17T02:49:57Z"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 +0000", "2100-02-28T23:59:59Z"),
        ] {
            let date = Date::from_epoch(epoch);
            assert_eq!((date.rfc2822().as_str(), date.rfc3339().as_str()), (long, short));
        }
    }
}
