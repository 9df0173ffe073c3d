//! What only this browser's own tools can do: its console, the size of a phone, and wishes of the device.

use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::Browser;
use crate::browser::done;

/// A command that is not in the standard: a path under the session, and what is sent there.
#[derive(Debug)]
struct Extra {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Browser {
    /// Sends a command of the DevTools protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        done(command, self.client.issue_cmd(Extra { path: "goog/cdp/execute", body }).await)
    }

    /// What the console has got since this was asked last: warnings and errors, which include scripts that failed, files
    /// that were not found, and everything that the content security policy has stopped.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.client.issue_cmd(Extra { path: "se/log", body: json!({ "type": "browser" }) }).await;
        let entries = done("the console", log);
        let entries = entries.as_array().map(Vec::as_slice).unwrap_or_default();
        let serious = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        serious.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Gives the page exactly this size.
    pub async fn size(&self, width: u32, height: u32) {
        self.metrics(width, height, false).await;
    }

    /// Makes the browser a phone: 360 by 740, and a finger instead of a mouse.
    pub async fn phone(&self) {
        self.metrics(360, 740, true).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 })).await;
    }

    async fn metrics(&self, width: u32, height: u32, mobile: bool) {
        let scale = if mobile { 2 } else { 1 };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Answers a media query as a device would, as in `("prefers-color-scheme", "dark")`; replaces all earlier answers.
    pub async fn device(&self, answers: &[(&str, &str)]) {
        let features: Vec<Value> =
            answers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Lets the browser say that its user reads this language, from the next page load on.
    pub async fn language(&self, tag: &str) {
        let agent = self.value("navigator.userAgent").await;
        self.devtools("Emulation.setUserAgentOverride", json!({ "userAgent": agent, "acceptLanguage": tag })).await;
    }
}
