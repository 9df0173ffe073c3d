//! WebSockets: one connection of a client to one game. After hello, the client receives all events and sends commands.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits::{MAX_MESSAGE_BYTES, MESSAGE_WINDOW_MS};
use halfboard_protocol::message::{ClientMessage, KeyedCommand, Refusal, RefusalCode, ServerMessage, close};
use halfboard_protocol::{PROTOCOL_VERSION, json};
use tokio::sync::watch;

use crate::app::App;
use crate::hub::Subscription;
use crate::limits::{RateWindow, SocketPermit};

/// Maximum time until hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between pings, which measure the round-trip time.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// Delay of the first ping.
const FIRST_PING: Duration = Duration::from_millis(500);
/// Maximum time without any message from the client, or for sending one.
const IDLE_TIMEOUT: Duration = Duration::from_secs(50);

/// Size of the read buffer, in bytes; small, since there are many connections.
const READ_BUFFER: usize = 2048;

/// Upgrades a request to a socket of a game.
pub(crate) fn open(app: App, id: String, address: IpAddr, permit: SocketPermit, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(usize::MAX)
        .on_upgrade(move |socket| async move {
            let messages = RateWindow::new(app.limits.messages, Duration::from_millis(MESSAGE_WINDOW_MS));
            let connection = SocketConnection {
                app,
                socket,
                address,
                messages,
                round_trip: None,
                ping_sent: None,
                last_received: Instant::now(),
            };
            // Boxed, since the handshake needs more stack than the rest of the connection's life.
            Box::pin(connection.run(id, permit)).await;
        })
}

struct SocketConnection {
    app: App,
    socket: WebSocket,
    /// The client's address.
    address: IpAddr,
    messages: RateWindow,
    /// The measured round-trip time, in milliseconds.
    round_trip: Option<u32>,
    /// The payload and time of the last unanswered ping.
    ping_sent: Option<(u64, Instant)>,
    /// When a message was last received.
    last_received: Instant,
}

/// Why a connection ends: the client is gone, or the server closes with a code and reason.
enum Disconnect {
    Gone,
    Close(u16, &'static str),
}

impl SocketConnection {
    async fn run(mut self, id: String, permit: SocketPermit) {
        self.app.metrics.sockets.inc();
        let end = match self.welcome(&id).await {
            Ok((subscription, token)) => self.relay(subscription, token).await,
            Err(end) => end,
        };
        if let Disconnect::Close(code, reason) = end {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let _ = self.send(Message::Close(Some(frame))).await;
        }
        self.app.metrics.sockets.dec();
        drop(permit);
    }

    /// Receives hello and joins the game.
    async fn welcome(&mut self, id: &str) -> Result<(Subscription, Option<Token>), Disconnect> {
        let mut closing = self.app.hub.closing();
        let first = tokio::select! {
            first = tokio::time::timeout(HELLO_TIMEOUT, self.receive()) => first,
            () = closed(&mut closing) => return Err(SHUTTING_DOWN),
        };
        let first = match first {
            Ok(Ok(text)) => text,
            Ok(Err(end)) => return Err(end),
            Err(_) => return Err(Disconnect::Close(close::POLICY, "hello expected")),
        };
        let (token, after) = match json::decode(&first) {
            Ok(ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after }) => (token, after),
            Ok(ClientMessage::Hello { protocol, .. }) => {
                let message = format!("this server uses protocol version {PROTOCOL_VERSION}, the client {protocol}");
                return Err(self.reject(Refusal::new(RefusalCode::Protocol, message)).await);
            }
            Ok(ClientMessage::Do(_)) => {
                return Err(self
                    .reject(Refusal::new(RefusalCode::Unreadable, "the first message must be hello"))
                    .await);
            }
            Err(error) => {
                let message = format!("malformed message: {error}");
                return Err(self.reject(Refusal::new(RefusalCode::Unreadable, message)).await);
            }
        };
        let subscription = match id.parse::<GameId>() {
            Ok(id) => self.app.hub.join_from(Some(self.address), &id, token.as_ref(), after).await,
            Err(error) => Err(Refusal::new(RefusalCode::NotFound, error.to_string())),
        };
        match subscription {
            Ok((welcome, subscription)) => {
                self.send_message(&welcome).await?;
                Ok((subscription, token))
            }
            Err(refusal) => Err(self.reject(refusal).await),
        }
    }

    async fn reject(&mut self, refusal: Refusal) -> Disconnect {
        let code = if refusal.code == RefusalCode::Unavailable { close::AGAIN } else { close::POLICY };
        let _ = self.send_message(&ServerMessage::Refused { key: None, refusal }).await;
        Disconnect::Close(code, "refused")
    }

