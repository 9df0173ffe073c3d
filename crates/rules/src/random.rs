//! SplitMix64, the one source of chance: the same seed gives the same board on every platform and in every version.

/// The generator of Steele, Lea and Flood: a counter and a mixing function.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator whose state starts at the seed.
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next 64-bit number.
    #[inline]
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0. The bias of the remainder is below 2⁻⁴⁰ for bounds under 2²⁴.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.draw() % bound
    }
}

/// SplitMix64's mixing function, which also serves to hash positions.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
