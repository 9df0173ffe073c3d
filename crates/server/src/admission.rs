//! Admission of requests: identifies the client, checks the host, and limits requests that are not for the API.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::limits::{AddressLimits, Limits};
use crate::metrics::Metrics;
use crate::origin::Origins;

/// What is needed to admit connections and requests, also without online games. Clones share the same counters.
#[derive(Clone)]
pub(crate) struct Admission {
    pub(crate) addresses: AddressLimits,
    pub(crate) origins: Arc<Origins>,
    pub(crate) metrics: Arc<Metrics>,
}

impl Admission {
    /// Creates empty counters.
    pub(crate) fn new(limits: Limits, origins: Origins, metrics: Arc<Metrics>) -> Admission {
        Admission { addresses: AddressLimits::new(Arc::new(limits)), origins: Arc::new(origins), metrics }
    }
}

/// The IP address of the client, as an extension of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<ClientAddress, Infallible> {
        // Without a peer address, as in tests without a network, all clients count as one.
        let unknown = ClientAddress(Ipv4Addr::LOCALHOST.into());
        Ok(parts.extensions.get::<ClientAddress>().copied().unwrap_or(unknown))
    }
}

/// Identifies the client of a request, for the layers within.
pub(crate) async fn identify(State(admission): State<Admission>, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let client = ClientAddress(admission.origins.proxies.client(*peer, request.headers()));
        request.extensions_mut().insert(client);
    }
    next.run(request).await
}

/// Refuses requests for other hosts, and too many of them from one address. The API counts its requests itself.
pub(crate) async fn admit(
    State(admission): State<Admission>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    if !admission.origins.allows_host(request.uri(), request.headers()) {
        let message = "this server does not answer for the requested host; see its setting hosts\n";
        return refuse(StatusCode::MISDIRECTED_REQUEST, message);
    }
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    if !is_api && !admission.addresses.allow_file(address) {
        return too_many("too many requests from this address; wait a minute\n");
    }
    next.run(request).await
}

/// Returns the response to a request beyond a limit.
pub(crate) fn too_many(message: &'static str) -> Response {
    let mut response = refuse(StatusCode::TOO_MANY_REQUESTS, message);
    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("60"));
    response
}

fn refuse(status: StatusCode, message: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, message).into_response()
}
