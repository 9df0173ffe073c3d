//! What a search remembers. A key is 33 bits, the set of checkers left and the side to move; mixing it is reversible,
//! so a slot's number and the tag in it are the key again and nothing is ever mistaken for something else.

/// The bits of a slot's number. More slots are slower to clear and to reach, and hardly save any nodes.
const BITS: u32 = 19;
const SLOTS: usize = 1 << BITS;

/// Returns a key, mixed: the number of its slot and what is left of it, 14 bits.
#[inline]
fn place(left: u32, side: u32) -> (usize, u32) {
    let mut mixed = left;
    mixed ^= mixed >> 16;
    mixed = mixed.wrapping_mul(0x7feb_352d);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x846c_a68b);
    mixed ^= mixed >> 16;
    ((mixed as usize) & (SLOTS - 1), mixed >> BITS << 1 | side)
}

/// Who wins positions: 16 bits a slot, of which 0 is an empty one.
pub(super) struct WinLossTable {
    slots: Vec<u16>,
}

impl WinLossTable {
    pub(super) fn new() -> Self {
        WinLossTable { slots: vec![0; SLOTS] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Returns whether the side to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, left: u32, side: u32) -> Option<bool> {
        let (slot, tag) = place(left, side);
        let found = u32::from(self.slots[slot]);
        (found >> 2 == tag && found & 2 != 0).then_some(found & 1 == 1)
    }

    #[inline]
    pub(super) fn put(&mut self, left: u32, side: u32, wins: bool) {
        let (slot, tag) = place(left, side);
        self.slots[slot] = (tag << 2 | 2 | u32::from(wins)) as u16;
    }
}

/// Within how many turns of the loser a side wins positions: 32 bits a slot, made when first needed. A slot has the
/// most turns that are known not to be enough, plus one, and the fewest that are known to be.
#[derive(Default)]
pub(super) struct DistanceTable {
    slots: Vec<u32>,
    winner: u32,
}

/// More turns than a side can make.
const NEVER: u32 = 63;

impl DistanceTable {
    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Prepares for a search in which this side hurries.
    pub(super) fn begin(&mut self, winner: u32) {
        if self.slots.is_empty() {
            self.slots = vec![0; SLOTS];
        } else if self.winner != winner {
            self.clear();
        }
        self.winner = winner;
    }

    /// Returns whether `turns` are enough, if known.
    #[inline]
    pub(super) fn get(&self, left: u32, side: u32, turns: i32) -> Option<bool> {
        let (slot, tag) = place(left, side);
        let (least, most) = bounds(self.slots[slot], tag)?;
        match turns as u32 {
            turns if turns >= most => Some(true),
            turns if turns < least => Some(false),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn put(&mut self, left: u32, side: u32, turns: i32, enough: bool) {
        let (slot, tag) = place(left, side);
        let (mut least, mut most) = bounds(self.slots[slot], tag).unwrap_or((0, NEVER));
        match enough {
            true => most = most.min(turns as u32),
            false => least = least.max(turns as u32 + 1),
        }
        // The lowest bit says that the slot is not empty.
        self.slots[slot] = tag << 18 | least << 7 | most << 1 | 1;
    }
}

/// Returns the bounds in a slot, if it is that of the tag.
#[inline]
fn bounds(slot: u32, tag: u32) -> Option<(u32, u32)> {
    (slot & 1 == 1 && slot >> 18 == tag).then_some((slot >> 7 & 63, slot >> 1 & 63))
}
