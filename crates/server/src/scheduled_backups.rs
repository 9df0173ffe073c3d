//! Backups that the server makes by itself, into a folder of full and incremental backups.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::background;
use crate::config::BackupConfig;
use crate::metrics::Metrics;
use crate::server::RunError;
use crate::store::{BackupError, BackupSet, Encryption, LocalFiles, SetOptions, Store};

/// Interval between looks whether a backup is due, which is also the pause after a failure.
const LOOK_INTERVAL: Duration = Duration::from_secs(15);

/// Starts the backups of a server, which end with the runtime.
///
/// # Errors
///
/// Fails if the folder cannot be created, has a damaged manifest, or a public key is invalid.
pub(crate) fn start(store: Store, config: &BackupConfig, metrics: &Arc<Metrics>) -> Result<(), RunError> {
    let Some(folder) = &config.folder else { return Ok(()) };
    let failed = |error: &dyn std::fmt::Display| RunError(format!("backup_folder '{}': {error}", folder.display()));
    create_folder(folder).map_err(|error| failed(&error))?;
    let set = BackupSet::new(folder, Arc::new(LocalFiles));
    let encryption = match &config.recipients[..] {
        [] => Encryption::None,
        keys => Encryption::Recipients(keys.to_vec()),
    };
    encryption.check().map_err(|error| failed(&error))?;
    let entries = set.entries().map_err(|error| failed(&error))?;
    note_last(metrics, entries.last().map(|entry| entry.created));
    metrics.backup_interval.set(i64::try_from(config.interval_minutes * 60).unwrap_or(i64::MAX));
    let options = SetOptions { full: false, keep: Some(config.keep), encryption };
    let (interval, metrics) = (config.interval_minutes * 60_000, Arc::clone(metrics));
    tokio::spawn(async move {
        loop {
            let backup = back_up_if_due(&store, &set, &options, interval);
            match background::guard(&metrics, "backups", backup).await {
                Some(Ok(created)) => note_last(&metrics, created),
                Some(Err(error)) => {
                    metrics.backup_errors.inc();
                    tracing::error!(%error, "backup failed");
                }
                None => _ = metrics.backup_errors.inc(),
            }
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    });
    Ok(())
}

/// Makes a backup if the last one, of this node or another, is old enough. Returns the time of the last one.
async fn back_up_if_due(
    store: &Store,
    set: &BackupSet,
    options: &SetOptions,
    interval_ms: u64,
) -> Result<Option<u64>, BackupError> {
    let last = set.entries()?.last().map(|entry| entry.created);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    // Another node may be making it.
    if last.is_some_and(|last| now < last.saturating_add(interval_ms)) || set.is_busy() {
        return Ok(last);
    }
    let entry = store.backup_to_set(set, options).await?;
    tracing::info!(
        file = entry.file,
        games = entry.games,
        written = entry.written,
        bytes = entry.bytes,
        "backup written"
    );
    Ok(Some(entry.created))
}

fn note_last(metrics: &Metrics, created: Option<u64>) {
    if let Some(created) = created {
        metrics.backup_timestamp.set(i64::try_from(created / 1000).unwrap_or(i64::MAX));
    }
}

/// Creates a folder that only its owner can read, unless it exists.
fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The alert for a missing first backup needs to know whether one is due.
    #[tokio::test]
    async fn metrics_tell_whether_backups_are_scheduled() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let metrics = Arc::new(Metrics::new());
        start(store.clone(), &BackupConfig::default(), &metrics).expect("nothing to start");
        assert_eq!(metrics.backup_interval.get(), 0);
        let folder = std::env::temp_dir().join(format!("halfboard-scheduled-{}", std::process::id()));
        let config = BackupConfig { folder: Some(folder.clone()), interval_minutes: 90, ..BackupConfig::default() };
        start(store, &config, &metrics).expect("it starts");
        assert_eq!((metrics.backup_interval.get(), metrics.backup_timestamp.get()), (5400, 0));
        for _ in 0..1000 {
            if metrics.backup_timestamp.get() > 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(metrics.backup_timestamp.get() > 0, "no backup");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
