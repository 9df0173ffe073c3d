//! How a server is set up: flags, variables of the environment, a file, and what holds where nothing is said, in this
//! order. Every key is declared once, in [`keys`]; flags, variables, the file, errors and documents follow from that.
//! Reads the environment and the file it is given, and nothing else.

pub mod keys;
mod write;

use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use halfboard_rules::text::nearest;

use crate::limits::Limits;
use keys::{KEYS, Key};
pub use write::{example, table};

/// What variables of the environment begin with.
pub const PREFIX: &str = "HALFBOARD_";

/// Variables with our prefix that other parts of the program read.
const OTHERS: [&str; 2] = ["HALFBOARD_CONFIG", "HALFBOARD_TABLES"];

/// How a server is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; `None` is the usual one or the next that is free.
    pub port: Option<u16>,
    /// Where games are kept.
    pub database: Database,
    /// Pages from these origins may use the interface, too; without a slash at the end.
    pub origins: Vec<String>,
    /// Whether clients are told by the last entry of `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How much is allowed, also to the server's own engine, and how long challenges are kept.
    pub limits: Limits,
    /// What is logged.
    pub log_level: LogLevel,
    /// How it is written.
    pub log_format: LogFormat,
    /// How long open sockets and writes may take when the server is told to end.
    pub shutdown_grace: Duration,
}

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// Nowhere: the app is served, and no games between people.
    None,
    /// In a file of the user's data folder.
    Usual,
    /// At this address of a database: `sqlite:…` or `postgres://…`.
    At(String),
}

/// From which weight on something is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What may need a hand.
    Warn,
    /// What happens: starts, ends, requests.
    Info,
    /// What a programmer wants to know: files, sockets.
    Debug,
    /// Everything.
    Trace,
}

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// As text in a terminal, as JSON elsewhere.
    Auto,
    /// As text.
    Text,
    /// As JSON, an object a line.
    Json,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            host: IpAddr::from([127, 0, 0, 1]),
            port: None,
            database: Database::Usual,
            origins: Vec::new(),
            behind_proxy: false,
            limits: Limits::default(),
            log_level: LogLevel::Info,
            log_format: LogFormat::Auto,
            shutdown_grace: Duration::from_secs(10),
        }
    }
}

impl Database {
    /// The address without its password, to be shown.
    pub fn masked(&self) -> String {
        match self {
            Database::None => "none".to_owned(),
            Database::Usual => "auto".to_owned(),
            Database::At(url) => mask(url),
        }
    }
}

/// A password must not get into a log by way of a message for programmers.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

