//! Real WebSockets: handshake, close codes, resuming.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::PROTOCOL_VERSION;
use halfboard_protocol::api::{NewGame, SeatGrant, TakeSeat};
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use halfboard_protocol::message::{ClientMessage, Command, KeyedCommand, RefusalCode, ServerMessage};
use halfboard_server::admin::AdminRequest;
use halfboard_server::hub::Hub;
use halfboard_server::metrics::Metrics;
use halfboard_server::server::router;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server of its own with a game of two.
struct Server {
    app: App,
    hub: Hub,
    address: SocketAddr,
    ann: SeatGrant,
    bob: SeatGrant,
}

async fn server(limits: Limits) -> Server {
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let metrics = Arc::new(Metrics::new());
    let app = App::new(store, limits, Origins::default(), Arc::clone(&metrics));
    let hub = app.hub.clone();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let service = router(Some(app.clone()), metrics).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let new: NewGame = json::decode(r#"{"rules":"lines-of-action","name":"Ann"}"#).expect("a game");
    let ann = hub.create(new).await.expect("a game");
    let bob = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
    let bob = hub.take_seat(&ann.game, bob).await.expect("a seat");
    Server { app, hub, address, ann, bob }
}

impl Server {
    async fn open(&self) -> Socket {
        let address = format!("ws://{}/api/games/{}/socket", self.address, self.ann.game);
        connect_async(address).await.expect("a socket").0
    }

    async fn hello(&self, seat: Option<&SeatGrant>, after: u32) -> (Socket, ServerMessage) {
        let mut socket = self.open().await;
        let token = seat.map(|seat| seat.token.clone());
        say(&mut socket, &ClientMessage::Hello { protocol: PROTOCOL_VERSION, token, after }).await;
        let first = hear(&mut socket).await.expect("an answer");
        (socket, first)
    }
}

async fn say(socket: &mut Socket, message: &ClientMessage) {
    socket.send(Message::text(json::encode(message))).await.expect("sent");
}

/// The next message, or the code with which the socket was closed.
async fn hear(socket: &mut Socket) -> Result<ServerMessage, Option<u16>> {
    loop {
        let heard = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("in time");
        match heard {
            Some(Ok(Message::Text(text))) => return Ok(json::decode(&text).expect("a message")),
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
    }
}

/// Returns the close code of the socket, ignoring earlier messages.
async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = hear(socket).await {
            return code;
        }
    }
}

fn play(ply: u32, mv: &str) -> ClientMessage {
    ClientMessage::Do(KeyedCommand { key: 7 + ply, command: Command::Play { line: 0, ply, mv: mv.to_owned() } })
}

