//! What the operator tells all players.

use axum::extract::State;
use halfboard_protocol::api::ServiceStatus;

use super::responses::Json;
use crate::app::App;

/// Get what the server accepts, and the operator's announcement.
///
/// Sockets receive the same as `status` messages.
#[utoipa::path(get, path = "/api/status", tag = "games", responses(
    (status = 200, description = "The status.", body = ServiceStatus),
))]
pub(super) async fn status(State(app): State<App>) -> Json<ServiceStatus> {
    Json(app.hub.operator().status())
}
