//! Every request is watched: what it was, how it was answered and how long that took goes to logs and metrics, and a panic
//! in its handler becomes an answer. Of the address only the path is logged, of headers and bodies nothing.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use halfboard_protocol::json;
use halfboard_protocol::message::{Refusal, RefusalCode};
use tracing::Instrument;

use crate::metrics::Metrics;

/// A path longer than this is cut in the log.
const LONGEST: usize = 200;

/// Watches a request.
pub(crate) async fn watch(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = named(request.method());
    let path: String = request.uri().path().chars().take(LONGEST).collect();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str);
    let route = if route.starts_with("/{*") || route == "/" { "files".to_owned() } else { route.to_owned() };
    let span = tracing::info_span!("request", method, path);
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().instrument(span.clone()).await;
    // The hook has logged what happened.
    let response = answered.unwrap_or_else(|_| failed());
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    if let Some(code) = response.extensions().get::<RefusalCode>() {
        metrics.refused(*code);
    }
    metrics.answered(method, &route, status, took);
    let ms = took.as_secs_f64() * 1000.0;
    let ms = (ms * 100.0).round() / 100.0;
    span.in_scope(|| {
        if status >= 500 {
            tracing::error!(status, ms, "answered");
        } else if route.starts_with("/api") {
            tracing::info!(status, ms, "answered");
        } else {
            tracing::debug!(status, ms, "answered");
        }
    });
    response
}

/// The method, or a word for those that somebody made up: they must not grow the metrics.
fn named(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

fn failed() -> Response {
    let refusal = Refusal::new(RefusalCode::Unavailable, "something went wrong here; try again");
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::INTERNAL_SERVER_ERROR, kind, json::encode(&refusal)).into_response()
}
