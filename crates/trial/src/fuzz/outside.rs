//! Mistakes sent to a server over sockets and HTTP, by many clients at once.

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

use super::inside::{commands, corpus, new_game};
use super::mutate::Mistakes;
use crate::http;

/// So many clients at once.
const CLIENTS: u64 = 16;
/// A socket sends so many messages, fewer than close it.
const MESSAGES: u64 = 90;
/// A connection carries so many requests.
const REQUESTS: usize = 8;

/// What became of the messages.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Messages and requests that were sent.
    pub sent: AtomicU64,
    /// Sockets and connections.
    pub connections: AtomicU64,
    /// Answers that were read.
    pub answers: AtomicU64,
    /// Connections that could not be made at all.
    pub failed: AtomicU64,
}

/// Games to send mistakes to.
pub struct Targets {
    /// Where the server is.
    pub node: SocketAddr,
    /// The games with the secrets of two seats.
    pub games: Vec<(GameId, Vec<Token>)>,
}

impl Targets {
    /// Makes some games at a server.
    pub async fn make(node: SocketAddr) -> Result<Targets, String> {
        let mut games = Vec::new();
        let rules = ["j", "sllim", "lines-of-action", "sight-reduction", "stacks-in-action"];
        for rules in rules.iter().cycle().take(20) {
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

/// Sends messages with mistakes over sockets, and requests with mistakes.
pub async fn send(targets: Arc<Targets>, messages: u64, requests: u64, seed: u64) -> Arc<Outcome> {
    let outcome = Arc::new(Outcome::default());
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let (targets, outcome) = (Arc::clone(&targets), Arc::clone(&outcome));
        clients.spawn(async move {
            let mut mistakes = Mistakes::new(seed ^ client << 32);
            let corpus = corpus();
            let mut left = messages / CLIENTS;
            while left > 0 {
                let mut sent = 0;
                let talk = talk(&targets, &mut mistakes, &corpus, left.min(MESSAGES), &mut sent, &outcome);
                let _ = tokio::time::timeout(Duration::from_secs(20), talk).await;
                outcome.sent.fetch_add(sent, Ordering::Relaxed);
                // A socket at which nothing could be said counts, too, so that this ends.
                left = left.saturating_sub(sent.max(1));
            }
            let mut left = requests / CLIENTS;
            while left > 0 {
                let count = left.min(REQUESTS as u64);
                left -= count;
                ask(&targets, &mut mistakes, &corpus, count as usize, &outcome).await;
            }
        });
    }
    crate::crowd::join(&mut clients).await;
    outcome
}

/// One socket: a greeting, right or wrong, and messages with mistakes, or bytes that are no messages.
async fn talk(
    targets: &Targets,
    mistakes: &mut Mistakes,
    corpus: &[String],
    count: u64,
    sent: &mut u64,
    outcome: &Outcome,
) -> Option<()> {
    outcome.connections.fetch_add(1, Ordering::Relaxed);
    let (game, tokens) = mistakes.pick(&targets.games).clone();
    let Ok(stream) = TcpStream::connect(targets.node).await else {
        outcome.failed.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(100)).await;
        return None;
    };
    let config = WebSocketConfig::default().read_buffer_size(4096);
    let address = format!("ws://{}/api/games/{game}/socket", targets.node);
    let (mut socket, _) = client_async_with_config(address, stream, Some(config)).await.ok()?;
    let greeting =
        ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: Some(mistakes.pick(&tokens).clone()), after: 0 };
    let mut greeting = json::encode(&greeting);
    let wrong_greeting = mistakes.below(8) == 0;
    // After a greeting that is refused nothing more is looked at, so little is sent.
    let count = if wrong_greeting { count.min(2) } else { count };
    if wrong_greeting {
        greeting = mistakes.text(&greeting, corpus);
    }
    socket.feed(Message::text(greeting)).await.ok()?;
    let commands = commands();
    let mut expected = 0;
    for _ in 0..count {
        let message = match mistakes.below(40) {
            0 => Message::Ping(vec![7; mistakes.below(100)].into()),
            1 => Message::text("x".repeat(mistakes.below(MAX_MESSAGE_BYTES))),
            2..10 => Message::text(spoilt(mistakes, &[], corpus)),
            _ => Message::text(spoilt(mistakes, &commands, corpus)),
        };
        expected += u64::from(message.is_text());
        if socket.feed(message).await.is_err() {
            break;
        }
        *sent += 1;
    }
    socket.flush().await.ok()?;
    // Most read all answers first, so that everything has been looked at; some leave without a word, in the middle.
    if mistakes.below(20) > 0 {
        drain(&mut socket, expected, outcome).await;
    }
    // What closes a socket comes last.
    if mistakes.below(3) == 0 {
        *sent += 1;
        match mistakes.below(4) {
            0 => socket.send(Message::binary(mistakes.chance.draw().to_le_bytes().to_vec())).await.ok()?,
            1 => socket.send(Message::text("x".repeat(MAX_MESSAGE_BYTES + 1 + mistakes.below(60_000)))).await.ok()?,
            _ => socket.get_mut().write_all(&frame(mistakes)).await.ok()?,
        }
        drain(&mut socket, 1, outcome).await;
    }
    Some(())
}

