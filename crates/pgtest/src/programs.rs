//! Where PostgreSQL's programs are, and as whom they run: they refuse to work for root.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs, and who runs them.
pub(crate) struct Programs {
    folder: PathBuf,
    /// User and group, where this process is root's.
    user: Option<(u32, u32)>,
}

impl Programs {
    /// Looks for the newest version that Debian's packages have installed, and then on the path.
    pub(crate) fn find() -> Result<Programs, String> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut folders: Vec<(u32, PathBuf)> = versions
            .map(|entry| (entry.file_name().to_string_lossy().parse().unwrap_or(0), entry.path().join("bin")))
            .collect();
        folders.sort();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = folders.into_iter().rev().map(|(_, folder)| folder).chain(std::env::split_paths(&path));
        let whole =
            |folder: &PathBuf| ["initdb", "postgres", "pg_ctl", "psql"].iter().all(|name| folder.join(name).is_file());
        let folder = all.into_iter().find(whole).ok_or(
            "neither /usr/lib/postgresql/*/bin nor the path has its programs; Debian's package is 'postgresql'",
        )?;
        Ok(Programs { folder, user: who()? })
    }

    /// A program, to be run as the right user and with nothing of its own said.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join(name));
        command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // Errors are to be in English, and the settings of whoever runs the tests are not to matter.
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

    /// Runs a program to its end.
    pub(crate) fn run(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        let output =
            self.command(name).args(arguments).output().map_err(|error| format!("{name} does not run: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{name}: {}, {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// Makes a folder the property of whoever runs the programs.
    pub(crate) fn give(&self, folder: &Path) -> Result<(), String> {
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            let given = std::os::unix::fs::chown(folder, Some(user), Some(group));
            given.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let _ = folder;
        Ok(())
    }
}

/// Lets a program live on when somebody interrupts this one: it is ended in order then.
pub(crate) fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let _ = command;
}

/// Another user than root: Debian's `postgres`, or `nobody`.
fn who() -> Result<Option<(u32, u32)>, String> {
    // The owner of a process is the owner of what Linux shows of it.
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
    user.map(Some).ok_or("it does not run as root, and there is neither a user 'postgres' nor 'nobody'".to_owned())
}
