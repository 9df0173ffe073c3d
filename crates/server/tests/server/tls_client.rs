//! A client that speaks HTTP and WebSocket over TLS, and certificates for tests.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use halfboard_protocol::id::GameId;
use halfboard_protocol::message::{ClientMessage, ServerMessage};
use halfboard_protocol::{PROTOCOL_VERSION, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything takes on a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A client that trusts one certificate, for `localhost`.
#[derive(Clone)]
pub(crate) struct TlsClient {
    address: SocketAddr,
    config: Arc<ClientConfig>,
    requests: Arc<AtomicU8>,
}

/// Writes a self-signed certificate and its key as `fullchain.pem` and `privkey.pem`; returns the certificate.
pub(crate) fn write_certificate(folder: &Path) -> CertificateDer<'static> {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    std::fs::write(folder.join("fullchain.pem"), certified.cert.pem()).expect("written");
    std::fs::write(folder.join("privkey.pem"), certified.signing_key.serialize_pem()).expect("written");
    certified.cert.der().clone()
}

impl TlsClient {
    pub(crate) fn new(address: SocketAddr, trusted: CertificateDer<'static>) -> TlsClient {
        let mut roots = RootCertStore::empty();
        roots.add(trusted).expect("a certificate");
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().expect("TLS 1.3");
        let config = Arc::new(builder.with_root_certificates(roots).with_no_client_auth());
        TlsClient { address, config, requests: Arc::default() }
    }

    /// Connects; `None` if the server does not accept connections or its certificate is not trusted.
    pub(crate) async fn try_connect(&self, protocols: &[&str]) -> Option<TlsStream<TcpStream>> {
        let mut config = (*self.config).clone();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let stream = TcpStream::connect(self.address).await.ok()?;
        let name = ServerName::try_from("localhost").expect("a name");
        TlsConnector::from(Arc::new(config)).connect(name, stream).await.ok()
    }

    /// Waits until the server accepts connections with its certificate.
    pub(crate) async fn wait(&self) {
        let attempts = async {
            while self.try_connect(&[]).await.is_none() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(LONG, attempts).await.expect("it starts");
    }

    async fn connect(&self) -> TlsStream<TcpStream> {
        self.try_connect(&["http/1.1"]).await.expect("a connection")
    }

    /// Returns the protocol that the server prefers.
    pub(crate) async fn preferred_protocol(&self) -> String {
        let stream = self.try_connect(&["h2", "http/1.1"]).await.expect("a connection");
        String::from_utf8_lossy(stream.get_ref().1.alpn_protocol().unwrap_or_default()).into_owned()
    }

    /// Sends a request over HTTP/1.1 and keeps the connection open, whatever is answered. The address is a forged one.
    pub(crate) async fn begin(&self, path: &str, forged: &str) -> TlsStream<TcpStream> {
        let mut stream = self.connect().await;
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {forged}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("sent");
        stream
    }

    /// Sends a request with a forged address, after bytes that are not ASCII, and returns status, head and body.
    pub(crate) async fn request(&self, method: &str, path: &str, body: &str) -> (u16, String, String) {
        let mut stream = self.connect().await;
        let length = body.len();
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n");
        let forged = format!("X-Forwarded-For: é, 203.0.113.{}", self.requests.fetch_add(1, Ordering::Relaxed));
        let request = format!("{head}{forged}\r\nContent-Type: application/json\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut all = Vec::new();
        // Not every program says good-bye on the level of TLS.
        let _ = tokio::time::timeout(LONG, stream.read_to_end(&mut all)).await.expect("in time");
        let all = String::from_utf8_lossy(&all).into_owned();
        let (head, body) = all.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {all}"));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        (status, head.to_ascii_lowercase(), body.to_owned())
    }

    /// Opens a WebSocket to a game and returns its first message.
    pub(crate) async fn welcome(&self, game: &GameId) -> ServerMessage {
        let url = format!("wss://localhost/api/games/{game}/socket");
        let (mut socket, _) = client_async(url, self.connect().await).await.expect("a socket");
        let hello = ClientMessage::Hello { protocol: PROTOCOL_VERSION, token: None, after: 0 };
        socket.send(Message::text(json::encode(&hello))).await.expect("sent");
        match tokio::time::timeout(LONG, socket.next()).await.expect("in time") {
            Some(Ok(Message::Text(text))) => json::decode(&text).expect("a message"),
            other => panic!("{other:?}"),
        }
    }

    /// Plays through what a site must serve: a page, an API call, a WebSocket.
    pub(crate) async fn check_site(&self) {
        let (status, head, body) = self.request("GET", "/", "").await;
        assert!(status == 200 && body.contains("<html"), "{head}\n{body}");
        assert!(head.contains("strict-transport-security: max-age=31536000"), "{head}");
        let (status, _, body) = self.request("POST", "/api/games", r#"{"rules":"j","name":"Ann"}"#).await;
        assert_eq!(status, 200, "{body}");
        let game = body.split('"').nth(3).and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("{body}"));
        let welcome = self.welcome(&game).await;
        assert!(matches!(welcome, ServerMessage::Welcome { seat: None, .. }), "{welcome:?}");
    }
}
