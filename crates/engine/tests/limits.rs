//! Whatever the limits, a search gives a legal move, and the same search on one thread gives the same answer.

use halfboard_engine::limits::{Clock, Limits, system_now};
use halfboard_engine::player::{self, GoError, Player, sparring_partner};
use halfboard_engine::search::Settings;
use halfboard_engine::sparring::Kind;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

fn random_game(rules: &str, seed: u64) -> Box<dyn Session> {
    let mut random = SplitMix64::new(seed);
    let mut session = registry::rules(rules).expect("a preset's rules").start(seed);
    for _ in 0..random.below(50) {
        session.play_random(&mut random);
    }
    session
}

fn best(player: &mut dyn Player, session: &dyn Session, limits: &Limits) -> Result<String, GoError> {
    player.set_game(session).expect("the rules are the same");
    let report = player.go(limits, &mut |_| {})?;
    Ok(report.lines[0].moves[0].clone())
}

#[test]
fn every_limit_gives_a_legal_move_in_every_preset() {
    let limits = [
        Limits::nodes(1),
        Limits::depth(1),
        Limits::seconds(0.001),
        Limits::seconds(0.0),
        Limits { clock: Some(Clock { remaining: 0.001, increment: 0.0 }), ..Limits::default() },
    ];
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        // No table to speak of: a few slots that everything fights for.
        let mut engine = player::player(&preset.rules, 0, system_now).expect("a preset's rules");
        for seed in 0..60 {
            let session = random_game(&preset.rules, seed);
            let limits = &limits[seed as usize % limits.len()];
            match best(&mut *engine, &*session, limits) {
                Ok(mv) => assert!(session.boxed().play(&mv).is_ok(), "{} {session:?} {mv}", preset.name),
                Err(error) => assert!(error == GoError::GameOver && session.ending().is_some(), "{error}"),
            }
        }
    }
}

#[test]
fn one_thread_is_deterministic_and_two_are_usable() {
    for game in registry::games() {
        let session = random_game(game.info().id, 3);
        let run = |threads: usize| {
            let mut engine = player::player(game.info().id, 1, system_now).expect("ours");
            engine.set(Settings { threads, ..Settings::default() });
            engine.set_game(&*session).expect("the rules are the same");
            let report = engine.go(&Limits::nodes(20_000), &mut |_| {}).expect("not over");
            (report.lines, report.nodes, report.depth)
        };
        assert_eq!(run(1), run(1), "{}", game.info().id);
        let (lines, ..) = run(2);
        for line in &lines {
            assert!(session.moves().contains(&line.moves[0]));
        }
    }
}

#[test]
fn several_lines_are_different_moves_best_first() {
    let session = registry::rules("lines-of-action").expect("ours").start(0);
    let mut engine = player::player("lines-of-action", 4, system_now).expect("ours");
    engine.set(Settings { lines: 4, ..Settings::default() });
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.go(&Limits::depth(4), &mut |_| {}).expect("not over");
    let mut firsts: Vec<&String> = report.lines.iter().map(|line| &line.moves[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let values: Vec<i32> = report
        .lines
        .iter()
        .map(|line| match line.value {
            Value::Estimated(value) => value,
            other => panic!("nothing is decided here: {other}"),
        })
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

/// Lines can be played, and a proven win can be carried out.
#[test]
fn a_win_in_one_is_found_and_proven() {
    let rules = registry::rules("lines-of-action").expect("ours");
    let session = rules.position("8/8/8/8/8/2b5/8/w1w2b2 w - -").expect("valid");
    let mut engine = player::player("lines-of-action", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.go(&Limits::depth(6), &mut |_| {}).expect("not over");
    assert_eq!(report.lines[0].value, Value::Proven(Proof::Win(1)));
    let mut played = session.boxed();
    played.play(&report.lines[0].moves[0]).expect("legal");
    assert_eq!(played.ending().map(|ending| ending.to_string()), Some("1-0 united".to_owned()));
}

/// A small Sight Reduction position is searched to its end, and the search says so.
#[test]
fn an_exhausted_game_is_proven() {
    let rules = registry::rules("sight-reduction").expect("ours");
    let session = rules.position("3w4/1w1wb2w/8/3w3b w play wb").expect("valid");
    let mut engine = player::player("sight-reduction", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.go(&Limits::default(), &mut |_| {}).expect("not over");
    assert!(matches!(report.lines[0].value, Value::Proven(Proof::Win(_) | Proof::Loss(_))), "{report:?}");
}

#[test]
fn a_search_without_limits_is_stopped_by_a_word() {
    let session = registry::rules("sllim").expect("ours").start(0);
    let mut engine = player::player("sllim", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let stop = engine.stop();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| engine.go(&Limits::default(), &mut |_| {}));
        stop.stop();
        let report = search.join().expect("the search ends").expect("not over");
        assert!(session.moves().contains(&report.lines[0].moves[0]));
    });
}

#[test]
fn sparring_partners_play_legal_games() {
    for game in registry::games() {
        for (_, kind) in Kind::ALL {
            let mut partner = sparring_partner(game.info().id, kind, 1, system_now).expect("ours");
            let mut session = random_game(game.info().id, 5);
            for _ in 0..4 {
                if let Ok(mv) = best(&mut *partner, &*session, &Limits::nodes(30)) {
                    session.play(&mv).expect("legal");
                }
            }
        }
    }
}

#[test]
fn a_game_that_is_over_is_not_searched() {
    let session =
        registry::rules("lines-of-action").expect("ours").position("8/8/8/8/8/8/1w6/b1b5 b - -").expect("valid");
    let mut players = vec![player::player("lines-of-action", 0, system_now).expect("ours")];
    players.extend(Kind::ALL.map(|(_, kind)| sparring_partner("lines-of-action", kind, 1, system_now).expect("ours")));
    for player in &mut players {
        assert_eq!(best(&mut **player, &*session, &Limits::nodes(10)), Err(GoError::GameOver));
    }
}
