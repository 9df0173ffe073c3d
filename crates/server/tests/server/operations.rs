//! Dashboard, alert rules, runbook and the pages on security: what they name exists.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use halfboard_protocol::message::RefusalCode;
use halfboard_server::metrics::Metrics;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn workspace(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The words of a text that look like names of our metrics.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_metric = |word: &&str| word.starts_with("halfboard_") || word.starts_with("process_");
    words.filter(is_metric).map(str::to_owned).collect()
}

/// Sizes are measured with a request, and the process on Linux only.
const MEASURED: [&str; 5] = [
    "halfboard_database_bytes",
    "halfboard_disk_free_bytes",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_max_fds",
];

#[test]
fn dashboard_and_alerts_name_metrics_that_exist() {
    let metrics = Metrics::new();
    // Families appear with their first sample.
    metrics.count_refusal(RefusalCode::Over);
    metrics.count_refused_connection("test");
    metrics.count_closed_connection("test");
    metrics.count_request("GET", "/", 200, Duration::ZERO);
    let mut known = metrics_in(&metrics.encode());
    known.extend(MEASURED.map(str::to_owned));
    for file in ["deploy/grafana-dashboard.json", "deploy/alerts.yml"] {
        let named = metrics_in(&workspace(file));
        assert!(named.len() > 10, "{file}: {named:?}");
        for name in named {
            // The type is declared without the suffix.
            let family = ["_total", "_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            assert!(known.contains(&name) || family.is_some_and(|family| known.contains(family)), "{file}: {name}");
        }
    }
    let dashboard: serde_json::Value =
        serde_json::from_str(&workspace("deploy/grafana-dashboard.json")).expect("it is JSON");
    assert!(dashboard["panels"].as_array().is_some_and(|panels| panels.len() > 10));
}

/// Other programs have metrics of these names, too.
#[test]
fn alerts_select_metrics_of_the_process_by_job() {
    let rules = workspace("deploy/alerts.yml");
    let lines: Vec<&str> = rules.lines().filter(|line| line.contains("process_")).collect();
    assert!(lines.len() > 2, "{lines:?}");
    for line in lines {
        let names = metrics_in(line).into_iter().filter(|name| name.starts_with("process_"));
        for name in names {
            let selected = line.matches(&format!("{name}{{job=\"halfboard\"}}")).count();
            assert_eq!(selected, line.matches(&name).count(), "{line}");
        }
    }
}

#[test]
fn every_alert_has_a_paragraph_in_the_runbook() {
    let (rules, runbook) = (workspace("deploy/alerts.yml"), workspace("docs/runbook.md"));
    let alerts: Vec<&str> = rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    let headings: Vec<&str> = runbook.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(alerts, headings);
    assert!(alerts.len() > 10);
    for alert in alerts {
        assert!(rules.contains(&format!("docs/runbook.md#{}", alert.to_lowercase())), "{alert}");
        let (_, paragraph) = runbook.split_once(&format!("## {alert}\n")).expect("a paragraph");
        let paragraph = paragraph.split("\n## ").next().unwrap_or_default();
        for part in ["**Meaning.**", "**Look at.**", "**Do.**"] {
            assert!(paragraph.contains(part), "{alert} {part}");
        }
    }
}

/// The files that the pages on security name exist.
#[test]
fn the_pages_on_security_name_files_that_exist() {
    let top = ["crates/", "deploy/", "docs/", "xtask/"];
    for page in ["SECURITY.md", "docs/security.md"] {
        let text = workspace(page);
        let code = text.split('`').skip(1).step_by(2);
        let is_file = |code: &&str| {
            let plain = code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./_-".contains(&byte));
            plain && (top.iter().any(|folder| code.starts_with(folder)) || code.ends_with(".md"))
        };
        let files: BTreeSet<&str> = code.filter(is_file).collect();
        assert!(files.len() > 3, "{page}: {files:?}");
        for file in files {
            assert!(root().join(file).exists(), "{page}: {file}");
        }
    }
    let table = workspace("docs/security.md");
    for state in ["met", "partly", "not met", "n/a"] {
        assert!(table.contains(&format!(" | {state} | ")), "{state}");
    }
}
