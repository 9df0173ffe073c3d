//! A server process that can be killed at any time and restarted on the same port. Its output goes to a log file, which is
//! searched for panics.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::http;

/// Maximum time until a server prints its address.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How to start a server.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// The program: `halfboard`, or `trial` itself.
    pub program: PathBuf,
    /// The database URL.
    pub database: String,
    /// More arguments.
    pub more: Vec<String>,
    /// The log file.
    pub log: PathBuf,
}

/// A running server.
#[derive(Debug)]
pub struct Node {
    node_config: NodeConfig,
    child: Child,
    /// Its address.
    pub address: SocketAddr,
}

impl Node {
    /// Starts a server on a free port and waits until it is healthy.
    pub async fn start(node_config: NodeConfig) -> Result<Node, String> {
        let (child, address) = launch(&node_config, 0)?;
        let node = Node { node_config, child, address };
        node.wait_healthy(TIMEOUT).await?;
        Ok(node)
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to shut down with SIGTERM and returns the time until it has ended; `None` if that takes longer than `timeout`.
    pub async fn terminate(&mut self, timeout: Duration) -> Option<Duration> {
        let begun = Instant::now();
        let sent = Command::new("kill").arg(self.child.id().to_string()).status();
        sent.ok().filter(std::process::ExitStatus::success)?;
        while self.is_alive() {
            if begun.elapsed() > timeout {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Some(begun.elapsed())
    }

    /// Stops the process with SIGSTOP; its sockets stay open.
    pub fn pause(&self) -> Result<(), String> {
        self.signal("STOP")
    }

    /// Lets a stopped process go on.
    pub fn resume(&self) -> Result<(), String> {
        self.signal("CONT")
    }

    fn signal(&self, name: &str) -> Result<(), String> {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        match sent {
            Ok(status) if status.success() => Ok(()),
            _ => Err(format!("cannot send SIG{name} to the server")),
        }
    }

    /// Restarts it on the same port.
    pub async fn restart(&mut self) -> Result<(), String> {
        self.kill();
        (self.child, self.address) = launch(&self.node_config, self.address.port())?;
        self.wait_healthy(TIMEOUT).await
    }

    /// Waits until its health check succeeds.
    pub async fn wait_healthy(&self, timeout: Duration) -> Result<(), String> {
        let end = Instant::now() + timeout;
        while !http::is_healthy(self.address).await {
            if Instant::now() > end {
                return Err(format!("the server at {} does not become healthy", self.address));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Returns whether the process is running.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns its resident memory, in KB.
    pub fn memory(&self) -> u64 {
        memory(self.child.id())
    }

    /// Returns its CPU time.
    pub fn cpu_time(&self) -> Duration {
        cpu_time(self.child.id())
    }

    /// Returns the panics in its log.
    pub fn panics(&self) -> Vec<String> {
        panics(&self.node_config.log)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the lines of a log that report a panic.
pub fn panics(log: &Path) -> Vec<String> {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().filter(|line| line.contains("panicked at")).map(str::to_owned).collect()
}

fn launch(node_config: &NodeConfig, port: u16) -> Result<(Child, SocketAddr), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", node_config.program.display());
    let log = OpenOptions::new().create(true).append(true).open(&node_config.log).map_err(failed)?;
    let mut child = Command::new(&node_config.program)
        .args(["serve", "--host", "127.0.0.1", "--port", &port.to_string(), "--database", &node_config.database])
        .args(&node_config.more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(log))
        .spawn()
        .map_err(failed)?;
    let address = child.stdout.take().and_then(|stdout| address_in(stdout, &node_config.log));
    match address {
        Some(address) => Ok((child, address)),
        None => {
            let _ = child.kill();
            let _ = child.wait();
            let output = std::fs::read_to_string(&node_config.log).unwrap_or_default();
            let last: Vec<&str> = output.lines().rev().take(5).collect();
            Err(format!("{} does not print its address: {}", node_config.program.display(), last.join(" | ")))
        }
    }
}

/// Returns the first address in the output. A thread keeps reading, so that the server is not blocked.
fn address_in(stdout: std::process::ChildStdout, log: &Path) -> Option<SocketAddr> {
    let (sender, receiver) = mpsc::channel();
    let log = log.to_owned();
    std::thread::spawn(move || {
        let mut log = OpenOptions::new().append(true).open(log).ok();
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("http://") {
                let address = rest.split(['/', ' ', '"']).next().and_then(|word| word.parse::<SocketAddr>().ok());
                let _ = address.map(|address| sender.send(address));
            }
            write_line(&mut log, &line);
        }
    });
    receiver.recv_timeout(TIMEOUT).ok()
}

fn write_line(log: &mut Option<File>, line: &str) {
    use std::io::Write as _;
    if let Some(log) = log {
        let _ = writeln!(log, "{line}");
    }
}

/// Returns the resident memory of a process, in KB.
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|kb| kb.parse().ok()).unwrap_or_default()
}

/// Returns the CPU time of a process.
pub fn cpu_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program name in parentheses may contain anything.
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = rest.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    // USER_HZ is 100 on Linux.
    Duration::from_millis(ticks * 10)
}

/// Raises the limit of open files of this process and its children. Needs privileges if the hard limit is lower.
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
