//! The server under test, in this process and on a port of its own; or one that runs already.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, server};

use tokio::runtime::Runtime;

/// Where the app is served.
#[derive(Debug)]
pub struct Site {
    address: String,
    /// The server, while it runs here. It has a runtime to itself, because ending that also cuts open connections.
    running: Option<(SocketAddr, Option<Runtime>)>,
    /// The folder of its database, which outlasts the server and goes with this.
    kept: Option<PathBuf>,
}

impl Site {
    /// Starts a server.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub fn start() -> Site {
        let kept = folder();
        let (address, runtime) = serve(SocketAddr::from(([127, 0, 0, 1], 0)), &kept);
        Site { address: format!("http://{address}/"), running: Some((address, Some(runtime))), kept: Some(kept) }
    }

    /// Uses a running server, at an address like `http://127.0.0.1:8080/`.
    pub fn at(address: &str) -> Site {
        Site { address: address.to_owned(), running: None, kept: None }
    }

    /// Returns the address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Stops the server: the page, its workers and the service worker are offline.
    pub(crate) fn stop(&mut self) {
        if let Some((_, runtime)) = &mut self.running
            && let Some(runtime) = runtime.take()
        {
            runtime.shutdown_background();
        }
    }

    /// Restarts the server at the same address.
    pub(crate) fn resume(&mut self) {
        if let (Some((address, runtime @ None)), Some(kept)) = (&mut self.running, &self.kept) {
            *runtime = Some(serve(*address, kept).1);
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // A runtime may not be dropped where another one runs, but may be left behind there.
        self.stop();
        if let Some(kept) = &self.kept {
            // A file that is still open goes when it is closed.
            let _ = std::fs::remove_dir_all(kept);
        }
    }
}

/// A folder of its own for each server.
fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("halfboard-e2e-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    folder
}

fn serve(address: SocketAddr, kept: &Path) -> (SocketAddr, Runtime) {
    let listener = TcpListener::bind(address).expect("a free port");
    let address = listener.local_addr().expect("the port that was bound");
    let runtime = crate::runtime();
    let database = format!("sqlite:{}", kept.join("games.sqlite").display());
    runtime.spawn(async move {
        // Connections wait while the database is opened.
        let store = Store::open(&database).await.expect("a database");
        let origins = Origins::default();
        let app = App::new(store, Limits::default(), origins, Arc::new(Metrics::new()));
        let metrics = Arc::clone(&app.metrics);
        server::serve_all(listener, Some(app), metrics, Duration::ZERO, std::future::pending()).await
    });
    (address, runtime)
}
