//! Configuration from flags, environment variables, a TOML file and defaults, in this order of precedence. Every key is
//! declared once, in [`keys`]; flags, variables, file, error messages and documentation follow from that.

mod format;
pub mod keys;

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use halfboard_rules::text::nearest;

use crate::limits::Limits;
use crate::origin::Origins;
use crate::proxies::ProxyTrust;
use crate::tls::TlsSettings;
pub use format::{example, table};
use keys::{KEYS, Key};

/// Prefix of environment variables.
pub const PREFIX: &str = "HALFBOARD_";

/// Variables with this prefix that are not configuration keys.
const OTHER_VARIABLES: [&str; 2] = ["HALFBOARD_CONFIG", "HALFBOARD_TABLES"];

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The IP address to listen on.
    pub host: IpAddr,
    /// The port; `None` is the default or the next free one.
    pub port: Option<u16>,
    /// Where games are stored.
    pub database: Database,
    /// Allowed origins of other pages, without a trailing slash.
    pub origins: Vec<String>,
    /// Host names under which the server answers; if empty, under all.
    pub hosts: Vec<String>,
    /// Whether there is at least one trusted proxy.
    pub behind_proxy: bool,
    /// The proxies that are trusted to name the client.
    pub proxies: ProxyTrust,
    /// TLS without a proxy.
    pub tls: TlsSettings,
    /// Quotas and rate limits.
    pub limits: Limits,
    /// The log level.
    pub log_level: LogLevel,
    /// The log format.
    pub log_format: LogFormat,
    /// Maximum duration of a graceful shutdown.
    pub shutdown_grace: Duration,
    /// Backups made by the server.
    pub backups: BackupConfig,
    /// Where metrics are served; `None` is the public listener, for loopback peers only.
    pub metrics_listen: Option<SocketAddr>,
    /// The Unix socket of the operator.
    pub admin_socket: AdminSocket,
}

/// The Unix socket of the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminSocket {
    /// No socket.
    None,
    /// A file beside the SQLite database; none without one.
    Auto,
    /// A path.
    Path(PathBuf),
}

impl AdminSocket {
    /// Returns the path of the socket of a server with this database URL.
    pub fn path(&self, database: Option<&str>) -> Option<PathBuf> {
        match self {
            AdminSocket::None => None,
            AdminSocket::Path(path) => Some(path.clone()),
            AdminSocket::Auto => {
                let path = database?.strip_prefix("sqlite:").filter(|path| *path != ":memory:")?;
                Some(format!("{}.admin", path.strip_prefix("//").unwrap_or(path)).into())
            }
        }
    }
}

/// Backups made by the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupConfig {
    /// The folder; `None` makes no backups.
    pub folder: Option<PathBuf>,
    /// Minutes between backups.
    pub interval_minutes: u64,
    /// How many backups to keep at least.
    pub keep: usize,
    /// The public keys to encrypt for.
    pub recipients: Vec<String>,
}

impl Default for BackupConfig {
    fn default() -> BackupConfig {
        BackupConfig { folder: None, interval_minutes: 60, keep: 48, recipients: Vec::new() }
    }
}

/// Where games are stored.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// Nowhere: only the web app is served.
    None,
    /// A file in the user's data folder.
    Auto,
    /// A database URL: `sqlite:…` or `postgres://…`.
    Url(String),
}

/// A log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Failures.
    Error,
    /// What may need attention.
    Warn,
    /// Start, stop, API requests.
    Info,
    /// Also files and sockets.
    Debug,
    /// Everything.
    Trace,
}

/// A log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text in a terminal, otherwise JSON.
    Auto,
    /// Text.
    Text,
    /// One JSON object per line.
    Json,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            host: IpAddr::from([127, 0, 0, 1]),
            port: None,
            database: Database::Auto,
            origins: Vec::new(),
            hosts: Vec::new(),
            behind_proxy: false,
            proxies: ProxyTrust::default(),
            tls: TlsSettings::default(),
            limits: Limits::default(),
            log_level: LogLevel::Info,
            log_format: LogFormat::Auto,
            shutdown_grace: Duration::from_secs(10),
            backups: BackupConfig::default(),
            metrics_listen: None,
            admin_socket: AdminSocket::Auto,
        }
    }
}

impl Config {
    /// Returns the allowed origins, hosts and proxies.
    pub fn origins(&self) -> Origins {
        let mut proxies = self.proxies.clone();
        if self.behind_proxy {
            proxies.hops = proxies.hops.max(1);
        }
        Origins { allowed: self.origins.clone(), hosts: self.hosts.clone(), proxies }
    }
}

impl Database {
    /// Returns the URL with its password masked.
    pub fn masked(&self) -> String {
        match self {
            Database::None => "none".to_owned(),
            Database::Auto => "auto".to_owned(),
            Database::Url(url) => mask(url),
        }
    }
}

/// Masks the password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

