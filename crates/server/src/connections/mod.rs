//! TCP connections below HTTP: how many there may be, timeouts, graceful shutdown. WebSockets stay connections of this module
//! until they are closed.

mod body;
mod io;
mod state;
mod table;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tower_service::Service;

use self::body::{RequestBody, ResponseBody};
use self::io::ClientIo;
pub(crate) use self::state::{ActiveGuard, ConnectionState};
use self::table::{ConnectionTable, RefuseReason};
use crate::admission::Admission;
use crate::limits::PeriodCounter;
use crate::tls::TlsListener;

/// Maximum time to receive a request head, also on a kept-alive connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The same for a proxy, which keeps connections for the next request of any client. Longer than proxies do by default, so
/// that it is the proxy who closes, and no request is lost.
const PROXY_IDLE_TIMEOUT: Duration = Duration::from_secs(90);

/// Maximum size of a request head, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Maximum number of connections that wait to be accepted; a system may allow fewer. The standard library asks for 128, which one
/// address can fill within milliseconds. Then the others have to repeat the first packet of theirs, a second later.
const BACKLOG: i32 = 4096;

/// Delay after a failed accept, for example when too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(200);

/// Time that clients have, on shutdown, to complete requests and to read responses.
const SHUTDOWN_PATIENCE: Duration = Duration::from_secs(1);

/// Interval of log lines about refused connections.
const REFUSAL_LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The header that names the scheme of a request.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Makes room for many connections that wait to be accepted. Must be called inside a runtime.
pub(crate) fn listen(listener: std::net::TcpListener) -> std::io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    // To listen again changes only this number.
    SockRef::from(&listener).listen(BACKLOG)?;
    TcpListener::from_std(listener)
}

/// Accepts connections until `shutdown` becomes true, then waits for open requests and WebSockets to complete, as long as
/// their clients cooperate. Dropping the future closes the remaining connections.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    admission: Admission,
    tls: Option<TlsListener>,
    mut shutdown: watch::Receiver<bool>,
) -> std::io::Result<()> {
    let table = ConnectionTable::new(admission);
    let mut refusals = RefusalLog::new();
    // Every connection holds a sender; the channel closes when the last one is gone.
    let (open, mut closed) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = shutdown.wait_for(|shutdown| *shutdown) => break,
        };
        match accepted {
            Ok((stream, peer)) => match table.admit(peer) {
                Ok(place) => {
                    let connection = ServedConnection {
                        state: Arc::clone(place.state()),
                        peer,
                        idle_timeout: if table.is_proxy(peer) { PROXY_IDLE_TIMEOUT } else { HEAD_TIMEOUT },
                        is_encrypted: tls.is_some(),
                        router: router.clone(),
                        shutdown: shutdown.clone(),
                    };
                    let io = ClientIo::new(stream, place, open.clone());
                    match tls.clone() {
                        Some(tls) => tokio::spawn(async move {
                            if let Some(io) = tls.accept(io).await {
                                connection.run(io).await;
                            }
                        }),
                        None => tokio::spawn(connection.run(io)),
                    };
                }
                Err(reason) => {
                    table.count_refusal(reason);
                    refusals.log(reason);
                }
            },
            Err(error) => {
                use std::io::ErrorKind::{ConnectionAborted, ConnectionReset};
                // The client hung up before the connection was accepted.
                if !matches!(error.kind(), ConnectionAborted | ConnectionReset) {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            }
        }
    }
    drop((listener, open));
    tokio::select! {
        _ = closed.recv() => {}
        () = cut_waiting(&table) => {}
    }
    Ok(())
}

/// Cuts the connections that wait for their clients, after these had a moment, until the future is dropped.
async fn cut_waiting(table: &ConnectionTable) {
    loop {
        tokio::time::sleep(SHUTDOWN_PATIENCE).await;
        table.cut_waiting();
    }
}

struct ServedConnection {
    state: Arc<ConnectionState>,
    peer: SocketAddr,
    idle_timeout: Duration,
    is_encrypted: bool,
    router: Router,
    shutdown: watch::Receiver<bool>,
}

impl ServedConnection {
    /// Serves the requests of a connection.
    async fn run<T: AsyncRead + AsyncWrite + Unpin + Send + 'static>(mut self, io: T) {
        let (state, peer, router, is_encrypted) = (self.state, self.peer, self.router, self.is_encrypted);
        let service = service_fn(move |request: Request<Incoming>| {
            let mut router = router.clone();
            let (active, state) = (state.activate(), Arc::clone(&state));
            async move {
                let body_state = Arc::clone(&state);
                let mut request = request.map(|body| Body::new(RequestBody { body, state: body_state }));
                request.extensions_mut().insert(ConnectInfo(peer));
                request.extensions_mut().insert(state);
                if is_encrypted {
                    // As a proxy would say it.
                    request.headers_mut().insert(FORWARDED_PROTO, HeaderValue::from_static("https"));
                }
                let response: Response<Body> = router.call(request).await?;
                Ok::<_, std::convert::Infallible>(response.map(|body| ResponseBody { body, _active: active }))
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.idle_timeout).max_buf_size(MAX_HEAD_BYTES);
        let mut connection = pin!(http.serve_connection(TokioIo::new(io), service).with_upgrades());
        tokio::select! {
            // Errors of a single connection are caused by the client or harmless.
            _ = connection.as_mut() => return,
            _ = self.shutdown.wait_for(|shutdown| *shutdown) => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    }
}

/// Logs refused connections in summary: an attacker must not fill the log.
struct RefusalLog {
    lines: PeriodCounter,
}

impl RefusalLog {
    fn new() -> RefusalLog {
        RefusalLog { lines: PeriodCounter::new(1, REFUSAL_LOG_INTERVAL, Instant::now()) }
    }

    fn log(&mut self, reason: RefuseReason) {
        if let (1, more) = self.lines.count(Instant::now()) {
            let message = match reason {
                RefuseReason::Address => "connection refused: its address has too many",
                RefuseReason::Total => "connection refused: too many in all are open, and none is idle",
            };
            tracing::warn!(more_before = more, "{message}");
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn many_connections_wait_to_be_accepted() {
        let listener = listen(std::net::TcpListener::bind("127.0.0.1:0").expect("a free port")).expect("it listens");
        let address = listener.local_addr().expect("an address");
        let connect = || std::net::TcpStream::connect_timeout(&address, Duration::from_millis(900));
        let waiting: Result<Vec<_>, _> = (0..300).map(|_| connect()).collect();
        assert_eq!(waiting.expect("nobody waits for a second try").len(), 300);
    }
}
