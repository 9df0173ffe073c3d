//! HTTP routes of games. Each handler calls the hub and encodes the result; no decisions are made here.

use std::time::Instant;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halfboard_protocol::api::{self, CommandDone, NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode, ServerMessage};

use super::responses::{AfterVersion, ApiError, Bearer, GamePath, Json, JsonBody};
use crate::admission::ClientAddress;
use crate::app::App;
use crate::socket::{self, SocketUpgrade};

/// Create a game.
///
/// The creator has a seat; the others are free or taken by the server's engine. The response contains the secret token of the
/// seat. The game starts when all seats are taken; send its ID to those you invite.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 200, description = "The game was created and is durable.", body = SeatGrant),
    (status = 400, description = "The body is malformed.", body = Refusal),
    (status = 413, description = "The body is larger than 4096 bytes.", body = Refusal),
    (status = 415, description = "The Content-Type is not JSON.", body = Refusal),
    (status = 422, description = "The rules, start, time control or another value is invalid.", body = Refusal),
    (status = 429, description = "Too many games or requests from this address.", body = Refusal),
    (status = 503, description = "The storage is unavailable; try again.", body = Refusal),
))]
pub(super) async fn create(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<Json<SeatGrant>, ApiError> {
    app.check_game_quota(address)?;
    let created = app.hub.create_from(Some(address), request).await;
    if created.is_err() {
        // Requests are limited by themselves.
        app.take_back_game(address);
    }
    Ok(Json(created?))
}

/// Get a game with its log.
///
/// Without a seat's token, only what spectators may see.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
    ("after" = Option<u32>, Query, description = "Return only the events after this one."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The game.", body = api::GameSnapshot),
    (status = 404, description = "There is no such game.", body = Refusal),
))]
pub(super) async fn state(
    State(app): State<App>,
    GamePath(game): GamePath,
    Bearer(token): Bearer,
    AfterVersion(after): AfterVersion,
) -> Result<Json<api::GameSnapshot>, ApiError> {
    Ok(Json(app.hub.state(&game, token.as_ref(), after).await?))
}

/// Take a free seat.
///
/// Repeating the request with the same token has no further effect.
#[utoipa::path(post, path = "/api/games/{id}/seats", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
), request_body = TakeSeat, responses(
    (status = 200, description = "The seat is yours, and this is durable.", body = SeatGrant),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 409, description = "The seat is taken, or the game is over.", body = Refusal),
    (status = 422, description = "The name or seat is invalid.", body = Refusal),
))]
pub(super) async fn take_seat(
    State(app): State<App>,
    GamePath(game): GamePath,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<TakeSeat>,
) -> Result<Json<SeatGrant>, ApiError> {
    Ok(Json(app.hub.take_seat_from(Some(address), &game, request).await?))
}

/// Execute a command: play, propose, answer, resign, abort, give time, chat.
///
/// The result is durable when the response arrives. Without a response, repeat the command with the same key: a repeated
/// command has no further effect.
#[utoipa::path(post, path = "/api/games/{id}/commands", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
), security(("seat" = [])), request_body = KeyedCommand, responses(
    (status = 200, description = "The command was executed and is durable.", body = CommandDone),
    (status = 403, description = "The token does not belong to a seat of this game.", body = Refusal),
    (status = 404, description = "There is no such game.", body = Refusal),
    (status = 409, description = "The game has moved on, it is another player's turn, or the command is not possible now.", body = Refusal),
    (status = 422, description = "The move is illegal.", body = Refusal),
    (status = 429, description = "A rate limit was exceeded.", body = Refusal),
    (status = 503, description = "The storage is unavailable; repeat the command.", body = Refusal),
))]
pub(super) async fn command(
    State(app): State<App>,
    GamePath(game): GamePath,
    ClientAddress(address): ClientAddress,
    bearer: Bearer,
    JsonBody(keyed): JsonBody<KeyedCommand>,
) -> Result<Json<CommandDone>, ApiError> {
    let (started, arrived) = (Instant::now(), app.hub.now());
    let token = bearer.required()?;
    app.check_command_quota(&keyed.command, address)?;
    // The latency of HTTP requests is not measured, so there is no lag compensation.
    let result = app.hub.command_from(Some(address), &game, &token, keyed, arrived, None).await;
    app.metrics.command_seconds.observe(started.elapsed().as_secs_f64());
    Ok(Json(CommandDone { version: result? }))
}

/// Get the record of a game.
///
/// In the format of docs/records.md, which resembles PGN. While the game is in progress, up to the last visible turn.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The record.", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such game.", body = Refusal),
))]
pub(super) async fn record(
    State(app): State<App>,
    GamePath(game): GamePath,
    Bearer(token): Bearer,
) -> Result<Response, ApiError> {
    let text = app.hub.record(&game, token.as_ref()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Open a WebSocket to a game.
///
/// Messages are JSON text. The client sends `ClientMessage`, `hello` first; the server sends `ServerMessage`.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games", params(
    ("id" = String, Path, description = "The ID of the game."),
), responses(
    (status = 101, description = "The socket is open.", body = ServerMessage),
    (status = 400, description = "Not a WebSocket request.", body = Refusal),
    (status = 403, description = "The origin is not allowed.", body = Refusal),
    (status = 429, description = "Too many open sockets from this address, or in all.", body = Refusal),
))]
pub(super) async fn socket(
    State(app): State<App>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    upgrade: Result<SocketUpgrade, StatusCode>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            RefusalCode::Unreadable,
            "this URL requires a WebSocket handshake, version 13",
        )
    })?;
    if !app.origins.allows(&headers) {
        let message = "pages of this origin may not open sockets here; see the server's setting origins";
        return Err(ApiError::new(StatusCode::FORBIDDEN, RefusalCode::Invalid, message));
    }
    let permit = app.socket_permit(address)?;
    Ok(socket::open(app, id, address, permit, upgrade))
}