/// Hides what a database's address says between the user's name and the host, and the values of questions after it.
fn mask(url: &str) -> String {
    if url.starts_with("sqlite:") {
        return url.to_owned();
    }
    let (plain, questions) = url.split_once('?').map_or((url, None), |(plain, rest)| (plain, Some(rest)));
    let (scheme, rest) = plain.split_once("://").unwrap_or(("", plain));
    let rest = match rest.rsplit_once('@') {
        Some((user, place)) => match user.split_once(':') {
            Some((name, _)) => format!("{name}:***@{place}"),
            None => format!("{user}@{place}"),
        },
        None => rest.to_owned(),
    };
    let questions = questions.map(|questions| {
        let each = questions.split('&').map(|question| match question.split_once('=') {
            Some((name, _)) if name.to_ascii_lowercase().contains("pass") => format!("{name}=***"),
            _ => question.to_owned(),
        });
        format!("?{}", each.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{rest}{}", questions.unwrap_or_default())
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nobody said anything.
    Default,
    /// The file.
    File(PathBuf),
    /// A variable of the environment.
    Variable,
    /// A flag.
    Flag,
}

/// What is wrong with a setting, where, and what would be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// A set-up, with where each of its values comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The values.
    pub config: Config,
    sources: Vec<Source>,
}

impl Settings {
    /// Reads everything that was said: the file, then the environment, then flags as pairs of a key's name and a value.
    /// The file may also be named by the environment.
    pub fn read(
        flags: &[(&str, &str)],
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        file: Option<&Path>,
    ) -> Result<Settings, ConfigError> {
        let mut settings = Settings { config: Config::default(), sources: vec![Source::Default; KEYS.len()] };
        let variables = ours(environment)?;
        let named = variables.iter().find(|(name, _)| name == "HALFBOARD_CONFIG").map(|(_, value)| Path::new(value));
        if let Some(path) = file.or(named) {
            settings.read_file(path)?;
        }
        for (variable, value) in &variables {
            if OTHERS.contains(&variable.as_str()) {
                continue;
            }
            let key = variable.strip_prefix(PREFIX).and_then(|name| find(&name.to_ascii_lowercase()));
            let key = key.filter(|&index| KEYS[index].variable() == *variable);
            let Some(key) = key else { return Err(unknown_variable(variable)) };
            settings.set(key, value, Source::Variable)?;
        }
        for (name, value) in flags {
            let key = find(name).ok_or_else(|| unknown(&format!("--{}", name.replace('_', "-")), name))?;
            settings.set(key, value, Source::Flag)?;
        }
        Ok(settings)
    }

    fn read_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError(format!("{shown}: the configuration cannot be read: {error}")))?;
        let table: toml::Table = toml::from_str(&text).map_err(|error| {
            let line = error.span().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
            let line = line.map_or(String::new(), |line| format!(", line {line}"));
            ConfigError(format!("{shown}{line}: this is not TOML: {}; a line is like: port = 8080", error.message()))
        })?;
        for (name, value) in &table {
            let key = find(name).ok_or_else(|| unknown(&format!("{shown}: '{name}'"), name))?;
            let text = as_text(value).ok_or_else(|| {
                let Key { value, example, .. } = &KEYS[key];
                ConfigError(format!("{shown}: '{name}' must be {value}, like: {name} = {example}"))
            })?;
            self.set(key, &text, Source::File(path.to_owned()))?;
        }
        Ok(())
    }

    fn set(&mut self, index: usize, text: &str, source: Source) -> Result<(), ConfigError> {
        let key = &KEYS[index];
        if !(key.set)(&mut self.config, text.trim()) {
            let place = match &source {
                Source::File(path) => format!("{}: '{}'", path.display(), key.name),
                Source::Variable => key.variable(),
                _ => key.flag(),
            };
            // A value that did not fit may still hold a password.
            let shown = if key.secret { String::new() } else { format!(" '{text}'") };
            return Err(ConfigError(format!("{place}:{shown} is not valid; it must be {}", key.value)));
        }
        self.sources[index] = source;
        Ok(())
    }

    /// Where the value of a key comes from.
    pub fn source(&self, name: &str) -> Option<&Source> {
        find(name).and_then(|index| self.sources.get(index))
    }

    /// All values as a file would say them, with where each comes from. Secrets are masked.
    pub fn show(&self) -> String {
        write::settings(&self.config, &self.sources)
    }
}

fn find(name: &str) -> Option<usize> {
    KEYS.iter().position(|key| key.name == name)
}

/// The variables that are meant for us. One that is not text is refused only if it is ours.
fn ours(all: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Vec<(String, String)>, ConfigError> {
    let named = all.into_iter().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let ours = named.filter(|(name, _)| name.starts_with(PREFIX));
    let read = ours.map(|(name, value)| match value.into_string() {
        Ok(value) => Ok((name, value)),
        Err(_) => Err(ConfigError(format!("{name}: its value is not UTF-8 text"))),
    });
    read.collect()
}

fn unknown_variable(variable: &str) -> ConfigError {
    let name = variable.strip_prefix(PREFIX).unwrap_or(variable).to_ascii_lowercase();
    unknown(variable, &name)
}

fn unknown(place: &str, name: &str) -> ConfigError {
    let near = nearest(name, KEYS.iter().map(|key| key.name), 1);
    let near = near.first().map(|name| format!(" (did you mean {name}?)")).unwrap_or_default();
    let all = KEYS.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
    ConfigError(format!("{place}: there is no such key{near}; the keys are {all}"))
}

/// A value of a file in the form in which flags give it.
fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(yes) => Some(yes.to_string()),
        toml::Value::Array(list) => {
            let words: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            Some(words?.join(","))
        }
        _ => None,
    }
}
