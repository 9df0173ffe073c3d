//! Temporary PostgreSQL servers for tests, using the programs of Debian's packages, in their own folder on a free port. They
//! end with the process and never touch other servers of the machine.
//!
//! Without PostgreSQL tests print that they are skipped; in CI they fail.

mod programs;
mod server;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub use server::{Durability, Postgres};

/// Returns why PostgreSQL is not available, if so.
pub fn missing() -> Option<String> {
    programs::Programs::find().err()
}

/// Returns the server shared by all tests of a process. It does not sync to disk; fault tests need their own server.
pub fn shared() -> Result<&'static Postgres, &'static str> {
    static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
    SHARED.get_or_init(|| Postgres::start(Durability::Unsynced)).as_ref().map_err(String::as_str)
}

/// Creates an empty database on the shared server and returns its URL. Returns `None` and prints a notice without
/// PostgreSQL.
pub fn fresh_database() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("fresh{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let url =
        shared().map_err(str::to_owned).and_then(|server| server.create_database(&name).map(|()| server.url(&name)));
    url.map_err(|reason| skip(&reason)).ok()
}

/// Prints that a test is skipped; panics in CI.
pub fn skip(reason: &str) {
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    assert!(!ci, "PostgreSQL is not available for this test: {reason}");
    eprintln!("SKIPPED: PostgreSQL is not available for this test: {reason}");
}
