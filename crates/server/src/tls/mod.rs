//! TLS without a proxy: certificates from files, or from an ACME server such as Let's Encrypt.

#[cfg(feature = "acme")]
mod acme;
#[cfg(feature = "acme")]
mod certificates;
#[cfg(feature = "acme")]
mod listener;
#[cfg(feature = "acme")]
mod validity;

use std::path::PathBuf;

#[cfg(feature = "acme")]
pub(crate) use self::listener::TlsListener;

/// Configuration of TLS. By default there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsSettings {
    /// PEM file of the certificate chain.
    pub certificate: Option<PathBuf>,
    /// PEM file of its private key.
    pub key: Option<PathBuf>,
    /// Certificates from an ACME server.
    pub acme: AcmeSettings,
}

/// Configuration of certificates from an ACME server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeSettings {
    /// Names of the certificate; if empty, none is requested.
    pub domains: Vec<String>,
    /// Mail addresses that the ACME server may write to.
    pub contact: Vec<String>,
    /// Folder for the account, the certificate and its key.
    pub cache: Option<PathBuf>,
    /// URL of the server's directory.
    pub directory: String,
    /// PEM file of the certificate authority of the ACME server itself; `None` for those that the system trusts.
    pub root: Option<PathBuf>,
}

impl Default for AcmeSettings {
    fn default() -> AcmeSettings {
        AcmeSettings {
            domains: Vec::new(),
            contact: Vec::new(),
            cache: None,
            directory: "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
            root: None,
        }
    }
}

/// Where certificates come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CertificateSource {
    /// Files of the certificate chain and its key.
    Files { certificate: PathBuf, key: PathBuf },
    /// An ACME server; the folder keeps what it issued.
    Acme { cache: PathBuf, settings: AcmeSettings },
}

impl TlsSettings {
    /// Returns where certificates come from, `None` without TLS.
    ///
    /// # Errors
    /// Fails if keys are missing or exclude each other.
    pub(crate) fn source(&self) -> Result<Option<CertificateSource>, String> {
        let has_acme = !self.acme.domains.is_empty();
        match (&self.certificate, &self.key, has_acme) {
            (None, None, false) => Ok(None),
            (Some(certificate), Some(key), false) => {
                Ok(Some(CertificateSource::Files { certificate: certificate.clone(), key: key.clone() }))
            }
            (None, None, true) => match &self.acme.cache {
                Some(cache) => Ok(Some(CertificateSource::Acme { cache: cache.clone(), settings: self.acme.clone() })),
                None => Err("acme_domains needs acme_cache, a folder that keeps the certificate".to_owned()),
            },
            (Some(_), None, _) | (None, Some(_), _) => {
                Err("tls_certificate and tls_key must be set together, to PEM files".to_owned())
            }
            (Some(_), Some(_), true) => {
                Err("certificates come either from tls_certificate and tls_key or from acme_domains, not both"
                    .to_owned())
            }
        }
    }

    /// Returns whether clients connect with TLS.
    pub fn is_enabled(&self) -> bool {
        self.certificate.is_some() || !self.acme.domains.is_empty()
    }
}

/// The TLS of a program that was built without it.
#[cfg(not(feature = "acme"))]
#[derive(Clone, Debug)]
pub(crate) enum NoTls {}

#[cfg(not(feature = "acme"))]
pub(crate) use self::NoTls as TlsListener;

#[cfg(not(feature = "acme"))]
impl NoTls {
    /// Fails: there is no TLS.
    pub(crate) fn start(_source: CertificateSource, _metrics: &crate::metrics::Metrics) -> Result<NoTls, String> {
        Err("this program was built without TLS; build it with '--features full', or use a reverse proxy".to_owned())
    }

    /// Never called.
    pub(crate) async fn accept<T>(&self, _io: T) -> Option<T> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_must_fit_together() {
        let acme = |domains: &[&str], cache: Option<&str>| AcmeSettings {
            domains: domains.iter().map(|&domain| domain.to_owned()).collect(),
            cache: cache.map(Into::into),
            ..AcmeSettings::default()
        };
        let settings = |certificate: Option<&str>, key: Option<&str>, acme: AcmeSettings| TlsSettings {
            certificate: certificate.map(Into::into),
            key: key.map(Into::into),
            acme,
        };
        let none = AcmeSettings::default();
        assert_eq!(settings(None, None, none.clone()).source(), Ok(None));
        assert!(matches!(
            settings(Some("a"), Some("b"), none.clone()).source(),
            Ok(Some(CertificateSource::Files { .. }))
        ));
        assert!(matches!(
            settings(None, None, acme(&["example.org"], Some("c"))).source(),
            Ok(Some(CertificateSource::Acme { .. }))
        ));
        for wrong in [
            settings(Some("a"), None, none.clone()),
            settings(None, Some("b"), none),
            settings(Some("a"), Some("b"), acme(&["example.org"], Some("c"))),
            settings(None, None, acme(&["example.org"], None)),
        ] {
            assert!(wrong.source().is_err(), "{wrong:?}");
        }
    }
}
