//! Sockets: one connection of a client to one game. The client says who it is; from then on it is told everything that
//! happens, and says what it wants done.

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
use crate::hub::{Joined, now};
use crate::limits::{Counted, Window};

/// A client must say who it is within this time.
const HELLO: Duration = Duration::from_secs(10);
/// How often the way there and back is measured, …
const PING: Duration = Duration::from_secs(15);
/// … the first time soon, …
const FIRST_PING: Duration = Duration::from_millis(500);
/// … and after what time without any answer the connection is given up.
const SILENCE: Duration = Duration::from_secs(50);

/// What a connection may keep waiting to be read or written. It is kept small because there are many connections.
const BUFFER: usize = 2048;

/// Opens a socket to a game for somebody at an address, counted as one of its sockets.
pub(crate) fn open(app: App, id: String, address: IpAddr, counted: Counted, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(usize::MAX)
        .on_upgrade(move |socket| async move {
            let messages = Window::new(app.limits.messages, Duration::from_millis(MESSAGE_WINDOW_MS));
            let connection =
                Connection { app, socket, address, messages, round_trip: None, pinged: None, heard: Instant::now() };
            // Boxed, because the first moments need more room than the long time after.
            Box::pin(connection.run(id, counted)).await;
        })
}

struct Connection {
    app: App,
    socket: WebSocket,
    /// Where the client is.
    address: IpAddr,
    messages: Window,
    /// The way there and back in milliseconds, as it was measured here.
    round_trip: Option<u32>,
    /// The last ping that was not answered: what it said, and when it was sent.
    pinged: Option<(u64, Instant)>,
    /// When anything was last heard.
    heard: Instant,
}

/// Why a connection ends: the code that the client is told, or nothing when it is gone.
enum Ended {
    Gone,
    With(u16, &'static str),
}

impl Connection {
    async fn run(mut self, id: String, counted: Counted) {
        self.app.metrics.sockets.inc();
        let ended = match self.welcome(&id).await {
            Ok((joined, token)) => self.attend(joined, token).await,
            Err(ended) => ended,
        };
        if let Ended::With(code, reason) = ended {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let _ = self.send(Message::Close(Some(frame))).await;
        }
        self.app.metrics.sockets.dec();
        drop(counted);
    }

    /// Hears who it is, and joins the game.
    async fn welcome(&mut self, id: &str) -> Result<(Joined, Option<Token>), Ended> {
        let mut closing = self.app.hub.closing();
        let first = tokio::select! {
            first = tokio::time::timeout(HELLO, self.hear()) => first,
            () = closed(&mut closing) => return Err(GOING),
        };
        let first = match first {
            Ok(Ok(text)) => text,
            Ok(Err(ended)) => return Err(ended),
            Err(_) => return Err(Ended::With(close::POLICY, "say hello first")),
        };
        let (token, after) = match json::decode(&first) {
            Ok(ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after }) => (token, after),
            Ok(ClientMessage::Hello { protocol, .. }) => {
                let message =
                    format!("this server speaks version {PROTOCOL_VERSION} of the protocol, and you speak {protocol}");
                return Err(self.turn_away(Refusal::new(RefusalCode::Protocol, message)).await);
            }
            Ok(ClientMessage::Do(_)) => {
                return Err(self.turn_away(Refusal::new(RefusalCode::Unreadable, "the first message is hello")).await);
            }
            Err(error) => {
                let message = format!("the message cannot be read: {error}");
                return Err(self.turn_away(Refusal::new(RefusalCode::Unreadable, message)).await);
            }
        };
        let joined = match id.parse::<GameId>() {
            Ok(id) => self.app.hub.join(&id, token.as_ref(), after).await,
            Err(error) => Err(Refusal::new(RefusalCode::NotFound, error.to_string())),
        };
        match joined {
            Ok((welcome, joined)) => {
                self.say(&welcome).await?;
                Ok((joined, token))
            }
            Err(refusal) => Err(self.turn_away(refusal).await),
        }
    }

    async fn turn_away(&mut self, refusal: Refusal) -> Ended {
        let code = if refusal.code == RefusalCode::Unavailable { close::AGAIN } else { close::POLICY };
        let _ = self.say(&ServerMessage::Refused { key: None, refusal }).await;
        Ended::With(code, "refused")
    }

