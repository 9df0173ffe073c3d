//! Fuzzing of a server over sockets and HTTP, by many concurrent clients.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::api::{SeatGrant, TakeSeat};
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits::MAX_MESSAGE_BYTES;
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand};
use halfboard_protocol::{PROTOCOL_VERSION, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::in_process::{commands, corpus, new_game};
use super::mutator::Mutator;
use crate::crowd::all_games;
use crate::http;

/// Number of concurrent clients.
const CLIENTS: u64 = 16;
/// Messages per socket. About three of four are malformed, and the server closes a socket after ten of those.
const MESSAGES: u64 = 12;
/// Requests per connection.
const REQUESTS: usize = 8;

/// Counters of all clients.
#[derive(Debug, Default)]
pub struct NetworkCounts {
    /// Messages and requests sent.
    pub sent: AtomicU64,
    /// Sockets and connections.
    pub connections: AtomicU64,
    /// Responses read.
    pub answers: AtomicU64,
    /// Failed connections.
    pub failed: AtomicU64,
}

/// The games to attack.
pub struct Targets {
    /// The server's address.
    pub node: SocketAddr,
    /// The games with the tokens of two seats.
    pub games: Vec<(GameId, Vec<Token>)>,
}

impl Targets {
    /// Creates games on a server.
    pub async fn create(node: SocketAddr) -> Result<Targets, String> {
        let mut games = Vec::new();
        for rules in all_games().iter().cycle().take(20) {
            let answer = http::post(node, "/api/games", json::encode(&new_game(rules))).await?;
            let first: SeatGrant = json::decode(&answer).map_err(|error| error.to_string())?;
            let take = json::encode(&TakeSeat { name: "Bob".to_owned(), seat: None, token: None });
            let answer = http::post(node, &format!("/api/games/{}/seats", first.game), take).await?;
            let second: SeatGrant = json::decode(&answer).map_err(|error| error.to_string())?;
            games.push((first.game, vec![first.token, second.token]));
        }
        Ok(Targets { node, games })
    }
}

/// Sends mutated messages over sockets, and mutated requests.
pub async fn send(targets: Arc<Targets>, messages: u64, requests: u64, seed: u64) -> Arc<NetworkCounts> {
    let outcome = Arc::new(NetworkCounts::default());
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let (targets, outcome) = (Arc::clone(&targets), Arc::clone(&outcome));
        clients.spawn(async move {
            let mut mutator = Mutator::new(seed ^ client << 32);
            let corpus = corpus();
            let mut left = messages / CLIENTS;
            while left > 0 {
                let mut sent = 0;
                let talk = talk(&targets, &mut mutator, &corpus, left.min(MESSAGES), &mut sent, &outcome);
                let _ = tokio::time::timeout(Duration::from_secs(20), talk).await;
                outcome.sent.fetch_add(sent, Ordering::Relaxed);
                // A failed socket counts, too, so that this terminates.
                left = left.saturating_sub(sent.max(1));
            }
            let mut left = requests / CLIENTS;
            while left > 0 {
                let count = left.min(REQUESTS as u64);
                left -= count;
                ask(&targets, &mut mutator, &corpus, count as usize, &outcome).await;
            }
        });
    }
    crate::crowd::join(&mut clients).await;
    outcome
}

/// Uses one socket: a valid or mutated hello, mutated messages, invalid frames.
async fn talk(
    targets: &Targets,
    mutator: &mut Mutator,
    corpus: &[String],
    count: u64,
    sent: &mut u64,
    outcome: &NetworkCounts,
) -> Option<()> {
    outcome.connections.fetch_add(1, Ordering::Relaxed);
    let (game, tokens) = mutator.pick(&targets.games).clone();
    let Ok(stream) = TcpStream::connect(targets.node).await else {
        outcome.failed.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(100)).await;
        return None;
    };
    let config = WebSocketConfig::default().read_buffer_size(4096);
    let address = format!("ws://{}/api/games/{game}/socket", targets.node);
    let (mut socket, _) = client_async_with_config(address, stream, Some(config)).await.ok()?;
    let hello =
        ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: Some(mutator.pick(&tokens).clone()), after: 0 };
    let mut hello = json::encode(&hello);
    let wrong_hello = mutator.below(8) == 0;
    // After a refused hello the rest is ignored, so little is sent.
    let count = if wrong_hello { count.min(2) } else { count };
    if wrong_hello {
        hello = mutator.text(&hello, corpus);
    }
    socket.feed(Message::text(hello)).await.ok()?;
    let commands = commands();
    let mut expected = 0;
    for _ in 0..count {
        let message = match mutator.below(40) {
            0 => Message::Ping(vec![7; mutator.below(100)].into()),
            1 => Message::text("x".repeat(mutator.below(MAX_MESSAGE_BYTES))),
            2..10 => Message::text(mutated(mutator, &[], corpus)),
            _ => Message::text(mutated(mutator, &commands, corpus)),
        };
        expected += u64::from(message.is_text());
        if socket.feed(message).await.is_err() {
            break;
        }
        *sent += 1;
    }
    socket.flush().await.ok()?;
    // Most clients read all replies, so that everything is processed; some disconnect early.
    if mutator.below(20) > 0 {
        drain(&mut socket, expected, outcome).await;
    }
    // What closes a socket comes last.
    if mutator.below(3) == 0 {
        *sent += 1;
        match mutator.below(4) {
            0 => socket.send(Message::binary(mutator.random.next_u64().to_le_bytes().to_vec())).await.ok()?,
            1 => socket.send(Message::text("x".repeat(MAX_MESSAGE_BYTES + 1 + mutator.below(60_000)))).await.ok()?,
            _ => socket.get_mut().write_all(&frame(mutator)).await.ok()?,
        }
        drain(&mut socket, 1, outcome).await;
    }
    Some(())
}

