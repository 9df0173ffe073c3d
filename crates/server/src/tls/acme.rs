//! Certificates from an ACME server (RFC 8555), which checks names by a TLS handshake with this server (tls-alpn-01, RFC 8737),
//! so port 443 is all that it needs.

use std::io;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use halfboard_protocol::json;
use instant_acme::{
    Account, AccountBuilder, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder, Order, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};

use super::AcmeSettings;
use super::certificates::{Certificates, load};
use super::validity::Validity;

/// Delay after the first failure; each further one doubles it. ACME servers limit failures per hour.
const FIRST_RETRY: Duration = Duration::from_secs(120);

/// Maximum delay after a failure, and between checks whether a renewal is due.
const MAX_DELAY: Duration = Duration::from_secs(6 * 3600);

/// Obtains certificates and renews them.
pub(super) struct AcmeClient {
    cache: PathBuf,
    settings: AcmeSettings,
    certificates: Arc<Certificates>,
}

impl AcmeClient {
    /// Creates the folder for certificates.
    pub(super) fn new(
        cache: PathBuf,
        settings: AcmeSettings,
        certificates: Arc<Certificates>,
    ) -> Result<AcmeClient, String> {
        let failed = |error: io::Error| format!("acme_cache {}: cannot create the folder: {error}", cache.display());
        std::fs::create_dir_all(&cache).map_err(failed)?;
        Ok(AcmeClient { cache, settings, certificates })
    }

    /// Presents the certificate of the folder, obtains one if there is none, and renews it, for ever.
    pub(super) async fn run(self) {
        let mut renew_at = self.load();
        let mut retry = FIRST_RETRY;
        loop {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let left = renew_at.and_then(|time| u64::try_from(time).ok()).map_or(0, |time| time.saturating_sub(now));
            if left > 0 {
                tokio::time::sleep(Duration::from_secs(left).min(MAX_DELAY)).await;
                continue;
            }
            // The panic hook has logged a panic. Without another attempt the certificate would expire.
            let obtained = AssertUnwindSafe(self.obtain()).catch_unwind().await;
            match obtained.unwrap_or_else(|_| Err("internal error".to_owned())) {
                Ok(()) => {
                    tracing::info!("a TLS certificate was issued");
                    (renew_at, retry) = (self.load(), FIRST_RETRY);
                    // One that is to be renewed at once would be ordered for ever.
                    if renew_at.is_some_and(|time| time > i64::try_from(now).unwrap_or(i64::MAX)) {
                        continue;
                    }
                }
                Err(error) => {
                    tracing::error!(error, retry_seconds = retry.as_secs(), "no TLS certificate was issued");
                }
            }
            tokio::time::sleep(retry).await;
            retry = (2 * retry).min(MAX_DELAY);
        }
    }

    /// Returns a file of the folder. Other names or another server have other files.
    fn file(&self, name: &str) -> PathBuf {
        let AcmeSettings { domains, directory, .. } = &self.settings;
        let digest = Sha256::digest(format!("{directory} {}", domains.join(" ")));
        let digest: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        self.cache.join(format!("{name}-{digest}"))
    }

    /// Presents the certificate of the folder; returns when to renew it, in seconds since 1970, if there is one.
    fn load(&self) -> Option<i64> {
        let file = self.file("certificate.pem");
        if !file.exists() {
            return None;
        }
        match load(&file, &file) {
            Ok(certified) => {
                let validity = certified.end_entity_cert().ok().and_then(|certificate| Validity::parse(certificate));
                self.certificates.set(certified);
                Some(validity.map_or(0, Validity::renew_at))
            }
            Err(error) => {
                tracing::error!(error, "a stored TLS certificate cannot be used");
                None
            }
        }
    }

    /// Obtains a certificate and stores it.
    async fn obtain(&self) -> Result<(), String> {
        let failed = |error: instant_acme::Error| error.to_string();
        let account = self.account().await?;
        let names: Vec<Identifier> = self.settings.domains.iter().cloned().map(Identifier::Dns).collect();
        let mut order = account.new_order(&NewOrder::new(&names)).await.map_err(failed)?;
        let result = self.prove_names(&mut order).await;
        for domain in &self.settings.domains {
            self.certificates.set_challenge(domain, None);
        }
        result?;
        let key = order.finalize().await.map_err(failed)?;
        let chain = order.poll_certificate(&RetryPolicy::default()).await.map_err(failed)?;
        let file = self.file("certificate.pem");
        store(&file, &format!("{key}\n{chain}")).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Presents the challenges of an order and waits until the ACME server has checked them.
    async fn prove_names(&self, order: &mut Order) -> Result<(), String> {
        let failed = |error: instant_acme::Error| error.to_string();
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization.map_err(failed)?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let challenge = authorization.challenge(ChallengeType::TlsAlpn01);
            let mut challenge = challenge.ok_or("the ACME server does not offer the challenge tls-alpn-01")?;
            let domain = challenge.identifier().to_string();
            let certified = challenge_certificate(&domain, challenge.key_authorization().digest().as_ref());
            self.certificates.set_challenge(&domain, Some(certified?));
            challenge.set_ready().await.map_err(failed)?;
        }
        match order.poll_ready(&RetryPolicy::default()).await.map_err(failed)? {
            OrderStatus::Ready => Ok(()),
            _ => Err("the ACME server could not verify all names; is this server reachable at port 443?".to_owned()),
        }
    }

    fn builder(&self) -> Result<AccountBuilder, String> {
        let builder = match &self.settings.root {
            Some(root) => Account::builder_with_root(root),
            None => Account::builder(),
        };
        builder.map_err(|error| error.to_string())
    }

    /// Returns the account of the folder, or registers one.
    async fn account(&self) -> Result<Account, String> {
        let failed = |error: instant_acme::Error| error.to_string();
        let file = self.file("account.json");
        if let Ok(text) = std::fs::read_to_string(&file) {
            let credentials = json::decode(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            return self.builder()?.from_credentials(credentials).await.map_err(failed);
        }
        let contact: Vec<String> = self.settings.contact.iter().map(|mail| format!("mailto:{mail}")).collect();
        let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
        let new = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
        let created = self.builder()?.create(&new, self.settings.directory.clone(), None).await;
        let (account, credentials) = created.map_err(failed)?;
        store(&file, &json::encode(&credentials)).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(account)
    }
}

/// Returns the certificate that proves a name.
fn challenge_certificate(domain: &str, digest: &[u8]) -> Result<CertifiedKey, String> {
    let failed = |error: rcgen::Error| error.to_string();
    let mut params = CertificateParams::new([domain.to_owned()]).map_err(failed)?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate().map_err(failed)?;
    let certificate = params.self_signed(&key).map_err(failed)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let key = any_supported_type(&key).map_err(|error| error.to_string())?;
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

/// Writes a secret file, readable by its owner only, as a whole or not at all.
fn store(path: &Path, text: &str) -> io::Result<()> {
    use std::io::Write;
    let temporary = path.with_extension("new");
    // A leftover of a write that was interrupted.
    let _ = std::fs::remove_file(&temporary);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)
}
