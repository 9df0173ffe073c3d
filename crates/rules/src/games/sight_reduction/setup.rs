//! Set-ups of Sight Reduction: the random board of a seed, and the exchanges of the fair start.

use std::ops::ControlFlow;

use super::Move;
use crate::board::squares;
use crate::game::Color;
use crate::random::SplitMix64;

/// Exchanges the colours of the checkers on these squares.
pub(super) fn exchange(checkers: &mut [u32; 2], squares: u32) {
    checkers[0] ^= squares;
    checkers[1] ^= squares;
}

/// Returns the full board of a seed: a Fisher–Yates shuffle of sixteen white and sixteen black checkers. Never to
/// change.
pub(super) fn random_board(seed: u64) -> [u32; 2] {
    let mut board: [Color; 32] = std::array::from_fn(|i| if i < 16 { Color::White } else { Color::Black });
    let mut random = SplitMix64::new(seed);
    for i in (1..32).rev() {
        board.swap(i, random.below(i as u64 + 1) as usize);
    }
    let mut checkers = [0; 2];
    for (square, color) in board.into_iter().enumerate() {
        checkers[color.index()] |= 1 << square;
    }
    checkers
}

/// Calls `f` with each way to exchange none, one or two white checkers with as many black ones.
pub(super) fn for_each_swap(checkers: [u32; 2], f: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    let [white, black] = checkers.map(squares);
    f(Move::SwapNone)?;
    for w1 in white.clone() {
        for b1 in black.clone() {
            f(Move::SwapOne(w1, b1))?;
            for w2 in white.clone().filter(|&w2| w2 > w1) {
                for b2 in black.clone().filter(|&b2| b2 > b1) {
                    f(Move::SwapTwo([w1, w2], [b1, b2]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
