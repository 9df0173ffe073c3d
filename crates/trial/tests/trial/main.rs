//! Small versions of the trials: the checker itself, kills, storage outages, malformed messages. The server is this package's
//! own binary.

mod checker;
mod durable;
mod fuzzed;
mod killed;
mod simulated;
mod stalled;

use std::path::Path;

use halfboard_trial::report::Report;

/// The program that serves.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_trial"))
}

/// Runs a trial and fails with its report if a requirement is not met.
#[track_caller]
fn pass(trial: impl Future<Output = Result<Report, String>>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let report = runtime.expect("a runtime").block_on(trial).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(report.passed(), "\n{}", report.markdown());
    println!("{}", report.markdown());
}
