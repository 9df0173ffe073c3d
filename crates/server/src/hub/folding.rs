//! Work on long logs, away from the threads of the runtime: folding thousands of turns takes up to a second, in which no other
//! game could go on.

use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::{Game, InvalidEvent};
use halfboard_protocol::id::GameId;

/// Number of events from which a log is long.
const LONG_LOG: usize = 256;

/// Runs work on a log with a number of events; if it is long, on a thread for blocking work.
///
/// # Panics
///
/// Panics if the work does.
pub(crate) async fn run_on_log<T: Send + 'static>(events: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if events < LONG_LOG {
        return work();
    }
    match tokio::task::spawn_blocking(work).await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime shuts down.
            Err(_) => std::future::pending().await,
        },
    }
}

/// Folds a log, and returns it as well.
pub(super) async fn fold(id: GameId, log: Vec<LoggedEvent>) -> (Result<Game, InvalidEvent>, Vec<LoggedEvent>) {
    run_on_log(log.len(), move || (Game::from_log(id, &log), log)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_work_on_long_logs_leaves_the_thread() {
        let thread = || std::thread::current().id();
        assert_eq!(run_on_log(LONG_LOG - 1, thread).await, thread());
        assert_ne!(run_on_log(LONG_LOG, thread).await, thread());
        let panic = tokio::spawn(run_on_log(LONG_LOG, || panic!("a fault"))).await;
        assert!(panic.is_err_and(|error| error.is_panic()));
    }
}
