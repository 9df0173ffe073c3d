//! `cargo xtask bench web`: the release build of the app, served by the release build of the program, measured in a real
//! browser.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::web::{self, Build, Quality};
use crate::{TaskError, browser, cargo, succeed};

pub(crate) fn run() -> Result<(), TaskError> {
    if let Some(why) = browser::ensure()? {
        return Err(why);
    }
    web::run(Build::Release, Quality::Best)?;
    succeed(&mut cargo(&["build", "--profile", "dist", "--package", "halfboard-cli"]))?;
    let program = web::target().join("dist/halfboard");
    let server = Server::start(&program)?;
    let measure = ["run", "--quiet", "--package", "halfboard-e2e", "--example", "measure", "--"];
    succeed(cargo(&measure).arg(&server.address).arg(&program))
}

/// A running `halfboard serve`, killed on drop.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path) -> Result<Server, TaskError> {
        let failed = |error| format!("{}: {error}", program.display());
        let mut command = std::process::Command::new(program);
        let mut child = command
            .args(["serve", "--port", "0", "--database", "none"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).map_err(failed)?;
        let address = line.trim().strip_prefix("Halfboard is at ").unwrap_or_default().to_owned();
        let server = Server { child, address };
        if server.address.is_empty() { Err(format!("expected an address, found {line:?}")) } else { Ok(server) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
