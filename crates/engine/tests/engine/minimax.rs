//! The search against plain minimax, on random positions of every preset.

use std::ops::ControlFlow;

use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::search::{GameHistory, Search, SearchSettings};
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Outcome;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// What minimax finds: decided results by distance, before all estimates.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Found {
    Loss(u32),
    Left(i32),
    Estimate(i32),
    Win(i64),
}

fn negate(found: Found) -> Found {
    match found {
        Found::Loss(plies) => Found::Win(-i64::from(plies)),
        Found::Win(plies) => Found::Loss((-plies) as u32),
        Found::Estimate(value) => Found::Estimate(-value),
        left => left,
    }
}

/// The value of a position for the team to move, as the search defines it, by looking at everything.
fn minimax<G: EngineGame>(
    search: &Search<G>,
    position: &G::Position,
    depth: u32,
    ply: u32,
    path: &mut Vec<G::Position>,
    history: &GameHistory<G>,
    passed: u8,
) -> Found {
    let game = search.game();
    let team = game.turn(position).team();
    if let Some(ending) = game.ending(position) {
        return match ending.outcome {
            Outcome::Win(color) if game.color_of(position, team) == Some(color) => Found::Win(-i64::from(ply)),
            Outcome::Win(_) => Found::Loss(ply),
            Outcome::Draw => Found::Estimate(0),
            Outcome::Solved => Found::Win(-i64::from(ply)),
            Outcome::Stuck(left) => Found::Left(-i32::from(left) * 100),
        };
    }
    let occurred = history.positions.iter().filter(|&earlier| earlier == position).count();
    if ply > 0
        && (passed != 0 && passed == game.passers()
            || G::REPETITION && (path.contains(position) || game.draw_occurrence() == Some(occurred + 1)))
    {
        return Found::Estimate(0);
    }
    if depth == 0 {
        let estimate = search.evaluate(position);
        return if estimate <= -200_000 { Found::Left(estimate + 200_000) } else { Found::Estimate(estimate) };
    }
    path.push(*position);
    let mut best: Option<Found> = None;
    let _ = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let passed = match game.passer(position, mv) {
            0 => 0,
            who => passed | who,
        };
        let same_team = game.turn(&next).team() == team;
        let found = minimax(search, &next, depth - 1, ply + 1, path, history, passed);
        let found = if same_team { found } else { negate(found) };
        if best.is_none_or(|best| found > best) {
            best = Some(found);
        }
        ControlFlow::Continue(())
    });
    path.pop();
    best.expect("a game that is not over has a move")
}

fn found(value: Value) -> Found {
    match value {
        Value::Proven(Proof::Win(plies)) => Found::Win(-i64::from(plies)),
        Value::Proven(Proof::Loss(plies)) => Found::Loss(plies),
        Value::Proven(Proof::Draw) => Found::Estimate(0),
        Value::Proven(Proof::Left(left)) | Value::EstimatedLeft(left) => Found::Left(-i32::from(left) * 100),
        Value::Estimated(value) => Found::Estimate(value),
    }
}

fn agrees<G: EngineGame>(positions: u64, most: u64) {
    for (number, preset) in G::PRESETS.iter().enumerate() {
        let game = G::new(preset.options).expect("a preset is valid");
        let mut search = Search::new(game.clone(), 4, system_now).expect("4 MiB can be allocated");
        search.set(SearchSettings { selective: false, ..SearchSettings::default() });
        for seed in 0..positions {
            let mut random = SplitMix64::new(1000 * number as u64 + seed);
            let mut play = Match::new(game.clone(), game.start(seed));
            for _ in 0..random.below(40) {
                if play.ending().is_none() {
                    let mv = halfboard_rules::playout::random_move(&game, play.position(), &mut random);
                    play.play(mv);
                }
            }
            if play.ending().is_some() {
                continue;
            }
            let position = *play.position();
            let history = GameHistory::from(&play);
            // As deep as the choice allows.
            let mut depth = 1;
            while depth < 4 && halfboard_rules::perft::perft(&game, &position, depth + 1) <= most {
                depth += 1;
            }
            search.clear();
            let report = search.search(&position, &history, &Limits::depth(u32::from(depth)), &mut |_| {});
            let plain = minimax(&search, &position, u32::from(depth), 0, &mut Vec::new(), &history, history.passed);
            let text = game.format_position(&position);
            assert_eq!(found(report.lines[0].value), plain, "{} {text} depth {depth}", preset.id);
        }
    }
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                agrees::<halfboard_rules::games::$module::$Game>(12, 60_000);
            }
        )+
    };
}
halfboard_rules::games!(tests);
