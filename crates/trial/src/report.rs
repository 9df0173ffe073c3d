//! What a trial found, in words: figures beside what is asked of them, and whether that is met.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// A report under one heading.
#[derive(Debug)]
pub struct Report {
    heading: String,
    rows: Vec<Row>,
    notes: Vec<String>,
}

#[derive(Debug)]
struct Row {
    what: String,
    figure: String,
    asked: String,
    met: Option<bool>,
}

impl Report {
    /// An empty report.
    pub fn new(heading: impl Into<String>) -> Report {
        Report { heading: heading.into(), rows: Vec::new(), notes: Vec::new() }
    }

    /// A figure of which nothing is asked.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and words are given alike")]
    pub fn figure(&mut self, what: impl Into<String>, figure: impl ToString) {
        self.rows.push(Row { what: what.into(), figure: figure.to_string(), asked: String::new(), met: None });
    }

    /// A figure of which something is asked.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and words are given alike")]
    pub fn asked(&mut self, what: impl Into<String>, figure: impl ToString, asked: impl Into<String>, met: bool) {
        let row = Row { what: what.into(), figure: figure.to_string(), asked: asked.into(), met: Some(met) };
        self.rows.push(row);
    }

    /// Something to be said about the figures.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Whether everything that is asked is met.
    pub fn passed(&self) -> bool {
        self.rows.iter().all(|row| row.met != Some(false))
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let verdict = if self.passed() { "passed" } else { "FAILED" };
        let mut text = format!("## {}: {verdict}\n\n| | | asked | |\n|---|---:|---|---|\n", self.heading);
        for Row { what, figure, asked, met } in &self.rows {
            let met = met.map_or("", |met| if met { "met" } else { "NOT MET" });
            let _ = writeln!(text, "| {what} | {figure} | {asked} | {met} |");
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text
    }
}

/// The machine in a line: cores and memory.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?.to_owned();
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?.to_owned();
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let memory = memory.map_or_else(String::new, |kib| format!(", {} GB of memory", kib.div_ceil(1 << 20)));
    format!("{cores} cores{} {memory}", processor.map_or_else(String::new, |name| format!(" ({name})")))
        .replace(" ,", ",")
}

/// The date, in the Gregorian calendar, as year-month-day.
pub fn date() -> String {
    let days = (crate::told::now() / 86_400_000) as i64;
    // After Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    format!("{:04}-{month:02}-{day:02}", yoe + era * 400 + i64::from(month <= 2))
}

/// Writes reports into a file under a title, with date, machine and command.
pub fn keep(path: &Path, title: &str, command: &str, reports: &[Report]) -> Result<(), String> {
    let mut text = format!(
        "# {title}\n\n{}, {}. Server and players share the machine, and are built with the profile `trial`: optimised, without \
         link-time optimisation, with checks for overflows.\n\n```\n{command}\n```\n",
        date(),
        machine()
    );
    for report in reports {
        text += "\n";
        text += &report.markdown();
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The value below which so many of a thousand lie. Sorts the values.
pub fn quantile(values: &mut [u32], thousandths: usize) -> Duration {
    values.sort_unstable();
    let index = (values.len() * thousandths).div_ceil(1000).max(1) - 1;
    Duration::from_micros(values.get(index).copied().unwrap_or_default().into())
}

/// Milliseconds with one digit after the point.
pub fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let mut values: Vec<u32> = (1..=1000).rev().map(|value| value * 1000).collect();
        assert_eq!(quantile(&mut values, 500), Duration::from_millis(500));
        assert_eq!(quantile(&mut values, 990), Duration::from_millis(990));
        assert_eq!(quantile(&mut values, 1000), Duration::from_millis(1000));
        assert_eq!(quantile(&mut [], 990), Duration::ZERO);
    }

    #[test]
    fn what_is_not_met_fails() {
        let mut report = Report::new("Load");
        report.figure("players", 10);
        assert!(report.passed());
        report.asked("lost moves", 1, "0", false);
        assert!(!report.passed());
        assert!(report.markdown().contains("| lost moves | 1 | 0 | NOT MET |"));
        assert_eq!(date().len(), 10);
    }
}
