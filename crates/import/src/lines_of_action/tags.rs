//! Values of tags: names and dates.

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns a value on one line without blanks at its ends.
pub(super) fn tidy(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a date as in records, 2004.07.24, if the text is one; other text is returned as it is.
///
/// Dates begin with the year, as in 2004-07-24T12:13, or are those of Java: Sat Jul 24 13:12:47 GMT+01:00 2004.
pub(super) fn date(text: &str) -> String {
    let text = tidy(text);
    iso_date(&text).or_else(|| java_date(&text)).unwrap_or(text)
}

fn iso_date(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    let mut parts = date.split(['-', '.', '/']);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let widths = [year, month, day].map(str::len) == [4, 2, 2] && parts.next().is_none();
    let digits = [year, month, day].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let ends = !rest.starts_with(|c: char| c.is_ascii_digit() || c == ',');
    (widths && digits && ends).then(|| format!("{year}.{month}.{day}"))
}

fn java_date(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let [_, month, day, time, .., year] = words[..] else { return None };
    let month = 1 + MONTHS.iter().position(|name| month.eq_ignore_ascii_case(name))?;
    let day: u8 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    let year: u16 = year.parse().ok().filter(|year| (1900..=9999).contains(year))?;
    time.contains(':').then(|| format!("{year}.{month:02}.{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_records() {
        assert_eq!(date("Wed Aug 04 19:13:16 GMT+01:00 2004"), "2004.08.04");
        assert_eq!(date("Tue Jul 20 22:13:11 CEST 2004"), "2004.07.20");
        assert_eq!(date(" 2004-07-24 "), "2004.07.24");
        assert_eq!(date("2004-07-24T12:00:00Z"), "2004.07.24");
        for other in ["1998", "1998-05", "2004-07-24,25", "spring of 1999", "2004-07-2ä"] {
            assert_eq!(date(other), other);
        }
    }
}
