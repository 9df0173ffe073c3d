//! Reports of trials: figures, requirements, and whether they are met.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use halfboard_protocol::utc_date;

/// A report with a heading.
#[derive(Debug)]
pub struct Report {
    heading: String,
    rows: Vec<ReportRow>,
    notes: Vec<String>,
}

#[derive(Debug)]
struct ReportRow {
    what: String,
    figure: String,
    required: String,
    met: Option<bool>,
}

impl Report {
    /// Creates an empty report.
    pub fn new(heading: impl Into<String>) -> Report {
        Report { heading: heading.into(), rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a figure without a requirement.
    #[expect(clippy::needless_pass_by_value, reason = "accepts numbers and text alike")]
    pub fn figure(&mut self, what: impl Into<String>, figure: impl ToString) {
        self.rows.push(ReportRow { what: what.into(), figure: figure.to_string(), required: String::new(), met: None });
    }

    /// Adds a figure with a requirement.
    #[expect(clippy::needless_pass_by_value, reason = "accepts numbers and text alike")]
    pub fn require(&mut self, what: impl Into<String>, figure: impl ToString, required: impl Into<String>, met: bool) {
        let row =
            ReportRow { what: what.into(), figure: figure.to_string(), required: required.into(), met: Some(met) };
        self.rows.push(row);
    }

    /// Adds a note.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Returns whether all requirements are met.
    pub fn passed(&self) -> bool {
        self.rows.iter().all(|row| row.met != Some(false))
    }

    /// Formats the report as Markdown.
    pub fn markdown(&self) -> String {
        let comparison = if self.passed() { "passed" } else { "FAILED" };
        let mut text = format!("## {}: {comparison}\n\n| | | required | |\n|---|---:|---|---|\n", self.heading);
        for ReportRow { what, figure, required, met } in &self.rows {
            let met = met.map_or("", |met| if met { "met" } else { "NOT MET" });
            let _ = writeln!(text, "| {what} | {figure} | {required} | {met} |");
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text
    }
}

/// Describes the machine: cores and memory.
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

/// Returns the date as year-month-day.
pub fn date() -> String {
    utc_date(crate::history::now()).replace('.', "-")
}

/// Writes reports to a file with title, date, machine and command.
pub fn save(path: &Path, title: &str, command: &str, reports: &[Report]) -> Result<(), String> {
    let mut text = format!(
        "# {title}\n\n{}, {}. Server and clients share the machine and are built with the profile `trial`: optimized, without \
         link-time optimization, with overflow checks.\n\n```\n{command}\n```\n",
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

/// Returns a quantile in thousandths. Sorts the values.
pub fn quantile(values: &mut [u32], thousandths: usize) -> Duration {
    values.sort_unstable();
    let index = (values.len() * thousandths).div_ceil(1000).max(1) - 1;
    Duration::from_micros(values.get(index).copied().unwrap_or_default().into())
}

/// Formats a duration in milliseconds.
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
    fn unmet_requirements_fail() {
        let mut report = Report::new("Load");
        report.figure("players", 10);
        assert!(report.passed());
        report.require("lost moves", 1, "0", false);
        assert!(!report.passed());
        assert!(report.markdown().contains("| lost moves | 1 | 0 | NOT MET |"));
        assert_eq!(date().len(), 10);
    }
}
