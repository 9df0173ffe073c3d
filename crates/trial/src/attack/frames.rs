//! Attackers that speak WebSocket frames of their own making, which no library would send.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halfboard_protocol::api::SeatSpec;
use halfboard_protocol::message::ClientMessage;
use halfboard_protocol::{PROTOCOL_VERSION, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::attackers::{ATTACKER, Target, connect_small, create};
use crate::http;

/// What to send without a pause.
#[derive(Clone, Copy)]
pub(super) enum Flood {
    Fragments,
    Pings,
    Unreadable,
}

/// Frames per write.
const BATCH: usize = 2000;

/// Sends frames until the server closes the socket or the time is over.
pub(super) async fn flood(target: &Target, flood: Flood) -> Option<()> {
    let stream = http::connect_from(ATTACKER, target.to).await.ok()?;
    let stream = upgrade(target, stream).await?;
    let (mut read, mut write) = stream.into_split();
    let drain = tokio::spawn(async move {
        let mut buffer = vec![0; 1 << 14];
        while read.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
    });
    let one = match flood {
        Flood::Fragments => frame(false, 0, b""),
        Flood::Pings => frame(true, 9, b""),
        Flood::Unreadable => frame(true, 1, b"{"),
    };
    if matches!(flood, Flood::Fragments) {
        write.write_all(&frame(false, 1, b"")).await.ok()?;
    }
    let batch = one.repeat(BATCH);
    let mut outcome = Some(());
    while Instant::now() < target.until && !drain.is_finished() {
        if write.write_all(&batch).await.is_err() {
            outcome = None;
            break;
        }
        target.sent.fetch_add(BATCH as u64, Ordering::Relaxed);
    }
    drain.abort();
    outcome
}

/// Sends commands on a socket and never reads the replies.
pub(super) async fn unread(target: &Target) -> Option<()> {
    let mut stream = upgrade(target, connect_small(target.to).await?).await?;
    let command = br#"{"type":"do","key":1,"command":{"type":"resign"}}"#;
    let sending = async {
        while Instant::now() < target.until {
            stream.write_all(&frame(true, 1, command)).await.ok()?;
            stream.write_all(&frame(true, 9, &[b'x'; 125])).await.ok()?;
            target.sent.fetch_add(2, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(450)).await;
        }
        Some(())
    };
    target.holding(sending).await
}

/// Joins a new game as a spectator over a connection.
async fn upgrade(target: &Target, mut stream: TcpStream) -> Option<TcpStream> {
    let game = create(target, ATTACKER, vec![SeatSpec::Me, SeatSpec::Open], false).await.map(|grant| grant.game);
    // Without a game there still is a socket, until the server has answered hello.
    let game = game.map_or_else(|| "0123456789abcdefghijkl".to_owned(), |game| game.to_string());
    let head = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        target.to
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.ok()?);
    }
    if !answer.starts_with(b"HTTP/1.1 101") {
        return None;
    }
    let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: None, after: 0 };
    stream.write_all(&frame(true, 1, json::encode(&hello).as_bytes())).await.ok()?;
    Some(stream)
}

/// Returns a frame with a mask of zeros.
fn frame(last: bool, opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![u8::from(last) << 7 | opcode];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => bytes.push(0x80 | length),
        _ => {
            bytes.push(0x80 | 126);
            bytes.extend((payload.len() as u16).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
