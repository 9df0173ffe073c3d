//! Configuration: precedence, error messages, and documentation generated from the keys.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use halfboard_server::config::keys::KEYS;
use halfboard_server::config::{Database, Settings, example, table};

/// A file of this test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the build folder can be written to");
    path
}

fn workspace(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(flags: &[(&str, &str)], variables: &[(&str, &str)], file: Option<&Path>) -> Result<Settings, String> {
    let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Settings::load(flags, variables, file).map_err(|error| error.to_string())
}

#[test]
fn flags_override_variables_override_file_override_defaults() {
    let path = file(
        "precedence.toml",
        "port = 1\nmax_sockets = 1\ngames_per_address = 1\norigins = [\"https://A.example\"]\n",
    );
    let variables =
        [("HALFBOARD_PORT", "2"), ("HALFBOARD_MAX_SOCKETS", "2"), ("HALFBOARD_TABLES", "off"), ("PATH", "x")];
    let settings = read(&[("port", "3")], &variables, Some(&path)).expect("valid");
    let config = &settings.config;
    assert_eq!(config.port, Some(3));
    assert_eq!((config.limits.sockets, config.limits.games_per_address), (2, 1));
    assert_eq!(config.origins, ["https://a.example"]);
    assert_eq!(config.limits.requests_per_address, 600);
    let shown = settings.show();
    let named = format!("games_per_address = 1  # {}\n", path.display());
    for line in ["port = 3  # --port\n", "max_sockets = 2  # HALFBOARD_MAX_SOCKETS\n", &named] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
    assert!(shown.contains("behind_proxy = false  # default\n"), "{shown}");
    // The output is a valid file with the same values.
    let again = read(&[], &[], Some(&file("shown.toml", &shown))).expect("what is shown can be read");
    assert_eq!(again.config, settings.config);
    // The environment can name the file.
    let named = path.display().to_string();
    let settings = read(&[], &[("HALFBOARD_CONFIG", &named)], None).expect("valid");
    assert_eq!(settings.config.port, Some(1));
}

#[test]
fn invalid_settings_are_refused_with_place_and_valid_values() {
    let refused = |flags: &[(&str, &str)], variables: &[(&str, &str)], text: Option<&str>, words: &[&str]| {
        let path = text.map(|text| file("bad.toml", text));
        let error = read(flags, variables, path.as_deref()).expect_err("it is wrong");
        for word in words {
            assert!(error.contains(word), "{word} is not in {error}");
        }
    };
    refused(&[("max_sockets", "0")], &[], None, &["--max-sockets", "'0'", "from 1 to 1000000"]);
    refused(&[], &[("HALFBOARD_PORT", "tcp://10.0.0.1")], None, &["HALFBOARD_PORT", "from 0 to 65535"]);
    refused(
        &[],
        &[("HALFBOARD_PROT", "1")],
        None,
        &["HALFBOARD_PROT", "no such key", "did you mean port?", "max_sockets"],
    );
    refused(&[], &[("HALFBOARD_port", "1")], None, &["HALFBOARD_port", "no such key"]);
    refused(&[], &[], Some("max_socket = 1"), &["bad.toml", "'max_socket'", "did you mean max_sockets?"]);
    refused(&[], &[], Some("port = 80\nhost = \"nowhere\""), &["bad.toml", "'host'", "'nowhere'", "127.0.0.1"]);
    refused(&[], &[], Some("port = 80\nhost = nowhere"), &["bad.toml, line 2", "not valid TOML"]);
    refused(&[], &[], Some("[limits]\nmax_sockets = 1"), &["bad.toml", "'limits'", "no such key"]);
    refused(&[], &[], Some("origins = [1]"), &["'origins'", "https://example.org"]);
    refused(&[], &[], Some("origins = \"example.org\""), &["'origins'", "https://example.org"]);
    refused(&[], &[], Some("log_level = 1.5"), &["'log_level'", "error, warn"]);
    // The error for an invalid value does not reveal its password.
    let error = read(&[("database", "mysql://u:hunter2@h/d")], &[], None).expect_err("it is wrong");
    assert!(error.contains("--database") && error.contains("postgres://") && !error.contains("hunter2"), "{error}");
    // A lower source must be right, too.
    refused(&[("port", "80")], &[("HALFBOARD_PORT", "x")], None, &["HALFBOARD_PORT"]);
    let missing = read(&[], &[], Some(Path::new("/no/such/file.toml"))).expect_err("it is not there");
    assert!(missing.contains("/no/such/file.toml") && missing.contains("cannot read"), "{missing}");
}

#[test]
fn passwords_are_never_shown() {
    for (url, shown) in [
        ("postgres://ann:hunter2@db/games", "postgres://ann:***@db/games"),
        ("postgres://ann:hunt@er2@db/games?sslmode=require", "postgres://ann:***@db/games?sslmode=require"),
        ("postgres://db/games?user=ann&password=hunter2", "postgres://db/games?user=ann&password=***"),
        ("postgres://ann@db/games", "postgres://ann@db/games"),
        ("sqlite:/srv/a:b@c.sqlite", "sqlite:/srv/a:b@c.sqlite"),
    ] {
        let settings = read(&[("database", url)], &[], None).expect("valid");
        assert_eq!(settings.config.database, Database::Url(url.to_owned()));
        assert!(settings.show().contains(&format!("database = \"{shown}\"  # --database")), "{}", settings.show());
        assert!(!format!("{settings:?}").contains("hunter2"));
    }
}

#[test]
fn documented_settings_match_the_keys() {
    let example = example();
    if std::env::var_os("UPDATE_DEPLOY").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/halfboard.toml");
        std::fs::write(path, &example).expect("it can be written");
        let page = workspace("docs/server.md");
        let (table, head) = (table(), table().lines().next().unwrap_or_default().to_owned());
        let lines = page.lines().skip_while(|line| *line != head).take_while(|line| line.starts_with('|'));
        let old: String = lines.map(|line| format!("{line}\n")).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
        std::fs::write(path, page.replace(&old, &table)).expect("it can be written");
    }
    assert_eq!(workspace("deploy/halfboard.toml"), example, "UPDATE_DEPLOY=1 writes it anew");
    assert!(workspace("docs/server.md").contains(&table()), "the table of docs/server.md should be\n{}", table());
    // Uncommented, the example equals the defaults.
    let keys: Vec<&str> =
        example.lines().filter_map(|line| line.strip_prefix('#')).filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(keys.len(), KEYS.len());
    let settings = read(&[], &[], Some(&file("example.toml", &keys.join("\n")))).expect("the example is valid");
    assert_eq!(settings.config, halfboard_server::config::Config::default());
    for key in KEYS {
        let text = format!("{} = {}", key.name, key.example);
        assert!(read(&[], &[], Some(&file("one.toml", &text))).is_ok(), "{text}");
    }
}
