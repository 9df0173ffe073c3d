//! The attackers. Each tries one thing as often as it can, from one address or two.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use halfboard_protocol::api::{Lobby, NewGame, SeatGrant, SeatSpec, TakeSeat};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Start;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::frames;
use crate::http;

/// The attackers' address.
pub(super) const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// Another address of theirs, in the same network.
const ACCOMPLICE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 67);

/// The start of all games: a position that is not in the opening book, so that the engine thinks.
pub(super) const MIDDLE_GAME: &str = "2bbbbb1/w6w/w2b3w/w6w/w3w2w/w6w/w7/1bbbbb2 w - -";

/// Pause after a failed attempt.
const PAUSE: Duration = Duration::from_millis(5);

/// An attack.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description.
    pub what: &'static str,
    /// The number of concurrent clients.
    clients: usize,
}

/// All attacks.
pub const ATTACKS: [Attack; 13] = [
    Attack { name: "silent", what: "connections that send nothing", clients: 2500 },
    Attack { name: "trickle", what: "requests that arrive byte by byte", clients: 600 },
    Attack { name: "unread", what: "requests whose responses are not read", clients: 465 },
    Attack { name: "unread-sockets", what: "sockets whose messages are not read", clients: 200 },
    Attack { name: "churn", what: "connections that are opened and closed at once", clients: 20 },
    Attack { name: "requests", what: "requests without a pause", clients: 50 },
    Attack { name: "challenges", what: "public challenges without a pause", clients: 8 },
    Attack { name: "seats", what: "every free seat is taken", clients: 2 },
    Attack { name: "engines", what: "games against the engine, from two addresses", clients: 8 },
    Attack { name: "fragments", what: "empty continuation frames", clients: 4 },
    Attack { name: "pings", what: "pings without a pause", clients: 4 },
    Attack { name: "unreadable", what: "malformed messages without a pause", clients: 4 },
    Attack { name: "storage", what: "games and chat without a pause", clients: 8 },
];

/// The target of an attack, and what was achieved.
pub(super) struct Target {
    pub(super) to: SocketAddr,
    pub(super) until: Instant,
    /// Attempts.
    tried: AtomicU64,
    /// Successful attempts.
    done: AtomicU64,
    /// Things done within an attempt, such as frames sent.
    pub(super) sent: AtomicU64,
    /// Connections that are held open.
    open: AtomicU64,
    /// Their maximum.
    most: AtomicU64,
}

impl Target {
    fn new(to: SocketAddr, until: Instant) -> Target {
        let zero = || AtomicU64::new(0);
        Target { to, until, tried: zero(), done: zero(), sent: zero(), open: zero(), most: zero() }
    }

    /// Counts a connection while it is held open.
    pub(super) async fn holding<T>(&self, held: impl Future<Output = T>) -> T {
        let open = self.open.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(open, Ordering::Relaxed);
        let result = held.await;
        self.open.fetch_sub(1, Ordering::Relaxed);
        result
    }
}

/// Attacks a server until `stop` completes or the time is over, and returns what was achieved, in words.
///
/// # Errors
///
/// Fails if there is no attack of this name.
pub async fn assail(name: &str, to: SocketAddr, lasts: Duration, stop: impl Future) -> Result<String, String> {
    let attack = ATTACKS.iter().find(|attack| attack.name == name);
    let attack = attack.ok_or_else(|| format!("there is no attack '{name}'"))?;
    let until = Instant::now() + lasts;
    let target = Arc::new(Target::new(to, until));
    let mut clients = JoinSet::new();
    for number in 0..attack.clients {
        let (name, target) = (attack.name, Arc::clone(&target));
        clients.spawn(async move {
            while Instant::now() < until {
                target.tried.fetch_add(1, Ordering::Relaxed);
                if attempt(name, &target, number).await.is_some() {
                    target.done.fetch_add(1, Ordering::Relaxed);
                } else {
                    tokio::time::sleep(PAUSE).await;
                }
            }
        });
    }
    let _ = tokio::time::timeout_at(until.into(), stop).await;
    let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let mut achieved = vec![format!("{} attempts", number(&target.tried))];
    for (count, what) in [(&target.done, "completed"), (&target.most, "open at once"), (&target.sent, "sent")] {
        if number(count) > 0 {
            achieved.push(format!("{} {what}", number(count)));
        }
    }
    Ok(achieved.join(", "))
}

async fn attempt(name: &str, target: &Target, number: usize) -> Option<()> {
    let address = if number.is_multiple_of(2) { ATTACKER } else { ACCOMPLICE };
    match name {
        "silent" => silent(target).await,
        "trickle" => trickle(target).await,
        "unread" => unread(target).await,
        "unread-sockets" => frames::unread(target).await,
        "churn" => churn(target).await,
        "requests" => requests(target).await,
        "challenges" => create(target, ATTACKER, vec![SeatSpec::Me, SeatSpec::Open], true).await.map(drop),
        "seats" => seats(target).await,
        "engines" => {
            let engine = SeatSpec::Engine { level: 12, of: Some(12) };
            create(target, address, vec![engine, SeatSpec::Me], false).await.map(drop)
        }
        "fragments" => frames::flood(target, frames::Flood::Fragments).await,
        "pings" => frames::flood(target, frames::Flood::Pings).await,
        "unreadable" => frames::flood(target, frames::Flood::Unreadable).await,
        "storage" => storage(target).await,
        _ => None,
    }
}

