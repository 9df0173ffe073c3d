//! Backup and restore for programs without an async runtime, such as the CLI.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use crate::server::RunError;
use crate::store::{
    BackupError, BackupSet, Encryption, LocalFiles, ReadOptions, RestoreReport, SetEntry, SetOptions, Store,
};

/// Writes a snapshot of a database to a new file and returns the number of games. A server may use the database meanwhile.
pub fn backup(database: &str, to: &Path, encryption: &Encryption) -> Result<u64, RunError> {
    let (to, encryption) = (to.to_owned(), encryption.clone());
    with_store(database, |store| async move { store.backup_with(&to, &encryption, Arc::new(LocalFiles)).await })
}

/// Adds a snapshot of a database to a folder of backups, incremental if possible.
pub fn backup_to_set(database: &str, folder: &Path, options: &SetOptions) -> Result<SetEntry, RunError> {
    let set = BackupSet::new(folder, Arc::new(LocalFiles));
    let options = options.clone();
    with_store(database, |store| async move { store.backup_to_set(&set, &options).await })
}

/// Restores a backup file or folder into an empty database, all or nothing.
pub fn restore(database: &str, from: &Path, options: ReadOptions) -> Result<RestoreReport, RunError> {
    let from = from.to_owned();
    with_store(database, |store| async move { store.restore_with(&from, options).await })
}

fn with_store<T, F: Future<Output = Result<T, BackupError>>>(
    database: &str,
    work: impl FnOnce(Store) -> F,
) -> Result<T, RunError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(database).await.map_err(|error| RunError(error.to_string()))?;
        let done = work(store.clone()).await;
        store.close().await;
        done.map_err(|error| RunError(error.to_string()))
    })
}
