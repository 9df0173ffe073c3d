//! The recipes for reverse proxies, with the real programs: Debian's packages `nginx` and `caddy`.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits, Origins, ProxyTrust, server};

use crate::tls_client::{TlsClient, write_certificate};

/// A running program, ended when dropped, and its folder.
pub(crate) struct Proxy {
    child: Child,
    pub(crate) folder: PathBuf,
}

impl Proxy {
    /// Waits until the program ends.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + most;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = std::fs::remove_dir_all(&self.folder);
            return;
        }
        // nginx ends its workers when it is asked politely.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        for _ in 0..100 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns the path of a program, or skips the test. Programs of administrators are not in everyone's search path.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        halfboard_pgtest::skip(name, &format!("not found in the path; install Debian's package {name}"));
    }
    found
}

pub(crate) fn recipe(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns a port that is free. Systems give out higher ones (Linux from 32768), so that no connection of another test takes
/// it before the program that is told to use it.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id();
    let ports = std::iter::repeat_with(|| {
        let number = first.wrapping_mul(100).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        10_000 + (number % 20_000) as u16
    });
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    ports.take(1000).find(is_free).expect("a free port")
}

/// Replaces a part that must be there.
pub(crate) fn replace(text: &str, part: &str, by: &str) -> String {
    assert!(text.contains(part), "{part} is not in\n{text}");
    text.replace(part, by)
}

pub(crate) fn temporary_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("halfboard-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A server behind one proxy, which limits each client to a single new game.
async fn start_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let origins = Origins { proxies: ProxyTrust::hops(1), ..Origins::default() };
    let metrics = Arc::new(Metrics::new());
    let app = App::new(store, Limits { games_per_address: 1, ..Limits::default() }, origins, Arc::clone(&metrics));
    tokio::spawn(server::serve_all(listener, Some(app), metrics, Duration::ZERO, std::future::pending()));
    address
}

pub(crate) fn run(mut command: Command, folder: PathBuf) -> Proxy {
    let log = std::fs::File::create(folder.join("output.txt")).expect("a file");
    let output = log.try_clone().expect("a file");
    command.stdin(Stdio::null()).stdout(output).stderr(log);
    Proxy { child: command.spawn().expect("it can be run"), folder }
}

async fn check(client: &TlsClient, proxy: &Proxy) {
    let output = || std::fs::read_to_string(proxy.folder.join("output.txt")).unwrap_or_default();
    let start = tokio::time::timeout(Duration::from_secs(30), client.wait()).await;
    assert!(start.is_ok(), "it does not start: {}", output());
    assert_eq!(client.preferred_protocol().await, "h2");
    client.check_site().await;
    assert_eq!(client.request("GET", "/metrics", "").await.0, 404);
    // Caddy 2.6 answers 502 to a body that is too large, later versions 413.
    let large = client.request("POST", "/api/games", &"x".repeat(20_000)).await.0;
    assert!([413, 502].contains(&large), "{large}");
    // The server knows the client, although every request claims another address.
    let second = client.request("POST", "/api/games", r#"{"rules":"j","name":"Ann"}"#).await;
    assert_eq!(second.0, 429, "{second:?}");
}

/// Starts nginx with two nodes and an edited recipe.
pub(crate) fn start_nginx(
    program: &Path,
    name: &str,
    nodes: [SocketAddr; 2],
    edit: impl FnOnce(String) -> String,
) -> (Proxy, TlsClient) {
    let (port, folder) = (free_port(), temporary_folder(name));
    let certificate = write_certificate(&folder);
    let shown = folder.display();
    let mut text = edit(recipe("nginx.conf"));
    for (node, address) in ["one:8080", "two:8080"].iter().zip(nodes) {
        text = replace(&text, node, &address.to_string());
    }
    // Ports and folders that the test may use.
    text = replace(
        &text,
        "        listen 80;\n        listen [::]:80;\n",
        &format!("        listen 127.0.0.1:{};\n", free_port()),
    );
    text = replace(&text, "        listen [::]:443 ssl http2;\n", "");
    text = replace(&text, "listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"));
    text = replace(&text, "/etc/nginx/tls", &shown.to_string());
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let folders: String = kinds.iter().map(|kind| format!("    {kind}_temp_path {shown}/{kind};\n")).collect();
    text = replace(&text, "http {\n", &format!("http {{\n{folders}"));
    // Without a line of its own, nginx uses a pid file and a log of the machine.
    text = format!("pid {shown}/nginx.pid;\nerror_log stderr;\ndaemon off;\n{text}");
    std::fs::write(folder.join("nginx.conf"), &text).expect("written");
    let mut command = Command::new(program);
    command.args(["-e", "stderr", "-p"]).arg(&folder).arg("-c").arg(folder.join("nginx.conf"));
    let proxy = run(command, folder);
    (proxy, TlsClient::new(SocketAddr::from(([127, 0, 0, 1], port)), certificate))
}

/// Starts Caddy with one or two servers.
pub(crate) fn start_caddy(program: &Path, name: &str, servers: &[SocketAddr]) -> (Proxy, TlsClient) {
    let (port, folder) = (free_port(), temporary_folder(name));
    let certificate = write_certificate(&folder);
    let shown = folder.display();
    // The certificate of the test instead of one that Caddy obtains, and no listener for redirects.
    let tls = format!("{{$SITE}} {{\n\ttls {shown}/fullchain.pem {shown}/privkey.pem\n");
    let mut text = replace(&recipe("Caddyfile"), "{$SITE} {\n", &tls);
    text = replace(&text, "\tadmin off\n", "\tadmin off\n\tauto_https disable_redirects\n");
    std::fs::write(folder.join("Caddyfile"), &text).expect("written");
    let mut command = Command::new(program);
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(folder.join("Caddyfile"));
    command.env("SITE", format!("https://localhost:{port}"));
    for (name, server) in ["UPSTREAM", "SECOND"].iter().zip(servers) {
        command.env(name, server.to_string());
    }
    command.env("HOME", &folder).env("XDG_DATA_HOME", &folder).env("XDG_CONFIG_HOME", &folder);
    let proxy = run(command, folder);
    (proxy, TlsClient::new(SocketAddr::from(([127, 0, 0, 1], port)), certificate))
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_serves_the_site() {
    let Some(program) = program("nginx") else { return };
    let server = start_server().await;
    let (proxy, client) = start_nginx(&program, "nginx", [server, server], |text| text);
    check(&client, &proxy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_serves_the_site() {
    let Some(program) = program("caddy") else { return };
    let (proxy, client) = start_caddy(&program, "caddy", &[start_server().await]);
    check(&client, &proxy).await;
}
