//! The laws of parsing and of play, each a function that panics when it is broken. The property tests and the fuzz
//! targets both call them, with texts and bytes from wherever they have them.

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::present::Step;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{self, Record, Start};
use halfboard_rules::registry;
use halfboard_rules::session::{Progress, Session};

/// A rules string is refused with a reason, or it has one canonical form, which reads as itself.
pub fn rules_string(text: &str) {
    match registry::rules(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(rules) => {
            let canonical = rules.canonical();
            let again = registry::rules(&canonical).expect("the canonical form is valid");
            assert_eq!(again.canonical(), canonical);
            assert_eq!(again.start(7).position(), rules.start(7).position());
        }
    }
}

/// A position string is refused with a reason, or it is exactly what the position prints; and one can play on from it.
pub fn position_string(rules: &str, text: &str) {
    let Ok(rules) = registry::rules(rules) else { return };
    match rules.position(text) {
        Err(error) => {
            assert!(error.at <= text.len(), "{error}");
            assert!(!error.problem.is_empty() && !error.valid.is_empty());
        }
        Ok(session) => {
            assert_eq!(session.position(), text);
            let moves = session.moves();
            assert_eq!(session.ending().is_none(), !moves.is_empty(), "{session:?}");
            // Fair set-ups have thousands of moves; some are enough.
            for mv in moves.iter().step_by(1 + moves.len() / 50) {
                let mut next = session.clone_box();
                next.play(mv).expect("a listed move is legal");
                match rules.position(&next.position()) {
                    Ok(after) => assert_eq!(after.position(), next.position()),
                    // From hand-made Parachute positions the last checker on the board can be captured.
                    Err(error) => {
                        assert!(error.problem.contains("no checker on the board"), "{session:?} {mv}: {error}");
                    }
                }
            }
        }
    }
}

/// A random game of these rules after some plies, or when it has ended.
pub fn random_game(rules: &dyn registry::Rules, seed: u64, plies: u8) -> Box<dyn Session> {
    let mut session = rules.start(seed);
    let mut random = SplitMix64::new(seed);
    for _ in 0..plies {
        session.play_random(&mut random);
    }
    session
}

/// A move is legal if and only if it is listed.
pub fn move_string(rules: &str, seed: u64, plies: u8, text: &str) {
    let Ok(rules) = registry::rules(rules) else { return };
    let session = random_game(&*rules, seed, plies);
    let listed = session.ending().is_none() && session.moves().iter().any(|mv| mv == text);
    assert_eq!(session.clone_box().play(text).is_ok(), listed, "{session:?} {text}");
    let respelt = session.respell(text);
    assert_eq!(session.respell(&respelt), respelt, "respelling twice changes nothing more");
}

/// A record is refused with a reason, or it can be written and read again without loss.
pub fn record_text(text: &str) {
    match record::parse(text) {
        Err(error) => assert!(error.game >= 1 && error.line >= 1 && !error.problem.is_empty()),
        Ok(records) => {
            let written = record::format(&records);
            assert_eq!(record::parse(&written).expect("what was written is valid"), records);
            for record in &records {
                assert_eq!(record.session().ply(), record.turns().len());
            }
        }
    }
}

/// An SGF text is refused with a reason, or the game in it can be written and read again.
pub fn sgf_text(text: &str) {
    match sgf::parse(text) {
        Err(error) => assert!(error.game >= 1 && error.line >= 1 && !error.problem.is_empty()),
        Ok(records) => {
            let written = sgf::format(&records).expect("what SGF can say it can say again");
            let again = sgf::parse(&written).expect("what was written is valid");
            for (one, other) in records.iter().zip(&again) {
                assert_eq!((one.rules(), one.start(), one.finish()), (other.rules(), other.start(), other.finish()));
                let moves = |record: &Record| record.turns().iter().map(|turn| turn.mv.clone()).collect::<Vec<_>>();
                assert_eq!(moves(one), moves(other));
            }
            assert_eq!(records.len(), again.len());
            assert_eq!(record::parse(&record::format(&records)).expect("also as a record"), records);
        }
    }
}

/// A game whose turns are chosen by bytes: entering each by its steps gives the move, undoing and redoing it gives the
/// position back, and the record of the game is the game.
pub fn play(rules: &str, seed: u64, choices: &[u8]) {
    let Ok(rules) = registry::rules(rules) else { return };
    let mut session = rules.start(seed);
    let mut choices = choices.iter().map(|&byte| usize::from(byte));
    while session.ending().is_none() {
        let Some(mv) = enter(&*session, &mut choices) else { break };
        let before = session.position();
        session.play(&mv).expect("an entered move is legal");
        let after = session.position();
        assert!(session.undo());
        assert_eq!(session.position(), before);
        assert!(session.redo());
        assert_eq!(session.position(), after);
        assert!(!session.redo());
        assert_eq!(session.view(&[]).cells.len(), session.info().board.size());
    }
    assert_eq!(session.view(&[]).ending, session.ending());
    let record = Record::new(&*session, Start::Seed(seed));
    let again = record::parse(&record::format(std::slice::from_ref(&record))).expect("a record of a game is valid");
    assert_eq!(again, [record]);
    assert_eq!(again[0].session().position(), session.position());
}

/// Enters a turn step by step as the bytes say; `None` when they run out.
fn enter(session: &dyn Session, choices: &mut impl Iterator<Item = usize>) -> Option<String> {
    let mut chosen: Vec<Step> = Vec::new();
    loop {
        match session.progress(&chosen).expect("steps that were offered can be taken") {
            Progress::Complete(mv) => return Some(mv),
            Progress::Next(next) => {
                assert!(next.is_sorted() && !next.is_empty());
                let view = session.view(&chosen);
                assert_eq!((view.next.as_slice(), view.chosen.as_slice()), (next.as_slice(), chosen.as_slice()));
                chosen.push(next[choices.next()? % next.len()]);
            }
        }
    }
}