/// Returns a mutated command or text of the corpus that fits into a message.
fn mutated(mutator: &mut Mutator, commands: &[Command], corpus: &[String]) -> String {
    let valid = if commands.is_empty() {
        mutator.pick(corpus).clone()
    } else {
        let mut command = mutator.pick(commands);
        // Keep most games running.
        if matches!(command, Command::Resign | Command::Abort) && mutator.below(30) > 0 {
            command = &Command::GiveTime;
        }
        json::encode(&ClientMessage::Do(KeyedCommand {
            key: mutator.random.next_u64() as u32,
            command: command.clone(),
        }))
    };
    let mut text = mutator.text(&valid, corpus);
    while text.len() > MAX_MESSAGE_BYTES {
        text.pop();
    }
    text
}

/// Reads the expected number of replies, or until nothing more arrives.
async fn drain(socket: &mut WebSocketStream<TcpStream>, mut expected: u64, outcome: &NetworkCounts) {
    while expected > 0 {
        let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_millis(300), socket.next()).await else {
            return;
        };
        outcome.answers.fetch_add(1, Ordering::Relaxed);
        if let Message::Text(text) = message
            && (text.starts_with("{\"type\":\"refused\"") || text.starts_with("{\"type\":\"done\""))
        {
            expected -= 1;
        }
    }
}

/// Returns bytes that may be a WebSocket frame.
fn frame(mutator: &mut Mutator) -> Vec<u8> {
    let mut bytes = vec![mutator.random.next_u64() as u8, mutator.random.next_u64() as u8];
    match mutator.below(4) {
        // An unmasked text, an excessive length, a continuation without a start.
        0 => bytes = vec![0x81, 0x02, b'h', b'i'],
        1 => bytes = [vec![0x81, 0xff], vec![0xff; 8], vec![0; 20]].concat(),
        2 => bytes = vec![0x00, 0x80, 1, 2, 3, 4],
        _ => bytes.extend((0..mutator.below(40)).map(|number| number as u8)),
    }
    bytes
}

const PATHS: [&str; 15] = [
    "/api/games",
    "/api/games/GAME",
    "/api/games/GAME?after=3",
    "/api/games/GAME/seats",
    "/api/games/GAME/commands",
    "/api/games/GAME/record",
    "/api/games/GAME/events?after=1",
    "/api/games/GAME/socket",
    "/api/lobby",
    "/api/openapi.json",
    "/healthz",
    "/metrics",
    "/",
    "/api/games/GAME?after=-1",
    "/api/games/%00/seats",
];

/// Part of the path of event streams, whose responses do not end.
const STREAM: &str = "/events";

/// Sends several requests over one connection.
async fn ask(targets: &Targets, mutator: &mut Mutator, corpus: &[String], count: usize, outcome: &NetworkCounts) {
    outcome.connections.fetch_add(1, Ordering::Relaxed);
    let mut bytes = Vec::new();
    let mut mutated = false;
    for number in 0..count {
        outcome.sent.fetch_add(1, Ordering::Relaxed);
        mutated |= request(targets, mutator, corpus, number + 1 == count, &mut bytes);
    }
    let endless = bytes.windows(STREAM.len()).any(|part| part == STREAM.as_bytes());
    let patience = Duration::from_millis(if endless { 100 } else { 5000 });
    let exchange = async {
        let mut stream = TcpStream::connect(targets.node).await.ok()?;
        let _ = stream.write_all(&bytes).await;
        if mutator.below(10) > 0 {
            // A mutated head may make the server wait for more.
            if mutated {
                let _ = stream.shutdown().await;
            }
            let mut answer = Vec::new();
            let _ = stream.take(1 << 20).read_to_end(&mut answer).await;
            let answers = answer.windows(9).filter(|window| window == b"HTTP/1.1 ").count();
            outcome.answers.fetch_add(answers as u64, Ordering::Relaxed);
        }
        Some(())
    };
    if let Ok(None) = tokio::time::timeout(patience, exchange).await {
        outcome.failed.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Writes a request; returns whether its head is mutated.
fn request(targets: &Targets, mutator: &mut Mutator, corpus: &[String], last: bool, bytes: &mut Vec<u8>) -> bool {
    let (game, tokens) = mutator.pick(&targets.games).clone();
    let method = *mutator.pick(&["GET", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"]);
    let mut path = mutator.pick(&PATHS).replace("GAME", game.as_str());
    if path.contains(STREAM) && mutator.below(8) > 0 {
        path.truncate(4);
    }
    let body = if method == "POST" {
        let valid = if path == "/api/games" { json::encode(&new_game("j")) } else { mutator.pick(corpus).clone() };
        // New games are stored, so most of these requests are made invalid.
        let text = mutator.text(&valid, corpus);
        if path == "/api/games" && mutator.below(50) > 0 { text.replacen('{', "[", 1) } else { text }
    } else {
        String::new()
    };
    let token = mutator.pick(&tokens).reveal().to_owned();
    let close = if last { "connection: close\r\n" } else { "" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\n{close}authorization: Bearer {token}\r\ncontent-type: \
         application/json\r\ncontent-length: {}\r\n\r\n{body}",
        targets.node,
        body.len()
    );
    let mut head = head.into_bytes();
    // Mutator in the head make the rest unreadable, so they are few.
    let mutated = mutator.below(40) == 0;
    if mutated {
        mutator.mutate_bytes(&mut head, corpus);
    }
    bytes.extend(head);
    mutated
}
