//! Under any limits a search gives a legal move, and the same search on one thread gives the same answer.

use std::sync::atomic::{AtomicUsize, Ordering};

use halfboard_engine::limits::{Clock, Limits, system_now};
use halfboard_engine::player::{self, Player, SearchError, sparring_partner};
use halfboard_engine::report::{PrincipalVariation, SearchReport};
use halfboard_engine::search::SearchSettings;
use halfboard_engine::sparring::SparringKind;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::game::Outcome;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry::{self, PresetInfo};
use halfboard_rules::session::Session;

fn random_game(rules: &str, seed: u64) -> Box<dyn Session> {
    let mut random = SplitMix64::new(seed);
    let mut session = registry::rules(rules).expect("a preset's rules").start(seed);
    for _ in 0..random.below(50) {
        session.play_random(&mut random);
    }
    session
}

fn best(player: &mut dyn Player, session: &dyn Session, limits: &Limits) -> Result<String, SearchError> {
    player.set_game(session).expect("the rules are the same");
    let report = player.search(limits, &mut |_| {})?;
    Ok(report.lines[0].moves[0].clone())
}

/// Returns a position of a random game that is not over, from anywhere in it.
fn random_position(rules: &str, seed: u64) -> Box<dyn Session> {
    let mut random = SplitMix64::new(seed);
    let mut session = registry::rules(rules).expect("a preset's rules").start(seed);
    let plies = (0..80).take_while(|_| session.play_random(&mut random)).count() as u64;
    for _ in 0..1 + random.below(plies) {
        session.undo();
    }
    session
}

/// The positions of each preset that are analysed.
const POSITIONS: u64 = 1000;

/// What a search says must fit together and fit the game, however it ended.
fn check(session: &dyn Session, limits: &Limits, report: &SearchReport<String>) {
    let holds = |is_so: bool, what: &str| {
        assert!(is_so, "{what}: {session:?} after {:?} by {limits:?}: {report:?}", session.history());
    };
    let is_proven = |line: &PrincipalVariation<String>| matches!(line.value, Value::Proven(_));
    holds(report.lines.len() == 1, "one line was asked for");
    let line = &report.lines[0];
    let length = match line.value {
        Value::Proven(Proof::Win(plies) | Proof::Loss(plies)) => plies.max(report.depth),
        _ => report.depth,
    };
    holds((1..=length.max(1) as usize).contains(&line.moves.len()), "a line is as long as the depth or the proof");
    let mut played = session.clone_box();
    holds(line.moves.iter().all(|mv| played.play(mv).is_ok()), "every move of a line is legal");
    holds(limits.depth.is_none_or(|depth| report.depth == depth || is_proven(line)), "the depth is reached");
    holds(limits.nodes.is_none_or(|nodes| report.nodes <= nodes), "the nodes are kept to");
    // A machine that does other things too may let a search wait, but not for long.
    let longest = limits.seconds.map_or(f64::MAX, |seconds| seconds + 5.0);
    holds((0.0..=longest).contains(&report.seconds), "the time is kept to");
    holds(report.hashfull <= 1000, "a table cannot be more than full");
    holds(!report.exhausted || is_proven(line), "what is exhausted is proven");
    if let Value::Proven(Proof::Win(1)) = line.value {
        let outcome = played.ending().map(|ending| ending.outcome);
        let won = match outcome {
            Some(Outcome::Win(color)) => played.color_of(session.turn()) == Some(color),
            outcome => outcome == Some(Outcome::Solved),
        };
        holds(won, "a win at once is one");
    }
}

