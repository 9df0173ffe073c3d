//! A minimal HTTP client: one connection per request, no encryption.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use halfboard_protocol::id::Token;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Maximum duration of a request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of a response.
const MAX_RESPONSE_BYTES: u64 = 64 << 20;

/// A response.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl HttpResponse {
    /// Returns the body if the status is 2xx, otherwise an error.
    pub fn ok(self) -> Result<String, String> {
        if (200..300).contains(&self.status) { Ok(self.body) } else { Err(format!("{}: {}", self.status, self.body)) }
    }
}

/// Connects from an address of this machine, which on Linux can be any address of 127.0.0.0/8.
pub async fn connect_from(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((IpAddr::V4(from), 0).into())?;
    socket.connect(to).await
}

/// Sends a request and reads the response.
pub async fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&Token>,
    body: Option<&str>,
) -> Result<HttpResponse, String> {
    raw(to, format_request(to, method, path, token, body).as_bytes()).await
}

/// Sends a request from an address of this machine and reads the response.
pub async fn request_from(
    from: Ipv4Addr,
    to: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&str>,
) -> Result<HttpResponse, String> {
    send_from(from, to, format_request(to, method, path, None, body)).await
}

/// Posts a body from an address with a token.
pub async fn request_as(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    token: &Token,
    body: &str,
) -> Result<HttpResponse, String> {
    send_from(from, to, format_request(to, "POST", path, Some(token), Some(body))).await
}

async fn send_from(from: Ipv4Addr, to: SocketAddr, text: String) -> Result<HttpResponse, String> {
    let exchange = async {
        let stream = connect_from(from, to).await.map_err(|error| error.to_string())?;
        exchange(stream, text.as_bytes()).await
    };
    tokio::time::timeout(TIMEOUT, exchange).await.map_err(|_| "timeout".to_owned())?
}

fn format_request(to: SocketAddr, method: &str, path: &str, token: Option<&Token>, body: Option<&str>) -> String {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n");
    if let Some(token) = token {
        head += &format!("authorization: Bearer {}\r\n", token.reveal());
    }
    if let Some(body) = body {
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    head += "\r\n";
    head + body.unwrap_or_default()
}

/// Sends raw bytes and reads the response until the server closes the connection.
pub async fn raw(to: SocketAddr, bytes: &[u8]) -> Result<HttpResponse, String> {
    let exchange = async {
        let stream = TcpStream::connect(to).await.map_err(|error| error.to_string())?;
        exchange(stream, bytes).await
    };
    tokio::time::timeout(TIMEOUT, exchange).await.map_err(|_| "timeout".to_owned())?
}

async fn exchange(mut stream: TcpStream, bytes: &[u8]) -> Result<HttpResponse, String> {
    // The server may respond and close before it has read everything.
    let sent = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut answer).await;
    match (sent, read) {
        (Err(error), _) | (_, Err(error)) if answer.is_empty() => Err(error.to_string()),
        _ => parse(&answer),
    }
}

fn parse(bytes: &[u8]) -> Result<HttpResponse, String> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| "the connection was closed".to_owned())?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| format!("no status in {head}"))?;
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Ok(HttpResponse { status, body: if chunked { join(body) } else { body.to_owned() } })
}

/// Joins the chunks of a body.
fn join(mut body: &str) -> String {
    let mut joined = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or_default();
        match rest.get(..size) {
            Some(chunk) if size > 0 => joined.push_str(chunk),
            _ => break,
        }
        body = rest.get(size + 2..).unwrap_or_default();
    }
    joined
}

/// Posts a body and returns the body of the response.
pub async fn post(to: SocketAddr, path: &str, body: String) -> Result<String, String> {
    request(to, "POST", path, None, Some(&body)).await?.ok()
}

/// Returns whether a server's health check succeeds.
pub async fn is_healthy(at: SocketAddr) -> bool {
    matches!(request(at, "GET", "/healthz", None, None).await, Ok(HttpResponse { status: 200, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_parsed_whole_or_in_chunks() {
        let plain = parse(b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nno").expect("a response");
        assert_eq!((plain.status, plain.body.as_str()), (404, "no"));
        let chunked = parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        assert_eq!(chunked.expect("a response").body, "abcde");
        assert!(parse(b"").is_err());
    }
}
