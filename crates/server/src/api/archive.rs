//! HTTP routes of the archive: opening explorer, search, records.

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use halfboard_archive::{GameFilter, GameResult, position_key};
use halfboard_protocol::api::{ArchivePage, ExploredPosition};
use halfboard_protocol::message::Refusal;
use halfboard_rules::record::Start;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

use super::parameters::{Parameters, invalid};
use super::responses::{ApiError, GamePath, Json};
use crate::app::App;
use crate::store::ArchiveQuery;

/// Number of games on a page, by default and at most.
const PAGE: u32 = 50;
const MAX_PAGE: u32 = 200;

/// Explore a position.
///
/// The moves that were played in a position, with results, from finished public games. Mirror images count as one.
#[utoipa::path(get, path = "/api/explorer", tag = "archive", params(
    ("rules" = String, Query, description = "The rules string."),
    ("position" = Option<String>, Query, description = "The position string; the start position if absent."),
    ("seed" = Option<u64>, Query, description = "The seed of a random start position."),
), responses(
    (status = 200, description = "The moves.", body = ExploredPosition),
    (status = 422, description = "The rules or the position are invalid.", body = Refusal),
    (status = 503, description = "The search took more than a second, or the storage is unavailable; try again.", body = Refusal),
))]
pub(super) async fn explorer(
    State(app): State<App>,
    RawQuery(query): RawQuery,
) -> Result<Json<ExploredPosition>, ApiError> {
    let parameters = Parameters::parse(query.as_deref().unwrap_or_default(), &["rules", "position", "seed"])?;
    let rules = parameters.get("rules").ok_or_else(|| invalid("rules is required, such as ?rules=lines-of-action"))?;
    let session = session(rules, parameters.get("position"), parameters.number("seed")?.unwrap_or(0))?;
    Ok(Json(app.hub.explore(session).await?))
}

/// Search the archive.
///
/// Finished public games, the last archived first. All conditions must hold.
#[utoipa::path(get, path = "/api/archive/games", tag = "archive", params(
    ("rules" = Option<String>, Query, description = "The rules string, or the ID of a game for all its variants."),
    ("position" = Option<String>, Query, description = "A position of these rules that the game had, perhaps mirrored."),
    ("player" = Option<String>, Query, description = "Part of a player's name, in any case."),
    ("result" = Option<String>, Query, description = "white, black or draw."),
    ("since" = Option<String>, Query, description = "The first date: 2026, 2026-11 or 2026-11-16."),
    ("until" = Option<String>, Query, description = "The last date."),
    ("min_plies" = Option<u64>, Query, description = "The least number of moves."),
    ("max_plies" = Option<u64>, Query, description = "The greatest number of moves."),
    ("before" = Option<u64>, Query, description = "Only games with smaller numbers: `next` of the page before."),
    ("limit" = Option<u32>, Query, description = "Number of games, 50 by default, at most 200."),
), responses(
    (status = 200, description = "A page of games.", body = ArchivePage),
    (status = 422, description = "A parameter is invalid.", body = Refusal),
    (status = 503, description = "The search took more than a second, or the storage is unavailable; try again.", body = Refusal),
))]
pub(super) async fn archived_games(
    State(app): State<App>,
    RawQuery(query): RawQuery,
) -> Result<Json<ArchivePage>, ApiError> {
    let names =
        ["rules", "position", "player", "result", "since", "until", "min_plies", "max_plies", "before", "limit"];
    let parameters = Parameters::parse(query.as_deref().unwrap_or_default(), &names)?;
    Ok(Json(app.hub.archived_games(archive_query(&parameters)?).await?))
}

/// Get the record of an archived game.
#[utoipa::path(get, path = "/api/archive/games/{id}/record", tag = "archive", params(
    ("id" = String, Path, description = "The ID of the game."),
), responses(
    (status = 200, description = "The record.", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such game in the archive.", body = Refusal),
))]
pub(super) async fn archived_record(State(app): State<App>, GamePath(game): GamePath) -> Result<Response, ApiError> {
    let text = app.hub.archived_record(&game).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Starts a game at a position, or at the start of the rules.
fn session(rules: &str, position: Option<&str>, seed: u64) -> Result<Box<dyn Session>, ApiError> {
    let start = position.map_or(Start::Seed(seed), |position| Start::Position(position.to_owned()));
    start.session(rules).map_err(|error| invalid(error.to_string()))
}

fn archive_query(parameters: &Parameters<'_>) -> Result<ArchiveQuery, ApiError> {
    let (mut rules, mut position) = (None, None);
    if let Some(text) = parameters.get("rules") {
        let parsed = registry::rules(text).map_err(|error| invalid(error.to_string()))?;
        // An ID alone stands for all variants.
        rules = Some(if text == parsed.info().id { text.to_owned() } else { parsed.canonical() });
    }
    if let Some(text) = parameters.get("position") {
        let rules = parameters.get("rules").ok_or_else(|| invalid("position needs rules"))?;
        position = Some(position_key(session(rules, Some(text), 0)?.as_ref()).key);
    }
    let result = parameters
        .get("result")
        .map(|name| GameResult::parse(name).ok_or_else(|| invalid("result must be white, black or draw")));
    let filter = GameFilter {
        player: parameters.get("player").map(str::to_owned),
        event: None,
        since: parameters.date("since")?,
        until: parameters.date("until")?,
        result: result.transpose()?,
        rules,
        min_plies: parameters.number("min_plies")?.map(|plies| plies as usize),
        max_plies: parameters.number("max_plies")?.map(|plies| plies as usize),
    };
    let limit = parameters.number("limit")?.map_or(PAGE, |limit| limit.clamp(1, MAX_PAGE.into()) as u32);
    Ok(ArchiveQuery { filter, position, before: parameters.number("before")?, limit })
}
