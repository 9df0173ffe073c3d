//! TCP connections below HTTP: maximum number, timeouts, graceful shutdown. Upgraded WebSockets leave this module.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tower_service::Service;

/// Maximum time to receive a request head, also on a kept-alive connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum size of a request head, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Delay after a failed accept, for example when too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(200);

/// Accepts at most `max` concurrent connections until `shutdown` becomes true, then waits for open requests to complete.
/// Dropping the future closes the remaining connections.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    max: usize,
    mut shutdown: watch::Receiver<bool>,
) -> io::Result<()> {
    let permits = Arc::new(Semaphore::new(max.min(Semaphore::MAX_PERMITS)));
    // Every connection holds a sender; the channel closes when the last one is gone.
    let (open, mut closed) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = shutdown.wait_for(|shutdown| *shutdown) => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&permits).try_acquire_owned() {
                Ok(permit) => {
                    let connection =
                        serve_connection(stream, peer, router.clone(), permit, open.clone(), shutdown.clone());
                    tokio::spawn(connection);
                }
                Err(_) => tracing::warn!("connection refused: {max} are already open"),
            },
            Err(error) => {
                // The client hung up before the connection was accepted.
                if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            }
        }
    }
    drop((listener, open));
    closed.recv().await;
    Ok(())
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    _permit: OwnedSemaphorePermit,
    _open: mpsc::Sender<()>,
    mut shutdown: watch::Receiver<bool>,
) {
    // Messages are short and latency matters; on failure they are only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(MAX_HEAD_BYTES);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        // Errors of a single connection are caused by the client or harmless.
        _ = connection.as_mut() => return,
        _ = shutdown.wait_for(|shutdown| *shutdown) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
