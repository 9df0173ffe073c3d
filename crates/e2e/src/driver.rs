//! Running ChromeDriver.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

const PROGRAM: &str = "chromedriver";

/// A running driver. It ends with its browsers when it is dropped or when the process ends for any reason.
#[derive(Debug)]
pub struct Driver {
    child: Child,
    address: String,
    /// A shell that waits for the end of its input and then cleans up: statics are never dropped, and a test may be killed.
    cleaner: Child,
}

/// Ends the process group of the driver, to which its browsers belong, and removes the folder of their profiles.
const CLEAN: &str = r#"
cat > /dev/null
kill -s KILL -- "-$1"
for i in 1 2 3 4 5; do rm -rf "$2" && break; sleep 0.1; done
"#;

/// Checks that there is a driver.
pub(crate) fn present() -> Result<(), &'static str> {
    static PRESENT: LazyLock<Result<(), String>> = LazyLock::new(|| {
        match Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("'{PROGRAM} --version' ended with {status}")),
            Err(error) => Err(format!("{PROGRAM}: {error}; Debian has it in the package chromium-driver")),
        }
    });
    PRESENT.as_ref().copied().map_err(String::as_str)
}

impl Driver {
    /// Starts a driver on a port of its choice.
    ///
    /// # Panics
    /// Panics if it does not start or print its port.
    pub fn start() -> Driver {
        let folder = folder();
        let mut command = Command::new(PROGRAM);
        command
            .arg("--port=0")
            .env("TMPDIR", &folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        detach(&mut command);
        let mut child = command.spawn().expect("the driver starts");
        let mut cleaner = Command::new("sh");
        cleaner.args(["-c", CLEAN, "sh", &child.id().to_string()]).arg(&folder).stdin(Stdio::piped());
        cleaner.stdout(Stdio::null()).stderr(Stdio::null());
        detach(&mut cleaner);
        let cleaner = cleaner.spawn().expect("a shell starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("the driver says on which port it is");
        // An unread pipe fills up and blocks the driver.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, address: format!("127.0.0.1:{port}"), cleaner }
    }

    /// Returns the driver of all tests of this process.
    pub(crate) fn shared() -> &'static Driver {
        static SHARED: OnceLock<Driver> = OnceLock::new();
        SHARED.get_or_init(Driver::start)
    }

    /// Returns its address.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.cleaner.stdin.take());
        let _ = self.cleaner.wait();
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates a folder for the profiles of the browsers.
fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("halfboard-browsers-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the browsers");
    folder
}

/// Puts a command into its own process group, so that Ctrl-C does not end it before the clean-up.
fn detach(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let _ = command;
}
