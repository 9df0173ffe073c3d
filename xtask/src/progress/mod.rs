//! Stages of a task: commands that run one after the other or in parallel, with their progress, elapsed and estimated time.
//!
//! On a terminal the running stages are redrawn in place; otherwise each prints a line from time to time. Warnings, errors
//! and other output of the commands are passed through.

mod display;
mod estimate;
mod output;
mod stage;

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::TaskError;
use display::Display;
use output::Event;
use stage::Running;

pub(crate) use estimate::Expected;
pub(crate) use output::TestTime;
pub(crate) use stage::Stage;

/// How often to check whether a command has exited.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What happens to a stage when a parallel one fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Kill its command at once. Right for builds, which leave nothing behind.
    StopOthers,
    /// Let it finish, and let the failed one run its other commands as well. Right for tests, whose servers and browsers would
    /// be left running, and whose failures are best seen together.
    FinishOthers,
}

/// Runs stages in parallel until all have succeeded, and returns the times of the tests that they ran.
///
/// # Errors
/// Returns the first failure of any stage.
pub(crate) fn run(stages: Vec<Stage>, on_failure: OnFailure) -> Result<Vec<TestTime>, TaskError> {
    let (sender, events) = mpsc::channel::<(usize, Event)>();
    let keep_going = on_failure == OnFailure::FinishOthers;
    let start = |(index, stage)| Running::new(index, stage, keep_going, sender.clone());
    let mut running: Vec<Running> = stages.into_iter().enumerate().map(start).collect();
    drop(sender);
    let mut display = Display::new();
    let mut tests = Vec::new();
    let mut first = None;
    for stage in &running {
        display.started(stage);
    }
    while running.iter().any(|stage| !stage.is_done()) && !(first.is_some() && on_failure == OnFailure::StopOthers) {
        for index in 0..running.len() {
            if running[index].is_done() {
                continue;
            }
            let outcome = running[index].poll();
            if let Err(problem) = outcome {
                // What the command printed comes first.
                receive(&events, &mut running, &mut display, &mut tests);
                display.text(&format!("xtask: failed: {problem}"));
                first.get_or_insert(problem);
            } else if running[index].is_done() {
                display.finished(&running[index]);
            }
        }
        receive(&events, &mut running, &mut display, &mut tests);
        display.tick(&running);
    }
    display.clear();
    first.map_or(Ok(tests), Err)
}

/// Handles the output of the commands for one interval.
fn receive(
    events: &mpsc::Receiver<(usize, Event)>,
    running: &mut [Running],
    display: &mut Display,
    tests: &mut Vec<TestTime>,
) {
    let mut wait = POLL_INTERVAL;
    loop {
        match events.recv_timeout(wait) {
            Ok((_, Event::Text(line))) => display.text(&line),
            Ok((index, event)) => {
                if let Event::Test(test) = &event {
                    tests.push(test.clone());
                }
                running[index].update(event);
            }
            Err(RecvTimeoutError::Timeout) => return,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(wait);
                return;
            }
        }
        wait = Duration::from_millis(1);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// This test binary, which lists its tests or rejects an unknown option.
    fn command(option: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.arg(option);
        command
    }

    fn stage(name: &'static str, options: &[&str]) -> Stage {
        Stage::new((1, 2), name, Expected::UNKNOWN, options.iter().map(|option| command(option)).collect())
    }

    #[test]
    fn all_stages_must_succeed() {
        for on_failure in [OnFailure::StopOthers, OnFailure::FinishOthers] {
            let good = || stage("good", &["--list", "--help"]);
            assert_eq!(run(vec![good(), good()], on_failure), Ok(Vec::new()));
            for stages in [vec![good(), stage("bad", &["--nonsense", "--help"])], vec![stage("bad", &["--nonsense"])]] {
                let outcome = run(stages, on_failure);
                assert!(outcome.is_err_and(|problem| problem.contains("--nonsense")), "{on_failure:?}");
            }
        }
    }

    #[test]
    fn a_command_that_does_not_exist_is_an_error() {
        let missing = Stage::new((1, 1), "missing", Expected::UNKNOWN, vec![Command::new("halfboard-no-such-program")]);
        let outcome = run(vec![missing], OnFailure::StopOthers);
        assert!(outcome.is_err_and(|problem| problem.contains("halfboard-no-such-program")));
    }
}