/// Returns when the time is over, or `None` if the server closes the connection before.
pub(super) async fn hold(stream: &mut TcpStream, until: Instant) -> Option<()> {
    let mut byte = [0];
    match tokio::time::timeout_at(until.into(), stream.read(&mut byte)).await {
        Err(_) => Some(()),
        Ok(_) => None,
    }
}

/// Resets each connection. One that is closed would occupy its port for a minute, and all clients are on this machine.
async fn churn(target: &Target) -> Option<()> {
    let stream = http::connect_from(ATTACKER, target.to).await.ok()?;
    stream.set_zero_linger().ok()
}

async fn silent(target: &Target) -> Option<()> {
    let mut stream = http::connect_from(ATTACKER, target.to).await.ok()?;
    target.holding(hold(&mut stream, target.until)).await
}

async fn trickle(target: &Target) -> Option<()> {
    let mut stream = http::connect_from(ATTACKER, target.to).await.ok()?;
    let head = b"GET / HTTP/1.1\r\nx-filler: ".iter().chain(std::iter::repeat(&b'a'));
    let sending = async {
        for byte in head {
            stream.write_all(std::slice::from_ref(byte)).await.ok()?;
            hold(&mut stream, Instant::now() + Duration::from_millis(500)).await?;
        }
        Some(())
    };
    target.holding(sending).await
}

/// Connects with a small receive buffer, so that little is in transit.
pub(super) async fn connect_small(to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_recv_buffer_size(4096).ok()?;
    socket.bind((ATTACKER, 0).into()).ok()?;
    socket.connect(to).await.ok()
}

async fn unread(target: &Target) -> Option<()> {
    let mut stream = connect_small(target.to).await?;
    let many = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", target.to).repeat(2000);
    let writing = stream.write_all(many.as_bytes());
    // The server stops reading when it cannot write.
    let _ = tokio::time::timeout(Duration::from_secs(2), writing).await;
    let knocking = async {
        while Instant::now() < target.until {
            tokio::time::sleep(Duration::from_millis(500)).await;
            stream.write_all(b"G").await.ok()?;
        }
        Some(())
    };
    target.holding(knocking).await
}

async fn requests(target: &Target) -> Option<()> {
    let mut stream = http::connect_from(ATTACKER, target.to).await.ok()?;
    let batch = format!("GET /api/lobby HTTP/1.1\r\nhost: {}\r\n\r\n", target.to).repeat(20);
    let mut buffer = vec![0; 1 << 16];
    while Instant::now() < target.until {
        stream.write_all(batch.as_bytes()).await.ok()?;
        target.sent.fetch_add(20, Ordering::Relaxed);
        let read = stream.read(&mut buffer).await.ok()?;
        if read == 0 {
            return None;
        }
        while stream.try_read(&mut buffer).is_ok_and(|read| read > 0) {}
    }
    Some(())
}

/// Creates a game.
pub(super) async fn create(target: &Target, from: Ipv4Addr, seats: Vec<SeatSpec>, public: bool) -> Option<SeatGrant> {
    let new = NewGame {
        rules: "lines-of-action".to_owned(),
        start: Some(Start::Position(MIDDLE_GAME.to_owned())),
        // Without a clock, the engine takes all the time that the server allows.
        control: if public { TimeControl::Fischer { initial: 300_000, increment: 5_000 } } else { TimeControl::None },
        seats,
        lot: false,
        public,
        chat: true,
        delay: 0,
        name: "Mallory".to_owned(),
        token: None,
    };
    let answer = http::request_from(from, target.to, "POST", "/api/games", Some(&json::encode(&new))).await.ok()?;
    json::decode(&answer.ok().ok()?).ok()
}

async fn seats(target: &Target) -> Option<()> {
    let answer = http::request_from(ATTACKER, target.to, "GET", "/api/lobby", None).await.ok()?.ok().ok()?;
    let lobby: Lobby = json::decode(&answer).ok()?;
    for game in lobby.open {
        let take = json::encode(&TakeSeat { name: "Mallory".to_owned(), seat: None, token: None });
        let path = format!("/api/games/{}/seats", game.id);
        let answer = http::request_from(ATTACKER, target.to, "POST", &path, Some(&take)).await.ok()?;
        target.sent.fetch_add(u64::from(answer.status == 200), Ordering::Relaxed);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    Some(())
}

async fn storage(target: &Target) -> Option<()> {
    let first = create(target, ATTACKER, vec![SeatSpec::Me, SeatSpec::Open], false).await?;
    let take = json::encode(&TakeSeat { name: "Mallory".to_owned(), seat: None, token: None });
    let path = format!("/api/games/{}/seats", first.game);
    http::request_from(ATTACKER, target.to, "POST", &path, Some(&take)).await.ok()?;
    let path = format!("/api/games/{}/commands", first.game);
    for key in 1..=20 {
        let keyed = KeyedCommand { key, command: Command::Say { text: "x".repeat(200) } };
        let body = json::encode(&keyed);
        let said = http::request_as(ATTACKER, target.to, &path, &first.token, &body).await.ok()?;
        target.sent.fetch_add(u64::from(said.status == 200), Ordering::Relaxed);
        said.ok().ok()?;
    }
    Some(())
}
