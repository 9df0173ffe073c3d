//! Every key of a server's configuration, declared once: its name, its values, what it means, how it is read and shown.
//! What holds where nothing is said stands in [`Config::default`]. Touches nothing.

use std::net::IpAddr;
use std::time::Duration;

use super::{Config, Database, LogFormat, LogLevel};

/// A key. As `max_sockets` in a file it is `HALFBOARD_MAX_SOCKETS` in the environment and `--max-sockets` as a flag.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The values that it can have, after "must be".
    pub value: &'static str,
    /// A value as a file writes it.
    pub example: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// What stands for its value in the help of flags.
    pub mark: &'static str,
    /// Whether its value may hold a secret.
    pub secret: bool,
    /// Sets it from text, if that is valid.
    pub set: fn(&mut Config, &str) -> bool,
    /// Its value as a file writes it, secrets masked.
    pub show: fn(&Config) -> String,
}

impl Key {
    /// Its name in the environment.
    pub fn variable(&self) -> String {
        format!("{}{}", super::PREFIX, self.name.to_ascii_uppercase())
    }

    /// Its name as a flag.
    pub fn flag(&self) -> String {
        format!("--{}", self.name.replace('_', "-"))
    }

    /// Whether a flag may leave its value out, which then is true.
    pub fn is_switch(&self) -> bool {
        self.value == "true or false"
    }
}

/// All keys, in the order in which they are shown.
pub const KEYS: [Key; 15] = [
    Key {
        name: "host",
        value: "an address of this machine, such as 127.0.0.1 (this machine alone) or 0.0.0.0 (all its addresses)",
        example: "\"127.0.0.1\"",
        meaning: "The address to listen at.",
        mark: "ADDR",
        secret: false,
        set: |config, text| put(text.parse::<IpAddr>().ok(), &mut config.host),
        show: |config| quoted(&config.host.to_string()),
    },
    Key {
        name: "port",
        value: "a whole number from 0 to 65535, or auto",
        example: "8080",
        meaning: "The port; auto is 8080, or the next free one when that is taken. 0 is any free port.",
        mark: "N",
        secret: false,
        set: |config, text| {
            let port = if text == "auto" { Some(None) } else { digits(text, 0, 65_535).map(|port| Some(port as u16)) };
            put(port, &mut config.port)
        },
        show: |config| config.port.map_or(quoted("auto"), |port| port.to_string()),
    },
    Key {
        name: "database",
        value: "sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME, auto (a file in your data folder) or none (no games \
                between people)",
        example: "\"sqlite:/var/lib/halfboard/games.sqlite\"",
        meaning: "Where games are kept: sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME, auto (the file \
                  halfboard/games.sqlite in your data folder) or none (only the app is served).",
        mark: "URL",
        secret: true,
        set: |config, text| put(database(text), &mut config.database),
        show: |config| quoted(&config.database.masked()),
    },
    Key {
        name: "origins",
        value: "a list of origins such as https://example.org, without a path",
        example: "[\"https://example.org\"]",
        meaning: "Pages from these origins may use the interface, too; in flags and variables with commas between. The \
                  server's own pages always may.",
        mark: "LIST",
        secret: false,
        set: |config, text| put(origins(text), &mut config.origins),
        show: |config| {
            let list: Vec<String> = config.origins.iter().map(|origin| quoted(origin)).collect();
            format!("[{}]", list.join(", "))
        },
    },
    Key {
        name: "behind_proxy",
        value: "true or false",
        example: "true",
        meaning: "Whether clients are told apart by the last entry of X-Forwarded-For. Only for a server that nobody can \
                  reach but by a proxy of yours, which adds the entry.",
        mark: "YES",
        secret: false,
        set: |config, text| put(text.parse().ok(), &mut config.behind_proxy),
        show: |config| config.behind_proxy.to_string(),
    },
    Key {
        name: "max_sockets",
        value: "a whole number from 1 to 1000000",
        example: "20000",
        meaning: "Sockets and event streams open at once.",
        mark: "N",
        secret: false,
        set: |config, text| number(text, 1, 1_000_000, &mut config.limits.sockets),
        show: |config| config.limits.sockets.to_string(),
    },
    Key {
        name: "sockets_per_address",
        value: "a whole number from 1 to 1000000",
        example: "100",
        meaning: "The same for one address. A house or a school may have one address for all its people.",
        mark: "N",
        secret: false,
        set: |config, text| number(text, 1, 1_000_000, &mut config.limits.sockets_per_address),
        show: |config| config.limits.sockets_per_address.to_string(),
    },
    Key {
        name: "games_per_address",
        value: "a whole number from 1 to 1000000",
        example: "120",
        meaning: "New games in an hour for one address; those that are asked for again (rematches) count, too.",
        mark: "N",
        secret: false,
        set: |config, text| number(text, 1, 1_000_000, &mut config.limits.games_per_address),
        show: |config| config.limits.games_per_address.to_string(),
    },
    Key {
        name: "requests_per_address",
        value: "a whole number from 1 to 1000000",
        example: "600",
        meaning: "Requests to the interface in a minute for one address.",
        mark: "N",
        secret: false,
        set: |config, text| number(text, 1, 1_000_000, &mut config.limits.requests_per_address),
        show: |config| config.limits.requests_per_address.to_string(),
    },
    Key {
        name: "engine_threads",
        value: "a whole number from 1 to 256",
        example: "1",
        meaning: "How many turns of the server's own engine are thought about at once.",
        mark: "N",
        secret: false,
        set: |config, text| number(text, 1, 256, &mut config.limits.engines),
        show: |config| config.limits.engines.to_string(),
    },
    Key {
        name: "engine_think",
        value: "milliseconds, a whole number from 10 to 60000",
        example: "3000",
        meaning: "The longest that the server's own engine thinks about a turn, in milliseconds.",
        mark: "MS",
        secret: false,
        set: |config, text| number(text, 10, 60_000, &mut config.limits.engine_ms),
        show: |config| config.limits.engine_ms.to_string(),
    },
    Key {
        name: "log_level",
        value: "off, error, warn, info, debug or trace",
        example: "\"info\"",
        meaning: "What is logged: off, error (what failed), warn (what may need a hand), info (starts, ends, requests to \
                  the interface), debug (files and sockets, too) or trace.",
        mark: "LEVEL",
        secret: false,
        set: |config, text| {
            put(LEVELS.iter().find(|(name, _)| *name == text).map(|&(_, level)| level), &mut config.log_level)
        },
        show: |config| quoted(name_of(&LEVELS, &config.log_level)),
    },
    Key {
        name: "log_format",
        value: "auto, text or json",
        example: "\"json\"",
        meaning: "How logs are written, on standard error: text, json (an object a line) or auto (text in a terminal, \
                  json elsewhere).",
        mark: "FORMAT",
        secret: false,
        set: |config, text| {
            put(FORMATS.iter().find(|(name, _)| *name == text).map(|&(_, format)| format), &mut config.log_format)
        },
        show: |config| quoted(name_of(&FORMATS, &config.log_format)),
    },
    Key {
        name: "shutdown_grace",
        value: "seconds, a whole number from 0 to 600",
        example: "10",
        meaning: "How many seconds open sockets and writes may take when the server is told to end.",
        mark: "S",
        secret: false,
        set: |config, text| put(digits(text, 0, 600).map(Duration::from_secs), &mut config.shutdown_grace),
        show: |config| config.shutdown_grace.as_secs().to_string(),
    },
    Key {
        name: "keep_challenges",
        value: "days, a whole number from 1 to 3650",
        example: "14",
        meaning: "After so many days games that never began are removed.",
        mark: "DAYS",
        secret: false,
        set: |config, text| number(text, 1, 3650, &mut config.limits.challenge_days),
        show: |config| config.limits.challenge_days.to_string(),
    },
];

