//! What every level sees, on positions in which a side can win at once.

use std::ops::{ControlFlow, Range};

use halfboard_engine::games::EngineGame;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_rules::game::{Outcome, rules_string};
use halfboard_rules::playout::random_move;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// Returns whether the team to move wins by some move.
fn can_win_at_once<G: EngineGame>(game: &G, position: &G::Position) -> bool {
    let flow = game.for_each_move(position, &mut |mv| match wins(game, position, mv) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    flow.is_break()
}

fn wins<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let team = game.turn(position).team();
    let mut next = *position;
    game.play(&mut next, mv);
    let outcome = game.ending(&next).map(|ending| ending.outcome);
    matches!(outcome, Some(Outcome::Win(color)) if game.color_of(&next, team) == Some(color))
}

/// Returns whether a move loses at once or lets the other team win by its next one.
fn allows_a_win<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    match game.ending(&next).map(|ending| ending.outcome) {
        Some(outcome) => matches!(outcome, Outcome::Win(_)) && !wins(game, position, mv),
        None => game.turn(&next).team() != game.turn(position).team() && can_win_at_once(game, &next),
    }
}

/// Random games of every preset with two sides, in rounds until there were enough wins and parries.
fn sees<G: EngineGame>() {
    let (mut won, mut parried) = (0, 0);
    let mut turns = 0;
    for round in 0..6 {
        let games = 8 * round..8 * (round + 1);
        let (wins, parries) = play_games::<G>(games, &mut turns);
        (won, parried) = (won + wins, parried + parries);
        if won > 20 && parried > 20 {
            return;
        }
    }
    panic!("{}: {won} wins, {parried} parries", G::INFO.id);
}

/// Every position of some random games, with the levels taking turns, which are counted. Returns how many wins and
/// parries were seen.
fn play_games<G: EngineGame>(games: Range<u64>, turns: &mut usize) -> (u32, u32) {
    let (mut won, mut parried) = (0, 0);
    for preset in G::PRESETS {
        let game = G::new(preset.options).expect("a preset is valid");
        if game.seats().len() < 2 {
            continue;
        }
        let rules = rules_string(&game);
        let mut search = Search::new(game.clone(), 1, system_now).expect("a small table can be allocated");
        for seed in games.clone() {
            let mut random = SplitMix64::new(seed);
            let mut play = Match::new(game.clone(), game.start(seed));
            for _ in 0..120 {
                if play.ending().is_some() {
                    break;
                }
                let position = *play.position();
                let moves = game.legal_moves(&position);
                let can_win = can_win_at_once(&game, &position);
                let lost: Vec<bool> = match moves.len() {
                    ..400 if !can_win => moves.iter().map(|&mv| allows_a_win(&game, &position, mv)).collect(),
                    _ => Vec::new(),
                };
                let can_parry = lost.contains(&true) && lost.contains(&false);
                if can_win || can_parry {
                    let level = Level::all(&rules).cycle().nth(*turns).expect("the levels go round");
                    *turns += 1;
                    search.set(SearchSettings {
                        strength: level.strength_limit(&game),
                        seed,
                        ..SearchSettings::default()
                    });
                    let limits = Limits { nodes: (level == Level::top(&rules)).then_some(5000), ..Limits::default() };
                    let report = search.search(&position, &GameHistory::from(&play), &limits, &mut |_| {});
                    let chosen = report.lines[0].moves[0];
                    let text = game.format_position(&position);
                    let words = format!("{} {text}: level {} plays", preset.id, level.number());
                    if can_win {
                        won += 1;
                        assert!(wins(&game, &position, chosen), "{words} {}", game.format_move(chosen));
                    } else if level.strength_limit(&game).oversight == 0 {
                        parried += 1;
                        assert!(!allows_a_win(&game, &position, chosen), "{words} {}", game.format_move(chosen));
                    }
                }
                play.play(random_move(&game, &position, &mut random));
            }
        }
    }
    (won, parried)
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                sees::<halfboard_rules::games::$module::$Game>();
            }
        )+
    };
}
halfboard_rules::games!(tests);