#[tokio::test]
async fn moves_are_broadcast_and_reconnecting_clients_resume() {
    let server = server(Limits::default()).await;
    let (mut ann, first) = server.hello(Some(&server.ann), 0).await;
    let ServerMessage::Welcome { seat: Some(0), events, .. } = first else { panic!("{first:?}") };
    let seen = events.last().expect("events").version;
    let (mut bob, _) = server.hello(Some(&server.bob), seen).await;
    let (mut watcher, _) = server.hello(None, 0).await;
    say(&mut ann, &play(0, "a3c3")).await;
    let mut told = Vec::new();
    while told.len() < 2 {
        match hear(&mut ann).await.expect("open") {
            ServerMessage::News { events, .. } => told.push(events[0].version),
            ServerMessage::Done { key: 7, version } => told.push(version),
            ServerMessage::Present(_) | ServerMessage::Status(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(told, [seen + 1, seen + 1], "first what happened, then that it is done");
    for socket in [&mut bob, &mut watcher] {
        loop {
            if let ServerMessage::News { events, .. } = hear(socket).await.expect("open") {
                assert_eq!(events[0].version, seen + 1);
                break;
            }
        }
    }
    say(&mut watcher, &play(1, "b8b6")).await;
    loop {
        if let ServerMessage::Refused { key, refusal } = hear(&mut watcher).await.expect("open") {
            assert_eq!((key, refusal.code), (Some(8), RefusalCode::NoSeat));
            break;
        }
    }
    drop(ann);
    let (_, again) = server.hello(Some(&server.ann), seen).await;
    let ServerMessage::Welcome { events, .. } = again else { panic!("{again:?}") };
    assert_eq!(events.iter().map(|logged| logged.version).collect::<Vec<_>>(), [seen + 1]);
    // On shutdown clients are asked to reconnect.
    server.hub.close().await;
    assert_eq!(closed(&mut bob).await, Some(1001));
}

#[tokio::test]
async fn revoked_seat_is_notified_and_others_reconnect() {
    let server = server(Limits::default()).await;
    let (mut ann, _) = server.hello(Some(&server.ann), 0).await;
    let (mut bob, _) = server.hello(Some(&server.bob), 0).await;
    let request = AdminRequest::Revoke { game: server.bob.game.clone(), seat: server.bob.seat };
    server.app.admin("tester", request).await.expect("a token");
    let refusal = loop {
        if let ServerMessage::Refused { key: None, refusal } = hear(&mut bob).await.expect("a refusal first") {
            break refusal;
        }
    };
    assert_eq!((refusal.code, closed(&mut bob).await), (RefusalCode::NoSeat, Some(1008)));
    assert!(refusal.message.contains("replaced"), "{}", refusal.message);
    assert_eq!(closed(&mut ann).await, Some(1013));
}

#[tokio::test]
async fn invalid_messages_close_the_socket() {
    let server = server(Limits::default()).await;
    let (mut fast, _) = server.hello(Some(&server.ann), 0).await;
    for _ in 0..100 {
        fast.send(Message::text("{}")).await.expect("sent");
    }
    assert_eq!(closed(&mut fast).await, Some(1008), "more than 100 messages");
    let (mut large, _) = server.hello(None, 0).await;
    large.send(Message::text("x".repeat(4097))).await.expect("sent");
    assert_eq!(closed(&mut large).await, Some(1009));
    let (mut binary, _) = server.hello(None, 0).await;
    binary.send(Message::binary(vec![1, 2, 3])).await.expect("sent");
    assert_eq!(closed(&mut binary).await, Some(1008));
    let (mut strange, _) = server.hello(None, 0).await;
    strange.send(Message::text("{\"type\":\"dance\"}")).await.expect("sent");
    loop {
        if let ServerMessage::Refused { key: None, refusal } = hear(&mut strange).await.expect("still open") {
            assert!(refusal.code == RefusalCode::Unreadable && refusal.message.contains("dance"), "{refusal:?}");
            break;
        }
    }
}

#[tokio::test]
async fn refused_sockets_get_a_reason() {
    let server = server(Limits { sockets_per_address: 3, ..Limits::default() }).await;
    let hello = |protocol, token: &str| {
        let token = (!token.is_empty()).then(|| token.parse().expect("a secret"));
        ClientMessage::Hello { protocol, token, after: 0 }
    };
    let mut old = server.open().await;
    say(&mut old, &hello(0, "")).await;
    let Ok(ServerMessage::Refused { refusal, .. }) = hear(&mut old).await else { panic!("not refused") };
    assert_eq!((refusal.code, closed(&mut old).await), (RefusalCode::Protocol, Some(1008)));
    let mut thief = server.open().await;
    say(&mut thief, &hello(PROTOCOL_VERSION, &"0".repeat(22))).await;
    let Ok(ServerMessage::Refused { refusal, .. }) = hear(&mut thief).await else { panic!("not refused") };
    assert_eq!((refusal.code, closed(&mut thief).await), (RefusalCode::NoSeat, Some(1008)));
    drop((old, thief));
    let nowhere: GameId = "0".repeat(22).parse().expect("a name");
    let address = |game: &GameId| format!("ws://{}/api/games/{game}/socket", server.address);
    let (mut lost, _) = connect_async(address(&nowhere)).await.expect("a socket");
    say(&mut lost, &hello(PROTOCOL_VERSION, "")).await;
    let Ok(ServerMessage::Refused { refusal, .. }) = hear(&mut lost).await else { panic!("not refused") };
    assert_eq!(refusal.code, RefusalCode::NotFound);
    drop(lost);
    let mut foreign = address(&server.ann.game).into_client_request().expect("a request");
    foreign.headers_mut().insert("origin", "https://evil.example".parse().expect("a value"));
    let Err(Error::Http(answer)) = connect_async(foreign).await else { panic!("let in") };
    assert_eq!(answer.status(), 403);
    // Sockets that are gone are no longer counted, which may take a moment.
    let mut held = Vec::new();
    for _ in 0..200 {
        match connect_async(address(&server.ann.game)).await {
            Ok((socket, _)) => held.push(socket),
            Err(Error::Http(answer)) if held.len() == 3 => {
                assert_eq!(answer.status(), 429);
                return;
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    panic!("{} sockets were let in", held.len());
}
