//! Backups from outside a server: opens a storage, copies all games, and closes it again. For programs without a runtime.

use std::future::Future;
use std::path::Path;

use crate::serving::RunError;
use crate::store::{BackupError, Store};

/// Writes all games of a database to a new file, as they are at one moment, and says how many. A server may go on with the
/// same database meanwhile.
pub fn backup(database: &str, to: &Path) -> Result<u64, RunError> {
    with(database, |store| async move { store.backup(to).await })
}

/// Reads a backup into a database without games, all of it or nothing, and says how many games.
pub fn restore(database: &str, from: &Path) -> Result<u64, RunError> {
    with(database, |store| async move { store.restore(from).await })
}

fn with<F: Future<Output = Result<u64, BackupError>>>(
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
