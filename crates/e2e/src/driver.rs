//! Running a WebDriver: ChromeDriver, geckodriver or WebKitWebDriver.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::engine::{Engine, WINDOW};

/// Maximum time until a driver accepts connections.
const START: Duration = Duration::from_secs(20);

/// A running driver. It ends with its browsers when it is dropped or when the process ends for any reason.
#[derive(Debug)]
pub struct Driver {
    child: Child,
    address: String,
    engine: Engine,
    /// The screen of a browser without a headless mode.
    screen: Option<Child>,
    /// A shell that waits for the end of its input and then cleans up: statics are never dropped, and a test may be killed.
    cleaner: Child,
}

/// Ends the process group of the driver, to which its browsers belong, and removes the folder of their profiles.
const CLEAN: &str = r#"
cat > /dev/null
kill -s KILL -- "-$1"
for i in 1 2 3 4 5; do rm -rf "$2" && break; sleep 0.1; done
"#;

impl Driver {
    /// Starts a driver for Chromium on a port of its choice.
    ///
    /// # Panics
    /// Panics if it does not start or print its port.
    pub fn start() -> Driver {
        Driver::launch(Engine::Chromium)
    }

    /// Starts a driver for an engine. Those of Firefox and WebKit drive one browser at a time.
    ///
    /// # Panics
    /// Panics if it does not start.
    pub fn launch(engine: Engine) -> Driver {
        let folder = folder();
        let screen = (engine == Engine::WebKit).then(|| start_screen(&folder));
        let mut command = Command::new(engine.program());
        command.env("TMPDIR", &folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let port = choose_port(engine, &mut command);
        if let Some((_, display)) = &screen {
            let display = format!(":{display}");
            // The sandbox needs user namespaces, which containers often forbid.
            command
                .env("DISPLAY", display)
                .env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
                .env("GDK_BACKEND", "x11");
            for name in ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
                command.env(name, &folder);
            }
        }
        let screen = screen.map(|(child, _)| child);
        join_group(&mut command, screen.as_ref().map_or(0, Child::id));
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", engine.program()));
        let cleaner = start_cleaner(screen.as_ref().unwrap_or(&child).id(), &folder);
        let output = child.stdout.take().expect("piped");
        let address = format!("127.0.0.1:{}", port.unwrap_or_else(|| read_port(output)));
        wait_until_open(&address);
        Driver { child, address, engine, screen, cleaner }
    }

    /// Returns the driver of all Chromium tests of this process.
    pub(crate) fn shared() -> &'static Driver {
        static SHARED: OnceLock<Driver> = OnceLock::new();
        SHARED.get_or_init(Driver::start)
    }

    /// Returns its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the engine that it drives.
    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.cleaner.stdin.take());
        let _ = self.cleaner.wait();
        // They may have ended by themselves.
        for child in [Some(&mut self.child), self.screen.as_mut()].into_iter().flatten() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Adds the argument for the port, and returns the port unless the driver chooses it.
fn choose_port(engine: Engine, command: &mut Command) -> Option<u16> {
    match engine {
        Engine::Chromium => command.arg("--port=0"),
        Engine::Firefox => command.args(["--port", "0"]),
        Engine::WebKit => {
            // It does not print its port: take one that was free a moment ago.
            let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
            let port = free.expect("a free port").port();
            command.arg(format!("--port={port}"));
            return Some(port);
        }
    };
    None
}

/// Returns the port that a driver prints, and reads on.
fn read_port(output: ChildStdout) -> u16 {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let port = lines.find_map(|line| printed_port(&line)).expect("the driver prints its port");
    // An unread pipe fills up and blocks the driver.
    std::thread::spawn(move || lines.for_each(drop));
    port
}

/// Returns the port in a line of ChromeDriver or geckodriver.
fn printed_port(line: &str) -> Option<u16> {
    let (_, port) = line
        .split_once("started successfully on port ")
        .or_else(|| line.split_once("Listening on ").and_then(|(_, address)| address.split_once(':')))?;
    port.trim_end_matches('.').parse().ok()
}

fn wait_until_open(address: &str) {
    let since = Instant::now();
    while let Err(error) = TcpStream::connect(address) {
        assert!(since.elapsed() < START, "the driver does not listen at {address}: {error}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Starts an X server that draws into memory; returns it with its display number.
fn start_screen(folder: &Path) -> (Child, u32) {
    let (width, height) = WINDOW;
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &format!("{width}x{height}x24")]);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    join_group(&mut command, 0);
    let mut child = command.spawn().expect("Xvfb starts");
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line);
    let display = line.trim().parse().unwrap_or_else(|_| panic!("Xvfb prints its display: {line:?} {read:?}"));
    (child, display)
}

fn start_cleaner(group: u32, folder: &Path) -> Child {
    let mut cleaner = Command::new("sh");
    cleaner.args(["-c", CLEAN, "sh", &group.to_string()]).arg(folder).stdin(Stdio::piped());
    cleaner.stdout(Stdio::null()).stderr(Stdio::null());
    join_group(&mut cleaner, 0);
    cleaner.spawn().expect("a shell starts")
}

/// Creates a folder for the profiles of the browsers.
fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("halfboard-browsers-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the browsers");
    folder
}

/// Puts a command into a process group, or into one of its own if `group` is 0, so that Ctrl-C does not end it before the
/// clean-up.
fn join_group(command: &mut Command, group: u32) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, group as i32);
    let _ = (command, group);
}

#[cfg(test)]
mod tests {
    use super::printed_port;

    #[test]
    fn the_port_is_found_in_what_drivers_print() {
        assert_eq!(printed_port("ChromeDriver was started successfully on port 41234."), Some(41234));
        assert_eq!(printed_port("1700000000000\tgeckodriver\tINFO\tListening on 127.0.0.1:35777"), Some(35777));
        assert_eq!(printed_port("Only local connections are allowed."), None);
    }
}
