//! Forced wins against looking at everything, for every preset; histories, lines and proofs.

use std::ops::ControlFlow;

use halfboard_engine::games::EngineGame;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::solve::forced::{ForcedWinReport, ForcedWinRequest, WinningMoves, solve, solve_match};
use halfboard_engine::value::Proof;
use halfboard_rules::game::{Game, Outcome, Team};
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::games::sllim::Sllim;
use halfboard_rules::perft::perft;
use halfboard_rules::playout::random_move;
use halfboard_rules::present::Present;
use halfboard_rules::proof;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::session::Match;

/// Returns whether a team wins within `plies`, by playing everything with the history that the rules judge.
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

fn ask<G: EngineGame>(play: &Match<G>, question: &ForcedWinRequest) -> ForcedWinReport<G::Move> {
    solve_match(play, question, system_now, &CancelToken::default(), &mut |_| {}).expect("memory")
}

/// More positions than this take too long to look at.
const MOST_POSITIONS: u64 = 30_000;

/// Positions towards the end of random games: the solver says of both teams within how many plies they win, and that is
/// what plain play says; the line is as long as it should be, the moves that win are all of them, the proof holds.
fn equals_brute_force<G: EngineGame>(games: u64) {
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
                let max_plies = u32::from(plies);
                let question = ForcedWinRequest {
                    max_plies,
                    shortest: seed % 2 == 0,
                    winning_moves: WinningMoves::Fastest,
                    max_proof_lines: Some(10_000),
                    nodes: 1_000_000,
                    mebibytes: 1,
                    threads: 1 + seed as usize % 3 / 2,
                    ..ForcedWinRequest::default()
                };
                let found = ask(&play, &question);
                let text = format!("{} {} within {max_plies}", preset.id, game.format_position(play.position()));
                let mut expected = None;
                for within in 1..=max_plies {
                    for team in [Team::One, Team::Two] {
                        if expected.is_none() && wins_within(&mut play.clone(), team, within) {
                            expected = Some((team, within));
                        }
                    }
                }
                match (expected, winner(&play, &found)) {
                    (Some(expected), Some(won)) => {
                        assert!(won == expected && found.is_shortest, "{text}: {found:?}, not {expected:?}");
                    }
                    (None, None) => continue,
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

/// Returns the team that is proven to win, and the plies within which it does.
fn winner<G: EngineGame>(play: &Match<G>, found: &ForcedWinReport<G::Move>) -> Option<(Team, u32)> {
    let mover = play.game().turn(play.position()).team();
    match found.value? {
        Proof::Win(plies) => Some((mover, plies)),
        Proof::Loss(plies) => Some((mover.other(), plies)),
        Proof::Draw | Proof::Left(_) => None,
    }
}

/// The line ends as it should, the moves that win are exactly those that do, and the proof is accepted.
fn check_answer<G: EngineGame>(play: &Match<G>, found: &ForcedWinReport<G::Move>, text: &str) {
    let Some((winner, plies)) = winner(play, found) else { panic!("{text}: {found:?}") };
    let game = play.game();
    let mut played = play.clone();
    for &mv in &found.line {
        assert!(game.legal_moves(played.position()).contains(&mv), "{text}: {found:?}");
        played.play(mv);
    }
    assert!(found.line.len() as u32 == plies && wins_within(&mut played, winner, 0), "{text}: {found:?}");
    if game.turn(play.position()).team() == winner {
        let mut keys: Vec<G::Move> = found.fastest_moves().copied().collect();
        let mut all = game.legal_moves(play.position());
        all.retain(|&mv| {
            let mut next = play.clone();
            next.play(mv);
            wins_within(&mut next, winner, plies - 1)
        });
        let order = |moves: &mut Vec<G::Move>| moves.sort_by_key(|&mv| game.format_move(mv));
        order(&mut keys);
        order(&mut all);
        assert!(found.all_fastest && keys == all, "{text}: {found:?}, not {all:?}");
    }
    let proof = found.proof.as_ref().expect("it was asked for").as_ref().expect("it is short");
    proof::verify(proof, 1_000_000).unwrap_or_else(|error| panic!("{text}: {error}\n{proof}"));
}

macro_rules! tests {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(
            #[test]
            fn $module() {
                equals_brute_force::<halfboard_rules::games::$module::$Game>(8);
            }
        )+
    };
}
halfboard_rules::games!(tests);

/// Returns the moves from one position to another in `plies`, without an end on the way.
fn path<G: EngineGame>(game: &G, from: &G::Position, to: &G::Position, plies: u32) -> Option<Vec<G::Move>> {
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
    let question = ForcedWinRequest {
        max_plies: 3,
        shortest: true,
        winning_moves: WinningMoves::Fastest,
        mebibytes: 1,
        ..ForcedWinRequest::default()
    };
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
            let own = found.value == Some(Proof::Win(3));
            let Some(&key) = found.fastest_moves().next().filter(|_| own) else { continue };
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
            assert!(!found.fastest_moves().any(|&mv| mv == key), "{text}: {found:?}");
            let wins = wins_within(&mut repeated.clone(), game.turn(before.position()).team(), 3);
            assert_eq!(wins, winner(&repeated, &found).is_some(), "{text}: {found:?}");
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
        let question = ForcedWinRequest {
            max_plies: 4,
            shortest: true,
            max_proof_lines: Some(1000),
            ..ForcedWinRequest::default()
        };
        let found = ask(&play, &question);
        let plain = (1..=4).find(|&plies| wins_within(&mut play, Team::Two, plies));
        match winner(&play, &found) {
            Some((Team::Two, plies)) => assert_eq!(Some(plies), plain, "{text}"),
            other => assert!(plain.is_none() && found.value.is_none(), "{text}: {other:?}"),
        }
    }
}

