//! `trial serve`: the server, for trials that have no other program at hand. Takes the flags of `halfboard serve`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use halfboard_protocol::json;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, online};

/// Serves until it is killed.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let flag = |name: &str| arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone());
    let port: u16 = flag("--port").and_then(|port| port.parse().ok()).unwrap_or(0);
    let database = flag("--database").ok_or("--database is missing")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let store = Store::open(&database).await.map_err(|error| error.to_string())?;
        let limits = Limits { sockets: 100_000, sockets_per_address: 100_000, ..Limits::default() };
        let app = App::new(store, limits, Origins::default(), Arc::new(Metrics::default()));
        let hub = app.hub.clone();
        let games = Router::new()
            .route("/healthz", get(async || "ok"))
            .route("/api/games", post(create))
            .route("/api/games/{id}/seats", post(seat))
            .with_state(hub)
            .merge(online(app));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        println!("Halfboard is at http://{address}/");
        use axum::serve::ListenerExt;
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, games.into_make_service_with_connect_info::<SocketAddr>())
            .await
            .map_err(|error| error.to_string())
    })
}

async fn create(State(hub): State<Hub>, body: String) -> (StatusCode, String) {
    let Ok(new) = json::read(&body) else { return (StatusCode::BAD_REQUEST, String::new()) };
    match hub.create(new).await {
        Ok(seat) => (StatusCode::OK, json::write(&seat)),
        Err(refusal) => (StatusCode::CONFLICT, json::write(&refusal)),
    }
}

async fn seat(State(hub): State<Hub>, Path(id): Path<String>, body: String) -> (StatusCode, String) {
    let (Ok(take), Ok(id)) = (json::read(&body), id.parse()) else { return (StatusCode::BAD_REQUEST, String::new()) };
    match hub.take_seat(&id, take).await {
        Ok(seat) => (StatusCode::OK, json::write(&seat)),
        Err(refusal) => (StatusCode::CONFLICT, json::write(&refusal)),
    }
}
