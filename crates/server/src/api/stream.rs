//! What happens in a game, as Server-Sent Events: for programs that would rather read lines than speak WebSocket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use halfboard_protocol::message::{Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Version, json};
use tokio::sync::watch;

use super::answers::{After, Bearer, Named, Refused};
use super::guard::Client;
use crate::app::App;
use crate::hub::Joined;
use crate::limits::Counted;
use crate::metrics::Metrics;

/// A sign of life goes out this often, so that a connection that is lost is noticed.
const LIFE: Duration = Duration::from_secs(15);

/// Everything that happens in a game, as it happens.
///
/// Server-Sent Events. The first is a `welcome` with all events after those that the client has seen, then come `news` and
/// `present`. The id of an event is the number of the last event of the game that it holds: a client that lost its
/// connection goes on by `Last-Event-ID`, or `?after=`.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
    ("after" = Option<u32>, Query, description = "The last event that the client has seen."),
    ("Last-Event-ID" = Option<u32>, Header, description = "The same, as browsers say it; goes before the question."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The stream.", body = ServerMessage, content_type = "text/event-stream"),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 429, description = "Too many sockets and streams are open from this address, or in all.", body = Refusal),
))]
pub(super) async fn events(
    State(app): State<App>,
    Client(address): Client,
    Named(game): Named,
    Bearer(token): Bearer,
    After(after): After,
) -> Result<Response, Refused> {
    let counted = app.addresses.socket(address).ok_or_else(|| {
        Refusal::new(RefusalCode::TooMany, "too many sockets and streams are open from this address, or in all")
    })?;
    let (welcome, joined) = app.hub.join(&game, token.as_ref(), after).await?;
    app.metrics.streams.inc();
    let stream = Stream {
        joined,
        closing: app.hub.closing(),
        metrics: Arc::clone(&app.metrics),
        welcome: Some(welcome),
        _counted: counted,
    };
    let events = stream::unfold(stream, |mut stream| async {
        let event = stream.next().await?;
        stream.metrics.messages_out.inc();
        Some((Ok::<_, Infallible>(event), stream))
    });
    let life = KeepAlive::new().interval(LIFE).text("here");
    // Proxies must not keep back what should come at once.
    let at_once = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((at_once, Sse::new(events).keep_alive(life)).into_response())
}

/// A listener that reads lines.
struct Stream {
    joined: Joined,
    closing: watch::Receiver<bool>,
    metrics: Arc<Metrics>,
    /// The first thing to tell, until it is told.
    welcome: Option<ServerMessage>,
    _counted: Counted,
}

impl Stream {
    /// The next event; `None` when the server is going away, or the client reads too slowly.
    async fn next(&mut self) -> Option<Event> {
        if let Some(welcome) = self.welcome.take() {
            return Some(event(&json::encode(&welcome), version(&welcome)));
        }
        tokio::select! {
            news = self.joined.news.recv() => {
                let Some(text) = news else {
                    self.metrics.slow_closes.inc();
                    return None;
                };
                let version = json::decode(&text).ok().as_ref().and_then(version);
                Some(event(&text, version))
            }
            _ = self.closing.wait_for(|closing| *closing) => None,
        }
    }
}

impl Drop for Stream {
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

/// The number of the last event of the game that a message holds.
fn version(message: &ServerMessage) -> Option<Version> {
    match message {
        ServerMessage::Welcome { events, .. } | ServerMessage::News { events, .. } => {
            events.last().map(|logged| logged.version)
        }
        _ => None,
    }
}
