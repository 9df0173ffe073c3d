//! The declaration of every configuration key: name, valid values, help, parser and formatter. Defaults are in
//! [`Config::default`].

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::{AdminSocket, Config, Database, LogFormat, LogLevel};
use crate::proxies::ForwardedHeader;

/// A configuration key. `max_sockets` in a file is `HALFBOARD_MAX_SOCKETS` in the environment and `--max-sockets` as a flag.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The valid values, as they follow "must be".
    pub valid: &'static str,
    /// An example value in TOML.
    pub example: &'static str,
    /// A description for help and documentation.
    pub help: &'static str,
    /// The placeholder for its value in the help of flags.
    pub value_name: &'static str,
    /// Whether its value may contain a secret.
    pub secret: bool,
    /// Sets it from text; returns false if that is invalid.
    pub set: fn(&mut Config, &str) -> bool,
    /// Returns its value in TOML, with secrets masked.
    pub show: fn(&Config) -> String,
}

impl Key {
    /// Returns its environment variable.
    pub fn variable(&self) -> String {
        format!("{}{}", super::PREFIX, self.name.to_ascii_uppercase())
    }

    /// Returns its command line flag.
    pub fn flag(&self) -> String {
        format!("--{}", self.name.replace('_', "-"))
    }

    /// Returns whether its flag may omit the value, which then is true.
    pub fn is_switch(&self) -> bool {
        self.valid == "true or false"
    }
}

/// Declares a key for a number in a range.
macro_rules! number {
    ($name:literal $value_name:literal $($field:ident).+ = $unit:literal $min:literal..=$max:literal, $example:literal; $help:literal) => {
        Key {
            name: $name,
            valid: concat!($unit, "a whole number from ", $min, " to ", $max),
            example: $example,
            help: $help,
            value_name: $value_name,
            secret: false,
            set: |config, text| {
                let number = parse_number(text, $min, $max).and_then(|number| number.try_into().ok());
                assign(number, &mut config.$($field).+)
            },
            show: |config| config.$($field).+.to_string(),
        }
    };
}

