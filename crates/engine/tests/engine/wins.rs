//! What games tell the search and the prover about wins in one move, compared with trying all moves.

use std::ops::ControlFlow;

use halfboard_engine::games::EngineGame;
use halfboard_rules::game::{Game, Outcome};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;

/// Returns the moves that win at once.
fn winning_moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let color = game.color_of(position, game.turn(position).team());
    let mut winning = Vec::new();
    let _ = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        if let Some(Outcome::Win(winner)) = game.ending(&next).map(|ending| ending.outcome)
            && Some(winner) == color
        {
            winning.push(mv);
        }
        ControlFlow::Continue(())
    });
    winning
}

/// Plays random games by every preset, and compares at every turn.
fn agrees_with_trying<G: EngineGame>() {
    let mut random = SplitMix64::new(5);
    let (mut with_win, mut without) = (0, 0);
    for preset in G::PRESETS {
        let game = G::new(preset.options).expect("presets are valid");
        for seed in 0..60 {
            let mut position = game.start(seed);
            for _ in 0..80 {
                if game.ending(&position).is_some() || game.count_moves(&position) > 500 {
                    break;
                }
                let winning = winning_moves(&game, &position);
                let can_win = !winning.is_empty();
                let told = game.can_win_at_once(&position).unwrap_or(can_win);
                assert_eq!(told, can_win, "{}", game.format_position(&position));
                let found = winning.iter().any(|&mv| game.may_win_by(&position, mv));
                assert_eq!(found, can_win, "{}", game.format_position(&position));
                *(if can_win { &mut with_win } else { &mut without }) += 1;
                let mv = random_move(&game, &position, &mut random);
                game.play(&mut position, mv);
            }
        }
    }
    assert!(with_win > 10 && without > 10, "{with_win} and {without}");
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                agrees_with_trying::<halfboard_rules::games::$module::$Game>();
            }
        )+
    };
}
halfboard_rules::games!(tests);
