//! Logs: lines on standard error, as text for people or as JSON for programs. What is logged of a request is its method,
//! its path without what follows a question mark, its status and its time; never a header and never a body, so no secret
//! of a seat. Installs the process' subscriber and panic hook, once.

use std::any::Any;
use std::io::{self, IsTerminal};
use std::panic;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use crate::config::{LogFormat, LogLevel};

/// Logs from now on. A second call changes nothing.
pub fn start(level: LogLevel, format: LogFormat) {
    let json = match format {
        LogFormat::Auto => !io::stderr().is_terminal(),
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    // What libraries have to say matters when it is a warning; their whispers might hold what must not be logged.
    let ours = filter(level);
    let others = ours.min(LevelFilter::WARN);
    let targets = Targets::new().with_default(others).with_target("halfboard", ours);
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = if json {
        lines.json().flatten_event(true).with_span_list(false).boxed()
    } else {
        lines.with_target(false).with_ansi(io::stderr().is_terminal()).boxed()
    };
    if tracing_subscriber::registry().with(lines.with_filter(targets)).try_init().is_ok() {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let trace = std::backtrace::Backtrace::capture();
            tracing::error!(place, message = words(info.payload()), trace = %trace, "panic");
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

/// What a panic said.
pub(crate) fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("it said nothing")
}
