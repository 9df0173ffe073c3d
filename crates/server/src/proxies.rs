//! Reverse proxies: which are trusted to name the client, and how they do.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// The reverse proxies that are trusted to name the client. By default there are none, and the peer is the client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProxyTrust {
    /// Number of proxies that a request passes; each adds an entry to the header. With 0 the number is found by skipping the
    /// entries that are in `networks`.
    pub hops: usize,
    /// Networks of the proxies. Requests of other peers are taken as sent by the client itself. If empty, every peer is a
    /// proxy if there are any `hops`.
    pub networks: Vec<IpNetwork>,
    /// The header that the proxies extend.
    pub header: ForwardedHeader,
}

/// A header in which proxies name the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`: addresses separated by commas.
    #[default]
    XForwardedFor,
    /// `Forwarded` of RFC 7239.
    Forwarded,
}

impl ProxyTrust {
    /// Trusts this number of proxies, whatever their addresses.
    pub fn hops(hops: usize) -> ProxyTrust {
        ProxyTrust { hops, ..ProxyTrust::default() }
    }

    /// Returns whether a peer is a trusted proxy.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        match self.networks.is_empty() {
            true => self.hops > 0,
            false => self.networks.iter().any(|network| network.contains(peer)),
        }
    }

    /// Returns the client of a request. An entry that is not an address is not used: the proxy that reported it stands for
    /// the client then.
    pub(crate) fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.ip().to_canonical();
        if !self.trusts(client) {
            return client;
        }
        // Bytes: the client may have sent some that are not ASCII, and its proxy appends to what it sent.
        let values = headers.get_all(self.header.name()).iter().rev();
        // The last entry was added by the nearest proxy. The first ones may have been sent by the client.
        for (number, entry) in values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')).enumerate() {
            let Some(address) = self.header.parse(entry) else { break };
            client = address;
            let is_last = if self.hops > 0 { number + 1 == self.hops } else { !self.trusts(address) };
            if is_last {
                break;
            }
        }
        client
    }
}

impl ForwardedHeader {
    fn name(self) -> HeaderName {
        match self {
            ForwardedHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ForwardedHeader::Forwarded => HeaderName::from_static("forwarded"),
        }
    }

    fn parse(self, entry: &[u8]) -> Option<IpAddr> {
        let entry = str::from_utf8(entry).ok()?;
        match self {
            ForwardedHeader::XForwardedFor => parse_node(entry),
            ForwardedHeader::Forwarded => {
                let mut pairs = entry.split(';').filter_map(|pair| pair.split_once('='));
                let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
                let node = node.trim();
                parse_node(node.strip_prefix('"').and_then(|node| node.strip_suffix('"')).unwrap_or(node))
            }
        }
    }
}

/// Parses an address with or without a port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`,
/// `[2001:db8::1]:4711`.
fn parse_node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = bracketed.unwrap_or(text).parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address| address.to_canonical())
}

/// A network of IP addresses, such as `10.0.0.0/8`; a single address is a network as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpNetwork {
    first: IpAddr,
    prefix: u8,
}

impl IpNetwork {
    /// Returns whether it has so many addresses that a ban of it must be a mistake.
    pub(crate) fn is_too_wide_to_ban(self) -> bool {
        self.prefix < if self.first.is_ipv4() { 8 } else { 16 }
    }

