//! `cargo xtask load`: how much one server bears, and two on PostgreSQL. Builds the program and the players, and keeps the
//! report in `docs/trials/load.md`.

use std::path::PathBuf;

use crate::web::target;
use crate::{Failed, cargo, succeed, workspace};

pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    trial("load", words)
}

/// Builds server and players in the profile `trial`, and runs a trial. A whole one keeps its report; a quick one, or a part,
/// only shows it.
pub(crate) fn trial(what: &str, words: &[&str]) -> Result<(), Failed> {
    let build =
        ["build", "--quiet", "--profile", "trial", "--package", "halfboard-cli", "--package", "halfboard-trial"];
    succeed(&mut cargo(&build))?;
    let built = |name: &str| target().join("trial").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = std::process::Command::new(built("trial"));
    command.arg(what).args(words).arg("--server").arg(built("halfboard")).current_dir(workspace());
    if words.is_empty() {
        let kept: PathBuf = ["docs", "trials", &format!("{what}.md")].iter().collect();
        command.arg("--report").arg(workspace().join(kept));
    }
    succeed(&mut command)
}
