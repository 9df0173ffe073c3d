//! WebSockets: one connection of a client to one game. After hello, the client receives all events and sends commands.

mod frame_parser;
mod frames;
mod upgrade;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::api::ServiceStatus;
use halfboard_protocol::id::{GameId, Token};
use halfboard_protocol::limits::MESSAGE_WINDOW_MS;
use halfboard_protocol::message::{ClientMessage, KeyedCommand, Refusal, RefusalCode, ServerMessage, close};
use halfboard_protocol::{PROTOCOL_VERSION, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use self::upgrade::ClientSocket;
pub(crate) use self::upgrade::SocketUpgrade;
use crate::admin::UsageCounts;
use crate::app::App;
use crate::hub::{Subscription, SubscriptionEnd, TOKEN_REPLACED};
use crate::limits::{AddressPermit, RateWindow};

/// Maximum time until hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between pings, which measure the round-trip time.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Delay of the first ping.
const FIRST_PING: Duration = Duration::from_millis(500);
/// Maximum time without any message from the client; three pings are unanswered then.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum time for sending a message. A client that does not accept anything is dropped earlier, by its connection.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of malformed messages of a client.
const MAX_UNREADABLE: u32 = 10;
/// Maximum size of a sent frame, in bytes. Larger messages are sent in fragments, so that little of them is buffered.
const MAX_FRAGMENT: usize = 16 * 1024;

/// Maximum time for which a closed socket is read.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum number of bytes read from a closed socket; as much as a client's kernel may have buffered.
const MAX_LINGER_BYTES: u64 = 8 << 20;

/// Upgrades a request to a socket of a game.
pub(crate) fn open(app: App, id: String, address: IpAddr, permit: AddressPermit, upgrade: SocketUpgrade) -> Response {
    upgrade.open(app.limits.messages, move |socket, flooded| async move {
        let messages = RateWindow::new(app.limits.messages, Duration::from_millis(MESSAGE_WINDOW_MS));
        let connection = SocketConnection {
            app,
            socket,
            flooded,
            address,
            messages,
            sent: 0,
            unreadable: 0,
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
    socket: ClientSocket,
    /// Set when the client has sent too many frames.
    flooded: Arc<AtomicBool>,
    /// The client's address.
    address: IpAddr,
    messages: RateWindow,
    /// Number of malformed messages.
    unreadable: u32,
    /// Bytes of messages sent that are not counted yet.
    sent: u64,
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
    async fn run(mut self, id: String, permit: AddressPermit) {
        self.app.metrics.sockets.inc();
        let end = match self.welcome(&id).await {
            Ok((subscription, token)) => self.relay(subscription, token).await,
            Err(end) => end,
        };
        self.count_sent();
        if let Disconnect::Close(code, reason) = end {
            let frame = CloseFrame { code: code.into(), reason: Utf8Bytes::from_static(reason) };
            if self.send(Message::Close(Some(frame))).await.is_ok() && code != close::GOING_AWAY {
                linger(self.socket.into_inner().into_inner()).await;
            }
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
                self.app.metrics.unreadable.inc();
                let message = format!("malformed message: {error}");
                return Err(self.reject(Refusal::new(RefusalCode::Unreadable, message)).await);
            }
        };
        let subscription = match id.parse::<GameId>() {
            Ok(id) => {
                let quota = self.app.addresses.buffers(self.address);
                self.app.hub.join_from(Some(self.address), &id, token.as_ref(), after, quota).await
            }
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
        let mut status = self.app.hub.operator().watch_status();
        if *status.borrow() != ServiceStatus::default() {
            status.mark_changed();
        }
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + FIRST_PING, PING_INTERVAL);
        // These outlive a message: registering them for each anew would lock the timer and the channel of all sockets.
        let closed = closed(&mut closing);
        let idle = tokio::time::sleep_until((self.last_received + IDLE_TIMEOUT).into());
        tokio::pin!(closed, idle);
        loop {
            let result = tokio::select! {
                text = self.receive() => match text {
                    Ok(text) => self.handle(&text, &mut subscription, token.as_ref()).await,
                    Err(end) => Err(end),
                },
                message = subscription.messages.recv() => match message {
                    Some(message) => self.send(Message::Text(message.text.clone())).await,
                    None => Err(self.disconnect(subscription.end()).await),
                },
                _ = ping.tick() => self.ping().await,
                () = &mut idle => {
                    idle.as_mut().reset((self.last_received + IDLE_TIMEOUT).into());
                    self.check_idle()
                }
                Ok(()) = status.changed() => {
                    let message = ServerMessage::Status(status.borrow_and_update().clone());
                    self.send_message(&message).await
                }
                () = &mut closed => Err(SHUTTING_DOWN),
            };
            if let Err(end) = result {
                return end;
            }
        }
    }

    /// Returns how to close a connection whose subscription ended, after telling the client if it must not come back as before.
    async fn disconnect(&mut self, end: SubscriptionEnd) -> Disconnect {
        if let Some(refusal) = end.refusal() {
            let _ = self.send_message(&ServerMessage::Refused { key: None, refusal }).await;
        }
        match end {
            SubscriptionEnd::TooSlow => {
                self.app.metrics.slow_closes.inc();
                Disconnect::Close(close::AGAIN, "client too slow")
            }
            SubscriptionEnd::Revoked => Disconnect::Close(close::POLICY, TOKEN_REPLACED),
            SubscriptionEnd::Changed => Disconnect::Close(close::AGAIN, "the operator has changed the game; reconnect"),
        }
    }

    /// Receives the next text message. All messages count against the rate limit.
    async fn receive(&mut self) -> Result<Utf8Bytes, Disconnect> {
        loop {
            let message = match self.socket.next().await {
                Some(Ok(message)) => message,
                Some(Err(Error::Capacity(_))) => {
                    return Err(Disconnect::Close(MESSAGE_TOO_LARGE, "message larger than 4096 bytes"));
                }
                Some(Err(_)) if self.flooded.load(Ordering::Relaxed) => {
                    self.app.metrics.rate_limit_closes.inc();
                    return Err(Disconnect::Close(close::POLICY, "too many frames"));
                }
                Some(Err(Error::Utf8(_))) => {
                    self.app.metrics.unreadable.inc();
                    return Err(Disconnect::Close(NOT_UTF8, "text must be UTF-8"));
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
                Message::Ping(_) | Message::Frame(_) => {}
                Message::Close(_) => return Err(Disconnect::Gone),
                Message::Binary(_) => {
                    self.app.metrics.unreadable.inc();
                    return Err(Disconnect::Close(close::POLICY, "text messages expected"));
                }
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
            Err(error) => {
                self.app.metrics.unreadable.inc();
                self.unreadable += 1;
                if self.unreadable > MAX_UNREADABLE {
                    return Err(Disconnect::Close(close::POLICY, "too many malformed messages"));
                }
                ServerMessage::Refused {
                    key: None,
                    refusal: Refusal::new(RefusalCode::Unreadable, format!("malformed message: {error}")),
                }
            }
        };
        // The events of a command are sent before its reply.
        while let Ok(message) = subscription.messages.try_recv() {
            self.send(Message::Text(message.text.clone())).await?;
        }
        self.send_message(&reply).await
    }

    fn check_idle(&self) -> Result<(), Disconnect> {
        if self.last_received.elapsed() >= IDLE_TIMEOUT { Err(Disconnect::Gone) } else { Ok(()) }
    }

    /// Adds what was sent to the usage of the client's address.
    fn count_sent(&mut self) {
        let bytes = std::mem::take(&mut self.sent);
        self.app.count_usage(self.address, UsageCounts { bytes, ..UsageCounts::default() });
    }

    async fn ping(&mut self) -> Result<(), Disconnect> {
        if self.app.hub.operator().is_banned(self.address, self.app.hub.now()) {
            return Err(Disconnect::Close(close::POLICY, "requests from this address are refused for now"));
        }
        self.count_sent();
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
        if let Message::Text(text) = &message {
            self.sent += text.len() as u64;
        }
        let sent = async {
            match message {
                Message::Text(text) if text.len() > MAX_FRAGMENT => self.send_fragments(text.into()).await,
                message => self.socket.send(message).await,
            }
        };
        match tokio::time::timeout(SEND_TIMEOUT, sent).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Disconnect::Gone),
        }
    }

    /// Sends a text in fragments, each once the one before has left this process.
    async fn send_fragments(&mut self, mut text: Bytes) -> Result<(), Error> {
        let mut kind = Data::Text;
        while !text.is_empty() {
            let fragment = text.split_to(text.len().min(MAX_FRAGMENT));
            let frame = Frame::message(fragment, OpCode::Data(kind), text.is_empty());
            self.socket.send(Message::Frame(frame)).await?;
            kind = Data::Continue;
        }
        Ok(())
    }
}

/// Discards what the client still sends, for a moment: closing with unread data resets the connection, and the client might
/// not see why it was closed.
async fn linger(mut io: impl AsyncRead + AsyncWrite + Unpin) {
    let discard = async {
        io.shutdown().await?;
        tokio::io::copy(&mut io.take(MAX_LINGER_BYTES), &mut tokio::io::sink()).await
    };
    let _ = tokio::time::timeout(LINGER_TIMEOUT, discard).await;
}

/// Waits until the hub closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

const SHUTTING_DOWN: Disconnect = Disconnect::Close(close::GOING_AWAY, "the server is shutting down; reconnect");

/// Close code for a message that is too large.
const MESSAGE_TOO_LARGE: u16 = 1009;

/// Close code for a text that is not UTF-8.
const NOT_UTF8: u16 = 1007;
