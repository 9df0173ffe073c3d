//! Networks that count as one client. An IPv4 address is one; an IPv6 client usually has a /64, but may as well control the
//! whole /56 or /48 that its provider assigned, so these are limited in addition.

use std::net::{IpAddr, Ipv6Addr};

/// Prefix lengths by which IPv6 clients are identified, and the multiple of the limits that such a network has. A /48 has so
/// little more than a /64 that it cannot use up a server, yet several households or phones fit into it.
const LEVELS: [(u8, usize); 3] = [(64, 1), (56, 2), (48, 4)];

/// A network that counts as one client, or that several clients may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork {
    first: IpAddr,
    prefix: u8,
}

impl ClientNetwork {
    /// Returns the smallest network of an address: the one that counts as one client.
    pub(crate) fn of(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            IpAddr::V4(address) => ClientNetwork { first: address.into(), prefix: 32 },
            IpAddr::V6(address) => ClientNetwork { first: truncate(address.to_bits(), 64).into(), prefix: 64 },
        }
    }

    /// Returns the largest network that may be a single client: an IPv6 /48.
    pub(crate) fn largest_of(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            IpAddr::V4(address) => ClientNetwork { first: address.into(), prefix: 32 },
            IpAddr::V6(_) => ClientNetwork { first: allocation(address), prefix: 48 },
        }
    }

    /// Returns the network of its size that [`ClientNetwork::largest_of`] returns for its addresses.
    pub(crate) fn largest(self) -> ClientNetwork {
        ClientNetwork::largest_of(self.first)
    }

    /// Returns bytes that identify it: those of its first address, and the prefix length if it is larger than one client's.
    pub(crate) fn octets(self) -> Vec<u8> {
        let mut octets = match self.first {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        if self != ClientNetwork::of(self.first) {
            octets.push(self.prefix);
        }
        octets
    }

    /// Returns the networks of an address with the multiples of the limits that they have, the smallest network first.
    pub(crate) fn levels(address: IpAddr) -> impl Iterator<Item = (ClientNetwork, usize)> + Clone {
        let (count, bits) = match address.to_canonical() {
            IpAddr::V4(_) => (1, None),
            IpAddr::V6(address) => (LEVELS.len(), Some(address.to_bits())),
        };
        LEVELS.into_iter().take(count).map(move |(prefix, multiple)| {
            let network = match bits {
                Some(bits) => ClientNetwork { first: truncate(bits, prefix).into(), prefix },
                None => ClientNetwork { first: address.to_canonical(), prefix: 32 },
            };
            (network, multiple)
        })
    }
}

/// Returns the network that shares a resource of which everyone gets a part, such as engine time: a provider may assign a
/// client as much as an IPv6 /48.
pub(crate) fn allocation(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => truncate(address.to_bits(), 48).into(),
        address => address,
    }
}

/// Clears all but the first `prefix` bits.
fn truncate(bits: u128, prefix: u8) -> Ipv6Addr {
    let shift = 128 - u32::from(prefix);
    Ipv6Addr::from_bits(bits.checked_shr(shift).unwrap_or(0).checked_shl(shift).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(address: &str) -> Vec<String> {
        let address = address.parse().expect("an address");
        ClientNetwork::levels(address).map(|(one, times)| format!("{}/{} x{times}", one.first, one.prefix)).collect()
    }

    #[test]
    fn an_address_belongs_to_its_networks() {
        assert_eq!(levels("192.0.2.7"), ["192.0.2.7/32 x1"]);
        assert_eq!(levels("::ffff:192.0.2.7"), ["192.0.2.7/32 x1"], "IPv4 through an IPv6 listener");
        assert_eq!(
            levels("2001:db8:1:2345:6:7:8:9"),
            ["2001:db8:1:2345::/64 x1", "2001:db8:1:2300::/56 x2", "2001:db8:1::/48 x4"]
        );
    }
}
