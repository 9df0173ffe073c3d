//! The output of cargo and of test binaries, read while they run.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Something that a command printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// Cargo's progress: units done, all units, and the names of those being compiled.
    Units { done: usize, total: usize, names: String },
    /// A test has passed, failed or was ignored.
    Test(TestTime),
    /// A line for people: a warning, an error, the output of a failed test.
    Text(String),
}

/// A test and the time that it took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestTime {
    /// Its path, such as `in_a_browser::games::a_game_is_played`.
    pub(crate) name: String,
    pub(crate) time: Duration,
}

/// Cargo's status lines, which the display replaces.
const STATUS: [&str; 16] = [
    "Adding",
    "Blocking",
    "Building",
    "Checking",
    "Compiling",
    "Doc-tests",
    "Documenting",
    "Downloaded",
    "Downloading",
    "Executable",
    "Finished",
    "Fresh",
    "Generated",
    "Locking",
    "Running",
    "Updating",
];

/// Reads a stream to its end and sends its lines as events of a stage.
pub(crate) fn forward(mut stream: impl Read, stage: usize, events: &Sender<(usize, Event)>) {
    let mut line = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        for &byte in &buffer[..count] {
            // Cargo ends its progress with a carriage return, and redraws it.
            if byte != b'\n' && byte != b'\r' {
                line.push(byte);
                continue;
            }
            if let Some(event) = parse(&String::from_utf8_lossy(&line), byte == b'\n')
                && events.send((stage, event)).is_err()
            {
                return;
            }
            line.clear();
        }
    }
    if let Some(event) = parse(&String::from_utf8_lossy(&line), true) {
        let _ = events.send((stage, event));
    }
}

/// Interprets a line; `None` if it says nothing new.
fn parse(line: &str, complete: bool) -> Option<Event> {
    let plain = without_colours(line);
    let words = plain.trim_start();
    if let Some(units) = parse_units(words) {
        return Some(units);
    }
    if STATUS.iter().any(|status| words.strip_prefix(status).is_some_and(|rest| rest.starts_with(' '))) || !complete {
        return None;
    }
    if let Some(test) = plain.strip_prefix("test ").and_then(parse_test) {
        return Some(test);
    }
    let quiet = plain.is_empty()
        || (plain.starts_with("running ") && plain.ends_with(" tests") || plain == "running 1 test")
        || plain.starts_with("test result: ok")
        || plain.starts_with("all doctests ran in");
    (!quiet).then(|| Event::Text(line.to_owned()))
}

/// Parses `Building [====>    ] 12/247: serde, syn(build)`.
fn parse_units(words: &str) -> Option<Event> {
    let (_, rest) = words.strip_prefix("Building [")?.split_once(']')?;
    let (done, rest) = rest.trim_start().split_once('/')?;
    let (total, names) = rest.split_once(':').unwrap_or((rest, ""));
    Some(Event::Units {
        done: done.parse().ok()?,
        total: total.trim().parse().ok()?,
        names: names.trim().trim_end_matches("...").trim_end_matches([',', ' ']).to_owned(),
    })
}

/// Parses `path::of::test ... ok <1.234s>`, without the leading `test`.
fn parse_test(words: &str) -> Option<Event> {
    let (name, outcome) = words.split_once(" ... ")?;
    let seconds = outcome.split_once('<').and_then(|(_, rest)| rest.strip_suffix("s>"));
    let seconds: f64 = seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or(0.0);
    Some(Event::Test(TestTime { name: name.trim().to_owned(), time: Duration::try_from_secs_f64(seconds).ok()? }))
}

/// Removes escape sequences.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn cargos_progress_and_messages_are_told_apart() {
        let output = "   Compiling serde v1.0.229\n\x1b[1m    Building\x1b[0m [===>   ] 12/247: serde, syn(build), \
                      libsqlite3-...\r\x1b[Kwarning: unused variable: `game`\n   --> a.rs:1:1\n    Finished `dev` in 3s\n";
        let (sender, events) = mpsc::channel();
        forward(output.as_bytes(), 3, &sender);
        drop(sender);
        let events: Vec<_> = events.iter().collect();
        assert!(events.iter().all(|(stage, _)| *stage == 3));
        let names = "serde, syn(build), libsqlite3-".to_owned();
        let expected = [
            Event::Units { done: 12, total: 247, names },
            Event::Text("\x1b[Kwarning: unused variable: `game`".to_owned()),
            Event::Text("   --> a.rs:1:1".to_owned()),
        ];
        assert_eq!(events.into_iter().map(|(_, event)| event).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tests_are_read_with_their_times() {
        let test = |line| match parse(line, true) {
            Some(Event::Test(TestTime { name, time })) => (name, time.as_millis()),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(test("test a::b ... ok <1.234s>"), ("a::b".to_owned(), 1234));
        assert_eq!(test("test a::b - should panic ... FAILED <0.010s>"), ("a::b - should panic".to_owned(), 10));
        assert_eq!(test("test a::b ... ignored"), ("a::b".to_owned(), 0));
        for line in ["running 12 tests", "   Doc-tests halfboard_rules", "all doctests ran in 0.41s; merged"] {
            assert_eq!(parse(line, true), None, "{line}");
        }
        assert_eq!(parse("test result: ok. 12 passed; 0 failed", true), None);
        assert!(matches!(parse("test result: FAILED. 11 passed; 1 failed", true), Some(Event::Text(_))));
        assert!(matches!(parse("thread 'a::b' panicked at a.rs:1:1:", true), Some(Event::Text(_))));
    }
}
