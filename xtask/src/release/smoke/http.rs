//! A minimal HTTP client for the smoke test.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::TaskError;

/// How long to wait for a response.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A response to an HTTP request.
pub(super) struct HttpResponse {
    pub(super) status: u16,
    /// Status line and headers.
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

/// Connects to the server.
pub(super) fn connect(address: SocketAddr) -> Result<TcpStream, TaskError> {
    let stream = TcpStream::connect_timeout(&address, TIMEOUT).and_then(|stream| {
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(stream)
    });
    stream.map_err(|error| format!("http://{address}: {error}"))
}

/// Sends a request; a body is sent as JSON.
pub(super) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<&str>,
) -> Result<HttpResponse, TaskError> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}");
    let mut stream = connect(address)?;
    let kind = if body.is_some() { "Content-Type: application/json\r\n" } else { "" };
    let body = body.unwrap_or_default();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{kind}{headers}\r\n{body}"
    )
    .map_err(failed)?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).map_err(failed)?;
    parse(&response).ok_or_else(|| format!("{method} {path}: not an HTTP response"))
}

fn parse(response: &[u8]) -> Option<HttpResponse> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&response[..end]).into_owned();
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some(HttpResponse { status, head, body: response[end + 4..].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_split_into_head_and_body() {
        let response = parse(b"HTTP/1.1 200 OK\r\na: b\r\n\r\nbody").expect("valid");
        assert_eq!((response.status, response.body.as_slice()), (200, &b"body"[..]));
        assert!(response.head.ends_with("a: b"));
        assert!(parse(b"HTTP/1.1 200 OK\r\n").is_none() && parse(b"SSH-2.0\r\n\r\n").is_none());
    }
}
