//! Logging to standard error, as text or JSON. Requests are logged with method, path without query, status and duration;
//! never with headers or bodies, so that no seat token is logged.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// Interval between log lines on the same subject.
const REPEAT_INTERVAL: Duration = Duration::from_secs(60);

/// Maximum number of subjects within that interval.
const MAX_SUBJECTS: usize = 100;

/// Bounds the number of log lines that requests can cause: one per minute and subject, such as a game or the text of an error,
/// and at most 100 subjects.
#[derive(Debug, Default)]
pub(crate) struct RepeatedLog(Mutex<BTreeMap<String, RepeatedLine>>);

/// When a line was last written, and how many were suppressed since.
#[derive(Debug)]
struct RepeatedLine {
    written: Instant,
    suppressed: u64,
}

impl RepeatedLog {
    /// Creates a log without lines.
    pub(crate) const fn new() -> RepeatedLog {
        RepeatedLog(Mutex::new(BTreeMap::new()))
    }

    /// Counts a line on a subject. Returns the number of lines suppressed since the last one, or `None` if this one is to be
    /// suppressed as well.
    pub(crate) fn allow(&self, subject: &str) -> Option<u64> {
        self.allow_at(Instant::now(), subject)
    }

    fn allow_at(&self, now: Instant, subject: &str) -> Option<u64> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |line: &RepeatedLine| now.saturating_duration_since(line.written) < REPEAT_INTERVAL;
        if let Some(line) = lines.get_mut(subject) {
            line.suppressed += 1;
            if is_recent(line) {
                return None;
            }
            let suppressed = line.suppressed - 1;
            *line = RepeatedLine { written: now, suppressed: 0 };
            return Some(suppressed);
        }
        if lines.len() >= MAX_SUBJECTS {
            lines.retain(|_, line| is_recent(line));
        }
        if lines.len() >= MAX_SUBJECTS {
            return None;
        }
        lines.insert(subject.to_owned(), RepeatedLine { written: now, suppressed: 0 });
        Some(0)
    }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown panic")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use tracing::subscriber::DefaultGuard;

    use super::*;

    /// The lines that this thread logs until it is dropped.
    pub(crate) struct CapturedLog {
        bytes: Arc<Mutex<Vec<u8>>>,
        _guard: DefaultGuard,
    }

    struct LogBuffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for LogBuffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl CapturedLog {
        pub(crate) fn start() -> CapturedLog {
            let bytes = Arc::new(Mutex::new(Vec::new()));
            let buffer = Arc::clone(&bytes);
            let lines = fmt::layer().with_ansi(false).with_writer(move || LogBuffer(Arc::clone(&buffer)));
            let guard = tracing_subscriber::registry().with(lines).set_default();
            CapturedLog { bytes, _guard: guard }
        }

        /// Returns the number of lines with a text.
        pub(crate) fn count(&self, text: &str) -> usize {
            let bytes = self.bytes.lock().expect("not poisoned");
            String::from_utf8_lossy(&bytes).lines().filter(|line| line.contains(text)).count()
        }
    }

    #[test]
    fn repeated_lines_are_counted_instead_of_written() {
        let log = RepeatedLog::new();
        let now = Instant::now();
        assert_eq!(log.allow_at(now, "a"), Some(0));
        assert_eq!([1, 30, 59].map(|second| log.allow_at(now + Duration::from_secs(second), "a")), [None; 3]);
        assert_eq!(log.allow_at(now, "b"), Some(0), "another subject");
        let later = now + REPEAT_INTERVAL;
        assert_eq!(log.allow_at(later, "a"), Some(3));
        let subjects = (0..1000).filter(|number| log.allow_at(later, &format!("game {number}")).is_some());
        assert_eq!(subjects.count(), MAX_SUBJECTS - 1, "expired subjects make room");
    }
}