/// All keys, in the order in which they are listed.
pub const KEYS: &[Key] = &[
    Key {
        name: "host",
        valid: "an IP address of this machine, such as 127.0.0.1 (local only) or 0.0.0.0 (all interfaces)",
        example: "\"127.0.0.1\"",
        help: "IP address to listen on.",
        value_name: "ADDR",
        secret: false,
        set: |config, text| assign(text.parse::<IpAddr>().ok(), &mut config.host),
        show: |config| quote(&config.host.to_string()),
    },
    Key {
        name: "port",
        valid: "a whole number from 0 to 65535, or auto",
        example: "8080",
        help: "Port to listen on; auto is 8080, or the next free port if that is taken. 0 is any free port.",
        value_name: "N",
        secret: false,
        set: |config, text| {
            let port =
                if text == "auto" { Some(None) } else { parse_number(text, 0, 65_535).map(|port| Some(port as u16)) };
            assign(port, &mut config.port)
        },
        show: |config| config.port.map_or(quote("auto"), |port| port.to_string()),
    },
    Key {
        name: "database",
        valid: "sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME, auto (a file in your data folder) or none (no online \
                games)",
        example: "\"sqlite:/var/lib/halfboard/games.sqlite\"",
        help: "Where to store games: sqlite:PATH, postgres://USER:PASSWORD@HOST/NAME, auto (halfboard/games.sqlite in your \
               data folder) or none (serve only the web app).",
        value_name: "URL",
        secret: true,
        set: |config, text| assign(parse_database(text), &mut config.database),
        show: |config| quote(&config.database.masked()),
    },
    Key {
        name: "origins",
        valid: "a list of origins such as https://example.org, without a path",
        example: "[\"https://example.org\"]",
        help: "Origins of other pages that may use the API; comma-separated in flags and variables. The server's own pages \
               always may.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_list(text, parse_origin), &mut config.origins),
        show: |config| quote_list(&config.origins),
    },
    Key {
        name: "hosts",
        valid: "a list of host names such as example.org, without a port",
        example: "[\"example.org\"]",
        help: "Host names under which the server answers; empty for all. Requests for other hosts get status 421; localhost, \
               127.0.0.1 and [::1] are always answered. Name IP addresses if they are used.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_list(text, parse_host), &mut config.hosts),
        show: |config| quote_list(&config.hosts),
    },
    Key {
        name: "behind_proxy",
        valid: "true or false",
        example: "true",
        help: "Identify clients by the last entry of X-Forwarded-For; the same as proxy_hops = 1. Enable only if the server \
               is reachable solely through your proxy, which adds that entry.",
        value_name: "YES",
        secret: false,
        set: |config, text| assign(text.parse().ok(), &mut config.behind_proxy),
        show: |config| config.behind_proxy.to_string(),
    },
    number! {
        "proxy_hops" "N" proxies.hops = "" 0..=16, "2";
        "Number of proxies that every request passes, each of which adds an entry to the header; the client is that many \
         entries from the end. With 0, it is the last entry that is not in trusted_proxies."
    },
    Key {
        name: "trusted_proxies",
        valid: "a list of IP addresses and networks such as 10.0.0.0/8",
        example: "[\"10.0.0.0/8\", \"::1\"]",
        help: "Addresses and networks of your proxies. Only their X-Forwarded-For is used, and their connections are not \
               limited by address. Empty: every peer is a proxy if proxy_hops is not 0.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_list(text, |text| text.parse().ok()), &mut config.proxies.networks),
        show: |config| quote_list(&config.proxies.networks),
    },
    Key {
        name: "forwarded_header",
        valid: "x-forwarded-for or forwarded",
        example: "\"forwarded\"",
        help: "Header in which your proxies name the client: x-forwarded-for, or forwarded (RFC 7239).",
        value_name: "NAME",
        secret: false,
        set: |config, text| assign(find_named(&FORWARDED_HEADERS, text), &mut config.proxies.header),
        show: |config| quote(name_of(&FORWARDED_HEADERS, &config.proxies.header)),
    },
    Key {
        name: "tls_certificate",
        valid: "the path of a PEM file, or none",
        example: "\"/etc/halfboard/fullchain.pem\"",
        help: "PEM file of a certificate chain: the server speaks TLS without a proxy. It is loaded again when it changes. With \
               tls_key.",
        value_name: "FILE",
        secret: false,
        set: |config, text| assign(parse_path(text), &mut config.tls.certificate),
        show: |config| quote_path(config.tls.certificate.as_ref()),
    },
    Key {
        name: "tls_key",
        valid: "the path of a PEM file, or none",
        example: "\"/etc/halfboard/privkey.pem\"",
        help: "PEM file of the certificate's private key.",
        value_name: "FILE",
        secret: false,
        set: |config, text| assign(parse_path(text), &mut config.tls.key),
        show: |config| quote_path(config.tls.key.as_ref()),
    },
    Key {
        name: "acme_domains",
        valid: "a list of host names such as example.org",
        example: "[\"example.org\"]",
        help: "Names for which to obtain a certificate from an ACME server, by default Let's Encrypt, whose terms of service \
               you accept thereby. The server must be reachable at port 443 of these names.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_list(text, parse_host), &mut config.tls.acme.domains),
        show: |config| quote_list(&config.tls.acme.domains),
    },
    Key {
        name: "acme_contact",
        valid: "a list of mail addresses",
        example: "[\"admin@example.org\"]",
        help: "Mail addresses to which the ACME server may write.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_list(text, parse_mail), &mut config.tls.acme.contact),
        show: |config| quote_list(&config.tls.acme.contact),
    },
    Key {
        name: "acme_cache",
        valid: "the path of a folder, or none",
        example: "\"/var/lib/halfboard/acme\"",
        help: "Folder that keeps the account and the certificate of acme_domains; servers must not share it.",
        value_name: "FOLDER",
        secret: false,
        set: |config, text| assign(parse_path(text), &mut config.tls.acme.cache),
        show: |config| quote_path(config.tls.acme.cache.as_ref()),
    },
    Key {
        name: "acme_directory",
        valid: "the https:// address of an ACME directory",
        example: "\"https://acme-staging-v02.api.letsencrypt.org/directory\"",
        help: "Directory of the ACME server.",
        value_name: "URL",
        secret: false,
        set: |config, text| {
            let url = text.starts_with("https://").then(|| text.to_owned());
            assign(url, &mut config.tls.acme.directory)
        },
        show: |config| quote(&config.tls.acme.directory),
    },
    Key {
        name: "acme_root",
        valid: "the path of a PEM file, or none",
        example: "\"/etc/halfboard/acme-root.pem\"",
        help: "PEM file of the authority that certifies a private ACME server; none for authorities that the system trusts.",
        value_name: "FILE",
        secret: false,
        set: |config, text| assign(parse_path(text), &mut config.tls.acme.root),
        show: |config| quote_path(config.tls.acme.root.as_ref()),
    },
    number! {
        "max_sockets" "N" limits.sockets = "" 1..=1000000, "20000";
        "Maximum number of open sockets and event streams."
    },
    number! {
        "sockets_per_address" "N" limits.sockets_per_address = "" 1..=1000000, "100";
        "The same per client address. Note that a household or school may share one address."
    },
    number! {
        "connections_per_address" "N" limits.connections_per_address = "" 1..=1000000, "100";
        "Open connections per client address in addition to its sockets and event streams. Proxies have no such limit."
    },
    number! {
        "games_per_address" "N" limits.games_per_address = "" 1..=1000000, "120";
        "New games per hour and client address, including rematches."
    },
    number! {
        "challenges_per_address" "N" limits.challenges_per_address = "" 1..=1000000, "3";
        "Open public challenges of a client address at a time; ten times as many that are not listed."
    },
    number! {
        "seats_per_address" "N" limits.seats_per_address = "" 1..=1000000, "120";
        "Seats taken in challenges of others per hour and client address."
    },
    number! {
        "waiting_seats_per_address" "N" limits.waiting_seats_per_address = "" 1..=1000000, "10";
        "Public challenges that a client address may have accepted without having moved yet; three times as many that are not listed."
    },
    Key {
        name: "storage_per_address",
        valid: "megabytes, a whole number from 1 to 1000000",
        example: "64",
        help: "Megabytes that a client address may store per day: games, turns, chat. Turns may use twice as much.",
        value_name: "MB",
        secret: false,
        set: |config, text| {
            assign(parse_number(text, 1, 1_000_000).map(|mb| mb << 20), &mut config.limits.storage_per_address)
        },
        show: |config| (config.limits.storage_per_address >> 20).to_string(),
    },
    number! {
        "requests_per_address" "N" limits.requests_per_address = "" 1..=1000000, "600";
        "API requests per minute and client address."
    },
    number! {
        "files_per_address" "N" limits.files_per_address = "" 1..=1000000, "6000";
        "Requests for pages and files per minute and client address."
    },
    number! {
        "pictures_per_address" "N" limits.pictures_per_address = "" 1..=1000000, "60";
        "Requests for pictures of link previews per minute and client address."
    },
    number! {
        "engine_threads" "N" limits.engines = "" 1..=256, "1";
        "Number of concurrent searches of the server's engine."
    },
    number! {
        "engine_think" "MS" limits.engine_ms = "milliseconds, " 10..=60000, "3000";
        "Maximum time the server's engine thinks about a move, in milliseconds."
    },
    number! {
        "engine_queue" "N" limits.engine_queue = "" 1..=1000000, "256";
        "Number of turns waiting for the engine at which new engine games are refused."
    },
    number! {
        "engine_queue_per_address" "N" limits.engine_queue_per_address = "" 1..=1000000, "16";
        "The same per client address."
    },
    Key {
        name: "log_level",
        valid: "off, error, warn, info, debug or trace",
        example: "\"info\"",
        help: "Log level: off, error, warn, info (start, stop, API requests), debug (also files and sockets) or trace.",
        value_name: "LEVEL",
        secret: false,
        set: |config, text| assign(find_named(&LEVELS, text), &mut config.log_level),
        show: |config| quote(name_of(&LEVELS, &config.log_level)),
    },
    Key {
        name: "log_format",
        valid: "auto, text or json",
        example: "\"json\"",
        help: "Format of logs on standard error: text, json (one object per line) or auto (text in a terminal, otherwise \
               json).",
        value_name: "FORMAT",
        secret: false,
        set: |config, text| assign(find_named(&FORMATS, text), &mut config.log_format),
        show: |config| quote(name_of(&FORMATS, &config.log_format)),
    },
    Key {
        name: "shutdown_grace",
        valid: "seconds, a whole number from 0 to 600",
        example: "10",
        help: "Seconds to wait for open sockets and pending writes on shutdown.",
        value_name: "S",
        secret: false,
        set: |config, text| assign(parse_number(text, 0, 600).map(Duration::from_secs), &mut config.shutdown_grace),
        show: |config| config.shutdown_grace.as_secs().to_string(),
    },
    Key {
        name: "first_move",
        valid: "seconds, a whole number from 0 to 86400",
        example: "60",
        help: "Seconds in which each of the first two turns of a new game with a clock must be played, or the game is aborted; 0 for no limit.",
        value_name: "S",
        secret: false,
        set: |config, text| {
            let seconds =
                parse_number(text, 0, 86_400).map(|seconds| Some(seconds as u32).filter(|&seconds| seconds > 0));
            assign(seconds, &mut config.limits.first_move)
        },
        show: |config| config.limits.first_move.unwrap_or_default().to_string(),
    },
    number! {
        "keep_challenges" "DAYS" limits.challenge_days = "days, " 1..=3650, "14";
        "Days after which challenges that never started are deleted."
    },
    number! {
        "keep_finished" "DAYS" limits.finished_days = "days, " 0..=36500, "0";
        "Days after which finished games are deleted, also from the archive; 0 keeps them for ever."
    },
    number! {
        "keep_aborted" "DAYS" limits.aborted_days = "days, " 0..=36500, "1";
        "Days after which aborted games are deleted; 0 keeps them for ever."
    },
    number! {
        "keep_chat" "DAYS" limits.chat_days = "days, " 0..=36500, "0";
        "Days after the end of a game after which its chat is erased; 0 keeps it as long as the game."
    },
    number! {
        "keep_audit" "DAYS" limits.audit_days = "days, " 0..=36500, "365";
        "Days after which entries of the audit log of halfboard admin are deleted; 0 keeps them for ever."
    },
    Key {
        name: "backup_folder",
        valid: "a folder for backups, or none",
        example: "\"/var/backups/halfboard\"",
        help: "Folder into which the server makes backups by itself, or none.",
        value_name: "PATH",
        secret: false,
        set: |config, text| {
            config.backups.folder = (!text.is_empty() && text != "none").then(|| text.into());
            true
        },
        show: |config| quote(&config.backups.folder.as_ref().map_or("none".into(), |path| path.to_string_lossy())),
    },
    number! {
        "backup_interval" "MINUTES" backups.interval_minutes = "minutes, " 1..=43200, "60";
        "Minutes between backups. Most are incremental: only changed games are written."
    },
    number! {
        "backup_keep" "N" backups.keep = "" 1..=100000, "48";
        "Number of backups to keep at least. Older ones are deleted, a full backup together with its incremental ones."
    },
    Key {
        name: "backup_recipients",
        valid: "a list of age public keys such as age1…",
        example: "[\"age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\"]",
        help: "Public keys of age for which backups are encrypted; comma-separated in flags and variables.",
        value_name: "LIST",
        secret: false,
        set: |config, text| assign(parse_recipients(text), &mut config.backups.recipients),
        show: |config| {
            let list: Vec<String> = config.backups.recipients.iter().map(|key| quote(key)).collect();
            format!("[{}]", list.join(", "))
        },
    },
    Key {
        name: "metrics_listen",
        valid: "none, or an IP address with a port, such as 127.0.0.1:9090",
        example: "\"127.0.0.1:9090\"",
        help: "Address with a port of a separate listener for /metrics and /healthz. With none, /metrics is on the main \
               listener and answers only requests from this machine.",
        value_name: "ADDR",
        secret: false,
        set: |config, text| {
            let address = if text == "none" { Some(None) } else { text.parse().ok().map(Some) };
            assign(address, &mut config.metrics_listen)
        },
        show: |config| quote(&config.metrics_listen.map_or("none".to_owned(), |address| address.to_string())),
    },
    Key {
        name: "admin_socket",
        valid: "auto, none, or the path of a Unix socket to create",
        example: "\"/run/halfboard/admin.sock\"",
        help: "Unix socket of halfboard admin, for the server's own user and root. auto is PATH.admin beside an SQLite \
               database and none with PostgreSQL.",
        value_name: "PATH",
        secret: false,
        set: |config, text| {
            let socket = match text {
                "" => None,
                "none" => Some(AdminSocket::None),
                "auto" => Some(AdminSocket::Auto),
                path => Some(AdminSocket::Path(path.into())),
            };
            assign(socket, &mut config.admin_socket)
        },
        show: |config| match &config.admin_socket {
            AdminSocket::None => quote("none"),
            AdminSocket::Auto => quote("auto"),
            AdminSocket::Path(path) => quote(&path.to_string_lossy()),
        },
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

const FORWARDED_HEADERS: [(&str, ForwardedHeader); 2] =
    [("x-forwarded-for", ForwardedHeader::XForwardedFor), ("forwarded", ForwardedHeader::Forwarded)];

fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, named)| named == value).map_or("", |(name, _)| name)
}

