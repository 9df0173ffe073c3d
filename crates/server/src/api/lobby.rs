//! HTTP route of the lobby.

use axum::extract::{RawQuery, State};
use halfboard_protocol::api::{GameStatus, Lobby, LobbyPage};
use halfboard_protocol::message::Refusal;
use halfboard_rules::registry;
use serde::Serialize;

use super::parameters::{Parameters, invalid};
use super::responses::{ApiError, Json};
use crate::app::App;
use crate::hub::{Hub, LobbyFilter};

/// The lists of the lobby, or a page of the requested one.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum LobbyAnswer {
    /// Without `status`.
    Lists(Lobby),
    /// With `status`.
    Page(LobbyPage),
}

/// List the public games: open challenges, in progress, and finished.
///
/// Most recently changed first; of the games in progress and finished, those between people before those against the server's
/// engine. Without `status` the first page of each list. A page can be short although there is a next one.
#[utoipa::path(get, path = "/api/lobby", tag = "games", params(
    ("status" = Option<String>, Query, description = "One list: open, playing or finished."),
    ("game" = Option<String>, Query, description = "Only variants of the game with this ID."),
    ("timed" = Option<bool>, Query, description = "Only games with, or without, a time control."),
    ("engine" = Option<bool>, Query, description = "Only games with, or without, the server's engine."),
    ("before" = Option<String>, Query, description = "The next page of the list: `next` of the page before. Needs `status`."),
    ("limit" = Option<u32>, Query, description = "Number of games, at most and by default 50. Needs `status`."),
), responses(
    (status = 200, description = "The lists, or a page of one.", body = LobbyAnswer),
    (status = 422, description = "A parameter is invalid.", body = Refusal),
    (status = 503, description = "The storage is unavailable.", body = Refusal),
))]
pub(super) async fn lobby(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Json<LobbyAnswer>, ApiError> {
    let names = ["status", "game", "timed", "engine", "before", "limit"];
    let parameters = Parameters::parse(query.as_deref().unwrap_or_default(), &names)?;
    let game = parameters.get("game").map(registry::game).transpose().map_err(|error| invalid(error.to_string()))?;
    let filter = LobbyFilter {
        game: game.map(|game| game.info().id.to_owned()),
        timed: parameters.flag("timed")?,
        engine: parameters.flag("engine")?,
    };
    let status = match parameters.get("status") {
        None => None,
        Some("open") => Some(GameStatus::Open),
        Some("playing") => Some(GameStatus::Playing),
        Some("finished") => Some(GameStatus::Finished),
        Some(_) => return Err(invalid("status must be open, playing or finished")),
    };
    let before = parameters.get("before").map(str::parse).transpose()?;
    let limit = parameters.number("limit")?;
    let Some(status) = status else {
        if before.is_some() || limit.is_some() {
            return Err(invalid("before and limit need status: open, playing or finished"));
        }
        return Ok(Json(LobbyAnswer::Lists(app.hub.lobby(&filter).await?)));
    };
    let limit = limit.map_or(Hub::LOBBY_PAGE, |limit| limit.clamp(1, Hub::LOBBY_PAGE as u64) as usize);
    Ok(Json(LobbyAnswer::Page(app.hub.lobby_page(status, &filter, before, limit).await?)))
}
