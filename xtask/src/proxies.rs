//! The programs that tests of deployments start: reverse proxies, a firewall and an ACME server.

use std::path::Path;

use crate::{TaskError, debian};

/// The programs.
const PROGRAMS: [&str; 4] = ["nginx", "caddy", "nft", "pebble"];

/// Debian's packages of them.
const PACKAGES: [&str; 4] = ["nginx", "caddy", "nftables", "pebble"];

/// Installs them in CI; elsewhere returns the reason if one is missing. Debian's packages start a web server on port
/// 80, which is nothing to do to a developer's machine.
pub(crate) fn ensure() -> Result<Option<String>, TaskError> {
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    match missing() {
        Some(program) if !ci => {
            Ok(Some(format!("{program} is not installed; Debian's packages are {}", PACKAGES.join(", "))))
        }
        _ => debian::ensure(missing, &PACKAGES),
    }
}

/// Returns the missing program, if any. Programs of administrators are not in everyone's search path.
fn missing() -> Option<&'static str> {
    let is_installed = |name: &str| {
        debian::exists(name)
            || ["/usr/sbin", "/usr/local/sbin"].iter().any(|folder| Path::new(folder).join(name).is_file())
    };
    PROGRAMS.into_iter().find(|name| !is_installed(name))
}
