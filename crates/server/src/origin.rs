//! Origin and host of a request.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

use crate::proxies::ProxyTrust;

/// Configuration of allowed origins, hosts and proxies.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Origins allowed besides the server's own, such as `https://example.org`.
    pub allowed: Vec<String>,
    /// Host names under which the server answers; if empty, under all. Loopback names are always allowed.
    pub hosts: Vec<String>,
    /// The proxies that are trusted to name the client.
    pub proxies: ProxyTrust,
}

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

    /// Returns whether the server answers requests for this host.
    pub(crate) fn allows_host(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        if self.hosts.is_empty() {
            return true;
        }
        // Every Host header counts, also beside a complete URL: which one a cache or proxy uses is unknown.
        let given = headers.get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default());
        let mut hosts = uri.authority().map(Authority::as_str).into_iter().chain(given).peekable();
        hosts.peek().is_some() && hosts.all(|host| self.is_own_name(without_port(host)))
    }

    fn is_own_name(&self, name: &str) -> bool {
        // Health checks and tools on the same machine; other sites cannot use these names for their pages.
        let is_loopback = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
        let name = name.strip_suffix('.').unwrap_or(name);
        is_loopback || self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
    }
}

/// Returns a host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair =
            |&(name, value): &(&'static str, &str)| (HeaderName::from_static(name), value.parse().expect("a value"));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_own_and_configured_origins_are_allowed() {
        let origins = Origins { allowed: vec!["https://friend.example".to_owned()], ..Origins::default() };
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
    fn only_configured_hosts_are_served() {
        let all = Origins::default();
        let own = Origins { hosts: vec!["here.example".to_owned(), "[2001:db8::1]".to_owned()], ..Origins::default() };
        let (path, other) = (Uri::from_static("/"), Uri::from_static("http://evil.example/"));
        for (host, allowed) in [
            ("here.example", true),
            ("HERE.example:8080", true),
            ("here.example.:443", true),
            ("[2001:db8::1]:80", true),
            ("localhost:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("evil.example", false),
            ("here.example.evil.example", false),
            ("192.0.2.1", false),
            ("", false),
        ] {
            let headers = headers(&[("host", host)]);
            assert_eq!(own.allows_host(&path, &headers), allowed, "{host}");
            assert!(all.allows_host(&path, &headers) && !own.allows_host(&other, &headers));
        }
        assert!(!own.allows_host(&path, &HeaderMap::new()));
    }
}
