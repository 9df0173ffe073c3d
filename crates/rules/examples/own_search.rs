//! A search of one's own: negamax with a fixed depth and no evaluation, over any game.
//!
//! `cargo run --release -p halfboard-rules --example own_search`

use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::prelude::*;

/// Returns the value of a position for the team to move: 1 is a win, -1 a loss, 0 a draw or not decided within `depth`.
pub(crate) fn negamax<G: Game>(game: &G, position: &G::Position, depth: u8) -> i8 {
    let team = game.turn(position).team();
    if let Some(ending) = game.ending(position) {
        return match ending.outcome {
            Outcome::Win(color) if game.color_of(position, team) == Some(color) => 1,
            Outcome::Win(_) => -1,
            _ => 0,
        };
    }
    if depth == 0 {
        return 0;
    }
    game.legal_moves(position).into_iter().map(|mv| value_after(game, position, mv, depth)).max().unwrap_or(0)
}

/// Returns the best move and its value for the team to move, or `None` if the game is over.
pub(crate) fn best_move<G: Game>(game: &G, position: &G::Position, depth: u8) -> Option<(G::Move, i8)> {
    let moves = game.legal_moves(position).into_iter();
    moves.map(|mv| (mv, value_after(game, position, mv, depth))).max_by_key(|&(_, value)| value)
}

fn value_after<G: Game>(game: &G, position: &G::Position, mv: G::Move, depth: u8) -> i8 {
    let mut next = *position;
    game.play(&mut next, mv);
    let value = negamax(game, &next, depth - 1);
    // A turn does not always pass to the other team: four may play, two against two.
    if game.turn(&next).team() == game.turn(position).team() { value } else { -value }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = SightReduction::default();
    let position = game.parse_position("8/1ww5/2ww4/3b1bb1 w play wb")?;
    match best_move(&game, &position, 8) {
        Some((mv, value)) => println!("{} (value {value})", game.format_move(mv)),
        None => println!("the game is over"),
    }
    Ok(())
}
