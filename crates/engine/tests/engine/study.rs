//! Statistics of finished games, on games whose every position is known.

use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::player::for_session;
use halfboard_engine::solve::forced::ForcedWinRequest;
use halfboard_engine::study::{GameStudy, StudyLimits, study};
use halfboard_rules::game::Team;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

const LIMITS: StudyLimits = StudyLimits { search_nodes: 2000, proof_nodes: 20_000 };

/// A position of J in which White wins in three plies, but not by every move.
fn won() -> Box<dyn Session> {
    let rules = registry::rules("j").expect("a game");
    rules.position("1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4").expect("a position")
}

fn study_of(session: &dyn Session, winner: Option<Team>) -> GameStudy {
    let mut player = for_session(session, 1, system_now).expect("a mebibyte");
    study(session, winner, &mut *player, LIMITS, &CancelToken::default()).expect("an engine for J")
}

/// Plays the proven win to the end.
fn play_out(session: &mut dyn Session) {
    let mut player = for_session(session, 1, system_now).expect("a mebibyte");
    let request = ForcedWinRequest::nodes(LIMITS.proof_nodes);
    let report = player.find_forced_win(&request, &CancelToken::default(), &mut |_| {}).expect("64 MiB");
    report.line.iter().for_each(|mv| session.play(mv).expect("legal"));
}

#[test]
fn a_won_game_is_proven_from_its_start_on() {
    let mut session = won();
    play_out(&mut *session);
    let winner = session.winner();
    assert!(winner.is_some());
    let found = study_of(&*session, winner);
    assert_eq!(found.proven_before_end, Some(session.ply() as u32));
    assert!(!found.thrown_away && found.won_turns >= 2, "{found:?}");
    assert!(found.agreed <= found.choices && found.choices > 0, "{found:?}");
}

#[test]
fn a_win_that_slips_is_noticed() {
    let mut session = won();
    play_out(&mut *session);
    // The same moves, but the other side is said to have won, as if by resignation.
    let loser = session.winner().map(Team::other);
    let found = study_of(&*session, loser);
    assert!(found.thrown_away, "{found:?}");
    assert_eq!(found.proven_before_end, None);
}

#[test]
fn a_draw_has_nothing_to_prove() {
    let mut session = registry::rules("lines-of-action").expect("a game").start(0);
    for _ in 0..2 {
        let mv = session.moves()[0].clone();
        session.play(&mv).expect("legal");
    }
    let found = study_of(&*session, None);
    assert_eq!(found, GameStudy { choices: 2, agreed: found.agreed, ..GameStudy::default() });
}
