//! Middleware of all API requests: allowed origins, rate limit, CORS headers.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::responses::ApiError;
use crate::admission::ClientAddress;
use crate::app::App;

/// Checks a request and sets the headers of the response.
pub(super) async fn guard(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let cross_origin = allowed_cross_origin(&app, headers);
    let is_write = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let mut response = if is_write && !app.origins.allows(headers) {
        let message = "pages of this origin may not use this server; see its setting origins";
        ApiError::new(StatusCode::FORBIDDEN, RefusalCode::Invalid, message).into_response()
    } else if app.hub.operator().is_banned(address, app.hub.now()) {
        let message = "requests from this address are refused for now";
        ApiError::new(StatusCode::FORBIDDEN, RefusalCode::TooMany, message).into_response()
    } else if !app.addresses.allow_request(address, cost(&request)) {
        ApiError::from(Refusal::new(RefusalCode::TooFast, "too many requests from this address; wait a minute"))
            .into_response()
    } else if cross_origin.is_some() && request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    app.count_response(address, &response);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(origin) = cross_origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        let allowed = HeaderValue::from_static("authorization, content-type, last-event-id");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
    response
}

/// Returns as how many requests one counts: those that read or compute much count more than once.
fn cost(request: &Request) -> usize {
    let query = request.uri().query().unwrap_or_default();
    match request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str) {
        "/api/archive/games" => 10,
        // Other pages than the first are not cached.
        "/api/lobby" if query.contains("before") || query.contains("limit") => 5,
        "/api/games/{id}/record" | "/api/archive/games/{id}/record" => 3,
        "/api/explorer" => 2,
        _ => 1,
    }
}

/// Returns the origin of the request if the configuration allows it, for the CORS headers.
fn allowed_cross_origin(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    let is_allowed = app.origins.allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(text));
    is_allowed.then(|| origin.clone())
}
