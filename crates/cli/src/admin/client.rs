//! Requests to a server's admin socket: HTTP with JSON bodies.

use std::path::PathBuf;

use halfboard_server::admin::{AdminReply, AdminRequest};

use crate::error::{CliError, CliResult};

/// A client of one server.
pub(super) struct AdminClient {
    socket: PathBuf,
}

impl AdminClient {
    /// Creates a client for a socket.
    pub(super) fn new(socket: PathBuf) -> AdminClient {
        AdminClient { socket }
    }

    /// Executes a request whose reply says nothing more.
    pub(super) fn execute(&self, request: &AdminRequest) -> CliResult {
        self.ask(request).map(|_| ())
    }

    /// Returns the error for a reply to another request.
    pub(super) fn unexpected(&self, reply: &AdminReply) -> CliError {
        CliError::new(format_args!("{}: unexpected reply {reply:?}", self.socket.display()))
    }

    /// Executes a request.
    #[cfg(unix)]
    pub(super) fn ask(&self, request: &AdminRequest) -> Result<AdminReply, CliError> {
        use halfboard_protocol::json;
        use halfboard_protocol::message::Refusal;

        use crate::error::sanitize;

        let shown = self.socket.display();
        let failed = |error: &std::io::Error| {
            let advice = match error.kind() {
                std::io::ErrorKind::NotFound => "; is the server running with this configuration?",
                std::io::ErrorKind::PermissionDenied => "; run it as the server's user or as root",
                std::io::ErrorKind::ConnectionRefused => "; the server has ended",
                _ => "",
            };
            CliError::new(format_args!("{shown}: cannot reach the server: {error}{advice}"))
        };
        let answer = self.exchange(&json::encode(request)).map_err(|error| failed(&error))?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        if head.starts_with("HTTP/1.1 200 ") {
            return json::decode(body).map_err(|error| CliError::new(format_args!("{shown}: unknown reply: {error}")));
        }
        let message = json::decode::<Refusal>(body).map_or_else(|_| body.trim().to_owned(), |refusal| refusal.message);
        Err(CliError::new(format_args!("{shown}: {}", sanitize(&message))))
    }

    /// Sends a body and returns the whole response. The server may take long, for example to delete many games.
    #[cfg(unix)]
    fn exchange(&self, body: &str) -> std::io::Result<String> {
        use std::io::{Read, Write};

        let mut stream = std::os::unix::net::UnixStream::connect(&self.socket)?;
        let (path, length) = (halfboard_server::admin::PATH, body.len());
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n");
        stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Returns an error: there are no Unix sockets.
    #[cfg(not(unix))]
    pub(super) fn ask(&self, _request: &AdminRequest) -> Result<AdminReply, CliError> {
        Err(CliError::new(format_args!("{}: servers on this system have no admin socket", self.socket.display())))
    }
}
