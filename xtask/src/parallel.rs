//! Runs two queues of commands in parallel: many builds end with a long single-threaded step, and browser tests mostly wait.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::TaskError;

/// How often to check whether a command has exited.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What happens to one queue when a command of the other fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Kill its command at once. Right for builds, which leave nothing behind.
    StopOther,
    /// Let it finish. Right for tests, whose servers and browsers would be left running.
    FinishOther,
}

/// Runs two queues of commands in parallel. The output of `foreground` is shown as it comes; the output of `captured` goes to
/// `log` and is shown when that queue ends.
///
/// Returns the first failure of either queue.
pub(crate) fn run_in_parallel(
    foreground: Vec<Command>,
    captured: Vec<Command>,
    log: &Path,
    on_failure: OnFailure,
) -> Result<(), TaskError> {
    let failed = |error| format!("{}: {error}", log.display());
    fs::create_dir_all(log.parent().expect("a file is in a folder")).map_err(failed)?;
    let output = File::create(log).map_err(failed)?;
    let mut queues = [CommandQueue::new(foreground, None), CommandQueue::new(captured, Some(output))];
    let mut first = None;
    while queues.iter().any(|queue| !queue.done) && !(first.is_some() && on_failure == OnFailure::StopOther) {
        for queue in queues.iter_mut().filter(|queue| !queue.done) {
            let outcome = queue.poll();
            if queue.done && queue.output.is_some() {
                eprint!("{}", String::from_utf8_lossy(&fs::read(log).map_err(failed)?));
            }
            if let Err(problem) = outcome {
                eprintln!("xtask: failed: {problem}");
                first.get_or_insert(problem);
            }
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    first.map_or(Ok(()), Err)
}

/// Commands that run one after the other until one fails. Dropping the queue kills the running command.
struct CommandQueue {
    waiting: std::vec::IntoIter<Command>,
    running: Option<(String, Child)>,
    /// Whether the queue is empty or a command has failed.
    done: bool,
    /// Where the commands print; `None` inherits xtask's output.
    output: Option<File>,
}

impl CommandQueue {
    fn new(commands: Vec<Command>, output: Option<File>) -> CommandQueue {
        CommandQueue { waiting: commands.into_iter(), running: None, done: false, output }
    }

    /// Checks the running command, and starts the next one if it has exited.
    fn poll(&mut self) -> Result<(), TaskError> {
        let outcome = self.step();
        self.done |= outcome.is_err();
        outcome
    }

    fn step(&mut self) -> Result<(), TaskError> {
        if let Some((name, child)) = &mut self.running {
            match child.try_wait() {
                Ok(None) => return Ok(()),
                Ok(Some(status)) if status.success() => self.running = None,
                Ok(Some(status)) => return Err(format!("{name}: {status}")),
                Err(error) => return Err(format!("{name}: {error}")),
            }
        }
        let Some(mut command) = self.waiting.next() else {
            self.done = true;
            return Ok(());
        };
        let name = format!("{command:?}");
        let failed = |error| format!("{name}: {error}");
        match &self.output {
            None => eprintln!("xtask: {name}"),
            Some(output) => {
                eprintln!("xtask: in parallel: {name}");
                writeln!(&mut &*output, "xtask: {name}").map_err(failed)?;
                command.stdout(output.try_clone().map_err(failed)?).stderr(output.try_clone().map_err(failed)?);
                command.stdin(Stdio::null());
            }
        }
        let child = command.spawn().map_err(failed)?;
        self.running = Some((name, child));
        Ok(())
    }
}

impl Drop for CommandQueue {
    fn drop(&mut self) {
        if let Some((_, child)) = &mut self.running {
            // It may have exited by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This test binary, which lists its tests or rejects an unknown option.
    fn command(option: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.arg(option);
        command
    }

    #[test]
    fn both_queues_must_succeed() {
        let run = |foreground: &[&str], captured: &[&str], on_failure: OnFailure| {
            let log = std::env::temp_dir().join(format!("halfboard-queues-{}.txt", std::process::id()));
            let queue = |options: &[&str]| options.iter().map(|option| command(option)).collect();
            let outcome = run_in_parallel(queue(foreground), queue(captured), &log, on_failure);
            let text = fs::read_to_string(&log).expect("a file");
            fs::remove_file(&log).expect("removed");
            (outcome, text)
        };
        let both = "queues_must_succeed: test";
        let (outcome, text) = run(&["--list", "--list"], &["--list", "--help"], OnFailure::StopOther);
        assert_eq!(outcome, Ok(()));
        assert!(text.contains(both) && text.contains("Usage"), "{text}");
        for on_failure in [OnFailure::StopOther, OnFailure::FinishOther] {
            let (outcome, text) = run(&["--list"], &["--nonsense", "--help"], on_failure);
            assert!(outcome.is_err_and(|problem| problem.contains("--nonsense")), "{on_failure:?}");
            assert!(text.contains("nonsense") && !text.contains("Usage"), "{text}");
        }
        let (outcome, text) = run(&["--nonsense", "--list"], &["--list", "--help"], OnFailure::FinishOther);
        assert!(outcome.is_err_and(|problem| problem.contains("--nonsense")));
        assert!(text.contains(both) && text.contains("Usage"), "{text}");
    }
}
