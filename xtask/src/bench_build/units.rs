//! The compile times of single units, from the reports of `cargo build --timings`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::TaskError;

/// A compiled crate or an executed build script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) name: String,
    pub(crate) seconds: f64,
}

/// Returns the slowest units of all reports in a folder.
pub(crate) fn slowest(folder: &Path, count: usize) -> Result<Vec<Unit>, TaskError> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut units = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        // `cargo-timing.html` is a copy of the newest report.
        if path.file_stem().is_some_and(|stem| stem != "cargo-timing") {
            let report = fs::read_to_string(&path).map_err(failed)?;
            units.extend(parse(&report).ok_or_else(|| format!("{}: no units in the report", path.display()))?);
        }
    }
    units.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    units.truncate(count);
    Ok(units)
}

/// Returns the units of a report, which contains them as JSON.
fn parse(report: &str) -> Option<Vec<Unit>> {
    let (_, rest) = report.split_once("const UNIT_DATA = ")?;
    let (data, _) = rest.split_once(";\n")?;
    let data: Value = serde_json::from_str(data).ok()?;
    let unit = |unit: &Value| {
        let target = unit["target"].as_str().unwrap_or_default();
        let name = format!("{} {}{target}", unit["name"].as_str()?, unit["version"].as_str()?);
        Some(Unit { name, seconds: unit["duration"].as_f64()? })
    };
    data.as_array()?.iter().map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_from_a_report() {
        let report = "<script>\nconst UNIT_DATA = [{\"name\":\"syn\",\"version\":\"2.0.1\",\"target\":\"\",\"duration\":1.5},\
                      {\"name\":\"ring\",\"version\":\"0.17.1\",\"target\":\" build-script (run)\",\"duration\":2}];\n</script>";
        let units = parse(report).expect("units");
        assert_eq!(units[0], Unit { name: "syn 2.0.1".to_owned(), seconds: 1.5 });
        assert_eq!(units[1], Unit { name: "ring 0.17.1 build-script (run)".to_owned(), seconds: 2.0 });
        assert_eq!(parse("<script></script>"), None);
    }
}
