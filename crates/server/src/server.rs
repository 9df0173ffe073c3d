//! Start-up, routing and graceful shutdown.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use tokio::sync::watch;

use crate::admission::Admission;
use crate::app::App;
use crate::config::Config;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::origin::Origins;
use crate::store::{DatabaseLock, Store};
use crate::tls::{TlsListener, TlsSettings};
use crate::{
    admission, api, assets, connections, headers, logging, operations, preview, request_log, scheduled_backups,
};

/// Time to wait for blocking work, such as an engine search, after everything else has ended.
const BLOCKING_GRACE: Duration = Duration::from_millis(200);

/// An error that prevents a server from starting or running.
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

/// Runs a server until SIGINT or SIGTERM. Without a database it serves only the web app. `ready` is called once requests
/// are accepted. A second signal ends the process at once.
pub fn run(
    listener: TcpListener,
    config: &Config,
    database: Option<&str>,
    ready: impl FnOnce(),
) -> Result<(), RunError> {
    logging::init(config.log_level, config.log_format);
    let lock = database.map(DatabaseLock::acquire).transpose();
    let _lock = lock.map_err(|error| RunError(error.to_string()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let signals = ShutdownSignals::listen()?;
        let store = match database {
            Some(url) => Some(Store::open(url).await.map_err(|error| RunError(error.to_string()))?),
            None => None,
        };
        let metrics = Arc::new(Metrics::new());
        if let Some(store) = &store {
            scheduled_backups::start(store.clone(), &config.backups, &metrics)?;
        }
        let origins = config.origins();
        let app = store.map(|store| App::new(store, config.limits.clone(), origins.clone(), Arc::clone(&metrics)));
        let admission = match &app {
            Some(app) => app.admission(),
            None => Admission::new(config.limits.clone(), origins, Arc::clone(&metrics)),
        };
        if let Some(app) = &app {
            // Maintenance and bans are in effect from the first request.
            app.hub.refresh_operator().await;
        }
        let tls = start_tls(&config.tls, &metrics)?;
        let address = listener.local_addr()?;
        let shown = if database.is_some() { config.database.masked() } else { "none".to_owned() };
        let _listeners = operations::listen(config, database, app.as_ref(), &metrics).await?;
        tracing::info!(%address, database = shown, version = env!("CARGO_PKG_VERSION"), "server started");
        ready();
        serve_admitted(listener, app, admission, tls, config.shutdown_grace, shutdown(signals)).await?;
        tracing::info!("server stopped");
        Ok(())
    });
    runtime.shutdown_timeout(BLOCKING_GRACE);
    result
}

/// Serves only the web app, inside the caller's runtime, until `end` completes.
pub async fn serve(listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    serve_all(listener, None, Arc::new(Metrics::new()), Duration::ZERO, end).await
}

/// Serves the web app, and games if there is an `App`, inside the caller's runtime, until `end` completes. Then shuts down
/// gracefully: no new connections, sockets are closed, accepted events are stored. Cuts what takes longer than `grace`.
pub async fn serve_all(
    listener: TcpListener,
    app: Option<App>,
    metrics: Arc<Metrics>,
    grace: Duration,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let admission = match &app {
        Some(app) => Admission { metrics, ..app.admission() },
        None => Admission::new(Limits::default(), Origins::default(), metrics),
    };
    serve_admitted(listener, app, admission, None, grace, end).await
}

/// Serves the web app and games with TLS.
///
/// # Errors
/// Fails if the settings do not fit together, or a file cannot be read.
pub async fn serve_tls(
    listener: TcpListener,
    app: App,
    settings: &TlsSettings,
    end: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let admission = app.admission();
    let tls = start_tls(settings, &admission.metrics)?;
    Ok(serve_admitted(listener, Some(app), admission, tls, Duration::ZERO, end).await?)
}

/// Starts TLS, if it is configured.
fn start_tls(settings: &TlsSettings, metrics: &Metrics) -> Result<Option<TlsListener>, RunError> {
    let source = settings.source().map_err(RunError)?;
    source.map(|source| TlsListener::start(source, metrics)).transpose().map_err(RunError)
}

async fn serve_admitted(
    listener: TcpListener,
    app: Option<App>,
    admission: Admission,
    tls: Option<TlsListener>,
    grace: Duration,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let listener = connections::listen(listener)?;
    let (shutdown, shut_down) = watch::channel(false);
    let mut router = admitted_router(app.clone(), admission.clone());
    if tls.is_some() {
        router = router.layer(map_response(headers::require_tls));
    }
    let mut server = pin!(connections::serve(listener, router, admission, tls, shut_down));
    tokio::select! {
        done = &mut server => return done,
        () = end => {}
    }
    tracing::info!("shutting down");
    shutdown.send_replace(true);
    let close = async {
        if let Some(app) = &app {
            app.hub.close().await;
        }
    };
    match tokio::time::timeout(grace, async { tokio::join!(server, close).0 }).await {
        Ok(done) => done,
        Err(_) => {
            if !grace.is_zero() {
                tracing::warn!("shutdown grace period expired; closing remaining connections");
            }
            Ok(())
        }
    }
}

/// The signals that shut a server down. Created before start-up, so that none is missed.
struct ShutdownSignals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl ShutdownSignals {
    #[cfg(unix)]
    fn listen() -> io::Result<ShutdownSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(ShutdownSignals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn listen() -> io::Result<ShutdownSignals> {
        Ok(ShutdownSignals {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for the first signal. A second one ends the process at once.
async fn shutdown(mut signals: ShutdownSignals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        // The exit code shells use for SIGINT.
        std::process::exit(130);
    });
}

/// Returns the router of the server. Must be served with `ConnectInfo<SocketAddr>`.
pub fn router(app: Option<App>, metrics: Arc<Metrics>) -> Router {
    let admission = match &app {
        Some(app) => Admission { metrics, ..app.admission() },
        None => Admission::new(Limits::default(), Origins::default(), metrics),
    };
    admitted_router(app, admission)
}

fn admitted_router(app: Option<App>, admission: Admission) -> Router {
    // GET routes also handle HEAD; other methods get 405 with an Allow header.
    let mut router = Router::new().route("/", get(assets::serve)).route("/{*path}", get(assets::serve));
    router = router.merge(operations::public_routes(app.clone(), Arc::clone(&admission.metrics)));
    router = router.merge(preview::routes(app.clone(), admission.addresses.clone()));
    if let Some(app) = app {
        router = router.merge(api::online(app));
    }
    router
        .layer(from_fn_with_state(admission.clone(), admission::admit))
        .layer(map_response(headers::add_security_headers))
        .layer(from_fn_with_state(admission.clone(), request_log::observe))
        .layer(from_fn_with_state(admission, admission::identify))
}