/// Analyses positions of one preset by the limits that leave least to do.
fn analyse_preset(rules: &str) {
    let hurried = Limits { clock: Some(Clock { remaining: 0.001, increment: 0.0 }), ..Limits::default() };
    // Limits with their periods in positions. Time limits are rarer, because each lets its whole time pass.
    let limits = [
        (Limits::nodes(1), 1),
        (Limits::depth(1), 1),
        (Limits::seconds(0.001), 20),
        (Limits::seconds(0.0), 50),
        (hurried, 50),
    ];
    // With 0 MiB there is no table to speak of: a few slots that everything fights for.
    let mut engines = [0, 1].map(|hash| player::for_rules(rules, hash, system_now).expect("a preset's rules"));
    for seed in 0..POSITIONS {
        let session = random_position(rules, seed);
        // Every limit meets both engines.
        let engine = &mut engines[(seed + seed / 20) as usize % 2];
        engine.set_game(&*session).expect("the rules are the same");
        for (limits, _) in limits.iter().filter(|(_, period)| seed % period == 0) {
            let report = engine.search(limits, &mut |_| {}).expect("not over");
            check(&*session, limits, &report);
        }
    }
}

#[test]
fn every_limit_gives_a_legal_move_in_every_preset() {
    let presets: Vec<PresetInfo> = registry::games().iter().flat_map(|game| game.presets()).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(preset) = presets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    analyse_preset(&preset.rules);
                }
            });
        }
    });
}

#[test]
fn one_thread_is_deterministic_and_two_are_usable() {
    for game in registry::games() {
        let session = random_game(game.info().id, 3);
        let run = |threads: usize| {
            let mut engine = player::for_rules(game.info().id, 1, system_now).expect("ours");
            engine.set(SearchSettings { threads, ..SearchSettings::default() });
            engine.set_game(&*session).expect("the rules are the same");
            let report = engine.search(&Limits::nodes(20_000), &mut |_| {}).expect("not over");
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
    let mut engine = player::for_rules("lines-of-action", 4, system_now).expect("ours");
    engine.set(SearchSettings { lines: 4, ..SearchSettings::default() });
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.search(&Limits::depth(4), &mut |_| {}).expect("not over");
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
    let mut engine = player::for_rules("lines-of-action", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.search(&Limits::depth(6), &mut |_| {}).expect("not over");
    assert_eq!(report.lines[0].value, Value::Proven(Proof::Win(1)));
    let mut played = session.clone_box();
    played.play(&report.lines[0].moves[0]).expect("legal");
    assert_eq!(played.ending().map(|ending| ending.to_string()), Some("1-0 united".to_owned()));
}

/// A small Sight Reduction position is searched to its end, and the search says so.
#[test]
fn an_exhausted_game_is_proven() {
    let rules = registry::rules("sight-reduction").expect("ours");
    let session = rules.position("3w4/1w1wb2w/8/3w3b w play wb").expect("valid");
    let mut engine = player::for_rules("sight-reduction", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let report = engine.search(&Limits::default(), &mut |_| {}).expect("not over");
    assert!(matches!(report.lines[0].value, Value::Proven(Proof::Win(_) | Proof::Loss(_))), "{report:?}");
}

#[test]
fn a_search_without_limits_ends_when_it_is_cancelled() {
    let session = registry::rules("sllim").expect("ours").start(0);
    let mut engine = player::for_rules("sllim", 1, system_now).expect("ours");
    engine.set_game(&*session).expect("the rules are the same");
    let cancel = engine.cancel_token();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| engine.search(&Limits::default(), &mut |_| {}));
        cancel.cancel();
        let report = search.join().expect("the search ends").expect("not over");
        assert!(session.moves().contains(&report.lines[0].moves[0]));
    });
}

#[test]
fn sparring_partners_play_legal_games() {
    for game in registry::games() {
        for (_, kind) in SparringKind::ALL {
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
    let mut players = vec![player::for_rules("lines-of-action", 0, system_now).expect("ours")];
    players.extend(
        SparringKind::ALL.map(|(_, kind)| sparring_partner("lines-of-action", kind, 1, system_now).expect("ours")),
    );
    for player in &mut players {
        assert_eq!(best(&mut **player, &*session, &Limits::nodes(10)), Err(SearchError::GameOver));
    }
}
