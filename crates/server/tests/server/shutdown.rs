//! Graceful shutdown: no new connections, sockets are closed, accepted events are stored, and an idle client cannot delay it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::message::ClientMessage;
use halfboard_protocol::{PROTOCOL_VERSION, json};
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn shutdown_completes_writes_and_closes_sockets() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let metrics = Arc::new(Metrics::new());
    let app = App::new(store.clone(), Limits::default(), Origins::default(), Arc::clone(&metrics));
    let new = json::decode(r#"{"rules":"j","name":"Ann"}"#).expect("a game");
    let seat = app.hub.create(new).await.expect("a game");
    let (end, ended) = oneshot::channel::<()>();
    let counted = Arc::clone(&metrics);
    let serving = tokio::spawn(async move {
        let end = async { drop(ended.await) };
        server::serve_all(listener, Some(app), counted, Duration::from_secs(60), end).await
    });

    let place = format!("ws://{address}/api/games/{}/socket", seat.game);
    let (mut socket, _) = connect_async(place).await.expect("a socket");
    let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: Some(seat.token), after: 0 };
    socket.send(Message::text(json::encode(&hello))).await.expect("sent");
    assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))), "a welcome");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET /api/games/{}/events HTTP/1.1\r\nHost: here\r\n\r\n", seat.game);
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut first = [0; 4096];
    assert!(stream.read(&mut first).await.is_ok_and(|count| count > 0), "a stream");
    let _silent = TcpStream::connect(address).await.expect("a connection");
    assert_eq!((metrics.sockets.get(), metrics.streams.get()), (1, 1));

    end.send(()).expect("it is served");
    let closed = loop {
        if let Message::Close(frame) = socket.next().await.expect("a close").expect("a message") {
            break frame.expect("a reason");
        }
    };
    assert_eq!(u16::from(closed.code), 1001);
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.expect("the stream ends");
    assert!(rest.ends_with(b"0\r\n\r\n"), "the stream ends as a whole");
    serving.await.expect("no panic").expect("it ends well");
    assert_eq!((metrics.sockets.get(), metrics.streams.get()), (0, 0));
    assert!(TcpStream::connect(address).await.is_err(), "no new connections");
    assert!(store.check().await.is_err(), "the storage is closed");
}
