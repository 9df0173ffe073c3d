//! Middleware that logs and counts every request, and turns a panic in its handler into a response. Of the URL only the path
//! is logged; headers and bodies are not.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use halfboard_protocol::json;
use halfboard_protocol::message::{Refusal, RefusalCode};
use tracing::Instrument;

use crate::admission::{Admission, ClientAddress};
use crate::limits::LogLine;

/// Maximum length of a logged path, in characters.
const MAX_PATH: usize = 200;

/// Logs and counts a request.
pub(crate) async fn observe(
    State(admission): State<Admission>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    let metrics = &admission.metrics;
    let started = Instant::now();
    let method = method_label(request.method());
    let path: String = request.uri().path().chars().take(MAX_PATH).collect();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str);
    let route = if route.starts_with("/{*") || route == "/" { "files".to_owned() } else { route.to_owned() };
    let span = tracing::info_span!("request", method, path);
    let result = AssertUnwindSafe(next.run(request)).catch_unwind().instrument(span.clone()).await;
    // The panic hook has logged the panic.
    let response = result.unwrap_or_else(|_| internal_error());
    let (status, duration) = (response.status().as_u16(), started.elapsed());
    if let Some(code) = response.extensions().get::<RefusalCode>() {
        metrics.count_refusal(*code);
    }
    metrics.count_request(method, &route, status, duration);
    let ms = duration.as_secs_f64() * 1000.0;
    let ms = (ms * 100.0).round() / 100.0;
    if is_logged(status, &route) {
        let line = admission.addresses.log_line(address);
        if line == LogLine::Suppress {
            metrics.suppressed_log_lines.inc();
            return response;
        }
        span.in_scope(|| write(status, ms, &route));
        match line {
            LogLine::WriteLast => tracing::warn!("further log lines of this client are suppressed for up to a minute"),
            LogLine::Write { suppressed: 1.. } => {
                tracing::warn!(?line, "log lines of this client were suppressed");
            }
            _ => {}
        }
    }
    response
}

fn write(status: u16, ms: f64, route: &str) {
    if status >= 500 {
        tracing::error!(status, ms, "request");
    } else if route.starts_with("/api") {
        tracing::info!(status, ms, "request");
    } else {
        tracing::debug!(status, ms, "request");
    }
}

/// Returns whether a request is logged at the current level.
fn is_logged(status: u16, route: &str) -> bool {
    let level = if status >= 500 {
        tracing::Level::ERROR
    } else if route.starts_with("/api") {
        tracing::Level::INFO
    } else {
        tracing::Level::DEBUG
    };
    level <= tracing::level_filters::LevelFilter::current()
}

/// Returns the method as a metrics label; unknown methods share one, to bound the number of labels.
fn method_label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

fn internal_error() -> Response {
    let refusal = Refusal::new(RefusalCode::Unavailable, "internal error; try again");
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::INTERNAL_SERVER_ERROR, headers, json::encode(&refusal)).into_response()
}
