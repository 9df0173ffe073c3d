//! Fresh databases for tests, removed afterwards.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use halfboard_server::store::Store;

/// A database of which stores can be opened.
pub(crate) struct Database {
    pub(crate) url: String,
    folder: Option<PathBuf>,
}

impl Database {
    /// An SQLite file in a folder of its own.
    pub(crate) fn sqlite() -> Database {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("halfboard-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).expect("a new folder");
        Database { url: format!("sqlite:{}", folder.join("games.db").display()), folder: Some(folder) }
    }

    /// Creates a PostgreSQL database; `None` if PostgreSQL is not available.
    pub(crate) fn postgres() -> Option<Database> {
        Some(Database { url: halfboard_pgtest::fresh_database()?, folder: None })
    }

    /// The file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.as_ref().expect("a file").join("games.db")
    }

    /// Runs SQL in one of PostgreSQL.
    pub(crate) fn run_sql(&self, sql: &str) {
        let server = halfboard_pgtest::shared().expect("it was there");
        let name = self.url.rsplit('/').next().expect("a name");
        server.run_sql(name, sql).expect("it runs");
    }

    /// A store on it, as a node has one.
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.expect("the database opens")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Runs a test in a runtime like the server's.
pub(crate) fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(test);
}
