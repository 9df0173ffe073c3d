//! `cargo xtask load`, `faults`, `durability`, `attack`, `soak` and `stalls`: trials of the server.

use std::path::PathBuf;

use crate::web::target;
use crate::{TaskError, cargo, succeed, workspace};

/// Builds the server and the simulated players with the profile `trial`, then runs a trial. Only a full run, without
/// arguments, saves its report, as `docs/trials/WHAT.md`.
pub(crate) fn run(what: &str, arguments: &[&str]) -> Result<(), TaskError> {
    let build = ["build", "--profile", "trial", "--package", "halfboard-cli", "--package", "halfboard-trial"];
    succeed(&mut cargo(&build))?;
    let built = |name: &str| target().join("trial").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = std::process::Command::new(built("trial"));
    command.arg(what).args(arguments).arg("--server").arg(built("halfboard")).current_dir(workspace());
    if arguments.is_empty() {
        let report: PathBuf = ["docs", "trials", &format!("{what}.md")].iter().collect();
        command.arg("--report").arg(workspace().join(report));
    }
    succeed(&mut command)
}
