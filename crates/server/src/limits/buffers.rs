//! Bytes that wait in this process to be sent, by client address.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may wait for one subscriber, apart from a single larger message.
const PER_SUBSCRIBER: usize = 64 * 1024;

/// Bytes that may wait for all subscribers of an address.
const PER_ADDRESS: usize = 4 * 1024 * 1024;

/// The bytes waiting for the clients of a network, and how many may.
#[derive(Clone, Debug)]
pub(super) struct BufferUsage {
    bytes: Arc<AtomicUsize>,
    max: usize,
}

impl BufferUsage {
    pub(super) fn new(multiple: usize) -> BufferUsage {
        BufferUsage { bytes: Arc::default(), max: PER_ADDRESS.saturating_mul(multiple) }
    }
}

/// The quota of a subscriber. The default has no limits beyond those of the subscriber.
#[derive(Debug, Default)]
pub(crate) struct BufferQuota {
    own: Arc<AtomicUsize>,
    networks: Arc<Vec<BufferUsage>>,
}

/// Bytes that count against a quota until this is dropped.
#[derive(Debug)]
pub(crate) struct BufferCharge {
    own: Arc<AtomicUsize>,
    networks: Arc<Vec<BufferUsage>>,
    bytes: usize,
}

impl BufferQuota {
    pub(super) fn add(&mut self, network: &BufferUsage) {
        Arc::make_mut(&mut self.networks).push(network.clone());
    }

    /// Counts bytes; `None` if too many wait already. A subscriber that has read everything is never refused, so that
    /// clients that do not read cannot disconnect others at their address.
    pub(crate) fn charge(&self, bytes: usize) -> Option<BufferCharge> {
        let waiting = self.own.load(Ordering::Relaxed);
        let has_room = |network: &BufferUsage| network.bytes.load(Ordering::Relaxed) + bytes <= network.max;
        if waiting > 0 && (waiting + bytes > PER_SUBSCRIBER || !self.networks.iter().all(has_room)) {
            return None;
        }
        self.own.fetch_add(bytes, Ordering::Relaxed);
        self.networks.iter().for_each(|network| _ = network.bytes.fetch_add(bytes, Ordering::Relaxed));
        Some(BufferCharge { own: Arc::clone(&self.own), networks: Arc::clone(&self.networks), bytes })
    }
}

impl Drop for BufferCharge {
    fn drop(&mut self) {
        self.own.fetch_sub(self.bytes, Ordering::Relaxed);
        self.networks.iter().for_each(|network| _ = network.bytes.fetch_sub(self.bytes, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscribers_and_networks_are_bounded() {
        let network = BufferUsage { bytes: Arc::default(), max: 100_000 };
        let quota = || {
            let mut quota = BufferQuota::default();
            quota.add(&network);
            quota
        };
        let (one, other) = (quota(), quota());
        let first = one.charge(60_000).expect("the first message");
        assert!(one.charge(6_000).is_none(), "more than a subscriber may have waiting");
        let large = other.charge(200_000).expect("one message, however large");
        assert!(one.charge(1).is_none(), "more than the network may have waiting");
        assert!(quota().charge(1).is_some(), "a subscriber that reads");
        drop((first, large));
        assert_eq!(network.bytes.load(Ordering::Relaxed), 0);
        assert!(one.charge(60_000).is_some());
    }
}
