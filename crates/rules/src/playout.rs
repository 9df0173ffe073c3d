//! Random games without allocation, for benchmarks, traces and tests.

use std::ops::ControlFlow;

use crate::game::{Ending, Game};
use crate::random::SplitMix64;

/// Returns a random legal move, each equally likely.
///
/// # Panics
///
/// Panics if the game is over.
#[must_use]
pub fn random_move<G: Game>(game: &G, position: &G::Position, random: &mut SplitMix64) -> G::Move {
    let mut skip = random.below(game.count_moves(position));
    let mut chosen = None;
    let _ = game.for_each_move(position, &mut |mv| {
        chosen = Some(mv);
        if skip == 0 {
            return ControlFlow::Break(());
        }
        skip -= 1;
        ControlFlow::Continue(())
    });
    chosen.expect("a game that is not over has a move")
}

/// Plays random moves until the position ends the game or `plies` are played. Returns the plies played and the ending.
pub fn playout<G: Game>(
    game: &G,
    position: &mut G::Position,
    random: &mut SplitMix64,
    plies: u32,
) -> (u32, Option<Ending>) {
    for ply in 0..plies {
        if let Some(ending) = game.ending(position) {
            return (ply, Some(ending));
        }
        let mv = random_move(game, position, random);
        game.play(position, mv);
    }
    (plies, game.ending(position))
}
