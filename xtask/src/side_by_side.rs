//! Two rows of commands side by side: many builds end with something long that uses one core, and tests in a browser wait
//! much. Knows nothing of what it runs.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Failed;

/// How often to look whether a command has ended.
const GLANCE: Duration = Duration::from_millis(50);

/// What becomes of one row when a command of the other fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    /// Its command is stopped at once: right for a build, which leaves nothing behind.
    Stops,
    /// It goes on to its end: right for tests, whose servers and browsers would be left running.
    GoesOn,
}

/// Runs two rows of commands side by side. What the first row prints is seen as it comes. What the second one prints goes to
/// a file, and is shown as a whole when that row ends. All of both must succeed; the first failure is given.
pub(crate) fn side_by_side(seen: Vec<Command>, kept: Vec<Command>, file: &Path, other: Other) -> Result<(), Failed> {
    let failed = |error| format!("{}: {error}", file.display());
    fs::create_dir_all(file.parent().expect("a file is in a folder")).map_err(failed)?;
    let output = File::create(file).map_err(failed)?;
    let mut rows = [Row::new(seen, None), Row::new(kept, Some(output))];
    let mut first = None;
    while rows.iter().any(|row| !row.done) && !(first.is_some() && other == Other::Stops) {
        for row in rows.iter_mut().filter(|row| !row.done) {
            let outcome = row.go_on();
            if row.done && row.output.is_some() {
                eprint!("{}", String::from_utf8_lossy(&fs::read(file).map_err(failed)?));
            }
            if let Err(problem) = outcome {
                eprintln!("xtask: failed: {problem}");
                first.get_or_insert(problem);
            }
        }
        std::thread::sleep(GLANCE);
    }
    first.map_or(Ok(()), Err)
}

/// Commands that run one after the other, each of which must succeed. What runs is stopped with this.
struct Row {
    waiting: std::vec::IntoIter<Command>,
    running: Option<(String, Child)>,
    /// Whether nothing is left to do, or something failed.
    done: bool,
    /// Where they print to, if not to where xtask does.
    output: Option<File>,
}

impl Row {
    fn new(commands: Vec<Command>, output: Option<File>) -> Row {
        Row { waiting: commands.into_iter(), running: None, done: false, output }
    }

    /// Looks after the command that runs, and starts the next one if it has ended.
    fn go_on(&mut self) -> Result<(), Failed> {
        let outcome = self.step();
        self.done |= outcome.is_err();
        outcome
    }

    fn step(&mut self) -> Result<(), Failed> {
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
                eprintln!("xtask: beside: {name}");
                // Its name stands before what it prints there, too.
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

impl Drop for Row {
    fn drop(&mut self) {
        if let Some((_, child)) = &mut self.running {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This program, which then lists its tests or does not know the option.
    fn command(option: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.arg(option);
        command
    }

    #[test]
    fn both_rows_must_succeed() {
        let run = |seen: &[&str], kept: &[&str], other: Other| {
            let file = std::env::temp_dir().join(format!("halfboard-rows-{}.txt", std::process::id()));
            let row = |options: &[&str]| options.iter().map(|option| command(option)).collect();
            let outcome = side_by_side(row(seen), row(kept), &file, other);
            let text = fs::read_to_string(&file).expect("a file");
            fs::remove_file(&file).expect("removed");
            (outcome, text)
        };
        let both = "rows_must_succeed: test";
        let (outcome, text) = run(&["--list", "--list"], &["--list", "--help"], Other::Stops);
        assert_eq!(outcome, Ok(()));
        assert!(text.contains(both) && text.contains("Usage"), "{text}");
        for other in [Other::Stops, Other::GoesOn] {
            let (outcome, text) = run(&["--list"], &["--nonsense", "--help"], other);
            assert!(outcome.is_err_and(|problem| problem.contains("--nonsense")), "{other:?}");
            assert!(text.contains("nonsense") && !text.contains("Usage"), "{text}");
        }
        let (outcome, text) = run(&["--nonsense", "--list"], &["--list", "--help"], Other::GoesOn);
        assert!(outcome.is_err_and(|problem| problem.contains("--nonsense")));
        assert!(text.contains(both) && text.contains("Usage"), "{text}");
    }
}
