//! Counts the move sequences of a given length from the start position: the usual check of a move generator.
//!
//! `cargo run --release -p halfboard-rules --example perft -- 4`

use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::prelude::*;

/// Returns the number of sequences of `depth` moves, counted move by move; [`halfboard_rules::perft::perft`] is faster.
pub(crate) fn perft<G: Game>(game: &G, position: &G::Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        perft(game, &next, depth - 1)
    };
    game.legal_moves(position).into_iter().map(count).sum()
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deepest = std::env::args().nth(1).map_or(Ok(3), |depth| depth.parse())?;
    let game = LinesOfAction::default();
    for depth in 1..=deepest {
        println!("{depth}: {}", perft(&game, &game.start(0), depth));
    }
    Ok(())
}
