//! Temporary PostgreSQL servers for tests, using the programs of Debian's packages, in their own folder on a free port. They
//! end with the process and never touch other servers of the machine.
//!
//! Without PostgreSQL tests report that they are skipped; in CI they fail. [`skip`] does the same for any other program.

mod programs;
mod server;
mod skip;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub use server::{Durability, Postgres};
pub use skip::skip;

/// Returns why PostgreSQL is not available, if so.
pub fn missing() -> Option<String> {
    programs::Programs::find().err()
}

/// Returns the server shared by all tests of a process. It does not sync to disk; fault tests need their own server.
pub fn shared() -> Result<&'static Postgres, &'static str> {
    static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
    SHARED.get_or_init(|| Postgres::start(Durability::Unsynced)).as_ref().map_err(String::as_str)
}

/// Creates an empty database on the shared server and returns its URL. Skips the test and returns `None` without PostgreSQL.
///
/// # Panics
/// Panics if PostgreSQL is installed but does not start.
pub fn fresh_database() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if is_skipped() {
        return None;
    }
    let name = format!("fresh{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let server = shared().unwrap_or_else(|reason| panic!("{reason}"));
    server.create_database(&name).unwrap_or_else(|reason| panic!("{reason}"));
    Some(server.url(&name))
}

/// Skips the running test if PostgreSQL is not installed; see [`skip`].
#[must_use]
pub fn is_skipped() -> bool {
    let reason = missing();
    if let Some(reason) = &reason {
        skip("postgresql", reason);
    }
    reason.is_some()
}
