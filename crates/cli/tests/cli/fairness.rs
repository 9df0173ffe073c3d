//! `fairness` with the real binary: the same figures in every form and with any number of threads, files to go on with,
//! and bad arguments.

use crate::common::{file, file_with, good, in_a_line, refused, run};
use serde_json::Value;

/// A report as JSON.
fn json(args: &[&str]) -> Value {
    let out = good(&[&["fairness"], args, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

/// The lines of a CSV, each with its cells.
fn csv(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().map(|line| {
        let mut cells = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                c => cells.last_mut().expect("a cell").push(c),
            }
        }
        assert!(!quoted, "{line}");
        cells
    });
    rows.collect()
}

#[test]
fn the_figures_are_the_same_with_any_number_of_threads() {
    let args = ["j", "sight-reduction", "lines-of-action:players=four", "--seeds", "3..8", "--nodes", "30"];
    let reports = ["1", "2", "5"].map(|threads| json(&[&args[..], &["--threads", threads]].concat()));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    let other = json(&["j", "--seeds", "9..14", "--nodes", "30"]);
    assert_ne!(reports[0]["rules"][0]["games"], other["rules"][0]["games"]);
    for (rules, noise) in [(0, 5), (1, 0), (2, 5)] {
        let games = &reports[0]["rules"][rules]["games"];
        assert_eq!((&games["noise"], &games["different"]), (&Value::from(noise), &Value::from(6)), "{games}");
    }
    let opened = json(&["j", "--seeds", "1..2", "--nodes", "30", "--openings", "2"]);
    assert_eq!(opened["rules"][0]["games"]["noise"], 0);
    let alike = json(&["j", "--seeds", "1..2", "--nodes", "30", "--noise", "0"]);
    assert_eq!(alike["rules"][0]["games"]["different"], 1);
}

#[test]
fn counts_add_up_in_every_game() {
    for game in ["sight-reduction", "lines-of-action", "stacks-in-action", "j", "sllim"] {
        let report = json(&["--all-presets", game, "--seeds", "1..2", "--nodes", "10", "--plies", "60"]);
        let presets = good(&["games", game]).lines().filter(|line| line.starts_with(&format!("      {game}"))).count();
        let all = report["rules"].as_array().expect("a list");
        assert_eq!(all.len(), presets, "{game}");
        for rules in all {
            let games = &rules["games"];
            let number = |value: &Value| value.as_u64().unwrap_or(0);
            let solitaire = &games["solitaire"];
            let left: u64 = solitaire["left"].as_object().map_or(0, |left| left.values().map(number).sum());
            let counted = number(&games["first"]["won"])
                + number(&games["first"]["drawn"])
                + number(&games["first"]["lost"])
                + number(&solitaire["solved"])
                + left
                + number(&games["unfinished"]);
            assert_eq!(counted, 2, "{rules}");
            let reasons: u64 = games["reasons"].as_object().expect("reasons").values().map(number).sum();
            let bins: u64 =
                games["plies_histogram"].as_array().expect("bins").iter().map(|bin| number(&bin["games"])).sum();
            assert_eq!((reasons, bins), (2, 2), "{rules}");
            assert_eq!(
                games["choices_by_turn"].as_array().map(Vec::len),
                games["plies"]["max"].as_u64().map(|n| n as usize)
            );
        }
    }
}

#[test]
fn the_forms_agree() {
    let args = ["fairness", "sllim:setup=either-side,pieces=9", "j", "sight-reduction:solitaire=on", "--seeds", "1..3"];
    let args = [&args[..], &["--nodes", "10"]].concat();
    let rows = csv(&good(&[&args[..], &["--format", "csv"]].concat()));
    let report = json(&args[1..]);
    let text = good(&args);
    let html = good(&[&args[..], &["--format", "html"]].concat());
    assert_eq!(rows.len(), 4);
    let column = |name: &str| rows[0].iter().position(|cell| cell == name).unwrap_or_else(|| panic!("no {name}"));
    for (row, rules) in rows[1..].iter().zip(report["rules"].as_array().expect("a list")) {
        assert_eq!(row.len(), rows[0].len());
        let string = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        for (name, value) in [
            ("rules", &rules["rules"]),
            ("name", &rules["name"]),
            ("of", &rules["share"]["of"]),
            ("plies_median", &rules["games"]["plies"]["median"]),
            ("choices_max", &rules["games"]["choices"]["max"]),
        ] {
            assert_eq!(row[column(name)], string(value), "{name}");
        }
        let part = rules["share"]["part"].as_f64().expect("a number");
        assert_eq!(row[column("share")], format!("{part:.6}"));
        for (reason, count) in rules["games"]["reasons"].as_object().expect("reasons") {
            assert_eq!(row[column(&format!("end_{reason}"))], count.to_string());
        }
        let name = string(&rules["name"]);
        let percent = format!("{:.1} %", 100.0 * part);
        assert!(text.contains(&name) && text.contains(&percent), "{text}");
        assert!(html.contains(&name) && html.contains(&percent), "{html}");
    }
    let command =
        "halfboard fairness sllim:setup=either-side,pieces=9 j sight-reduction:solitaire=on --seeds 1..3 --nodes 10";
    assert!(in_a_line(&text).contains(command) && html.contains(command) && report["command"] == command, "{text}");
}

#[test]
fn the_page_stands_alone() {
    let args = ["fairness", "sight-reduction:setup=fair", "j", "sight-reduction:solitaire=on", "--seeds", "1..3"];
    let html = good(&[&args[..], &["--nodes", "10", "--format", "html"]].concat());
    for outside in ["http", "//", "src=", "href=", "url(", "@import", "<script", "<link", "<iframe", "style="] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
    // Every element that is opened is closed, and every plot has a label that is there once.
    for element in ["svg", "section", "table", "div", "figure", "main", "header", "details", "ul", "p", "code"] {
        let opened = html.matches(&format!("<{element}>")).count() + html.matches(&format!("<{element} ")).count();
        assert_eq!(opened, html.matches(&format!("</{element}>")).count(), "{element}");
    }
    let plots = html.split("aria-labelledby=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
    let mut labels: Vec<&str> = plots.flat_map(|ids| ids.split(' ')).collect();
    assert!(labels.len() >= 2 * 3 * 4, "{labels:?}");
    for label in &labels {
        assert_eq!(html.matches(&format!("id=\"{label}\"")).count(), 1, "{label}");
    }
    let count = labels.len();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), count);
    assert!(html.contains("prefers-color-scheme: dark") && html.contains("seat 1 gets"));
    let path = file("fairness-page.html");
    let word = path.to_string_lossy();
    assert_eq!(good(&[&args[..], &["--nodes", "10", "--format", "html", "--output", &word]].concat()), "");
    assert_eq!(std::fs::read_to_string(&path).expect("a page"), html);
}

