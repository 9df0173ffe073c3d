//! What every request to the interface passes through: who asks and from which page, how often, and which headers every
//! answer has.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use halfboard_protocol::message::{Refusal, RefusalCode};

use super::answers::Refused;
use crate::app::App;

/// The address of whoever asks.
pub(super) struct Client(pub(super) IpAddr);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        Ok(Client(address(app, peer, &parts.headers)))
    }
}

fn address(app: &App, peer: Option<SocketAddr>, headers: &HeaderMap) -> IpAddr {
    // Without the address of a peer, as in tests without a network, all are one.
    app.origins.address(peer.unwrap_or((Ipv4Addr::LOCALHOST, 0).into()), headers)
}

/// Lets a request pass, or refuses it, and sees to the headers of the answer.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    let other = foreign(&app, headers);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let mut response = if changes && !app.origins.allows(headers) {
        let message = "pages of this origin may not use this server; its configuration names those that may";
        Refused::with(StatusCode::FORBIDDEN, RefusalCode::Invalid, message).into_response()
    } else if !app.addresses.may_ask(address(&app, peer, headers)) {
        Refused::from(Refusal::new(RefusalCode::TooFast, "too many requests from this address; wait a minute"))
            .into_response()
    } else if other.is_some() && request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(origin) = other {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        let named = HeaderValue::from_static("authorization, content-type, last-event-id");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, named);
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
    response
}

/// The origin of a page elsewhere that the configuration names: only its browsers are told that it may read answers.
fn foreign(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    let named = app.origins.allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(text));
    named.then(|| origin.clone())
}