    /// Passes on what comes from either side until one of them ends it.
    async fn attend(&mut self, mut joined: Joined, token: Option<Token>) -> Ended {
        let mut closing = self.app.hub.closing();
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + FIRST_PING, PING);
        loop {
            let turn = tokio::select! {
                text = self.hear() => match text {
                    Ok(text) => self.answer(&text, &mut joined, token.as_ref()).await,
                    Err(ended) => Err(ended),
                },
                news = joined.news.recv() => match news {
                    Some(text) => self.send(Message::Text(text)).await,
                    None => {
                        self.app.metrics.slow_closes.inc();
                        Err(Ended::With(close::AGAIN, "too slow"))
                    }
                },
                _ = ping.tick() => self.ping().await,
                () = closed(&mut closing) => Err(GOING),
            };
            if let Err(ended) = turn {
                return ended;
            }
        }
    }

    /// The next text from the client. Everything that comes counts.
    async fn hear(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(message)) => message,
                Some(Err(error)) if error.to_string().contains("too long") => {
                    return Err(Ended::With(TOO_LARGE, "a message has at most 4096 bytes"));
                }
                Some(Err(_)) | None => return Err(Ended::Gone),
            };
            self.heard = Instant::now();
            self.app.metrics.messages_in.inc();
            if !self.messages.allows(self.heard) {
                self.app.metrics.rate_limit_closes.inc();
                return Err(Ended::With(close::POLICY, "too many messages"));
            }
            match message {
                Message::Text(text) => return Ok(text),
                Message::Pong(sent) => self.measure(&sent),
                Message::Ping(_) => {}
                Message::Close(_) => return Err(Ended::Gone),
                Message::Binary(_) => return Err(Ended::With(close::POLICY, "messages are text")),
            }
        }
    }

    async fn answer(&mut self, text: &str, joined: &mut Joined, token: Option<&Token>) -> Result<(), Ended> {
        let arrived = now();
        let reply = match json::decode(text) {
            Ok(ClientMessage::Do(KeyedCommand { key, command })) => {
                let begun = Instant::now();
                let done = match token.map(|token| (token, self.app.allows(&command, self.address))) {
                    Some((token, Ok(()))) => {
                        let keyed = KeyedCommand { key, command };
                        self.app.hub.command(joined.game(), token, keyed, arrived, self.round_trip).await
                    }
                    Some((_, Err(refusal))) => Err(refusal),
                    None => Err(Refusal::new(RefusalCode::NoSeat, "those who watch can do nothing")),
                };
                self.app.metrics.command_seconds.observe(begun.elapsed().as_secs_f64());
                match done {
                    Ok(version) => ServerMessage::Done { key, version },
                    Err(refusal) => {
                        self.app.metrics.refused(refusal.code);
                        ServerMessage::Refused { key: Some(key), refusal }
                    }
                }
            }
            Ok(ClientMessage::Hello { .. }) => ServerMessage::Refused {
                key: None,
                refusal: Refusal::new(RefusalCode::Unreadable, "hello has been said already"),
            },
            Err(error) => ServerMessage::Refused {
                key: None,
                refusal: Refusal::new(RefusalCode::Unreadable, format!("the message cannot be read: {error}")),
            },
        };
        // What happened is told before that it was done.
        while let Ok(text) = joined.news.try_recv() {
            self.send(Message::Text(text)).await?;
        }
        self.say(&reply).await
    }

    async fn ping(&mut self) -> Result<(), Ended> {
        if self.heard.elapsed() > SILENCE {
            return Err(Ended::Gone);
        }
        let number = crate::secrets::number();
        self.pinged = Some((number, Instant::now()));
        self.send(Message::Ping(Bytes::copy_from_slice(&number.to_be_bytes()))).await?;
        // Pages do not see pings: a word now and then tells them that the connection lives, and the time.
        self.say(&ServerMessage::News { now: now(), events: Vec::new() }).await
    }

    /// Measures the way there and back. A client cannot know what a ping says before it has come, so that it cannot make
    /// the way seem shorter; making it seem longer gains it no more than its quota of lag.
    fn measure(&mut self, answer: &[u8]) {
        let Some((_, sent)) = self.pinged.take_if(|(number, _)| number.to_be_bytes() == answer) else { return };
        let took = sent.elapsed().as_millis().min(60_000) as u32;
        self.round_trip = Some(self.round_trip.map_or(took, |before| (3 * before + took) / 4));
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), Ended> {
        self.send(Message::Text(json::encode(message).into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        self.app.metrics.messages_out.inc();
        // A client that reads nothing must not hold the connection, and with it memory, for ever.
        match tokio::time::timeout(SILENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Ended::Gone),
        }
    }
}

/// Waits until the hub is closing.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

const GOING: Ended = Ended::With(close::GOING_AWAY, "the server is going away; connect again");

/// The close code for a message that is too large.
const TOO_LARGE: u16 = 1009;
