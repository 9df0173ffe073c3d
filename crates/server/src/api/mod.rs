//! The HTTP API, used by the web app and by other programs. The OpenAPI description at `/api/openapi.json` is generated from
//! the same code.

mod archive;
mod games;
mod lobby;
mod middleware;
mod parameters;
mod responses;
mod status;
mod stream;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{any, get};
use halfboard_protocol::message::{ClientMessage, RefusalCode};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use self::responses::{ApiError, Json};
use crate::app::App;

/// The OpenAPI description without the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Halfboard",
        description = "Online games between people, engines and bots. A game is a log of events, from which all state is \
                       derived. There are no accounts: the holder of a seat's token plays there. See docs/online.md.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "games", description = "Games and their events."),
        (name = "archive", description = "Finished public games and their positions.")
    ),
    components(schemas(ClientMessage)),
    modifiers(&SeatSecurity)
)]
struct ApiDoc;

struct SeatSecurity;

impl Modify for SeatSecurity {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("The token of a seat."));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer.build()));
    }
}

fn routes_with_docs() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(games::create))
        .routes(routes!(games::state))
        .routes(routes!(games::take_seat))
        .routes(routes!(games::command))
        .routes(routes!(games::record))
        .routes(routes!(lobby::lobby))
        .routes(routes!(status::status))
        .routes(routes!(games::socket))
        .routes(routes!(stream::events))
        .routes(routes!(archive::explorer))
        .routes(routes!(archive::archived_games))
        .routes(routes!(archive::archived_record))
        .split_for_parts()
}

/// Type aliases that utoipa would list as schemas, with the schemas to use instead.
const NUMBERS: [(&str, &str); 2] = [
    ("u32", r#""type":"integer","format":"int32","minimum":0"#),
    ("u64", r#""type":"integer","format":"int64","minimum":0"#),
];

/// Returns the OpenAPI 3.1 description as JSON.
pub fn description() -> String {
    let mut description = routes_with_docs().1;
    let components = description.components.get_or_insert_default();
    components.schemas.retain(|name, _| NUMBERS.iter().all(|(number, _)| name != number));
    let mut text = description.to_json().unwrap_or_default();
    for (name, form) in NUMBERS {
        text = text.replace(&format!("\"$ref\":\"#/components/schemas/{name}\""), form);
    }
    text
}

/// Returns the router of everything under `/api`, without the common security headers. Must be served with
/// `ConnectInfo<SocketAddr>`.
pub fn online(app: App) -> Router {
    let description = description();
    let openapi = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    routes_with_docs()
        .0
        .route("/api/openapi.json", get(openapi))
        .method_not_allowed_fallback(method_not_allowed)
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .layer(from_fn_with_state(app.clone(), middleware::guard))
        .with_state(app)
}

async fn not_found(uri: Uri) -> impl IntoResponse {
    let path: String = uri.path().chars().take(200).collect();
    let message = format!("there is nothing at {path}; /api/openapi.json describes what there is");
    ApiError::new(StatusCode::NOT_FOUND, RefusalCode::NotFound, message)
}

async fn method_not_allowed() -> impl IntoResponse {
    let message = "method not allowed; see /api/openapi.json";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, RefusalCode::Unreadable, message)
}
