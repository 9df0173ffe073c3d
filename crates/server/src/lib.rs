//! Serves the browser app: its files are part of the binary, and nothing else can be had.
//!
//! `cargo xtask web` builds the files into `dist/`. A release build carries them; a debug build reads them from there each
//! time, so that a change of the app is seen without building this.

mod app;
mod files;
mod headers;
pub mod hub;
mod limits;
pub mod metrics;
mod origin;
mod referee;
mod secrets;
mod socket;
pub mod store;

use std::future::Future;
use std::io;
use std::net::TcpListener;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;

pub use app::{App, online};
pub use limits::Limits;
pub use origin::Origins;

/// Everything that is answered, and how.
pub fn app() -> Router {
    // GET answers HEAD, too; every other method is refused with those that are allowed.
    Router::new()
        .route("/", get(files::answer))
        .route("/{*path}", get(files::answer))
        .layer(map_response(headers::secure))
}

/// Serves until somebody interrupts the program. The listener comes from the caller, who then knows the address before
/// anything is served.
pub fn run(listener: TcpListener) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(serve(listener, async {
        // Without a handler for the signal there is no other way to end than the signal's own.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }))
}

/// Serves inside a runtime of the caller's, until the given end. Connections that are open then are cut.
pub async fn serve(listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    tokio::select! {
        done = axum::serve(listener, app()) => done,
        () = end => Ok(()),
    }
}