    /// Relays messages in both directions until either side ends the connection.
    async fn relay(&mut self, mut subscription: Subscription, token: Option<Token>) -> Disconnect {
        let mut closing = self.app.hub.closing();
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + FIRST_PING, PING_INTERVAL);
        loop {
            let result = tokio::select! {
                text = self.receive() => match text {
                    Ok(text) => self.handle(&text, &mut subscription, token.as_ref()).await,
                    Err(end) => Err(end),
                },
                message = subscription.messages.recv() => match message {
                    Some(text) => self.send(Message::Text(text)).await,
                    None => {
                        self.app.metrics.slow_closes.inc();
                        Err(Disconnect::Close(close::AGAIN, "client too slow"))
                    }
                },
                _ = ping.tick() => self.ping().await,
                () = closed(&mut closing) => Err(SHUTTING_DOWN),
            };
            if let Err(end) = result {
                return end;
            }
        }
    }

    /// Receives the next text message. All messages count against the rate limit.
    async fn receive(&mut self) -> Result<Utf8Bytes, Disconnect> {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(message)) => message,
                Some(Err(error)) if error.to_string().contains("too long") => {
                    return Err(Disconnect::Close(MESSAGE_TOO_LARGE, "message larger than 4096 bytes"));
                }
                Some(Err(_)) | None => return Err(Disconnect::Gone),
            };
            self.last_received = Instant::now();
            self.app.metrics.messages_in.inc();
            if !self.messages.allows(self.last_received) {
                self.app.metrics.rate_limit_closes.inc();
                return Err(Disconnect::Close(close::POLICY, "too many messages"));
            }
            match message {
                Message::Text(text) => return Ok(text),
                Message::Pong(sent) => self.on_pong(&sent),
                Message::Ping(_) => {}
                Message::Close(_) => return Err(Disconnect::Gone),
                Message::Binary(_) => return Err(Disconnect::Close(close::POLICY, "text messages expected")),
            }
        }
    }

    async fn handle(
        &mut self,
        text: &str,
        subscription: &mut Subscription,
        token: Option<&Token>,
    ) -> Result<(), Disconnect> {
        let arrived = self.app.hub.now();
        let reply = match json::decode(text) {
            Ok(ClientMessage::Do(KeyedCommand { key, command })) => {
                let started = Instant::now();
                let result = match token.map(|token| (token, self.app.check_command_quota(&command, self.address))) {
                    Some((token, Ok(()))) => {
                        let keyed = KeyedCommand { key, command };
                        let (hub, game) = (&self.app.hub, subscription.game());
                        hub.command_from(Some(self.address), game, token, keyed, arrived, self.round_trip).await
                    }
                    Some((_, Err(refusal))) => Err(refusal),
                    None => Err(Refusal::new(RefusalCode::NoSeat, "spectators cannot send commands")),
                };
                self.app.metrics.command_seconds.observe(started.elapsed().as_secs_f64());
                match result {
                    Ok(version) => ServerMessage::Done { key, version },
                    Err(refusal) => {
                        self.app.metrics.count_refusal(refusal.code);
                        ServerMessage::Refused { key: Some(key), refusal }
                    }
                }
            }
            Ok(ClientMessage::Hello { .. }) => ServerMessage::Refused {
                key: None,
                refusal: Refusal::new(RefusalCode::Unreadable, "hello was already received"),
            },
            Err(error) => ServerMessage::Refused {
                key: None,
                refusal: Refusal::new(RefusalCode::Unreadable, format!("malformed message: {error}")),
            },
        };
        // The events of a command are sent before its reply.
        while let Ok(text) = subscription.messages.try_recv() {
            self.send(Message::Text(text)).await?;
        }
        self.send_message(&reply).await
    }

    async fn ping(&mut self) -> Result<(), Disconnect> {
        if self.last_received.elapsed() > IDLE_TIMEOUT {
            return Err(Disconnect::Gone);
        }
        let number = crate::secrets::number();
        self.ping_sent = Some((number, Instant::now()));
        self.send(Message::Ping(Bytes::copy_from_slice(&number.to_be_bytes()))).await?;
        // Browsers hide pings from pages: an empty message serves as heartbeat and tells the time.
        self.send_message(&ServerMessage::News { now: self.app.hub.now(), events: Vec::new() }).await
    }

    /// Updates the round-trip time. The payload of a ping is random, so a client cannot fake a shorter time; faking a longer
    /// one gains no more than the lag quota.
    fn on_pong(&mut self, payload: &[u8]) {
        let Some((_, sent)) = self.ping_sent.take_if(|(number, _)| number.to_be_bytes() == payload) else { return };
        let took = sent.elapsed().as_millis().min(60_000) as u32;
        self.round_trip = Some(self.round_trip.map_or(took, |before| (3 * before + took) / 4));
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), Disconnect> {
        self.send(Message::Text(json::encode(message).into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnect> {
        self.app.metrics.messages_out.inc();
        // A client that does not read must not hold memory forever.
        match tokio::time::timeout(IDLE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Disconnect::Gone),
        }
    }
}

/// Waits until the hub closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

const SHUTTING_DOWN: Disconnect = Disconnect::Close(close::GOING_AWAY, "the server is shutting down; reconnect");

/// Close code for a message that is too large.
const MESSAGE_TOO_LARGE: u16 = 1009;