/// A command, or anything of the corpus, with mistakes, as a message that is not too large.
fn spoilt(mistakes: &mut Mistakes, commands: &[Command], corpus: &[String]) -> String {
    let valid = if commands.is_empty() {
        mistakes.pick(corpus).clone()
    } else {
        let mut command = mistakes.pick(commands);
        // Games that are over are of little use.
        if matches!(command, Command::Resign | Command::Abort) && mistakes.below(30) > 0 {
            command = &Command::GiveTime;
        }
        json::encode(&ClientMessage::Do(KeyedCommand { key: mistakes.chance.draw() as u32, command: command.clone() }))
    };
    let mut text = mistakes.text(&valid, corpus);
    while text.len() > MAX_MESSAGE_BYTES {
        text.pop();
    }
    text
}

/// Reads so many answers, and what else comes meanwhile; stops when nothing more comes.
async fn drain(socket: &mut WebSocketStream<TcpStream>, mut expected: u64, outcome: &Outcome) {
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

/// Bytes that may be the frame of a message.
fn frame(mistakes: &mut Mistakes) -> Vec<u8> {
    let mut bytes = vec![mistakes.chance.draw() as u8, mistakes.chance.draw() as u8];
    match mistakes.below(4) {
        // A text without a mask, a length beyond everything, a piece of a message without its beginning.
        0 => bytes = vec![0x81, 0x02, b'h', b'i'],
        1 => bytes = [vec![0x81, 0xff], vec![0xff; 8], vec![0; 20]].concat(),
        2 => bytes = vec![0x00, 0x80, 1, 2, 3, 4],
        _ => bytes.extend((0..mistakes.below(40)).map(|number| number as u8)),
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

/// Part of the path of a stream, which is answered without end.
const STREAM: &str = "/events";

/// Several requests over one connection.
async fn ask(targets: &Targets, mistakes: &mut Mistakes, corpus: &[String], count: usize, outcome: &Outcome) {
    outcome.connections.fetch_add(1, Ordering::Relaxed);
    let mut bytes = Vec::new();
    let mut spoilt = false;
    for number in 0..count {
        outcome.sent.fetch_add(1, Ordering::Relaxed);
        spoilt |= request(targets, mistakes, corpus, number + 1 == count, &mut bytes);
    }
    let endless = bytes.windows(STREAM.len()).any(|part| part == STREAM.as_bytes());
    let patience = Duration::from_millis(if endless { 100 } else { 5000 });
    let exchange = async {
        let mut stream = TcpStream::connect(targets.node).await.ok()?;
        let _ = stream.write_all(&bytes).await;
        if mistakes.below(10) > 0 {
            // A head with mistakes may make the server wait for more.
            if spoilt {
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

/// Writes a request, and says whether there are mistakes in its head.
fn request(targets: &Targets, mistakes: &mut Mistakes, corpus: &[String], last: bool, bytes: &mut Vec<u8>) -> bool {
    let (game, tokens) = mistakes.pick(&targets.games).clone();
    let method = *mistakes.pick(&["GET", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"]);
    let mut path = mistakes.pick(&PATHS).replace("GAME", game.as_str());
    if path.contains(STREAM) && mistakes.below(8) > 0 {
        path.truncate(4);
    }
    let body = if method == "POST" {
        let valid = if path == "/api/games" { json::encode(&new_game("j")) } else { mistakes.pick(corpus).clone() };
        // New games are written down for good: most of these are spoilt for certain.
        let text = mistakes.text(&valid, corpus);
        if path == "/api/games" && mistakes.below(50) > 0 { text.replacen('{', "[", 1) } else { text }
    } else {
        String::new()
    };
    let token = mistakes.pick(&tokens).reveal().to_owned();
    let close = if last { "connection: close\r\n" } else { "" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\n{close}authorization: Bearer {token}\r\ncontent-type: \
         application/json\r\ncontent-length: {}\r\n\r\n{body}",
        targets.node,
        body.len()
    );
    let mut head = head.into_bytes();
    // Mistakes in the head make the rest unreadable, so they are few.
    let spoilt = mistakes.below(40) == 0;
    if spoilt {
        mistakes.spoil(&mut head, corpus);
    }
    bytes.extend(head);
    spoilt
}
