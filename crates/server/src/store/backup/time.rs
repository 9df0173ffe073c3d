//! Times in file names and on the command line, in UTC.

use halfboard_protocol::{Millis, utc_date};

const DAY_MS: u64 = 86_400_000;

/// Formats a time as `2026-11-18T03:25:00Z`.
pub fn format_time(at: Millis) -> String {
    let (hours, minutes, seconds) = (at % DAY_MS / 3_600_000, at % 3_600_000 / 60_000, at % 60_000 / 1000);
    format!("{}T{hours:02}:{minutes:02}:{seconds:02}Z", utc_date(at).replace('.', "-"))
}

/// Formats a time for a file name, in the order of time: `20261118T032500.123Z`.
pub(super) fn file_stamp(at: Millis) -> String {
    let time = format_time(at).replace(['-', ':'], "");
    format!("{}.{:03}Z", time.trim_end_matches('Z'), at % 1000)
}

/// Parses a time in UTC: `2026-11-18T03:25:00Z`, with seconds and `Z` optional and a space allowed for `T`. A time without
/// seconds is the beginning of the minute.
pub fn parse_time(text: &str) -> Option<Millis> {
    let text = text.trim().strip_suffix('Z').unwrap_or(text.trim());
    let (date, time) = text.split_once(['T', ' '])?;
    let numbers = |text: &str, separator: char| -> Option<Vec<u64>> {
        let is_plain =
            |part: &str| part.len() <= 4 && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split(separator).map(|part| is_plain(part).then(|| part.parse().ok())?).collect()
    };
    let (&[year, month, day], time) = (&numbers(date, '-')?[..], numbers(time, ':')?) else { return None };
    let (hours, minutes, seconds) = match time[..] {
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return None,
    };
    let is_valid = (1970..=9999).contains(&year) && hours < 24 && minutes < 60 && seconds < 60;
    if !is_valid {
        return None;
    }
    // Howard Hinnant's days_from_civil, with years from March on.
    let from_march = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day.checked_sub(1)?;
    let days = 365 * from_march + from_march / 4 - from_march / 100 + from_march / 400 + day_of_year - 719_468;
    let at = days * DAY_MS + (hours * 3600 + minutes * 60 + seconds) * 1000;
    // Refuses days that the month does not have.
    (utc_date(at) == format!("{year:04}.{month:02}.{day:02}")).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for at in [0, 951_782_400_000, 951_868_800_000, 1_794_972_300_000, 4_107_542_399_000] {
            assert_eq!(parse_time(&format_time(at)), Some(at), "{}", format_time(at));
        }
        assert_eq!(parse_time("2026-11-18 03:25"), parse_time("2026-11-18T03:25:00Z"));
        assert_eq!(file_stamp(1_123), "19700101T000001.123Z");
        for wrong in
            ["", "2026-11-18", "2026-02-29T00:00", "2026-13-01T00:00", "2026-11-18T24:00", "1-1-1T1:1", "x", "-T:"]
        {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }
}
