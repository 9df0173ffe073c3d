//! PostgreSQL's programs and the user who runs them: they refuse to run as root.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs of PostgreSQL.
pub(crate) struct Programs {
    folder: PathBuf,
    /// User and group to run as, if this process runs as root.
    user: Option<(u32, u32)>,
}

impl Programs {
    /// Finds the newest version installed by Debian, or the one in the path.
    pub(crate) fn find() -> Result<Programs, String> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut folders: Vec<(u32, PathBuf)> = versions
            .map(|entry| (entry.file_name().to_string_lossy().parse().unwrap_or(0), entry.path().join("bin")))
            .collect();
        folders.sort();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = folders.into_iter().rev().map(|(_, folder)| folder).chain(std::env::split_paths(&path));
        let is_complete =
            |folder: &PathBuf| ["initdb", "postgres", "pg_ctl", "psql"].iter().all(|name| folder.join(name).is_file());
        let folder = all
            .into_iter()
            .find(is_complete)
            .ok_or("found neither in /usr/lib/postgresql/*/bin nor in the path; install Debian's package postgresql")?;
        Ok(Programs { folder, user: unprivileged_user()? })
    }

    /// Returns a command that runs a program as the right user without output.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join(name));
        command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // Independent of the language and settings of the environment.
        command.env("LC_ALL", "C");
        for name in ["PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSWORD", "PGOPTIONS", "PGSERVICE", "PGDATA"] {
            command.env_remove(name);
        }
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            std::os::unix::process::CommandExt::uid(&mut command, user);
            std::os::unix::process::CommandExt::gid(&mut command, group);
        }
        command
    }

    /// Runs a program to completion.
    pub(crate) fn run(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        let output =
            self.command(name).args(arguments).output().map_err(|error| format!("cannot run {name}: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{name}: {}, {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// Changes the owner of a folder to the user who runs the programs.
    pub(crate) fn chown(&self, folder: &Path) -> Result<(), String> {
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            let result = std::os::unix::fs::chown(folder, Some(user), Some(group));
            result.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let _ = (folder, self.user);
        Ok(())
    }
}

/// Puts a command into its own process group, so that Ctrl-C does not end it before the clean-up.
pub(crate) fn detach(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let _ = command;
}

/// Returns a user other than root if this process runs as root: Debian's `postgres`, or `nobody`.
fn unprivileged_user() -> Result<Option<(u32, u32)>, String> {
    // The owner of a process owns its files in /proc.
    #[cfg(unix)]
    let root = std::fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0);
    #[cfg(not(unix))]
    let root = false;
    if !root {
        return Ok(None);
    }
    let users = std::fs::read_to_string("/etc/passwd").map_err(|error| format!("/etc/passwd: {error}"))?;
    let find = |name: &str| {
        let mut fields =
            users.lines().map(|line| line.split(':')).find(|fields| fields.clone().next() == Some(name))?;
        Some((fields.nth(2)?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let user = find("postgres").or_else(|| find("nobody"));
    user.map(Some).ok_or("it does not run as root, and there is neither a user postgres nor nobody".to_owned())
}
