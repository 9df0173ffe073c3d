//! Running ChromeDriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = "chromedriver";

/// A running driver; dropping it ends the process.
#[derive(Debug)]
pub struct Driver {
    child: Child,
    address: String,
}

/// Checks that there is a driver.
pub(crate) fn present() -> Result<(), String> {
    match Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{PROGRAM} --version' ended with {status}")),
        Err(error) => Err(format!("{PROGRAM}: {error}; Debian has it in the package chromium-driver")),
    }
}

impl Driver {
    /// Starts a driver on a port of its choice.
    ///
    /// # Panics
    /// Panics if it does not start or print its port.
    pub fn start() -> Driver {
        let mut command = Command::new(PROGRAM);
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the driver starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("the driver says on which port it is");
        // An unread pipe fills up and blocks the driver.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, address: format!("http://127.0.0.1:{port}") }
    }

    /// Returns its address.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
