//! The WebSocket handshake: RFC 6455, section 4.2. Done here, because the stream must be wrapped before WebSocket frames are
//! read from it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use halfboard_protocol::limits::MAX_MESSAGE_BYTES;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::frames::FrameLimiter;
use crate::connections::{ActiveGuard, ConnectionState};

/// Size of the read buffer, in bytes; small, since there are many connections.
const READ_BUFFER: usize = 2048;

/// Maximum number of bytes that wait in the process to be sent, apart from a single message.
const MAX_WRITE_BUFFER: usize = 64 * 1024;

/// A WebSocket of a client.
pub(super) type ClientSocket = WebSocketStream<FrameLimiter<TokioIo<Upgraded>>>;

/// A request to open a WebSocket.
pub(crate) struct SocketUpgrade {
    key: HeaderValue,
    on_upgrade: OnUpgrade,
    active: Option<ActiveGuard>,
}

impl<S: Sync> FromRequestParts<S> for SocketUpgrade {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<SocketUpgrade, StatusCode> {
        let headers = &parts.headers;
        let is_handshake = parts.method == Method::GET
            && has_token(headers, header::CONNECTION, "upgrade")
            && has_token(headers, header::UPGRADE, "websocket")
            && headers.get(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version == "13");
        let key =
            headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| is_handshake).cloned().ok_or(StatusCode::BAD_REQUEST)?;
        let on_upgrade = parts.extensions.remove::<OnUpgrade>().ok_or(StatusCode::BAD_REQUEST)?;
        let active = parts.extensions.get::<Arc<ConnectionState>>().map(ConnectionState::activate);
        Ok(SocketUpgrade { key, on_upgrade, active })
    }
}

/// Returns whether a header with a list of tokens contains this one.
fn has_token(headers: &HeaderMap, name: HeaderName, token: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(token))
}

impl SocketUpgrade {
    /// Returns the response to the handshake. `serve` is called with the socket, and a flag that is set when the client sends
    /// too many frames.
    pub(super) fn open<F: Future<Output = ()> + Send>(
        self,
        messages: usize,
        serve: impl FnOnce(ClientSocket, Arc<AtomicBool>) -> F + Send + 'static,
    ) -> Response {
        let accept = derive_accept_key(self.key.as_bytes());
        tokio::spawn(async move {
            let _active = self.active;
            // The client hung up during the handshake.
            let Ok(upgraded) = self.on_upgrade.await else { return };
            let io = FrameLimiter::new(TokioIo::new(upgraded), messages);
            let exceeded = io.exceeded();
            let config = WebSocketConfig::default()
                .max_message_size(Some(MAX_MESSAGE_BYTES))
                .max_frame_size(Some(MAX_MESSAGE_BYTES))
                .read_buffer_size(READ_BUFFER)
                .write_buffer_size(0)
                .max_write_buffer_size(MAX_WRITE_BUFFER);
            let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
            serve(socket, exceeded).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        if let Ok(accept) = HeaderValue::from_str(&accept) {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        }
        response
    }
}
