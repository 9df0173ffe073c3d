//! Origin and client address of a request.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};

/// Configuration of allowed origins and proxies.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Origins allowed besides the server's own, such as `https://example.org`.
    pub allowed: Vec<String>,
    /// Whether to trust the last entry of `X-Forwarded-For`.
    pub behind_proxy: bool,
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Origins {
    /// Returns whether the origin of a request is allowed. Requests without `Origin` do not come from a web page and carry
    /// no ambient credentials.
    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        if self.allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        matches!((host, page), (Some(host), Some(page)) if page.eq_ignore_ascii_case(host))
    }

    /// Returns the client address of a request.
    pub(crate) fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        if !self.behind_proxy {
            return peer.ip();
        }
        // Only the last entry was added by the proxy; the client may have forged the others.
        let last = headers.get_all(FORWARDED_FOR).iter().next_back().and_then(|value| value.to_str().ok());
        let last = last.and_then(|value| value.rsplit(',').next()).and_then(|entry| entry.trim().parse().ok());
        last.unwrap_or(peer.ip())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair =
            |&(name, value): &(&'static str, &str)| (HeaderName::from_static(name), value.parse().expect("a value"));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_own_and_configured_origins_are_allowed() {
        let origins = Origins { allowed: vec!["https://friend.example".to_owned()], behind_proxy: false };
        let host = ("host", "here.example:8080");
        for (origin, allowed) in [
            ("http://here.example:8080", true),
            ("https://friend.example", true),
            ("https://here.example", false),
            ("http://here.example:8080.evil.example", false),
            ("null", false),
            ("file://", false),
        ] {
            assert_eq!(origins.allows(&headers(&[host, ("origin", origin)])), allowed, "{origin}");
        }
        assert!(origins.allows(&headers(&[host])));
    }

    #[test]
    fn forwarded_addresses_are_trusted_only_behind_a_proxy() {
        let peer = SocketAddr::from(([10, 0, 0, 1], 9));
        let headers = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        let address = |behind_proxy| Origins { allowed: Vec::new(), behind_proxy }.address(peer, &headers);
        assert_eq!(address(false), peer.ip());
        assert_eq!(address(true), IpAddr::from([5, 6, 7, 8]));
    }
}
