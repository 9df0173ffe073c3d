//! Measurements of this process and its storage, taken with each request for the metrics: memory, open files, sizes. What the
//! platform does not tell is left out.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;

/// Sizes of the storage, in bytes, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StorageSize {
    /// The database, including SQLite's write-ahead log.
    pub database: Option<u64>,
    /// The space left on the disk of an SQLite database.
    pub disk_free: Option<u64>,
}

/// A collector of measurements of this process.
#[derive(Debug)]
pub(crate) struct ProcessCollector {
    /// When the process started, in seconds since 1970.
    started: f64,
    storage_size: Arc<Mutex<StorageSize>>,
}

impl ProcessCollector {
    /// Creates a collector for a process that starts now.
    pub(crate) fn new(storage_size: Arc<Mutex<StorageSize>>) -> ProcessCollector {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        ProcessCollector { started, storage_size }
    }
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        build.encode(encoder.encode_descriptor("halfboard_build", "Version", None, build.metric_type())?)?;
        let mut gauge = |name, help, value: Option<f64>| -> fmt::Result {
            let Some(value) = value else { return Ok(()) };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
        };
        let bytes = |bytes: Option<u64>| bytes.map(|bytes| bytes as f64);
        let size = *self.storage_size.lock().unwrap_or_else(PoisonError::into_inner);
        gauge("halfboard_database_bytes", "Size of the database", bytes(size.database))?;
        gauge("halfboard_disk_free_bytes", "Space left on the disk of the database", bytes(size.disk_free))?;
        gauge("process_start_time_seconds", "When the server started, in seconds since 1970", Some(self.started))?;
        gauge("process_resident_memory_bytes", "Resident memory", bytes(resident_memory()))?;
        gauge("process_open_fds", "Open file descriptors", bytes(open_files()))?;
        gauge("process_max_fds", "Maximum number of open file descriptors", bytes(max_open_files()))
    }
}

/// Returns the resident memory, in bytes.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(1024 * kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

/// Returns the number of open file descriptors.
fn open_files() -> Option<u64> {
    // One of them reads the folder.
    std::fs::read_dir("/proc/self/fd").ok().map(|entries| (entries.count() as u64).saturating_sub(1))
}

/// Returns the soft limit of open file descriptors; `None` if there is no limit.
fn max_open_files() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the space that is left for this user on the file system of a path, in bytes.
#[cfg(unix)]
pub(crate) fn disk_free(path: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(path).ok()?;
    system.f_bavail.checked_mul(system.f_frsize)
}

/// Returns `None`: the standard library cannot tell.
#[cfg(not(unix))]
pub(crate) fn disk_free(_path: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_of_this_process() {
        assert!(resident_memory().is_some_and(|bytes| bytes > 100_000), "{:?}", resident_memory());
        let files = open_files().expect("a number");
        let _held: Vec<_> = (0..8).map(|_| std::fs::File::open("/proc/self/status").expect("a file")).collect();
        // Other tests of this process open and close files at the same time.
        assert!(open_files().is_some_and(|now| now > files.saturating_sub(8)) && files > 2);
        assert!(max_open_files().is_none_or(|most| most >= files));
        assert!(disk_free(Path::new(".")).is_some_and(|bytes| bytes > 0));
        assert_eq!(disk_free(Path::new("/does/not/exist")), None);
    }
}
