//! Backup and restore for programs without an async runtime, such as the CLI.

use std::future::Future;
use std::path::Path;

use crate::server::RunError;
use crate::store::{BackupError, Store};

/// Writes a snapshot of a database to a new file and returns the number of games. A server may use the database meanwhile.
pub fn backup(database: &str, to: &Path) -> Result<u64, RunError> {
    with_store(database, |store| async move { store.backup(to).await })
}

/// Restores a backup into an empty database, all or nothing, and returns the number of games.
pub fn restore(database: &str, from: &Path) -> Result<u64, RunError> {
    with_store(database, |store| async move { store.restore(from).await })
}

fn with_store<F: Future<Output = Result<u64, BackupError>>>(
    database: &str,
    work: impl FnOnce(Store) -> F,
) -> Result<u64, RunError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(database).await.map_err(|error| RunError(error.to_string()))?;
        let done = work(store.clone()).await;
        store.close().await;
        done.map_err(|error| RunError(error.to_string()))
    })
}
