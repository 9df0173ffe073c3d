//! The certificates that are presented to clients.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use prometheus_client::metrics::gauge::Gauge;
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::validity::Validity;

/// The application protocol with which an ACME server checks a name: RFC 8737.
pub(super) const ACME_PROTOCOL: &[u8] = b"acme-tls/1";

/// The current certificate, and those that prove names to an ACME server.
pub(super) struct Certificates {
    /// When the current certificate expires, in seconds since 1970.
    expiry: Gauge,
    current: RwLock<Option<Arc<CertifiedKey>>>,
    challenges: RwLock<HashMap<String, Arc<CertifiedKey>>>,
}

impl fmt::Debug for Certificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificates").finish_non_exhaustive()
    }
}

impl Certificates {
    /// Creates a set without certificates, which keeps a metric of the current one up to date.
    pub(super) fn new(expiry: Gauge) -> Certificates {
        Certificates { expiry, current: RwLock::default(), challenges: RwLock::default() }
    }

    /// Presents this certificate from now on.
    pub(super) fn set(&self, certified: CertifiedKey) {
        let validity = certified.cert.first().and_then(|certificate| Validity::parse(certificate));
        self.expiry.set(validity.map_or(0, |validity| validity.not_after));
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(certified));
    }

    /// Presents a certificate to the ACME server that checks a name, or removes it.
    pub(super) fn set_challenge(&self, domain: &str, certified: Option<CertifiedKey>) {
        let mut challenges = self.challenges.write().unwrap_or_else(PoisonError::into_inner);
        match certified {
            Some(certified) => challenges.insert(domain.to_ascii_lowercase(), Arc::new(certified)),
            None => challenges.remove(&domain.to_ascii_lowercase()),
        };
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|mut protocols| protocols.any(|one| one == ACME_PROTOCOL));
        if is_challenge {
            let name = hello.server_name()?.to_ascii_lowercase();
            return self.challenges.read().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
        }
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Loads a certificate chain and its key from PEM files, which may be the same.
pub(super) fn load(certificate: &Path, key: &Path) -> Result<CertifiedKey, String> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
    let chain = chain.map_err(|error| format!("{}: cannot read the certificate: {error}", certificate.display()))?;
    if chain.is_empty() {
        return Err(format!(
            "{}: there is no certificate; it must begin with BEGIN CERTIFICATE",
            certificate.display()
        ));
    }
    let secret = PrivateKeyDer::from_pem_file(key);
    let secret = secret.map_err(|error| format!("{}: cannot read the private key: {error}", key.display()))?;
    certify(chain, &secret).map_err(|error| {
        format!("{} and {}: the certificate cannot be used with the key: {error}", certificate.display(), key.display())
    })
}

/// Returns a certificate chain with its key, if they fit together.
fn certify(chain: Vec<CertificateDer<'static>>, key: &PrivateKeyDer<'static>) -> Result<CertifiedKey, rustls::Error> {
    let certified = CertifiedKey::new(chain, any_supported_type(key)?);
    match certified.keys_match() {
        // Not every kind of key can be compared.
        Ok(()) | Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::Unknown)) => Ok(certified),
        Err(error) => Err(error),
    }
}
