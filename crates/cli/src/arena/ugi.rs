//! A player that is another program and speaks the Universal Game Interface. Starts the program when its first turn
//! comes, and ends it when the game is over. Whatever it does is its own fault and never ours.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use halfboard_engine::limits::{Limits, Stop};
use halfboard_engine::player::{GoError, Player, SetGameError};
use halfboard_engine::report::Report;
use halfboard_engine::search::Settings;
use halfboard_rules::session::Session;

use super::contestant::milliseconds;

/// What is longer than this is not read as one line.
const LONGEST: u64 = 1 << 16;

/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// The program, and the game that it is told.
pub(super) struct External {
    command: Vec<String>,
    rules: String,
    timeout: Duration,
    running: Option<Running>,
    start: String,
    moves: Vec<String>,
}

impl External {
    /// A program that is not started yet.
    pub(super) fn new(command: &[String], rules: &str, timeout: u64) -> Self {
        External {
            command: command.to_vec(),
            rules: rules.to_owned(),
            timeout: Duration::from_secs(timeout),
            running: None,
            start: String::new(),
            moves: Vec::new(),
        }
    }

    /// Asks for a move; the error is what the program did wrong.
    fn ask(&mut self, limits: &Limits) -> Result<String, String> {
        if self.running.is_none() {
            let mut running = Running::start(&self.command)?;
            running.say("ugi")?;
            running.hear("ugiok", self.timeout)?;
            running.say(&format!("setoption name Rules value {}", self.rules))?;
            running.ready(self.timeout)?;
            running.say("uginewgame")?;
            running.ready(self.timeout)?;
            self.running = Some(running);
        }
        let Some(running) = &mut self.running else { return Err("it is not running".to_owned()) };
        let mut position = format!("position fen {}", self.start);
        if !self.moves.is_empty() {
            position += &format!(" moves {}", self.moves.join(" "));
        }
        running.say(&position)?;
        let mut go = "go".to_owned();
        let mut timeout = self.timeout;
        if let Some(seconds) = limits.seconds {
            go += &format!(" movetime {}", milliseconds(seconds));
            timeout += Duration::from_secs_f64(seconds);
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        running.say(&go)?;
        let line = running.hear("bestmove", timeout)?;
        line.split_whitespace().nth(1).map(str::to_owned).ok_or_else(|| "it said bestmove without a move".to_owned())
    }
}

impl Player for External {
    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        self.start = session.start();
        self.moves = session.history();
        Ok(())
    }

    fn set(&mut self, _settings: Settings) {}

    fn stop(&self) -> Stop {
        Stop::default()
    }

    fn clear(&mut self) {
        self.running = None;
    }

    fn go(&mut self, limits: &Limits, _on_report: &mut dyn FnMut(&Report<String>)) -> Result<Report<String>, GoError> {
        self.ask(limits).map(Report::of_move).map_err(GoError::Failed)
    }
}

/// A program that was started.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &[String]) -> Result<Self, String> {
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
        let running = Running { child, input, lines };
        listening.map_err(|error| format!("it cannot be listened to: {error}"))?;
        Ok(running)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.death())
    }

    /// Waits for a line that begins with this word; all others are its own business.
    fn hear(&mut self, word: &str, timeout: Duration) -> Result<String, String> {
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

    fn ready(&mut self, timeout: Duration) -> Result<(), String> {
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

impl Drop for Running {
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
