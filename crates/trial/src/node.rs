//! A server as a process of its own, which can be killed at any moment and started again at the same address. Its words go
//! into a file, in which panics are looked for.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::http;

/// A server that has not said after this time where it is will not.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program: `halfboard`, or `trial` itself.
    pub program: PathBuf,
    /// Where the games are kept.
    pub database: String,
    /// More arguments.
    pub more: Vec<String>,
    /// Where its words go.
    pub log: PathBuf,
}

/// A running server.
#[derive(Debug)]
pub struct Node {
    recipe: Recipe,
    child: Child,
    /// Where it is.
    pub address: SocketAddr,
}

impl Node {
    /// Starts a server at any free port, and waits until it is well.
    pub async fn start(recipe: Recipe) -> Result<Node, String> {
        let (child, address) = launch(&recipe, 0)?;
        let node = Node { recipe, child, address };
        node.well(PATIENCE).await?;
        Ok(node)
    }

    /// Kills it without a warning, as a fault of the machine would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again at the same address.
    pub async fn restart(&mut self) -> Result<(), String> {
        self.kill();
        (self.child, self.address) = launch(&self.recipe, self.address.port())?;
        self.well(PATIENCE).await
    }

    /// Waits until it says that it is well.
    pub async fn well(&self, patience: Duration) -> Result<(), String> {
        let end = Instant::now() + patience;
        while !http::is_well(self.address).await {
            if Instant::now() > end {
                return Err(format!("the server at {} does not get well", self.address));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Whether the process lives.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Its memory, in KB.
    pub fn memory(&self) -> u64 {
        memory(self.child.id())
    }

    /// The processor time it has used.
    pub fn used(&self) -> Duration {
        used(self.child.id())
    }

    /// The lines of its words in which it panicked.
    pub fn panics(&self) -> Vec<String> {
        panics(&self.recipe.log)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The lines of a log in which a program panicked.
pub fn panics(log: &Path) -> Vec<String> {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().filter(|line| line.contains("panicked at")).map(str::to_owned).collect()
}

fn launch(recipe: &Recipe, port: u16) -> Result<(Child, SocketAddr), String> {
    let words = |error: std::io::Error| format!("{}: {error}", recipe.program.display());
    let log = OpenOptions::new().create(true).append(true).open(&recipe.log).map_err(words)?;
    let mut child = Command::new(&recipe.program)
        .args(["serve", "--host", "127.0.0.1", "--port", &port.to_string(), "--database", &recipe.database])
        .args(&recipe.more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(log))
        .spawn()
        .map_err(words)?;
    let address = child.stdout.take().and_then(|stdout| address_in(stdout, &recipe.log));
    match address {
        Some(address) => Ok((child, address)),
        None => {
            let _ = child.kill();
            let _ = child.wait();
            let said = std::fs::read_to_string(&recipe.log).unwrap_or_default();
            let last: Vec<&str> = said.lines().rev().take(5).collect();
            Err(format!("{} does not say where it is: {}", recipe.program.display(), last.join(" | ")))
        }
    }
}

/// The address in the first line that has one. The rest is read on, so that the server can go on talking.
fn address_in(stdout: std::process::ChildStdout, log: &Path) -> Option<SocketAddr> {
    let (tell, told) = mpsc::channel();
    let log = log.to_owned();
    std::thread::spawn(move || {
        let mut log = OpenOptions::new().append(true).open(log).ok();
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("http://") {
                let address = rest.split(['/', ' ', '"']).next().and_then(|word| word.parse::<SocketAddr>().ok());
                let _ = address.map(|address| tell.send(address));
            }
            write_line(&mut log, &line);
        }
    });
    told.recv_timeout(PATIENCE).ok()
}

fn write_line(log: &mut Option<File>, line: &str) {
    use std::io::Write as _;
    if let Some(log) = log {
        let _ = writeln!(log, "{line}");
    }
}

/// The memory of a process, in KB.
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|kb| kb.parse().ok()).unwrap_or_default()
}

/// The processor time that a process has used.
pub fn used(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in brackets, may contain anything.
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = rest.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    // A hundred ticks a second on every Linux for programs.
    Duration::from_millis(ticks * 10)
}

/// Allows this process, and those that it starts, so many open files. Needs the rights for it where the limit is lower.
pub fn allow_files(count: u64) -> Result<(), String> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next()).and_then(|soft| soft.parse::<u64>().ok());
    if soft.is_some_and(|soft| soft >= count) {
        return Ok(());
    }
    let process = std::process::id().to_string();
    let set = Command::new("prlimit").args(["--pid", &process, &format!("--nofile={count}:{count}")]).status();
    match set {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("this needs {count} open files, the limit is {soft:?}: ulimit -n {count}")),
    }
}
