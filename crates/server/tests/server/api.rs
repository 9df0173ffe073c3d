//! The HTTP API over a real socket: complete games, invalid requests, origins and limits, the OpenAPI description.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, LazyLock, mpsc};
use std::time::Duration;

use halfboard_protocol::api::{CommandDone, GameSnapshot, Lobby, SeatGrant};
use halfboard_protocol::game::{Game, Phase};
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand, Refusal, RefusalCode, ServerMessage};
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, ProxyTrust, server};
use serde::de::DeserializeOwned;

/// A server with a storage in memory, which lives as long as the tests.
pub(crate) fn start(limits: Limits, origins: Origins) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (sender, ready) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime").block_on(async move {
            let store = Store::open("sqlite::memory:").await.expect("a storage");
            let metrics = Arc::new(Metrics::new());
            let app = App::new(store, limits, origins, Arc::clone(&metrics));
            sender.send(()).expect("the receiver waits");
            server::serve_all(listener, Some(app), metrics, Duration::ZERO, std::future::pending()).await
        })
    });
    ready.recv().expect("it starts");
    address
}

/// The server of most tests.
pub(crate) static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let limits = Limits {
        games_per_address: 10_000,
        requests_per_address: 100_000,
        challenges_per_address: 1000,
        waiting_seats_per_address: 1000,
        ..Limits::default()
    };
    start(limits, Origins { allowed: vec!["https://friend.example".to_owned()], ..Origins::default() })
});

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn read<T: DeserializeOwned>(&self) -> T {
        json::decode(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The refusal that it must be.
    pub(crate) fn refused(&self, status: u16, code: RefusalCode) -> Refusal {
        let refusal: Refusal = self.read();
        assert_eq!((self.status, refusal.code), (status, code), "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert!(refusal.message.len() > 10, "{self:?}");
        refusal
    }
}

/// A request with these headers, each with its line end.
pub(crate) fn ask_at(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {length}\r\n");
    // A server that refuses a body may close before it has read all of it.
    let _ = write!(stream, "{head}{headers}\r\n{body}");
    let mut all = String::new();
    stream.read_to_string(&mut all).expect("an answer");
    let (head, body) = all.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

pub(crate) fn get(path: &str) -> Answer {
    ask_at(*SERVER, "GET", path, "", "")
}

pub(crate) const JSON: &str = "Content-Type: application/json\r\n";

pub(crate) fn post(path: &str, token: Option<&SeatGrant>, body: &str) -> Answer {
    let bearer = token.map(|seat| format!("Authorization: Bearer {}\r\n", seat.token.reveal())).unwrap_or_default();
    ask_at(*SERVER, "POST", path, &format!("{JSON}{bearer}"), body)
}

pub(crate) fn new_game(more: &str) -> SeatGrant {
    post("/api/games", None, &format!(r#"{{"rules":"lines-of-action","name":"Ann"{more}}}"#)).read()
}

pub(crate) fn take(game: &SeatGrant, name: &str) -> SeatGrant {
    post(&format!("/api/games/{}/seats", game.game), None, &format!(r#"{{"name":"{name}"}}"#)).read()
}

pub(crate) fn game_of(seat: &SeatGrant) -> Game {
    let state: GameSnapshot = get(&format!("/api/games/{}", seat.game)).read();
    Game::from_log(state.id, &state.events).expect("a whole log")
}

pub(crate) fn say(seat: &SeatGrant, key: u32, command: Command) -> Answer {
    post(&format!("/api/games/{}/commands", seat.game), Some(seat), &json::encode(&KeyedCommand { key, command }))
}

pub(crate) fn first_move(seat: &SeatGrant) -> Command {
    let game = game_of(seat);
    let mv = game.session().moves().swap_remove(0);
    Command::Play { line: game.line(), ply: game.plies(), mv }
}

/// The events of a stream: ids and data.
struct Events(BufReader<TcpStream>);

impl Events {
    fn open(address: SocketAddr, path: &str, headers: &str) -> Events {
        let mut stream = TcpStream::connect(address).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\n{headers}\r\n").expect("sent");
        let mut lines = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(lines.read_line(&mut head).expect("a head"), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/event-stream"), "{head}");
        Events(lines)
    }

    fn next(&mut self) -> (Option<u32>, ServerMessage) {
        let (mut id, mut data) = (None, String::new());
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).expect("a line"), 0, "the stream ended");
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("id: ") {
                id = text.parse().ok();
            } else if let Some(text) = line.strip_prefix("data: ") {
                data.push_str(text);
            } else if line.is_empty() && !data.is_empty() {
                return (id, json::decode(&data).expect("a message"));
            }
        }
    }

    /// Returns the next news, ignoring presence messages.
    fn news(&mut self) -> (Option<u32>, ServerMessage) {
        loop {
            let (id, message) = self.next();
            if !matches!(message, ServerMessage::Present(_)) {
                return (id, message);
            }
        }
    }
}

#[test]
fn game_over_http_is_reported_by_event_streams() {
    let ann = new_game(r#","public":true"#);
    let path = format!("/api/games/{}", ann.game);
    let bearer = format!("Authorization: Bearer {}\r\n", ann.token.reveal());
    let mut events = Events::open(*SERVER, &format!("{path}/events"), &bearer);
    let (id, welcome) = events.next();
    let ServerMessage::Welcome { seat: Some(0), events: log, .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!((id, log.len()), (Some(2), 2));
    let open: Lobby = get("/api/lobby").read();
    // The lists may be a moment old.
    assert!(open.open.iter().all(|summary| summary.public));

    let bob = take(&ann, "Bob");
    assert_eq!((bob.seat, game_of(&ann).phase()), (1, Phase::Playing));
    assert_eq!(events.news().0, Some(3));
    post(&format!("{path}/seats"), None, r#"{"name":"Eve"}"#).refused(409, RefusalCode::Taken);

    let turn = first_move(&ann);
    say(&bob, 1, turn.clone()).refused(409, RefusalCode::NotYourTurn);
    say(&ann, 1, Command::Play { line: 0, ply: 0, mv: "a1a1".to_owned() }).refused(422, RefusalCode::NotLegal);
    let done: CommandDone = say(&ann, 2, turn.clone()).read();
    let again: CommandDone = say(&ann, 2, turn.clone()).read();
    assert_eq!((done.version, again.version), (4, 4));
    say(&ann, 3, Command::Play { line: 0, ply: 0, mv: "other".to_owned() }).refused(409, RefusalCode::Stale);
    let (id, news) = events.news();
    assert!(id == Some(4) && matches!(news, ServerMessage::News { .. }), "{news:?}");

    // A resuming client gets the missed events; the header takes precedence over the query.
    let after = format!("{path}/events?after=0");
    let (_, welcome) = Events::open(*SERVER, &after, "Last-Event-ID: 3\r\n").next();
    let ServerMessage::Welcome { seat: None, events: log, .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!(log.iter().map(|logged| logged.version).collect::<Vec<_>>(), [4]);
    let state: GameSnapshot = get(&format!("{path}?after=3")).read();
    assert_eq!((state.seat, state.events.len()), (None, 1));
    let state: GameSnapshot = ask_at(*SERVER, "GET", &path, &bearer, "").read();
    assert_eq!(state.seat, Some(0));

    let _: CommandDone = say(&bob, 9, Command::Resign).read();
    say(&ann, 4, first_move(&ann)).refused(409, RefusalCode::Over);
    let record = get(&format!("{path}/record"));
    assert_eq!(record.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(record.body.contains("[White \"Ann\"]") || record.body.contains("\"Ann\""), "{}", record.body);
    let read = halfboard_rules::record::parse(&record.body).expect("a record");
    assert_eq!(read.len(), 1);
}

#[test]
fn unreadable_requests_get_json_errors() {
    let ann = new_game("");
    let path = format!("/api/games/{}", ann.game);
    let missing = "/api/games/0123456789abcdefghijkl";
    for (method, path, headers, body, status, code) in [
        ("GET", "/api/nothing", "", "", 404, RefusalCode::NotFound),
        ("GET", "/api/", "", "", 404, RefusalCode::NotFound),
        ("POST", "/api/games/x/y/z", JSON, "{}", 404, RefusalCode::NotFound),
        ("GET", "/api/games", "", "", 405, RefusalCode::Unreadable),
        ("DELETE", path.as_str(), "", "", 405, RefusalCode::Unreadable),
        ("GET", missing, "", "", 404, RefusalCode::NotFound),
        ("GET", "/api/games/short", "", "", 404, RefusalCode::NotFound),
        ("GET", "/api/games/%ff%00", "", "", 404, RefusalCode::NotFound),
        ("GET", &format!("{missing}/events"), "", "", 404, RefusalCode::NotFound),
        ("GET", &format!("{missing}/record"), "", "", 404, RefusalCode::NotFound),
        ("GET", &format!("{path}?after=x"), "", "", 422, RefusalCode::Invalid),
        ("GET", &format!("{path}?after=99999999999"), "", "", 422, RefusalCode::Invalid),
        ("GET", &path, "Authorization: Basic abc\r\n", "", 403, RefusalCode::NoSeat),
        ("GET", &format!("{path}/socket"), "", "", 400, RefusalCode::Unreadable),
        ("POST", "/api/games", "", "{}", 415, RefusalCode::Unreadable),
        ("POST", "/api/games", "Content-Type: text/plain\r\n", "{}", 415, RefusalCode::Unreadable),
        ("POST", "/api/games", JSON, "", 400, RefusalCode::Unreadable),
        ("POST", "/api/games", JSON, "{", 400, RefusalCode::Unreadable),
        ("POST", "/api/games", JSON, "[]", 400, RefusalCode::Unreadable),
        ("POST", "/api/games", JSON, r#"{"rules":"j","name":"A","color":"red"}"#, 400, RefusalCode::Unreadable),
        ("POST", "/api/games", JSON, r#"{"rules":"chess","name":"A"}"#, 422, RefusalCode::Invalid),
        ("POST", "/api/games", JSON, r#"{"rules":"j","name":"  "}"#, 422, RefusalCode::Invalid),
        ("POST", &format!("{missing}/seats"), JSON, r#"{"name":"A"}"#, 404, RefusalCode::NotFound),
        (
            "POST",
            &format!("{path}/commands"),
            JSON,
            r#"{"key":1,"command":{"type":"resign"}}"#,
            403,
            RefusalCode::NoSeat,
        ),
        (
            "POST",
            &format!("{path}/commands"),
            JSON,
            r#"{"key":1,"command":{"type":"dance"}}"#,
            400,
            RefusalCode::Unreadable,
        ),
    ] {
        let answer = ask_at(*SERVER, method, path, headers, body);
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{method} {path}");
        answer.refused(status, code);
    }
    let large = format!(r#"{{"rules":"j","name":"{}"}}"#, "A".repeat(5000));
    let refusal = post("/api/games", None, &large).refused(413, RefusalCode::Unreadable);
    assert!(refusal.message.contains("4096"), "{refusal:?}");
    assert_eq!(get("/api/games").header("allow"), Some("POST"));
    // A page that is none is still the app's.
    assert_eq!(get("/apix").header("content-type"), Some("text/plain; charset=utf-8"));
}

#[test]
fn requests_of_foreign_origins_are_refused() {
    let body = r#"{"rules":"j","name":"Ann"}"#;
    for (origin, status) in
        [("http://here", 200), ("https://friend.example", 200), ("https://evil.example", 403), ("null", 403)]
    {
        let answer = ask_at(*SERVER, "POST", "/api/games", &format!("{JSON}Origin: {origin}\r\n"), body);
        assert_eq!(answer.status, status, "{origin}: {answer:?}");
        let told = answer.header("access-control-allow-origin");
        assert_eq!(told, (origin == "https://friend.example").then_some(origin), "{origin}");
    }
    let question = "Origin: https://friend.example\r\nAccess-Control-Request-Method: POST\r\n";
    let answer = ask_at(*SERVER, "OPTIONS", "/api/games", question, "");
    assert_eq!((answer.status, answer.header("access-control-allow-methods")), (204, Some("GET, POST")));
    let question = "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
    let answer = ask_at(*SERVER, "OPTIONS", "/api/games", question, "");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (405, None));
    for path in ["/api/lobby", "/api/nothing", "/api/openapi.json", "/healthz", "/metrics"] {
        let answer = get(path);
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(
            answer.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'")),
            "{path}"
        );
    }
}

#[test]
fn limits_per_address_are_enforced() {
    let limits = Limits { sockets_per_address: 1, games_per_address: 2, requests_per_address: 8, ..Limits::default() };
    let address = start(limits, Origins { proxies: ProxyTrust::hops(1), ..Origins::default() });
    let from = |client: &str| format!("{JSON}X-Forwarded-For: 10.0.0.1, {client}\r\n");
    let body = r#"{"rules":"j","name":"Ann"}"#;
    let make = |client: &str| ask_at(address, "POST", "/api/games", &from(client), body);
    let seat: SeatGrant = make("192.0.2.1").read();
    assert_eq!(make("192.0.2.1").status, 200);
    make("192.0.2.1").refused(429, RefusalCode::TooMany);
    assert_eq!(make("192.0.2.2").status, 200);
    let path = format!("/api/games/{}/events", seat.game);
    let held = Events::open(address, &path, &from("192.0.2.1"));
    ask_at(address, "GET", &path, &from("192.0.2.1"), "").refused(429, RefusalCode::TooMany);
    drop(held);
    let answers: Vec<Answer> = (0..8).map(|_| ask_at(address, "GET", "/api/lobby", &from("192.0.2.1"), "")).collect();
    let last = answers.last().expect("an answer");
    last.refused(429, RefusalCode::TooFast);
    assert!(last.header("retry-after").is_some());
    assert_eq!(ask_at(address, "GET", "/api/lobby", &from("192.0.2.9"), "").status, 200);
}

#[test]
fn expensive_requests_count_more_than_once() {
    let limits = Limits { requests_per_address: 30, ..Limits::default() };
    let address = start(limits, Origins { proxies: ProxyTrust::hops(1), ..Origins::default() });
    let game = ask_at(address, "POST", "/api/games", JSON, r#"{"rules":"j","name":"Ann"}"#).read::<SeatGrant>().game;
    let record = format!("/api/games/{game}/record");
    for (number, (path, allowed)) in [
        ("/api/status", 30),
        ("/api/lobby?status=open", 30),
        ("/api/explorer?rules=j", 15),
        (&record[..], 10),
        ("/api/lobby?status=open&limit=5", 6),
        ("/api/archive/games?player=ann", 3),
    ]
    .into_iter()
    .enumerate()
    {
        let client = format!("X-Forwarded-For: 192.0.2.{number}\r\n");
        for _ in 0..allowed {
            assert_eq!(ask_at(address, "GET", path, &client, "").status, 200, "{path}");
        }
        ask_at(address, "GET", path, &client, "").refused(429, RefusalCode::TooFast);
    }
}

#[test]
fn health_and_metrics_are_reported() {
    let health = get("/healthz");
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
    get("/api/nothing");
    new_game("");
    let metrics = get("/metrics").body;
    for word in [
        "halfboard_sockets ",
        "halfboard_refused_total{code=\"not-found\"}",
        "route=\"/healthz\"",
        "halfboard_batch_size_bucket{le=\"1.0\"} ",
        "# EOF",
    ] {
        assert!(metrics.contains(word), "{word} is not in\n{metrics}");
    }
    assert!(!metrics.contains("halfboard_batch_size_count 0"), "{metrics}");
    assert!(!metrics.contains("/api/nothing"), "unknown paths must not become labels");
}
