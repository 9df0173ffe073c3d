//! The solver of Sight Reduction for two players against plain recursion, on random boards with few checkers.

use std::collections::HashMap;
use std::ops::ControlFlow;

use halfboard_engine::games::sight_reduction::solver::layers::{LayerQuestion, Layers};
use halfboard_engine::games::sight_reduction::solver::search::{Searcher, Winner};
use halfboard_engine::games::sight_reduction::solver::two_player::Solver;
use halfboard_engine::games::sight_reduction::solver::{Field, RemovalRules};
use halfboard_engine::limits::CancelToken;
use halfboard_engine::solve::ProgressObserver;
use halfboard_rules::game::Game;
use halfboard_rules::games::sight_reduction::{Enemy, Options, Removal, Sight, SightReduction};
use halfboard_rules::options::OptionSet;
use halfboard_rules::random::SplitMix64;

/// Returns all eight ways of removing.
fn all() -> impl Iterator<Item = RemovalRules> {
    let sights = [Sight::Orthogonal, Sight::Queen].into_iter();
    sights.flat_map(|sight| {
        [Enemy::Off, Enemy::Required].into_iter().flat_map(move |enemy| {
            [Removal::One, Removal::OneOrTwo].map(move |remove| RemovalRules { sight, enemy, remove })
        })
    })
}

/// Returns the plies to the end of the game when the winner hurries and the loser delays: odd when the side to move
/// wins.
fn plies(removing: RemovalRules, field: Field, known: &mut HashMap<Field, u32>) -> u32 {
    if let Some(&plies) = known.get(&field) {
        return plies;
    }
    let (mut win, mut loss) = (None, 0);
    let _ = removing.each_turn(field, &mut |removed| {
        let next = 1 + plies(removing, field.without(removed), known);
        match next % 2 {
            1 => win = Some(win.map_or(next, |win: u32| win.min(next))),
            _ => loss = loss.max(next),
        }
        ControlFlow::Continue(())
    });
    let plies = win.unwrap_or(loss);
    known.insert(field, plies);
    plies
}

/// Returns a field with checkers on random squares, evenly or unevenly coloured.
fn random_field(random: &mut SplitMix64, count: u32) -> Field {
    let mut field = Field { own: 0, enemy: 0 };
    let own_share = 1 + random.below(9);
    // Half of the fields are crowded on a part of the board, where more is in the way.
    let squares = [32, 16, 20, 32][random.below(4) as usize];
    while field.count() < count {
        let bit = 1 << random.below(squares);
        if (field.own | field.enemy) & bit == 0 {
            match random.below(10) < own_share {
                true => field.own |= bit,
                false => field.enemy |= bit,
            }
        }
    }
    field
}

#[test]
fn verdicts_and_distances_are_those_of_plain_recursion() {
    let cancel = CancelToken::default();
    let mut random = SplitMix64::new(5);
    let mut searcher = Searcher::new();
    for removing in all() {
        let most = if removing.remove == Removal::One { 14 } else { 12 };
        for number in 0..400 {
            let field = random_field(&mut random, number % (most + 1));
            let mut known = HashMap::new();
            let plies = plies(removing, field, &mut known);
            let words = format!("{removing:?} {field:?}: {plies} plies");
            assert_eq!(searcher.wins(removing, field, u64::MAX, &cancel), Some(plies % 2 == 1), "{words}");
            let winner = if plies % 2 == 1 { Winner::Mover } else { Winner::Other };
            for within in 0..plies + 3 {
                let found = searcher.wins_within(removing, field, winner, within, u64::MAX, &cancel);
                assert_eq!(found, Some(within >= plies), "{words}, within {within}");
            }
            let loser = if plies % 2 == 1 { Winner::Other } else { Winner::Mover };
            assert_eq!(searcher.wins_within(removing, field, loser, 40, u64::MAX, &cancel), Some(false), "{words}");
        }
    }
}

/// With the default rules and with those of the queen's sight every position is a number: being on the move never
/// helps.
#[test]
fn nobody_wins_by_being_on_the_move() {
    let mut random = SplitMix64::new(6);
    for sight in [Sight::Orthogonal, Sight::Queen] {
        let removing = RemovalRules { sight, enemy: Enemy::Off, remove: Removal::One };
        let mut known = HashMap::new();
        for number in 0..3000 {
            let field = random_field(&mut random, number % 12);
            let turned = Field { own: field.enemy, enemy: field.own };
            let both = [field, turned].map(|field| plies(removing, field, &mut known) % 2 == 1);
            assert_ne!(both, [true, true], "{field:?}");
        }
    }
}

/// The front gives the same verdicts, all winning turns, distances, and lines that are as long as they must be.
#[test]
fn the_solver_finds_turns_distances_and_lines() {
    let cancel = CancelToken::default();
    let mut random = SplitMix64::new(8);
    for removing in all() {
        let mut solver = Solver::new(removing, 1);
        for number in 0..60 {
            let field = random_field(&mut random, number % 13);
            let mut known = HashMap::new();
            let length = plies(removing, field, &mut known);
            let observer = &mut ProgressObserver { cancel: &cancel, on_progress: &mut |_, _| {} };
            let words = format!("{removing:?} {field:?}");
            assert_eq!(solver.verdict(field, &cancel), Ok(length % 2 == 1), "{words}");
            assert_eq!(solver.distance(field, &cancel), Ok(length), "{words}");
            let mut turns = solver.turns(field);
            turns.retain(|&removed| plies(removing, field.without(removed), &mut known).is_multiple_of(2));
            assert_eq!(solver.winning_turns(field, observer), Ok(turns), "{words}");
            let lines = [true, false].map(|exact| solver.best_line(field, exact, observer).expect("not stopped"));
            assert_eq!(lines[0].len() as u32, length, "{words}");
            for line in lines {
                let mut at = field;
                for removed in &line {
                    assert!(solver.turns(at).contains(removed), "{words}: {line:?}");
                    at = at.without(*removed);
                }
                assert!(solver.turns(at).is_empty() && line.len() as u32 % 2 == length % 2, "{words}: {line:?}");
            }
        }
    }
}

/// Full boards: the search, with all that it leaves out, against the layers, which leave nothing out.
#[test]
fn full_boards_are_won_by_whom_the_layers_say() {
    let cancel = CancelToken::default();
    let mut searcher = Searcher::new();
    for (sight, seeds) in [(Sight::Orthogonal, 1..5), (Sight::Queen, 1..2)] {
        let game = SightReduction::new(Options { sight, ..Options::DEFAULT }).expect("they go together");
        let removing = RemovalRules::of(&game);
        for seed in seeds {
            let (field, _) = Field::of(&game.start(seed)).expect("a random board is full");
            let layers = Layers::below(removing, field, LayerQuestion::Wins, 1).expect("there is memory");
            let layers = layers.expect("who wins can always be asked");
            let mut solver = Solver::new(removing, 1);
            let fields = solver.turns(field).into_iter().map(|removed| field.without(removed)).chain([field]);
            for field in fields.collect::<Vec<_>>() {
                let wins = searcher.wins(removing, field, u64::MAX, &cancel);
                assert_eq!(wins, layers.get(field), "{removing:?} seed {seed} {field:?}");
            }
            let turned = Field { own: field.enemy, enemy: field.own };
            let both = [field, turned].map(|field| solver.verdict(field, &cancel).expect("not stopped"));
            assert_ne!(both, [true, true], "{removing:?} seed {seed}: nobody wins by being on the move");
        }
    }
}
