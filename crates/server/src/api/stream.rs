//! The events of a game as Server-Sent Events, for programs without a WebSocket client.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use halfboard_protocol::message::{Refusal, ServerMessage};
use halfboard_protocol::{Version, json};
use tokio::sync::watch;

use super::responses::{AfterVersion, ApiError, Bearer, GamePath};
use crate::admission::ClientAddress;
use crate::app::App;
use crate::hub::{Hub, Subscription, SubscriptionEnd};
use crate::limits::AddressPermit;
use crate::metrics::Metrics;

/// Interval of keep-alive comments.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Interval at which a stream notices that its address was banned.
const BAN_INTERVAL: Duration = Duration::from_secs(5);

/// Stream the events of a game.
///
/// Server-Sent Events: first a `welcome` with the events the client has not seen, then `news` and `present`. The id is the
/// number of the last game event included, so that a client can resume with `Last-Event-ID` or `?after=`.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
    ("after" = Option<u32>, Query, description = "The last event the client has seen."),
    ("Last-Event-ID" = Option<u32>, Header, description = "The same, as sent by browsers; takes precedence."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The stream.", body = ServerMessage, content_type = "text/event-stream"),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 429, description = "Too many open sockets and streams from this address, or in all.", body = Refusal),
))]
pub(super) async fn events(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    GamePath(game): GamePath,
    Bearer(token): Bearer,
    AfterVersion(after): AfterVersion,
) -> Result<Response, ApiError> {
    let permit = app.socket_permit(address)?;
    let quota = app.addresses.buffers(address);
    let (welcome, subscription) = app.hub.join_from(Some(address), &game, token.as_ref(), after, quota).await?;
    app.metrics.streams.inc();
    let stream = EventStream {
        subscription,
        closing: app.hub.closing(),
        hub: app.hub.clone(),
        address,
        metrics: Arc::clone(&app.metrics),
        welcome: Some(welcome),
        ended: false,
        _permit: permit,
    };
    let events = stream::unfold(stream, |mut stream| async {
        let event = stream.next().await?;
        stream.metrics.messages_out.inc();
        Some((Ok::<_, Infallible>(event), stream))
    });
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("here");
    // Proxies must not buffer the stream.
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, Sse::new(events).keep_alive(keep_alive)).into_response())
}

/// A subscription as a stream of Server-Sent Events.
struct EventStream {
    subscription: Subscription,
    closing: watch::Receiver<bool>,
    hub: Hub,
    address: IpAddr,
    metrics: Arc<Metrics>,
    /// The welcome, until it is sent.
    welcome: Option<ServerMessage>,
    /// Whether the subscription has ended.
    ended: bool,
    _permit: AddressPermit,
}

impl EventStream {
    /// Returns the next event; `None` if the server shuts down, the client is banned or too slow, or the game was changed. A
    /// client whose token was revoked receives a refusal first.
    async fn next(&mut self) -> Option<Event> {
        if let Some(welcome) = self.welcome.take() {
            return Some(event(&json::encode(&welcome), version(&welcome)));
        }
        let message = tokio::select! {
            () = banned(&self.hub, self.address) => return None,
            message = self.subscription.messages.recv() => message,
            _ = self.closing.wait_for(|closing| *closing) => return None,
        };
        let Some(message) = message else { return self.end() };
        let version = json::decode(&message.text).ok().as_ref().and_then(version);
        Some(event(&message.text, version))
    }

    /// Returns the last event of a subscription that ended, if there is something to tell.
    fn end(&mut self) -> Option<Event> {
        if std::mem::replace(&mut self.ended, true) {
            return None;
        }
        let end = self.subscription.end();
        if end == SubscriptionEnd::TooSlow {
            self.metrics.slow_closes.inc();
        }
        end.refusal().map(|refusal| event(&json::encode(&ServerMessage::Refused { key: None, refusal }), None))
    }
}

/// Waits until an address is banned.
async fn banned(hub: &Hub, address: IpAddr) {
    while !hub.operator().is_banned(address, hub.now()) {
        tokio::time::sleep(BAN_INTERVAL).await;
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.metrics.streams.dec();
    }
}

fn event(text: &str, version: Option<Version>) -> Event {
    let event = Event::default().data(text);
    match version {
        Some(version) => event.id(version.to_string()),
        None => event,
    }
}

/// Returns the version of the last game event in a message.
fn version(message: &ServerMessage) -> Option<Version> {
    match message {
        ServerMessage::Welcome { events, .. } | ServerMessage::News { events, .. } => {
            events.last().map(|logged| logged.version)
        }
        _ => None,
    }
}