const LEVELS: [(&str, LogLevel); 6] = [
    ("off", LogLevel::Off),
    ("error", LogLevel::Error),
    ("warn", LogLevel::Warn),
    ("info", LogLevel::Info),
    ("debug", LogLevel::Debug),
    ("trace", LogLevel::Trace),
];

const FORMATS: [(&str, LogFormat); 3] =
    [("auto", LogFormat::Auto), ("text", LogFormat::Text), ("json", LogFormat::Json)];

fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, named)| named == value).map_or("", |(name, _)| name)
}

/// Puts a value in its place, if there is one.
fn put<T>(value: Option<T>, place: &mut T) -> bool {
    value.map(|value| *place = value).is_some()
}

/// A number of plain digits in a range.
fn digits(text: &str, least: u64, most: u64) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some(text).filter(|_| plain)?.parse().ok().filter(|number| (least..=most).contains(number))
}

fn number<T: TryFrom<u64>>(text: &str, least: u64, most: u64, place: &mut T) -> bool {
    put(digits(text, least, most).and_then(|number| T::try_from(number).ok()), place)
}

fn database(text: &str) -> Option<Database> {
    let path = text.strip_prefix("sqlite:");
    let server = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    match (text, path, server) {
        ("none", ..) => Some(Database::None),
        ("auto", ..) => Some(Database::Usual),
        (_, Some(rest), _) | (_, _, Some(rest)) if !rest.is_empty() => Some(Database::At(text.to_owned())),
        _ => None,
    }
}

/// Origins as browsers write them: a scheme and a host, and a port where it is not the usual one.
fn origins(text: &str) -> Option<Vec<String>> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let read = words.map(|word| {
        let word = word.strip_suffix('/').unwrap_or(word).to_ascii_lowercase();
        let host = word.strip_prefix("https://").or_else(|| word.strip_prefix("http://"))?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        (!host.is_empty() && host.bytes().all(plain)).then_some(word)
    });
    read.collect()
}

/// Text as a file writes it.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
