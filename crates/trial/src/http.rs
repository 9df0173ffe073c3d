//! HTTP requests to a server on this machine: one connection each, no encryption. As little as the trials need.

use std::net::SocketAddr;
use std::time::Duration;

use halfboard_protocol::id::Token;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// No answer is waited for longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// The largest answer that is read.
const LARGEST: u64 = 64 << 20;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body of an answer that is no refusal.
    pub fn accepted(self) -> Result<String, String> {
        if (200..300).contains(&self.status) { Ok(self.body) } else { Err(format!("{}: {}", self.status, self.body)) }
    }
}

/// Sends a request and reads the whole answer.
pub async fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&Token>,
    body: Option<&str>,
) -> Result<Answer, String> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n");
    if let Some(token) = token {
        head += &format!("authorization: Bearer {}\r\n", token.reveal());
    }
    if let Some(body) = body {
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    head += "\r\n";
    head += body.unwrap_or_default();
    raw(to, head.as_bytes()).await
}

/// Sends bytes that may be no request at all, and reads what is answered until the other side closes.
pub async fn raw(to: SocketAddr, bytes: &[u8]) -> Result<Answer, String> {
    let exchange = async {
        let mut stream = TcpStream::connect(to).await.map_err(|error| error.to_string())?;
        // The server may answer and close before it has read everything.
        let sent = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let read = stream.take(LARGEST).read_to_end(&mut answer).await;
        match (sent, read) {
            (Err(error), _) | (_, Err(error)) if answer.is_empty() => Err(error.to_string()),
            _ => parse(&answer),
        }
    };
    tokio::time::timeout(PATIENCE, exchange).await.map_err(|_| "no answer".to_owned())?
}

fn parse(bytes: &[u8]) -> Result<Answer, String> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| "the connection was closed".to_owned())?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| format!("no status in {head}"))?;
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Ok(Answer { status, body: if chunked { join(body) } else { body.to_owned() } })
}

/// The chunks of a body, put together.
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

/// Posts a body and gives back the body of the answer.
pub async fn post(to: SocketAddr, path: &str, body: String) -> Result<String, String> {
    request(to, "POST", path, None, Some(&body)).await?.accepted()
}

/// Whether a server says that it is well.
pub async fn is_well(at: SocketAddr) -> bool {
    matches!(request(at, "GET", "/healthz", None, None).await, Ok(Answer { status: 200, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_one_piece_or_in_chunks() {
        let plain = parse(b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nno").expect("an answer");
        assert_eq!((plain.status, plain.body.as_str()), (404, "no"));
        let chunked = parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        assert_eq!(chunked.expect("an answer").body, "abcde");
        assert!(parse(b"").is_err());
    }
}
