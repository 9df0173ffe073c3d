//! A PostgreSQL of its own for tests: made from the programs that Debian's packages install, in a folder of its own, on a
//! free port, and gone with the process that started it. Never touches another PostgreSQL of the machine.
//!
//! Where it cannot be had, tests are skipped and say so; in CI that is a failure, since nobody would notice there.

mod programs;
mod server;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub use server::{Durability, Postgres};

/// Why there can be no PostgreSQL here, if so.
pub fn missing() -> Option<String> {
    programs::Programs::find().err()
}

/// One server for all tests of a process. It does not wait for the disk: what a test of faults needs is a server of its own.
pub fn shared() -> Result<&'static Postgres, &'static str> {
    static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
    SHARED.get_or_init(|| Postgres::start(Durability::Careless)).as_ref().map_err(String::as_str)
}

/// The address of a new, empty database on the shared server. `None` where there can be no PostgreSQL: then the test ends,
/// and this has said so.
pub fn fresh_database() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("fresh{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let made =
        shared().map_err(str::to_owned).and_then(|server| server.make_database(&name).map(|()| server.url(&name)));
    made.map_err(|reason| skip(&reason)).ok()
}

/// Says that a test is skipped and why; panics in CI.
pub fn skip(reason: &str) {
    let ci = std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false");
    assert!(!ci, "there is no PostgreSQL for this test: {reason}");
    eprintln!("SKIPPED: there is no PostgreSQL for this test: {reason}");
}
