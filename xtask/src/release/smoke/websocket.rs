//! A minimal WebSocket client (RFC 6455) for the smoke test: text messages up to 64 KiB, no fragments.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

use super::http;
use crate::TaskError;

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;

/// A connected WebSocket.
pub(super) struct WebSocket {
    stream: TcpStream,
}

impl WebSocket {
    /// Opens a socket.
    pub(super) fn open(address: SocketAddr, path: &str) -> Result<WebSocket, TaskError> {
        let mut stream = http::connect(address)?;
        let failed = |error: std::io::Error| format!("{path}: {error}");
        // The key is the example of the RFC. It only protects against caches, of which there are none here.
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        .map_err(failed)?;
        let mut head = Vec::new();
        // Byte by byte, because frames may follow.
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).map_err(failed)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let accepted = head.starts_with("HTTP/1.1 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        if accepted { Ok(WebSocket { stream }) } else { Err(format!("{path}: not a WebSocket: {head}")) }
    }

    /// Sends a JSON message.
    pub(super) fn send(&mut self, message: &Value) -> Result<(), TaskError> {
        self.write(TEXT, message.to_string().as_bytes())
    }

    /// Waits for the next JSON message.
    pub(super) fn receive(&mut self) -> Result<Value, TaskError> {
        loop {
            let (kind, payload) = self.read().map_err(|error| format!("socket: {error}"))?;
            match kind {
                TEXT => return serde_json::from_slice(&payload).map_err(|error| format!("socket: {error}")),
                PING => self.write(PONG, &payload)?,
                CLOSE => return Err(format!("socket: closed by the server: {}", String::from_utf8_lossy(&payload))),
                _ => {}
            }
        }
    }

    fn write(&mut self, kind: u8, payload: &[u8]) -> Result<(), TaskError> {
        self.stream.write_all(&frame(kind, payload)).map_err(|error| format!("socket: {error}"))
    }

    fn read(&mut self) -> std::io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head)?;
        let length = match head[1] & 0x7f {
            126 => {
                let mut length = [0; 2];
                self.stream.read_exact(&mut length)?;
                usize::from(u16::from_be_bytes(length))
            }
            127 => return Err(std::io::Error::other("a message of more than 64 KiB")),
            length => usize::from(length),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload)?;
        Ok((head[0] & 0x0f, payload))
    }
}

/// Returns a frame. Clients must mask their payload; a mask of zeros leaves it as it is.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length),
        _ => {
            let length = u16::try_from(payload.len()).expect("messages of a game are short");
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_state_their_length() {
        assert_eq!(frame(TEXT, b"hi"), [0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
        assert_eq!(frame(PONG, b""), [0x8a, 0x80, 0, 0, 0, 0]);
        let long = frame(TEXT, &[b'x'; 300]);
        assert_eq!((&long[..4], long.len()), (&[0x81, 0xfe, 1, 44][..], 300 + 8));
    }
}