/// One thread is deterministic; two find the same winner, and their proof holds.
#[test]
fn threads_agree() {
    let game = LinesOfAction::new(LinesOfAction::PRESETS[0].options).expect("valid");
    let text = "6b1/8/1b1w2b1/4b3/2b5/1ww5/wwb1b3/8 b - -";
    let play = Match::new(game.clone(), game.parse_position(text).expect("a valid position"));
    let question = |threads| ForcedWinRequest {
        winning_moves: WinningMoves::One,
        max_proof_lines: Some(1_000_000),
        threads,
        nodes: 2_000_000,
        ..ForcedWinRequest::default()
    };
    let [first, again] = [1, 1].map(|threads| ask(&play, &question(threads)));
    let [first, again] = [first, again].map(|found| ForcedWinReport { seconds: 0.0, seconds_to_proof: 0.0, ..found });
    assert_eq!(first, again);
    for found in [first, ask(&play, &question(2))] {
        assert_eq!(winner(&play, &found).map(|(team, _)| team), Some(Team::One), "{found:?}");
        let proof = found.proof.expect("it was asked for").expect("it is short");
        proof::verify(&proof, u64::MAX).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Limits end a search, and what it says then is no more than it knows.
#[test]
fn limits_are_kept() {
    let game = Sllim::new(Sllim::PRESETS[0].options).expect("valid");
    let play = Match::new(game.clone(), game.start(0));
    for nodes in [1, 100, 5000] {
        let found = ask(&play, &ForcedWinRequest::nodes(nodes));
        assert_eq!(found.value, None);
        assert!(found.nodes <= nodes + 1000, "{} of {nodes}", found.nodes);
    }
    let solitaire = halfboard_rules::registry::rules("sight-reduction:solitaire=on").expect("valid");
    let board = solitaire.position("ww6/bb6/8/8 w play wb").expect("a valid position");
    let found = solve(&*board, &ForcedWinRequest::nodes(1000), system_now, &CancelToken::default(), &mut |_| {})
        .expect("memory");
    assert_eq!(found.value, None);
    let cancel = CancelToken::default();
    cancel.cancel();
    let found =
        solve_match(&play, &ForcedWinRequest::nodes(u64::MAX), system_now, &cancel, &mut |_| {}).expect("memory");
    assert_eq!(found.value, None);
    let timed = ForcedWinRequest { seconds: Some(0.0), ..ForcedWinRequest::nodes(u64::MAX) };
    assert_eq!(ask(&play, &timed).value, None);
    assert!(
        solve_match(&play, &ForcedWinRequest { mebibytes: usize::MAX, ..timed }, system_now, &cancel, &mut |_| {})
            .is_err()
    );
}
