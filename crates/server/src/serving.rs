//! Everything put together: configuration, logs, storage, games and files, from the start to an orderly end. Opens the
//! storage, and listens to signals.

use std::fmt;
use std::fs::{File, TryLockError};
use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;

use crate::app::App;
use crate::config::Config;
use crate::limits::Limits;
use crate::metrics::{CONTENT_TYPE, Metrics};
use crate::origin::Origins;
use crate::store::Store;
use crate::{api, connections, files, headers, logs, requests};

/// Work that still goes on when everything else has ended, such as an engine that thinks, is waited for this long.
const LEFTOVERS: Duration = Duration::from_millis(200);

/// So many connections may be open beside those that are sockets or streams.
const BESIDE_SOCKETS: usize = 1024;

/// How often it is looked whether sockets have gone.
const GLANCE: Duration = Duration::from_millis(10);

/// Why a server could not begin or go on.
#[derive(Debug)]
pub struct RunError(pub(crate) String);

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        RunError(error.to_string())
    }
}

/// Serves until a signal, with logs, from a configuration and the address of a database, where there is to be one. The
/// listener comes from the caller, who then knows the address; `ready` is called when all is well and requests are taken.
/// A second signal ends the process at once.
pub fn run(
    listener: TcpListener,
    config: &Config,
    database: Option<&str>,
    ready: impl FnOnce(),
) -> Result<(), RunError> {
    let _alone = database.map(alone).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let signals = Signals::listen()?;
        let store = match database {
            Some(url) => Some(Store::open(url).await.map_err(|error| RunError(error.to_string()))?),
            None => None,
        };
        logs::start(config.log_level, config.log_format);
        let metrics = Arc::new(Metrics::new());
        let origins = Origins { allowed: config.origins.clone(), behind_proxy: config.behind_proxy };
        let app = store.map(|store| App::new(store, config.limits.clone(), origins, Arc::clone(&metrics)));
        let address = listener.local_addr()?;
        let kept = if database.is_some() { config.database.masked() } else { "none".to_owned() };
        tracing::info!(%address, database = kept, version = env!("CARGO_PKG_VERSION"), "started");
        ready();
        serve_all(listener, app, metrics, config.shutdown_grace, first(signals)).await?;
        tracing::info!("ended");
        Ok(())
    });
    runtime.shutdown_timeout(LEFTOVERS);
    done
}

/// Holds an SQLite file for this process: two servers over one file would not hear of each other's games. The lock is that
/// of a file beside it, so that backups can be made meanwhile, and goes with the process.
fn alone(url: &str) -> Result<Option<File>, RunError> {
    let Some(path) = url.strip_prefix("sqlite:").filter(|path| *path != ":memory:") else { return Ok(None) };
    let path = path.strip_prefix("//").unwrap_or(path);
    let failed =
        |error: &dyn fmt::Display| RunError(format!("{path}.lock: the lock of the database cannot be had: {error}"));
    let file = File::create(format!("{path}.lock")).map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(RunError(format!(
            "{path}: another server has this database; say --database sqlite:PATH for another, or --database none"
        ))),
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

/// Serves the files alone, inside a runtime of the caller's, until the given end.
pub async fn serve(listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    serve_all(listener, None, Arc::new(Metrics::new()), Duration::ZERO, end).await
}

/// Serves files, and games where there are some, inside a runtime of the caller's, until the given end. Then nobody new is
/// let in, sockets are told to go, and what was accepted is kept; what takes longer than the grace is cut.
pub async fn serve_all(
    listener: TcpListener,
    app: Option<App>,
    metrics: Arc<Metrics>,
    grace: Duration,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (ending, ended) = watch::channel(false);
    let most = BESIDE_SOCKETS + app.as_ref().map_or(Limits::default().sockets, |app| app.limits.sockets);
    let router = router(app.clone(), Arc::clone(&metrics));
    let mut serving = pin!(connections::serve(listener, router, most, ended));
    tokio::select! {
        done = &mut serving => return done,
        () = end => {}
    }
    tracing::info!("ending");
    ending.send_replace(true);
    let close = async {
        if let Some(app) = &app {
            app.hub.close().await;
        }
        // Sockets have left their connections, and need a moment to tell their clients.
        while metrics.sockets.get() > 0 {
            tokio::time::sleep(GLANCE).await;
        }
    };
    match tokio::time::timeout(grace, async { tokio::join!(serving, close).0 }).await {
        Ok(done) => done,
        Err(_) => {
            if !grace.is_zero() {
                tracing::warn!("not everything ended in time; the rest is cut");
            }
            Ok(())
        }
    }
}

/// The signals that end a server. They are listened to from the moment that this is made, so that none is missed that comes
/// while everything is being put together.
#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for the first signal to end. From then on a second one ends the process at once.
async fn first(mut signals: Signals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        // The shell's number for a program that was ended by Ctrl-C.
        std::process::exit(130);
    });
}

/// Everything that is answered, and how. Must be served with the addresses of those who ask
/// (`into_make_service_with_connect_info`).
pub fn router(app: Option<App>, metrics: Arc<Metrics>) -> Router {
    // GET answers HEAD, too; every other method is refused with those that are allowed.
    let state = (app.clone(), Arc::clone(&metrics));
    let operating = Router::new().route("/healthz", get(health)).route("/metrics", get(measured)).with_state(state);
    let mut router =
        Router::new().route("/", get(files::answer)).route("/{*path}", get(files::answer)).merge(operating);
    if let Some(app) = app {
        router = router.merge(api::online(app));
    }
    router.layer(map_response(headers::secure)).layer(from_fn_with_state(metrics, requests::watch))
}

type Operating = State<(Option<App>, Arc<Metrics>)>;

/// What is told to machines is never kept.
const FRESH: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");
const PLAIN: (header::HeaderName, &str) = (header::CONTENT_TYPE, "text/plain; charset=utf-8");

/// Whether all is well, for whoever starts and ends servers.
async fn health(State((app, _)): Operating) -> Response {
    let checked = match &app {
        Some(app) => app.hub.store().check().await,
        None => Ok(()),
    };
    match checked {
        Ok(()) => ([FRESH, PLAIN], "ok\n").into_response(),
        Err(problem) => {
            tracing::warn!(problem = %problem.0, "the storage does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, [FRESH, PLAIN], "The storage does not answer.\n").into_response()
        }
    }
}

/// What was counted and measured, for monitoring.
async fn measured(State((app, metrics)): Operating) -> Response {
    if let Some(app) = app {
        metrics.rooms.set(i64::try_from(app.hub.rooms()).unwrap_or(i64::MAX));
    }
    ([FRESH, (header::CONTENT_TYPE, CONTENT_TYPE)], metrics.text()).into_response()
}
