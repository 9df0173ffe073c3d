//! The recipes for reverse proxies with nodes that only count requests: which node is asked, and how often.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::reverse_proxies::{free_port, program, start_caddy, start_nginx};

/// A node that answers every request with the same status.
pub(crate) struct FakeNode {
    pub(crate) address: SocketAddr,
    /// Number of requests.
    pub(crate) asked: Arc<AtomicUsize>,
}

impl FakeNode {
    /// Starts a node; without a status it never answers.
    pub(crate) async fn start(status: Option<u16>) -> FakeNode {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, status, Arc::clone(&count)));
            }
        });
        FakeNode { address, asked }
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

/// Answers the only request of a connection.
async fn answer(mut stream: TcpStream, status: Option<u16>, asked: Arc<AtomicUsize>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        head.push(byte);
    }
    asked.fetch_add(1, Ordering::Relaxed);
    let Some(status) = status else { return std::future::pending().await };
    let head = format!("HTTP/1.1 {status} Status\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody");
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.shutdown().await;
}

/// Files of both versions are found during a rolling upgrade, although each node has one version only.
#[tokio::test(flavor = "multi_thread")]
async fn nginx_asks_another_node_for_a_missing_file() {
    let Some(program) = program("nginx") else { return };
    let (old, new) = (FakeNode::start(Some(404)).await, FakeNode::start(Some(200)).await);
    let (_proxy, client) = start_nginx(&program, "nginx-upgrade", [old.address, new.address], |text| text);
    client.wait().await;
    for _ in 0..10 {
        assert_eq!(client.request("GET", "/assets/0123456789/style.css", "").await.0, 200);
        assert_eq!(client.request("GET", "/embed/0123456789/board.js", "").await.0, 200);
    }
    let asked = old.asked() + new.asked();
    assert!(asked > 20, "no request came to the node without the files: {asked}");
    // Other requests are not repeated.
    for _ in 0..10 {
        let status = client.request("GET", "/api/games/0123456789ABCDEFabcdef", "").await.0;
        assert!([200, 404].contains(&status), "{status}");
    }
    assert_eq!(old.asked() + new.asked(), asked + 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_answers_404_if_no_node_has_a_file() {
    let Some(program) = program("nginx") else { return };
    let nodes = [FakeNode::start(Some(404)).await, FakeNode::start(Some(404)).await];
    let (_proxy, client) = start_nginx(&program, "nginx-missing", [nodes[0].address, nodes[1].address], |text| text);
    client.wait().await;
    for asked in 1..4 {
        assert_eq!(client.request("GET", "/assets/0123456789/style.css", "").await.0, 404);
        assert_eq!([nodes[0].asked(), nodes[1].asked()], [asked; 2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_asks_the_other_server_for_a_missing_file() {
    let Some(program) = program("caddy") else { return };
    let (old, new) = (FakeNode::start(Some(404)).await, FakeNode::start(Some(200)).await);
    for (name, servers) in [("caddy-old", [old.address, new.address]), ("caddy-new", [new.address, old.address])] {
        let (_proxy, client) = start_caddy(&program, name, &servers);
        client.wait().await;
        for _ in 0..5 {
            assert_eq!(client.request("GET", "/assets/0123456789/style.css", "").await.0, 200, "{name}");
            assert_eq!(client.request("GET", "/embed/0123456789/board.js", "").await.0, 200, "{name}");
        }
    }
    assert_eq!(new.asked(), 20);
    assert!((1..=20).contains(&old.asked()), "{}", old.asked());
}

/// Neither a server that is being restarted nor a missing second one gets in the way.
#[tokio::test(flavor = "multi_thread")]
async fn caddy_finds_files_while_a_server_is_down() {
    let Some(program) = program("caddy") else { return };
    let (dead, node) = (SocketAddr::from(([127, 0, 0, 1], free_port())), FakeNode::start(Some(200)).await);
    let (_proxy, client) = start_caddy(&program, "caddy-down", &[dead, node.address]);
    client.wait().await;
    for path in ["/assets/0123456789/style.css", "/", "/api/lobby"] {
        assert_eq!(client.request("GET", path, "").await.0, 200, "{path}");
    }
    let missing = FakeNode::start(Some(404)).await;
    let (_proxy, client) = start_caddy(&program, "caddy-single", &[missing.address]);
    client.wait().await;
    assert_eq!(client.request("GET", "/assets/0123456789/style.css", "").await.0, 404);
}