fn find_named<T: Copy>(names: &[(&str, T)], text: &str) -> Option<T> {
    names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
}

/// Assigns a value if there is one; returns whether there was.
fn assign<T>(value: Option<T>, target: &mut T) -> bool {
    value.map(|value| *target = value).is_some()
}

/// Parses a number of plain digits in a range.
fn parse_number(text: &str, min: u64, max: u64) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some(text).filter(|_| plain)?.parse().ok().filter(|number| (min..=max).contains(number))
}

fn parse_database(text: &str) -> Option<Database> {
    let path = text.strip_prefix("sqlite:");
    let server = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    match (text, path, server) {
        ("none", ..) => Some(Database::None),
        ("auto", ..) => Some(Database::Auto),
        (_, Some(rest), _) | (_, _, Some(rest)) if !rest.is_empty() => Some(Database::Url(text.to_owned())),
        _ => None,
    }
}

/// Parses a comma-separated list.
fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(parse).collect()
}

/// Parses an origin: scheme, host, and port if it is not the default.
fn parse_origin(text: &str) -> Option<String> {
    let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    (!host.is_empty() && host.bytes().all(plain)).then_some(origin)
}

/// Parses a host name, an IPv4 address, or an IPv6 address with or without brackets.
fn parse_host(text: &str) -> Option<String> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    if let Ok(address) = bare.parse::<std::net::Ipv6Addr>() {
        return Some(format!("[{address}]"));
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    text.bytes().all(plain).then(|| text.to_ascii_lowercase())
}

/// Parses a path; none is no path.
fn parse_path(text: &str) -> Option<Option<PathBuf>> {
    match text {
        "" => None,
        "none" => Some(None),
        path => Some(Some(path.into())),
    }
}

/// Returns a path or none as a TOML string.
fn quote_path(path: Option<&PathBuf>) -> String {
    quote(&path.map_or("none".to_owned(), |path| path.display().to_string()))
}

fn parse_mail(text: &str) -> Option<String> {
    let (name, host) = text.split_once('@')?;
    (!name.is_empty() && !host.is_empty() && !text.contains(char::is_whitespace)).then(|| text.to_owned())
}

/// Returns a TOML array of strings.
fn quote_list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quote(&item.to_string())).collect();
    format!("[{}]", items.join(", "))
}

/// Parses a comma-separated list of age public keys.
fn parse_recipients(text: &str) -> Option<Vec<String>> {
    let keys = text.split(',').map(str::trim).filter(|key| !key.is_empty());
    let is_key = |key: &str| key.starts_with("age1") && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    keys.map(|key| is_key(key).then(|| key.to_owned())).collect()
}

/// Returns a TOML string.
fn quote(text: &str) -> String {
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
