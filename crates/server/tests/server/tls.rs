//! TLS without a proxy: certificates from files, and from a real ACME server, Debian's package `pebble`.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{AcmeSettings, App, Limits, Origins, TlsSettings, server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use crate::reverse_proxies::{free_port, program, run, temporary_folder};
use crate::tls_client::{LONG, TlsClient, write_certificate};

/// Starts a server with TLS at a port of the loopback interface.
async fn start(settings: TlsSettings, metrics: Arc<Metrics>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let app = App::new(store, Limits::default(), Origins::default(), metrics);
    tokio::spawn(async move { server::serve_tls(listener, app, &settings, std::future::pending()).await });
    address
}

fn files(folder: &Path) -> TlsSettings {
    TlsSettings {
        certificate: Some(folder.join("fullchain.pem")),
        key: Some(folder.join("privkey.pem")),
        ..TlsSettings::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn certificate_files_are_used_and_reloaded() {
    let folder = temporary_folder("tls");
    let first = write_certificate(&folder);
    let metrics = Arc::new(Metrics::new());
    let address = start(files(&folder), Arc::clone(&metrics)).await;
    let client = TlsClient::new(address, first.clone());
    client.wait().await;
    assert_eq!(client.preferred_protocol().await, "http/1.1");
    client.check_site().await;
    // The time until which certificates of the tests are valid: 4096-01-01.
    assert_eq!(metrics.certificate_expiry.get(), 67_090_118_400);
    // A client that does not speak TLS gets no page.
    let mut plain = tokio::net::TcpStream::connect(address).await.expect("a connection");
    plain.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("sent");
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(LONG, plain.read_to_end(&mut answer)).await.expect("in time");
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    let second = TlsClient::new(address, write_certificate(&folder));
    second.wait().await;
    // Another client, because this one resumes its session.
    let former = TlsClient::new(address, first);
    assert!(former.try_connect(&[]).await.is_none(), "the former certificate is no longer used");
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn mismatched_certificate_files_are_refused() {
    let folder = temporary_folder("tls-wrong");
    write_certificate(&folder);
    let other = folder.join("other");
    std::fs::create_dir_all(&other).expect("a folder");
    write_certificate(&other);
    std::fs::write(folder.join("empty.pem"), "").expect("written");
    for (certificate, key, word) in [
        ("missing.pem", "privkey.pem", "missing.pem"),
        ("fullchain.pem", "missing.pem", "missing.pem"),
        ("empty.pem", "privkey.pem", "BEGIN CERTIFICATE"),
        ("fullchain.pem", "fullchain.pem", "private key"),
        ("fullchain.pem", "other/privkey.pem", "cannot be used with the key"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let store = Store::open("sqlite::memory:").await.expect("a storage");
        let app = App::new(store, Limits::default(), Origins::default(), Arc::new(Metrics::new()));
        let (certificate, key) = (Some(folder.join(certificate)), Some(folder.join(key)));
        let settings = TlsSettings { certificate, key, ..TlsSettings::default() };
        let error = server::serve_tls(listener, app, &settings, std::future::pending()).await.expect_err("it is wrong");
        assert!(error.to_string().contains(word), "{word} is not in {error}");
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// Writes the configuration of a pebble that checks names at a port.
fn write_pebble(folder: &Path, listen: u16, management: u16, tls_port: u16) -> PathBuf {
    let file = folder.join("pebble.json");
    let (certificate, key) = (folder.join("fullchain.pem"), folder.join("privkey.pem"));
    let config = serde_json::json!({"pebble": {
        "listenAddress": format!("127.0.0.1:{listen}"),
        "managementListenAddress": format!("127.0.0.1:{management}"),
        "certificate": certificate,
        "privateKey": key,
        "httpPort": free_port(),
        "tlsPort": tls_port,
        "ocspResponderURL": "",
        "externalAccountBindingRequired": false,
    }});
    std::fs::write(&file, config.to_string()).expect("written");
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_obtained_from_an_acme_server() {
    let Some(program) = program("pebble") else { return };
    let folder = temporary_folder("acme");
    let own = write_certificate(&folder);
    let (listen, management) = (free_port(), free_port());
    let cache = folder.join("cache");
    // The ACME server must know our port, and we must not ask before it runs: the next attempt would be minutes later.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let config = write_pebble(&folder, listen, management, address.port());
    let mut command = Command::new(program);
    command.arg("-config").arg(config).env("PEBBLE_VA_NOSLEEP", "1").env("PEBBLE_WFE_NONCEREJECT", "0");
    let pebble = run(command, folder.clone());
    TlsClient::new(SocketAddr::from(([127, 0, 0, 1], listen)), own.clone()).wait().await;
    let settings = TlsSettings {
        acme: AcmeSettings {
            domains: vec!["localhost".to_owned()],
            contact: vec!["admin@example.org".to_owned()],
            cache: Some(cache.clone()),
            directory: format!("https://localhost:{listen}/dir"),
            root: Some(folder.join("fullchain.pem")),
        },
        ..TlsSettings::default()
    };
    let store = Store::open("sqlite::memory:").await.expect("a storage");
    let app = App::new(store, Limits::default(), Origins::default(), Arc::new(Metrics::new()));
    tokio::spawn(async move { server::serve_tls(listener, app, &settings, std::future::pending()).await });
    let authority = TlsClient::new(SocketAddr::from(([127, 0, 0, 1], management)), own);
    let (status, _, root) = authority.request("GET", "/roots/0", "").await;
    assert_eq!(status, 200, "{root}");
    let root = CertificateDer::from_pem_slice(root.as_bytes()).expect("a certificate");
    let client = TlsClient::new(address, root);
    let output = || std::fs::read_to_string(pebble.folder.join("output.txt")).unwrap_or_default();
    assert!(tokio::time::timeout(Duration::from_secs(50), client.wait()).await.is_ok(), "{}", output());
    client.check_site().await;
    let kept: Vec<_> = std::fs::read_dir(&cache).expect("a folder").flatten().collect();
    assert_eq!(kept.len(), 2, "an account and a certificate: {kept:?}");
    for file in kept {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}
