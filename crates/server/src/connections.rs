//! Connections: who may have one, for how long without asking for anything, and how they end in good order. Below HTTP's
//! requests, which are the router's business; sockets leave this room when they become sockets.

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

/// A connection on which no request has come as a whole within this time is closed, also one that has had others before.
const HEAD: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 16 * 1024;

/// When the system gives no connection, as when too many files are open, it is asked again after this time.
const PAUSE: Duration = Duration::from_millis(200);

/// Takes connections, at most so many at once, until the end is told; then waits until those that are open have had their
/// answers. Whoever waits no longer drops this, which cuts them.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    mut ended: watch::Receiver<bool>,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
    // Every connection holds a sender; when all are gone, nothing can be received any more.
    let (open, mut closed) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ended.wait_for(|ended| *ended) => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&places).try_acquire_owned() {
                Ok(place) => {
                    let connection = attend(stream, peer, router.clone(), place, open.clone(), ended.clone());
                    tokio::spawn(connection);
                }
                Err(_) => tracing::warn!("a connection was closed at once: {most} are open already"),
            },
            Err(error) => {
                // Those who hung up before their turn are nobody's concern.
                if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    tracing::error!(%error, "no connection can be taken");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
    drop((listener, open));
    closed.recv().await;
    Ok(())
}

async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    _place: OwnedSemaphorePermit,
    _open: mpsc::Sender<()>,
    mut ended: watch::Receiver<bool>,
) {
    // Messages are short and wanted at once; where this cannot be had they come a little later.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        // Whatever goes wrong with one connection is the other side's doing, or over.
        _ = connection.as_mut() => return,
        _ = ended.wait_for(|ended| *ended) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
