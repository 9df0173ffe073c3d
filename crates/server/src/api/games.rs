//! Games over HTTP: make one, take a seat, do something, see it, list them. Each handler asks the hub and writes its
//! answer; nothing is decided here.

use std::time::Instant;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halfboard_protocol::api::{self, CommandDone, Lobby, NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode, ServerMessage};

use super::answers::{After, Answer, Bearer, Body, Named, Refused};
use super::guard::Client;
use crate::app::App;
use crate::hub::now;
use crate::socket;

/// Make a game.
///
/// Whoever asks has a seat in it; the others are free, or the server's engine takes them. The answer holds the secret of
/// the seat, which is told nobody else. The game begins when all seats are taken; give its name to whom you invite.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 200, description = "The game was made, and that is durable.", body = SeatGrant),
    (status = 400, description = "The body is not JSON of this form.", body = Refusal),
    (status = 413, description = "The body is larger than 4096 bytes.", body = Refusal),
    (status = 415, description = "The body is not said to be JSON.", body = Refusal),
    (status = 422, description = "Rules, start, time control or another value is not valid.", body = Refusal),
    (status = 429, description = "Too many games or requests from this address.", body = Refusal),
    (status = 503, description = "The storage cannot be reached; try again.", body = Refusal),
))]
pub(super) async fn create(
    State(app): State<App>,
    Client(address): Client,
    Body(new): Body<NewGame>,
) -> Result<Answer<SeatGrant>, Refused> {
    if !app.addresses.may_make_game(address) {
        let message = "so many games were made from this address in the last hour that it is enough for now";
        return Err(Refusal::new(RefusalCode::TooMany, message).into());
    }
    Ok(Answer(app.hub.create(new).await?))
}

/// A game with its log.
///
/// With a seat's secret all of it, otherwise what those who watch may see.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
    ("after" = Option<u32>, Query, description = "Only the events after this one."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The game.", body = api::GameSnapshot),
    (status = 404, description = "There is no such game.", body = Refusal),
))]
pub(super) async fn state(
    State(app): State<App>,
    Named(game): Named,
    Bearer(token): Bearer,
    After(after): After,
) -> Result<Answer<api::GameSnapshot>, Refused> {
    Ok(Answer(app.hub.state(&game, token.as_ref(), after).await?))
}

/// Take a free seat.
///
/// Said again with the same secret it is harmless.
#[utoipa::path(post, path = "/api/games/{id}/seats", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
), request_body = TakeSeat, responses(
    (status = 200, description = "The seat is yours, and that is durable.", body = SeatGrant),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 409, description = "The seat is taken, or the game is over.", body = Refusal),
    (status = 422, description = "The name or the seat is not valid.", body = Refusal),
))]
pub(super) async fn take_seat(
    State(app): State<App>,
    Named(game): Named,
    Body(take): Body<TakeSeat>,
) -> Result<Answer<SeatGrant>, Refused> {
    Ok(Answer(app.hub.take_seat(&game, take).await?))
}

/// Do something at a seat: play, ask, answer, resign, call off, give time, say.
///
/// What was done is durable when the answer comes. Where none comes, say the same again with the same key: a repeated
/// command is harmless.
#[utoipa::path(post, path = "/api/games/{id}/commands", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
), security(("seat" = [])), request_body = KeyedCommand, responses(
    (status = 200, description = "It was done, and that is durable.", body = CommandDone),
    (status = 403, description = "The secret opens no seat of this game.", body = Refusal),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 409, description = "It is another turn by now, somebody else's turn, or not the time for this.", body = Refusal),
    (status = 422, description = "The move is not legal.", body = Refusal),
    (status = 429, description = "Too much in too short a time.", body = Refusal),
    (status = 503, description = "The storage cannot be reached: say it again.", body = Refusal),
))]
pub(super) async fn command(
    State(app): State<App>,
    Named(game): Named,
    Client(address): Client,
    bearer: Bearer,
    Body(keyed): Body<KeyedCommand>,
) -> Result<Answer<CommandDone>, Refused> {
    let (begun, arrived) = (Instant::now(), now());
    let token = bearer.needed()?;
    app.allows(&keyed.command, address)?;
    // Over HTTP nobody measures how long a request was on its way, so that no lag is made up for.
    let done = app.hub.command(&game, &token, keyed, arrived, None).await;
    app.metrics.command_seconds.observe(begun.elapsed().as_secs_f64());
    Ok(Answer(CommandDone { version: done? }))
}

/// The record of a game.
///
/// In the form of docs/records.md, which resembles PGN. While the game is played, up to the last turn that one may see.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The record.", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such game.", body = Refusal),
))]
pub(super) async fn record(
    State(app): State<App>,
    Named(game): Named,
    Bearer(token): Bearer,
) -> Result<Response, Refused> {
    let text = app.hub.record(&game, token.as_ref()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The public games: with free seats, being played, and finished.
#[utoipa::path(get, path = "/api/lobby", tag = "games", responses(
    (status = 200, description = "The lists.", body = Lobby),
    (status = 503, description = "The storage cannot be reached.", body = Refusal),
))]
pub(super) async fn lobby(State(app): State<App>) -> Result<Answer<Lobby>, Refused> {
    Ok(Answer(app.hub.lobby().await?))
}

/// A socket to a game.
///
/// A WebSocket with text messages. The client says `FromClient`, `hello` first; the server says `ServerMessage`.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games", params(
    ("id" = String, Path, description = "The name of the game."),
), responses(
    (status = 101, description = "The socket is open.", body = ServerMessage),
    (status = 400, description = "This is no request for a WebSocket.", body = Refusal),
    (status = 403, description = "Pages of this origin may not open sockets here.", body = Refusal),
    (status = 429, description = "Too many sockets are open from this address, or in all.", body = Refusal),
))]
pub(super) async fn socket(
    State(app): State<App>,
    Path(id): Path<String>,
    Client(address): Client,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let upgrade = upgrade.map_err(|_| {
        Refused::with(StatusCode::BAD_REQUEST, RefusalCode::Unreadable, "this address is for WebSockets, version 13")
    })?;
    if !app.origins.allows(&headers) {
        let message = "pages of this origin may not open sockets here; the server's configuration names those that may";
        return Err(Refused::with(StatusCode::FORBIDDEN, RefusalCode::Invalid, message));
    }
    let counted = app.addresses.socket(address).ok_or_else(|| {
        Refusal::new(RefusalCode::TooMany, "too many sockets and streams are open from this address, or in all")
    })?;
    Ok(socket::open(app, id, address, counted, upgrade))
}
