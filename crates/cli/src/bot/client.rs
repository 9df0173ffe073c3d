//! An HTTP client for the server's API and event streams.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use halfboard_protocol::api::{CommandDone, GameSnapshot, Lobby, NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::id::{GameId, Token, id_from_random};
use halfboard_protocol::message::{KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_protocol::{Version, json};
use serde::de::DeserializeOwned;
use ureq::Agent;

use super::BotEvent;
use crate::error::{CliError, sanitize};

/// Maximum length of an answer, and of a line of a stream, in bytes.
const LONGEST: u64 = 4 << 20;

/// Timeout of a stream. The server sends a sign of life every few seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// Timeout of a request.
const REQUEST: Duration = Duration::from_secs(20);

/// Maximum wait before a retry.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A client of one server.
#[derive(Clone)]
pub(super) struct ServerClient {
    base: String,
    requests: Agent,
    streams: Agent,
}

/// A failed request.
#[derive(Debug)]
pub(super) enum ServerError {
    /// The server refuses it.
    Refused(Refusal),
    /// The server cannot be reached, or not now.
    Unreachable(String),
}

impl ServerError {
    /// Converts it to an error of the command.
    pub(super) fn fatal(self, server: &ServerClient) -> CliError {
        let what = match self {
            ServerError::Refused(refusal) => refusal.message,
            ServerError::Unreachable(why) => why,
        };
        CliError::new(format_args!("{}: {what}", server.base))
    }
}

impl ServerClient {
    /// Creates a client for a URL such as `https://example.org`.
    pub(super) fn new(address: &str) -> Result<ServerClient, CliError> {
        let base = address.split('#').next().unwrap_or_default().trim_end_matches('/');
        let host = base.strip_prefix("http://").or_else(|| base.strip_prefix("https://"));
        if !host.is_some_and(|host| !host.is_empty() && !host.contains(char::is_whitespace)) {
            let problem = "expected a URL such as https://example.org or http://127.0.0.1:8080";
            return Err(CliError::new(format_args!("invalid server address '{address}': {problem}")));
        }
        if cfg!(not(feature = "tls")) && base.starts_with("https://") {
            return Err(CliError::new(format_args!(
                "'{base}': this program was built without TLS; build it with '--features full', or use an http:// address"
            )));
        }
        let agent = || {
            let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
            config.user_agent(concat!("halfboard-bot/", env!("CARGO_PKG_VERSION"))).timeout_connect(Some(REQUEST))
        };
        Ok(ServerClient {
            base: base.to_owned(),
            requests: agent().timeout_global(Some(REQUEST)).build().into(),
            streams: agent().timeout_recv_response(Some(REQUEST)).timeout_per_read(Some(SILENCE)).build().into(),
        })
    }

    /// Returns the URL of a game's page.
    pub(super) fn link(&self, game: &GameId) -> String {
        format!("{}/#/online/{game}", self.base)
    }

    /// Creates a game.
    pub(super) fn create(&self, new: &NewGame) -> Result<SeatGrant, ServerError> {
        self.post("/api/games", None, &json::encode(new))
    }

    /// Takes a seat.
    pub(super) fn take_seat(&self, game: &GameId, take: &TakeSeat) -> Result<SeatGrant, ServerError> {
        self.post(&format!("/api/games/{game}/seats"), None, &json::encode(take))
    }

    /// Sends a command, and retries while the server cannot be reached: a repeated command is harmless.
    pub(super) fn command(&self, game: &GameId, token: &Token, keyed: &KeyedCommand) -> Result<Version, Refusal> {
        let (path, body) = (format!("/api/games/{game}/commands"), json::encode(keyed));
        retry(|| self.post::<CommandDone>(&path, Some(token), &body)).map(|done| done.version)
    }

    /// Returns a game with all its events; retries like [`Self::command`].
    pub(super) fn state(&self, game: &GameId, token: &Token) -> Result<GameSnapshot, Refusal> {
        let (address, bearer) = (format!("{}/api/games/{game}", self.base), format!("Bearer {}", token.reveal()));
        retry(|| read(self.requests.get(&address).header("Authorization", &bearer).call()))
    }

    /// Returns the public games.
    pub(super) fn lobby(&self) -> Result<Lobby, ServerError> {
        let answer = self.requests.get(format!("{}/api/lobby", self.base)).call();
        read(answer)
    }

    fn post<T: DeserializeOwned>(&self, path: &str, token: Option<&Token>, body: &str) -> Result<T, ServerError> {
        let mut request = self.requests.post(format!("{}{path}", self.base)).content_type("application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {}", token.reveal()));
        }
        read(request.send(body))
    }

    /// Forwards the events of a game until `enough` is set or the server refuses. Reconnects where the stream ended. `enough` is
    /// checked at every line, and the server sends one at least every 15 seconds.
    pub(super) fn follow(&self, game: &GameId, token: &Token, heard: &Sender<BotEvent>, enough: &AtomicBool) {
        let mut after: Version = 0;
        let mut wait = Duration::from_millis(100);
        while !enough.load(Ordering::Relaxed) {
            let address = format!("{}/api/games/{game}/events?after={after}", self.base);
            let bearer = format!("Bearer {}", token.reveal());
            let answer = self.streams.get(address).header("Authorization", bearer).call();
            let trouble = match answer {
                Ok(answer) if answer.status() == 200 => {
                    let mut lines = BufReader::new(answer.into_body().into_reader());
                    while let Some(next) = next(&mut lines) {
                        if enough.load(Ordering::Relaxed) {
                            return;
                        }
                        wait = Duration::from_millis(100);
                        let StreamItem::Message(message) = next else { continue };
                        if let ServerMessage::Welcome { events, .. } | ServerMessage::News { events, .. } = &message {
                            after = events.last().map_or(after, |logged| logged.version);
                        }
                        if heard.send(BotEvent::Message(message)).is_err() {
                            return;
                        }
                    }
                    "the connection was lost".to_owned()
                }
                answer => match read::<ServerMessage>(answer) {
                    Err(ServerError::Refused(refusal)) if !is_transient(refusal.code) => {
                        // The receiver may be gone already.
                        let _ = heard.send(BotEvent::Refused(refusal));
                        return;
                    }
                    Err(ServerError::Refused(refusal)) => refusal.message,
                    Err(ServerError::Unreachable(why)) => why,
                    Ok(_) => "it answered what was not asked".to_owned(),
                },
            };
            if heard.send(BotEvent::Disconnected(trouble)).is_err() {
                return;
            }
            std::thread::sleep(wait);
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }
}

