//! The browser engines that tests can drive, and what each needs to start.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

/// The size of a browser's window in CSS pixels.
pub(crate) const WINDOW: (u32, u32) = (1280, 900);

/// A browser engine with a driver that speaks the WebDriver protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium and its relatives, by ChromeDriver. All tests run in it; the others run the smoke test.
    Chromium,
    /// Firefox, by geckodriver.
    Firefox,
    /// WebKitGTK's MiniBrowser, by WebKitWebDriver on a screen in memory, because it has no headless mode.
    WebKit,
}

impl Engine {
    /// Returns the name that skipped tests give.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Chromium => "chromium",
            Engine::Firefox => "firefox",
            Engine::WebKit => "webkit",
        }
    }

    /// Returns the name of the driver's program.
    pub(crate) fn program(self) -> &'static str {
        match self {
            Engine::Chromium => "chromedriver",
            Engine::Firefox => "geckodriver",
            Engine::WebKit => "WebKitWebDriver",
        }
    }

    /// Returns the required programs, an argument with which each ends at once, and where to get it.
    fn required(self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self {
            Engine::Chromium => &[("chromedriver", "--version", "Debian has it in the package chromium-driver")],
            Engine::Firefox => &[
                ("geckodriver", "--version", "`cargo install geckodriver` builds it"),
                ("firefox-esr", "--version", "Debian has it in the package firefox-esr"),
            ],
            Engine::WebKit => &[
                ("WebKitWebDriver", "--help", "Debian has it in the package webkit2gtk-driver"),
                ("Xvfb", "-help", "Debian has it in the package xvfb"),
            ],
        }
    }

    /// Checks that the browser and its driver are installed.
    pub(crate) fn present(self) -> Result<(), &'static str> {
        static PRESENT: [LazyLock<Result<(), String>>; 3] = [
            LazyLock::new(|| Engine::Chromium.check()),
            LazyLock::new(|| Engine::Firefox.check()),
            LazyLock::new(|| Engine::WebKit.check()),
        ];
        PRESENT[self as usize].as_ref().copied().map_err(String::as_str)
    }

    fn check(self) -> Result<(), String> {
        for (program, argument, advice) in self.required() {
            match Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status() {
                // WebKitWebDriver ends with 1 whatever it prints.
                Ok(status) if status.success() || status.code() == Some(1) => {}
                Ok(status) => return Err(format!("'{program} {argument}' ended with {status}")),
                Err(error) => return Err(format!("{program}: {error}; {advice}")),
            }
        }
        match self {
            Engine::WebKit => mini_browser().map(drop),
            _ => Ok(()),
        }
    }

    /// Returns the capabilities that a session asks for.
    ///
    /// # Errors
    /// Fails if the browser's program is not found.
    pub(crate) fn capabilities(self) -> Result<Value, String> {
        let (width, height) = WINDOW;
        Ok(match self {
            Engine::Chromium => {
                let window = format!("--window-size={width},{height}");
                let arguments = [
                    "--headless",
                    // Tests often run as root, where the sandbox does not start.
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--lang=en-US",
                    &window,
                ];
                json!({
                    "goog:chromeOptions": { "args": arguments, "prefs": { "intl.accept_languages": "en-US,en" } },
                    "goog:loggingPrefs": { "browser": "ALL" },
                })
            }
            Engine::Firefox => json!({ "moz:firefoxOptions": {
                "binary": find("firefox-esr").unwrap_or_else(|| "firefox-esr".into()),
                "args": ["-headless", format!("--width={width}"), format!("--height={height}")],
                "prefs": { "intl.accept_languages": "en-US, en", "intl.locale.requested": "en-US" },
            } }),
            Engine::WebKit => json!({
                "webkitgtk:browserOptions": { "binary": mini_browser()?, "args": ["--automation"] },
            }),
        })
    }
}

/// Returns the path of a program on the search path.
fn find(program: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Returns the path of MiniBrowser, which is not on the search path.
fn mini_browser() -> Result<PathBuf, String> {
    let folders = ["/usr/lib", "/usr/libexec"].map(Path::new);
    // Debian has a folder for every architecture.
    let nested = folders.into_iter().flat_map(subfolders).filter(|path| path.is_dir());
    let all: Vec<PathBuf> = folders.iter().map(|path| path.to_path_buf()).chain(nested).collect();
    let names = ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"];
    let mut candidates = all.iter().flat_map(|folder| names.map(|name| folder.join(name).join("MiniBrowser")));
    candidates.find(|path| path.is_file()).ok_or_else(|| "MiniBrowser of WebKitGTK is not installed".to_owned())
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).map_or(Vec::new(), |entries| entries.flatten().map(|entry| entry.path()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_search_path_only() {
        assert!(find("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(find("no-such-browser"), None);
    }
}
