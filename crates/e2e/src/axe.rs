//! What keeps people out of a page, as far as a program can tell: axe-core, whose licence stands at its head. It is a file
//! of the tests only.

use serde_json::{Value, json};

use crate::Browser;

const AXE: &str = include_str!("../axe.min.js");

/// The rules that depend on colours, and so on the theme.
const COLORS: &str = "runOnly: ['color-contrast', 'link-in-text-block'], ";

impl Browser {
    /// Checks the page as it is now and gives what is wrong: a line for each rule, with where it is broken.
    pub async fn accessibility_violations(&self) -> Vec<String> {
        self.axe("").await
    }

    /// Checks only the rules that another theme can break.
    pub async fn color_violations(&self) -> Vec<String> {
        self.axe(COLORS).await
    }

    async fn axe(&self, options: &str) -> Vec<String> {
        if self.value("typeof axe").await != json!("object") {
            self.script(AXE, Vec::new()).await;
        }
        let run = format!("axe.run(document, {{ {options}resultTypes: ['violations'] }})");
        let found = self.value(&format!("{run}.then((found) => found.violations)")).await;
        let Value::Array(found) = found else { panic!("the check of the page failed: {found}") };
        found.iter().map(in_a_line).collect()
    }
}

fn in_a_line(violation: &Value) -> String {
    let word = |name: &str| violation[name].as_str().unwrap_or_default();
    let nodes = violation["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places: Vec<String> = nodes.iter().map(|node| node["target"].to_string()).collect();
    let advice = nodes.first().and_then(|node| node["failureSummary"].as_str()).unwrap_or_default();
    let advice = advice.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{} ({}): {}; at {}; {advice}", word("id"), word("impact"), word("help"), places.join(", "))
}
