//! The random number generator: the same seed gives the same numbers on every platform and in every version.

/// SplitMix64, the generator of Steele, Lea and Flood: a counter and a mixing function.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// Returns the next 64-bit number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns a number below `bound`. The bias of the remainder is below 2⁻⁴⁰ for bounds under 2²⁴.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.next_u64() % bound
    }
}

/// Mixes the bits of a number as SplitMix64 does; also used to hash positions.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
