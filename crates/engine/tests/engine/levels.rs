//! What every level sees, on positions in which somebody can win at once.

use std::ops::ControlFlow;

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::levels::Level;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{History, Search, Settings};
use halfboard_rules::game::Outcome;
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::playout::random_move;
use halfboard_rules::present::Present;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// Whether the team to move wins by some move.
fn can_win_at_once<G: Evaluate>(game: &G, position: &G::Position) -> bool {
    let flow = game.for_each_move(position, &mut |mv| match wins(game, position, mv) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    flow.is_break()
}

fn wins<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let team = game.turn(position).team();
    let mut next = *position;
    game.play(&mut next, mv);
    let outcome = game.ending(&next).map(|ending| ending.outcome);
    matches!(outcome, Some(Outcome::Win(color)) if game.color_of(&next, team) == Some(color))
}

/// Whether a move loses at once or lets the other team win by its next one.
fn allows_a_win<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    match game.ending(&next).map(|ending| ending.outcome) {
        Some(outcome) => matches!(outcome, Outcome::Win(_)) && !wins(game, position, mv),
        None => game.turn(&next).team() != game.turn(position).team() && can_win_at_once(game, &next),
    }
}

/// Every position of some random games of every preset with two sides, with the levels taking turns.
fn sees<G: Evaluate + Present>(games: u64) {
    let (mut won, mut parried) = (0, 0);
    let mut levels = Level::all().cycle();
    for preset in G::PRESETS {
        let game = G::new(preset.options).expect("a preset is valid");
        if game.seats().len() < 2 {
            continue;
        }
        let mut search = Search::new(game.clone(), 1, system_now).expect("a small table can be had");
        for seed in 0..games {
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
                    let level = levels.next().expect("the levels go round");
                    search.set(Settings { handicap: level.handicap::<G>(), seed, ..Settings::default() });
                    let limits = Limits { nodes: (level.number() == 8).then_some(5000), ..Limits::default() };
                    let report = search.go(&position, &History::of(&play), &limits, &mut |_| {});
                    let chosen = report.lines[0].moves[0];
                    let text = game.format_position(&position);
                    let words = format!("{} {text}: level {} plays", preset.id, level.number());
                    if can_win {
                        won += 1;
                        assert!(wins(&game, &position, chosen), "{words} {}", game.format_move(chosen));
                    } else if level.number() > 2 {
                        parried += 1;
                        assert!(!allows_a_win(&game, &position, chosen), "{words} {}", game.format_move(chosen));
                    }
                }
                play.play(random_move(&game, &position, &mut random));
            }
        }
    }
    assert!(won > 20 && parried > 20, "{}: {won} wins, {parried} parries", G::INFO.id);
}

#[test]
fn sight_reduction() {
    sees::<SightReduction>(24);
}

#[test]
fn lines_of_action() {
    sees::<LinesOfAction>(8);
}

#[test]
fn stacks_in_action() {
    sees::<StacksInAction>(8);
}

#[test]
fn j() {
    sees::<J>(8);
}

#[test]
fn sllim() {
    sees::<Sllim>(8);
}
