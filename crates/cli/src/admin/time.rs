//! Durations and times on the command line and in tables.

use std::time::{SystemTime, UNIX_EPOCH};

use halfboard_protocol::{Millis, utc_date};

const MINUTE_MS: Millis = 60_000;
const DAY_MS: Millis = 24 * 60 * MINUTE_MS;

/// Units of durations, in milliseconds.
const UNITS: [(char, Millis); 4] = [('s', 1000), ('m', MINUTE_MS), ('h', 60 * MINUTE_MS), ('d', DAY_MS)];

/// Parses a duration such as `90s`, `5m`, `12h` or `7d`.
pub(super) fn parse_duration(text: &str) -> Result<Millis, String> {
    let parsed = UNITS.iter().find_map(|(unit, ms)| text.strip_suffix(*unit)?.parse::<u32>().ok().map(|n| (n, ms)));
    let (number, ms) = parsed.ok_or("expected a number with a unit: 90s, 5m, 12h or 7d")?;
    Ok(Millis::from(number) * ms)
}

/// Parses a time from now: a duration, or a time of day in UTC such as `18:30`. Returns how far it is, in milliseconds.
pub(super) fn parse_time(text: &str) -> Result<Millis, String> {
    let Some((hour, minute)) = text.split_once(':') else {
        return parse_duration(text).map_err(|error| format!("{error}, or a time in UTC such as 18:30"));
    };
    let number = |text: &str, max: Millis| text.parse::<Millis>().ok().filter(|number| *number < max);
    let (hour, minute) = number(hour, 24).zip(number(minute, 60)).ok_or("expected a time in UTC such as 18:30")?;
    Ok(until_time_of_day((60 * hour + minute) * MINUTE_MS, now()))
}

fn until_time_of_day(time: Millis, now: Millis) -> Millis {
    (DAY_MS + time - now % DAY_MS) % DAY_MS
}

/// Returns the current time.
pub(super) fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// Formats a time in UTC, such as `2026-11-18 18:30`.
pub(super) fn format_time(at: Millis) -> String {
    let minutes = at % DAY_MS / MINUTE_MS;
    format!("{} {:02}:{:02}", utc_date(at).replace('.', "-"), minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_times_are_parsed() {
        assert_eq!(parse_duration("7d"), Ok(7 * DAY_MS));
        assert_eq!(parse_duration("90s"), Ok(90_000));
        for wrong in ["", "d", "7", "7w", "-7d", "1.5h"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(until_time_of_day(DAY_MS / 2, DAY_MS / 4), DAY_MS / 4);
        assert_eq!(until_time_of_day(DAY_MS / 4, DAY_MS / 2), 3 * DAY_MS / 4, "tomorrow");
        assert!(parse_time("24:00").is_err() && parse_time("12:60").is_err() && parse_time("5m") == Ok(300_000));
        assert_eq!(format_time(1_794_845_339_394), "2026-11-16 16:08");
    }
}
