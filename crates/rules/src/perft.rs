//! Perft, the usual check of a move generator.

use std::ops::ControlFlow;

use crate::game::Game;

/// Returns the number of sequences of exactly `depth` moves from a position. A finished game has none; history is
/// ignored.
///
/// ```
/// use halfboard_rules::{game::Game, games::lines_of_action::LinesOfAction, perft::perft};
/// let game = LinesOfAction::default();
/// assert_eq!(perft(&game, &game.start(0), 3), 44_952);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.ending(position).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(position);
    }
    let mut total = 0;
    let _ = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        total += perft(game, &next, depth - 1);
        ControlFlow::Continue(())
    });
    total
}