/// Returns whether a refusal is temporary.
fn is_transient(code: RefusalCode) -> bool {
    matches!(code, RefusalCode::Unavailable | RefusalCode::TooFast | RefusalCode::TooMany)
}

/// Retries until there is an answer or a permanent refusal.
fn retry<T>(ask: impl Fn() -> Result<T, ServerError>) -> Result<T, Refusal> {
    let mut wait = Duration::from_millis(100);
    loop {
        match ask() {
            Ok(answer) => return Ok(answer),
            Err(ServerError::Refused(refusal)) if !is_transient(refusal.code) => return Err(refusal),
            Err(_) => std::thread::sleep(wait),
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// An item of an event stream.
#[derive(Debug, PartialEq)]
enum StreamItem {
    /// A message.
    Message(ServerMessage),
    /// A keep-alive comment.
    KeepAlive,
}

/// Reads the next item of an event stream; `None` at its end or if it is invalid.
fn next(lines: &mut impl BufRead) -> Option<StreamItem> {
    let mut data = String::new();
    loop {
        let mut line = String::new();
        let count = lines.by_ref().take(LONGEST).read_line(&mut line).ok()?;
        if count == 0 || data.len() as u64 > LONGEST {
            return None;
        }
        match line.trim_end_matches(['\r', '\n']) {
            "" if data.is_empty() => {}
            "" => return json::decode(&data).ok().map(StreamItem::Message),
            // A comment between messages.
            line if line.starts_with(':') && data.is_empty() => return Some(StreamItem::KeepAlive),
            line => {
                // Event ids are part of the data, too.
                if let Some(text) = line.strip_prefix("data:") {
                    data.push_str(text.strip_prefix(' ').unwrap_or(text));
                }
            }
        }
    }
}

fn read<T: DeserializeOwned>(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<T, ServerError> {
    let mut answer = answer.map_err(|error| ServerError::Unreachable(in_words(&error)))?;
    let status = answer.status();
    let body = answer.body_mut().with_config().limit(LONGEST).read_to_string();
    let body = body.map_err(|error| ServerError::Unreachable(in_words(&error)))?;
    if status.is_success() {
        return json::decode(&body).map_err(|_| ServerError::Unreachable("not a Halfboard server".to_owned()));
    }
    match json::decode::<Refusal>(&body) {
        Ok(refusal) => Err(ServerError::Refused(Refusal { message: sanitize(&refusal.message), ..refusal })),
        Err(_) => Err(ServerError::Unreachable(format!("status {status}; is this a Halfboard server?"))),
    }
}

fn in_words(error: &ureq::Error) -> String {
    format!("the server cannot be reached: {}", sanitize(&error.to_string()))
}

/// Returns a new secret for a seat.
pub(super) fn new_token() -> Result<Token, CliError> {
    loop {
        let mut bytes = [0; 48];
        getrandom::fill(&mut bytes)
            .map_err(|error| CliError::new(format_args!("no random numbers available: {error}")))?;
        if let Some(token) = id_from_random(&bytes).and_then(|text| text.parse().ok()) {
            return Ok(token);
        }
    }
}

/// Returns a new key for a command.
pub(super) fn new_key() -> Result<u32, CliError> {
    getrandom::u32().map_err(|error| CliError::new(format_args!("no random numbers available: {error}")))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_stream_is_closed_once_it_is_enough_though_only_signs_of_life_come() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let server =
            ServerClient::new(&format!("http://{}", listener.local_addr().expect("an address"))).expect("valid");
        let (game, token) = ("0123456789abcdefghijkl", "abcdefghijklmnopqrstuv");
        let (game, token) = (game.parse().expect("a name"), token.parse().expect("a secret"));
        let enough = AtomicBool::new(false);
        let (sender, heard) = channel();
        std::thread::scope(|scope| {
            let following = scope.spawn(|| server.follow(&game, &token, &sender, &enough));
            let (mut stream, _) = listener.accept().expect("the bot comes");
            let news = json::encode(&ServerMessage::News { now: 7, events: Vec::new() });
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
            write!(stream, "{head}: here\n\nid: 3\ndata: {news}\n\n").expect("the bot listens");
            assert!(matches!(heard.recv(), Ok(BotEvent::Message(ServerMessage::News { now: 7, .. }))));
            enough.store(true, Ordering::Relaxed);
            write!(stream, ": here\n\n").expect("the bot listens");
            following.join().expect("no panic");
            // The connection is closed, too.
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).expect("it was closed");
        });
        assert!(heard.try_recv().is_err());
    }
}
