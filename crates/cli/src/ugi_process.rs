//! A program that speaks the Universal Game Interface, run as a child of ours: lines to it and lines from it. It ends with
//! the value. Whatever it does is its own fault and never ours.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// What is longer than this is not read as one line.
const LONGEST: u64 = 1 << 16;

/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that was started.
pub(crate) struct UgiProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl UgiProcess {
    /// Starts a command with its arguments.
    pub(crate) fn start(command: &[String]) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("there is no command".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input and output".to_owned());
        };
        // Bounded, so that a program that never stops talking fills no memory.
        let (sender, lines) = sync_channel(256);
        let listening = std::thread::Builder::new().spawn(move || listen(BufReader::new(output), &sender));
        let running = UgiProcess { child, input, lines };
        listening.map_err(|error| format!("it cannot be listened to: {error}"))?;
        Ok(running)
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.death())
    }

    /// The next line, or `None` when there is none within this time.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.death()),
        }
    }

    /// Waits for a line that begins with this word; all others are its own business.
    pub(crate) fn hear(&mut self, word: &str, timeout: Duration) -> Result<String, String> {
        let begun = Instant::now();
        loop {
            match self.lines.recv_timeout(timeout.saturating_sub(begun.elapsed())) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) if begun.elapsed() < timeout => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("it did not say {word} within {} s", timeout.as_secs_f64()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
    }

    /// Waits until it has done all that it was told.
    pub(crate) fn ready(&mut self, timeout: Duration) -> Result<(), String> {
        self.say("isready")?;
        self.hear("readyok", timeout).map(|_| ())
    }

    /// How it ended, as far as that is known.
    fn death(&mut self) -> String {
        match self.leave(FAREWELL) {
            Some(status) => format!("it died ({status})"),
            None => "it closed its input or output".to_owned(),
        }
    }

    /// Waits until it has ended, but not for long.
    fn leave(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if begun.elapsed() >= patience {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for UgiProcess {
    fn drop(&mut self) {
        // Whether it hears or not, it is gone in a moment.
        let _ = self.say("quit");
        if self.leave(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes on what a program says, line by line, until it is silent for good or nobody listens any more.
fn listen(mut output: impl BufRead, lines: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        let read: io::Result<usize> = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !read.is_ok_and(|count| count > 0) || lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
    }
}
