//! Background tasks that go on after a panic: a fault in one game must not stop the clocks of all.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use crate::logging::panic_message;
use crate::metrics::Metrics;

/// Runs one iteration of a background task; returns `None` if it panics. The panic, whose location the panic hook logs, is
/// logged with the name of the task and counted.
pub(crate) async fn guard<T>(metrics: &Metrics, task: &str, iteration: impl Future<Output = T>) -> Option<T> {
    // What the iteration shares with others is behind locks that ignore poisoning, and is checked against the storage.
    match AssertUnwindSafe(iteration).catch_unwind().await {
        Ok(value) => Some(value),
        Err(panic) => {
            metrics.background_panics.inc();
            tracing::error!(task, error = panic_message(&*panic), "background task panicked; it goes on");
            None
        }
    }
}
