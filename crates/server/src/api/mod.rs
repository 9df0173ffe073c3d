//! The interface over HTTP, for programs and for the app: `games` has what can be asked of games, `stream` what happens in
//! them as it happens, `answers` how requests are read and refusals written, `guard` what every request passes through.
//! The description at `/api/openapi.json` is made from the same code.

mod answers;
mod games;
mod guard;
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

use self::answers::Refused;
use crate::app::App;

/// What the description says besides the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Halfboard",
        description = "Games between people, engines and bots. A game is a log of events; what everybody sees follows from \
                       it. No accounts: whoever holds the secret of a seat plays there. docs/online.md tells more.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags((name = "games", description = "Games and what happens in them.")),
    components(schemas(ClientMessage)),
    modifiers(&Secrets)
)]
struct Description;

struct Secrets;

impl Modify for Secrets {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("The secret of a seat."));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer.build()));
    }
}

fn described() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::create))
        .routes(routes!(games::state))
        .routes(routes!(games::take_seat))
        .routes(routes!(games::command))
        .routes(routes!(games::record))
        .routes(routes!(games::lobby))
        .routes(routes!(games::socket))
        .routes(routes!(stream::events))
        .split_for_parts()
}

/// Names of ours for plain numbers, which the description would show as types of their own, and what they are.
const NUMBERS: [(&str, &str); 2] = [
    ("u32", r#""type":"integer","format":"int32","minimum":0"#),
    ("u64", r#""type":"integer","format":"int64","minimum":0"#),
];

/// The description of the interface, in JSON: OpenAPI 3.1.
pub fn description() -> String {
    let mut description = described().1;
    let components = description.components.get_or_insert_default();
    components.schemas.retain(|name, _| NUMBERS.iter().all(|(number, _)| name != number));
    // It is made of plain values, which can always be written.
    let mut text = description.to_json().unwrap_or_default();
    for (name, form) in NUMBERS {
        text = text.replace(&format!("\"$ref\":\"#/components/schemas/{name}\""), form);
    }
    text
}

/// Everything under `/api`, without the headers that files and answers share. Must be served with the addresses of those
/// who ask (`into_make_service_with_connect_info`).
pub fn online(app: App) -> Router {
    let description = description();
    let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    described()
        .0
        .route("/api/openapi.json", get(answer))
        .method_not_allowed_fallback(wrong_method)
        .route("/api", any(unknown))
        .route("/api/", any(unknown))
        .route("/api/{*rest}", any(unknown))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn unknown(uri: Uri) -> impl IntoResponse {
    let path: String = uri.path().chars().take(200).collect();
    let message = format!("there is nothing at {path}; /api/openapi.json describes what there is");
    Refused::with(StatusCode::NOT_FOUND, RefusalCode::NotFound, message)
}

async fn wrong_method() -> impl IntoResponse {
    let message = "this address takes another method; /api/openapi.json describes which";
    Refused::with(StatusCode::METHOD_NOT_ALLOWED, RefusalCode::Unreadable, message)
}
