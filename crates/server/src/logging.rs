//! Logging to standard error, as text or JSON. Requests are logged with method, path without query, status and duration;
//! never with headers or bodies, so that no seat token is logged.

use std::any::Any;
use std::io::{self, IsTerminal};
use std::panic;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use crate::config::{LogFormat, LogLevel};

/// Installs the global subscriber and a panic hook. Later calls have no effect.
pub fn init(level: LogLevel, format: LogFormat) {
    let json = match format {
        LogFormat::Auto => !io::stderr().is_terminal(),
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    // Debug output of libraries might contain secrets, so only their warnings are logged.
    let own = filter(level);
    let libraries = own.min(LevelFilter::WARN);
    let targets = Targets::new().with_default(libraries).with_target("halfboard", own);
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = if json {
        lines.json().flatten_event(true).with_span_list(false).boxed()
    } else {
        lines.with_target(false).with_ansi(io::stderr().is_terminal()).boxed()
    };
    if tracing_subscriber::registry().with(lines.with_filter(targets)).try_init().is_ok() {
        panic::set_hook(Box::new(|info| {
            let location = info.location().map(ToString::to_string).unwrap_or_default();
            let trace = std::backtrace::Backtrace::capture();
            tracing::error!(location, message = panic_message(info.payload()), backtrace = %trace, "panic");
        }));
    }
}

fn filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown panic")
}
