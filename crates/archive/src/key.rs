//! Keys of positions, the same for all images of a position under the symmetries of its rules.

use halfboard_rules::random::mix;
use halfboard_rules::session::Session;
use halfboard_rules::symmetry::Symmetry;

/// The key of a position up to symmetry, and the symmetry that leads from the position to the image with this key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// The hash of the rules and of the canonical image of the position: the image with the smallest hash.
    pub key: u64,
    /// A symmetry from the position to its canonical image; the first if there are several.
    pub orientation: Symmetry,
}

/// Returns the key of a session's current position. History is not part of it.
///
/// ```
/// use halfboard_archive::position_key;
/// let rules = halfboard_rules::registry::rules("j")?;
/// let [a, b] = ["4w3/8/8/8 b w11b12", "8/8/8/4w3 b w11b12"].map(|position| rules.position(position));
/// assert_eq!(position_key(a?.as_ref()).key, position_key(b?.as_ref()).key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn position_key(session: &dyn Session) -> PositionKey {
    canonical(session.symmetries(), &session.image_keys(), rules_hash(&session.rules()))
}

/// Returns the key from the hashes of all images.
pub(crate) fn canonical(symmetries: &[Symmetry], image_keys: &[u64], rules: u64) -> PositionKey {
    let images = image_keys.iter().zip(symmetries);
    // `min_by_key` returns the first of several equal elements.
    let least = images.min_by_key(|(key, _)| **key);
    let (key, orientation) = least.map_or((0, Symmetry::IDENTITY), |(key, symmetry)| (*key, *symmetry));
    PositionKey { key: mix(key ^ rules), orientation }
}

/// Returns the hash of a rules string: FNV-1a, mixed.
pub(crate) fn rules_hash(rules: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    mix(rules.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
