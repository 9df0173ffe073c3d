//! A child process that speaks the Universal Game Interface. Dropping it ends the process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Maximum length of a line in bytes.
const LONGEST: u64 = 1 << 16;

/// How long a process may take to exit before it is killed.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running process.
pub(crate) struct UgiProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl UgiProcess {
    /// Starts a command with its arguments.
    pub(crate) fn start(command: &[String]) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("the command is empty".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no standard input and output".to_owned());
        };
        // Bounded, so that a process that prints endlessly does not fill the memory.
        let (sender, lines) = sync_channel(256);
        let listening = std::thread::Builder::new().spawn(move || listen(BufReader::new(output), &sender));
        let running = UgiProcess { child, input, lines };
        listening.map_err(|error| format!("its output cannot be read: {error}"))?;
        Ok(running)
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.death())
    }

    /// Receives the next line; `None` if there is none within `patience`.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.death()),
        }
    }

    /// Waits for a line that begins with `word`, and skips other lines.
    pub(crate) fn hear(&mut self, word: &str, timeout: Duration) -> Result<String, String> {
        let begun = Instant::now();
        loop {
            match self.lines.recv_timeout(timeout.saturating_sub(begun.elapsed())) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) if begun.elapsed() < timeout => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no {word} within {} s", timeout.as_secs_f64()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
    }

    /// Waits until the process has handled all commands.
    pub(crate) fn ready(&mut self, timeout: Duration) -> Result<(), String> {
        self.say("isready")?;
        self.hear("readyok", timeout).map(|_| ())
    }

    /// Describes how the process ended.
    fn death(&mut self) -> String {
        match self.leave(FAREWELL) {
            Some(status) => format!("exited ({status})"),
            None => "closed its standard input or output".to_owned(),
        }
    }

    /// Waits for the process to exit, for at most `patience`.
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
        // Ignored if the process has exited already.
        let _ = self.say("quit");
        if self.leave(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Forwards the lines of a process until its output or the receiver is closed.
fn listen(mut output: impl BufRead, lines: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        let read: io::Result<usize> = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !read.is_ok_and(|count| count > 0) || lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
    }
}
