//! Extractors and responses shared by all routes. An error response is JSON with a code and a message, whichever part of
//! the request was wrong. The only place that maps refusal codes to HTTP status codes.

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits::MAX_MESSAGE_BYTES;
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Version, json};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum time to receive a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Value of `Retry-After` if the refusal has none, in seconds.
const RETRY_AFTER: u32 = 5;

/// A refusal with its HTTP status.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    refusal: Refusal,
}

impl ApiError {
    /// Creates an error with a specific HTTP status.
    pub(super) fn new(status: StatusCode, code: RefusalCode, message: impl Into<String>) -> ApiError {
        ApiError { status, refusal: Refusal::new(code, message) }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError { status: status(refusal.code), refusal }
    }
}

/// Returns the HTTP status of a refusal code.
fn status(code: RefusalCode) -> StatusCode {
    match code {
        RefusalCode::Unreadable | RefusalCode::Protocol => StatusCode::BAD_REQUEST,
        RefusalCode::Invalid | RefusalCode::NotLegal => StatusCode::UNPROCESSABLE_ENTITY,
        RefusalCode::NotFound => StatusCode::NOT_FOUND,
        RefusalCode::NoSeat => StatusCode::FORBIDDEN,
        RefusalCode::Taken
        | RefusalCode::Stale
        | RefusalCode::NotYourTurn
        | RefusalCode::NotBegun
        | RefusalCode::Over
        | RefusalCode::NotNow
        | RefusalCode::NoChat => StatusCode::CONFLICT,
        RefusalCode::TooFast | RefusalCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        RefusalCode::Unavailable | RefusalCode::Other => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (code, retry_after) = (self.refusal.code, self.refusal.retry_after.unwrap_or(RETRY_AFTER));
        let mut response = (self.status, Json(self.refusal)).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
        }
        // For the request log, which counts refusals by code.
        response.extensions_mut().insert(code);
        response
    }
}

/// A JSON response.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], json::encode(&self.0)).into_response()
    }
}

/// A JSON request body.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<JsonBody<T>, ApiError> {
        let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        if !content_type.eq_ignore_ascii_case("application/json") {
            let message = format!("the body must be JSON with Content-Type: application/json, not '{content_type}'");
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, RefusalCode::Unreadable, message));
        }
        let bytes =
            tokio::time::timeout(BODY_TIMEOUT, axum::body::to_bytes(request.into_body(), MAX_MESSAGE_BYTES)).await;
        let bytes = bytes.map_err(|_| {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, RefusalCode::Unreadable, "timeout while receiving the body")
        })?;
        let bytes = bytes.map_err(|_| {
            let message = format!("the body may have at most {MAX_MESSAGE_BYTES} bytes");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, RefusalCode::Unreadable, message)
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| malformed("the body is not UTF-8 text"))?;
        json::decode(text).map(JsonBody).map_err(|error| malformed(format!("malformed body: {error}")))
    }
}

fn malformed(message: impl Into<String>) -> ApiError {
    Refusal::new(RefusalCode::Unreadable, message).into()
}

/// The game ID of the path.
pub(super) struct GamePath(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, ApiError> {
        let id = Path::<String>::from_request_parts(parts, state).await.ok().and_then(|Path(id)| id.parse().ok());
        let missing =
            || Refusal::new(RefusalCode::NotFound, "there is no such game: IDs are 22 letters and digits").into();
        id.map(GamePath).ok_or_else(missing)
    }
}

/// The token of the `Authorization` header, if present.
pub(super) struct Bearer(pub(super) Option<Token>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Bearer, ApiError> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Bearer(None)) };
        let scheme_and_token = value.to_str().ok().and_then(|value| value.split_once(' '));
        let bearer = scheme_and_token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = bearer.and_then(|(_, token)| token.trim().parse().ok());
        let invalid =
            || Refusal::new(RefusalCode::NoSeat, "invalid seat token; the header is Authorization: Bearer TOKEN");
        token.map(|token| Bearer(Some(token))).ok_or_else(|| invalid().into())
    }
}

impl Bearer {
    /// Returns the token, or an error if it is missing.
    pub(super) fn required(self) -> Result<Token, ApiError> {
        let missing = || Refusal::new(RefusalCode::NoSeat, "a seat token is required: Authorization: Bearer TOKEN");
        self.0.ok_or_else(|| missing().into())
    }
}

/// The last event the client has seen: `Last-Event-ID`, which browsers send on reconnect, or `?after=`.
pub(super) struct AfterVersion(pub(super) Version);

impl<S: Send + Sync> FromRequestParts<S> for AfterVersion {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<AfterVersion, ApiError> {
        if let Some(version) = last_event(&parts.headers) {
            return Ok(AfterVersion(version));
        }
        let parameters = parts.uri.query().unwrap_or_default().split('&');
        let after = parameters.filter_map(|parameter| parameter.split_once('=')).find(|(name, _)| *name == "after");
        let Some((_, version)) = after else { return Ok(AfterVersion(0)) };
        let invalid = || Refusal::new(RefusalCode::Invalid, "after must be the number of an event, such as ?after=12");
        version.parse().map(AfterVersion).map_err(|_| invalid().into())
    }
}

fn last_event(headers: &HeaderMap) -> Option<Version> {
    headers.get("last-event-id")?.to_str().ok()?.trim().parse().ok()
}
