//! A stage and its commands.

use std::io::IsTerminal;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::estimate::Expected;
use super::output::{self, Event};
use crate::TaskError;

/// Commands that run one after the other until one fails, shown under one name.
pub(crate) struct Stage {
    /// The number of the stage and of all stages.
    number: (usize, usize),
    name: &'static str,
    expected: Expected,
    commands: Vec<Command>,
    /// The number of tests that the commands run; 0 for builds, whose units cargo counts.
    tests: usize,
}

impl Stage {
    /// Creates a stage.
    pub(crate) fn new(number: (usize, usize), name: &'static str, expected: Expected, commands: Vec<Command>) -> Stage {
        Stage { number, name, expected, commands, tests: 0 }
    }

    /// Sets the number of tests.
    pub(crate) fn with_tests(mut self, tests: usize) -> Stage {
        self.tests = tests;
        self
    }
}

/// A stage that has been started. Dropping it kills the running command.
pub(crate) struct Running {
    index: usize,
    number: (usize, usize),
    name: &'static str,
    expected: Expected,
    waiting: std::vec::IntoIter<Command>,
    commands: usize,
    finished_commands: usize,
    child: Option<(String, Child, Vec<JoinHandle<()>>)>,
    events: Sender<(usize, Event)>,
    /// Whether the remaining commands run although one has failed.
    keep_going: bool,
    /// The first failure.
    failure: Option<TaskError>,
    started: Instant,
    ended: Option<Duration>,
    done: usize,
    total: usize,
    tests: bool,
    names: String,
}

impl Running {
    /// Starts the clock of a stage; [`Running::poll`] starts its commands.
    pub(crate) fn new(index: usize, stage: Stage, keep_going: bool, events: Sender<(usize, Event)>) -> Running {
        Running {
            keep_going,
            failure: None,
            index,
            number: stage.number,
            name: stage.name,
            expected: stage.expected,
            commands: stage.commands.len(),
            finished_commands: 0,
            waiting: stage.commands.into_iter(),
            child: None,
            events,
            started: Instant::now(),
            ended: None,
            done: 0,
            total: stage.tests,
            tests: stage.tests > 0,
            names: String::new(),
        }
    }

    /// Returns whether all commands have exited or one has failed.
    pub(crate) fn is_done(&self) -> bool {
        self.ended.is_some()
    }

    /// Checks the running command, and starts the next one if it has exited.
    pub(crate) fn poll(&mut self) -> Result<(), TaskError> {
        let outcome = self.step();
        if outcome.is_err() {
            self.ended = Some(self.started.elapsed());
        }
        outcome
    }

    fn step(&mut self) -> Result<(), TaskError> {
        if let Some((name, child, readers)) = &mut self.child {
            let status = match child.try_wait() {
                Ok(None) => return Ok(()),
                Ok(Some(status)) => status,
                Err(error) => return Err(format!("{name}: {error}")),
            };
            // A grandchild may keep the pipe open: then the rest of the output is not worth waiting for.
            let deadline = Instant::now() + Duration::from_secs(1);
            while readers.iter().any(|reader| !reader.is_finished()) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(5));
            }
            if !status.success() {
                let problem = format!("{name}: {status}");
                if !self.keep_going {
                    return Err(problem);
                }
                self.failure.get_or_insert(problem);
            }
            self.child = None;
            self.finished_commands += 1;
        }
        match self.waiting.next() {
            Some(command) => self.start(command),
            None => {
                self.ended = Some(self.started.elapsed());
                self.failure.take().map_or(Ok(()), Err)
            }
        }
    }

    fn start(&mut self, mut command: Command) -> Result<(), TaskError> {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Cargo draws no progress into a pipe unless told to.
            .env("CARGO_TERM_PROGRESS_WHEN", "always")
            .env("CARGO_TERM_PROGRESS_WIDTH", "200")
            .env("CARGO_TERM_COLOR", if std::io::stderr().is_terminal() { "always" } else { "never" })
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let [stdout, stderr] = [self.events.clone(), self.events.clone()];
        let index = self.index;
        let output =
            child.stdout.take().map(|stream| std::thread::spawn(move || output::forward(stream, index, &stdout)));
        let errors =
            child.stderr.take().map(|stream| std::thread::spawn(move || output::forward(stream, index, &stderr)));
        self.child = Some((name, child, output.into_iter().chain(errors).collect()));
        Ok(())
    }

    /// Takes note of the progress of the running command.
    pub(crate) fn update(&mut self, event: Event) {
        match event {
            Event::Units { done, total, names } if !self.tests => {
                // Later commands of a stage continue where earlier ones ended.
                self.done = self.finished_commands * total + done;
                self.total = self.commands * total;
                self.names = names;
            }
            Event::Units { names, .. } => self.names = names,
            Event::Test(_) => self.done += 1,
            Event::Text(_) => {}
        }
    }

    /// Returns the number, the name, the progress, and the times, as one line.
    pub(crate) fn line(&self, with_names: bool) -> String {
        let elapsed = self.ended.unwrap_or_else(|| self.started.elapsed());
        let mut line = self.heading();
        if self.is_done() {
            return format!("{line} · done in {}", minutes(elapsed));
        }
        if self.total > 0 {
            line += &format!(" · {} of {}", self.done.min(self.total), self.total);
        }
        line += &format!(" · {} elapsed", minutes(elapsed));
        // Tests of the documentation are not counted beforehand: once they run, the end is near but not known.
        let left = self.expected.left(self.done, self.total, elapsed).filter(|_| self.done < self.total);
        if let Some(left) = left {
            line += &format!(", about {} left", minutes(left));
        }
        if with_names && !self.names.is_empty() {
            line += &format!(" · {}", self.names);
        }
        line
    }

    /// Returns the number and the name.
    pub(crate) fn heading(&self) -> String {
        let (number, of) = self.number;
        format!("[{number}/{of}] {}", self.name)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some((_, child, _)) = &mut self.child {
            // It may have exited by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Formats a duration as minutes and seconds.
pub(crate) fn minutes(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
