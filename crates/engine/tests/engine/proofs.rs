//! What the selective search calls proven, against looking at everything.

use std::ops::ControlFlow;

use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::games::j::J;
use halfboard_rules::perft::perft;
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// Returns whether a team can force a win within `plies`. Repetition cannot help the other side in
/// so short a time unless the game repeats itself, and then the shortest win does not go through it.
fn forces_a_win<G: EngineGame>(game: &G, position: &G::Position, team: Team, plies: u32) -> bool {
    if let Some(ending) = game.ending(position) {
        return matches!(ending.outcome, Outcome::Win(color) if game.color_of(position, team) == Some(color));
    }
    if plies == 0 {
        return false;
    }
    let own_turn = game.turn(position).team() == team;
    let flow = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        // One winning move is enough for the team; one escape is enough for the other.
        match forces_a_win(game, &next, team, plies - 1) == own_turn {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    flow.is_break() == own_turn
}

/// More positions than this take too long to look at.
const MOST_POSITIONS: u64 = 200_000;

/// Looks at positions of random games, with so few nodes that many searches are cut short.
fn holds<G: EngineGame>(games: u64, settings: SearchSettings) {
    let (mut wins, mut losses) = (0, 0);
    for preset in G::PRESETS {
        let game = G::new(preset.options).expect("a preset is valid");
        if game.seats().len() < 2 {
            continue;
        }
        let mut search = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
        search.set(settings);
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut play = Match::new(game.clone(), game.start(seed));
            let mut positions = Vec::new();
            while play.ending().is_none() && positions.len() < 200 {
                positions.push(*play.position());
                let mv = random_move(&game, play.position(), &mut random);
                play.play(mv);
            }
            // Towards the end of a game there is most to prove.
            for position in positions.iter().rev().skip(1).take(4) {
                search.clear();
                let report = search.search(
                    position,
                    &GameHistory::default(),
                    &Limits::nodes(500 + 700 * (seed % 4)),
                    &mut |_| {},
                );
                let team = game.turn(position).team();
                let (plies, won) = match report.lines[0].value {
                    Value::Proven(Proof::Win(plies)) => (plies, true),
                    Value::Proven(Proof::Loss(plies)) => (plies, false),
                    _ => continue,
                };
                let text = game.format_position(position);
                // Ply by ply, because the last one may have very many.
                let is_small = |ply| perft(&game, position, ply) <= MOST_POSITIONS;
                if plies > 5 || !(1..=plies as u8).all(is_small) {
                    continue;
                }
                let winner = if won { team } else { team.other() };
                assert!(
                    forces_a_win(&game, position, winner, plies),
                    "{} {text}: {} is not so",
                    preset.id,
                    report.lines[0].value
                );
                if won {
                    wins += 1;
                } else {
                    losses += 1;
                }
            }
        }
    }
    assert!(wins >= 10 && wins + losses >= 20, "{}: only {wins} wins and {losses} losses were proven", G::INFO.id);
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                holds::<halfboard_rules::games::$module::$Game>(40, SearchSettings::default());
            }
        )+
    };
}
halfboard_rules::games!(tests);

#[test]
fn two_threads_prove_nothing_that_is_not_so() {
    holds::<J>(20, SearchSettings { threads: 2, ..SearchSettings::default() });
}
