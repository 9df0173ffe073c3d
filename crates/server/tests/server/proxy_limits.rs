//! The limits of connections in the recipes: nginx, and the rules for nftables. The numbers are smaller than in the recipes.

use std::io::Read;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::client::TlsStream;

use crate::proxy_nodes::FakeNode;
use crate::reverse_proxies::{program, recipe, replace, run, start_nginx, temporary_folder};
use crate::tls_client::{LONG, TlsClient};

/// Connections that are held open, through a proxy of which the nodes never answer.
struct HeldRequests {
    client: TlsClient,
    nodes: [FakeNode; 2],
    held: Vec<TlsStream<TcpStream>>,
}

impl HeldRequests {
    /// Sends a request; returns whether a node gets it. Otherwise the proxy must have refused it.
    async fn is_accepted(&mut self, from: &str) -> bool {
        let asked = || self.nodes.iter().map(FakeNode::asked).sum::<usize>();
        let before = asked();
        let mut stream = self.client.begin("/", from).await;
        let mut answer = [0; 12];
        let arrival = async {
            while asked() == before {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let accepted = tokio::select! {
            () = arrival => true,
            read = stream.read_exact(&mut answer) => {
                read.expect("an answer");
                assert_eq!(&answer, b"HTTP/1.1 429");
                false
            }
            () = tokio::time::sleep(LONG) => panic!("neither accepted nor refused"),
        };
        if accepted {
            self.held.push(stream);
        }
        accepted
    }
}

/// Starts nginx with limits of 2, 4 and 8 connections. It believes the forged addresses, which real clients cannot choose.
async fn limited_nginx(program: &Path, name: &str) -> (crate::reverse_proxies::Proxy, HeldRequests) {
    let nodes = [FakeNode::start(None).await, FakeNode::start(None).await];
    let (proxy, client) = start_nginx(program, name, [nodes[0].address, nodes[1].address], |text| {
        let text = replace(&text, "limit_conn connections 200;", "limit_conn connections 2;");
        let text = replace(&text, "limit_conn connections_56 400;", "limit_conn connections_56 4;");
        let text = replace(&text, "limit_conn connections_48 800;", "limit_conn connections_48 8;");
        replace(&text, "http {\n", "http {\n    set_real_ip_from 127.0.0.1;\n    real_ip_header X-Forwarded-For;\n")
    });
    client.wait().await;
    (proxy, HeldRequests { client, nodes, held: Vec::new() })
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_refuses_connections_of_an_ipv4_address_beyond_the_limit() {
    let Some(program) = program("nginx") else { return };
    let (_proxy, mut requests) = limited_nginx(&program, "nginx-ipv4").await;
    for accepted in [true, true, false, false] {
        assert_eq!(requests.is_accepted("192.0.2.1").await, accepted);
    }
    // Neighbours are other clients.
    for neighbour in 2..12 {
        assert!(requests.is_accepted(&format!("192.0.2.{neighbour}")).await, "{neighbour}");
    }
    // A closed connection makes room.
    drop(requests.held.remove(0));
    for _ in 0..200 {
        if requests.is_accepted("192.0.2.1").await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the closed connection still counts");
}

/// Networks of the documentation prefix, and whether the next connection from each is accepted with limits of 2, 4 and 8.
const IPV6_CONNECTIONS: [(&str, bool); 15] = [
    // One /64, with two addresses.
    ("2001:db8:0:1::1", true),
    ("2001:db8:0:1::2", true),
    ("2001:db8:0:1::3", false),
    // Others of its /56.
    ("2001:db8:0:2::1", true),
    ("2001:db8:0:ff::1", true),
    ("2001:db8:0:3::1", false),
    // Another /56 of its /48.
    ("2001:db8:0:100::1", true),
    ("2001:db8:0:100::2", true),
    ("2001:db8:0:1ff::1", true),
    ("2001:db8:0:101::1", true),
    ("2001:db8:0:102::1", false),
    // The /48 is used up.
    ("2001:db8:0:200::1", false),
    ("2001:db8:0:ffff::1", false),
    // Another /48.
    ("2001:db8:1:1::1", true),
    ("2001:db8:1:1::2", true),
];

#[tokio::test(flavor = "multi_thread")]
async fn nginx_refuses_connections_of_ipv6_networks_beyond_the_limits() {
    let Some(program) = program("nginx") else { return };
    let (_proxy, mut requests) = limited_nginx(&program, "nginx-ipv6").await;
    for (number, (from, accepted)) in IPV6_CONNECTIONS.into_iter().enumerate() {
        assert_eq!(requests.is_accepted(from).await, accepted, "{from}, connection {number}");
    }
}

/// Set in the process that runs in a network namespace of its own.
const IN_NAMESPACE: &str = "TEST_IN_NETWORK_NAMESPACE";

/// The port that the rules protect.
const PROTECTED_PORT: u16 = 443;

/// The rules are loaded in a network namespace, in which this test runs itself again as root.
#[test]
#[cfg(target_os = "linux")]
fn nftables_refuses_connections_beyond_the_limits() {
    if std::env::var_os(IN_NAMESPACE).is_some() {
        return check_protected_port();
    }
    let (Some(nft), Some(ip)) = (program("nft"), program("ip")) else { return };
    // Some systems allow namespaces to root only.
    let launchers = ["unshare --map-root-user --net", "sudo --non-interactive unshare --net"];
    let launcher = |words: &str| {
        let mut words = words.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    };
    let succeeds = |words: &&&str| launcher(words).arg("true").output().is_ok_and(|output| output.status.success());
    let Some(words) = launchers.iter().find(succeeds) else {
        return halfboard_pgtest::skip("unshare", "network namespaces cannot be created");
    };
    let folder = temporary_folder("nftables");
    let mut rules = recipe("connections.nft");
    for (number, small) in [("over 200 ", "over 2 "), ("over 400 ", "over 4 "), ("over 800 ", "over 8 ")] {
        rules = replace(&rules, number, small);
    }
    std::fs::write(folder.join("rules.nft"), rules).expect("written");
    let addresses = IPV6_CONNECTIONS.map(|(address, _)| address);
    let adding: String = addresses.map(|address| format!("$IP -6 addr add {address}/128 dev lo nodad\n")).concat();
    // Loading the rules twice replaces them.
    let script = format!("set -e\n$IP link set lo up\n{adding}$NFT -f rules.nft\n$NFT -f rules.nft\nexec \"$@\"");
    let own = std::env::current_exe().expect("the program of the tests");
    let mut command = launcher(words);
    let variables = [format!("IP={}", ip.display()), format!("NFT={}", nft.display()), format!("{IN_NAMESPACE}=1")];
    command.arg("env").args(variables).args(["sh", "-c", &script, "sh"]).arg(own).current_dir(&folder);
    command.args(["--exact", "proxy_limits::nftables_refuses_connections_beyond_the_limits", "--nocapture"]);
    let mut running = run(command, folder);
    let status = running.wait(LONG);
    let mut output = String::new();
    let _ = std::fs::File::open(running.folder.join("output.txt")).map(|mut file| file.read_to_string(&mut output));
    assert!(status.is_some_and(|status| status.success()) && output.contains("1 passed"), "{status:?}\n{output}");
}

/// Opens connections to the protected port, from many addresses.
#[cfg(target_os = "linux")]
fn check_protected_port() {
    let everywhere = SocketAddr::from((Ipv6Addr::UNSPECIFIED, PROTECTED_PORT));
    let _listener = TcpListener::bind(everywhere).expect("port 443 of the namespace");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut held = Vec::new();
        let mut is_accepted = async |from: &str| {
            let from: IpAddr = from.parse().expect("an address");
            let (socket, to) = match from {
                IpAddr::V4(_) => (TcpSocket::new_v4(), "127.0.0.1"),
                IpAddr::V6(_) => (TcpSocket::new_v6(), "::1"),
            };
            let socket = socket.expect("a socket");
            socket.bind(SocketAddr::new(from, 0)).expect("an address of the namespace");
            let connected = socket.connect(SocketAddr::new(to.parse().expect("an address"), PROTECTED_PORT)).await;
            let accepted = connected.is_ok();
            held.extend(connected);
            accepted
        };
        for accepted in [true, true, false] {
            assert_eq!(is_accepted("127.0.0.2").await, accepted);
        }
        assert!(is_accepted("127.0.0.3").await);
        for (number, (from, accepted)) in IPV6_CONNECTIONS.into_iter().enumerate() {
            assert_eq!(is_accepted(from).await, accepted, "{from}, connection {number}");
        }
    });
}
