//! How requests are read and refusals are answered, the same way everywhere: a refusal is JSON with a code and a sentence,
//! whatever part of a request was wrong. The one place that knows which status a code has.

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits::MAX_MESSAGE_BYTES;
use halfboard_protocol::message::{Refusal, RefusalCode};
use halfboard_protocol::{Version, json};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A body must have come within this time.
const BODY: Duration = Duration::from_secs(10);

/// After so many seconds it is worth asking again.
const RETRY: &str = "5";

/// A refusal with its status.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    refusal: Refusal,
}

impl Refused {
    /// A refusal for which HTTP has a status of its own.
    pub(super) fn with(status: StatusCode, code: RefusalCode, message: impl Into<String>) -> Refused {
        Refused { status, refusal: Refusal::new(code, message) }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { status: status(refusal.code), refusal }
    }
}

/// The status of a refusal.
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
        RefusalCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let code = self.refusal.code;
        let mut response = (self.status, Answer(self.refusal)).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY));
        }
        // Whoever counts answers counts refusals by their code.
        response.extensions_mut().insert(code);
        response
    }
}

/// An answer in JSON.
pub(super) struct Answer<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], json::encode(&self.0)).into_response()
    }
}

/// A body in JSON.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _state: &S) -> Result<Body<T>, Refused> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let message = format!("the body must be JSON, with Content-Type: application/json (this is '{kind}')");
            return Err(Refused::with(StatusCode::UNSUPPORTED_MEDIA_TYPE, RefusalCode::Unreadable, message));
        }
        let bytes = tokio::time::timeout(BODY, axum::body::to_bytes(request.into_body(), MAX_MESSAGE_BYTES)).await;
        let bytes = bytes.map_err(|_| {
            Refused::with(StatusCode::REQUEST_TIMEOUT, RefusalCode::Unreadable, "the body did not come in time")
        })?;
        let bytes = bytes.map_err(|_| {
            let message = format!("the body must have at most {MAX_MESSAGE_BYTES} bytes");
            Refused::with(StatusCode::PAYLOAD_TOO_LARGE, RefusalCode::Unreadable, message)
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|_| unreadable("the body is not UTF-8 text"))?;
        json::decode(text).map(Body).map_err(|error| unreadable(format!("the body cannot be read: {error}")))
    }
}

fn unreadable(message: impl Into<String>) -> Refused {
    Refusal::new(RefusalCode::Unreadable, message).into()
}

/// The game that an address names.
pub(super) struct Named(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Refused> {
        let named = Path::<String>::from_request_parts(parts, state).await.ok().and_then(|Path(id)| id.parse().ok());
        let missing =
            || Refusal::new(RefusalCode::NotFound, "there is no such game: names are 22 letters and digits").into();
        named.map(Named).ok_or_else(missing)
    }
}

/// The secret of a seat, where one was sent.
pub(super) struct Bearer(pub(super) Option<Token>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Bearer, Refused> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Bearer(None)) };
        let secret = value.to_str().ok().and_then(|value| value.split_once(' '));
        let secret = secret.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = secret.and_then(|(_, token)| token.trim().parse().ok());
        let wrong = || {
            Refusal::new(RefusalCode::NoSeat, "this is no secret of a seat; the header is Authorization: Bearer SECRET")
        };
        token.map(|token| Bearer(Some(token))).ok_or_else(|| wrong().into())
    }
}

impl Bearer {
    /// The secret, without which nothing can be done.
    pub(super) fn needed(self) -> Result<Token, Refused> {
        let missing =
            || Refusal::new(RefusalCode::NoSeat, "this needs the secret of a seat: Authorization: Bearer SECRET");
        self.0.ok_or_else(|| missing().into())
    }
}

/// The last event that whoever asks has seen: what a browser says when it comes back, else `?after=`.
pub(super) struct After(pub(super) Version);

impl<S: Send + Sync> FromRequestParts<S> for After {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<After, Refused> {
        if let Some(version) = last_event(&parts.headers) {
            return Ok(After(version));
        }
        let questions = parts.uri.query().unwrap_or_default().split('&');
        let asked = questions.filter_map(|question| question.split_once('=')).find(|(name, _)| *name == "after");
        let Some((_, version)) = asked else { return Ok(After(0)) };
        let wrong =
            || Refusal::new(RefusalCode::Invalid, "after is the number of an event, as in ?after=12; 0 is before all");
        version.parse().map(After).map_err(|_| wrong().into())
    }
}

fn last_event(headers: &HeaderMap) -> Option<Version> {
    headers.get("last-event-id")?.to_str().ok()?.trim().parse().ok()
}
