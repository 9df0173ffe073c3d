//! Forced wins against looking at everything, for every preset; histories, lines and proofs.

use std::ops::ControlFlow;

use halfboard_engine::evaluate::Evaluate;
use halfboard_engine::limits::{Stop, system_now};
use halfboard_engine::solve::forced::{Forced, Keep, Question, Verdict, solve, solve_match};
use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::games::j::J;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sight_reduction::SightReduction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::games::stacks_in_action::StacksInAction;
use halfboard_rules::perft::perft;
use halfboard_rules::playout::random_move;
use halfboard_rules::present::Present;
use halfboard_rules::proof;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// Whether a team wins within so many plies, by playing everything with the history that the rules judge.
fn wins_within<G: Present>(play: &mut Match<G>, team: Team, plies: u32) -> bool {
    let game = play.game().clone();
    let position = *play.position();
    if let Some(ending) = play.ending() {
        return matches!(ending.outcome, Outcome::Win(color) if game.color_of(&position, team) == Some(color));
    }
    if plies == 0 {
        return false;
    }
    let own = game.turn(&position).team() == team;
    let flow = game.for_each_move(&position, &mut |mv| {
        play.play(mv);
        let won = wins_within(play, team, plies - 1);
        play.undo();
        if won == own { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_break() == own
}

fn ask<G: Evaluate + Present>(play: &Match<G>, question: &Question) -> Forced<G::Move> {
    solve_match(play, question, system_now, &Stop::default(), &mut |_| {}).expect("memory")
}

/// More positions than this take too long to look at.
const MOST_POSITIONS: u64 = 30_000;

/// Positions towards the end of random games: the solver says of both teams within how many plies they win, and that is
/// what plain play says; the line is as long as it should be, the moves that win are all of them, the proof holds.
fn equals_brute_force<G: Evaluate + Present>(games: u64) {
    let (mut wins, mut losses) = (0, 0);
    for preset in G::PRESETS {
        let game = G::new(preset.options).expect("a preset is valid");
        if game.seats().len() < 2 {
            continue;
        }
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut play = Match::new(game.clone(), game.start(seed));
            while play.ending().is_none() && play.moves().len() < 200 {
                let mv = random_move(&game, play.position(), &mut random);
                play.play(mv);
            }
            for _ in 0..3 {
                play.undo();
                if play.ending().is_some() {
                    continue;
                }
                let mut plies = 1;
                while plies < 5 && perft(&game, play.position(), plies + 1) <= MOST_POSITIONS {
                    plies += 1;
                }
                let deepest = u32::from(plies);
                let question = Question {
                    deepest,
                    shortest: seed % 2 == 0,
                    keep: Keep::Keys,
                    proof: Some(10_000),
                    nodes: 1_000_000,
                    mebibytes: 1,
                    ..Question::default()
                };
                let found = ask(&play, &question);
                let text = format!("{} {} within {deepest}", preset.id, game.format_position(play.position()));
                let mut expected = None;
                for within in 1..=deepest {
                    for team in [Team::One, Team::Two] {
                        if expected.is_none() && wins_within(&mut play.clone(), team, within) {
                            expected = Some((team, within));
                        }
                    }
                }
                match (expected, found.verdict) {
                    (Some((team, within)), Verdict::Win { winner, plies, shortest }) => {
                        assert!(winner == team && shortest && plies == within, "{text}: {found:?}, not {within}");
                    }
                    (None, Verdict::Draw | Verdict::Unknown) => continue,
                    _ => panic!("{text}: {found:?}, not {expected:?}"),
                }
                check_answer(&play, &found, &text);
                let Some((team, _)) = expected else { continue };
                if game.turn(play.position()).team() == team { wins += 1 } else { losses += 1 }
            }
        }
    }
    assert!(wins >= 10 && losses >= 2, "{}: only {wins} wins and {losses} losses", G::INFO.id);
}

/// The line ends as it should, the moves that win are exactly those that do, and the proof is accepted.
fn check_answer<G: Evaluate + Present>(play: &Match<G>, found: &Forced<G::Move>, text: &str) {
    let Verdict::Win { winner, plies, .. } = found.verdict else { panic!("{text}: {found:?}") };
    let game = play.game();
    let mut played = play.clone();
    for &mv in &found.line {
        assert!(game.legal_moves(played.position()).contains(&mv), "{text}: {found:?}");
        played.play(mv);
    }
    assert!(found.line.len() as u32 == plies && wins_within(&mut played, winner, 0), "{text}: {found:?}");
    if game.turn(play.position()).team() == winner {
        let mut keys: Vec<G::Move> = found.keys().copied().collect();
        let mut all = game.legal_moves(play.position());
        all.retain(|&mv| {
            let mut next = play.clone();
            next.play(mv);
            wins_within(&mut next, winner, plies - 1)
        });
        let order = |moves: &mut Vec<G::Move>| moves.sort_by_key(|&mv| game.format_move(mv));
        order(&mut keys);
        order(&mut all);
        assert!(found.keys_are_all && keys == all, "{text}: {found:?}, not {all:?}");
    }
    let proof = found.proof.as_ref().expect("it was asked for").as_ref().expect("it is short");
    proof::verify(proof, 1_000_000).unwrap_or_else(|error| panic!("{text}: {error}\n{proof}"));
}

#[test]
fn sight_reduction() {
    equals_brute_force::<SightReduction>(8);
}

#[test]
fn lines_of_action() {
    equals_brute_force::<LinesOfAction>(8);
}

#[test]
fn stacks_in_action() {
    equals_brute_force::<StacksInAction>(8);
}

#[test]
fn j() {
    equals_brute_force::<J>(8);
}

#[test]
fn sllim() {
    equals_brute_force::<Sllim>(8);
}

/// The moves from one position to another in so many plies, without an end on the way.
fn path<G: Evaluate>(game: &G, from: &G::Position, to: &G::Position, plies: u32) -> Option<Vec<G::Move>> {
    if plies == 0 {
        return (from == to).then(Vec::new);
    }
    game.legal_moves(from).into_iter().find_map(|mv| {
        let mut next = *from;
        game.play(&mut next, mv);
        let mut rest = path(game, &next, to, plies - 1)?;
        rest.insert(0, mv);
        Some(rest)
    })
}

/// A position with a win in three is reached by a game in which what the winning move leads to has occurred twice: then
/// that move makes a draw, and is not claimed to win.
#[test]
fn the_third_repetition_is_no_win() {
    let game = LinesOfAction::new(LinesOfAction::PRESETS[0].options).expect("valid");
    let question = Question { deepest: 3, shortest: true, keep: Keep::Keys, mebibytes: 1, ..Question::default() };
    let mut drawn = 0;
    for seed in 0..60 {
        let mut random = SplitMix64::new(seed);
        let mut play = Match::new(game.clone(), game.start(seed));
        while play.ending().is_none() && play.moves().len() < 200 {
            let mv = random_move(&game, play.position(), &mut random);
            play.play(mv);
        }
        for _ in 0..6 {
            play.undo();
            let before = Match::new(game.clone(), *play.position());
            if before.ending().is_some() || perft(&game, play.position(), 2) > 400 {
                continue;
            }
            let found = ask(&before, &question);
            let own = matches!(found.verdict, Verdict::Win { winner, plies: 3, .. } if winner == game.turn(before.position()).team());
            let Some(&key) = found.keys().next().filter(|_| own) else { continue };
            let mut after = *before.position();
            game.play(&mut after, key);
            let (Some(circle), Some(back)) =
                (path(&game, &after, &after, 4), path(&game, &after, before.position(), 3))
            else {
                continue;
            };
            let mut repeated = Match::new(game.clone(), after);
            for mv in circle.into_iter().chain(back) {
                repeated.play(mv);
            }
            assert!(repeated.ending().is_none() && repeated.position() == before.position());
            let found = ask(&repeated, &question);
            let text = game.format_position(before.position());
            assert!(!found.keys().any(|&mv| mv == key), "{text}: {found:?}");
            let wins = wins_within(&mut repeated.clone(), game.turn(before.position()).team(), 3);
            assert_eq!(wins, matches!(found.verdict, Verdict::Win { .. }), "{text}: {found:?}");
            drawn += 1;
        }
    }
    assert!(drawn >= 3, "only {drawn} such games");
}

/// White is shut in and passes; what Black makes of it is found as by plain play.
#[test]
fn passes_are_turns() {
    let game = LinesOfAction::new(LinesOfAction::PRESETS[0].options).expect("valid");
    for text in ["8/8/8/8/8/8/bbbb2bb/www1b2w w - -", "8/8/8/8/8/8/bbbb2bb/www1b2w b - -"] {
        let mut play = Match::new(game.clone(), game.parse_position(text).expect("a valid position"));
        let question = Question { deepest: 4, shortest: true, proof: Some(1000), ..Question::default() };
        let found = ask(&play, &question);
        let plain = (1..=4).find(|&plies| wins_within(&mut play, Team::Two, plies));
        match found.verdict {
            Verdict::Win { winner: Team::Two, plies, .. } => assert_eq!(Some(plies), plain, "{text}"),
            other => assert!(plain.is_none() && other == Verdict::Unknown, "{text}: {other:?}"),
        }
    }
}

/// Limits end a search, and what it says then is no more than it knows.
#[test]
fn limits_are_kept() {
    let game = Sllim::new(Sllim::PRESETS[0].options).expect("valid");
    let play = Match::new(game.clone(), game.start(0));
    for nodes in [1, 100, 5000] {
        let found = ask(&play, &Question::nodes(nodes));
        assert_eq!(found.verdict, Verdict::Unknown);
        assert!(found.nodes <= nodes + 1000, "{} of {nodes}", found.nodes);
    }
    let solitaire = halfboard_rules::registry::rules("sight-reduction:solitaire=on").expect("valid");
    let board = solitaire.position("ww6/bb6/8/8 w play wb").expect("a valid position");
    let found = solve(&*board, &Question::nodes(1000), system_now, &Stop::default(), &mut |_| {}).expect("memory");
    assert_eq!(found.verdict, Verdict::Unknown);
    let stop = Stop::default();
    stop.stop();
    let found = solve_match(&play, &Question::nodes(u64::MAX), system_now, &stop, &mut |_| {}).expect("memory");
    assert_eq!(found.verdict, Verdict::Unknown);
    let timed = Question { seconds: Some(0.0), ..Question::nodes(u64::MAX) };
    assert_eq!(ask(&play, &timed).verdict, Verdict::Unknown);
    assert!(solve_match(&play, &Question { mebibytes: usize::MAX, ..timed }, system_now, &stop, &mut |_| {}).is_err());
}