    /// Returns whether an address is in the network.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let shift = |width: u8| u32::from(width - self.prefix);
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).checked_shr(shift(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).checked_shr(shift(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// Fails with no further information; the valid forms are those of [`IpNetwork`].
impl FromStr for IpNetwork {
    type Err = ();

    fn from_str(text: &str) -> Result<IpNetwork, ()> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let first: IpAddr = address.parse().map_err(|_| ())?;
        let width = if first.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(width), |prefix| prefix.parse().map_err(|_| ()))?;
        if prefix > width { Err(()) } else { Ok(IpNetwork { first, prefix }) }
    }
}

impl std::fmt::Display for IpNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(trust: &ProxyTrust, peer: &str, values: &[impl AsRef<[u8]>]) -> String {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(trust.header.name(), HeaderValue::from_bytes(value.as_ref()).expect("a value"));
        }
        let peer = SocketAddr::new(peer.parse().expect("an address"), 9);
        trust.client(peer, &headers).to_string()
    }

    fn networks(list: &[&str]) -> ProxyTrust {
        let networks = list.iter().map(|text| text.parse().expect("a network")).collect();
        ProxyTrust { networks, ..ProxyTrust::default() }
    }

    #[test]
    fn forwarded_addresses_are_trusted_only_behind_a_proxy() {
        let values = ["9.9.9.9, 1.2.3.4", "5.6.7.8"];
        for (hops, expected) in [(0, "10.0.0.1"), (1, "5.6.7.8"), (2, "1.2.3.4"), (3, "9.9.9.9"), (9, "9.9.9.9")] {
            assert_eq!(client(&ProxyTrust::hops(hops), "10.0.0.1", &values), expected, "{hops} hops");
        }
        let trust = networks(&["10.0.0.0/8", "5.6.7.8"]);
        assert_eq!(client(&trust, "10.1.2.3", &values), "1.2.3.4");
        assert_eq!(client(&trust, "::ffff:10.1.2.3", &values), "1.2.3.4");
        assert_eq!(client(&trust, "11.1.2.3", &values), "11.1.2.3", "not a proxy");
        let one_hop = ProxyTrust { hops: 1, ..trust };
        assert_eq!(client(&one_hop, "10.1.2.3", &values), "5.6.7.8");
        assert_eq!(client(&one_hop, "11.1.2.3", &values), "11.1.2.3");
    }

    #[test]
    fn entries_may_have_ports() {
        let trust = ProxyTrust::hops(1);
        for (entry, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            (" [2001:db8::1]:4711 ", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("unknown", "10.0.0.1"),
            ("192.0.2.1:", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(client(&trust, "10.0.0.1", &[entry]), expected, "{entry}");
        }
        assert_eq!(client(&trust, "10.0.0.1", &[""; 0]), "10.0.0.1");
    }

    #[test]
    fn bytes_that_the_client_sends_do_not_hide_what_the_proxy_adds() {
        let values: [&[u8]; 2] = [b"1.2.3.4\xff, caf\xc3\xa9, 5.6.7.8", b"\x80, 192.0.2.1"];
        assert_eq!(client(&ProxyTrust::hops(1), "10.0.0.1", &values), "192.0.2.1");
        assert_eq!(client(&networks(&["10.0.0.0/8"]), "10.0.0.1", &values), "192.0.2.1");
        let forwarded = ProxyTrust { header: ForwardedHeader::Forwarded, ..ProxyTrust::hops(1) };
        assert_eq!(client(&forwarded, "10.0.0.1", &[b"for=\"\xe9, for=192.0.2.1"]), "192.0.2.1");
        // An unreadable entry that should be a proxy's: the last one that is an address.
        assert_eq!(client(&ProxyTrust::hops(2), "10.0.0.1", &values), "192.0.2.1");
        assert_eq!(client(&ProxyTrust::hops(1), "10.0.0.1", &[b"192.0.2.1, \xff"]), "10.0.0.1");
    }

    #[test]
    fn the_standard_header_is_understood() {
        let trust = ProxyTrust { header: ForwardedHeader::Forwarded, ..ProxyTrust::hops(1) };
        for (value, expected) in [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
            ("for=1.1.1.1, proto=https;For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=\"a, for=192.0.2.1:80", "192.0.2.1"),
            ("for=_hidden", "10.0.0.1"),
            ("proto=https", "10.0.0.1"),
        ] {
            assert_eq!(client(&trust, "10.0.0.1", &[value]), expected, "{value}");
        }
    }

    #[test]
    fn networks_are_parsed_and_compared() {
        for (text, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("fd00::/8", "fd12::1", "fe80::1"),
            ("::/0", "::1", "1.2.3.4"),
        ] {
            let network: IpNetwork = text.parse().expect("a network");
            let contains = |address: &str| network.contains(address.parse().expect("an address"));
            assert!(contains(inside) && !contains(outside), "{text}");
        }
        for text in ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0/8", "10.0.0.0/-1", "proxy.example"] {
            assert!(text.parse::<IpNetwork>().is_err(), "{text}");
        }
    }
}
