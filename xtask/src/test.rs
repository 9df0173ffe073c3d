//! `cargo xtask test`: all that must hold before a change lands. The same on every machine, and all that CI does.

use crate::web::{self, Build, Quality};
use crate::{Failed, browser, cargo, postgres, succeed};

pub(crate) fn run() -> Result<(), Failed> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))?;
    succeed(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    // The tests of the server and those in the browser need the real app. Building it also shows that rules and engine
    // build for the browser unchanged.
    web::run(Build::Release, Quality::Quick)?;
    let browser = browser::ensure()?;
    let postgres = postgres::ensure()?;
    succeed(&mut cargo(&["test", "--workspace", "--quiet"]))?;
    succeed(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    for (tests, skipped) in [("in a browser", browser), ("with PostgreSQL", postgres)] {
        if let Some(why) = skipped {
            eprintln!("xtask: all passed, but the tests {tests} were SKIPPED: {why}");
        }
    }
    Ok(())
}
