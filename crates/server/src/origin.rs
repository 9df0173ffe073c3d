//! Where a request comes from: the page that made it (its Origin) and the address of whoever sent it.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};

/// What the configuration says about where requests may come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Pages at these origins may ask, besides those of this server: `https://example.org`.
    pub allowed: Vec<String>,
    /// Whether a proxy stands in front, whose word about addresses is believed.
    pub behind_proxy: bool,
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Origins {
    /// Whether a page that makes a request may make it. A program that is no browser sends no Origin, and carries nothing
    /// with it that somebody else could make use of.
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

    /// The address of whoever made a request.
    pub(crate) fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        if !self.behind_proxy {
            return peer.ip();
        }
        // The last entry is the proxy's own; those before it are anybody's.
        let last = headers.get_all(FORWARDED_FOR).iter().next_back().and_then(|value| value.to_str().ok());
        let last = last.and_then(|value| value.rsplit(',').next()).and_then(|word| word.trim().parse().ok());
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
    fn only_our_own_pages_and_those_named_may_ask() {
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
    fn a_proxys_word_is_believed_only_where_there_is_one() {
        let peer = SocketAddr::from(([10, 0, 0, 1], 9));
        let headers = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        let address = |behind_proxy| Origins { allowed: Vec::new(), behind_proxy }.address(peer, &headers);
        assert_eq!(address(false), peer.ip());
        assert_eq!(address(true), IpAddr::from([5, 6, 7, 8]));
    }
}
