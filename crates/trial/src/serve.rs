//! `trial serve`: the built-in server, with the flags of `halfboard serve`.

use std::net::TcpListener;

use halfboard_server::config::{Database, Settings};

/// Serves until killed.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let names: Vec<String> = arguments.iter().step_by(2).map(|flag| flag.replace("--", "").replace('-', "_")).collect();
    let values = arguments.iter().skip(1).step_by(2).map(String::as_str);
    let flags: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(values).collect();
    let settings = Settings::load(&flags, std::env::vars_os(), None).map_err(|error| error.to_string())?;
    let config = settings.config;
    let Database::Url(database) = &config.database else { return Err("--database is missing".to_owned()) };
    let listener = TcpListener::bind((config.host, config.port.unwrap_or(0))).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let ready = || println!("Halfboard is at http://{address}/");
    halfboard_server::run(listener, &config, Some(database), ready).map_err(|error| error.to_string())
}
