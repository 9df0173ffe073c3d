//! TLS handshakes, and the task that keeps the certificate up to date.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::ring;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::certificates::{ACME_PROTOCOL, Certificates, load};
use super::{CertificateSource, acme};
use crate::metrics::Metrics;

/// Maximum duration of a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval between checks whether the files have changed.
const RELOAD_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum number of bytes that wait in the process to be encrypted and sent.
const MAX_BUFFER: usize = 32 * 1024;

/// Accepts TLS connections. Clones share the certificate.
#[derive(Clone)]
pub(crate) struct TlsListener {
    acceptor: TlsAcceptor,
}

impl TlsListener {
    /// Starts to keep the certificate up to date. Must be called inside a runtime.
    ///
    /// # Errors
    /// Fails if the files cannot be used. A certificate that an ACME server has yet to issue is waited for.
    pub(crate) fn start(source: CertificateSource, metrics: &Metrics) -> Result<TlsListener, String> {
        // Libraries that name no provider use this one.
        let _ = ring::default_provider().install_default();
        let certificates = Arc::new(Certificates::new(metrics.certificate_expiry.clone()));
        let mut protocols = vec![b"http/1.1".to_vec()];
        match source {
            CertificateSource::Files { certificate, key } => {
                let changed = (modified(&certificate), modified(&key));
                certificates.set(load(&certificate, &key)?);
                tokio::spawn(reload(Arc::clone(&certificates), certificate, key, changed));
            }
            CertificateSource::Acme { cache, settings } => {
                protocols.push(ACME_PROTOCOL.to_vec());
                let client = acme::AcmeClient::new(cache, settings, Arc::clone(&certificates))?;
                tokio::spawn(client.run());
            }
        }
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(certificates);
        config.alpn_protocols = protocols;
        Ok(TlsListener { acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// Returns the encrypted stream of a connection; `None` if there is nothing to serve over it.
    pub(crate) async fn accept<T: AsyncRead + AsyncWrite + Unpin>(&self, io: T) -> Option<TlsStream<T>> {
        let accept = self.acceptor.accept_with(io, |connection| connection.set_buffer_limit(Some(MAX_BUFFER)));
        let stream = tokio::time::timeout(HANDSHAKE_TIMEOUT, accept).await.ok()?.ok()?;
        // The handshake was all that an ACME server wants.
        let is_challenge = stream.get_ref().1.alpn_protocol() == Some(ACME_PROTOCOL);
        (!is_challenge).then_some(stream)
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// Loads the files again whenever one has changed. Until they fit together, the certificate in use stays.
async fn reload(
    certificates: Arc<Certificates>,
    certificate: PathBuf,
    key: PathBuf,
    mut loaded: (Option<SystemTime>, Option<SystemTime>),
) {
    loop {
        tokio::time::sleep(RELOAD_INTERVAL).await;
        let changed = (modified(&certificate), modified(&key));
        if changed == loaded {
            continue;
        }
        match load(&certificate, &key) {
            Ok(certified) => {
                certificates.set(certified);
                tracing::info!("the TLS certificate was reloaded");
            }
            Err(error) => tracing::error!(%error, "the TLS certificate was not reloaded"),
        }
        loaded = changed;
    }
}
