//! Players who think for a known time. They reconnect at once and repeat what was not acknowledged.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::api::{SeatGrant, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::LoggedEvent;
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, RefusalCode, ServerMessage};
use halfboard_protocol::{PROTOCOL_VERSION, json};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::games;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::http;

/// The clock: less than a few outages, with an increment that covers the thinking.
const CONTROL: TimeControl = TimeControl::Fischer { initial: 3_000, increment: 300 };
/// The thinking time of a turn, in milliseconds: from, below.
const THINKING_MS: (u64, u64) = (50, 350);
/// Turns after which a game is given up and another begins.
const MAX_PLIES: u32 = 30;
/// Delay before another attempt to connect, and before a command that could not be stored is repeated.
const RETRY: Duration = Duration::from_millis(60);
/// Maximum time for a handshake or a reply: a stopped server answers later.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How long the players of a game thought.
#[derive(Clone, Debug)]
pub struct ClockTrace {
    /// The game.
    pub game: GameId,
    /// By ply: the time from receiving the position until the first attempt to send the turn, in milliseconds.
    pub thought: HashMap<u32, u64>,
}

/// Plays games at the servers of a service until asked to stop, and returns their traces.
pub async fn play_games(
    servers: Arc<[SocketAddr]>,
    seed: u64,
    stop: Arc<AtomicBool>,
) -> Result<Vec<ClockTrace>, String> {
    let mut traces = Vec::new();
    let rules = games().first().map(|game| game.info().id).ok_or("there are no games")?;
    let control = json::encode(&CONTROL);
    let new_game = format!(r#"{{"rules":"{rules}","name":"A","control":{control}}}"#);
    let mut chance = SplitMix64::new(seed);
    while !stop.load(Ordering::Relaxed) {
        let Some(&to) = servers.get(traces.len() % servers.len()) else { break };
        let Ok(first) = post::<SeatGrant>(to, "/api/games", &new_game).await else { continue };
        let take = json::encode(&TakeSeat { name: "B".to_owned(), seat: None, token: None });
        let path = format!("/api/games/{}/seats", first.game);
        // If a reply is lost, the game cannot be played.
        let Ok(second) = post::<SeatGrant>(to, &path, &take).await else { continue };
        let game = first.game.clone();
        let (one, two) = tokio::join!(
            Seat::new(&servers, first, chance.next_u64()).play(&stop),
            Seat::new(&servers, second, chance.next_u64()).play(&stop)
        );
        let mut thought = one?;
        thought.extend(two?);
        traces.push(ClockTrace { game, thought });
    }
    Ok(traces)
}

/// Posts a request; waits a moment if that fails.
async fn post<T: json::DeserializeOwned>(to: SocketAddr, path: &str, body: &str) -> Result<T, String> {
    let reply = http::request(to, "POST", path, None, Some(body)).await.and_then(http::HttpResponse::ok);
    let decoded = reply.and_then(|text| json::decode(&text).map_err(|error| error.to_string()));
    if decoded.is_err() {
        tokio::time::sleep(RETRY).await;
    }
    decoded
}

type StallSocket = WebSocketStream<TcpStream>;

/// A player at a seat.
struct Seat {
    servers: Arc<[SocketAddr]>,
    /// Number of attempts to connect.
    attempts: usize,
    grant: SeatGrant,
    chance: SplitMix64,
    game: Option<Game>,
    /// The command that is not acknowledged, when it is due, and whether it was sent.
    next: Option<(KeyedCommand, Instant, bool)>,
    /// When the position of the next turn was received.
    received: Instant,
    thought: HashMap<u32, u64>,
}

impl Seat {
    /// Creates a player; each seat starts at another server.
    fn new(servers: &Arc<[SocketAddr]>, grant: SeatGrant, seed: u64) -> Seat {
        let (chance, attempts) = (SplitMix64::new(seed), usize::from(grant.seat));
        Seat {
            servers: Arc::clone(servers),
            attempts,
            grant,
            chance,
            game: None,
            next: None,
            received: Instant::now(),
            thought: HashMap::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| matches!(game.phase(), Phase::Over(_)))
    }

    /// Plays the game to its end.
    async fn play(mut self, stop: &AtomicBool) -> Result<HashMap<u32, u64>, String> {
        while !self.is_over() {
            match tokio::time::timeout(TIMEOUT, self.connect()).await {
                Ok(Some(mut socket)) => self.listen(&mut socket, stop).await?,
                _ => tokio::time::sleep(RETRY).await,
            }
        }
        Ok(self.thought)
    }

    async fn connect(&mut self) -> Option<StallSocket> {
        let to = *self.servers.get(self.attempts % self.servers.len())?;
        self.attempts += 1;
        let stream = TcpStream::connect(to).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let url = format!("ws://{to}/api/games/{}/socket", self.grant.game);
        let (mut socket, _) = client_async(url, stream).await.ok()?;
        let after = self.game.as_ref().map_or(0, Game::version);
        let token = Some(self.grant.token.clone());
        let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after };
        socket.send(Message::text(json::encode(&hello))).await.ok()?;
        Some(socket)
    }

    /// Plays until the connection is lost or the game is over.
    async fn listen(&mut self, socket: &mut StallSocket, stop: &AtomicBool) -> Result<(), String> {
        let mut welcomed = false;
        while !self.is_over() {
            let due = self.next.as_ref().filter(|(_, _, sent)| welcomed && !sent).map(|(_, due, _)| *due);
            let message = tokio::select! {
                message = tokio::time::timeout(TIMEOUT, socket.next()) => message,
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => {
                    if self.send(socket).await.is_none() {
                        return Ok(());
                    }
                    continue;
                }
            };
            let Ok(Some(Ok(message))) = message else { return Ok(()) };
            let Message::Text(text) = message else { continue };
            match json::decode(&text) {
                Ok(ServerMessage::Welcome { events, .. }) => {
                    welcomed = true;
                    if let Some((_, _, sent)) = &mut self.next {
                        *sent = false;
                    }
                    self.take(&events)?;
                }
                Ok(ServerMessage::News { events, .. }) => self.take(&events)?,
                Ok(ServerMessage::Done { .. }) => self.next = None,
                Ok(ServerMessage::Refused { refusal, .. }) if refusal.code == RefusalCode::Unavailable => {
                    if let Some((_, due, sent)) = &mut self.next {
                        (*due, *sent) = (Instant::now() + RETRY, false);
                    }
                }
                // The game has moved on or is over: the events say so.
                Ok(ServerMessage::Refused { .. }) => self.next = None,
                _ => {}
            }
            self.think(stop);
        }
        Ok(())
    }

    fn take(&mut self, events: &[LoggedEvent]) -> Result<(), String> {
        let plies = self.game.as_ref().map(Game::plies);
        match &mut self.game {
            None if events.is_empty() => {}
            None => {
                let game = Game::from_log(self.grant.game.clone(), events);
                self.game = Some(game.map_err(|error| error.to_string())?);
            }
            Some(game) => {
                for logged in events.iter().filter(|logged| logged.version > game.version()).collect::<Vec<_>>() {
                    game.apply(logged).map_err(|error| error.to_string())?;
                }
            }
        }
        if self.game.as_ref().map(Game::plies) != plies {
            self.received = Instant::now();
        }
        Ok(())
    }

    /// Decides on a turn and when to send it.
    fn think(&mut self, stop: &AtomicBool) {
        let Some(game) = self.game.as_ref().filter(|_| self.next.is_none()) else { return };
        if game.turn() != Some(self.grant.seat) || self.thought.contains_key(&game.plies()) {
            return;
        }
        let (least, below) = THINKING_MS;
        let due = self.received + Duration::from_millis(least + self.chance.below(below - least));
        let command = if game.plies() >= MAX_PLIES || stop.load(Ordering::Relaxed) {
            Command::Resign
        } else {
            let moves = game.session().moves();
            let mv = moves[self.chance.below(moves.len() as u64) as usize].clone();
            Command::Play { line: game.line(), ply: game.plies(), mv }
        };
        self.next = Some((KeyedCommand { key: self.chance.next_u64() as u32, command }, due, false));
    }

    async fn send(&mut self, socket: &mut StallSocket) -> Option<()> {
        let (keyed, _, sent) = self.next.as_mut()?;
        *sent = true;
        let text = json::encode(&ClientMessage::Do(keyed.clone()));
        if let Command::Play { ply, .. } = keyed.command {
            let thought = self.received.elapsed().as_millis() as u64;
            self.thought.entry(ply).or_insert(thought);
        }
        socket.send(Message::text(text)).await.ok()
    }
}
