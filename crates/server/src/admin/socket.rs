//! The operator's Unix socket. Only the server's own user and root may use it: the file's mode keeps others out, and the
//! kernel's word on who connects does so again.

use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;

use axum::Router;
use axum::body::Bytes;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::serve::IncomingStream;
use halfboard_protocol::json;
use halfboard_protocol::message::{Refusal, RefusalCode};
use tokio::net::{UnixListener, UnixStream};

use super::request::{AdminReply, AdminRequest, PATH};
use crate::api::{ApiError, Json};
use crate::app::App;
use crate::server::RunError;

/// The user at the other end of a connection; `None` if the system does not tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerUser(pub(crate) Option<u32>);

impl Connected<IncomingStream<'_, UnixListener>> for PeerUser {
    fn connect_info(stream: IncomingStream<'_, UnixListener>) -> PeerUser {
        PeerUser(stream.io().peer_cred().ok().map(|peer| peer.uid()))
    }
}

/// Creates the socket. Replaces one that a dead server left.
pub(crate) async fn bind(path: &Path) -> Result<UnixListener, RunError> {
    let shown = path.display();
    let failed = |error: io::Error| {
        RunError(format!("cannot create the admin socket {shown}: {error}; set admin_socket to another path, or none"))
    };
    match std::fs::symlink_metadata(path) {
        Ok(file) if !file.file_type().is_socket() => {
            return Err(RunError(format!("admin_socket {shown}: there is a file that is not a socket")));
        }
        Ok(_) if UnixStream::connect(path).await.is_ok() => {
            return Err(RunError(format!(
                "admin_socket {shown}: another server uses this socket; choose another path"
            )));
        }
        _ => {}
    }
    // Renamed into place once only its owner may connect.
    let mut hidden = path.as_os_str().to_owned();
    hidden.push(format!(".{:08x}", crate::secrets::number() as u32));
    let bound = UnixListener::bind(&hidden).and_then(|listener| {
        std::fs::set_permissions(&hidden, std::fs::Permissions::from_mode(0o600))?;
        std::fs::rename(&hidden, path)?;
        Ok(listener)
    });
    bound.map_err(|error| {
        let _ = std::fs::remove_file(&hidden);
        failed(error)
    })
}

/// Returns the route of the operator's requests.
pub(crate) fn routes(app: App) -> Router {
    Router::new().route(PATH, post(admin)).with_state(app)
}

async fn admin(
    State(app): State<App>,
    ConnectInfo(PeerUser(user)): ConnectInfo<PeerUser>,
    body: Bytes,
) -> Result<Json<AdminReply>, ApiError> {
    let text = std::str::from_utf8(&body).map_err(|error| malformed(&error))?;
    let request: AdminRequest = json::decode(text).map_err(|error| malformed(&error))?;
    let actor = user.map_or("unknown".to_owned(), |user| format!("uid {user}"));
    Ok(Json(app.admin(&actor, request).await?))
}

fn malformed(error: &dyn std::fmt::Display) -> ApiError {
    let message = format!("malformed request: {error}; use the program of the server's version");
    Refusal::new(RefusalCode::Unreadable, message).into()
}

/// Serves requests of the server's own user and root.
pub(crate) async fn serve(listener: UnixListener, router: Router) {
    let service = router.layer(from_fn(check_user)).into_make_service_with_connect_info::<PeerUser>();
    // Ends only with the task.
    let _ = axum::serve(listener, service).await;
}

async fn check_user(ConnectInfo(PeerUser(user)): ConnectInfo<PeerUser>, request: Request, next: Next) -> Response {
    let own = rustix::process::geteuid().as_raw();
    if user.is_some_and(|user| user == own || user == 0) {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "only the server's own user and root may use this socket\n").into_response()
}