#[test]
fn starts_are_solved_where_that_is_asked_for() {
    // The board of seed 2 is small enough for the engine's own search, whichever side moves first.
    let args = ["sight-reduction", "--method", "solve", "--seeds", "2..2", "--games", "0"];
    let report = json(&args);
    let rules = &report["rules"][0];
    assert_eq!((&rules["source"], &rules["games"]), (&Value::from("solved"), &Value::Null), "{report}");
    assert_eq!((&rules["boards"]["tried"], &rules["boards"]["settled"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(rules["results"]["lost"], 1, "White loses when it begins: {report}");
    let fates = rules["boards"]["whoever_begins"].as_object().expect("either side began");
    assert_eq!(fates.values().filter_map(Value::as_u64).sum::<u64>(), 1);
    assert_eq!(fates["first_always"], 0, "moving never helps");
    let turned = json(&["sight-reduction:first=black", "--method", "solve", "--seeds", "2..2", "--games", "0"]);
    assert_eq!(&turned["rules"][0]["boards"]["whoever_begins"], &rules["boards"]["whoever_begins"]);
}

#[test]
fn what_is_kept_is_not_done_again() {
    let path = file("fairness-resume.jsonl");
    let word = path.to_string_lossy().into_owned();
    let survey = |seeds: &str, more: &[&str]| {
        let args = ["fairness", "sllim:setup=expert", "j", "--nodes", "10", "--format", "json", "--seeds", seeds];
        run(&[&args[..], more].concat())
    };
    let whole = survey("1..6", &[]).out;
    assert_eq!(survey("2..3", &["--save", &word]).code, Some(0));
    let begun = std::fs::read_to_string(&path).expect("the games were kept");
    assert_eq!(begun.lines().count(), 4);
    assert_eq!(survey("1..6", &["--save", &word, "--threads", "2"]).out, whole);
    let finished = std::fs::read_to_string(&path).expect("the games were kept");
    assert!(finished.starts_with(&begun) && finished.lines().count() == 12, "{finished}");
    // Once more, there is nothing left to play.
    assert_eq!(survey("1..6", &["--save", &word]).out, whole);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), finished);
    // What is in the file is believed: a game that is changed there changes the figures.
    let changed = finished.replacen("\"choices\":[", "\"choices\":[7777,", 1);
    std::fs::write(&path, changed).expect("a file");
    assert!(survey("1..6", &["--save", &word]).out.contains("7777"));
    // Other settings are other games.
    std::fs::write(&path, &finished).expect("a file");
    assert_eq!(survey("1..6", &["--save", &word, "--openings", "3"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("a file").lines().count(), 24);
    // The program was ended while it was writing: what was cut off is played again.
    for cut in [finished.len() - 1, finished.len() - 30, 40] {
        std::fs::write(&path, &finished[..cut]).expect("a file");
        assert_eq!(survey("1..6", &["--save", &word, "--threads", "1"]).out, whole, "cut at {cut}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file").lines().count(), 12, "cut at {cut}");
    }
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    let good_line = r#"{"kind":"board","rules":"j","seed":1,"first":1,"verdict":"1","turned":null}"#;
    let cases = [
        (format!("{good_line}\nnonsense\n{good_line}\n"), "line 2"),
        (format!("{}\n", good_line.replace("\"first\":1", "\"first\":3")), "invalid team 3"),
        (format!("{}\n", good_line.replace("\"verdict\":\"1\"", "\"verdict\":\"9\"")), "invalid verdict '9'"),
        (format!("{}\n", good_line.replace("seed", "sead")), "line 1"),
        ("[Game \"j\"]".to_owned(), "not a file of 'fairness'"),
    ];
    for (text, words) in cases {
        let path = file_with("fairness-damaged.jsonl", &text);
        let word = path.to_string_lossy();
        refused(&run(&["fairness", "j", "--seeds", "1..1", "--save", &*word]), &[words, "choose another file"]);
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    }
}

#[test]
fn bad_arguments_are_refused_with_what_is_valid() {
    let with = |args: &[&str]| run(&[&["fairness"], args].concat());
    refused(&with(&[]), &["<RULES>"]);
    refused(&with(&["chess"]), &["there is no game 'chess'"]);
    refused(&with(&["j", "j:colour=red"]), &["rules of j"]);
    refused(&with(&["--all-presets", "chess"]), &["there is no game 'chess'"]);
    refused(&with(&["j", "--seeds", "5"]), &["--seeds", "as in 1..1000, both included"]);
    refused(&with(&["j", "--seeds", "-1..5"]), &["as in 1..1000"]);
    refused(&with(&["j", "--seeds", "9..3"]), &["9 is greater than 3", "write 3..9"]);
    refused(&with(&["j", "--seeds", "0..99999999999"]), &["use fewer"]);
    refused(&with(&["j", "--format", "pdf"]), &["text, csv, json, html"]);
    refused(&with(&["j", "--method", "guess"]), &["auto, solve, play"]);
    refused(&with(&["j", "--nodes", "0"]), &["whole number from 1"]);
    refused(&with(&["j", "--threads", "0"]), &["from 1 to 256"]);
    refused(&with(&["j", "--openings", "100"]), &["--openings: j: seed 1", "try fewer"]);
    refused(&with(&["j", "--seeds", "1..1", "--output", "/nowhere/x.html"]), &["/nowhere/x.html: cannot be written"]);
    refused(&with(&["j", "--seeds", "1..1", "--save", "/nowhere/x.jsonl"]), &["/nowhere/x.jsonl: cannot be written"]);
}
