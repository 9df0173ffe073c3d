//! What operators and their programs ask: health and metrics. The public listener answers health, and metrics to peers on the
//! same machine; a separate listener has both, and the operator's Unix socket everything.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

#[cfg(unix)]
use crate::admin;
use crate::app::App;
#[cfg(unix)]
use crate::config::AdminSocket;
use crate::config::Config;
use crate::metrics::{CONTENT_TYPE, Metrics};
use crate::server::RunError;

/// Maximum time to measure the storage. Metrics must also be served while it is unavailable.
const MEASURE_TIMEOUT: Duration = Duration::from_secs(1);

/// Headers that a proxy adds: the client is not the peer.
const FORWARDING_HEADERS: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/// Prevents caching.
const NO_STORE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");
const PLAIN: (header::HeaderName, &str) = (header::CONTENT_TYPE, "text/plain; charset=utf-8");

#[derive(Clone)]
struct OperationsState {
    app: Option<App>,
    metrics: Arc<Metrics>,
    /// Whether the last health check failed.
    is_failing: Arc<AtomicBool>,
}

impl OperationsState {
    fn new(app: Option<App>, metrics: Arc<Metrics>) -> OperationsState {
        OperationsState { app, metrics, is_failing: Arc::default() }
    }
}

/// Returns the routes of the public listener.
pub(crate) fn public_routes(app: Option<App>, metrics: Arc<Metrics>) -> Router {
    let routes = Router::new().route("/healthz", get(health)).route("/metrics", get(public_metrics));
    routes.with_state(OperationsState::new(app, metrics))
}

/// Returns the routes of the separate listener, and of the operator's socket.
pub(crate) fn private_routes(app: Option<App>, metrics: Arc<Metrics>) -> Router {
    let routes = Router::new().route("/healthz", get(health)).route("/metrics", get(metrics_response));
    routes.with_state(OperationsState::new(app, metrics))
}

/// The listeners besides the public one. Dropping them ends them.
#[derive(Default)]
pub(crate) struct Listeners {
    tasks: Vec<tokio::task::AbortHandle>,
    socket: Option<PathBuf>,
}

impl Drop for Listeners {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        if let Some(path) = &self.socket {
            // A file that is left over does not prevent the next start.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Opens the listeners of the configuration.
pub(crate) async fn listen(
    config: &Config,
    #[cfg_attr(not(unix), expect(unused_variables, reason = "Unix sockets are needed"))] database: Option<&str>,
    app: Option<&App>,
    metrics: &Arc<Metrics>,
) -> Result<Listeners, RunError> {
    let mut listeners = Listeners::default();
    let router = private_routes(app.cloned(), Arc::clone(metrics));
    if let Some(address) = config.metrics_listen {
        let failed = |error| RunError(format!("metrics_listen {address}: {error}; choose another, or none"));
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        metrics.make_private();
        let router = router.clone();
        let serve = async move { axum::serve(listener, router).await };
        listeners.tasks.push(tokio::spawn(serve).abort_handle());
        tracing::info!(%address, "serving metrics");
    }
    #[cfg(unix)]
    if let Some(path) = config.admin_socket.path(database) {
        let router = app.map_or(router.clone(), |app| router.clone().merge(admin::socket::routes(app.clone())));
        match admin::socket::bind(&path).await {
            Ok(listener) => {
                listeners.tasks.push(tokio::spawn(admin::socket::serve(listener, router)).abort_handle());
                listeners.socket = Some(path);
            }
            // Players at home do not need it.
            Err(error) if config.admin_socket == AdminSocket::Auto => tracing::warn!(%error, "no admin socket"),
            Err(error) => return Err(error),
        }
    }
    Ok(listeners)
}

/// Health check for orchestrators.
async fn health(State(state): State<OperationsState>) -> Response {
    let check = match &state.app {
        Some(app) => app.hub.check().await,
        None => Ok(()),
    };
    let was_failing = state.is_failing.swap(check.is_err(), Ordering::Relaxed);
    match check {
        Ok(()) => {
            if was_failing {
                tracing::info!("health check succeeded again");
            }
            ([NO_STORE, PLAIN], "ok\n").into_response()
        }
        Err(error) => {
            // Logged once per outage: anyone may ask.
            if !was_failing {
                tracing::warn!(%error, "health check failed");
            }
            (StatusCode::SERVICE_UNAVAILABLE, [NO_STORE, PLAIN], "storage unavailable\n").into_response()
        }
    }
}

/// Metrics on the public listener: for programs on the same machine that do not come through a proxy.
async fn public_metrics(State(state): State<OperationsState>, request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_local = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    let is_forwarded = FORWARDING_HEADERS.iter().any(|name| request.headers().contains_key(*name));
    if state.metrics.is_private() || !is_local || is_forwarded {
        let message = "metrics are not public; see the setting metrics_listen\n";
        return (StatusCode::NOT_FOUND, [NO_STORE, PLAIN], message).into_response();
    }
    metrics_response(State(state)).await
}

/// Metrics for monitoring.
async fn metrics_response(State(state): State<OperationsState>) -> Response {
    let metrics = &state.metrics;
    if let Some(app) = &state.app {
        metrics.limited_addresses.set(i64::try_from(app.addresses.limited()).unwrap_or(i64::MAX));
        metrics.active_games.set(i64::try_from(app.hub.active_games()).unwrap_or(i64::MAX));
        let size = tokio::time::timeout(MEASURE_TIMEOUT, app.hub.store().size()).await;
        let size = size.ok().and_then(Result::ok).unwrap_or_default();
        *metrics.storage_size.lock().unwrap_or_else(PoisonError::into_inner) = size;
    }
    ([NO_STORE, (header::CONTENT_TYPE, CONTENT_TYPE)], metrics.encode()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::logging::tests::CapturedLog;
    use crate::origin::Origins;
    use crate::store::Store;

    #[tokio::test]
    async fn a_failing_health_check_is_logged_once() {
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let metrics = Arc::new(Metrics::new());
        let app = App::new(store, Limits::default(), Origins::default(), Arc::clone(&metrics));
        let state = OperationsState::new(Some(app.clone()), metrics);
        assert_eq!(health(State(state.clone())).await.status(), StatusCode::OK);
        app.hub.store().close().await;
        let log = CapturedLog::start();
        for _ in 0..20 {
            assert_eq!(health(State(state.clone())).await.status(), StatusCode::SERVICE_UNAVAILABLE);
        }
        assert_eq!(log.count("health check failed"), 1);
    }
}