/// Masks the password of a database URL, also in its query.
fn mask(url: &str) -> String {
    if url.starts_with("sqlite:") {
        return url.to_owned();
    }
    let (plain, query) = url.split_once('?').map_or((url, None), |(plain, rest)| (plain, Some(rest)));
    let (scheme, rest) = plain.split_once("://").unwrap_or(("", plain));
    let rest = match rest.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            Some((name, _)) => format!("{name}:***@{host}"),
            None => format!("{user}@{host}"),
        },
        None => rest.to_owned(),
    };
    let query = query.map(|query| {
        let each = query.split('&').map(|parameter| match parameter.split_once('=') {
            Some((name, _)) if name.to_ascii_lowercase().contains("pass") => format!("{name}=***"),
            _ => parameter.to_owned(),
        });
        format!("?{}", each.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{rest}{}", query.unwrap_or_default())
}

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// The default.
    Default,
    /// A file.
    File(PathBuf),
    /// An environment variable.
    Variable,
    /// A flag.
    Flag,
}

/// An error in the configuration: where, what, and what would be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// A configuration with the source of each value.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The values.
    pub config: Config,
    sources: Vec<ValueSource>,
}

impl Settings {
    /// Loads the configuration: the file, then the environment, then flags as pairs of key and value. The file may also be
    /// named by the environment variable `HALFBOARD_CONFIG`.
    ///
    /// # Errors
    ///
    /// Fails on unknown keys and invalid values of any source.
    pub fn load(
        flags: &[(&str, &str)],
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        file: Option<&Path>,
    ) -> Result<Settings, ConfigError> {
        let mut settings = Settings { config: Config::default(), sources: vec![ValueSource::Default; KEYS.len()] };
        let variables = own_variables(environment)?;
        let named = variables.iter().find(|(name, _)| name == "HALFBOARD_CONFIG").map(|(_, value)| Path::new(value));
        if let Some(path) = file.or(named) {
            settings.load_file(path)?;
        }
        for (variable, value) in &variables {
            if OTHER_VARIABLES.contains(&variable.as_str()) {
                continue;
            }
            let key = variable.strip_prefix(PREFIX).and_then(|name| find(&name.to_ascii_lowercase()));
            let key = key.filter(|&index| KEYS[index].variable() == *variable);
            let Some(key) = key else { return Err(unknown_variable(variable)) };
            settings.set(key, value, ValueSource::Variable)?;
        }
        for (name, value) in flags {
            let key = find(name).ok_or_else(|| unknown(&format!("--{}", name.replace('_', "-")), name))?;
            settings.set(key, value, ValueSource::Flag)?;
        }
        Ok(settings)
    }

    fn load_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError(format!("{shown}: cannot read the configuration: {error}")))?;
        let table: toml::Table = toml::from_str(&text).map_err(|error| {
            let line = error.span().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
            let line = line.map_or(String::new(), |line| format!(", line {line}"));
            ConfigError(format!("{shown}{line}: not valid TOML: {}; write for example: port = 8080", error.message()))
        })?;
        for (name, value) in &table {
            let key = find(name).ok_or_else(|| unknown(&format!("{shown}: '{name}'"), name))?;
            let text = as_text(value).ok_or_else(|| {
                let Key { valid, example, .. } = &KEYS[key];
                ConfigError(format!("{shown}: '{name}' must be {valid}; for example: {name} = {example}"))
            })?;
            self.set(key, &text, ValueSource::File(path.to_owned()))?;
        }
        Ok(())
    }

    fn set(&mut self, index: usize, text: &str, source: ValueSource) -> Result<(), ConfigError> {
        let key = &KEYS[index];
        if !(key.set)(&mut self.config, text.trim()) {
            let location = match &source {
                ValueSource::File(path) => format!("{}: '{}'", path.display(), key.name),
                ValueSource::Variable => key.variable(),
                _ => key.flag(),
            };
            // An invalid value may still contain a password.
            let shown = if key.secret { String::new() } else { format!(" '{text}'") };
            return Err(ConfigError(format!("{location}: invalid value{shown}: must be {}", key.valid)));
        }
        self.sources[index] = source;
        Ok(())
    }

    /// Returns the source of a key's value.
    pub fn source(&self, name: &str) -> Option<&ValueSource> {
        find(name).and_then(|index| self.sources.get(index))
    }

    /// Returns all values as TOML with their sources. Secrets are masked.
    pub fn show(&self) -> String {
        format::settings(&self.config, &self.sources)
    }
}

fn find(name: &str) -> Option<usize> {
    KEYS.iter().position(|key| key.name == name)
}

/// Returns the variables with the prefix. Fails if one of them is not UTF-8.
fn own_variables(all: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Vec<(String, String)>, ConfigError> {
    let text = all.into_iter().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let own = text.filter(|(name, _)| name.starts_with(PREFIX));
    let checked = own.map(|(name, value)| match value.into_string() {
        Ok(value) => Ok((name, value)),
        Err(_) => Err(ConfigError(format!("{name}: the value is not UTF-8 text"))),
    });
    checked.collect()
}

fn unknown_variable(variable: &str) -> ConfigError {
    let name = variable.strip_prefix(PREFIX).unwrap_or(variable).to_ascii_lowercase();
    unknown(variable, &name)
}

fn unknown(location: &str, name: &str) -> ConfigError {
    let near = nearest(name, KEYS.iter().map(|key| key.name), 1);
    let near = near.first().map(|name| format!(" (did you mean {name}?)")).unwrap_or_default();
    let all = KEYS.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
    ConfigError(format!("{location}: no such key{near}; the keys are {all}"))
}

/// Returns a TOML value in the form used by flags.
fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(yes) => Some(yes.to_string()),
        toml::Value::Array(list) => {
            let items: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            Some(items?.join(","))
        }
        _ => None,
    }
}
