//! What only this browser's own tools can do: its console, the size of a phone, and wishes of the device.

use serde_json::{Value, json};

use crate::browser::done;
use crate::{Browser, Engine};

impl Browser {
    /// Sends a command of the DevTools protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        done(command, self.session.devtools(command, &parameters))
    }

    /// What the console has got since this was asked last: warnings and errors, which include scripts that failed, files
    /// that were not found, and everything that the content security policy has stopped.
    pub async fn console_errors(&self) -> Vec<String> {
        let entries = done("the console", self.session.post("/se/log", json!({ "type": "browser" })));
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

    /// Clicks the middle of an element with the mouse, which must not lie under another. Faster than
    /// [`Browser::click`], for tests that click a hundred times; the caller waits for the effect.
    pub async fn hit(&self, css: &str) {
        if self.engine != Engine::Chromium {
            return self.click(css).await;
        }
        let script = "const element = document.querySelector(arguments[0]); if (!element) return null; \
                      element.scrollIntoView({ block: 'nearest' }); const box = element.getBoundingClientRect(); \
                      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]; \
                      const top = document.elementFromPoint(x, y); \
                      return top && (top.closest(arguments[0]) ?? top.control?.closest(arguments[0])) ? [x, y] : null";
        let middle: Option<(f64, f64)> =
            serde_json::from_value(self.script(script, vec![json!(css)]).await).expect("two numbers, or nothing");
        // It may be missing, moving, or covered for a moment: the patient way says so if that stays so.
        let Some((x, y)) = middle else { return self.click(css).await };
        self.mouse("mousePressed", x, y).await;
        self.mouse("mouseReleased", x, y).await;
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// Presses the mouse on one element, moves to another and lets go there.
    pub async fn drag(&self, from: &str, to: &str) {
        let ((x1, y1), (x2, y2)) = (self.middle(from).await, self.middle(to).await);
        self.mouse("mousePressed", x1, y1).await;
        for share in [0.3, 0.7, 1.0] {
            self.mouse("mouseMoved", x1 + share * (x2 - x1), y1 + share * (y2 - y1)).await;
        }
        self.mouse("mouseReleased", x2, y2).await;
    }

    /// Puts a finger on an element and takes it away.
    pub async fn touch(&self, css: &str) {
        let (x, y) = self.middle(css).await;
        self.finger("touchStart", Some((x, y))).await;
        self.finger("touchEnd", None).await;
    }

    /// Puts a finger on one element, moves it to another and takes it away there.
    pub async fn swipe(&self, from: &str, to: &str) {
        let ((x1, y1), (x2, y2)) = (self.middle(from).await, self.middle(to).await);
        self.finger("touchStart", Some((x1, y1))).await;
        for share in [0.2, 0.4, 0.6, 0.8, 1.0] {
            self.finger("touchMove", Some((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))).await;
        }
        self.finger("touchEnd", None).await;
    }

    async fn finger(&self, kind: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }

    /// The middle of an element, which is scrolled into sight first.
    async fn middle(&self, css: &str) -> (f64, f64) {
        self.find(css).await;
        let script = "const element = document.querySelector(arguments[0]); element.scrollIntoView({ block: 'nearest' }); \
                      const box = element.getBoundingClientRect(); \
                      return [box.x + box.width / 2, box.y + box.height / 2]";
        let middle = self.script(script, vec![json!(css)]).await;
        serde_json::from_value(middle).expect("two numbers")
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
