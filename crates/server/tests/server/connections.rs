//! Connections of clients that behave badly: silent ones, ones that do not read, floods of frames, wrong hosts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::api::SeatGrant;
use halfboard_protocol::json;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

struct Server {
    address: SocketAddr,
    game: SeatGrant,
    metrics: Arc<Metrics>,
    end: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

async fn start(limits: Limits, origins: Origins) -> Server {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let metrics = Arc::new(Metrics::new());
    let app = App::new(store, limits, origins, Arc::clone(&metrics));
    let new = json::decode(r#"{"rules":"j","name":"Ann"}"#).expect("a game");
    let game = app.hub.create(new).await.expect("a game");
    let (end, ended) = oneshot::channel::<()>();
    let counted = Arc::clone(&metrics);
    let serving = tokio::spawn(async move {
        server::serve_all(listener, Some(app), counted, 10 * LONG, async { drop(ended.await) }).await
    });
    Server { address, game, metrics, end, serving }
}

impl Server {
    /// Connects from 127.0.0.LAST, with a small receive buffer.
    async fn connect(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a buffer");
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("a loopback address");
        socket.connect(self.address).await.expect("a connection")
    }

    /// Opens a WebSocket of a spectator who says hello, with the bytes of the protocol.
    async fn open_socket(&self) -> TcpStream {
        let mut stream = self.connect(1).await;
        let head = "Host: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let request = format!("GET /api/games/{}/socket HTTP/1.1\r\n{head}\r\n", self.game.game);
        stream.write_all(request.as_bytes()).await.expect("sent");
        let head = read_head(&mut stream).await;
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "the example of RFC 6455: {head}");
        stream.write_all(&frame(0x81, br#"{"type":"hello","protocol":1,"after":0}"#)).await.expect("sent");
        stream
    }

    async fn wait_for_metric(&self, line: &str) {
        let wait = async {
            while !self.metrics.encode().lines().any(|found| found == line) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(LONG, wait).await.unwrap_or_else(|_| panic!("{line} is not in\n{}", self.metrics.encode()));
    }
}

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let read = timeout(LONG, stream.read_u8()).await.expect("in time");
        head.push(read.unwrap_or_else(|error| panic!("{error} after {}", String::from_utf8_lossy(&head))));
    }
    String::from_utf8(head).expect("text")
}

/// A frame of a client, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126);
    [&[first, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat()
}

/// Returns the close code that the server sends, ignoring other frames.
async fn close_code(stream: &mut TcpStream) -> u16 {
    let read = async {
        loop {
            let (first, length) = (stream.read_u8().await?, stream.read_u8().await?);
            let length = match length {
                126 => u64::from(stream.read_u16().await?),
                127 => stream.read_u64().await?,
                length => u64::from(length),
            };
            let mut payload = vec![0; length as usize];
            stream.read_exact(&mut payload).await?;
            if first == 0x88 {
                return Ok::<u16, std::io::Error>(u16::from_be_bytes([payload[0], payload[1]]));
            }
        }
    };
    timeout(LONG, read).await.expect("in time").expect("a close frame")
}

/// Returns once the server has closed the connection.
async fn closed(mut stream: TcpStream) {
    let mut buffer = [0; 4096];
    while timeout(LONG, stream.read(&mut buffer)).await.expect("in time").is_ok_and(|count| count > 0) {}
}

const REQUEST: &[u8] = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Requests much more than fits into all buffers, without reading.
async fn stall(stream: &mut TcpStream) {
    for _ in 0..100 {
        // The server may be blocked already.
        if timeout(Duration::from_millis(100), stream.write_all(REQUEST)).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_address_do_not_block_others() {
    let limits = Limits { sockets: 1, connections_per_address: 20, sockets_per_address: 1, ..Limits::default() };
    let server = start(limits, Origins::default()).await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        silent.push(server.connect(2).await);
    }
    server.wait_for_metric("halfboard_refused_connections_total{reason=\"address\"} 39").await;
    server.wait_for_metric("halfboard_connections 21").await;
    let mut other = server.connect(3).await;
    other.write_all(REQUEST).await.expect("sent");
    assert!(read_head(&mut other).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_dropped() {
    let limits = Limits {
        write_timeout: Duration::from_secs(1),
        messages: 1_000_000,
        requests_per_address: 1_000_000,
        ..Limits::default()
    };
    let server = start(limits, Origins::default()).await;
    let mut pages = server.connect(1).await;
    stall(&mut pages).await;
    server.wait_for_metric("halfboard_closed_connections_total{reason=\"stalled\"} 1").await;
    closed(pages).await;
    // The commands of a spectator are refused, one by one.
    let mut socket = server.open_socket().await;
    let command = frame(0x81, br#"{"type":"do","key":1,"command":{"type":"resign"}}"#);
    let many = command.repeat(500);
    for _ in 0..100 {
        if timeout(Duration::from_millis(100), socket.write_all(&many)).await.is_err() {
            break;
        }
    }
    server.wait_for_metric("halfboard_closed_connections_total{reason=\"stalled\"} 2").await;
    server.wait_for_metric("halfboard_sockets 0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_does_not_wait_for_clients_that_stall() {
    let limits = Limits { write_timeout: 10 * LONG, requests_per_address: 1_000_000, ..Limits::default() };
    let server = start(limits, Origins::default()).await;
    let mut stalled = server.connect(1).await;
    stall(&mut stalled).await;
    let mut half_head = server.connect(1).await;
    half_head.write_all(&REQUEST[..30]).await.expect("sent");
    let mut half_body = server.connect(1).await;
    let head =
        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    half_body.write_all(head.as_bytes()).await.expect("sent");
    server.wait_for_metric("halfboard_connections 3").await;
    server.end.send(()).expect("it is served");
    timeout(LONG, server.serving).await.expect("in time").expect("no panic").expect("it ends well");
    assert_eq!(server.metrics.connections.get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn fragments_and_control_frames_are_counted() {
    let server = start(Limits::default(), Origins::default()).await;
    let flood: [Vec<u8>; 3] = [
        // A text whose fragments are empty and never end.
        [frame(0x01, b""), frame(0x00, b"").repeat(5000)].concat(),
        frame(0x89, b"ping").repeat(5000),
        frame(0x8a, b"").repeat(5000),
    ];
    for frames in flood {
        let mut socket = server.open_socket().await;
        // The server may close before it has read everything.
        let _ = socket.write_all(&frames).await;
        assert_eq!(close_code(&mut socket).await, 1008);
    }
    server.wait_for_metric("halfboard_rate_limit_closes_total 3").await;
    let mut socket = server.open_socket().await;
    for _ in 0..11 {
        socket.write_all(&frame(0x81, b"nonsense")).await.expect("sent");
    }
    assert_eq!(close_code(&mut socket).await, 1008);
    server.wait_for_metric("halfboard_unreadable_messages_total 11").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_beyond_the_limits_and_for_other_hosts_are_refused() {
    let limits = Limits { files_per_address: 5, pictures_per_address: 1, ..Limits::default() };
    let origins = Origins { hosts: vec!["here.example".to_owned()], ..Origins::default() };
    let server = start(limits, origins).await;
    let status = async |last: u8, host: &str, path: &str| {
        let mut stream = server.connect(last).await;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("sent");
        read_head(&mut stream).await.split(' ').nth(1).and_then(|code| code.parse::<u16>().ok()).expect("a status")
    };
    for path in ["/", "/api/lobby", "/metrics", "/nowhere"] {
        assert_eq!(status(1, "evil.example", path).await, 421, "{path}");
    }
    assert_eq!(status(1, "here.example:443", "/api/lobby").await, 200);
    let picture = "/preview/en/daily/2026-11-16.png";
    assert_eq!([status(1, "localhost", picture).await, status(1, "localhost", picture).await], [200, 429]);
    let mut codes = Vec::new();
    for _ in 0..4 {
        codes.push(status(1, "here.example", "/healthz").await);
    }
    assert_eq!(codes, [200, 200, 200, 429]);
    assert_eq!(status(2, "here.example", "/healthz").await, 200);
    assert!(status(2, "localhost", "/metrics").await == 200 && server.metrics.limited_addresses.get() == 1);
}
